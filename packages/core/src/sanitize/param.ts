import { peek, peekList } from "./peek.ts";
import { DEFAULT_SANITIZER } from "./sanitizer.ts";

/** Where a fault lies: a dotted path, or its segments (a segment may be an object with a `key`, as Standard Schema has it). */
export type ParamPath = string | readonly (PropertyKey | { readonly key: PropertyKey })[];

/** A field name as a client may see it: no separators, no brackets, and too short to carry much else. */
const SEGMENT = /^[\p{L}\p{N}_$@-]{1,64}$/u;

const MAX_SEGMENTS = 16;

/**
 * Writes a path the contract's way, `input.0.content.1.type`: dots only, indices as numbers. Brackets and a leading dot
 * are rewritten. The path ends before the first segment that is not a plain field name, because such a name is the
 * client's own text. `null` when nothing is left. Never throws.
 */
export function toParam(path: unknown): string | null {
  const segments: string[] = [];
  for (const segment of segmentsOf(path)) {
    const name = segmentName(segment);
    if (name === undefined || !SEGMENT.test(name) || DEFAULT_SANITIZER.detailText(name) !== name) break;
    segments.push(name);
  }
  return segments.length === 0 ? null : segments.join(".");
}

function segmentsOf(path: unknown): readonly unknown[] {
  if (typeof path !== "string") return peekList(path, MAX_SEGMENTS) ?? [];
  return path
    .slice(0, 1_000)
    .replace(/[[\]]/g, ".")
    .split(".")
    .filter((segment) => segment !== "")
    .slice(0, MAX_SEGMENTS);
}

function segmentName(segment: unknown): string | undefined {
  if (typeof segment === "string") return segment;
  if (typeof segment === "number") return String(segment);
  const key = peek(segment, "key");
  return typeof key === "string" || typeof key === "number" ? String(key) : undefined;
}
