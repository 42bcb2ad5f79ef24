import type { AnyCatalog } from "@uhp-errors/core";
import { type EndHeaders, isRecord } from "@uhp-errors/core/internal";
import type { Row } from "../codes/rows.ts";
import { canonicalPath } from "../json/path.ts";
import { type Json, type JsonObject, readOwn, sameJson } from "../json/plain.ts";
import type { Dialect } from "./detail-schema.ts";
import { type Assigned, type Assignment, assigned, type DescribeOptions, type OperationCode } from "./operations.ts";
import { byStatus, defaultResponse, describesCode, HEADERS, writeContent, writeResponse } from "./parts.ts";
import { ErrorSchemas } from "./schemas.ts";

const METHODS: ReadonlySet<string> = new Set("get put post delete options head patch trace query".split(" "));

/**
 * Returns a copy of an OpenAPI document with the errors of its operations. The given document does not change. Accepts any OpenAPI 3
 * document, such as those that `@fastify/swagger` passes to `transformObject`, or that Nest's `createDocument` and swagger-jsdoc return.
 *
 * Each status of an operation gets a schema with the details of its codes. Unless `closed` is set, any other code is allowed as well.
 *
 * If an operation already has a response for the same status, that response keeps its description and headers. Its body becomes the
 * envelope, which is the body that is sent. Describing a document again replaces what was said of codes before.
 *
 * @throws TypeError if the document is not OpenAPI 3, if one of `operations` is not in the document, if a code cannot answer a request, or
 * if the document has a different schema of the same name.
 * @example
 * describeErrors(document, acme, { operations: [payOrder, getOrder] });
 * @example
 * describeErrors(document, acme, { operations: { "GET /v1/harnesses/{id}": ["harness_not_found"] } });
 */
export function describeErrors<Document extends object, Catalog extends AnyCatalog>(
  document: Document,
  catalog: Catalog,
  options: DescribeOptions<OperationCode<Catalog>> = {},
): Document {
  const given = document as unknown as JsonObject;
  const dialect = readDialect(given);
  const codes = assigned(catalog, options);
  const schemas = new ErrorSchemas(codes.all, catalog.vendor, dialect);
  const finder = new OperationFinder(given, codes);
  const paths = readOwn(given, "paths");
  const describedPaths = isRecord(paths)
    ? {
        paths: mapObjects(paths as JsonObject, (path, item) =>
          describeItem(path, item, finder, codes, schemas, options),
        ),
      }
    : {};
  const unused = finder.unused();
  if (unused !== undefined) {
    throw new TypeError(
      `operations: "${unused.name}" is no operation of the document; give an operationId, or method and path as the document has them`,
    );
  }
  const components = withSchemas(readOwn(given, "components"), schemas.components());
  return { ...given, components, ...describedPaths } as unknown as Document;
}

function readDialect(document: unknown): Dialect {
  const version = isRecord(document) ? readOwn(document as JsonObject, "openapi") : undefined;
  if (typeof version === "string" && /^3\.\d/.test(version)) return version.startsWith("3.0") ? "3.0" : "3.1";
  throw new TypeError("document: expected one of OpenAPI 3; Swagger 2.0 has no examples for each code");
}

function withSchemas(components: unknown, made: readonly (readonly [name: string, schema: JsonObject])[]): JsonObject {
  const given = isRecord(components) ? (components as JsonObject) : {};
  const schemas = readOwn(given, "schemas");
  const existing = isRecord(schemas) ? (schemas as JsonObject) : {};
  for (const [name, schema] of made) {
    const other = readOwn(existing, name);
    if (other === undefined || sameJson(other, schema)) continue;
    throw new TypeError(`components.schemas.${name}: the document has another schema of this name`);
  }
  return made.length === 0 ? given : { ...given, schemas: { ...existing, ...Object.fromEntries(made) } };
}

class OperationFinder {
  readonly #operations: readonly Assigned[];
  /** The ids of the document. An operation whose id is one of them is found by it alone. */
  readonly #ids: ReadonlySet<unknown>;
  /** The paths of the document's servers. A declared path may begin with one, and then the document's paths do not. */
  readonly #bases: readonly string[];
  readonly #used = new Set<Assigned>();

  constructor(document: JsonObject, { operations }: Assignment) {
    this.#operations = operations;
    const items = Object.values(Object(readOwn(document, "paths")) as object).filter(isRecord);
    const found = items.flatMap((item) => Object.values(item)).filter(isRecord);
    this.#ids = new Set(found.flatMap((operation) => readOwn(operation as JsonObject, "operationId") ?? []));
    const servers = readOwn(document, "servers");
    this.#bases = ["", ...(Array.isArray(servers) ? servers.map(serverPath) : [])];
  }

  find(method: string, path: string, operation: JsonObject): readonly Assigned[] {
    const id = readOwn(operation, "operationId");
    const patterns = this.#bases.map((base) => canonicalPath(`${base}${path}`));
    const byId = this.#operations.filter((one) => one.operationId !== undefined && one.operationId === id);
    const others = this.#operations.filter(
      (one) => !this.#ids.has(one.operationId) && one.method === method.toUpperCase(),
    );
    const byPath = patterns.map((pattern) =>
      others.filter(({ path: declared }) => declared !== undefined && canonicalPath(declared) === pattern),
    );
    const found = [...byId, ...(byPath.find((one) => one.length > 0) ?? [])];
    for (const one of found) this.#used.add(one);
    return found;
  }

  unused(): Assigned | undefined {
    return this.#operations.find((one) => !this.#used.has(one));
  }
}

function serverPath(server: unknown): string {
  const url = isRecord(server) ? readOwn(server as JsonObject, "url") : undefined;
  return typeof url === "string" ? url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, "") : "";
}

function describeItem(
  path: string,
  item: JsonObject,
  finder: OperationFinder,
  codes: Assignment,
  schemas: ErrorSchemas,
  options: DescribeOptions,
): JsonObject {
  return mapObjects(item, (method, operation) => {
    if (!METHODS.has(method)) return operation;
    const own = finder.find(method, path, operation);
    const rows = [...new Set([...codes.every, ...own.flatMap((one) => one.rows)])];
    // Nobody listed the codes of other operations.
    const isClosed = options.closed === true && own.length > 0;
    const described = withResponses(operation, rows, method, schemas, {
      closed: isClosed,
      default: options.default === true,
    });
    const announced = { ...described, responses: announceEnd(described["responses"] as JsonObject, codes.ends) };
    return codes.ends["Deprecation"] === undefined ? announced : { ...announced, deprecated: true };
  });
}

function withResponses(
  operation: JsonObject,
  rows: readonly Row[],
  method: string,
  schemas: ErrorSchemas,
  options: { readonly closed: boolean; readonly default: boolean },
): JsonObject {
  const given = readOwn(operation, "responses");
  // The response to a HEAD request has no body.
  const bodyOf = (schema: () => JsonObject) => (method === "head" ? {} : schema());
  const errors = [...byStatus(rows)].map(
    ([status, codes]) =>
      [
        String(status),
        writeResponse(
          status,
          codes,
          bodyOf(() => schemas.oneOf(codes, options.closed)),
        ),
      ] as const,
  );
  const statuses = new Set(errors.map(([status]) => status));
  const existing = isRecord(given) ? withoutCodes(given as JsonObject, statuses, schemas) : {};
  const others = options.default ? ([["default", defaultResponse(bodyOf(() => schemas.any()))]] as const) : [];
  const described = [...errors, ...others].map(([status, response]) => {
    const { content: _, ...head } = response;
    return [status, mergeResponse(readOwn(existing, status), method === "head" ? head : response)];
  });
  return { ...operation, responses: { ...existing, ...Object.fromEntries(described) } };
}

/**
 * Removes what an earlier call said of codes. A response that only spoke of codes goes with it. Any other becomes one of any error, unless
 * its status is described again: the body that it had before the codes is not known.
 */
function withoutCodes(responses: JsonObject, statuses: ReadonlySet<string>, schemas: ErrorSchemas): JsonObject {
  const left = Object.entries(responses).flatMap(([status, response]): [string, Json][] => {
    const said = isRecord(response) ? readOwn(response as JsonObject, "description") : undefined;
    if (typeof said !== "string") return [[status, response]];
    const lines = said.split("\n");
    const others = lines.filter((line) => !describesCode(line));
    if (others.length === lines.length) return [[status, response]];
    const description = others.join("\n").trimEnd();
    if (description === "") return [];
    const { content, ...kept } = withoutHeaders(response as JsonObject);
    const body = content === undefined || statuses.has(status) ? {} : { content: writeContent(schemas.any()) };
    return [[status, { ...kept, description, ...body }]];
  });
  return Object.fromEntries(left);
}

/** Adds the headers that announce the end of a version to the responses that are no errors. */
function announceEnd(responses: JsonObject, ends: EndHeaders): JsonObject {
  return mapObjects(responses, (status, response) => {
    if (/^[45]|default/i.test(status) || readOwn(response, "$ref") !== undefined) return response;
    const made = Object.entries(HEADERS).filter(([name]) => Object.hasOwn(ends, name));
    const kept = withoutHeaders(response);
    const { headers } = kept;
    return made.length === 0 ? kept : { ...kept, headers: { ...Object.fromEntries(made), ...Object(headers) } };
  });
}

/** Removes the headers that an earlier call added, but none that the document had. */
function withoutHeaders(response: JsonObject): JsonObject {
  const { headers, ...rest } = response;
  if (!isRecord(headers)) return response;
  const kept = Object.entries(headers as JsonObject).filter(
    ([name, header]) => !sameJson(header, readOwn(HEADERS, name)),
  );
  return kept.length === 0 ? rest : { ...rest, headers: Object.fromEntries(kept) };
}

/** Merges a response into an existing one, whose description comes before that of the codes. */
function mergeResponse(existing: unknown, response: JsonObject): JsonObject {
  if (!isRecord(existing) || Object.hasOwn(existing, "$ref")) return response;
  const { content: _, ...kept } = existing as JsonObject;
  const [before, said] = [readOwn(kept, "description"), String(response["description"])];
  const description = typeof before === "string" ? addLines(before, said) : said;
  const [ours, theirs] = [readOwn(response, "headers"), readOwn(kept, "headers")].map((one) =>
    isRecord(one) ? one : {},
  );
  const headers = { ...ours, ...theirs };
  return {
    ...response,
    ...kept,
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

function addLines(before: string, said: string): string {
  const lines = before.split("\n");
  const missing = said.split("\n").filter((line) => !lines.includes(line));
  return [before, missing.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** Copies an object and replaces each value that is an object. */
function mapObjects(object: JsonObject, replace: (name: string, value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, isRecord(value) ? replace(name, value as JsonObject) : value]),
  );
}
