import type { Json } from "../errors/detail.ts";
import { isRecord, peek, peekList } from "../untrusted/peek.ts";

/** More branches than any schema has. */
const MAX_BRANCHES = 100;

/** Unions within unions. */
const MAX_DEPTH = 4;

/**
 * Of a value, the fields that one of its JSON Schemas lists. Where one of them lists none, as that of a map or of any value, it takes
 * all that there are.
 */
export function listedFields(value: Json, schemas: readonly unknown[]): Json {
  const branches = schemas.flatMap((schema) => branchesOf(schema));
  if (isList(value)) return value.map((element, index) => listedFields(element, elementsOf(branches, index)));
  if (!isRecord(value)) return value;
  const ofObjects = branches.filter((branch) => [peek(branch, "type") ?? "object"].flat().includes("object"));
  const lists = ofObjects.map((branch) => peek(branch, "properties"));
  if (lists.length === 0 || !lists.every(isRecord)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const own = lists.filter((list) => Object.hasOwn(list, name)).map((list) => list[name]);
    return own.length === 0 ? [] : [[name, listedFields(member as Json, own)] as const];
  });
  return Object.fromEntries(entries.flat());
}

/** `Array.isArray` does not tell the compiler of lists that are read-only. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The schemas that a value may fit: those of a union, and the schema itself where it is none. */
function branchesOf(schema: unknown, depth = 0): readonly unknown[] {
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => peekList(peek(schema, key), MAX_BRANCHES) ?? []);
  if (parts.length === 0 || depth > MAX_DEPTH) return [schema];
  const own = peek(schema, "properties") === undefined ? [] : [schema];
  return [...own, ...parts.flatMap((part) => branchesOf(part, depth + 1))];
}

/** The schemas of an element: those of a tuple's place, and those of all the others. */
function elementsOf(branches: readonly unknown[], index: number): readonly unknown[] {
  return branches.flatMap((branch) => {
    const items = peek(branch, "items");
    const tuple = peekList(peek(branch, "prefixItems"), MAX_BRANCHES) ?? peekList(items, MAX_BRANCHES) ?? [];
    const place = tuple[index] ?? items;
    return place === undefined ? [] : [place];
  });
}
