import type { Row } from "../codes/rows.ts";
import type { Json, JsonObject } from "../json/plain.ts";
import { type Dialect, detailInOpenApi } from "./detail-schema.ts";
import { nameComponents } from "./parts.ts";

/** The schemas of a document's errors. Those that responses refer to become components. */
export class ErrorSchemas {
  readonly #rows: readonly Row[];
  readonly #dialect: Dialect;
  readonly #envelope: string;
  readonly #names: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  constructor(rows: readonly Row[], vendor: string, dialect: Dialect) {
    this.#rows = rows;
    this.#dialect = dialect;
    this.#envelope = nameComponents(vendor).schema;
    this.#names = schemaNames(rows, vendor);
  }

  any(): JsonObject {
    return this.#reference(this.#envelope);
  }

  /** Returns the schema of a response with one of these codes; unless it is closed, with any other code as well. */
  oneOf(rows: readonly Row[], closed: boolean): JsonObject {
    const codes = rows.map(({ code }) => this.#reference(this.#names.get(code) ?? this.#envelope));
    if (!closed) return { anyOf: [...codes, this.any()] };
    return codes.length === 1 && codes[0] !== undefined ? codes[0] : { oneOf: codes };
  }

  /** Returns the components that the returned schemas refer to. */
  components(): readonly (readonly [name: string, schema: JsonObject])[] {
    const codes = this.#rows.flatMap((row) => {
      const name = this.#names.get(row.code) ?? "";
      return this.#used.has(name) ? codeSchemas(row, name, this.#dialect) : [];
    });
    const envelope = [this.#envelope, envelopeSchema(this.#rows, this.#dialect)] as const;
    return this.#used.has(this.#envelope) ? [envelope, ...codes] : codes;
  }

  #reference(name: string): JsonObject {
    this.#used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/**
 * Names the schema of each code: `AcmeErrorOrderClosed` for `acme_order_closed`. A name that is taken has the prefix in it as well. Names
 * that differ only by case count as the same: generators write a file for each.
 */
function schemaNames(rows: readonly Row[], vendor: string): ReadonlyMap<string, string> {
  const { schema, ofCode } = nameComponents(vendor);
  const taken = new Set([schema.toLowerCase()]);
  return new Map(
    rows.map(({ code, name }) => {
      const short = name.startsWith(`${vendor}_`) ? name.slice(vendor.length + 1) : name;
      const candidates = [short, name, ...rows.map((_, index) => `${name}_${index + 2}`)].map(ofCode);
      const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? short;
      taken.add(free.toLowerCase());
      return [code, free];
    }),
  );
}

/** Makes the schema of an error with one code, and those that it refers to. */
function codeSchemas(row: Row, name: string, dialect: Dialect): (readonly [string, JsonObject])[] {
  const { detail, components } = detailSchema(row, `${name}_Detail`, dialect);
  const fields = { type: oneValue(row.type, dialect), code: oneValue(row.name, dialect), detail };
  const facts: JsonObject = row.docs_url === undefined ? {} : { externalDocs: { url: row.docs_url } };
  return [[name, wrapEnvelope(fields, dialect, facts)], ...components];
}

function oneValue(value: string, dialect: Dialect): JsonObject {
  return dialect === "3.0" ? { type: "string", enum: [value] } : { type: "string", const: value };
}

function detailSchema(row: Row, name: string, dialect: Dialect) {
  const described =
    row.detail !== null && row.detail_described ? detailInOpenApi(row.detail, name, dialect) : undefined;
  if (described === undefined) {
    const any = {
      ...(row.detail_required ? { type: "object" } : orNull("object", dialect)),
      additionalProperties: true,
    };
    return { detail: any, components: [] };
  }
  const { schema, components } = described;
  if (row.detail_required) return { detail: schema, components };
  if (dialect === "3.1") return { detail: { anyOf: [schema, { type: "null" }] }, components };
  const base = Object.hasOwn(schema, "$ref") ? { type: "object", allOf: [schema] } : schema;
  return { detail: { ...base, nullable: true }, components };
}

const MESSAGE: JsonObject = { type: "string", description: "One sentence that may be shown to a user." };

function paramSchema(dialect: Dialect): JsonObject {
  return {
    ...orNull("string", dialect),
    description: "The field at fault as a dotted path, such as input.0.type, or null.",
  };
}

/**
 * Makes the schema of any error. Types and codes are strings, with the known values in an extension. Generators turn an `enum` into a
 * closed list, and programs with such a list break when a new code appears.
 */
function envelopeSchema(rows: readonly Row[], dialect: Dialect): JsonObject {
  const fields = {
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
    detail: {
      ...orNull("object", dialect),
      description: "What a program needs to act on the code, or null.",
      additionalProperties: true,
    },
  };
  return wrapEnvelope(fields, dialect, { description: "The body of every error response." });
}

function wrapEnvelope(
  { type, code, detail }: Readonly<Record<"type" | "code" | "detail", JsonObject>>,
  dialect: Dialect,
  facts: JsonObject,
): JsonObject {
  const error = {
    type: "object",
    required: ["type", "code", "message", "param", "detail"],
    properties: { type, code, message: MESSAGE, param: paramSchema(dialect), detail },
  };
  return { type: "object", ...facts, required: ["error"], properties: { error } };
}

function orNull(type: string, dialect: Dialect): JsonObject {
  return dialect === "3.0" ? { type, nullable: true } : { type: [type, "null"] };
}
