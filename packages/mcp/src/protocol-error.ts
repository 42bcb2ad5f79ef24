import type { HandledError } from "@uhp-errors/core";
import { attempt, isRecord, peek, peekList, peekString } from "@uhp-errors/core/internal";
import { CODE, protocolCode } from "./sdk.ts";

/** An error from which the SDK makes a JSON-RPC error. */
export class ProtocolFailure extends Error {
  readonly code: number;
  readonly data: object;

  constructor(code: number, message: string, data: object) {
    super(message);
    this.code = code;
    this.data = data;
    WRITTEN.add(data);
    FAILURES.add(this);
  }
}

const FAILURES = /* @__PURE__ */ new WeakSet<object>();

/** Whether the contract made an error to throw to the SDK. `instanceof` would ask a hostile value for its prototype. */
export function isFailure(thrown: unknown): boolean {
  return FAILURES.has(Object(thrown));
}

/** The data of errors that the contract wrote. */
const WRITTEN = /* @__PURE__ */ new WeakSet<object>();

/** Whether the contract wrote the data of a JSON-RPC error. */
export function isWritten(data: unknown): boolean {
  return WRITTEN.has(Object(data));
}

/** The maximum number of versions or capabilities to copy; no real list is that long. */
const MAX_FACTS = 50;

/** The maximum depth to copy, because capabilities contain settings, and settings contain flags. */
const MAX_DEPTH = 3;

/**
 * Returns the facts of the protocol that clients of a code act on. They are copied by their shape, because an error with this code may come
 * from anywhere.
 */
function factsFor(code: number, data: unknown): object {
  if (code === CODE.missingClientCapability) {
    return { requiredCapabilities: capabilities(peek(data, "requiredCapabilities"), MAX_DEPTH) };
  }
  if (code !== CODE.unsupportedProtocolVersion) return {};
  const supported = (peekList(peek(data, "supported"), MAX_FACTS) ?? []).filter(isVersion);
  const requested = peek(data, "requested");
  return { supported, ...(isVersion(requested) && { requested }) };
}

function capabilities(given: unknown, depth: number): object {
  if (!isRecord(given) || depth === 0) return {};
  const names = attempt(
    () => Object.keys(given),
    () => [],
  );
  const known = names.filter((name) => /^[\w./-]{1,100}$/.test(name)).slice(0, MAX_FACTS);
  return Object.fromEntries(
    known.map((name) => {
      const value = peek(given, name);
      return [name, typeof value === "boolean" ? value : capabilities(value, depth - 1)];
    }),
  );
}

/** Whether a value has the form of MCP's versions, which are dates. */
function isVersion(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** The codes that an error keeps. Any other code says nothing of this request. */
const OWN_CODES: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  CODE.methodNotFound,
  CODE.invalidParams,
  CODE.resourceNotFound,
  CODE.missingClientCapability,
  CODE.unsupportedProtocolVersion,
]);

/** Returns the error to throw to the SDK for an error that was handled. */
export function protocolFailure(
  thrown: unknown,
  handled: HandledError,
  method: string,
  request: unknown,
): ProtocolFailure {
  const code = codeOf(thrown, handled, method);
  const given = peek(thrown, "data");
  const uri = peekString(peek(request, "params"), "uri");
  if (code === CODE.resourceNotFound && uri !== undefined && protocolCode(thrown) !== undefined && isOnlyUri(given)) {
    return new ProtocolFailure(code, handled.error.message, { uri });
  }
  return new ProtocolFailure(code, handled.error.message, { ...factsFor(code, given), ...errorData(handled) });
}

/** Whether data consist of a `uri`. By such data, the client of version 2 recognizes a missing resource. */
function isOnlyUri(data: unknown): boolean {
  return (
    typeof peek(data, "uri") === "string" &&
    attempt(
      () => Object.keys(data as object).length === 1,
      () => undefined,
    ) === true
  );
}

/** Returns the code and the data of an error that was sent without a handler: the SDK's own, or one of the service's task store. */
export function completedFailure(code: unknown, data: unknown, handled: HandledError): ProtocolFailure {
  const own = OWN_CODES.has(code) ? (code as number) : CODE.internalError;
  return new ProtocolFailure(own, handled.error.message, { ...factsFor(own, data), ...errorData(handled) });
}

/** The five fields and the retry advice, for the `data` of a JSON-RPC error. */
export function errorData({ error, retry }: HandledError): object {
  return { ...error, retry };
}

function codeOf(thrown: unknown, { error, status }: HandledError, method: string): number {
  if (method === "resources/read" && status === 404) return CODE.resourceNotFound;
  const given = protocolCode(thrown);
  if (OWN_CODES.has(given)) return given as number;
  return error.code === "invalid_input" ? CODE.invalidParams : CODE.internalError;
}
