import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { secrecyOf } from "../sanitizer/rules/credentials/secret-names.ts";
import { isHostPath } from "../sanitizer/rules/hosts/host-path.ts";
import { changesOfCase } from "../sanitizer/rules/shared/values.ts";
import { peek, peekList } from "../untrusted/peek.ts";

/** The field at fault: a dotted path, or its segments. A segment may be an object with a `key`, as in Standard Schema. */
export type ParamPath = string | readonly (PropertyKey | { readonly key: PropertyKey })[];

/** A field name as a client may see it: no separators, no brackets, and too short to contain much else. */
const SEGMENT = /^[\p{L}\p{N}_$@-]{1,64}$/u;

const MAX_SEGMENTS = 16;

/**
 * Writes a path in the contract's form, `input.0.content.1.type`: dots only, indices as numbers. Brackets and a leading dot are rewritten.
 * The path ends before the first segment that is not a plain field name, because the client made up such a name. It also ends before a
 * credential or internal host that spans several segments. `null` if nothing is left. A path already in this form does not change. Never
 * throws.
 */
export function toParam(path: unknown): string | null {
  if (path === undefined || path === null) return null;
  const segments: string[] = [];
  for (const segment of segmentsOf(path)) {
    const name = segmentName(segment);
    if (!SEGMENT.test(name) || !isPublic(name) || isSecretOf(segments.at(-1), name)) break;
    segments.push(name);
  }
  const text = settled(segments.join("."));
  return text === "" ? null : text;
}

/** Cuts a path until nothing more needs to be cut off, because an internal host may precede a credential. */
function settled(whole: string): string {
  const kept = isHostPath(whole) ? "" : beforeCredential(whole);
  return kept === whole ? whole : settled(kept);
}

function isPublic(text: string): boolean {
  return DEFAULT_SANITIZER.detailText(text) === text;
}

/** Returns the segments before a credential with dots in it, such as a JSON Web Token, whose single parts are not credentials. */
function beforeCredential(whole: string): string {
  const safe = DEFAULT_SANITIZER.detailText(whole);
  if (safe === whole) return whole;
  let same = 0;
  while (whole[same] === safe[same]) same += 1;
  return whole.slice(0, Math.max(0, whole.lastIndexOf(".", same)));
}

/** Names of authentication schemes, which precede a token. In a schema, they precede a field name. */
const SCHEME = /^(?:bearer|basic|digest|negotiate|ntlm|ssws|hawk|apikey|authorization|cookie)$/i;

/** Whether a name follows one that names a secret, and does not look like a field name. */
function isSecretOf(before: string | undefined, name: string): boolean {
  if (before === undefined || !(SCHEME.test(before) || secrecyOf(before) !== undefined)) return false;
  return name.length >= 8 && !/^\d+$/.test(name) && !isFieldName(name);
}

/** Whether a name consists of words in any case, each followed by at most a short number. */
function isFieldName(name: string): boolean {
  const words = name.split(/[_$@-]/);
  if (!words.every((word) => /^(?:\p{L}*\d{0,4}|\d{1,4}\p{L}{0,4})$/u.test(word))) return false;
  // Consecutive capitals are one abbreviation, as in `clientUUID`.
  return changesOfCase(name.replace(/[A-Z]+(?=[A-Z][a-z]|[^A-Za-z]|$)/g, "A")) <= name.length / 4;
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

/** Returns the name in a segment; `""` if it has none. */
function segmentName(segment: unknown): string {
  const name = typeof segment === "object" ? peek(segment, "key") : segment;
  return typeof name === "string" || typeof name === "number" ? String(name) : "";
}
