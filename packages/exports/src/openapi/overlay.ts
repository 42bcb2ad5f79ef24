import type { AnyCatalog } from "@uhp-errors/core";
import { NEWEST, type Row } from "../codes/rows.ts";
import type { JsonObject } from "../json/plain.ts";
import { type AnswerCode, assigned, type DescribeOptions } from "./operations.ts";
import { byStatus, defaultResponse, envelopeSchema, namesOf, responseOf } from "./parts.ts";

/**
 * An OpenAPI Overlay, 1.0, which adds the errors to a document of OpenAPI 3.1: for documents that something else than JavaScript
 * makes. Apply it with any tool that knows overlays. A response that an operation has for the same status is replaced.
 *
 * @throws TypeError for a code that the catalog does not have or that cannot answer a request, and for a version that is not known.
 * @example
 * writeFileSync("errors.overlay.json", JSON.stringify(toOverlay(acme, { operations: { createTask: ["session_busy"] } })));
 */
export function toOverlay<Catalog extends AnyCatalog>(
  catalog: Catalog,
  options: DescribeOptions<AnswerCode<Catalog["codes"]>> = {},
): JsonObject {
  const { all, every, byKey } = assigned(catalog, options);
  const { schema } = namesOf(catalog.vendor);
  const everywhere = [...byStatus(every)].map(
    ([status, rows]) => [String(status), responseOf(status, rows, schema)] as const,
  );
  const others = options.default === true ? ([["default", defaultResponse(schema)]] as const) : [];
  return {
    overlay: "1.0.0",
    info: { title: `Errors of ${catalog.vendor}`, version: options.version ?? NEWEST },
    actions: [
      { target: "$", update: { components: { schemas: { [schema]: envelopeSchema(all, "3.1") } } } },
      ...actionsOf("$.paths.*[?@.responses].responses", [...everywhere, ...others]),
      ...[...byKey].flatMap(([key, rows]) => actionsOf(`${targetOf(key)}.responses`, responsesOf(rows, every, schema))),
    ],
  };
}

/** The responses of one operation: a status that other codes share with it has them all. */
function responsesOf(rows: readonly Row[], every: readonly Row[], schema: string): [string, JsonObject][] {
  const statuses = [...byStatus(rows).keys()];
  const both = byStatus([...new Set([...every, ...rows])]);
  return statuses.map((status) => [String(status), responseOf(status, both.get(status) ?? [], schema)]);
}

/** Takes away what was there, which would be merged, and puts the responses in its place. */
function actionsOf(target: string, responses: readonly (readonly [string, JsonObject])[]): JsonObject[] {
  if (responses.length === 0) return [];
  return [
    ...responses.map(([status]) => ({ target: `${target}['${status}']`, remove: true })),
    { target, update: Object.fromEntries(responses) },
  ];
}

/** The place of an operation, as JSONPath. */
function targetOf(key: string): string {
  const [, method, path] = /^([A-Za-z]+) (\/.*)$/s.exec(key) ?? [];
  if (method !== undefined && path !== undefined) return `$.paths[${quoted(path)}].${method.toLowerCase()}`;
  return `$.paths.*[?@.operationId == ${quoted(key)}]`;
}

/** A text between single quotes, in which no control may stand as it is. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
