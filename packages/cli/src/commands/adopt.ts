import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { isRecord, visible } from "@uhp-errors/core/internal";
import { Command } from "commander";
import { createTwoFilesPatch } from "diff";
import picocolors from "picocolors";
import ownManifest from "../../package.json" with { type: "json" };
import { afterChanges } from "../adopt/lines.ts";
import { planAdoption } from "../adopt/plan.ts";
import { readProject } from "../adopt/project.ts";
import type { Change, Step } from "../adopt/result.ts";
import { EXIT, type Exit, UsageError } from "../exit.ts";
import type { Skipped } from "../scan/finding.ts";
import { readSources, type Source } from "../scan/sources.ts";
import type { Terminal } from "../terminal.ts";
import { listFolders, ownOf } from "./packages.ts";
import { requireFolder } from "./scan.ts";
import { catalogVendor, nameVendor } from "./vendor.ts";

interface Options {
  readonly vendor?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly reportOnly?: true;
}

/** `uhp-errors adopt <folder>`. */
export function adoptCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("adopt")
    .description(
      "writes the change by which a service adopts the contract; shows it first, and runs none of the sources",
    )
    .argument("[folder]", "the folder of the service, with its package.json", ".")
    .option(
      "--vendor <prefix>",
      "the prefix of the service's codes; by default that of its catalog, or else from the name in package.json",
    )
    .option("--report-only", "change no response: install a contract that only reports, and replace nothing")
    .option("--dry-run", "show the change and write nothing")
    .option("--yes", "write the change without a question")
    .action(async (folder: string, options: Options) => end(await adopt(folder, options, terminal)));
}

async function adopt(folder: string, options: Options, terminal: Terminal): Promise<Exit> {
  await requireFolder(folder);
  const manifest = await manifestIn(folder);
  const read = await readSources(folder, false);
  const { sources, skipped } = await ownOf(folder, read);
  const vendor = await prefixOf(folder, options, sources, terminal);
  const project = readProject(sources, manifest, vendor);
  const isTested = await hasContractTest(folder);
  const { changes, steps } = planned(
    () => planAdoption(project, { range: RANGE, reportOnly: options.reportOnly === true, isTested }),
    vendor,
  );
  for (const change of changes) terminal.out(patchOf(change, terminal));
  const moved = afterChanges(steps, changes);
  const isWrittenAtOnce = options.yes === true && options.dryRun !== true;
  terminal.out(stepsText("Left for you", isWrittenAtOnce ? moved : steps, [...skipped, ...project.skipped]));
  if (changes.length === 0) {
    terminal.out("Nothing to change.\n");
    return EXIT.ok;
  }
  if (options.dryRun === true) return EXIT.ok;
  if (options.yes !== true) {
    if (!canAsk(terminal)) {
      throw new UsageError("nobody can be asked here; nothing was written. Pass --yes to write without a question.");
    }
    if (!(await isWanted(changes.length))) {
      terminal.err("Nothing was written.\n");
      return EXIT.ok;
    }
  }
  await writeAll(folder, changes);
  const isMoved = moved.some(({ line }, index) => line !== steps[index]?.line);
  if (!isWrittenAtOnce && isMoved) terminal.out(stepsText("Left for you, by the lines after the change", moved, []));
  const install = changes.some(({ file }) => file === "package.json") ? "Install the packages, then run" : "Run";
  terminal.out(
    `Wrote ${changes.length === 1 ? "1 file" : `${changes.length} files`}. ${install} the tests of the service.\n`,
  );
  return EXIT.ok;
}

const TEST_KIT = "@uhp-errors/testing";

/** Whether a service has a test with the test kit, or a file where one would be written. That the kit is installed is no sign of a test. */
async function hasContractTest(folder: string): Promise<boolean> {
  const { sources } = await readSources(folder, true);
  return sources.some(({ file, text }) => text.includes(TEST_KIT) || /(?:^|\/)error-contract\.test\.\w+$/.test(file));
}

/** The mark at the start of some files. It stays. */
const BOM = "\ufeff";

const RANGE = `^${ownManifest.version}`;

/** Returns the prefix of the codes: the catalog's, if the service has one, or else the given one. */
async function prefixOf(
  folder: string,
  { vendor }: Options,
  sources: readonly Source[],
  terminal: Terminal,
): Promise<string> {
  const known = catalogVendor(sources);
  if (known !== undefined && vendor !== undefined && known !== vendor)
    throw new UsageError(`the catalog of the service has the prefix ${visible(known)}_; leave --vendor out`);
  const given = known ?? vendor;
  if (given !== undefined) return given;
  const proposed = await nameVendor(folder);
  terminal.err(`The codes get the prefix ${visible(proposed)}_. Pass another one as --vendor.\n`);
  return proposed;
}

async function manifestIn(folder: string): Promise<string> {
  try {
    const text = (await readFile(join(folder, "package.json"), "utf8")).replace(BOM, "");
    const read: unknown = JSON.parse(text);
    if (!isRecord(read)) throw new TypeError("it is no object");
    for (const field of ["dependencies", "devDependencies"]) {
      if (Object.hasOwn(read, field) && !isRecord(read[field])) throw new TypeError(`its \`${field}\` is no object`);
    }
    return text;
  } catch (thrown) {
    throw new UsageError(
      `${visible(folder)} needs a package.json that can be read: ${visible((thrown as Error).message)}`,
    );
  }
}

function planned<Result>(plan: () => Result, vendor: string): Result {
  try {
    return plan();
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw new UsageError(
      `${visible(vendor)} cannot be the prefix of codes; pass another one as --vendor. ${visible(thrown.message)}`,
    );
  }
}

function patchOf({ file, before, after }: Change, terminal: Terminal): string {
  const name = visible(file);
  const [from, to] = [before === undefined ? "/dev/null" : `a/${name}`, `b/${name}`];
  const patch = createTwoFilesPatch(from, to, before ?? "", after, "", "", { context: 2 });
  const colors = picocolors.createColors(terminal.isInteractive && terminal.env["NO_COLOR"] === undefined);
  return patch
    .split("\n")
    .filter((line) => !/^={10,}$/.test(line))
    .map((line) => shown(line.replace(/\t?\r?$/, "")))
    .map((line) => (line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line))
    .join("\n");
}

/** Makes a line of source code safe to print. Tabs stay. */
function shown(line: string): string {
  return line
    .split("\t")
    .map((part) => visible(part))
    .join("\t");
}

function stepsText(title: string, steps: readonly Step[], skipped: readonly Skipped[]): string {
  const lines = [
    ...steps.map(({ file, line, says }) => `${file}:${line}  ${says}`),
    ...skipped.map(({ file, reason }) => `${file}  Not looked at: ${reason}.`),
  ];
  return lines.length === 0 ? "" : `\n${title}:\n${lines.map((line) => `  ${visible(line)}\n`).join("")}\n`;
}

function canAsk({ isInteractive }: Terminal): boolean {
  return isInteractive && process.stdin.isTTY === true;
}

async function isWanted(count: number): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // The end of the input is an answer, too.
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const answer = await Promise.race([
    lines.question(`${count === 1 ? "Write this file?" : `Write these ${count} files?`} [y/N] `),
    ended,
  ]);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

interface Ready {
  readonly file: string;
  readonly path: string;
  readonly bytes: Buffer;
  readonly before: { readonly bytes: Buffer; readonly mode: number } | undefined;
}

/** Writes all changes, each file at once. Nothing is written if a file has changed since it was read, or if one cannot be written. */
async function writeAll(folder: string, changes: readonly Change[]): Promise<void> {
  const root = await realpath(folder);
  const ready = await Promise.all(changes.map((change) => readyToWrite(root, change)));
  const undo: (() => Promise<void>)[] = [];
  const staged: { readonly fresh: string; readonly one: Ready }[] = [];
  let at = "";
  try {
    for (const one of ready) {
      at = one.file;
      staged.push({ fresh: await stage(one, undo), one });
    }
    for (const { fresh, one } of staged) {
      at = one.file;
      undo.push(() => restore(one));
      await rename(fresh, one.path);
    }
  } catch (thrown) {
    for (const step of undo.reverse()) await step();
    throw new UsageError(`${at} cannot be written: ${(thrown as Error).message}; nothing was written`);
  }
}

/** Writes a file beside its place. Returns its path. */
async function stage({ path, bytes, before }: Ready, undo: (() => Promise<void>)[]): Promise<string> {
  const made = await mkdir(dirname(path), { recursive: true });
  if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }));
  const fresh = `${path}.${randomUUID()}.tmp`;
  undo.push(() => rm(fresh, { force: true }));
  await writeFile(fresh, bytes, { flag: "wx" });
  if (before !== undefined) await chmod(fresh, before.mode);
  return fresh;
}

async function restore({ path, before }: Ready): Promise<void> {
  if (before === undefined) await rm(path, { force: true });
  else await writeFile(path, before.bytes);
}

/** @throws UsageError if a file is not as it was, or if it must not be written */
async function readyToWrite(root: string, { file, before, after }: Change): Promise<Ready> {
  const path = join(root, file);
  const refuse = (reason: string) => new UsageError(`${file} ${reason}; nothing was written`);
  if (await isBehindLink(root, file, before !== undefined)) throw refuse("is behind a link");
  const stats = await lstat(path).catch(() => undefined);
  if (before === undefined) {
    if (stats !== undefined) throw refuse("is there already");
    return { file, path, bytes: Buffer.from(after), before: undefined };
  }
  const known = await readFile(path).catch(() => undefined);
  const mark = known?.subarray(0, 3).equals(Buffer.from(BOM)) === true ? BOM : "";
  if (known === undefined || stats === undefined || !known.equals(Buffer.from(mark + before))) {
    throw refuse("is not what was read, or not in UTF-8");
  }
  if ((stats.mode & 0o200) === 0) throw refuse("can only be read");
  return { file, path, bytes: Buffer.from(mark + after), before: { bytes: known, mode: stats.mode & 0o7777 } };
}

/** Whether a link is on the way to a file, so that it may be anywhere. */
async function isBehindLink(root: string, file: string, isThere: boolean): Promise<boolean> {
  for (const part of [...listFolders(file), ...(isThere ? [file] : [])]) {
    const stats = await lstat(join(root, part)).catch(() => undefined);
    if (stats?.isSymbolicLink() === true) return true;
  }
  return false;
}
