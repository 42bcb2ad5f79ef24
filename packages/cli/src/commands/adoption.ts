import { Command, Option } from "commander";
import { asHtml } from "../adoption/html.ts";
import { summaryIn } from "../adoption/read.ts";
import { asText } from "../adoption/text.ts";
import { EXIT, type Exit } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { readJson } from "../modules/files.ts";
import { safeJson } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";
import { write } from "./export.ts";

const FORMATS = { text: asText, html: asHtml, json: safeJson };

interface Options {
  readonly format: keyof typeof FORMATS;
  readonly output?: string;
}

export function adoptionCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("adoption")
    .description("shows by route what a contract that only reports would have changed")
    .argument("<file>", "the JSON of an adoption report")
    .addOption(new Option("--format <format>", "what to write").choices(Object.keys(FORMATS)).default("text"))
    .option("--output <file>", "where to write it; without it, it is printed")
    .addOption(jsonOption().implies({ format: "json" }))
    .addHelpText(
      "after",
      endHelp({
        examples: ["adoption adoption.json", "adoption adoption.json --format html --output adoption.html"],
        exits: { 0: "it is shown", ...MISUSED },
      }),
    )
    .action(async (file: string, { format, output }: Options) => {
      await write(FORMATS[format](await readJson(file, summaryIn)), output, terminal);
      end(EXIT.ok);
    });
}
