import { Command, Option } from "commander";
import { asHtml } from "../adoption/html.ts";
import { summaryIn } from "../adoption/read.ts";
import { asText } from "../adoption/text.ts";
import { EXIT, type Exit } from "../exit.ts";
import { readJson } from "../modules/files.ts";
import type { Terminal } from "../terminal.ts";
import { write } from "./export.ts";

const FORMATS = { text: asText, html: asHtml };

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
    .action(async (file: string, { format, output }: Options) => {
      await write(FORMATS[format](summaryIn(await readJson(file))), output, terminal);
      end(EXIT.ok);
    });
}
