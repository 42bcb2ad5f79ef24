import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import type { ErrorResponse } from "@uhp-errors/core";
import { defineOwn } from "@uhp-errors/core/internal";
import { builtin } from "../builtin.ts";
import type { Interception } from "../request/exchange.ts";
import { fieldsIn, WrittenHead } from "../written/head.ts";
import { isTaken } from "../written/status.ts";

/** Returns a field of the response, as written or set so far, by its lower-case name. */
export function fieldOf({ head, response }: Interception, name: string): string | undefined {
  return head?.field(name) ?? response.getHeader(name)?.toString();
}

/** Sets a field to an earlier value, or removes it if it was absent. */
export function restoreField(response: ServerResponse, name: string, value: OutgoingHttpHeader | undefined): void {
  if (value === undefined) response.removeHeader(name);
  else response.setHeader(name, value);
}

/** Undoes what writing a head has set on the response. */
export function restoreFields(response: ServerResponse, head: WrittenHead): void {
  for (const name of head.names()) restoreField(response, name, head.before?.[name]);
}

/**
 * Throws for fields that no head can have, as Node's `writeHead` does. It is for heads that are not passed to Node.
 *
 * @param own Lower-case names to skip, because the contract's response has its own values for them.
 */
function checkFields(head: WrittenHead, own: readonly string[]): void {
  for (const [name, value] of head.fieldsBeside(own)) {
    builtin.http.validateHeaderName(name);
    for (const line of [value].flat()) builtin.http.validateHeaderValue(name, line as string);
  }
}

/** Where Node keeps the head that it has stored on a response. */
interface StoredHead {
  _header: string | null;
  _headerSent: boolean;
  _contentLength: number | null;
  _hasBody: boolean;
  _last: boolean;
  _trailer: string;
  chunkedEncoding: boolean;
}

/** The methods that an HTTP/2 response refuses once its head is written. */
const SHADOWS = ["setHeader", "appendHeader", "removeHeader"] as const;

/**
 * Keeps back the head of an error. Its writer sees what Node shows after `writeHead`, but no byte leaves: Node stores
 * the head.
 *
 * Two kinds of response only look as if their head were written: one over HTTP/2, because Node would send the head at
 * once, and one with a compressor below, because a compressor acts on one head only, and that must be the head that
 * leaves.
 *
 * @throws What Node throws for a head that it refuses.
 */
export function storeHead(
  exchange: Interception,
  response: ServerResponse,
  args: readonly unknown[],
  status: number,
): void {
  const { outerHead, isHttp2 } = exchange;
  const hadNone = response.getHeaderNames().length === 0;
  const before = fieldsIn(args) === undefined || hadNone ? undefined : response.getHeaders();
  let head = outerHead ?? new WrittenHead(args, before);
  if (isHttp2 || (exchange.isWrapped && isTaken(status, ""))) {
    // As in Node: a status stays even if the fields beside it are refused.
    response.statusCode = status;
    checkFields(head, namesOf(exchange.expected));
    if (isHttp2) shadow(exchange, response);
    else (response as unknown as StoredHead)._header = `HTTP/1.1 ${response.statusCode}\r\n\r\n`;
  } else {
    Reflect.apply(exchange.originalMethods.writeHead, response, args);
    if (hadNone && outerHead === undefined) head = new WrittenHead(args, noneBefore(response));
  }
  exchange.head = head;
  exchange.status = status;
}

/**
 * Returns what was set before a head that Node has just taken, if that was nothing. Node sets its fields on the response
 * all the same if any field was set once and removed again, as `X-Powered-By` often is.
 */
export function noneBefore(response: ServerResponse): OutgoingHttpHeaders | undefined {
  return response.getHeaderNames().length === 0 ? undefined : {};
}

/** The lower case of each name of a field of the contract's responses. They are few. */
const LOWER = new Map<string, string>();

/** Returns the names of the fields of a contract's response, in lower case. */
export function namesOf(error: ErrorResponse | undefined): string[] {
  const names = Object.keys(error?.headers ?? {});
  // A loop by index, because an iterator makes an object for each name.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    if (!LOWER.has(name)) LOWER.set(name, name.toLowerCase());
    names[index] = LOWER.get(name) as string;
  }
  return names;
}

/** Makes an HTTP/2 response look as if its head were written. */
function shadow(exchange: Interception, response: ServerResponse): void {
  defineOwn(response, "headersSent", true);
  for (const name of SHADOWS) if (!Object.hasOwn(response, name)) defineOwn(response, name, exchange.refuseField);
}

/** Whether only Node sees the head of an error, and Node accepts its status and reason phrase. */
export function isUnobserved(exchange: Interception, response: ServerResponse, status: number): boolean {
  if (exchange.isHttp2 || exchange.outerWriteHead !== undefined || exchange.isWrapped) return false;
  // Node refuses `Trailer` if the body is not sent in chunks.
  return !response.hasHeader("trailer") && isTaken(status, response.statusMessage);
}

/** Undoes a head that was written, or that Node refused halfway. No byte of it may have left. */
export function takeHeadBack(exchange: Interception): void {
  const { response } = exchange;
  if (exchange.isHttp2) {
    Reflect.deleteProperty(response, "headersSent");
    for (const name of SHADOWS) if (response[name] === exchange.refuseField) Reflect.deleteProperty(response, name);
    return;
  }
  const stored = response as unknown as StoredHead;
  stored._header = null;
  stored._headerSent = false;
  stored._contentLength = null;
  stored._hasBody = exchange.hasBody;
  stored._last = false;
  stored._trailer = "";
  stored.chunkedEncoding = false;
}

/** Keeps trailers from being sent. HTTP/1 drops them together with the head that announced them. */
export function dropTrailers({ isHttp2, response }: Interception): void {
  if (!isHttp2) return;
  const { stream } = response as ServerResponse & { readonly stream?: ServerHttp2Stream };
  if (stream !== undefined) onceBodyLeft(stream, () => stream.sendTrailers({}));
}

/**
 * Calls `then` once the whole body has been sent over HTTP/2. It replaces any listener that would send trailers at that
 * point.
 */
export function onceBodyLeft(stream: ServerHttp2Stream, then: () => void): void {
  stream.removeAllListeners("wantTrailers");
  stream.once("wantTrailers", then);
}
