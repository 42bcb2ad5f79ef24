import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { type InterceptedResponse, REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import { isFromUpstream } from "@uhp-errors/core/internal";
import {
  type Exchange,
  type Interception,
  interceptionOf,
  type Methods,
  type NodeRequestContext,
  noteResponded,
} from "../request/exchange.ts";
import { type Field, WrittenHead } from "../written/head.ts";
import { hasHead } from "../written/sent-field.ts";
import { dropTrailers, fieldOf, namesOf, restoreField, restoreFields, takeHeadBack } from "./head.ts";

/**
 * Asks the contract for a response. The service's hook runs before that response is sent. Anything that the hook itself
 * writes to the response meanwhile is dropped.
 */
export function runServiceHook<Given extends readonly unknown[], Answer>(
  context: NodeRequestContext,
  question: (...given: Given) => Answer,
  ...given: Given
): Answer {
  const exchange = context as Exchange;
  const { isAsking } = exchange;
  exchange.isAsking = true;
  try {
    return question(...given);
  } finally {
    // Even a contract throws if the stack is used up. What is written then must not be taken for the hook's.
    exchange.isAsking = isAsking;
  }
}

/** Returns the response to a thrown value; `undefined` if it is too late for one. */
export function respondTo(contract: Contract, thrown: unknown, context: NodeRequestContext): ErrorResponse | undefined {
  return runServiceHook(context, contract.respond, thrown, context);
}

/**
 * Returns what was written so far, as the contract reads it.
 *
 * @param isWhole Whether a handler handed over the whole body at once.
 */
export function writtenOf(
  { head, response, body }: Interception,
  status: number,
  isWhole = false,
): InterceptedResponse {
  const fields = response.getHeaders();
  const header = (name: string) => head?.field(name) ?? fields[name]?.toString();
  return { status, header, body: body?.text(header("content-encoding")) ?? "", isWhole };
}

/** Returns the response that replaces what was written so far; `undefined` if that may leave as it is. */
export function replacementOf(exchange: Interception, status: number, isWhole = false): ErrorResponse | undefined {
  const written = writtenOf(exchange, status, isWhole);
  return runServiceHook(exchange, exchange.contract.replace, written, exchange);
}

/** Returns the response that replaces the error that was written so far; `undefined` if that may leave as it is. */
export function decide(exchange: Interception, status: number, isWhole = false): ErrorResponse | undefined {
  const { expected: own, response } = exchange;
  // The contract reports that the client has left.
  if (response.destroyed && exchange.phase() !== "gone") return undefined;
  if (own === undefined) {
    const error = replacementOf(exchange, status, isWhole);
    if (error !== undefined) exchange.onReplaced();
    return error;
  }
  if (ownResponse(exchange) !== undefined) return own;
  // The framework's hooks may compress the contract's own response. They may change nothing else.
  return status === own.status && writtenOf(exchange, status).body === own.body ? undefined : own;
}

/**
 * Returns the contract's response that the framework was given, and now writes; `undefined` if there is none, or if the
 * framework's hooks have compressed it.
 */
export function ownResponse(exchange: Interception): ErrorResponse | undefined {
  const { expected } = exchange;
  return expected === undefined || fieldOf(exchange, "content-encoding") !== undefined ? undefined : expected;
}

/**
 * Sends a response of the contract, and replaces what was begun. If middleware has put its own methods above ours, they
 * run too. Whatever the middleware changes, the client gets the contract's response, or a compressed copy of it.
 */
export function answer(response: ServerResponse, error: ErrorResponse): void {
  // The service's hook has run by now. It may have responded in a way that is not intercepted.
  if (response.writableEnded) return;
  const exchange = interceptionOf(response);
  if (exchange === undefined) {
    noteResponded(response);
    for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
    end(response, error, response.req.method !== "HEAD");
    return;
  }
  const hasBegun = hasHead(response);
  if (hasBegun ? exchange.nothingLeft : !isWrappedAbove(exchange)) {
    send(exchange, error);
    if (!hasBegun) exchange.stage = "passing";
    return;
  }
  exchange.ending = "answered";
  exchange.stage = "passing";
  exchange.answering = error;
  // If Node refused a head halfway, that head has left traces: after a 204, for example, the response has no body.
  if (!hasBegun) takeHeadBack(exchange);
  dropTrailers(exchange);
  dropFields(exchange, error.status, namesOf(error));
  try {
    end(response, error, exchange.hasBody);
  } catch (failure) {
    reopenIfNothingLeft(exchange);
    throw failure;
  }
}

/**
 * Sets a response of the contract and ends it, through the response's public methods.
 *
 * @param hasBody Node throws for a body in response to HEAD if the server has `rejectNonStandardBodyWrites`.
 */
function end(response: ServerResponse, error: ErrorResponse, hasBody: boolean): void {
  setHead(response, error);
  response.end(hasBody ? error.body : undefined);
}

/** Whether middleware has put methods of its own in place of ours. */
function isWrappedAbove({ response, ownMethods: own }: Interception): boolean {
  return response.writeHead !== own.writeHead || response.write !== own.write || response.end !== own.end;
}

/** Lets a response be answered once more, after a listener or a wrapper has thrown before a byte left. */
function reopenIfNothingLeft(exchange: Interception): void {
  if (!exchange.nothingLeft) return;
  exchange.stage = "open";
  exchange.status = 0;
  exchange.ending = "none";
  exchange.answering = undefined;
}

/**
 * Writes the head of the contract's response. Middleware that waits for the head may have changed it, or passes fields
 * of its own. Of those, only what an error may keep counts, and the fields of a compressor.
 */
export function writeOwnHead(exchange: Interception, error: ErrorResponse, args: readonly unknown[]): unknown {
  const { originalMethods, response } = exchange;
  const head = new WrittenHead(args, undefined);
  const [encoding, length] = ["content-encoding", "content-length"].map(
    (name) => head.field(name) ?? response.getHeader(name),
  );
  replaceFields(exchange, error, head);
  if (encoding !== undefined) {
    response.setHeader("Content-Encoding", encoding);
    restoreField(response, "Content-Length", length);
    exchange.answering = undefined;
  }
  return Reflect.apply(originalMethods.writeHead, response, [error.status]);
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
  const { response, status, stage, head, isWrapped } = exchange;
  clearTimeout(exchange.body?.timer);
  exchange.ending = "answered";
  exchange.head = undefined;
  exchange.body = undefined;
  takeHeadBack(exchange);
  dropTrailers(exchange);
  if (status === 0) settle(exchange, error.status);
  // Some responses call their own `write` when they are ended. These methods are ours.
  exchange.stage = "passing";
  try {
    if (head?.before !== undefined) restoreFields(response, head);
    const isGiven = isPassedOn(exchange, head);
    if (isGiven) clearReason(response);
    else replaceFields(exchange, error, head);
    // A compressor below that has seen the head of a success would go on compressing. So it is bypassed.
    const isSeenBelow = isWrapped && status > 0 && stage !== "buffering";
    const methods = isSeenBelow ? (Object.getPrototypeOf(response) as Methods) : exchange.originalMethods;
    Reflect.apply(
      methods.writeHead,
      response,
      isGiven ? [error.status, listOf(exchange, error, head as WrittenHead)] : [error.status],
    );
    Reflect.apply(methods.end, response, [exchange.hasBody ? error.body : undefined, done]);
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
  const { response } = exchange;
  exchange.stage = "settling";
  exchange.status = status;
  try {
    response.writeHead(status);
  } catch {
    // The client gets its response even if a listener throws.
  }
}

/**
 * Whether the writer of a head has passed all fields to `writeHead`, and none is set. Then ours are passed too: nobody
 * sees fields on the response that were not there before, and setting them one by one costs more.
 */
function isPassedOn({ isHttp2, isWrapped, response }: Interception, head: WrittenHead | undefined): boolean {
  if (head?.before !== undefined || isHttp2 || isWrapped) return false;
  return head?.hasFields === true && response.getHeaderNames().length === 0;
}

/** Returns the fields of the contract's response, and those that it keeps of a head, as one list: name, value, name, value. */
function listOf(exchange: Interception, error: ErrorResponse, head: WrittenHead): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = [];
  for (const name of Object.keys(error.headers)) list.push(name, error.headers[name] as string);
  for (const [name, value] of keptFields(exchange, head, error.status, namesOf(error))) {
    if (value !== undefined) list.push(name, value);
  }
  return list;
}

/**
 * Sets the fields of the contract's response in place of those that were set or written. Of those, it leaves the ones
 * that an error may keep.
 */
function replaceFields(exchange: Interception, error: ErrorResponse, head: WrittenHead | undefined): void {
  const { response } = exchange;
  const own = namesOf(error);
  const kept = head === undefined ? NOTHING : keptFields(exchange, head, error.status, own);
  dropFields(exchange, error.status, own);
  for (const [name] of kept) response.removeHeader(name);
  for (const [name, value] of kept) {
    if (value !== undefined) response.appendHeader(name, Array.isArray(value) ? value : String(value));
  }
  setHead(response, error);
}

const NOTHING: readonly Field[] = [];

/**
 * Removes the fields that an error must not have, no matter who set them, and those under the names of the contract's
 * own, which are set anew in their order.
 */
function dropFields(exchange: Interception, status: number, own: readonly string[]): void {
  const { contract, response } = exchange;
  const fields = response.getHeaders();
  const names = Object.keys(fields);
  let isCopy: boolean | undefined;
  // A loop by index, because an iterator makes an object for each name.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    if (own.includes(name)) {
      response.removeHeader(name);
      continue;
    }
    // A `Date` that is set was copied from another service: Node adds its own only when it sends the head.
    isCopy ??= isFromUpstream((field) => fields[field]);
    const isOfReplaced = isCopy && !exchange.isSetAfterCopy(name);
    const isKept = contract.keepsHeader({ name, value: String(fields[name]), isOfReplaced, status });
    if (!isKept) response.removeHeader(name);
  }
}

/**
 * Returns those fields of a head that may stay on an error. Fields that the framework itself had set count as set by
 * the service.
 */
function keptFields(
  exchange: Interception,
  head: WrittenHead,
  status: number,
  own: readonly string[],
): readonly Field[] {
  const others = head.fieldsBeside(own);
  if (others.length === 0) return others;
  const isCopy = isFromUpstream((name) => head.field(name));
  return others.filter(([name, value]) => {
    const isOfReplaced = isCopy ? !exchange.isSetAfterCopy(name) : !exchange.isSetByFramework(name);
    return exchange.contract.keepsHeader({ name: name.toLowerCase(), value: String(value), isOfReplaced, status });
  });
}

/** Sets the status and the fields of the contract's response. Clears the reason phrase that was set before. */
function setHead(response: ServerResponse, { headers, status }: ErrorResponse): void {
  const names = Object.keys(headers);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    response.setHeader(name, headers[name] as string);
  }
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
  if (exchange.ending !== "answered" && !exchange.response.writableEnded) {
    const isOpen = exchange.nothingLeft;
    // If part of the response has been sent, this call only reports that it was cut off.
    const error = (isOpen ? exchange.expected : undefined) ?? respondTo(exchange.contract, thrown, exchange);
    if (error !== undefined && isOpen) send(exchange, error);
  }
  return (exchange as Exchange).ending === "answered";
}
