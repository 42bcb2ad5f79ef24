import { visible } from "@uhp-errors/core/internal";
import { Command, CommanderError } from "commander";
import { adoptCommand } from "./commands/adopt.ts";
import { adoptionCommand } from "./commands/adoption.ts";
import { checkCommand } from "./commands/check.ts";
import { checkCatalogCommand } from "./commands/check-catalog.ts";
import { compareCommand } from "./commands/compare.ts";
import { explainCommand } from "./commands/explain.ts";
import { exportCommand } from "./commands/export.ts";
import { mockCommand } from "./commands/mock.ts";
import { scanCommand } from "./commands/scan.ts";
import { EXIT, type Exit } from "./exit.ts";
import { ownTerminal, type Terminal } from "./terminal.ts";

const COMMANDS = [
  checkCommand,
  explainCommand,
  checkCatalogCommand,
  exportCommand,
  compareCommand,
  mockCommand,
  scanCommand,
  adoptCommand,
  adoptionCommand,
];

/**
 * Runs the command `uhp-errors`. Never rejects.
 *
 * @param args The arguments after the command's name.
 * @param terminal Where it writes. Defaults to the terminal of this process.
 * @returns The exit status: 0 if everything is fine, 1 for a broken rule or a stale baseline, 2 if it was called
 * wrongly, 3 if the service does not respond, 4 if the responses say nothing about it.
 * @example
 * process.exitCode = await main(["check", "http://127.0.0.1:3000"]);
 */
export async function main(args: readonly string[], terminal: Terminal = ownTerminal()): Promise<Exit> {
  let exit: Exit = EXIT.ok;
  const end = (status: Exit) => {
    exit = status;
  };
  const program = new Command("uhp-errors")
    .description("checks services and catalogs of errors by the Unified Harness Protocol (UHP)")
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .exitOverride()
    .showHelpAfterError("(add --help for help)");
  for (const command of COMMANDS) {
    program.addCommand(command(terminal, end).copyInheritedSettings(program));
  }
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(`error: ${visible(thrown instanceof Error ? thrown.message : String(thrown), true)}\n`);
    return EXIT.usage;
  }
  return exit;
}
