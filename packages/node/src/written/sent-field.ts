import type { ServerResponse } from "node:http";

/**
 * Returns a field of a head that has left, by its lower-case name. Node keeps the head as it wrote it, including the
 * fields that were passed to `writeHead`. HTTP/2 sets those fields on the response. A `Date` of Node's own is left out.
 */
export function sentField(response: ServerResponse, name: string): string | undefined {
  const { _header: head } = response as ServerResponse & { readonly _header?: string | null };
  if (typeof head !== "string") return response.getHeader(name)?.toString();
  const lines = head.split("\r\n").slice(1);
  if (name === "date" && isNodesDate(response, lines)) return undefined;
  const values: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon === name.length && line.slice(0, colon).toLowerCase() === name) values.push(line.slice(colon + 1).trim());
  }
  return values.length === 0 ? undefined : values.join(", ");
}

/**
 * Whether Node itself added the `Date` of a head. Another service's response would have its own `Date`, and the
 * contract sends no message from such a response. Once a field was set, Node also sets those that are passed to
 * `writeHead`. Otherwise its own `Date` comes after those that were passed.
 */
function isNodesDate(response: ServerResponse, lines: readonly string[]): boolean {
  if (!response.sendDate) return false;
  if (response.getHeaderNames().length > 0) return !response.hasHeader("date");
  const at = lines.findIndex((line) => line.startsWith("Date: "));
  return at >= 0 && lines.slice(at + 1).every((line) => NODES_LAST.test(line));
}

/** What Node writes after its `Date`, and the empty lines at the end of a head. */
const NODES_LAST = /^(?:$|(?:Connection|Keep-Alive|Transfer-Encoding|Content-Length): )/;

/** Returns the status of a head that is written, which a later change of `statusCode` does not reach. */
export function sentStatus(response: ServerResponse): number {
  const { _header: head } = response as ServerResponse & { readonly _header?: string | null };
  // After "HTTP/1.1 ".
  return typeof head === "string" ? Number(head.slice(9, 12)) : response.statusCode;
}

/**
 * Whether the response has a head, sent or stored. Node's `headersSent` says the same, but other middleware may put a
 * flag of its own in its place.
 *
 * @experimental
 */
export function hasHead(response: ServerResponse): boolean {
  const { _header: head } = response as ServerResponse & { readonly _header?: string | null };
  // An HTTP/2 response keeps no head.
  return typeof head === "string" || (head !== null && response.headersSent);
}

/**
 * Whether the head has been sent. Node stores one that was written, and sends it together with the first bytes of the
 * body.
 */
export function hasHeadLeft(response: ServerResponse): boolean {
  const { _headerSent } = response as ServerResponse & { readonly _headerSent?: boolean };
  return _headerSent ?? response.headersSent;
}
