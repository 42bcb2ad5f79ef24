/**
 * Provokes messages of other languages' runtimes and of command-line tools, labels the private things in them and
 * writes `messages/tools.jsonl`. `node tools.ts` runs every area, `node tools.ts java shell` only these. The entries of
 * areas that did not run, and of tools that are not installed, stay as they are; a full run drops the other old ones.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { KINDS, type Labelled } from "../entry.ts";
import { type Kit, makeKit } from "./tools/kit.ts";

interface Area {
  readonly provoke?: (kit: Kit) => Promise<void>;
}

const file = new URL("../messages/tools.jsonl", import.meta.url);

function areaNames(): string[] {
  const names = readdirSync(new URL("./tools/", import.meta.url)).map((name) => name.replace(/\.ts$/, ""));
  const wanted = process.argv.slice(2);
  return names.filter((name) => wanted.length === 0 || wanted.includes(name)).sort();
}

function readOld(): Map<string, Labelled> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line): [string, Labelled] => [JSON.parse(line).id, JSON.parse(line)]));
}

function write(entries: ReadonlyMap<string, Labelled>): void {
  const sorted = [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const lines = sorted.map(({ id, source, text, holds }) => JSON.stringify({ id, source, text, holds }));
  writeFileSync(file, `${lines.join("\n")}\n`);
}

function count(entries: readonly Labelled[]): string {
  const kinds = KINDS.map((kind) => {
    return `${kind} ${entries.filter((entry) => entry.holds.some((hold) => hold.kind === kind)).length}`;
  });
  const sources = new Map<string, number>();
  for (const { source } of entries) sources.set(source, (sources.get(source) ?? 0) + 1);
  const benign = entries.filter((entry) => entry.holds.length === 0).length;
  const list = [...sources].sort().map(([source, number]) => `${source} ${number}`);
  return `${entries.length} entries: ${kinds.join(", ")}, benign ${benign}\n${sources.size} sources: ${list.join(", ")}\n`;
}

async function main(): Promise<void> {
  const entries = readOld();
  const skipped = new Set<string>();
  const made = new Set<string>();
  const keep = (entry: Labelled): void => {
    if (made.has(entry.id)) process.stdout.write(`made twice: ${entry.id}\n`);
    made.add(entry.id);
    entries.set(entry.id, entry);
  };
  const skip = (source: string, reason: string): void => {
    if (!skipped.has(source)) process.stdout.write(`skipped ${source}: ${reason}\n`);
    skipped.add(source);
  };
  for (const name of areaNames()) {
    const before = made.size;
    const area: Area = await import(`./tools/${name}.ts`);
    // The parts that the areas share provoke nothing.
    if (area.provoke === undefined) continue;
    await area.provoke(makeKit(keep, skip));
    write(entries);
    process.stdout.write(`${name}: ${made.size - before}\n`);
  }
  const stale = [...entries.values()].filter(({ id, source }) => !made.has(id) && !skipped.has(source));
  if (process.argv.length === 2) for (const { id } of stale) entries.delete(id);
  write(entries);
  process.stdout.write(count([...entries.values()]));
}

await main();
