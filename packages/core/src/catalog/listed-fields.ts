import type { Json } from "../errors/detail.ts";
import { isRecord, peek, peekItems, peekList } from "../untrusted/peek.ts";

/** The most branches of a union that are read; real schemas have fewer. */
const MAX_BRANCHES = 100;

const MAX_DEPTH = 4;

/**
 * Keeps the fields of a value that one of its JSON Schemas lists. If one of the schemas lists no fields, such as that of a map or of any
 * value, all fields are kept.
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

/** `Array.isArray` does not narrow to read-only lists. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the schemas that a value may fit: the members of a union, or the schema itself if it is not a union. */
function branchesOf(schema: unknown, depth = 0): readonly unknown[] {
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => peekItems(peek(schema, key), MAX_BRANCHES));
  if (parts.length === 0 || depth > MAX_DEPTH) return [schema];
  const own = peek(schema, "properties") === undefined ? [] : [schema];
  return [...own, ...parts.flatMap((part) => branchesOf(part, depth + 1))];
}

/** Returns the schemas of a list's element: the tuple's schema for that index, or else the one for all other elements. */
function elementsOf(branches: readonly unknown[], index: number): readonly unknown[] {
  return branches.flatMap((branch) => {
    const items = peek(branch, "items");
    const tuple = peekList(peek(branch, "prefixItems"), MAX_BRANCHES) ?? peekItems(items, MAX_BRANCHES);
    const place = tuple[index] ?? items;
    return place === undefined ? [] : [place];
  });
}
