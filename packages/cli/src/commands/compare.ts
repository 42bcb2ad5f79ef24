import { visible } from "@uhp-errors/core/internal";
import { type Change, compare, toJson } from "@uhp-errors/exports";
import { Command } from "commander";
import { EXIT, type Exit } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { naming, readJson } from "../modules/files.ts";
import { loadCatalog, loadOperationList } from "../modules/load.ts";
import { counted } from "../reports/counted.ts";
import { safeJson } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";

/** Values of `--allow` other than codes: changes that belong to no code, and any change. No code has these names. */
const WHOLE = "catalog";
const ALL = "all";

interface Options {
  readonly allow: readonly string[];
  readonly operations?: string;
  readonly json?: true;
}

export function compareCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("compare")
    .description("tells what changed in a catalog, and fails for a change that breaks its users")
    .argument("<old>", "the catalog as it was: what `export --format json` wrote")
    .argument("<module>", "a file or a package that exports the catalog as it is")
    .option(
      "--allow <code>",
      `accept a breaking change of this code; "${WHOLE}" for changes that belong to no code, "${ALL}" for any`,
      (code: string, before: readonly string[]) => [...before, code],
      [],
    )
    .option("--operations <module>", "what exports the operations as they are, or a JSON file with them")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      endHelp({
        examples: ["compare catalog.json ./catalog.js", "compare catalog.json ./catalog.js --allow acme_gpu_cold"],
        exits: { 0: "no change breaks users", 1: "a change breaks users", ...MISUSED },
      }),
    )
    .action(async (old: string, specifier: string, options: Options) => {
      const before = await readJson(old);
      const catalog = await loadCatalog(specifier);
      const { operations } = options;
      const found = operations === undefined ? {} : { operations: await loadOperationList(operations) };
      if (operations !== undefined) naming(operations, () => toJson(catalog, found));
      const changes = naming(old, () => compare(before, catalog, found));
      end(report(changes, options, terminal));
    });
}

interface JudgedChange extends Change {
  /** Whether it is breaking, and was accepted with `--allow`. */
  readonly allowed: boolean;
}

function report(found: readonly Change[], { allow, json }: Options, terminal: Terminal): Exit {
  const isAllowed = ({ code }: Change) => allow.includes(ALL) || allow.includes(code ?? WHOLE);
  const changes = found.map((change) => ({ ...change, allowed: change.level === "major" && isAllowed(change) }));
  const breaking = changes.filter(({ level, allowed }) => level === "major" && !allowed).length;
  terminal.out(json === true ? safeJson({ breaking, changes }) : describeChanges(changes, breaking));
  const needless = allow.filter(
    (name) => name !== ALL && !changes.some(({ code, level }) => level === "major" && (code ?? WHOLE) === name),
  );
  for (const name of needless) terminal.err(`warning: --allow ${visible(name)} is not needed\n`);
  return breaking > 0 ? EXIT.failed : EXIT.ok;
}

function describeChanges(changes: readonly JudgedChange[], breaking: number): string {
  const lines = changes.map(
    ({ level, sentence, allowed }) => `${level.padEnd(5)}  ${visible(sentence)}${allowed ? " (allowed)" : ""}`,
  );
  const allowed = changes.filter((change) => change.allowed).length;
  return [...lines, summary(changes.length, breaking, allowed), ""].join("\n");
}

function summary(changes: number, breaking: number, allowed: number): string {
  if (changes === 0) return "Nothing changed.";
  const said = [
    ...(breaking > 0 ? [`${breaking} ${breaking === 1 ? "breaks" : "break"} users of the catalog`] : []),
    ...(allowed > 0 ? [`${allowed} would break users and ${allowed === 1 ? "is" : "are"} allowed`] : []),
  ];
  const rest = said.length === 0 ? "nothing breaks users of the catalog" : said.join("; ");
  return `${counted(changes, "change")}; ${rest}.`;
}
