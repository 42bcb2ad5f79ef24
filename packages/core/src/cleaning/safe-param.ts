import type { Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { judgeName } from "../sanitizer/rules/credentials/secret-names.ts";
import { isHostPath } from "../sanitizer/rules/hosts/host-path.ts";
import { changesOfCase } from "../sanitizer/rules/shared/values.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";

/**
 * Removes from a param what a client must not see. The path ends before the first segment that is a credential or follows a name that makes
 * it one, and before a credential or internal host that spans several segments. Returns null if nothing is left. Never throws, even if the
 * sanitizer does.
 *
 * @param param A path by `toParam`.
 */
export function safeParam(param: string | null, sanitizer: Sanitizer): string | null {
  if (param === null) return null;
  try {
    return safePath(param, sanitizer);
  } catch {
    return null;
  }
}

/** Returns a string without credentials; the empty string if the sanitizer returns anything but a string, such as a promise. */
function cleaned(text: string, sanitizer: Sanitizer): string {
  const safe: unknown = sanitizer.detailText(text);
  if (typeof safe === "string") return safe;
  ignoreRejection(safe);
  return "";
}

function safePath(param: string, sanitizer: Sanitizer): string | null {
  const segments: string[] = [];
  for (const name of param.split(".")) {
    if (cleaned(name, sanitizer) !== name || isSecretOf(segments.at(-1), name)) break;
    segments.push(name);
  }
  const text = cutUntilClean(segments.join("."), sanitizer);
  return text === "" ? null : text;
}

/** Cuts a path until nothing more needs to be cut off, because an internal host may precede a credential. */
function cutUntilClean(whole: string, sanitizer: Sanitizer): string {
  const kept = isHostPath(whole) ? "" : beforeCredential(whole, sanitizer);
  return kept === whole ? whole : cutUntilClean(kept, sanitizer);
}

/** Returns the segments before a credential with dots in it, such as a JSON Web Token, whose single parts are not credentials. */
function beforeCredential(whole: string, sanitizer: Sanitizer): string {
  const safe = cleaned(whole, sanitizer);
  if (safe === whole) return whole;
  let same = 0;
  while (whole[same] === safe[same]) same += 1;
  return whole.slice(0, Math.max(0, whole.lastIndexOf(".", same)));
}

/** Names of authentication schemes, which precede a token. In a schema, they precede a field name. */
const SCHEME = /^(?:bearer|basic|digest|negotiate|ntlm|ssws|hawk|apikey|authorization|cookie)$/i;

/** Whether a name follows one that names a secret, and does not look like a field name. */
function isSecretOf(before: string | undefined, name: string): boolean {
  if (before === undefined || !(SCHEME.test(before) || judgeName(before) !== undefined)) return false;
  return name.length >= 8 && !/^\d+$/.test(name) && !isFieldName(name);
}

/** Whether a name consists of words in any case, each followed by at most a short number. */
function isFieldName(name: string): boolean {
  const words = name.split(/[_$@-]/);
  if (!words.every((word) => /^(?:\p{L}*\d{0,4}|\d{1,4}\p{L}{0,4})$/u.test(word))) return false;
  // Consecutive capitals are one abbreviation, as in `clientUUID`.
  return changesOfCase(name.replace(/[A-Z]+(?=[A-Z][a-z]|[^A-Za-z]|$)/g, "A")) <= name.length / 4;
}
