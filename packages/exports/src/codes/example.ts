import type { CodeDefinition } from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/internal";
import type { CodeJson } from "../json/catalog-json.ts";
import { describeInput } from "../json/detail.ts";
import { type Json, type JsonObject, readOwn } from "../json/plain.ts";
import type { Row } from "./rows.ts";

/** The maximum depth of an example, because a schema may refer to itself. */
const MAX_DEPTH = 8;

/** From this depth on, optional parts are left out. */
const DEEP = 3;

export function exampleEnvelope(row: Row): JsonObject {
  const { type, name, message } = row;
  return { error: { type, code: name, message, param: null, detail: exampleDetail(row) } };
}

/** Makes a detail that fits a code, based on the examples, values, and bounds of its schema; null if none is needed. */
export function exampleDetail({ detail, detail_required: isRequired }: CodeJson): Json {
  if (detail === null) return null;
  const example = makeExample(detail, "", detail, 0);
  return isRequired || (isRecord(example) && Object.keys(example).length > 0) ? example : null;
}

/** Makes a value to make a detail from, with the fields that its definition names; an empty object if a schema cannot describe itself. */
export function exampleInput(detail: NonNullable<CodeDefinition["detail"]>): Json {
  const schema = describeInput(detail) ?? { type: "object" };
  return makeExample(schema, "", schema, 0);
}

const TEXTS: ReadonlyMap<unknown, string> = new Map([
  ["date-time", "2026-10-04T12:00:00Z"],
  ["date", "2026-10-04"],
  ["time", "12:00:00Z"],
  ["duration", "PT1M"],
  ["uuid", "becf513e-67a6-415e-8929-9dd0148992ec"],
  ["email", "someone@acme.example"],
  ["uri", "https://acme.example/"],
  ["hostname", "acme.example"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
]);

function makeExample(given: Json | undefined, name: string, root: JsonObject, depth: number): Json {
  if (!isRecord(given)) return name;
  const schema = resolved(given as JsonObject, root);
  const stated = statedIn(schema);
  if (stated !== undefined) return stated;
  const joined = depth < MAX_DEPTH ? joinedIn(schema, root) : undefined;
  if (joined !== undefined) return makeExample(joined, name, root, depth + 1);
  const [type] = [readOwn(schema, "type")].flat();
  if (type === "object" || readOwn(schema, "properties") !== undefined) return exampleObject(schema, root, depth);
  if (type === "array") return exampleList(schema, name, root, depth);
  if (type === "integer" || type === "number") return exampleNumber(schema);
  if (type === "boolean") return true;
  return type === "null" ? null : exampleString(schema, name);
}

/** Returns a value that the schema itself states. */
function statedIn(schema: JsonObject): Json | undefined {
  const [example, value] = ["examples", "enum"].map((name) => listIn(schema, name)[0]);
  return example ?? readOwn(schema, "const") ?? readOwn(schema, "default") ?? value;
}

/** Returns a schema joined with its first option, or with all its parts; `undefined` if it has neither. */
function joinedIn(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  const { anyOf: _any, oneOf: _one, allOf: _all, ...rest } = schema;
  const [option] = [...listIn(schema, "anyOf"), ...listIn(schema, "oneOf")].filter(isRecord);
  if (option !== undefined) return { ...rest, ...(option as JsonObject) };
  const parts = listIn(schema, "allOf").flatMap((part) => (isRecord(part) ? [resolved(part as JsonObject, root)] : []));
  if (parts.length === 0) return undefined;
  const fields = [rest, ...parts].flatMap((part) => readOwn(part, "properties") ?? []);
  const properties = fields.length === 0 ? {} : { properties: Object.assign({}, ...fields) };
  return Object.assign({}, rest, ...parts, properties);
}

function listIn(schema: JsonObject, name: string): readonly Json[] {
  const list = readOwn(schema, name);
  return Array.isArray(list) ? list : [];
}

/** Resolves a reference within the same schema. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = readOwn(schema, "$ref");
  if (typeof reference !== "string" || !reference.startsWith("#")) return schema;
  const names = reference.split("/").slice(1);
  const target = names.reduce<Json | undefined>(
    (at, name) =>
      isRecord(at) ? readOwn(at as JsonObject, name.replaceAll("~1", "/").replaceAll("~0", "~")) : undefined,
    root,
  );
  return isRecord(target) ? (target as JsonObject) : schema;
}

function exampleObject(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const properties = readOwn(schema, "properties");
  const required = listIn(schema, "required");
  const fields = isRecord(properties) ? Object.entries(properties as JsonObject) : [];
  // A map with fixed keys requires fields that it does not describe one by one.
  const further = readOwn(schema, "additionalProperties") ?? {};
  const others = required.flatMap((name) =>
    typeof name === "string" && !fields.some(([known]) => known === name) ? [[name, further] as const] : [],
  );
  return Object.fromEntries(
    [...fields, ...others]
      .filter(([name]) => required.includes(name) || depth < DEEP)
      .map(([name, field]) => [name, depth < MAX_DEPTH ? makeExample(field, name, root, depth + 1) : null]),
  );
}

function exampleList(schema: JsonObject, name: string, root: JsonObject, depth: number): Json {
  const least = readOwn(schema, "minItems");
  const most = readOwn(schema, "maxItems");
  const first = readOwn(schema, "prefixItems");
  if (Array.isArray(first) && depth < MAX_DEPTH) return first.map((item) => makeExample(item, name, root, depth + 1));
  const needed = typeof least === "number" ? Math.min(least, 10) : 0;
  if (most === 0 || depth >= MAX_DEPTH) return [];
  const count = depth < DEEP ? Math.max(needed, 1) : needed;
  return Array.from({ length: count }, () => makeExample(readOwn(schema, "items") ?? {}, name, root, depth + 1));
}

function exampleNumber(schema: JsonObject): number {
  const bound = (name: string) => {
    const value = readOwn(schema, name);
    return typeof value === "number" ? value : undefined;
  };
  const stated = bound("multipleOf") ?? 0;
  const step = stated > 0 ? stated : 1;
  const [above, below] = [bound("exclusiveMinimum"), bound("exclusiveMaximum")];
  const least = bound("minimum") ?? (above === undefined ? 1 : above + step);
  const most = bound("maximum") ?? (below === undefined ? Number.POSITIVE_INFINITY : below - step);
  const wanted = Math.ceil(Math.min(Math.max(1, least), most) / step) * step;
  const [from, to] = [bound("minimum") ?? above, bound("maximum") ?? below];
  // If no step fits between narrow bounds, use the middle.
  const isOutside = (from !== undefined && wanted < from) || (to !== undefined && wanted > to);
  const isBetween = wanted !== above && wanted !== below && !isOutside;
  return isBetween || from === undefined || to === undefined ? wanted : (from + to) / 2;
}

function exampleString(schema: JsonObject, name: string): string {
  const known = TEXTS.get(readOwn(schema, "format"));
  if (known !== undefined) return known;
  const least = readOwn(schema, "minLength");
  const most = readOwn(schema, "maxLength");
  const text = name === "" ? "text" : name;
  const long = typeof least === "number" ? text.padEnd(Math.min(least, 1_000), "x") : text;
  return typeof most === "number" ? long.slice(0, most) : long;
}
