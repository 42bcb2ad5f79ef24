import * as z from "zod";
import { type CodeDefinition, type DetailSchema, isContractCode } from "../codes/index.ts";
import { hasStandardText } from "./built-in-codes.ts";
import { assertCatalog, type Catalog, createCatalog } from "./catalog.ts";

/**
 * Joins two catalogs into one that has the codes of both. Codes that the library makes up carry the first one's prefix,
 * and its stack policy holds. Joining a catalog with itself, or with another copy of it, changes nothing.
 *
 * @throws TypeError naming the code, when the two state different facts about it.
 * @example
 * const all = joinCatalogs(acme, globex);
 */
export function joinCatalogs<First extends object, Second extends object>(
  first: Catalog<First>,
  second: Catalog<Second>,
): Catalog<First & Second> {
  assertCatalog(first);
  assertCatalog(second);
  const definitions = new Map(first.definitions);
  for (const [code, definition] of second.definitions) {
    definitions.set(code, agreedDefinition(code, definitions.get(code) ?? definition, definition));
  }
  return createCatalog<First & Second>(first.vendor, definitions, first.stackTraces);
}

function agreedDefinition(code: string, a: CodeDefinition, b: CodeDefinition): CodeDefinition {
  // The contract's own codes are not for a vendor to state, and two releases of this library may word them differently.
  const difference = isContractCode(code) ? undefined : differingFact(a, b);
  if (difference === undefined) return a;
  // A vendor's own text for a built-in condition wins over the text that the condition comes with.
  if (difference === "message" && hasStandardText(a)) return b;
  if (difference === "message" && hasStandardText(b)) return a;
  throw new TypeError(`code "${code}": the two catalogs disagree about its ${difference}; declare it in one of them`);
}

const FACTS = ["where", "type", "status", "retry", "since", "message"] as const;

function differingFact(a: CodeDefinition, b: CodeDefinition): string | undefined {
  const fact = FACTS.find((name) => String(a[name]) !== String(b[name]));
  return fact ?? (sameSchema(a.detail, b.detail) ? undefined : "detail");
}

/**
 * The same schema, or two with the same fields. Fields are compared by name, kind and whether they are required: a shared
 * package may be installed twice, on two releases of zod that render finer points differently.
 */
function sameSchema(a: DetailSchema | undefined, b: DetailSchema | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && fieldsOf(a) === fieldsOf(b));
}

function fieldsOf(schema: DetailSchema): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema);
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = typeof property === "object" ? property.type : undefined;
    return [name, type === "integer" ? "number" : type, required.includes(name)].join();
  });
  return fields.sort().join(";");
}
