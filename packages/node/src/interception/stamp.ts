import type { ServerResponse } from "node:http";
import { isOptionalHeader, staysAsSet } from "@uhp-errors/core/internal";
import type { Interception } from "../request/exchange.ts";
import { fieldsIn, pairsOf, WrittenHead, withFields, withoutNames } from "../written/head.ts";
import { hasHead } from "../written/sent-field.ts";
import { isTaken } from "../written/status.ts";
import { noneBefore, restoreField } from "./head.ts";

/**
 * The header fields that the contract adds to every response: `UHP-Version`, `x-request-id` unless it is switched off,
 * and the dates of a version that ends.
 */
type Stamp = Readonly<Record<string, string>>;

/**
 * Sets the contract's fields on a response whose head is not written yet. What the service has set itself stays, except
 * for the version.
 */
export function setStamp(exchange: Interception, response: ServerResponse): void {
  const stamp = exchange.outermost.headers(exchange);
  for (const name of Object.keys(stamp)) {
    if (!staysAsSet(name, false) || !response.hasHeader(name)) response.setHeader(name, stamp[name] as string);
  }
}

/**
 * Writes a head with the contract's fields.
 *
 * Our fields are added to the given ones if nothing was set on the response, because Node then writes the given fields
 * as they are, even repeated names. Otherwise ours are set, because Node merges the given fields with those that were
 * set. Fields under our names that come from a proxied response are dropped, except for the dates of an end. If Node
 * rejects the head, it is passed once more without our fields, so that Node's error does not depend on them.
 */
export function writeStamped(
  exchange: Interception,
  response: ServerResponse,
  args: readonly unknown[],
  status: number,
): unknown {
  const { outerHead, originalMethods } = exchange;
  const given = outerHead === undefined && args.length === 1 ? undefined : fieldsIn(outerHead?.args ?? args);
  let result: unknown;
  if (given === undefined && args.length === 1 && isSafe(exchange, response, status)) {
    // Most heads come this way.
    setStamp(exchange, response);
    result = Reflect.apply(originalMethods.writeHead, response, args);
    exchange.head = undefined;
  } else {
    const isFirst = response.getHeaderNames().length === 0;
    const before = given === undefined || isFirst ? undefined : response.getHeaders();
    result = isFirst ? writeGiven(exchange, response, args) : writeSet(exchange, response, args, given !== undefined);
    exchange.head = outerHead ?? new WrittenHead(args, before ?? (exchange.isHttp2 ? undefined : noneBefore(response)));
  }
  exchange.status = status;
  return result;
}

/**
 * Whether `writeHead(status)` is sure not to throw. Node rejects some statuses and reason phrases, and `Trailer` on a
 * body that is not chunked.
 */
function isSafe({ isHttp2 }: Interception, response: ServerResponse, status: number): boolean {
  // HTTP/2 has no reason phrase. Reading it makes Node warn.
  return !response.hasHeader("trailer") && isTaken(status, isHttp2 ? "" : response.statusMessage);
}

/** Writes a head on a response that has no fields set. */
function writeGiven(exchange: Interception, response: ServerResponse, args: readonly unknown[]): unknown {
  const fields = objectIn(args);
  const stamp = withoutGiven(exchange.outermost.headers(exchange), args);
  const stamped = fields === undefined ? stamp : joined(fields, stamp);
  try {
    return Reflect.apply(exchange.originalMethods.writeHead, response, withFields(args, stamped));
  } catch (refused) {
    if (hasHead(response)) throw refused;
    return Reflect.apply(exchange.originalMethods.writeHead, response, args);
  }
}

/** What Node's types lack. An HTTP/2 response has no such method. */
interface RawNames {
  getRawHeaderNames?(): string[];
}

/**
 * Writes a head on a response that has fields set.
 *
 * @param isGiven Whether the writer of the head passed fields along. By now, other middleware may have set them on the
 * response.
 */
function writeSet(
  exchange: Interception,
  response: ServerResponse,
  args: readonly unknown[],
  isGiven: boolean,
): unknown {
  const fields = objectIn(args);
  const stamp = withoutGiven(exchange.outermost.headers(exchange), args);
  const names = Object.keys(stamp);
  const before = names.map((name) => response.getHeader(name));
  const spelled = before.some((value) => value !== undefined)
    ? (response as RawNames).getRawHeaderNames?.()
    : undefined;
  try {
    for (const [index, name] of names.entries()) {
      // A request id among the given fields may be another service's.
      if (!staysAsSet(name, isGiven) || before[index] === undefined) response.setHeader(name, stamp[name] as string);
    }
    // Once fields are set, Node rejects a list of pairs. It is passed on unchanged, because Node's own error says so.
    const isPairs = Array.isArray(fields) && Array.isArray(fields[0]) && !exchange.isHttp2;
    const rest = fields === undefined || isPairs ? args : withFields(args, withoutNames(fields, names.map(lowerCase)));
    return Reflect.apply(exchange.originalMethods.writeHead, response, rest);
  } catch (refused) {
    if (hasHead(response)) throw refused;
    for (const [index, name] of names.entries()) {
      const given = spelled?.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
      restoreField(response, given, before[index]);
    }
    return Reflect.apply(exchange.originalMethods.writeHead, response, args);
  }
}

/** Leaves out dates that the writer of a head has passed itself, because its resource may end before the version. */
function withoutGiven(stamp: Stamp, args: readonly unknown[]): Stamp {
  const names = Object.keys(stamp);
  if (!names.some(isOptionalHeader)) return stamp;
  const head = new WrittenHead(args, undefined);
  const left = names.filter((name) => !isOptionalHeader(name) || head.field(name.toLowerCase()) === undefined);
  return Object.fromEntries(left.map((name) => [name, stamp[name] as string]));
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}

function objectIn(args: readonly unknown[]): object | undefined {
  const given = fieldsIn(args);
  return typeof given === "object" && given !== null ? given : undefined;
}

/** Returns header fields together with the contract's, in the form in which the fields came. */
function joined(fields: object, stamp: Stamp): unknown {
  const rest = withoutNames(fields, Object.keys(stamp).map(lowerCase));
  if (!Array.isArray(rest)) return { ...rest, ...stamp };
  const flat = Object.entries(stamp).flat();
  if (Array.isArray(rest[0])) return [...rest, ...pairsOf(flat)];
  // If a name has no value, Node's own error says what is wrong.
  return rest.length % 2 === 0 ? [...rest, ...flat] : rest;
}
