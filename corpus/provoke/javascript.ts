import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type Entry, run } from "./javascript/run.ts";
import { type Provocation, ROOT } from "./javascript/tools.ts";

const OUTPUT = new URL("../messages/", import.meta.url);
const MODULES = new Set(["tools.ts", "label.ts", "requests.ts", "run.ts"]);

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

const folder = new URL("./javascript/", import.meta.url);
const only = process.argv[2];
const areas = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !MODULES.has(name))
  .filter((name) => only === undefined || name === `${only}.ts`)
  .sort();

const provocations: Provocation[] = [];
for (const name of areas) {
  const area = (await import(new URL(name, folder).href)) as { provocations: Provocation[] };
  provocations.push(...area.provocations);
}

// Clients report errors of connections that their provocation has already left.
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});
process.removeAllListeners("warning");
// What clients print is no message of theirs.
Object.assign(console, { log: () => {}, warn: () => {}, info: () => {}, error: () => {}, debug: () => {} });

const { entries, doubts } = await run(provocations);
const byId = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : 1);
const lines = (group: readonly Entry[]): string =>
  [...group]
    .sort(byId)
    .map(({ id, source, text, holds }) => `${JSON.stringify({ id, source, text, holds })}\n`)
    .join("");

const node = entries.filter(({ source }) => source === "node");
const npm = entries.filter(({ source }) => source !== "node");
if (only === undefined) {
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(new URL("node.jsonl", OUTPUT), lines(node));
  writeFileSync(new URL("npm.jsonl", OUTPUT), lines(npm));
} else writeFileSync(1, lines(entries));

rmSync(ROOT, { recursive: true, force: true });
process.stderr.write(
  `${doubts.map((doubt) => `${doubt}\n`).join("")}${node.length} of node, ${npm.length} of packages\n`,
);
process.exit(0);
