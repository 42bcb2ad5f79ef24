/**
 * Header fields that a server or a proxy adds on the way (RFC 9110, sections 6.6.1 and 7.6.3; RFC 9111, section 5.1). No handler has a
 * reason to set them, so only a copy of another service's response has them.
 */
const OF_TRANSIT = ["age", "date", "via"] as const;

/**
 * Whether the fields of a response show that it is a copy of another service's.
 *
 * @param read Returns the field of a name in lower case, or only whether it is set; `undefined` or `false` if it is not.
 */
export function isFromUpstream(read: (name: string) => unknown): boolean {
  for (const name of OF_TRANSIT) if ((read(name) ?? false) !== false) return true;
  return false;
}
