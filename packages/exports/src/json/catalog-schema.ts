import { ERROR_TYPES, RETRY_RULES } from "@uhp-errors/core/codes";

/** The format of the output of `toJson`. A new number means that readers of the old format must change. */
export const FORMAT = 1;

const TEXT = { type: "string", minLength: 1 } as const;
const DATE = { type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" } as const;

const RETRY = {
  type: "object",
  description: "When a client may send the same request again.",
  required: ["rule", "automatic", "waits_for"],
  properties: {
    rule: { type: "string", enum: Object.keys(RETRY_RULES) },
    automatic: {
      type: "boolean",
      description: "Whether a client may do so by itself, if the request is safe or carries an Idempotency-Key.",
    },
    waits_for: {
      type: ["string", "null"],
      description: "What must happen before: backoff, retry_after, session or caller; null when nothing helps.",
    },
  },
} as const;

const CODE = {
  type: "object",
  required: [
    "code",
    "vendor",
    "origin",
    "places",
    "type",
    "status",
    "since",
    "retry",
    "message",
    "when",
    "param",
    "detail",
    "detail_described",
    "detail_required",
  ],
  properties: {
    code: {
      type: "string",
      pattern: "^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$",
      description: "The code, as the newest version names it.",
    },
    vendor: {
      type: ["string", "null"],
      description: "The prefix of whoever added the code; null for a code of the specification.",
    },
    origin: {
      type: "string",
      enum: ["specification", "built_in", "vendor"],
      description: "Who defined it: the specification, the library for every catalog, or the vendor.",
    },
    places: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: ["request", "failed_task", "cancelled_task", "stream"] },
      description:
        "Where the code may appear: in the answer to a request, in the response object of a task, in a stream's last events.",
    },
    type: {
      type: "string",
      enum: Object.keys(ERROR_TYPES),
      description: "What a client goes by that does not know the code.",
    },
    status: {
      type: "array",
      minItems: 1,
      items: { type: "integer", minimum: 200, maximum: 599 },
      description: "The HTTP statuses that it is sent with; the first is the default.",
    },
    since: { ...DATE, description: "The oldest version of the protocol that has the code." },
    retry: RETRY,
    message: { ...TEXT, description: "The message that is sent unless the service gives another." },
    when: { ...TEXT, description: "When a service uses the code." },
    docs_url: { ...TEXT, description: "The address of the page about the code; missing if there are no pages." },
    param: {
      type: "string",
      enum: ["optional"],
      description: "Whether `param` names the field at fault. Any code may name one as a dotted path, or null.",
    },
    detail: {
      type: ["object", "null"],
      description: "JSON Schema, 2020-12, of `detail` as it is sent; null when the definition names no fields.",
    },
    detail_described: {
      type: "boolean",
      description: "Whether `detail` says all: false when the code's schema cannot be told as JSON Schema.",
    },
    detail_required: { type: "boolean", description: "Whether `detail` is never null." },
  },
} as const;

const OPERATION = {
  type: "object",
  required: ["method", "path", "operation_id", "codes"],
  properties: {
    method: { type: "string", pattern: "^[A-Z]+$", description: "The HTTP method." },
    path: { type: "string", pattern: "^/", description: "The path, with each parameter as {name}." },
    operation_id: {
      type: ["string", "null"],
      description: "The operationId of OpenAPI documents; null if it has none.",
    },
    codes: {
      type: "array",
      items: TEXT,
      description: "The declared codes, without those that any operation can answer with.",
    },
  },
} as const;

/**
 * The JSON Schema (2020-12) of the output of `toJson`. The package also has it as a file: `@uhp-errors/exports/catalog.schema.json`. The
 * output may contain fields that it does not name: ignore them.
 */
export const CATALOG_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: `urn:uhp-errors:catalog:${FORMAT}`,
  title: "A catalog of error codes",
  type: "object",
  required: ["format", "vendor", "versions", "codes"],
  properties: {
    format: { type: "integer", const: FORMAT, description: "The format of this document." },
    vendor: {
      ...TEXT,
      description: "The prefix of the codes that every service makes up, such as acme_internal_error.",
    },
    versions: { type: "array", minItems: 1, items: DATE, description: "The versions of the protocol, oldest first." },
    codes: { type: "array", items: CODE, description: "Every code of the catalog, in its order." },
    operations: {
      type: "array",
      items: OPERATION,
      description: "The operations by path and method; missing if none were given.",
    },
  },
} as const;
