import type { ServerResponse } from "node:http";
import type { Interception } from "../request/exchange.ts";
import { fieldsIn, isAmong, mayHave, pairsOf, restoreField } from "./head.ts";
import { isTaken } from "./status.ts";

/** The fields that every answer carries, by their names: `UHP-Version` and, unless it is switched off, `x-request-id`. */
type Stamp = Readonly<Record<string, string>>;

/** Sets the contract's fields on an answer whose head Node is still to write. A request id that the service has set stays. */
export function setStamp(interception: Interception, response: ServerResponse): void {
  for (const [name, value] of Object.entries(interception.outermost.headers(interception))) {
    if (name !== "x-request-id" || !response.hasHeader(name)) response.setHeader(name, value);
  }
}

/**
 * Writes the head of a success with the contract's fields. Where nothing was set on the response, Node writes the fields that
 * it is given as they are, repeated names included; so ours are put among them. Otherwise it goes by what is set, and so ours
 * are set. What a proxied answer brings under our names goes. Where Node refuses a head, it does so without our fields.
 */
export function writeStamped(interception: Interception, response: ServerResponse, args: unknown[]): unknown {
  const stamp = interception.outermost.headers(interception);
  const given = fieldsIn(interception.noted ?? args);
  // HTTP/2 has no reason phrase, and warns whoever asks for one.
  const reason = interception.isHttp2 ? "" : response.statusMessage;
  // By far the most heads come without fields. Of one that Node refuses, nothing may be set for a moment either.
  if (given === undefined && args.length === 1 && isTaken(args[0], reason)) {
    return writeSet(interception, response, args, stamp, false);
  }
  const isFirst = response.getHeaderNames().length === 0;
  const over =
    given === undefined || isFirst ? interception.notedOver : (interception.notedOver ?? response.getHeaders());
  const result = isFirst
    ? writeGiven(interception, response, args, stamp)
    : writeSet(interception, response, args, stamp, given !== undefined);
  interception.storedFields = given;
  interception.storedOver = over;
  return result;
}

/** Writes a head of which nothing was set before. */
function writeGiven(interception: Interception, response: ServerResponse, args: unknown[], stamp: Stamp): unknown {
  const fields = objectIn(args);
  const stamped = fields === undefined ? stamp : joined(fields, stamp);
  try {
    return Reflect.apply(interception.writeHead, response, withFields(args, stamped));
  } catch (refused) {
    if (response.headersSent) throw refused;
    return Reflect.apply(interception.writeHead, response, args);
  }
}

/**
 * Writes a head over what was set before.
 *
 * @param isGiven Whether whoever wrote the head gave fields, which other middleware may have set by now.
 */
function writeSet(
  interception: Interception,
  response: ServerResponse,
  args: unknown[],
  stamp: Stamp,
  isGiven: boolean,
): unknown {
  const names = Object.keys(stamp);
  const [versionName = "", idName] = names;
  const version = response.getHeader(versionName);
  const id = idName === undefined ? undefined : response.getHeader(idName);
  try {
    // Nobody but the contract knows the version. A request id that the service has set itself stays the service's.
    response.setHeader(versionName, stamp[versionName] as string);
    if (idName !== undefined && (isGiven || id === undefined)) response.setHeader(idName, stamp[idName] as string);
    const fields = objectIn(args);
    // Node refuses a list of pairs beside fields that are set, and says so.
    const isPairs = Array.isArray(fields) && Array.isArray(fields[0]) && !interception.isHttp2;
    const rest = fields === undefined || isPairs ? args : withFields(args, withoutNames(fields, names));
    return Reflect.apply(interception.writeHead, response, rest);
  } catch (refused) {
    if (response.headersSent) throw refused;
    restoreField(response, versionName, version);
    restoreField(response, idName, id);
    return Reflect.apply(interception.writeHead, response, args);
  }
}

function objectIn(args: readonly unknown[]): object | undefined {
  const given = fieldsIn(args);
  return typeof given === "object" && given !== null ? given : undefined;
}

function withFields(args: readonly unknown[], fields: unknown): unknown[] {
  return typeof args[1] === "string" ? [args[0], args[1], fields] : [args[0], fields];
}

/** Header fields and the stamp's, in the form in which the fields came. */
function joined(fields: object, stamp: Stamp): unknown {
  const names = Object.keys(stamp);
  if (!Array.isArray(fields)) return { ...(mayHave(fields, names) ? withoutNames(fields, names) : fields), ...stamp };
  const rest = withoutNames(fields, names) as unknown[];
  const flat = Object.entries(stamp).flat();
  // Node says what is wrong with names and values that do not pair up.
  if (!Array.isArray(rest[0])) return rest.length % 2 === 0 ? [...rest, ...flat] : rest;
  return [...rest, ...pairsOf(flat)];
}

/** Header fields in the form they came in, without those of some names. The very same ones when there are none. */
function withoutNames(fields: object, names: readonly string[]): object {
  if (!Array.isArray(fields)) {
    if (!Object.keys(fields).some((name) => isAmong(names, name))) return fields;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !isAmong(names, name)));
  }
  const isPairs = Array.isArray(fields[0]);
  const kept = isPairs
    ? fields.filter(([name]) => !isAmong(names, name))
    : fields.filter((_part, index) => !isAmong(names, fields[index - (index % 2)]));
  return kept.length === fields.length ? fields : kept;
}
