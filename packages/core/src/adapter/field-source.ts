/**
 * Header fields that a server or a proxy adds on the way (RFC 9110, sections 6.6.1 and 7.6.3; RFC 9111, section 5.1). No handler has a reason
 * to set them, so only a copy of another service's answer has them.
 */
const OF_TRANSIT = ["age", "date", "via"] as const;

/**
 * Where the fields of a response come from that were not set with its head: from this service, or copied from another one's answer.
 *
 * @param has Whether there is a field of a name, in lower case.
 */
export function sourceOfFields(has: (name: string) => boolean): "set" | "head" {
  return OF_TRANSIT.some(has) ? "head" : "set";
}
