import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { type InterceptedResponse, REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import { isFromUpstream, peek } from "@uhp-errors/core/internal";
import {
  type Exchange,
  type Interception,
  interceptionOf,
  type Methods,
  type NodeRequestContext,
  noteResponded,
} from "../request/exchange.ts";
import { hasHead } from "../written/sent-field.ts";
import {
  dropTrailers,
  type Field,
  fieldNamed,
  fieldOf,
  fieldPairs,
  fieldsIn,
  pairsBeside,
  restoreField,
  takeHeadBack,
} from "./head.ts";

/**
 * Asks the contract for a response. The service's hook runs before that response is sent. Anything that the hook itself
 * writes to the response meanwhile is dropped.
 */
export function runServiceHook<Answer>(context: NodeRequestContext, question: () => Answer): Answer {
  const exchange = context as Exchange;
  const { isAsking } = exchange;
  exchange.isAsking = true;
  try {
    return question();
  } finally {
    // Even a contract throws if the stack is used up. What is written then must not be taken for the hook's.
    exchange.isAsking = isAsking;
  }
}

/**
 * Codes of the errors that a stream fails with when its response is closed: because the contract's response replaced
 * it, or because the contract cut it off.
 */
const CLOSED: ReadonlySet<unknown> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ERR_HTTP2_STREAM_ERROR"]);

/** Returns the response to a thrown value; `undefined` if it is too late for one. */
export function respondTo(contract: Contract, thrown: unknown, context: NodeRequestContext): ErrorResponse | undefined {
  const { hasResponded, isBroken } = context as Exchange;
  if ((hasResponded || isBroken) && CLOSED.has(peek(thrown, "code"))) return undefined;
  return runServiceHook(context, () => contract.respond(thrown, context));
}

/**
 * Returns what was written so far, as the contract reads it.
 *
 * @param isWhole Whether a handler handed over the whole body at once.
 */
export function writtenOf(exchange: Interception, status: number, isWhole = false): InterceptedResponse {
  const header = (name: string) => fieldOf(exchange, name);
  return { status, header, body: exchange.body?.text(header("content-encoding")) ?? "", isWhole };
}

/** Returns the response that replaces what was written so far; `undefined` if that may leave as it is. */
export function replacementOf(exchange: Interception, status: number, isWhole = false): ErrorResponse | undefined {
  const written = writtenOf(exchange, status, isWhole);
  return runServiceHook(exchange, () => exchange.contract.replace(written, exchange));
}

/** Returns the response that replaces the error that was written so far; `undefined` if that may leave as it is. */
export function decide(exchange: Interception, status: number, isWhole = false): ErrorResponse | undefined {
  const { expected: own, response } = exchange;
  const isGone = exchange.phase() === "gone";
  if (response.destroyed && !isGone) return undefined;
  if (own === undefined) {
    const error = replacementOf(exchange, status, isWhole);
    // The contract has already reported that the client left.
    if (isGone) return undefined;
    if (error !== undefined) exchange.onReplaced();
    return error;
  }
  if (isGone) return undefined;
  // The framework's hooks may compress the contract's own response. They may change nothing else.
  const isCompressed = fieldOf(exchange, "content-encoding") !== undefined;
  return isCompressed && status === own.status && writtenOf(exchange, status).body === own.body ? undefined : own;
}

/**
 * Sends a response of the contract through the response's public methods, so that middleware which wraps them runs too.
 * Whatever the middleware changes, the client gets the contract's response, or a compressed copy of it. It replaces a
 * response that was begun.
 */
export function answer(response: ServerResponse, error: ErrorResponse): void {
  // The service's hook has run by now. It may have responded in a way that is not intercepted.
  if (response.writableEnded) return;
  const exchange = interceptionOf(response);
  if (exchange?.hasBegun) {
    send(exchange, error);
    return;
  }
  if (exchange === undefined) {
    noteResponded(response);
    for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
  } else {
    exchange.hasResponded = true;
    exchange.stage = "passing";
    exchange.answering = error;
    // If Node refused a head halfway, that head has left traces: after a 204, for example, the response has no body.
    if (!hasHead(response)) takeHeadBack(exchange);
    dropTrailers(exchange);
    dropFields(exchange, error.status);
  }
  setHead(response, error);
  // Node throws for a body in response to HEAD if the server has `rejectNonStandardBodyWrites`.
  const hasBody = exchange?.hasBody ?? response.req.method !== "HEAD";
  try {
    response.end(hasBody ? error.body : undefined);
  } catch (failure) {
    if (exchange !== undefined) reopenIfNothingLeft(exchange);
    throw failure;
  }
}

/** Lets a response be answered once more, after a listener or a wrapper has thrown before a byte left. */
function reopenIfNothingLeft(exchange: Interception): void {
  if (!exchange.nothingLeft) return;
  exchange.stage = "open";
  exchange.hasResponded = false;
  exchange.answering = undefined;
}

/**
 * Writes the head of the contract's response. Middleware that waits for the head may have changed it, or passes fields
 * of its own. Of those, only what an error may keep counts, and the fields of a compressor.
 */
export function writeOwnHead(exchange: Interception, error: ErrorResponse, args: readonly unknown[]): unknown {
  const { below, response } = exchange;
  const given = fieldsIn(args);
  const [encoding, length] = ["content-encoding", "content-length"].map(
    (name) => fieldNamed(given, name) ?? response.getHeader(name),
  );
  const kept = keptFields(exchange, given, error);
  dropFields(exchange, error.status);
  takeFields(response, kept);
  setHead(response, error);
  if (encoding !== undefined) {
    response.setHeader("Content-Encoding", encoding);
    restoreField(response, "Content-Length", length);
    exchange.answering = undefined;
  }
  return Reflect.apply(below.writeHead, response, [error.status]);
}

/**
 * Returns the body of the contract's response, which is sent whatever middleware passes on. Writes the head first.
 * `undefined` if middleware compresses the response: its copy is sent then.
 */
export function ownBody(exchange: Interception): string | undefined {
  const { response } = exchange;
  // Over HTTP/2, Node's own `end` calls `write`.
  if (exchange.isHttp2) return undefined;
  if (!response.headersSent) response.writeHead(response.statusCode);
  return exchange.answering?.body;
}

/**
 * Sends the contract's response in place of the one that was begun, through the methods below ours. What the first
 * writer still writes is dropped, however late it comes.
 */
export function send(exchange: Interception, error: ErrorResponse, done?: () => void): void {
  const { response, status, stage, isWrapped } = exchange;
  const { isShown = false, fields, before } = exchange.head ?? {};
  clearTimeout(exchange.body?.timer);
  exchange.hasResponded = true;
  exchange.head = undefined;
  exchange.body = undefined;
  takeHeadBack(exchange);
  dropTrailers(exchange);
  if (status === 0) settle(exchange, error.status);
  // Some responses call their own `write` when they are ended. These methods are ours.
  exchange.stage = "passing";
  try {
    if (!isShown) for (const [name] of fieldPairs(fields)) restoreField(response, name, before?.[name.toLowerCase()]);
    const kept = keptFields(exchange, fields, error);
    // The writer passed all fields to `writeHead` and had set none before. So ours are passed to `writeHead` too.
    const isGiven = isShown && fields !== undefined;
    if (isGiven) clearReason(response);
    else {
      dropFields(exchange, error.status);
      takeFields(response, kept);
      setHead(response, error);
    }
    // A compressor below that has seen the head of a success would go on compressing. So it is bypassed.
    const isSeenBelow = isWrapped && status > 0 && stage !== "buffering";
    const below = isSeenBelow ? (Object.getPrototypeOf(response) as Methods) : exchange.below;
    Reflect.apply(below.writeHead, response, isGiven ? [error.status, listOf(error, kept)] : [error.status]);
    Reflect.apply(below.end, response, [exchange.hasBody ? error.body : undefined, done]);
  } catch (failure) {
    // The writer may try again. What it writes must not pass, not even if the stack is used up and the next line throws.
    exchange.stage = "replaced";
    reopenIfNothingLeft(exchange);
    throw failure;
  }
  exchange.stage = "replaced";
}

/**
 * Calls `writeHead`, which writes nothing in this stage. Middleware that acts on a head, such as a session or a
 * compressor, does so now, before the contract's fields are set.
 */
function settle(exchange: Interception, status: number): void {
  exchange.stage = "settling";
  exchange.status = status;
  try {
    exchange.response.writeHead(status);
  } catch {
    // The client gets its response even if a listener throws.
  }
}

/** Removes the fields that an error must not have, no matter who set them. */
function dropFields(exchange: Interception, status: number): void {
  const { contract, response } = exchange;
  // A `Date` that is set was copied from another service: Node adds its own only when it sends the head.
  const isCopy = isFromUpstream((name) => response.hasHeader(name));
  for (const name of response.getHeaderNames()) {
    const value = String(response.getHeader(name));
    const isOfReplaced = isCopy && !exchange.isSetAfterCopy(name);
    if (!contract.keepsHeader({ name, value, isOfReplaced, status })) response.removeHeader(name);
  }
}

/**
 * Returns those fields of a head that may stay on an error. Fields that the framework itself had set count as set by
 * the service.
 */
function keptFields(exchange: Interception, fields: unknown, { status, headers }: ErrorResponse): readonly Field[] {
  const others = pairsBeside(Object.keys(headers), fields);
  if (others.length === 0) return others;
  const isCopy = isFromUpstream((name) => fieldNamed(fields, name) !== undefined);
  return others.filter(([name, value]) => {
    const isOfReplaced = isCopy ? !exchange.isSetAfterCopy(name) : !exchange.isSetByFramework(name);
    return exchange.contract.keepsHeader({ name: name.toLowerCase(), value: String(value), isOfReplaced, status });
  });
}

/** Sets fields, replacing what was set under their names. */
function takeFields(response: ServerResponse, kept: readonly Field[]): void {
  for (const [name] of kept) response.removeHeader(name);
  for (const [name, value] of kept) {
    if (value !== undefined) response.appendHeader(name, Array.isArray(value) ? value : String(value));
  }
}

/** Returns the fields of the contract's response and the kept ones as one list: name, value, name, value. */
function listOf({ headers }: ErrorResponse, kept: readonly Field[]): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  for (const [name, value] of kept) if (value !== undefined) list.push(name, value);
  return list;
}

/** Sets the status and the fields of the contract's response. Clears the reason phrase that was set before. */
function setHead(response: ServerResponse, { headers, status }: ErrorResponse): void {
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] as string);
  response.statusCode = status;
  clearReason(response);
}

/**
 * Clears the reason phrase, so that Node writes the standard one: a phrase that was set may contain an error's message.
 * HTTP/2 has no reason phrase.
 */
export function clearReason(response: ServerResponse): void {
  if (response.req.httpVersionMajor < 2 && response.statusMessage) response.statusMessage = "";
}

/**
 * Answers an error that destroys a response. A stream that fails destroys what it is piped into, and the client would
 * see nothing but a reset. While no byte has been sent, it gets the contract's response instead.
 *
 * @returns Whether the connection stays open, because a response of the contract was sent on it.
 */
export function answerFailure(exchange: Interception, thrown: unknown): boolean {
  if (thrown === undefined || thrown === null) return false;
  // A response that was ended is complete. Whatever happens afterwards is not its failure.
  if (!exchange.hasResponded && !exchange.response.writableEnded) {
    const isOpen = exchange.nothingLeft;
    // If part of the response has been sent, this call only reports that it was cut off.
    const error = (isOpen ? exchange.expected : undefined) ?? respondTo(exchange.contract, thrown, exchange);
    if (error !== undefined && isOpen) send(exchange, error);
  }
  return exchange.hasResponded;
}
