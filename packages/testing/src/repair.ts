import type { JsonObject } from "@uhp-errors/core";
import type { DetailSchema } from "@uhp-errors/core/codes";
import { checkShape } from "@uhp-errors/core/internal";

/** The maximum number of issues to fix before the schema is given up. */
const MAX_ROUNDS = 100;

/** The maximum number of values to try at one path. */
const MAX_TRIED = 300;

/** The values that a field is tried with. */
const CANDIDATES: readonly unknown[] = [
  // Some libraries accept a list where an object is wanted, and then report missing fields.
  ...["sample", 1, true, {}, [], null, 0, 100, 0.5, "2026-10-04T12:00:00Z", "2026-10-04", "https://example.com/sample"],
  ...["user@example.com", "3f0a8a5e-6c1b-4c7e-9d2f-1b2c3d4e5f60", "192.0.2.1", "example.com", "a", "A", "1"],
  ...["SAMPLE-1", "sample_1", "x".repeat(16), "x".repeat(64), ["sample"], [1], [{}]],
];

/** Changes a value where a schema reports issues, until it is valid. Returns undefined if nothing helps. */
export function repaired(schema: DetailSchema, begun: unknown): JsonObject | undefined {
  let value = begun;
  const answered = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const misfit = findMisfit(schema, value);
    if (misfit === undefined) return undefined;
    if (misfit === "none") return value as JsonObject;
    const better = betterAt(schema, value, misfit, answered);
    if (better === undefined) return undefined;
    answered.add(misfit.at);
    value = better;
  }
  return undefined;
}

/** Returns the value with another one at the path of an issue, so that the schema then reports another path or none. */
function betterAt(
  schema: DetailSchema,
  value: unknown,
  { at, reason }: Complaint,
  answered: ReadonlySet<string>,
): unknown {
  const path = at === "" ? [] : at.split(".");
  const candidates = [...quotedIn(reason), ...CANDIDATES];
  const reasons = new Set([reason]);
  // A tried value may lead to another issue at the same path, which names more values.
  for (let index = 0; index < candidates.length && index < MAX_TRIED; index += 1) {
    const changed = withAt(value, path, candidates[index]);
    const misfit = findMisfit(schema, changed);
    if (isBetter(misfit, at, answered)) return changed;
    if (typeof misfit !== "object" || reasons.has(misfit.reason)) continue;
    reasons.add(misfit.reason);
    candidates.push(...quotedIn(misfit.reason));
  }
  return undefined;
}

interface Complaint {
  readonly at: string;
  readonly reason: string;
}

type Misfit = Complaint | "none" | undefined;

/** Returns the first issue that a schema reports; "none" if the value is valid; undefined if the check throws. */
function findMisfit(schema: DetailSchema, value: unknown): Misfit {
  try {
    return checkShape(schema, value).misfit ?? "none";
  } catch {
    return undefined;
  }
}

/** Whether a schema now reports another path, which has not been fixed before. */
function isBetter(misfit: Misfit, at: string, answered: ReadonlySet<string>): boolean {
  if (misfit === undefined) return false;
  return misfit === "none" || (misfit.at !== at && !answered.has(misfit.at));
}

/** Returns the values that an issue names, such as `must be "cold" or "warm"` and `must be at least 5`. */
function quotedIn(reason: string): readonly unknown[] {
  const text = reason.slice(0, 2_000);
  const texts = [...text.matchAll(/"([^"]{0,100})"|'([^']{0,100})'/g)].map(([, one, other]) => one ?? other);
  const numbers = [...text.matchAll(/-?\d{1,15}(?:\.\d{1,15})?/g)].map(([number]) => Number(number));
  return [...texts, ...numbers.flatMap((number) => [number, number + 1, number - 1])].slice(0, 50);
}

/** Returns a copy with another value at one path. */
function withAt(value: unknown, path: readonly string[], candidate: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return candidate;
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value];
    if (/^\d{1,3}$/.test(name)) copy[Number(name)] = withAt(copy[Number(name)], rest, candidate);
    return copy;
  }
  const fields = new Map(Object.entries(typeof value === "object" && value !== null ? value : {}));
  fields.set(name, withAt(fields.get(name), rest, candidate));
  return Object.fromEntries(fields);
}
