import { type AnyCatalog, BUILT_IN_CODES, CODES, type CodeDefinition, defineCatalog } from "@uhp-errors/core";
import { DETAIL_KINDS, fieldsOf, isSchema, visible } from "@uhp-errors/core/internal";
import { Command } from "commander";
import { EXIT, type Exit } from "../exit.ts";
import { loadCatalog } from "../modules/load.ts";
import type { Terminal } from "../terminal.ts";

export function explainCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("explain")
    .description("says what an error code means, and whether a client may try again")
    .argument("<code>", "a code, such as session_busy or acme_internal_error")
    .option("--catalog <module>", "the module of a catalog, for codes of a vendor's own")
    .action(async (code: string, { catalog }: { readonly catalog?: string }) =>
      end(explain(code, catalog === undefined ? undefined : await loadCatalog(catalog), terminal)),
    );
}

function explain(code: string, catalog: AnyCatalog | undefined, terminal: Terminal): Exit {
  const definition = catalog?.definition(code) ?? known(code);
  if (definition === undefined) {
    const near = nearest(code, Object.keys(catalog?.codes ?? CODES));
    const guess = near === undefined ? "" : ` Did you mean ${near}?`;
    const hint = catalog === undefined ? " For a code of a vendor's own, add --catalog <module>." : "";
    terminal.err(`error: There is no code ${visible(JSON.stringify(code))}.${guess}${hint}\n`);
    return EXIT.failed;
  }
  terminal.out(
    `${lines(code, definition)
      .map((line) => visible(line))
      .join("\n")}\n`,
  );
  return EXIT.ok;
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

function lines(code: string, { status, type, where, since, retry, detail, message, when }: CodeDefinition): string[] {
  return [
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
}

const PLACES = { request: "request", failed_task: "failed task", cancelled_task: "cancelled task" } as const;

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
