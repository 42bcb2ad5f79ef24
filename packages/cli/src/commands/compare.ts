import { visible } from "@uhp-errors/core/internal";
import { type Change, compare } from "@uhp-errors/exports";
import { Command } from "commander";
import { EXIT, type Exit } from "../exit.ts";
import { readJson } from "../modules/files.ts";
import { loadCatalog, loadOperationList } from "../modules/load.ts";
import type { Terminal } from "../terminal.ts";

/** Values of `--allow` other than codes: changes that belong to no code, and any change. No code has these names. */
const WHOLE = "catalog";
const ALL = "all";

interface Options {
  readonly allow: readonly string[];
  readonly operations?: string;
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
    .action(async (old: string, specifier: string, { allow, operations }: Options) => {
      const before = await readJson(old);
      const found = operations === undefined ? {} : { operations: await loadOperationList(operations) };
      const changes = compare(before, await loadCatalog(specifier), found);
      end(report(changes, allow, terminal));
    });
}

function report(changes: readonly Change[], allow: readonly string[], terminal: Terminal): Exit {
  const isAllowed = ({ code }: Change) => allow.includes(ALL) || allow.includes(code ?? WHOLE);
  const breaking = changes.filter((change) => change.level === "major" && !isAllowed(change));
  for (const change of changes) {
    const note = change.level === "major" && isAllowed(change) ? " (allowed)" : "";
    terminal.out(`${change.level.padEnd(5)}  ${visible(change.sentence)}${note}\n`);
  }
  const allowed = changes.filter((change) => change.level === "major" && isAllowed(change));
  terminal.out(`${summary(changes.length, breaking.length, allowed.length)}\n`);
  const needless = allow.filter(
    (name) => name !== ALL && !changes.some(({ code, level }) => level === "major" && (code ?? WHOLE) === name),
  );
  for (const name of needless) terminal.err(`warning: --allow ${visible(name)} is not needed\n`);
  return breaking.length > 0 ? EXIT.failed : EXIT.ok;
}

function summary(changes: number, breaking: number, allowed: number): string {
  if (changes === 0) return "Nothing changed.";
  const said = [
    ...(breaking > 0 ? [`${breaking} ${breaking === 1 ? "breaks" : "break"} users of the catalog`] : []),
    ...(allowed > 0 ? [`${allowed} would break users and ${allowed === 1 ? "is" : "are"} allowed`] : []),
  ];
  const rest = said.length === 0 ? "nothing breaks users of the catalog" : said.join("; ");
  return `${changes} ${changes === 1 ? "change" : "changes"}; ${rest}.`;
}
