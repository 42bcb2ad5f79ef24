import { writeFile } from "node:fs/promises";
import { type AnyCatalog, VERSIONS, type Version } from "@uhp-errors/core";
import {
  type Operations,
  toConstants,
  toHtml,
  toJson,
  toJsonSchema,
  toMarkdown,
  toOpenApi,
  toOverlay,
} from "@uhp-errors/exports";
import { Command, Option } from "commander";
import { EXIT, type Exit, UsageError } from "../exit.ts";
import { readJson } from "../modules/files.ts";
import { loadCatalog } from "../modules/load.ts";
import { visible } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";

interface Wanted {
  readonly version: Version;
  readonly operations: Operations<string> | undefined;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** What a catalog can be made into. */
const FORMATS = {
  json: (catalog) => json(toJson(catalog)),
  "json-schema": (catalog, { version }) => json(toJsonSchema(catalog, version)),
  openapi: (catalog, { version }) => json(toOpenApi(catalog, version)),
  overlay: (catalog, { version, operations }) =>
    json(toOverlay(catalog, operations === undefined ? { version } : { version, operations })),
  markdown: (catalog, { version }) => toMarkdown(catalog, { version }),
  html: (catalog, { version }) => toHtml(catalog, { version }),
  typescript: (catalog) => toConstants(catalog, "typescript"),
  python: (catalog) => toConstants(catalog, "python"),
  go: (catalog) => toConstants(catalog, "go"),
} as const satisfies Readonly<Record<string, (catalog: AnyCatalog, wanted: Wanted) => string>>;

interface Options {
  readonly format: keyof typeof FORMATS;
  readonly protocol: Version;
  readonly operations?: string;
  readonly output?: string;
}

/** `uhp-errors export <module> --format <format>`. */
export function exportCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("export")
    .description("writes a catalog as JSON, a schema, OpenAPI, a reference for people, or constants of a language")
    .argument("<module>", "a file or a package that exports a catalog")
    .addOption(new Option("--format <format>", "what to write").choices(Object.keys(FORMATS)).makeOptionMandatory())
    .addOption(
      new Option("--protocol <version>", "the version of the specification that clients ask for")
        .choices(VERSIONS)
        .default(VERSIONS.at(-1)),
    )
    .option("--operations <file>", "for an overlay: the codes of each operation, as JSON")
    .option("--output <file>", "where to write it; without it, it is printed")
    .action(async (specifier: string, options: Options) => {
      await write(await exported(specifier, options), options.output, terminal);
      end(EXIT.ok);
    });
}

async function exported(specifier: string, { format, protocol, operations }: Options): Promise<string> {
  if (operations !== undefined && format !== "overlay") throw new UsageError("--operations is for --format overlay");
  const wanted: Wanted = {
    version: protocol,
    operations: operations === undefined ? undefined : ((await readJson(operations)) as Operations<string>),
  };
  return FORMATS[format](await loadCatalog(specifier), wanted);
}

async function write(text: string, file: string | undefined, terminal: Terminal): Promise<void> {
  if (file === undefined) return terminal.out(text);
  try {
    await writeFile(file, text);
  } catch (thrown) {
    throw new UsageError(`${file} cannot be written: ${(thrown as Error).message}`);
  }
  terminal.err(`wrote ${visible(file)}\n`);
}
