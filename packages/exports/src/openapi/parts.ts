import { ERROR_HEADERS, type ErrorKind } from "@uhp-errors/core/internal";
import { exampleEnvelope } from "../codes/example.ts";
import { RETRIES } from "../codes/retries.ts";
import type { Row } from "../codes/rows.ts";
import type { JsonObject } from "../json/plain.ts";

/** Returns the names in a document's components: of the schema of any error, of one code's, and of the responses of single statuses. */
export function nameComponents(vendor: string) {
  const begin = `${capitalized(vendor)}Error`;
  return {
    schema: `${begin}Envelope`,
    ofCode: (code: string) => `${begin}${joined(code.split("_").map(capitalized))}`,
    response: (status: number | "Default") => `${begin}${status}`,
  };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Joins words. An underscore stays between two digits, so that `1_2` and `12` differ. */
function joined(words: readonly string[]): string {
  return words.reduce((before, word) => (/\d$/.test(before) && /^\d/.test(word) ? `${before}_${word}` : before + word));
}

/** Makes the response of one status, with the meaning and an example of each code. */
export function writeResponse(status: number, rows: readonly Row[], schema: JsonObject): JsonObject {
  const has: Readonly<Record<string, (row: Row) => boolean>> = {
    "Retry-After": ({ code, retry }) => mayWait({ code, status, retry: retry.rule }),
    Deprecation: ({ ends }) => Object.hasOwn(ends, "Deprecation"),
    Sunset: ({ ends }) => Object.hasOwn(ends, "Sunset"),
    Link: ({ docs_url: page }) => page !== undefined,
  };
  const headers = Object.entries(HEADERS).filter(([name]) => rows.some((row) => has[name]?.(row)));
  return {
    description: rows
      .map((row) => `- \`${row.name}\`: ${describeMeaning(row)} Retry: ${RETRIES[row.retry.rule]}.`)
      .join("\n"),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    content: writeContent(schema, Object.fromEntries(rows.map((row) => [row.name, { value: exampleEnvelope(row) }]))),
  };
}

/** Makes the response for any status that is not listed. */
export function defaultResponse(schema: JsonObject): JsonObject {
  return { description: "Any other error.", content: writeContent(schema) };
}

export function writeContent(schema: JsonObject, examples?: JsonObject): JsonObject {
  return { "application/json": examples === undefined ? { schema } : { schema, examples } };
}

function mayWait(kind: ErrorKind): boolean {
  return ERROR_HEADERS.some(({ name, when }) => name === "Retry-After" && when(kind));
}

/** The headers of responses that a client acts on. */
export const HEADERS: JsonObject = {
  "Retry-After": {
    description: "Whole seconds after which a retry makes sense, where they are known.",
    schema: { type: "integer", minimum: 0 },
  },
  Deprecation: {
    description: "Since when, or from when on, the version is deprecated: `@` and seconds since 1970 (RFC 9745).",
    schema: { type: "string" },
  },
  Sunset: { description: "When the version ends (RFC 8594).", schema: { type: "string" } },
  Link: { description: 'The page about the code, with rel="help" (RFC 8288).', schema: { type: "string" } },
};

const LINE = new RegExp(
  `^- \`[^\`]+\`: .* Retry: (?:${Object.values(RETRIES)
    .map((text) => text.replace(/[()]/g, "\\$&"))
    .join("|")})\\.$`,
);

export function describesCode(line: string): boolean {
  return LINE.test(line);
}

/** Returns the meaning of a code for a client, as a sentence. The guidance of built-in codes is written for authors of services. */
function describeMeaning({ origin, message, when }: Row): string {
  const meaning = (origin === "built_in" ? message : when).replace(/\s+/g, " ").trim();
  return /[.!?]$/.test(meaning) ? meaning : `${meaning}.`;
}

/** Groups codes by the statuses that they are sent with, in ascending order. */
export function byStatus(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const statuses = [...new Set(rows.flatMap(({ status }) => status))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, rows.filter((row) => row.status.includes(status))]));
}
