import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { isRecord, visible } from "@uhp-errors/core/internal";
import { Command } from "commander";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { afterChanges } from "../adopt/lines.ts";
import { planAdoption } from "../adopt/plan.ts";
import { readProject } from "../adopt/project.ts";
import type { Adoption, Change, Step } from "../adopt/result.ts";
import { EXIT, type Exit, UsageError } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { describeFailure, requireFolder } from "../modules/files.ts";
import { OWN_MANIFEST } from "../own-package.ts";
import { colorsFor } from "../reports/colors.ts";
import { counted } from "../reports/counted.ts";
import { safeJson } from "../reports/escape.ts";
import type { Skipped } from "../scan/finding.ts";
import { readSources, type Source } from "../scan/sources.ts";
import type { Terminal } from "../terminal.ts";
import { listFolders, ownOf } from "./packages.ts";
import { catalogVendor, nameVendor, requirePrefix } from "./vendor.ts";

interface Options {
  readonly vendor?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly reportOnly?: true;
  readonly json?: true;
}

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
    .addOption(jsonOption())
    .addHelpText(
      "after",
      endHelp({
        examples: ["adopt --report-only", "adopt --dry-run", "adopt ./services/orders --vendor acme"],
        exits: { 0: "the change was shown, or written", ...MISUSED },
      }),
    )
    .action(async (folder: string, options: Options) => end(await adopt(folder, options, terminal)));
}

async function adopt(folder: string, options: Options, terminal: Terminal): Promise<Exit> {
  await requireFolder(folder);
  if (options.json !== true) return adoptAsText(folder, options, await plan(folder, options, terminal), terminal);
  if (options.yes !== true && options.dryRun !== true)
    throw new UsageError("--json asks no question; add --dry-run to see the change, or --yes to write it");
  const { changes, steps, skipped } = await plan(folder, options, terminal);
  const written = isUnasked(options) && changes.length > 0;
  if (written) await writeAll(folder, changes);
  const files = changes.map(({ file, before = null, after }) => ({ file, before, after }));
  terminal.out(safeJson({ written, changes: files, steps: written ? afterChanges(steps, changes) : steps, skipped }));
  return EXIT.ok;
}

interface Plan extends Adoption {
  readonly skipped: readonly Skipped[];
}

async function plan(folder: string, { vendor, reportOnly }: Options, terminal: Terminal): Promise<Plan> {
  const manifest = await manifestIn(folder);
  const { sources, skipped } = await ownOf(folder, await readSources(folder, false));
  const prefix = await choosePrefix(folder, vendor, sources, terminal);
  requirePrefix(prefix);
  const project = readProject(sources, manifest, prefix);
  const isTested = await hasContractTest(folder);
  const range = `^${OWN_MANIFEST.version}`;
  const adoption = planAdoption(project, { range, reportOnly: reportOnly === true, isTested });
  return { ...adoption, skipped: [...skipped, ...project.skipped] };
}

/** Whether the change is written without a question. */
function isUnasked({ yes, dryRun }: Options): boolean {
  return yes === true && dryRun !== true;
}

async function adoptAsText(folder: string, options: Options, found: Plan, terminal: Terminal): Promise<Exit> {
  const { changes, steps, skipped } = found;
  const { yes, dryRun } = options;
  for (const change of changes) terminal.out(patchOf(change, terminal));
  const stepsAfter = afterChanges(steps, changes);
  // Where nobody is asked first, only the lines after the change help.
  terminal.out(listSteps("Left for you", isUnasked(options) ? stepsAfter : steps, skipped));
  if (changes.length === 0) terminal.out("Nothing to change.\n");
  if (changes.length === 0 || dryRun === true) return EXIT.ok;
  if (yes !== true) {
    if (!terminal.isInteractive || process.stdin.isTTY !== true)
      throw new UsageError("nobody can be asked here; nothing was written. Pass --yes to write without a question.");
    if (!(await isWanted(changes.length))) {
      terminal.err("Nothing was written.\n");
      return EXIT.ok;
    }
  }
  await writeAll(folder, changes);
  const haveLinesMoved = stepsAfter.some(({ line }, index) => line !== steps[index]?.line);
  if (yes !== true && haveLinesMoved)
    terminal.out(listSteps("Left for you, by the lines after the change", stepsAfter, []));
  const install = changes.some(({ file }) => file === "package.json") ? "Install the packages, then run" : "Run";
  terminal.out(`Wrote ${counted(changes.length, "file")}. ${install} the tests of the service.\n`);
  return EXIT.ok;
}

/** Whether a service has a test with the test kit, or a file where one would be written. That the kit is installed is no sign of a test. */
async function hasContractTest(folder: string): Promise<boolean> {
  const { sources } = await readSources(folder, true);
  return sources.some(
    ({ file, text }) => text.includes("@uhp-errors/testing") || /(?:^|\/)error-contract\.test\.\w+$/.test(file),
  );
}

/** The mark at the start of some files. It stays. */
const BOM = "\ufeff";

/** Returns the prefix of the codes: the catalog's, if the service has one, or else the option's. */
async function choosePrefix(
  folder: string,
  vendor: string | undefined,
  sources: readonly Source[],
  terminal: Terminal,
): Promise<string> {
  const known = catalogVendor(sources);
  if (known !== undefined && vendor !== undefined && known !== vendor)
    throw new UsageError(`the catalog of the service has the prefix ${visible(known)}_; leave --vendor out`);
  const chosen = known ?? vendor;
  if (chosen !== undefined) return chosen;
  const proposed = await nameVendor(folder);
  terminal.err(`The codes get the prefix ${visible(proposed)}_. Pass another one as --vendor.\n`);
  return proposed;
}

async function manifestIn(folder: string): Promise<string> {
  try {
    const text = (await readFile(join(folder, "package.json"), "utf8")).replace(BOM, "");
    const manifest: unknown = JSON.parse(text);
    if (!isRecord(manifest)) throw new TypeError("it is no object");
    for (const field of ["dependencies", "devDependencies"]) {
      if (Object.hasOwn(manifest, field) && !isRecord(manifest[field]))
        throw new TypeError(`its \`${field}\` is no object`);
    }
    return text;
  } catch (thrown) {
    const reason = visible(describeFailure(thrown, "there is none"));
    throw new UsageError(`${visible(folder)} needs a package.json that can be read: ${reason}`);
  }
}

function patchOf({ file, before, after }: Change, terminal: Terminal): string {
  const name = visible(file);
  const [from, to] = [before === undefined ? "/dev/null" : `a/${name}`, `b/${name}`];
  const patch = createTwoFilesPatch(from, to, before ?? "", after, "", "", {
    context: 2,
    headerOptions: FILE_HEADERS_ONLY,
  });
  const { green, red } = colorsFor(terminal);
  return patch
    .split("\n")
    .map((line) => line.replace(/\t?\r?$/, "").replace(/[^\t]+/g, (part) => visible(part)))
    .map((line) => (line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line))
    .join("\n");
}

function listSteps(title: string, steps: readonly Step[], skipped: readonly Skipped[]): string {
  const lines = [
    ...steps.map(({ file, line, says }) => `${file}:${line}  ${says}`),
    ...skipped.map(({ file, reason }) => `${file}  Not looked at: ${reason}.`),
  ];
  return lines.length === 0 ? "" : `\n${title}:\n${lines.map((line) => `  ${visible(line)}\n`).join("")}\n`;
}

async function isWanted(count: number): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // The end of the input is an answer, too.
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const question = `${count === 1 ? "Write this file?" : `Write these ${count} files?`} [y/N] `;
  const answer = await Promise.race([lines.question(question), ended]);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Writes all changes. Nothing is written if a file has changed since it was read, or if one cannot be written. */
async function writeAll(folder: string, changes: readonly Change[]): Promise<void> {
  const root = await realpath(folder);
  const files = await Promise.all(changes.map((change) => readyToWrite(root, change)));
  const undo: (() => Promise<void>)[] = [];
  const staged: { readonly from: string; readonly to: ReadyFile }[] = [];
  let at = "";
  try {
    for (const to of files) {
      at = to.file;
      const made = await mkdir(dirname(to.path), { recursive: true });
      if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }));
      const from = `${to.path}.${randomUUID()}.tmp`;
      undo.push(() => rm(from, { force: true }));
      await writeFile(from, to.bytes, { flag: "wx" });
      if (to.before !== undefined) await chmod(from, to.before.mode);
      staged.push({ from, to });
    }
    for (const { from, to } of staged) {
      at = to.file;
      const { path, before } = to;
      undo.push(() => (before === undefined ? rm(path, { force: true }) : writeFile(path, before.bytes)));
      await rename(from, path);
    }
  } catch (thrown) {
    for (const step of undo.reverse()) await step();
    throw new UsageError(`${at} cannot be written: ${(thrown as Error).message}; nothing was written`);
  }
}

interface ReadyFile {
  readonly file: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** What is in the file; `undefined` for a new one. */
  readonly before: { readonly bytes: Buffer; readonly mode: number } | undefined;
}

/** @throws UsageError if a file is not as it was, or if it must not be written */
async function readyToWrite(root: string, { file, before, after }: Change): Promise<ReadyFile> {
  const path = join(root, file);
  const refuse = (reason: string) => new UsageError(`${file} ${reason}; nothing was written`);
  // Behind a link, a file may be anywhere.
  for (const part of before === undefined ? listFolders(file) : [...listFolders(file), file]) {
    const stats = await lstat(join(root, part)).catch(() => undefined);
    if (stats?.isSymbolicLink() === true) throw refuse("is behind a link");
  }
  const stats = await lstat(path).catch(() => undefined);
  if (before === undefined) {
    if (stats !== undefined) throw refuse("is there already");
    return { file, path, bytes: Buffer.from(after), before: undefined };
  }
  const bytes = await readFile(path).catch(() => Buffer.of());
  const mark = bytes.subarray(0, 3).equals(Buffer.from(BOM)) ? BOM : "";
  if (stats === undefined || !bytes.equals(Buffer.from(mark + before)))
    throw refuse("is not what was read, or not in UTF-8");
  if ((stats.mode & 0o200) === 0) throw refuse("can only be read");
  return { file, path, bytes: Buffer.from(mark + after), before: { bytes, mode: stats.mode & 0o7777 } };
}
