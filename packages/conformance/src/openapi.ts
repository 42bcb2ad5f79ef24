import { CODES } from "@uhp-errors/core";
import {
  listOperations,
  listParameters,
  type Operation,
  type Reader,
  readDocument,
  type Schema,
} from "./openapi-reader.ts";
import { own } from "./requests/answer.ts";
import { parseRoutes, type RouteLine, type Routes } from "./routes.ts";

/**
 * Reads from an OpenAPI document what audits may know about routes: a request that succeeds, one that needs a token,
 * one that takes JSON, a method that an address does not have, and the objects whose 404 has an example with a code of
 * the specification. A document cannot say everything: for example, not how large an upload may be.
 *
 * @param document An OpenAPI document of version 3, as parsed from JSON. References to other files are not followed.
 * @throws TypeError if it is not one.
 * @example
 * audits({ url, routes: { ...routesFromOpenApi(document), raise: "GET /debug/{code}" } });
 */
export function routesFromOpenApi(document: unknown): Routes {
  const reader = readDocument(document);
  const operations = listOperations(reader);
  const simple = operations.filter(({ path, operation }) => !path.includes("{") && !needsParameters(operation, reader));
  const reading = simple.filter(({ method }) => method === "GET");
  const success = reading.find(({ operation }) => hasSuccess(operation, reader));
  const guarded = reading.find(({ operation }) => isGuarded(operation, reader));
  const json = simple.map((one) => wrongJson(one, reader)).find((found) => found !== undefined);
  const objects = findObjects(operations, reader);
  const wrongMethod = findWrongMethod(simple, operations);
  return parseRoutes({
    ...(success === undefined ? {} : { success: toRouteLine(success) }),
    ...(guarded === undefined ? {} : { protected: toRouteLine(guarded) }),
    ...(json === undefined ? {} : { json }),
    ...(Object.keys(objects).length === 0 ? {} : { objects }),
    ...(wrongMethod === undefined ? {} : { wrongMethod }),
  });
}

function toRouteLine({ method, path }: Operation): RouteLine {
  return `${method} ${path}` as RouteLine;
}

function needsParameters(operation: Schema, reader: Reader): boolean {
  return listParameters(operation, reader).some((one) => own(one, "required") === true && own(one, "in") !== "path");
}

function hasSuccess(operation: Schema, reader: Reader): boolean {
  const responses = reader.record(own(operation, "responses"));
  return Object.keys(responses).some((status) => /^2/.test(status));
}

/** Whether every alternative of the security requirements asks for something. */
function isGuarded(operation: Schema, reader: Reader): boolean {
  const security = own(operation, "security") ?? own(reader.document, "security");
  return (
    Array.isArray(security) &&
    security.length > 0 &&
    security.every((one) => Object.keys(reader.record(one)).length > 0)
  );
}

function findWrongMethod(simple: readonly Operation[], all: readonly Operation[]): RouteLine | undefined {
  const known = new Set(all.map(toRouteLine));
  const open = all.filter(({ path }) => path.includes("{"));
  for (const { path } of simple) {
    const takes = (method: string) =>
      known.has(`${method} ${path}` as RouteLine) || open.some((one) => one.method === method && fits(path, one.path));
    const method = ["PATCH", "PUT"].find((one) => !takes(one));
    if (method !== undefined) return `${method} ${path}` as RouteLine;
  }
  return undefined;
}

function fits(path: string, open: string): boolean {
  const parts = path.split("/");
  const wanted = open.split("/");
  return parts.length === wanted.length && wanted.every((part, index) => part.includes("{") || part === parts[index]);
}

function wrongJson(one: Operation, reader: Reader): Routes["json"] {
  if (!["POST", "PUT", "PATCH"].includes(one.method)) return undefined;
  const body = reader.record(own(one.operation, "requestBody"));
  const content = reader.record(own(body, "content"));
  if (!Object.hasOwn(content, "application/json")) return undefined;
  const schema = reader.record(own(reader.record(content["application/json"]), "schema"));
  const properties = reader.record(own(schema, "properties"));
  const required = own(schema, "required");
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : Object.keys(properties);
  for (const name of names) {
    const { type } = reader.record(own(properties, name));
    const wrong = new Map<unknown, unknown>([
      ...["number", "integer", "boolean"].map((kind) => [kind, "no"] as const),
      ...["string", "array", "object"].map((kind) => [kind, 42] as const),
    ]).get(type);
    if (wrong !== undefined) return { request: toRouteLine(one), wrong: Object.fromEntries([[name, wrong]]) };
  }
  return { request: toRouteLine(one) };
}

/** Returns the request of each code that an example of a 404 shows. */
function findObjects(operations: readonly Operation[], reader: Reader): Readonly<Record<string, RouteLine>> {
  const found: [string, RouteLine][] = [];
  for (const { method, path, operation } of operations) {
    const parts = path.match(/\{[^{}]+\}/g) ?? [];
    if (method !== "GET" || parts.length !== 1 || needsParameters(operation, reader)) continue;
    const codes = exampleCodes(reader.record(own(reader.record(own(operation, "responses")), "404")), reader);
    // If there are several, it is not known which object is missing.
    const [code, ...others] = codes.filter((one) => one.endsWith("_not_found"));
    const line = `GET ${path.replace(parts[0] ?? "", "{id}")}` as RouteLine;
    if (code !== undefined && others.length === 0) found.push([code, line]);
  }
  return Object.fromEntries(found);
}

/** Returns the specification's codes with status 404 in the examples of a response. */
function exampleCodes(response: Schema, reader: Reader): readonly string[] {
  const media = reader.record(own(reader.record(own(response, "content")), "application/json"));
  const named = Object.values(reader.record(own(media, "examples"))).map((one) => own(reader.record(one), "value"));
  const codes = [own(media, "example"), ...named].map((value) =>
    own(reader.record(own(reader.record(value), "error")), "code"),
  );
  const known: Readonly<Record<string, { readonly status: unknown }>> = CODES;
  return [...new Set(codes)].filter(
    (code): code is string => typeof code === "string" && Object.hasOwn(known, code) && known[code]?.status === 404,
  );
}
