import { peek, peekItems } from "../untrusted/peek.ts";

/** The field at fault: a dotted path, or its segments. A segment may be an object with a `key`, as in Standard Schema. */
export type ParamPath = string | readonly (PropertyKey | { readonly key: PropertyKey })[];

/** A field name as a client may see it: no separators, no brackets, and too short to contain much else. */
const SEGMENT = /^[\p{L}\p{N}_$@-]{1,64}$/u;

const MAX_SEGMENTS = 16;

/**
 * Writes a path in the contract's form, `input.0.content.1.type`: dots only, indices as numbers. Brackets and a leading dot are rewritten.
 * The path ends before the first segment that is not a plain field name, because the client made up such a name. `null` if nothing is left.
 * A path already in this form does not change. Secrets stay: the contract that answers removes them. Never throws.
 */
export function toParam(path: unknown): string | null {
  let param = "";
  for (const segment of segmentsOf(path)) {
    const name = segmentName(segment);
    if (!SEGMENT.test(name)) break;
    param = param === "" ? name : `${param}.${name}`;
  }
  return param || null;
}

function segmentsOf(path: unknown): readonly unknown[] {
  if (typeof path !== "string") return peekItems(path, MAX_SEGMENTS);
  return Array.from(path.slice(0, 1_000).matchAll(/[^.[\]]+/g), ([segment]) => segment).slice(0, MAX_SEGMENTS);
}

function segmentName(segment: unknown): string {
  const name = typeof segment === "object" ? peek(segment, "key") : segment;
  return typeof name === "string" || typeof name === "number" ? String(name) : "";
}
