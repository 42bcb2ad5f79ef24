/**
 * Header fields that a server or a proxy adds on the way (RFC 9110, sections 6.6.1 and 7.6.3; RFC 9111, section 5.1). Handlers hardly ever
 * set them, so a response that has them may be a copy of another service's.
 */
const OF_TRANSIT = ["age", "date", "via"] as const;

/** Fields beside which a service sets `Date` itself: express-rate-limit does so by default, and so do some handlers of files. */
const BESIDE_DATE = ["x-ratelimit-reset", "last-modified"] as const;

/**
 * Whether a response may be a copy of another service's, by its fields.
 *
 * @param read Returns the field of a name in lower case, or only whether it is set; `undefined` or `false` if it is not.
 */
export function isFromUpstream(read: (name: string) => unknown): boolean {
  return hasOne(OF_TRANSIT, read);
}

/** Whether it is such a copy, and nobody else has a reason to set these fields. Reads them as {@link isFromUpstream} does. */
export function isSurelyFromUpstream(read: (name: string) => unknown): boolean {
  return hasOne(["age", "via"], read) || (hasOne(["date"], read) && !hasOne(BESIDE_DATE, read));
}

function hasOne(names: readonly string[], read: (name: string) => unknown): boolean {
  for (const name of names) if ((read(name) ?? false) !== false) return true;
  return false;
}
