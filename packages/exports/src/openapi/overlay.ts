import type { AnyCatalog } from "@uhp-errors/core";
import { NEWEST, versionOf } from "../codes/rows.ts";
import { inBraces } from "../json/path.ts";
import type { JsonObject } from "../json/plain.ts";
import { type Assigned, type Assignment, assigned, type DescribeOptions, type OperationCode } from "./operations.ts";
import { byStatus, defaultResponse, writeResponse } from "./parts.ts";
import { ErrorSchemas } from "./schemas.ts";

/**
 * Makes an OpenAPI Overlay 1.0 that adds the errors to an OpenAPI 3.1 document. Use it for documents that are not made with JavaScript.
 * Apply it with any tool that supports overlays. An existing response of an operation for the same status is replaced.
 *
 * An overlay does not see the document. So an operation with an `operationId` is found by that alone, and the path of any other must name
 * its parameters as the document does.
 *
 * @throws TypeError if the catalog does not have a code, if a code cannot answer a request, or if the version is not known.
 * @example
 * writeFileSync("errors.overlay.json", JSON.stringify(toOverlay(acme, { operations: { createTask: ["session_busy"] } })));
 */
export function toOverlay<Catalog extends AnyCatalog>(
  catalog: Catalog,
  options: DescribeOptions<OperationCode<Catalog>> = {},
): JsonObject {
  const codes = assigned(catalog, options);
  const schemas = new ErrorSchemas(codes.all, catalog.vendor, "3.1");
  const everywhere = [...byStatus(codes.every)].map(
    ([status, rows]) => [String(status), writeResponse(status, rows, schemas.oneOf(rows, false))] as const,
  );
  const others = options.default === true ? ([["default", defaultResponse(schemas.any())]] as const) : [];
  const single = codes.operations.flatMap((operation) =>
    writeActions(
      `${operationPath(operation)}.responses`,
      writeResponses(operation, codes, schemas, options.closed === true),
    ),
  );
  return {
    overlay: "1.0.0",
    info: { title: `Errors of ${catalog.vendor}`, version: versionOf(options.version ?? NEWEST) },
    actions: [
      { target: "$", update: { components: { schemas: Object.fromEntries(schemas.components()) } } },
      ...(codes.ends["Deprecation"] ? [{ target: "$.paths.*[?@.responses]", update: { deprecated: true } }] : []),
      ...writeActions("$.paths.*[?@.responses].responses", [...everywhere, ...others]),
      ...single,
    ],
  };
}

/**
 * Returns the responses of one operation. Each has all codes of its status, including those for every operation. Those that have no code
 * of the operation are there already, except that they are open.
 */
function writeResponses(
  { rows }: Assigned,
  { every }: Assignment,
  schemas: ErrorSchemas,
  closed: boolean,
): [string, JsonObject][] {
  const both = [...new Set([...every, ...rows])];
  const own = byStatus(rows);
  return [...byStatus(both)]
    .filter(([status]) => closed || own.has(status))
    .map(([status, codes]) => [String(status), writeResponse(status, codes, schemas.oneOf(codes, closed))]);
}

/** Makes actions that replace responses. Existing ones are removed first, because an update would merge with them. */
function writeActions(target: string, responses: readonly (readonly [string, JsonObject])[]): JsonObject[] {
  if (responses.length === 0) return [];
  return [
    ...responses.map(([status]) => ({ target: `${target}['${status}']`, remove: true })),
    { target, update: Object.fromEntries(responses) },
  ];
}

function operationPath({ operationId, method, path }: Assigned): string {
  if (operationId !== undefined || method === undefined || path === undefined) {
    return `$.paths.*[?@.operationId == ${quoted(operationId ?? "")}]`;
  }
  return `$.paths[${quoted(inBraces(path))}].${method.toLowerCase()}`;
}

/** Writes a string between single quotes, with control characters escaped. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
