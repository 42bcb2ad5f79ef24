import { type OutgoingHttpHeader, type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import { REPRESENTATION_HEADERS, type WireResponse } from "@uhp-errors/core";
import { bytesOf } from "./held-body.ts";

/** Sets status and headers of an answer in place of what was set before, the reason phrase included. */
export function setHead(response: ServerResponse, wire: WireResponse): void {
  for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
  for (const [name, value] of Object.entries(wire.headers)) response.setHeader(name, value);
  response.statusCode = wire.status;
  // Empty means the standard phrase; one that somebody set may hold an error's text. HTTP/2 has none.
  if (response.req.httpVersionMajor < 2 && response.statusMessage) response.statusMessage = "";
}

/** Sets the header fields that were handed to `writeHead`, in place of those of the same names. */
export function takeFields(response: ServerResponse, headers: unknown): void {
  const fields = fieldsOf(headers);
  for (const [name] of fields) response.removeHeader(name);
  for (const [name, value] of fields) {
    if (value !== undefined) response.appendHeader(name, Array.isArray(value) ? value : String(value));
  }
}

/** The header fields among the arguments of a `writeHead`, which may name others behind them. */
export function fieldsIn(head: readonly unknown[]): unknown {
  return head.findLast((argument) => typeof argument === "object" && argument !== null);
}

/** Throws for fields that no head can have, as `writeHead` would if it were not put off. */
export function checkFields(headers: unknown): void {
  for (const [name, value] of fieldsOf(headers)) {
    validateHeaderName(name);
    for (const line of [value].flat()) validateHeaderValue(name, String(line));
  }
}

/**
 * The arguments of a `writeHead` without the contract's own fields, which are set on the response in their place: a proxied
 * answer brings another service's. They stay as they are when it is too late for that.
 */
export function stampedHead(
  response: ServerResponse,
  head: unknown[],
  stamp: Readonly<Record<string, string>>,
): unknown[] {
  if (response.headersSent) return head;
  const fields = Object.entries(stamp);
  for (const [name, value] of fields) response.setHeader(name, value);
  const names = new Set(fields.map(([name]) => name.toLowerCase()));
  return head.map((argument) => withoutFields(argument, names));
}

/** Header fields for `writeHead`, in the form they came in, without those of some names. */
function withoutFields(headers: unknown, names: ReadonlySet<string>): unknown {
  const kept = fieldsOf(headers).filter(([name]) => !names.has(name.toLowerCase()));
  if (kept.length === fieldsOf(headers).length) return headers;
  if (!Array.isArray(headers)) return Object.fromEntries(kept);
  return headers.every(Array.isArray) ? kept : kept.flat();
}

/** Whether an answer is declared to be one JSON document, which a stream of JSON lines is not. */
export function isJson(response: ServerResponse, headers: unknown): boolean {
  const type = declared("content-type", response, headers);
  return typeof type === "string" && /^application\/(?:[\w.-]{1,60}\+)?json(?:[\s;]|$)/i.test(type);
}

/** Whether an answer is declared to be as long as a chunk is. */
export function isWhole(response: ServerResponse, headers: unknown, chunk: unknown, encoding: unknown): boolean {
  const length = declared("content-length", response, headers);
  return length !== undefined && Number(length) === bytesOf(chunk, encoding)?.length;
}

function declared(field: string, response: ServerResponse, headers: unknown): OutgoingHttpHeader | undefined {
  const [, given] = fieldsOf(headers).find(([name]) => name.toLowerCase() === field) ?? [];
  return given ?? response.getHeader(field);
}

/** Header fields in each form that `writeHead` takes: an object, a list of pairs, or names and values in turn. */
function fieldsOf(headers: unknown): [string, OutgoingHttpHeader | undefined][] {
  if (typeof headers !== "object" || headers === null) return [];
  if (!Array.isArray(headers)) return Object.entries(headers);
  if (headers.every(Array.isArray)) return headers.map(([name, value]) => [String(name), value]);
  return Array.from({ length: Math.floor(headers.length / 2) }, (_, index) => [
    String(headers[index * 2]),
    headers[index * 2 + 1],
  ]);
}
