/** Programs of an earlier release. The upgrade notes are the only changes to them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Replacement, UPGRADES } from "./0.1/upgrades.ts";

const BEFORE = new URL("0.1/before/", import.meta.url);

/** The names of the programs, from the docs of 0.1. */
export const PROGRAMS = readdirSync(BEFORE).map((file) => file.replace(/\.ts$/, ""));

/** The source of a program before the upgrade. */
export const before = (program: string): string => readFileSync(new URL(`${program}.ts`, BEFORE), "utf8");

/** The changes to a program. @throws Error if a program has none. */
export function changesOf(program: string): readonly Replacement[] {
  const changes = UPGRADES[program];
  if (changes === undefined) throw new Error(`0.1/upgrades.ts says nothing of "${program}"`);
  return changes;
}

/** The source of a program after the upgrade. */
const after = (program: string): string =>
  changesOf(program).reduce((text, [from, to]) => text.replaceAll(from, to), before(program));

/** Writes every upgraded program to a folder next to this file. @returns The files by program. */
export function writePrograms(folder: string): ReadonlyMap<string, string> {
  const place = new URL(`${folder}/`, import.meta.url);
  mkdirSync(place, { recursive: true });
  const files = PROGRAMS.map((program): [string, string] => {
    const file = fileURLToPath(new URL(`${program}.ts`, place));
    writeFileSync(file, after(program));
    return [program, file];
  });
  return new Map(files);
}
