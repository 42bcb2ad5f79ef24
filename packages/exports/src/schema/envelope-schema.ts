import type { AnyCatalog, Version } from "@uhp-errors/core";
import { answersRequests, NEWEST, type Row, rowsIn } from "../codes/rows.ts";
import type { Json, JsonObject } from "../json/plain.ts";
import { strictErrorSchema } from "./strict.ts";

/** The options of {@link toJsonSchema}. */
export interface JsonSchemaOptions {
  /** The version that clients ask for. Defaults to the newest. */
  readonly version?: Version;
  /**
   * For checking what a service writes: exactly the five fields, only codes that exist, and each code with its type and detail. False by
   * default, for readers, to whom a later service may send more.
   */
  readonly strict?: boolean;
}

/**
 * Makes the JSON Schema (2020-12) of an error response body. Its `#/$defs/error` describes the value of `error`, and `#/$defs/task_error`
 * describes the error in the response object of a task that ended.
 *
 * A reader's schema allows any string as a code, because a list would break readers as soon as a service has a new one.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 */
export function toJsonSchema(
  catalog: AnyCatalog,
  { version = NEWEST, strict = false }: JsonSchemaOptions = {},
): JsonObject {
  const rows = rowsIn(catalog, version);
  const [answers, tasks] = [rows.filter(answersRequests), rows.filter((row) => !answersRequests(row))];
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `An error of ${catalog.vendor}, UHP ${version}`,
    type: "object",
    required: ["error"],
    properties: {
      error: { $ref: "#/$defs/error" },
      detail: { type: "string", deprecated: true, description: "Equal to `error.message`. Read that." },
    },
    ...(strict ? { additionalProperties: false } : {}),
    $defs: strict
      ? { error: strictErrorSchema(answers, version, catalog), task_error: strictErrorSchema(tasks, version) }
      : { error: errorSchema(answers), task_error: errorSchema(tasks) },
  };
}

/** Makes the schema of the five fields, as far as a reader may rely on them. */
export function errorSchema(rows: readonly Row[]): JsonObject {
  return {
    type: "object",
    description: "What went wrong.",
    required: ["type", "code", "message", "param", "detail"],
    properties: {
      type: {
        type: "string",
        description: "The broad class of the error. Go by it when you do not know the code.",
        examples: [...new Set(rows.map(({ type }) => type))],
      },
      code: {
        type: "string",
        description: "The exact reason. There may be new ones at any time.",
        examples: rows.map(({ name }): Json => name),
      },
      message: { type: "string", description: "One sentence that may be shown to a user." },
      param: { type: ["string", "null"], description: "The field at fault as a dotted path, or null." },
      detail: { type: ["object", "null"], description: "What a program needs to act on the code, or null." },
    },
  };
}
