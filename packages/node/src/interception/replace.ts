import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { ErrorResponse, InterceptedResponse } from "@uhp-errors/core";
import { sourceOfFields } from "@uhp-errors/core/adapter";
import type { Interception, Method } from "../request/exchange.ts";
import { interceptionOf, nothingLeft } from "../request/progress.ts";
import { ask, respondTo } from "./ask.ts";
import { fieldNamed, fieldPairs, fieldsIn, pairsBeside, restoreField } from "./head.ts";
import { takeHeadBack } from "./store.ts";
import { dropTrailers } from "./trailers.ts";

type Callback = () => void;

/**
 * What a writer has written so far, as the contract reads it.
 *
 * @param isWhole Whether a handler handed its body over at once.
 */
export function writtenOf(
  interception: Interception,
  response: ServerResponse,
  status: number,
  isWhole = false,
): InterceptedResponse {
  const header = (name: string) => writtenField(interception, response, name);
  return { status, header, body: interception.body?.text(header("content-encoding")) ?? "", isWhole };
}

/** A field of what was written so far, by its lower-case name. */
function writtenField(
  { head, storedFields }: Interception,
  response: ServerResponse,
  name: string,
): string | undefined {
  const fields = head === undefined ? storedFields : fieldsIn(head.args);
  return fieldNamed(fields, name) ?? response.getHeader(name)?.toString();
}

/**
 * What leaves in place of the error that was buffered; `undefined` when that may leave as it is.
 *
 * @param isWhole As {@link writtenOf} takes it.
 */
export function decide(
  interception: Interception,
  response: ServerResponse,
  status: number,
  isWhole = false,
): ErrorResponse | undefined {
  const { expected: own } = interception;
  const isGone = interception.phase() === "gone";
  if (response.destroyed && !isGone) return undefined;
  if (own === undefined) {
    const written = writtenOf(interception, response, status, isWhole);
    const wire = ask(interception, () => interception.contract.replace(written, interception));
    // The contract has reported that the client left.
    if (isGone) return undefined;
    if (wire !== undefined) interception.onReplaced();
    return wire;
  }
  if (isGone) return undefined;
  // The framework's hooks may compress the contract's own answer, and may do nothing else to it.
  const isCompressed = writtenField(interception, response, "content-encoding") !== undefined;
  const mayLeave = isCompressed && status === own.status && writtenOf(interception, response, status).body === own.body;
  return mayLeave ? undefined : own;
}

/** Sends an answer in place of the one that was begun. What its writer still writes goes nowhere, however late it comes. */
export function replace(
  interception: Interception,
  response: ServerResponse,
  wire: ErrorResponse,
  done?: Callback,
): void {
  clearTimeout(interception.timer);
  interception.answered = true;
  const { head, storedFields } = interception;
  const stored = head === undefined ? storedFields : fieldsIn(head.args);
  // Also a head that Node refused half-way, one of a 204 for example, has left its traces.
  takeHeadBack(interception, response);
  dropTrailers(response);
  if (!interception.settled) settle(interception, response, wire.status);
  // Some responses write by their own methods when they are ended.
  interception.stage = "passing";
  // The writer gave all fields with the head and had set none, so ours are given with the head too.
  const isGiven = head?.isShown === true && stored !== undefined;
  if (head?.isShown !== true) undoFields(response, stored, head?.before ?? interception.storedOver);
  const kept = keptFields(interception, stored, wire);
  if (isGiven) clearReason(response);
  else {
    dropFields(interception, response, wire.status);
    takeFields(response, kept);
    setHead(response, wire);
  }
  // Below, a compressor that has seen the head of a success would go on as if it were still that one's.
  const isSeenBelow = interception.isWrapped && head === undefined && interception.storedStatus > 0;
  const { writeHead, end } = isSeenBelow ? (Object.getPrototypeOf(response) as typeof response) : interception;
  const args = isGiven ? [wire.status, listOf(wire, kept)] : [wire.status];
  Reflect.apply(writeHead as Method, response, args);
  Reflect.apply(end as Method, response, [interception.hasBody ? wire.body : undefined, done]);
  interception.stage = "replaced";
  interception.head = undefined;
  interception.body = undefined;
}

/** Middleware that acts when a head is written, a session or a compressor, must have done so before the fields are set. */
function settle(interception: Interception, response: ServerResponse, status: number): void {
  interception.stage = "settling";
  interception.settled = true;
  try {
    response.writeHead(status);
  } catch {
    // A listener of somebody else's that throws must not cost the client its answer.
  }
}

/** Takes back what the fields of a stored head did to those that were set. */
function undoFields(
  response: ServerResponse,
  stored: unknown,
  before: Readonly<Record<string, OutgoingHttpHeader | undefined>> | undefined,
): void {
  for (const [name] of fieldPairs(stored)) {
    restoreField(response, name, before?.[name.toLowerCase()]);
  }
}

/** Removes the fields that must not stay on an error, wherever they were set. */
export function dropFields(interception: Interception, response: ServerResponse, status: number): void {
  // Node adds its own date only when the head leaves.
  const source = sourceOfFields((name) => response.hasHeader(name));
  for (const name of response.getHeaderNames()) {
    const value = String(response.getHeader(name));
    if (!interception.contract.keepsHeader({ name, value, source, status })) response.removeHeader(name);
  }
}

/** Header fields by name. */
type Fields = readonly (readonly [name: string, value: OutgoingHttpHeader | undefined])[];

/** Those fields of a stored head that may stand on an error. What the framework itself had set counts as set. */
function keptFields(interception: Interception, stored: unknown, wire: ErrorResponse): Fields {
  if (stored === undefined) return [];
  const { status } = wire;
  const ofFramework = sourceOfFields((name) => fieldNamed(stored, name) !== undefined);
  // Of the others, the answer has values of its own.
  return pairsBeside(Object.keys(wire.headers), stored).filter(([name, value]) => {
    const source = interception.isSetByFramework(name) ? ofFramework : "head";
    return interception.contract.keepsHeader({ name: name.toLowerCase(), value: String(value), source, status });
  });
}

/** Sets fields in place of what was set under their names. */
function takeFields(response: ServerResponse, kept: Fields): void {
  for (const [name] of kept) response.removeHeader(name);
  for (const [name, value] of kept) {
    if (value !== undefined) response.appendHeader(name, Array.isArray(value) ? value : String(value));
  }
}

/** The fields of an answer and those that it keeps, as names and values in turn. */
function listOf(wire: ErrorResponse, kept: Fields): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = [];
  for (const name of Object.keys(wire.headers)) list.push(name, wire.headers[name] as string);
  for (const [name, value] of kept) if (value !== undefined) list.push(name, value);
  return list;
}

/** Sets status and fields of an answer in place of what was set before, the reason phrase included. */
export function setHead(response: ServerResponse, wire: ErrorResponse): void {
  for (const [name, value] of Object.entries(wire.headers)) response.setHeader(name, value);
  response.statusCode = wire.status;
  clearReason(response);
}

/** Empty means the standard phrase; one that somebody set may hold an error's text. HTTP/2 has none. */
export function clearReason(response: ServerResponse): void {
  if (response.req.httpVersionMajor < 2 && response.statusMessage) response.statusMessage = "";
}

/**
 * Answers, or gives up, a response that is to be destroyed. A stream that fails takes what it is piped into down with it, and
 * the client would see nothing but a reset: while nothing has left, it gets an answer instead.
 *
 * @returns Whether the connection stays, since an answer has left by it.
 */
export function answerDestruction(
  interception: Interception,
  response: ServerResponse,
  error: unknown,
  reachable: boolean,
): boolean {
  // Whoever gives up an answer that was replaced gives up nothing that the client waits for.
  if (interception.stage === "replaced" && reachable) return true;
  if (error === undefined || error === null || !reachable) return false;
  if (interception.answered) return true;
  // What befalls an answer that was handed over whole is no failure of it.
  if (response.writableEnded) return false;
  const isOpen = interceptionOf(response) === interception && nothingLeft(response);
  // Where part of an answer has left, this reports that it is cut off.
  const wire = (isOpen ? interception.expected : undefined) ?? respondTo(interception.contract, error, interception);
  if (wire !== undefined && isOpen) replace(interception, response, wire);
  return interception.answered;
}
