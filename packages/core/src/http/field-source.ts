/**
 * Header fields that a server or a proxy adds on the way (RFC 9110, sections 6.6.1 and 7.6.3; RFC 9111, section 5.1). No handler has a
 * reason to set them, so only a copy of another service's response has them.
 */
const OF_TRANSIT = ["age", "date", "via"] as const;

/**
 * Returns the source of response fields that were not set with the head: this service, or a copy of another service's response.
 *
 * @param has Whether a field of this name, in lower case, is set.
 */
export function sourceOfFields(has: (name: string) => boolean): "set" | "head" {
  return OF_TRANSIT.some(has) ? "head" : "set";
}
