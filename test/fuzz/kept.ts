import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Invariant } from "./target.ts";

/** A case that once broke an invariant. */
export interface Kept {
  readonly invariant: Invariant | "the target failed";
  /** The failure when it was found. */
  readonly what: string;
  readonly seed: number;
  readonly case: unknown;
}

const FOLDER = new URL("kept/", import.meta.url);

const fileOf = (target: string) => new URL(`${target}.json`, FOLDER);

/** The names of targets that have kept cases. */
export function targetsWithKept(): readonly string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER).flatMap((file) => (file.endsWith(".json") ? [file.slice(0, -".json".length)] : []));
}

export function keptCases(target: string): readonly Kept[] {
  return existsSync(fileOf(target)) ? (JSON.parse(readFileSync(fileOf(target), "utf8")) as Kept[]) : [];
}

/** Adds a case to the file of its target, unless it is there. */
export function keep(target: string, found: Kept): void {
  const known = keptCases(target);
  const text = JSON.stringify(found.case);
  if (known.some((other) => JSON.stringify(other.case) === text)) return;
  mkdirSync(FOLDER, { recursive: true });
  // The first line is enough. A stack would contain the folders of one machine.
  const what = found.what.slice(0, 200).split("\n", 1)[0];
  writeFileSync(fileOf(target), `${JSON.stringify([...known, { ...found, what }], undefined, 2)}\n`);
}
