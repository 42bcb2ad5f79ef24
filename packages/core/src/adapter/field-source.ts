/**
 * Where the fields of a response come from that were not set with its head. Servers date what they send (RFC 9110, section 6.6.1), and no
 * handler does so before its answer leaves. So a date shows that the fields are those of another server's answer: a copy's, a proxy's.
 *
 * @param hasDate Whether there is a `Date` among them.
 */
export function sourceOfFields(hasDate: boolean): "set" | "head" {
  return hasDate ? "head" : "set";
}
