import type { AnyCatalog } from "@uhp-errors/core";
import type { Row } from "../codes/rows.ts";
import type { Json, JsonObject } from "../json/plain.ts";

/** As the contract cuts messages and writes paths. */
const MESSAGE = { type: "string", minLength: 1, maxLength: 500, pattern: "^[^\\r\\n]*$" } as const;
const PATH = { type: ["string", "null"], pattern: "^[^.[\\]/\\s]+(?:\\.[^.[\\]/\\s]+)*$" } as const;

/**
 * Exactly the five fields, only codes that exist, and of each code its type and its detail.
 *
 * @param catalog Where a status without a code of its own may be sent, as `acme_http_418`.
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
        anyOf: [names, ...bare.map(({ pattern }) => ({ pattern: `${pattern}[0-9]{2}$` }))],
      },
      message: MESSAGE,
      param: PATH,
      detail: { type: ["object", "null"] },
    },
    allOf: [
      ...rows.map((row) => ruleOf({ const: row.name }, { const: row.type }, detailOf(row, version))),
      ...bare.map(({ pattern, types }) => ruleOf({ pattern }, { enum: types }, undefined)),
    ],
  };
}

function ruleOf(code: JsonObject, type: JsonObject, detail: JsonObject | undefined): JsonObject {
  return {
    if: { properties: { code } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: detail === undefined ? { type } : { type, detail } },
  };
}

/** What a code's detail has to fit; `undefined` where any object does. */
function detailOf({ name, detail, detail_required: isRequired }: Row, version: string): JsonObject | undefined {
  if (detail === null) return undefined;
  // With a name of its own, what it refers to is looked for within it.
  const schema = JSON.stringify(detail).includes('"$ref"')
    ? { $id: `urn:uhp-errors:detail:${version}:${name}`, ...detail }
    : detail;
  return isRequired ? schema : { anyOf: [{ type: "null" }, schema] };
}

/** The names of statuses that have no code of their own, and the types that they may have. */
function bareStatuses(catalog: AnyCatalog): { readonly pattern: string; readonly types: readonly Json[] }[] {
  return [4, 5].map((hundred) => {
    const codes = Array.from({ length: 100 }, (_, rest) => `${catalog.vendor}_http_${hundred * 100 + rest}`);
    const types = codes.flatMap((code) => catalog.definition(code)?.type ?? []);
    return { pattern: `^${catalog.vendor}_http_${hundred}`, types: [...new Set(types)] };
  });
}
