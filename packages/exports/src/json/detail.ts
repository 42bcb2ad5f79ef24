import type { CodeDefinition } from "@uhp-errors/core";
import type { DetailFields } from "@uhp-errors/core/codes";
import {
  attempt,
  checkShape,
  DETAIL_KINDS,
  type DetailKind,
  fieldsOf,
  isRecord,
  isSchema,
  peek,
} from "@uhp-errors/core/internal";
import { type JsonObject, plainJson, readOwn } from "./plain.ts";

/** The description of a code's detail. */
export interface DescribedDetail {
  /** The JSON Schema (2020-12) of the detail as it is sent; null if the definition names no fields. */
  readonly detail: JsonObject | null;
  /** Whether `detail` describes everything in the definition. False for a schema that cannot be rendered as JSON Schema. */
  readonly detail_described: boolean;
  /** Whether an error of the code always has a detail, so that it is never null. */
  readonly detail_required: boolean;
}

/** The JSON Schema of each kind of field, with an example that a reader understands. */
const KINDS: Readonly<Record<DetailKind, JsonObject>> = {
  string: { type: "string" },
  relative_path: { type: "string", pattern: "^(?![\\\\/~]|[A-Za-z]:|file:)[\\s\\S]", examples: ["skills/summary.md"] },
  string_list: { type: "array", items: { type: "string" } },
  nonempty_string_list: { type: "array", items: { type: "string" }, minItems: 1, examples: [["1.0"]] },
  positive_integer: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1_048_576] },
  issue_list: {
    type: "array",
    items: {
      type: "object",
      properties: { param: { type: ["string", "null"] }, message: { type: "string" } },
      required: ["param", "message"],
    },
    examples: [[{ param: "input.0.type", message: "Expected a string." }]],
  },
  nonnegative_number: { type: "number", minimum: 0, examples: [1_500] },
};

/** The detail of a code whose cause is withheld. */
const CORRELATED: DescribedDetail = {
  detail: {
    type: "object",
    properties: {
      correlation_id: {
        type: "string",
        description: "The id under which the operator finds the cause.",
        examples: ["becf513e-67a6-415e-8929-9dd0148992ec"],
      },
    },
    required: ["correlation_id"],
  },
  detail_described: true,
  detail_required: true,
};

/** Standard JSON Schema requires a library to support at least one of these. */
const TARGETS = ["draft-2020-12", "draft-07"];

/** Describes the detail of a code. Never throws. */
export function describeDetail({ detail, correlated }: CodeDefinition): DescribedDetail {
  if (correlated) return CORRELATED;
  if (detail === undefined) return { detail: null, detail_described: true, detail_required: false };
  const fits = attempt(
    () => checkShape(detail, {}).misfit === undefined,
    () => false,
  );
  if (!isSchema(detail)) return { detail: describeFields(detail), detail_described: true, detail_required: !fits };
  const sent = convertSchema(detail, "output");
  return {
    detail: sent === undefined ? { type: "object" } : openFields(sent, convertSchema(detail, "input")),
    detail_described: sent !== undefined,
    detail_required: !fits,
  };
}

function describeFields(fields: DetailFields): JsonObject {
  const described = fieldsOf(fields);
  return {
    type: "object",
    properties: Object.fromEntries(
      described.map(({ name, kind }) => [name, { ...KINDS[kind], description: `${DETAIL_KINDS[kind].means}` }]),
    ),
    required: described.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

/** Returns the JSON Schema of what an error's detail is made from; `undefined` for a schema that cannot describe itself. */
export function describeInput(detail: NonNullable<CodeDefinition["detail"]>): JsonObject | undefined {
  return isSchema(detail) ? convertSchema(detail, "input") : describeFields(detail);
}

/** Returns a schema's input or output as JSON Schema, if it implements Standard JSON Schema (https://standardschema.dev/json-schema). */
function convertSchema(schema: object, side: "input" | "output"): JsonObject | undefined {
  const converter = peek(peek(schema, "~standard"), "jsonSchema");
  const convert = peek(converter, side);
  if (typeof convert !== "function") return undefined;
  for (const target of TARGETS) {
    const converted = attempt<unknown>(
      () => plainJson(convert.call(converter, { target })),
      () => undefined,
    );
    if (isRecord(converted)) {
      const { $schema: _, ...rest } = converted as JsonObject;
      return rest;
    }
  }
  return undefined;
}

/**
 * Makes the schema of a sent detail open to further fields. Some libraries describe their output as closed although their input is not.
 * A later release may add a field, which must not break readers. An object stays closed if its input also rejects further fields.
 */
function openFields(sent: JsonObject, taken: JsonObject | undefined): JsonObject {
  const opened = Object.entries(sent).map(([key, value]) => {
    const other = readOwn(taken, key);
    if (isRecord(value))
      return [key, openFields(value as JsonObject, isRecord(other) ? (other as JsonObject) : undefined)];
    if (!Array.isArray(value)) return [key, value];
    return [
      key,
      value.map((item, index) => {
        const inOther = Array.isArray(other) ? other[index] : undefined;
        return isRecord(item)
          ? openFields(item as JsonObject, isRecord(inOther) ? (inOther as JsonObject) : undefined)
          : item;
      }),
    ];
  });
  const isOpen = sent["additionalProperties"] === false && readOwn(taken, "additionalProperties") !== false;
  return Object.fromEntries(opened.filter(([key]) => !(isOpen && key === "additionalProperties")));
}
