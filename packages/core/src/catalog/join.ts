import { z } from "zod";
import type { CodeRow, DetailSchema } from "../codes/index.ts";
import { assertCatalog, type Catalog, createCatalog } from "./catalog.ts";
import { hasStandardText } from "./conditions.ts";

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
  const rows = new Map(first.rows);
  for (const [code, row] of second.rows) {
    rows.set(code, agreedRow(code, rows.get(code) ?? row, row));
  }
  return createCatalog<First & Second>(first.vendor, rows, first.stackTraces);
}

function agreedRow(code: string, a: CodeRow, b: CodeRow): CodeRow {
  const difference = differingFact(a, b);
  if (difference === undefined) return a;
  // A vendor's own text for a built-in condition wins over the text that the condition comes with.
  if (difference === "message" && hasStandardText(a)) return b;
  if (difference === "message" && hasStandardText(b)) return a;
  throw new TypeError(`code "${code}": the two catalogs disagree about its ${difference}; declare it in one of them`);
}

const FACTS = ["where", "type", "status", "retry", "since", "message"] as const;

function differingFact(a: CodeRow, b: CodeRow): string | undefined {
  const fact = FACTS.find((name) => String(a[name]) !== String(b[name]));
  return fact ?? (sameSchema(a.detail, b.detail) ? undefined : "detail");
}

/** The same schema, or two that describe the same JSON: a shared package may be installed twice. */
function sameSchema(a: DetailSchema | undefined, b: DetailSchema | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  try {
    return JSON.stringify(z.toJSONSchema(a)) === JSON.stringify(z.toJSONSchema(b));
  } catch {
    return false;
  }
}
