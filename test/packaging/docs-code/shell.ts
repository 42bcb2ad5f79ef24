import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { main } from "@uhp-errors/cli";
import type { AnyBlock } from "./blocks.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const SCRIPTS = Object.keys(manifest("package.json")["scripts"] ?? {});

/** Pnpm's built-in commands that the docs use. */
const OF_PNPM: readonly string[] = ["install", "pack"];

/** Every package that something in the workspace depends on. */
const INSTALLED = new Set(
  globSync(["package.json", "{packages,examples}/*/package.json", "{site,test}/package.json", "test/*/package.json"], {
    cwd: ROOT,
  }).flatMap((file) => {
    const { dependencies, devDependencies, peerDependencies } = manifest(file);
    return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  }),
);

/** Packages that readers need and that are not installed here: this one runs TypeScript where Node does not. */
const OF_READERS: readonly string[] = ["tsx"];

/** The mistakes in the commands of a block, as `page:line: message`. */
export async function checkShell({ page, line, code }: AnyBlock): Promise<string[]> {
  const misuses: string[] = [];
  const { stderr } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
  if (stderr !== "") misuses.push(`${page}:${line}: ${stderr.trim()}`);
  for (const [index, text] of code.split("\n").entries()) {
    const words = wordsOf(text);
    const found = await misusesOf(words);
    misuses.push(...found.map((misuse) => `${page}:${line + index}: ${misuse}`));
  }
  return misuses;
}

/** The words of a command, without variables before it and a comment after it. */
function wordsOf(text: string): string[] {
  const words = text.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const comment = words.findIndex((word) => word.startsWith("#"));
  const command = (comment < 0 ? words : words.slice(0, comment)).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
  return command.slice(command.findIndex((word) => !/^[A-Z_]+=/.test(word)));
}

async function misusesOf([program = "", ...args]: readonly string[]): Promise<string[]> {
  const [first = "", ...rest] = args;
  if (program === "npm" && first === "install") return rest.flatMap(misusesOfPackage);
  if (program === "npx" && first === "uhp-errors") return misusesOfOurs(rest);
  if (program === "npx" && first === "--yes" && rest[0] === "pnpm@12") return misusesOfPnpm(rest.slice(1));
  if (program === "pnpm") return misusesOfPnpm(args);
  if (["bash", "curl", "node"].includes(program)) return args.flatMap(misusesOfFile);
  return [];
}

function misusesOfPackage(word: string): string[] {
  if (/^[-.]/.test(word)) return [];
  const name = word.replace(/(?<=.)@[\d.]+$/, "");
  const own = /^@uhp-errors\/(.+)$/.exec(name)?.[1];
  const isKnown =
    own === undefined ? INSTALLED.has(name) || OF_READERS.includes(name) : readdirSync(`${ROOT}packages`).includes(own);
  return isKnown ? [] : [`there is no package "${name}" here`];
}

/** The manifest of the package that a filter names; `undefined` when it names folders. */
function manifestOf(filter: string): Record<string, Record<string, string> | undefined> | undefined {
  if (!filter.startsWith("@")) return undefined;
  return (
    globSync(["site/package.json", "{packages,examples}/*/package.json"], { cwd: ROOT })
      .map(manifest)
      .find((one) => String(one["name"]) === filter) ?? {}
  );
}

async function misusesOfPnpm([first = "", ...rest]: readonly string[]): Promise<string[]> {
  if (first === "--filter") {
    const [filter = "", script = ""] = rest;
    const own = manifestOf(filter);
    return own === undefined || script in (own["scripts"] ?? {}) ? [] : [`${filter} has no script "${script}"`];
  }
  if (first === "exec") return misusesOf(rest);
  if (first === "run") return misusesOfPnpm(rest);
  return SCRIPTS.includes(first) || OF_PNPM.includes(first) || existsSync(`${ROOT}node_modules/.bin/${first}`)
    ? []
    : [`there is no script "${first}"`];
}

/** Asks the command itself for its help, which lists its options. */
async function misusesOfOurs([command = "", ...args]: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  const terminal = { out: write, err: write, isInteractive: false, showsProgress: false, env: {} };
  const exit = await main([command, "--help"], terminal);
  const help = said.join("");
  if (exit !== 0 || !help.startsWith(`Usage: uhp-errors ${command} `))
    return [`uhp-errors has no command "${command}"`];
  const options = args.filter((word) => word.startsWith("-"));
  return options
    .filter((option) => !new RegExp(`^.*${option}\\b`, "m").test(help))
    .map((option) => `uhp-errors ${command} has no option "${option}"`);
}

/** A file of the repository that a command names must exist. */
function misusesOfFile(word: string): string[] {
  const isOwn = /^(?:examples|scripts|test|packages|bench|\.ci)\//.test(word);
  return isOwn && !existsSync(`${ROOT}${word}`) ? [`there is no file ${word}`] : [];
}

function manifest(file: string): Record<string, Record<string, string> | undefined> {
  return JSON.parse(readFileSync(`${ROOT}${file}`, "utf8"));
}
