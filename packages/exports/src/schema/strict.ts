import type { AnyCatalog } from "@uhp-errors/core";
import type { Row } from "../codes/rows.ts";
import type { Json, JsonObject } from "../json/plain.ts";

/** The limits of a message, and the form of a path, that the contract allows. */
const MESSAGE = { type: "string", minLength: 1, maxLength: 500, pattern: "^[^\\r\\n]*$" } as const;
const PATH = { type: ["string", "null"], pattern: "^[^.[\\]/\\s]+(?:\\.[^.[\\]/\\s]+)*$" } as const;

/**
 * Makes the schema of exactly the five fields, with only codes that exist, and each code with its type and detail.
 *
 * @param catalog Set if statuses without their own code may be sent, such as `acme_http_418`.
 */
export function strictErrorSchema(rows: readonly Row[], version: string, catalog?: AnyCatalog): JsonObject {
  const bare = catalog === undefined ? [] : bareStatuses(catalog);
  const names = { enum: rows.map(({ name }): Json => name) };
  return {
    type: "object",
    required: ["type", "code", "message", "param", "detail"],
    additionalProperties: false,
    properties: {
      type: { type: "string" },
      code: {
        type: "string",
        anyOf: [names, ...bare.map(({ prefix }) => ({ pattern: `^${prefix}[0-9]{2}$` }))],
      },
      message: MESSAGE,
      param: PATH,
      detail: { type: ["object", "null"] },
    },
    allOf: [
      ...rows.map((row) => writeRule({ const: row.name }, { const: row.type }, detailSchema(row, version))),
      ...bare.map(({ prefix, types }) => writeRule({ pattern: `^${prefix}` }, { enum: types }, undefined)),
    ],
  };
}

function writeRule(code: JsonObject, type: JsonObject, detail: JsonObject | undefined): JsonObject {
  return {
    if: { properties: { code } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: detail === undefined ? { type } : { type, detail } },
  };
}

/** Returns the schema of a code's detail; `undefined` if any object fits. */
function detailSchema({ name, detail, detail_required: isRequired }: Row, version: string): JsonObject | undefined {
  if (detail === null) return undefined;
  // With its own `$id`, its references are resolved within it.
  const schema = JSON.stringify(detail).includes('"$ref"')
    ? { $id: `urn:uhp-errors:detail:${version}:${name}`, ...detail }
    : detail;
  return isRequired ? schema : { anyOf: [{ type: "null" }, schema] };
}

/** Returns how codes of statuses without a code of their own begin, `acme_http_4` and `acme_http_5`, and the types that they may have. */
function bareStatuses(catalog: AnyCatalog): { readonly prefix: string; readonly types: readonly Json[] }[] {
  return [4, 5].map((hundred) => {
    const codes = Array.from({ length: 100 }, (_, rest) => `${catalog.vendor}_http_${hundred * 100 + rest}`);
    const types = codes.flatMap((code) => catalog.definition(code)?.type ?? []);
    return { prefix: `${catalog.vendor}_http_${hundred}`, types: [...new Set(types)] };
  });
}
