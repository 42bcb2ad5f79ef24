import { type Change, compare } from "@uhp-errors/exports";
import { Command } from "commander";
import { EXIT, type Exit } from "../exit.ts";
import { readJson } from "../modules/files.ts";
import { loadCatalog } from "../modules/load.ts";
import { visible } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";

/** What stands for a change of the catalog as a whole, and for any change. No code is named so. */
const WHOLE = "catalog";
const ALL = "all";

/** `uhp-errors compare <old.json> <module>`. */
export function compareCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("compare")
    .description("tells what changed in a catalog, and fails for a change that breaks its users")
    .argument("<old>", "the catalog as it was: what `export --format json` wrote")
    .argument("<module>", "a file or a package that exports the catalog as it is")
    .option(
      "--allow <code>",
      `accept a breaking change of this code; "${WHOLE}" for the catalog as a whole, "${ALL}" for any`,
      (code: string, before: readonly string[]) => [...before, code],
      [],
    )
    .action(async (old: string, specifier: string, { allow }: { readonly allow: readonly string[] }) => {
      const before = await readJson(old);
      end(report(compare(before, await loadCatalog(specifier)), allow, terminal));
    });
}

function report(changes: readonly Change[], allow: readonly string[], terminal: Terminal): Exit {
  const isAllowed = ({ code }: Change) => allow.includes(ALL) || allow.includes(code ?? WHOLE);
  const breaking = changes.filter((change) => change.level === "major" && !isAllowed(change));
  for (const change of changes) {
    const note = change.level === "major" && isAllowed(change) ? " (allowed)" : "";
    terminal.out(`${change.level.padEnd(5)}  ${visible(change.sentence)}${note}\n`);
  }
  if (changes.length === 0) terminal.out("Nothing changed.\n");
  else if (breaking.length > 0)
    terminal.out(`${breaking.length} of ${changes.length} changes break users of the catalog.\n`);
  else terminal.out(`${changes.length} changes, none of which breaks users of the catalog unless it is allowed.\n`);
  const needless = allow.filter(
    (name) => name !== ALL && !changes.some(({ code, level }) => level === "major" && (code ?? WHOLE) === name),
  );
  for (const name of needless) terminal.err(`warning: --allow ${visible(name)} is not needed\n`);
  return breaking.length > 0 ? EXIT.failed : EXIT.ok;
}
