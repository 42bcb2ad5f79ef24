/**
 * Provokes a second set of messages, of other calls and other carriers than the first, labels the private things in
 * them and writes `messages/second.jsonl`. `node second.ts queues` only prints what that area yields.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { run } from "./javascript/run.ts";
import { type Provocation, ROOT } from "./javascript/tools.ts";
import { type Made, reviewed } from "./second/review.ts";
import { type Kit, makeKit } from "./tools/kit.ts";

interface Area {
  readonly provocations?: readonly Provocation[];
  readonly provoke?: (kit: Kit) => Promise<void>;
}

const OUTPUT = new URL("../messages/", import.meta.url);

// Some messages name the working directory.
process.chdir(import.meta.dirname);

// The caller's environment must not show. Clients look for settings at home, and those of clouds would ask the cloud
// they run in who they are.
for (const name of Object.keys(process.env)) if (name !== "PATH") delete process.env[name];
Object.assign(process.env, {
  HOME: "/home/deploy",
  AWS_EC2_METADATA_DISABLED: "true",
  METADATA_SERVER_DETECTION: "none",
  TZ: "UTC",
  LANG: "C",
  LC_ALL: "C",
  NO_DEPRECATION: "*",
});

const only = process.argv.slice(2);
const folder = new URL("./second/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .filter((name) => only.length === 0 || only.includes(name.replace(/\.ts$/, "")))
  .sort();
const areas: Area[] = [];
for (const name of names) areas.push((await import(new URL(name, folder).href)) as Area);

// Clients report errors of connections that their provocation has already left.
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});
process.removeAllListeners("warning");
// What clients print is no message of theirs.
Object.assign(console, { log: () => {}, warn: () => {}, info: () => {}, error: () => {}, debug: () => {} });

const { entries, doubts } = await run(areas.flatMap(({ provocations = [] }) => provocations));
const all = new Map<string, Made>(entries.map((entry) => [entry.id, entry]));
const notes = [...doubts];
const kit = makeKit(
  (entry) => {
    if (all.has(entry.id)) notes.push(`${entry.id}: made twice`);
    all.set(entry.id, entry);
  },
  (source, reason) => notes.push(`${source}: ${reason}`),
);
for (const { provoke } of areas) await provoke?.(kit);

/** A message by its writer and its words. */
const told = ({ source, text }: Pick<Made, "source" | "text">): string => `${source}\n${text}`;
const first = ["node", "npm", "tools"].flatMap((name) =>
  readFileSync(new URL(`${name}.jsonl`, OUTPUT), "utf8")
    .split("\n")
    .filter(Boolean),
);
const known = new Set(first.map((line) => told(JSON.parse(line) as Made)));

const lines = [...all.values()]
  .map(reviewed)
  .filter((entry) => entry !== undefined)
  .filter((entry) => !known.has(told(entry)))
  .sort((a, b) => (a.id < b.id ? -1 : 1))
  .map(({ id, source, text, holds }) => `${JSON.stringify({ id, source, text, holds })}\n`);
if (only.length === 0) {
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(new URL("second.jsonl", OUTPUT), lines.join(""));
} else writeFileSync(1, lines.join(""));

rmSync(ROOT, { recursive: true, force: true });
process.stderr.write(`${notes.map((note) => `${note}\n`).join("")}${lines.length} entries\n`);
process.exit(0);
