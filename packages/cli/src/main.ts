import { visible } from "@uhp-errors/core/internal";
import { Command, CommanderError, type Option } from "commander";
import { adoptCommand } from "./commands/adopt.ts";
import { adoptionCommand } from "./commands/adoption.ts";
import { checkCommand } from "./commands/check.ts";
import { checkCatalogCommand } from "./commands/check-catalog.ts";
import { compareCommand } from "./commands/compare.ts";
import { explainCommand } from "./commands/explain.ts";
import { exportCommand } from "./commands/export.ts";
import { mockCommand } from "./commands/mock.ts";
import { scanCommand } from "./commands/scan.ts";
import { EXIT, type Exit, ExitError } from "./exit.ts";
import { endHelp, MISUSED } from "./help.ts";
import { OWN_MANIFEST } from "./own-package.ts";
import { safeJson } from "./reports/escape.ts";
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

const EXITS = {
  0: "all is well",
  1: "a rule is broken, or what was looked for is found",
  ...MISUSED,
  3: "the service does not answer",
  4: "the answers say nothing about the service",
} as const;

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
    .version(OWN_MANIFEST.version)
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .exitOverride()
    .showHelpAfterError("(add --help for help)")
    .addHelpText("after", endHelp({ examples: ["check http://127.0.0.1:3000", "help check"], exits: EXITS }));
  for (const command of COMMANDS) {
    program.addCommand(refusingRepeats(command(terminal, end).copyInheritedSettings(program)));
  }
  try {
    await program.parseAsync(withKnownCommand(args, program), { from: "user" });
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.ok;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    if (!(thrown instanceof CommanderError)) terminal.err(`error: ${visible(message, true)}\n`);
    if (args.includes("--json")) terminal.out(safeJson({ error: message.replace(/^error: /, "") }));
    return thrown instanceof ExitError ? thrown.exit : EXIT.usage;
  }
  return exit;
}

/** Leaves a command that does not exist alone: with `--help`, commander would show the help of all commands in its place. */
function withKnownCommand(args: readonly string[], program: Command): readonly string[] {
  const [name = "", ...more] = args[0] === "help" && args.length > 1 ? args.slice(1) : args;
  const isCommand = (word: string) => program.commands.some((command) => command.name() === word);
  if (/^-(?!h$|-help$|V$|-version$)/.test(name) && more.some(isCommand))
    program.error(`error: option '${name}' must come after the command`);
  return name.startsWith("-") || name === "" || isCommand(name) ? args : [name, ...more.filter(isNoHelp)];
}

const isNoHelp = (word: string) => word !== "-h" && word !== "--help";

/** Refuses a second value of what has one, of which commander takes the last. `--json` is a value of `--report` and `--format`. */
function refusingRepeats(command: Command): Command {
  const given = new Map<string, Option>();
  for (const option of command.options.filter(({ defaultValue }) => !Array.isArray(defaultValue))) {
    const value = ["report", "format", "json"].includes(option.name()) ? "form" : option.name();
    command.on(`option:${option.name()}`, () => {
      const earlier = given.get(value);
      if (earlier !== undefined && earlier !== option)
        command.error(`error: option '${option.flags}' cannot be used with option '${earlier.flags}'`);
      if (earlier !== undefined && option.required) command.error(`error: option '${option.flags}' is given twice`);
      given.set(value, option);
    });
  }
  return command;
}
