import { isRecord } from "@uhp-errors/core/internal";
import { sameJson } from "./plain.ts";

/** The part of JSON Schema that `CATALOG_SCHEMA` uses. */
export interface Checked {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Checked>>;
  readonly items?: Checked;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns the first place where a value does not fit a schema, and what was expected there; `undefined` if it fits. */
export function misfit(schema: Checked, value: unknown, at = ""): string | undefined {
  return (
    misfitOfType(schema, value, at) ??
    misfitOfValue(schema, value, at) ??
    (Array.isArray(value) ? misfitInItems(schema, value, at) : misfitInFields(schema, value, at))
  );
}

function misfitOfType({ type }: Checked, value: unknown, at: string): string | undefined {
  if (type === undefined || [type].flat().some((name) => isOfType(name, value))) return undefined;
  return expected(at, [type].flat().join(" or "));
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function misfitOfValue(schema: Checked, value: unknown, at: string): string | undefined {
  if (schema.const !== undefined && !sameJson(schema.const, value)) return expected(at, JSON.stringify(schema.const));
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return expected(at, `one of ${schema.enum.join(", ")}`);
  if (typeof value === "string") return misfitOfText(schema, value, at);
  if (typeof value === "number" && (value < (schema.minimum ?? value) || value > (schema.maximum ?? value))) {
    return expected(at, `a number from ${schema.minimum} to ${schema.maximum}`);
  }
  return undefined;
}

function misfitOfText({ minLength = 0, pattern }: Checked, value: string, at: string): string | undefined {
  if (value.length < minLength) return expected(at, "a text that is not empty");
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return expected(at, `a text like ${pattern}`);
  return undefined;
}

function misfitInItems({ items, minItems = 0 }: Checked, value: readonly unknown[], at: string): string | undefined {
  if (value.length < minItems) return expected(at, `at least ${minItems}`);
  if (items === undefined) return undefined;
  for (const [index, item] of value.entries()) {
    const found = misfit(items, item, `${at}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function misfitInFields({ required = [], properties = {} }: Checked, value: unknown, at: string): string | undefined {
  if (!isRecord(value)) return undefined;
  const inside = (name: string) => (at === "" ? name : `${at}.${name}`);
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${inside(missing)}: is missing`;
  for (const [name, schema] of Object.entries(properties)) {
    const found = Object.hasOwn(value, name) ? misfit(schema, value[name], inside(name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function expected(at: string, what: string): string {
  return `${at === "" ? "the whole" : at}: expected ${what}`;
}
