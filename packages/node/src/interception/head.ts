import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { defineOwn } from "@uhp-errors/core/internal";
import { builtin } from "../builtin.ts";
import type { Interception } from "../request/exchange.ts";
import { isTaken, toStatus } from "../written/status.ts";

/** A header field, as it was set or as it was passed to `writeHead`. */
export type Field = readonly [name: string, value: OutgoingHttpHeader | undefined];

/** Returns the header fields among the arguments of a `writeHead`. */
export function fieldsIn(args: readonly unknown[]): unknown {
  const [, reason, headers] = args;
  return typeof reason === "string" ? headers : (headers ?? reason);
}

/** Returns the same arguments with other header fields. */
export function withFields(args: readonly unknown[], fields: unknown): unknown[] {
  return typeof args[1] === "string" ? [args[0], args[1], fields] : [args[0], fields];
}

/** Turns a flat list (name, value, name, value) into pairs. */
export function pairsOf(flat: readonly unknown[]): Field[] {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[index * 2]),
    flat[index * 2 + 1] as OutgoingHttpHeader | undefined,
  ]);
}

/**
 * Returns header fields as pairs. Takes all three forms that `writeHead` takes: an object, a list of pairs, and a flat
 * list of names and values.
 */
export function fieldPairs(fields: unknown): readonly Field[] {
  if (typeof fields !== "object" || fields === null) return [];
  if (!Array.isArray(fields)) return Object.entries(fields);
  if (!fields.every(Array.isArray)) return pairsOf(fields);
  return fields.map(([name, value]) => [String(name), value]);
}

/** Whether a name is in a list, ignoring case. */
export function isAmong(names: readonly string[], name: unknown): boolean {
  for (const one of names) if (isNamed(name, one)) return true;
  return false;
}

function isNamed(name: unknown, wanted: string): boolean {
  const text = String(name);
  // Length and first letter distinguish most names, and no lower-case copy is made.
  if (text.length !== wanted.length || (text.charCodeAt(0) | 0x20) !== (wanted.charCodeAt(0) | 0x20)) return false;
  return text === wanted || text.toLowerCase() === wanted.toLowerCase();
}

/** Returns header fields without those of the given names, in the form in which they came. */
export function withoutNames(fields: object, names: readonly string[]): object {
  if (!Array.isArray(fields)) {
    let isFree = true;
    for (const name in fields) if (isAmong(names, name)) isFree = false;
    return isFree ? fields : Object.fromEntries(pairsBeside(names, fields));
  }
  if (Array.isArray(fields[0])) return fields.filter(([name]) => !isAmong(names, name));
  return fields.filter((_part, index) => !isAmong(names, fields[index - (index % 2)]));
}

/** Returns header fields as pairs, without those of the given names. */
export function pairsBeside(names: readonly string[], fields: unknown): readonly Field[] {
  // Usually no other names are present. In that case, no list is made.
  let isNone = !Array.isArray(fields);
  for (const name in Object(fields)) if (!isAmong(names, name)) isNone = false;
  return isNone ? [] : fieldPairs(fields).filter(([name]) => !isAmong(names, name));
}

/** Returns a field of the response, as written or set so far, by its lower-case name. */
export function fieldOf({ head, response }: Interception, name: string): string | undefined {
  return fieldNamed(head?.fields, name) ?? response.getHeader(name)?.toString();
}

/** Returns a field among those passed to `writeHead`, by its lower-case name. */
export function fieldNamed(fields: unknown, wanted: string): string | undefined {
  let isAbsent = !Array.isArray(fields);
  for (const name in Object(fields)) if (isNamed(name, wanted)) isAbsent = false;
  if (isAbsent) return undefined;
  const values = fieldPairs(fields).filter(([name]) => isNamed(name, wanted));
  return values.length === 0 ? undefined : values.map(([, value]) => String(value)).join(", ");
}

/** Sets a field to an earlier value, or removes it if it was absent. */
export function restoreField(response: ServerResponse, name: string, value: OutgoingHttpHeader | undefined): void {
  if (value === undefined) response.removeHeader(name);
  else response.setHeader(name, value);
}

/**
 * Throws for fields that no head can have, as Node's `writeHead` does. It is for heads that are not passed to Node yet.
 *
 * @param own Names to skip, because the contract's response has its own values for them.
 */
function checkFields(fields: unknown, own: readonly string[] = []): void {
  for (const [name, value] of pairsBeside(own, fields)) {
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
 * Keeps back the head of an error. Its writer sees what Node shows after `writeHead`, but no byte leaves.
 *
 * - If other code could notice a difference, Node stores the head.
 * - Otherwise the response only looks as if its head were written, which is cheaper.
 *
 * Two more kinds of response only look so: one over HTTP/2, because Node would send the head at once, and one with a
 * compressor below, because a compressor acts on one head only, and that must be the head that leaves.
 *
 * @throws What Node throws for a head that it refuses.
 */
export function storeHead(exchange: Interception, response: ServerResponse, args: readonly unknown[]): void {
  const { outerHead, isHttp2 } = exchange;
  const isShown = isShowable(exchange, response, args);
  const before = isShown ? undefined : (outerHead?.before ?? response.getHeaders());
  if (isShown || isHttp2 || (exchange.isWrapped && isTaken(args[0], ""))) {
    // As in Node: a status stays even if the fields beside it are refused.
    response.statusCode = toStatus(args[0]);
    if (isShown) response.statusMessage ||= builtin.http.STATUS_CODES[response.statusCode] ?? "unknown";
    checkFields(fieldsIn(args), Object.keys(exchange.expected?.headers ?? {}));
    if (isHttp2) shadow(exchange, response);
    else (response as unknown as StoredHead)._header = `HTTP/1.1 ${response.statusCode}\r\n\r\n`;
  } else {
    Reflect.apply(exchange.below.writeHead, response, args);
  }
  const noted = outerHead?.args ?? args;
  exchange.head = { args: noted, fields: fieldsIn(noted), before, isShown };
  exchange.status = toStatus(args[0]);
}

/** Makes an HTTP/2 response look as if its head were written. */
function shadow(exchange: Interception, response: ServerResponse): void {
  defineOwn(response, "headersSent", true);
  for (const name of SHADOWS) if (!Object.hasOwn(response, name)) defineOwn(response, name, exchange.refuseField);
}

/**
 * Whether no other code can notice that Node has not stored the head: none waits for a head, and Node would not merge
 * its fields with others.
 */
function isShowable(exchange: Interception, response: ServerResponse, args: readonly unknown[]): boolean {
  const fields = fieldsIn(args);
  if (!isUnobserved(exchange, response, args[0]) || typeof args[1] === "string" || Array.isArray(fields)) return false;
  return (
    fields === undefined || (response.getHeaderNames().length === 0 && fieldNamed(fields, "trailer") === undefined)
  );
}

/** Whether only Node sees the head of an error, and Node accepts its status and reason phrase. */
export function isUnobserved(exchange: Interception, response: ServerResponse, status: unknown): boolean {
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

/**
 * Keeps trailers from being sent. HTTP/1 drops them together with the head that announced them, so only HTTP/2 needs
 * this.
 */
export function dropTrailers({ response, isHttp2 }: Interception): void {
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
