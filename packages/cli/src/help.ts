import { Option } from "commander";
import type { Exit } from "./exit.ts";
import { locateReadme, OWN_MANIFEST } from "./own-package.ts";

interface HelpEnd {
  /** What follows `npx uhp-errors` in each example. */
  readonly examples: readonly string[];
  readonly exits: { readonly [Status in Exit]?: string };
}

/** Writes how a help ends: with examples, the exit statuses, and where to read on. */
export function endHelp({ examples, exits }: HelpEnd): string {
  return `
Examples:
${examples.map((example) => `  $ npx uhp-errors ${example}\n`).join("")}
Exit status:
${Object.entries(exits)
  .map(([status, means]) => `  ${status}  ${means}\n`)
  .join("")}
Read on: ${locateReadme(OWN_MANIFEST)}`;
}

/** The exit status of every command that is called wrongly. */
export const MISUSED = { 2: "the command was called wrongly, or cannot use a file that it was given" } as const;

/** The option by which a command prints JSON alone. */
export const jsonOption = () => new Option("--json", "print one JSON document, and nothing else");
