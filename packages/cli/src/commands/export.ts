import { type AnyCatalog, type Operation, VERSIONS, type Version } from "@uhp-errors/core";
import { visible } from "@uhp-errors/core/internal";
import {
  type DescribeOptions,
  toConstants,
  toEnvoy,
  toHtml,
  toJson,
  toJsonSchema,
  toMarkdown,
  toNginx,
  toOpenApi,
  toOverlay,
} from "@uhp-errors/exports";
import { Command, Option } from "commander";
import { EXIT, type Exit, UsageError } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { naming, writeText } from "../modules/files.ts";
import { loadCheckedCatalog, loadOperationList, loadOperations } from "../modules/load.ts";
import type { Terminal } from "../terminal.ts";

type DeclaredOperations = NonNullable<DescribeOptions["operations"]>;

interface Wanted {
  readonly version: Version;
  readonly operations?: unknown;
  readonly closed: boolean;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const FORMATS = {
  json: (catalog, { operations }) =>
    json(toJson(catalog, operations === undefined ? {} : { operations: operations as readonly Operation[] })),
  "json-schema": (catalog, { version }) => json(toJsonSchema(catalog, { version })),
  openapi: (catalog, { version, closed }) => json(toOpenApi(catalog, { version, closed })),
  overlay: (catalog, { version, operations, closed }) => {
    const found = operations === undefined ? {} : { operations: operations as DeclaredOperations };
    return json(toOverlay(catalog, { version, closed, ...found }));
  },
  markdown: (catalog, { version }) => toMarkdown(catalog, { version }),
  html: (catalog, { version }) => toHtml(catalog, { version }),
  typescript: (catalog) => toConstants(catalog, "typescript"),
  python: (catalog) => toConstants(catalog, "python"),
  go: (catalog) => toConstants(catalog, "go"),
  nginx: (catalog, { version }) => toNginx(catalog, { version }),
  envoy: (catalog, { version }) => json(toEnvoy(catalog, { version })),
} as const satisfies Readonly<Record<string, (catalog: AnyCatalog, wanted: Wanted) => string>>;

interface Options {
  readonly format: keyof typeof FORMATS;
  readonly protocol: Version;
  readonly operations?: string;
  readonly closed?: true;
  readonly output?: string;
}

export function exportCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("export")
    .description(
      "writes a catalog as JSON, a schema, OpenAPI, a reference for people, constants of a language, or a gateway's errors",
    )
    .argument("<module>", "a file or a package that exports a catalog")
    .addOption(new Option("--format <format>", "what to write").choices(Object.keys(FORMATS)).makeOptionMandatory())
    .addOption(
      new Option("--protocol <version>", "the version of the specification that clients ask for")
        .choices(VERSIONS)
        .default(VERSIONS.at(-1)),
    )
    .option("--operations <module>", "for json and overlay: what exports the operations, or a JSON file with them")
    .option("--closed", "for openapi and overlay: allow no other codes")
    .option("--output <file>", "where to write it; without it, it is printed")
    .addOption(jsonOption().implies({ format: "json" }))
    .addHelpText(
      "after",
      endHelp({
        examples: [
          "export ./catalog.js --format openapi --output errors.json",
          "export ./catalog.js --format python --output acme_errors.py",
          "export ./catalog.js --json > catalog.json",
        ],
        exits: { 0: "it is written", ...MISUSED },
      }),
    )
    .action(async (specifier: string, options: Options) => {
      await write(await exported(specifier, options), options.output, terminal);
      end(EXIT.ok);
    });
}

async function exported(specifier: string, { format, protocol, operations, closed }: Options): Promise<string> {
  if (operations !== undefined && format !== "overlay" && format !== "json") {
    throw new UsageError("--operations is for --format overlay and --format json");
  }
  if (closed === true && format !== "overlay" && format !== "openapi") {
    throw new UsageError("--closed is for --format overlay and --format openapi");
  }
  const catalog = await loadCheckedCatalog(specifier);
  const load = format === "json" ? loadOperationList : loadOperations;
  const found = operations === undefined ? {} : { operations: await load(operations) };
  return naming(operations ?? specifier, () =>
    FORMATS[format](catalog, { version: protocol, closed: closed === true, ...found }),
  );
}

/** Writes a result to a file, or prints it. @throws UsageError if the file cannot be written */
export async function write(text: string, file: string | undefined, terminal: Terminal): Promise<void> {
  if (file === undefined) return terminal.out(text);
  await writeText(file, text);
  terminal.err(`wrote ${visible(file)}\n`);
}
