import type { DetailSchema } from "@uhp-errors/core/codes";
import { isRecord } from "@uhp-errors/core/internal";

type Schema = Readonly<Record<string, unknown>>;

/** How deep a schema is followed. No detail is that deep. */
const MAX_DEPTH = 8;

/** An example of each string format. */
const OF_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2026-10-04T12:00:00Z",
  date: "2026-10-04",
  time: "12:00:00Z",
  duration: "PT1M",
  email: "user@example.com",
  uri: "https://example.com/sample",
  url: "https://example.com/sample",
  uuid: "3f0a8a5e-6c1b-4c7e-9d2f-1b2c3d4e5f60",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
};

/**
 * Returns an object with all the fields that a schema describes in JSON Schema. Empty if the schema cannot describe
 * itself.
 */
export function sampleOf(schema: DetailSchema): unknown {
  const standard = schema["~standard"] as { readonly jsonSchema?: { input?(options: object): unknown } };
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      const described = standard.jsonSchema?.input?.({ target });
      if (isRecord(described)) return sample(described, described, 0);
    } catch {
      // The schema may support only the other version, or neither.
    }
  }
  return {};
}

function sample(schema: Schema, root: Schema, depth: number): unknown {
  for (const given of ["const", "default"]) if (Object.hasOwn(schema, given)) return schema[given];
  for (const listed of ["enum", "examples"]) {
    const [first] = listOf(schema[listed]);
    if (first !== undefined) return first;
  }
  if (depth >= MAX_DEPTH) return null;
  const referred = refer(schema["$ref"], root);
  if (referred !== undefined) return sample(referred, root, depth + 1);
  for (const union of ["anyOf", "oneOf"]) {
    const [first] = listOf(schema[union]).filter(isRecord);
    if (first !== undefined) return sample({ ...without(schema, union), ...first }, root, depth + 1);
  }
  const all = listOf(schema["allOf"]).filter(isRecord);
  if (all.length > 0) return Object.assign({}, ...all.map((part) => sample(part, root, depth + 1)));
  return ofType(schema, root, depth);
}

function ofType(schema: Schema, root: Schema, depth: number): unknown {
  const [type] = [schema["type"]].flat().filter((name) => name !== "null" || schema["type"] === "null");
  switch (type) {
    case "object":
      return ofObject(schema, root, depth);
    case "array":
      return ofArray(schema, root, depth);
    case "integer":
    case "number":
      return ofNumber(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return ofText(schema);
  }
}

function ofObject(schema: Schema, root: Schema, depth: number): unknown {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]);
  // A schema that refers to itself must let its field be left out at some depth.
  const taken = Object.entries(properties).filter(([name]) => depth < MAX_DEPTH / 2 || required.includes(name));
  return Object.fromEntries(
    taken.map(([name, field]) => [name, isRecord(field) ? sample(field, root, depth + 1) : null]),
  );
}

function ofArray(schema: Schema, root: Schema, depth: number): unknown {
  const first = listOf(schema["prefixItems"]).filter(isRecord);
  if (first.length > 0) return first.map((item) => sample(item, root, depth + 1));
  const { items } = schema;
  if (!isRecord(items)) return [];
  const length = Math.min(Math.max(1, numberOf(schema["minItems"]) ?? 1), 100);
  return Array.from({ length }, () => sample(items, root, depth + 1));
}

function ofNumber(schema: Schema): number {
  const step = numberOf(schema["multipleOf"]) ?? 1;
  const above = numberOf(schema["exclusiveMinimum"]);
  const least = numberOf(schema["minimum"]) ?? (above === undefined ? undefined : above + step);
  const below = numberOf(schema["exclusiveMaximum"]);
  const most = numberOf(schema["maximum"]) ?? (below === undefined ? undefined : below - step);
  // Some libraries describe any integer as one between the smallest and the largest safe integer.
  const start = Math.max(least ?? Number.NEGATIVE_INFINITY, Math.min(step, most ?? step));
  return Math.ceil(start / step) * step;
}

function ofText(schema: Schema): string {
  const format = schema["format"];
  const text = (typeof format === "string" ? OF_FORMAT[format] : undefined) ?? "sample";
  const most = numberOf(schema["maxLength"]) ?? text.length;
  const least = Math.min(numberOf(schema["minLength"]) ?? 0, 10_000);
  return text.slice(0, Math.max(most, least)).padEnd(least, "x");
}

/** Returns the schema that a pointer refers to within the same document. */
function refer(pointer: unknown, root: Schema): Schema | undefined {
  if (typeof pointer !== "string" || !pointer.startsWith("#")) return undefined;
  let at: unknown = root;
  for (const part of pointer.split("/").slice(1)) at = isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  return isRecord(at) ? at : undefined;
}

function without(schema: Schema, name: string): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
