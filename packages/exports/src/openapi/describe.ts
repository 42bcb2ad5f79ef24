import type { AnyCatalog } from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/untrusted";
import type { Row } from "../codes/rows.ts";
import { type JsonObject, ownOf, sameJson } from "../json/plain.ts";
import { type AnswerCode, type Assigned, assigned, type DescribeOptions } from "./operations.ts";
import { byStatus, type Dialect, defaultResponse, envelopeSchema, namesOf, responseOf } from "./parts.ts";

const METHODS: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
]);

/**
 * An OpenAPI document with the errors of its operations in it. The document that is given stays as it is. Takes what
 * `@fastify/swagger` hands to `transformObject`, what Nest's `createDocument` and swagger-jsdoc return, and any other of OpenAPI 3.
 *
 * A response that an operation has for the same status keeps its description and its headers. Its body becomes the envelope, since
 * that is what leaves. To describe a document twice is to describe it once.
 *
 * @throws TypeError for what is no document of OpenAPI 3, a key of `operations` that is none of its operations, a code that cannot
 * answer a request, and a schema of the same name that is another.
 * @example
 * describeErrors(document, acme, { operations: { "GET /v1/harnesses/{id}": ["harness_not_found"] } });
 */
export function describeErrors<Document extends object, Catalog extends AnyCatalog>(
  document: Document,
  catalog: Catalog,
  options: DescribeOptions<AnswerCode<Catalog["codes"]>> = {},
): Document {
  const given = document as unknown as JsonObject;
  const dialect = dialectOf(given);
  const codes = assigned(catalog, options);
  const { schema } = namesOf(catalog.vendor);
  const used = new Set<string>();
  const paths = ownOf(given, "paths");
  const described = {
    ...given,
    components: withSchema(ownOf(given, "components"), schema, envelopeSchema(codes.all, dialect)),
    ...(isRecord(paths)
      ? { paths: mapped(paths as JsonObject, (path, item) => describeItem(path, item, codes, schema, options, used)) }
      : {}),
  };
  const unused = [...codes.byKey.keys()].find((key) => !used.has(key));
  if (unused !== undefined) {
    throw new TypeError(
      `operations: "${unused}" is no operation of the document; give an operationId, or method and path as they stand there`,
    );
  }
  return described as unknown as Document;
}

function dialectOf(document: unknown): Dialect {
  const version = isRecord(document) ? ownOf(document as JsonObject, "openapi") : undefined;
  if (typeof version === "string" && /^3\.\d/.test(version)) return version.startsWith("3.0") ? "3.0" : "3.1";
  throw new TypeError("document: expected one of OpenAPI 3; Swagger 2.0 has no examples for each code");
}

function withSchema(components: unknown, name: string, schema: JsonObject): JsonObject {
  const given = isRecord(components) ? (components as JsonObject) : {};
  const schemas = ownOf(given, "schemas");
  const existing = ownOf(isRecord(schemas) ? (schemas as JsonObject) : undefined, name);
  if (existing !== undefined && !sameJson(existing, schema)) {
    throw new TypeError(`components.schemas.${name}: the document has another schema of this name`);
  }
  return { ...given, schemas: { ...(isRecord(schemas) ? (schemas as JsonObject) : {}), [name]: schema } };
}

function describeItem(
  path: string,
  item: JsonObject,
  codes: Assigned,
  schema: string,
  options: DescribeOptions,
  used: Set<string>,
): JsonObject {
  return mapped(item, (method, operation) => {
    if (!METHODS.has(method)) return operation;
    const keys = [String(ownOf(operation, "operationId")), `${method.toUpperCase()} ${path}`];
    const own = keys.filter((key) => codes.byKey.has(key));
    for (const key of own) used.add(key);
    const rows = [...new Set([...codes.every, ...own.flatMap((key) => codes.byKey.get(key) ?? [])])];
    return withResponses(operation, rows, method, schema, options.default === true);
  });
}

function withResponses(
  operation: JsonObject,
  rows: readonly Row[],
  method: string,
  schema: string,
  withDefault: boolean,
): JsonObject {
  const given = ownOf(operation, "responses");
  const existing = isRecord(given) ? (given as JsonObject) : {};
  const errors = [...byStatus(rows)].map(
    ([status, codes]) => [String(status), responseOf(status, codes, schema)] as const,
  );
  const others = withDefault ? ([["default", defaultResponse(schema)]] as const) : [];
  const described = [...errors, ...others].map(([status, response]) => [
    status,
    merged(ownOf(existing, status), method === "head" ? withoutBody(response) : response),
  ]);
  return { ...operation, responses: { ...existing, ...Object.fromEntries(described) } };
}

/** A description that a response has already stays, before that of its codes. */
function merged(existing: unknown, response: JsonObject): JsonObject {
  if (!isRecord(existing) || Object.hasOwn(existing, "$ref")) return response;
  const { content: _, ...kept } = existing as JsonObject;
  const [before, said] = [ownOf(kept, "description"), String(response["description"])];
  const description = typeof before === "string" ? saidOnce(before, said) : said;
  const [ours, theirs] = [ownOf(response, "headers"), ownOf(kept, "headers")].map((one) => (isRecord(one) ? one : {}));
  const headers = { ...ours, ...theirs };
  return {
    ...response,
    ...kept,
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

/** A description with the lines that it lacks. A line is of one code. */
function saidOnce(before: string, said: string): string {
  const lines = before.split("\n");
  const missing = said.split("\n").filter((line) => !lines.includes(line));
  return [before, missing.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** The answer to a HEAD request has none. */
function withoutBody({ content: _, ...response }: JsonObject): JsonObject {
  return response;
}

/** A copy of an object in which every object was replaced. */
function mapped(object: JsonObject, replace: (name: string, value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, isRecord(value) ? replace(name, value as JsonObject) : value]),
  );
}
