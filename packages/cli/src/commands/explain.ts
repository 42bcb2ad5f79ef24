import { type AnyCatalog, BUILT_IN_CODES, CODES, type CodeDefinition, defineCatalog } from "@uhp-errors/core";
import { DETAIL_KINDS, fieldsOf, isSchema, visible } from "@uhp-errors/core/internal";
import { type CodeJson, toJson } from "@uhp-errors/exports";
import { Command } from "commander";
import { EXIT, type Exit, ExitError } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { loadCatalog } from "../modules/load.ts";
import { safeJson } from "../reports/escape.ts";
import type { Terminal } from "../terminal.ts";

export function explainCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("explain")
    .description("says what an error code means, and whether a client may try again")
    .argument("<code>", "a code, such as session_busy or acme_internal_error")
    .option("--catalog <module>", "the module of a catalog, for codes of a vendor's own")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      endHelp({
        examples: ["explain session_busy", "explain acme_gpu_cold --catalog ./catalog.js"],
        exits: { 0: "the code is explained", 1: "there is no such code", ...MISUSED },
      }),
    )
    .action(async (code: string, { catalog: specifier, json }: Options) => {
      const catalog = specifier === undefined ? undefined : await loadCatalog(specifier);
      const definition = requireDefinition(code, catalog);
      terminal.out(json === true ? safeJson(codeJson(code, definition, catalog)) : describe(code, definition));
      end(EXIT.ok);
    });
}

interface Options {
  readonly catalog?: string;
  readonly json?: true;
}

/** @throws ExitError if there is no such code */
function requireDefinition(code: string, catalog: AnyCatalog | undefined): CodeDefinition {
  const definition = catalog?.definition(code) ?? known(code);
  if (definition !== undefined) return definition;
  const near = nearest(code, Object.keys(catalog?.codes ?? CODES));
  const guess = near === undefined ? "" : ` Did you mean ${near}?`;
  const hint = catalog === undefined ? " For a code of a vendor's own, add --catalog <module>." : "";
  throw new ExitError(`There is no code ${JSON.stringify(code)}.${guess}${hint}`, EXIT.failed);
}

/** Returns the definition of a code of the specification, or of one that every catalog has under its own prefix. */
function known(code: string): CodeDefinition | undefined {
  const codes: Readonly<Record<string, CodeDefinition>> = CODES;
  if (Object.hasOwn(codes, code)) return codes[code];
  const [, vendor = "", name = ""] = /^([^_]+)_(.+)$/.exec(code) ?? [];
  if (!Object.hasOwn(BUILT_IN_CODES, name) && !/^http_[45]\d\d$/.test(name)) return undefined;
  try {
    // The catalog decides whether the prefix is valid.
    return (defineCatalog({ vendor: vendor as "acme" }) as AnyCatalog).definition(code);
  } catch {
    return undefined;
  }
}

/** Describes a code as the export of a catalog does. */
function codeJson(code: string, definition: CodeDefinition, catalog: AnyCatalog | undefined): CodeJson {
  const only = { ...catalog, codes: { [code]: definition }, definition: () => definition } as unknown as AnyCatalog;
  const [row] = toJson(only).codes as readonly [CodeJson];
  // A catalog does not list the codes of single statuses, such as `acme_http_418`.
  return row.origin === "vendor" && known(code) !== undefined ? { ...row, origin: "built_in" } : row;
}

function describe(code: string, definition: CodeDefinition): string {
  const { status, type, where, since, retry, detail, message, when } = definition;
  const lines = [
    code,
    `  ${when}`,
    "",
    `  status   ${where === "request" ? [status].flat().join(" or ") : `200, inside the response object of a ${PLACES[where]}`}`,
    `  type     ${type}`,
    `  since    ${since}`,
    `  retry    ${RETRIES[retry]}`,
    `  message  ${message}`,
    ...(detail === undefined ? [] : [`  detail   ${detailOf(detail)}`]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

const PLACES = { failed_task: "failed task", cancelled_task: "cancelled task" } as const;

const RETRIES: Readonly<Record<CodeDefinition["retry"], string>> = {
  never: "no: the same request fails the same way",
  backoff: "yes, after a delay that grows with each attempt",
  retry_after: "yes, after the time in Retry-After",
  session_terminal: "yes, once the task that runs in the session has ended",
  client_judgement: "the caller decides: the task has used real resources",
};

function detailOf(detail: NonNullable<CodeDefinition["detail"]>): string {
  if (isSchema(detail)) return "an object, by a schema of the vendor's";
  return fieldsOf(detail)
    .map(({ name, kind, optional }) => `${name} (${DETAIL_KINDS[kind].means}${optional ? ", optional" : ""})`)
    .join(", ");
}

function nearest(code: string, codes: readonly string[]): string | undefined {
  const given = code.slice(0, 100).toLowerCase();
  const ranked = codes.map((one) => [one, distance(given, one)] as const).sort(([, one], [, other]) => one - other);
  const [best] = ranked;
  return best !== undefined && best[1] <= Math.max(2, given.length / 4) ? best[0] : undefined;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      next.push(Math.min((next[to - 1] ?? 0) + 1, (row[to] ?? 0) + 1, (row[to - 1] ?? 0) + same));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
