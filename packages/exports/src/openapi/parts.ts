import { exampleEnvelope } from "../codes/example.ts";
import { RETRIES } from "../codes/retries.ts";
import type { Row } from "../codes/rows.ts";
import type { Json, JsonObject } from "../json/plain.ts";

/** Which OpenAPI a document is written in: 3.0 has words of its own for null. */
export type Dialect = "3.0" | "3.1";

/** What the one schema, and the responses of single statuses, are called among a document's components. */
export function namesOf(vendor: string) {
  const begin = vendor.charAt(0).toUpperCase() + vendor.slice(1);
  return { schema: `${begin}ErrorEnvelope`, response: (status: number | "Default") => `${begin}Error${status}` };
}

/**
 * The one schema of all errors. Types and codes are texts with the known values beside them: generators make closed lists of an
 * `enum`, and programs with such a list break on the day of a new code.
 */
export function envelopeSchema(rows: readonly Row[], dialect: Dialect): JsonObject {
  return {
    type: "object",
    description: "The body of every error response.",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["type", "code", "message", "param", "detail"],
        properties: {
          type: {
            type: "string",
            description: "The broad class of the error. Go by it when you do not know the code.",
            "x-extensible-enum": [...new Set(rows.map(({ type }): Json => type))],
          },
          code: {
            type: "string",
            description: "The exact reason. There may be new ones at any time.",
            "x-extensible-enum": rows.map(({ name }): Json => name),
          },
          message: { type: "string", description: "One sentence that may be shown to a user." },
          param: {
            ...orNull("string", dialect),
            description: "The field at fault as a dotted path, such as input.0.type, or null.",
          },
          detail: {
            ...orNull("object", dialect),
            description: "What a program needs to act on the code, or null.",
            additionalProperties: true,
          },
        },
      },
    },
  };
}

function orNull(type: string, dialect: Dialect): JsonObject {
  return dialect === "3.0" ? { type, nullable: true } : { type: [type, "null"] };
}

/** The response of one status: what each code means, and an example of each. */
export function responseOf(status: number, rows: readonly Row[], schema: string): JsonObject {
  const headers = status === 503 || rows.some(({ retry }) => retry.rule === "retry_after");
  return {
    description: descriptionOf(rows),
    ...(headers ? { headers: RETRY_AFTER } : {}),
    content: contentOf(schema, Object.fromEntries(rows.map((row) => [row.name, exampleOf(row)]))),
  };
}

/** The response of any status that is not listed. */
export function defaultResponse(schema: string): JsonObject {
  return { description: "Any other error.", content: contentOf(schema) };
}

function contentOf(schema: string, examples?: JsonObject): JsonObject {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } };
  return { "application/json": examples === undefined ? media : { ...media, examples } };
}

const RETRY_AFTER: JsonObject = {
  "Retry-After": {
    description: "Whole seconds after which a retry makes sense, where they are known.",
    schema: { type: "integer", minimum: 0 },
  },
};

/** Pages show an example by its key, the code. */
function exampleOf(row: Row): JsonObject {
  return { value: exampleEnvelope(row) };
}

function descriptionOf(rows: readonly Row[]): string {
  return rows.map((row) => `- \`${row.name}\`: ${meaningOf(row)} Retry: ${RETRIES[row.retry.rule]}.`).join("\n");
}

/** What a code means to a client, as a sentence. The guidance of codes that every service has speaks to those who write services. */
function meaningOf({ origin, message, when }: Row): string {
  const meaning = (origin === "built_in" ? message : when).replace(/\s+/g, " ").trim();
  return /[.!?]$/.test(meaning) ? meaning : `${meaning}.`;
}

/** Codes by the statuses that they are sent with, in the order of the statuses. */
export function byStatus(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const statuses = [...new Set(rows.flatMap(({ status }) => status))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, rows.filter((row) => row.status.includes(status))]));
}
