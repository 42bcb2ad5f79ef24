import { type CodeDefinition, defaultStatus, type ErrorType } from "../codes/definition.ts";
import { CODES, type ContractCode, isContractCode } from "../codes/index.ts";
import { now } from "../http/clock.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { ownFields, peek, prototypeOf } from "../untrusted/peek.ts";
import type { JsonObject } from "./detail.ts";
import { contextIn, noteContext } from "./error-context.ts";
import { type ErrorObject, makeErrorObject } from "./error-object.ts";
import { noteGivenDetail } from "./given-detail.ts";
import { madeOf, noteChecked } from "./made.ts";
import { cleanJson } from "./own-json.ts";
import { type ParamPath, toParam } from "./param.ts";
import { noteRelayed, type Relayed } from "./relayed.ts";
import { noteMade, noteSerialized } from "./unanswered.ts";

/** Registered, so that two installed copies of this package, or its ESM and CommonJS builds, recognize each other's errors. */
const BRAND = Symbol.for("@uhp-errors/core/ContractError");

/** Which errors record a stack: those of type `server_error`, or all. */
export type StackTraces = "server_errors" | "all";

/**
 * The parts of a {@link ContractError}; the catalog that makes it has checked every part. Each is stated, because a missing one could be
 * read from a polluted `Object.prototype`.
 */
export interface ContractErrorParts {
  readonly code: string;
  readonly definition: CodeDefinition;
  /** The author's message. Without one, the default message is sent. The contract that answers cleans it, the param and the detail. */
  readonly message: unknown;
  readonly status: number | undefined;
  readonly param: string | null;
  /** The detail before its schema made something else of it. */
  readonly given: JsonObject | null;
  readonly detail: JsonObject | null;
  readonly retryAfter: number | undefined;
  readonly cause: unknown;
  /** The context before its schema made something else of it. */
  readonly givenContext: JsonObject | undefined;
  readonly context: JsonObject | undefined;
  readonly misuse: string | undefined;
  /** The other service's error that it replaces. */
  readonly relayed: Relayed | undefined;
}

/**
 * An error of the contract, as `catalog.error()` returns it. Throw it, reject with it or pass it to `next`. Recognize it with {@link
 * isContractError}, which works across copies of this package; `instanceof` does not.
 */
export class ContractError<Code extends string = string> extends Error {
  override readonly name = "ContractError";
  readonly code: Code;
  readonly type: ErrorType;
  /** The HTTP status of its response. */
  readonly status: number;
  /** The status under the name that Fastify reads, for a service's own error handler. */
  readonly statusCode: number;
  /** Dotted path to the offending field, or null. */
  readonly param: string | null;
  /** Structured context as plain JSON, or null. */
  readonly detail: JsonObject | null;
  /** Seconds after which a retry makes sense, when known. */
  readonly retryAfter: number | undefined;
  /**
   * What is wrong with the error, if it breaks a rule of the contract. A code that the catalog does not have makes it an internal error. A
   * detail that does not fit is sent without the fields at fault, or as null. A status that the code does not have is not sent.
   */
  readonly misuse: string | undefined;

  constructor(parts: ContractErrorParts & { readonly code: Code }) {
    super(
      typeof parts.message === "string" && parts.message !== "" ? parts.message : parts.definition.message,
      parts.cause === undefined ? undefined : { cause: parts.cause },
    );
    this.code = parts.code;
    this.type = parts.definition.type;
    this.status = parts.status ?? defaultStatus(parts.definition);
    this.statusCode = this.status;
    this.param = parts.param;
    this.detail = parts.detail;
    this.retryAfter = parts.retryAfter;
    this.misuse = parts.misuse;
  }

  /** Facts for operators as plain JSON, with the secrets in them; `undefined` if there are none. They are only in reports, never sent. */
  get context(): JsonObject | undefined {
    return contextIn(this) as JsonObject | undefined;
  }

  /**
   * The five fields, without a stack, a cause or the context. The built-in rules of the sanitizer clean message, param and detail. Until a
   * contract has been made in the process, there are no rules: the JSON then has the code's own message, and neither param nor detail. Never
   * throws.
   */
  toJSON(): ErrorObject {
    noteSerialized(this);
    const fields = makeErrorObject(this.type, this.code, this.message, this.param, this.detail);
    const made = madeOf(this);
    return cleanJson(fields, defaultMessage(this), made?.detail === this.detail ? made : undefined);
  }
}

function defaultMessage(error: ContractError): string {
  const own = madeOf(error)?.definition.message;
  return own ?? (isContractCode(error.code) ? CODES[error.code].message : "The request failed.");
}

// On the prototype, where copies of an error's own fields (a spread, a logger's serializer) do not pick it up.
Object.defineProperty(ContractError.prototype, BRAND, ownFields({ value: true }));

/**
 * Whether `value` is an error that a catalog made, by this copy of the package or another. Never throws.
 *
 * @example
 * if (isContractError(thrown) && thrown.code === "session_busy") await idle(session);
 */
export function isContractError(value: unknown): value is ContractError {
  // A proxy that hides its fields has the prototype too, but a caller that reads its code would get an exception.
  const isOwn = madeOf(value) !== undefined && prototypeOf(value) === ContractError.prototype;
  return isOwn || peek(value, BRAND) === true;
}

/** Makes the error, with a stack if the policy requires one: an error that the client caused is not a bug. */
export function createContractError<Code extends string>(
  parts: ContractErrorParts & { readonly code: Code },
  captureStackTraces: StackTraces,
  caller: (...args: never[]) => unknown,
): ContractError<Code> {
  const { definition, code, param, given, detail, retryAfter, givenContext, context, misuse, relayed } = parts;
  const control = Error as StackControl;
  const isPlain = captureStackTraces === "server_errors" && definition.type !== "server_error";
  // The stack is captured only once: here, or by the constructor if this runtime cannot capture one here.
  const error = isPlain || control.captureStackTrace !== undefined ? withoutStack(parts) : new ContractError(parts);
  if (!isPlain) capture(error, caller);
  const { message, status } = error;
  const made = {
    definition,
    code,
    message,
    status,
    param,
    given,
    detail,
    retryAfter,
    givenContext,
    misuse,
    relayed,
    at: now(),
    isAnswered: false,
  };
  noteChecked(error, made);
  noteGivenDetail(error, made);
  if (context !== undefined) noteContext(error, context);
  if (relayed !== undefined) noteRelayed(error, relayed);
  noteMade(made);
  return error;
}

/** The parts of an error that has only its code. */
export const NO_PARTS = {
  message: undefined,
  status: undefined,
  param: null,
  given: null,
  detail: null,
  retryAfter: undefined,
  givenContext: undefined,
  context: undefined,
  misuse: undefined,
  relayed: undefined,
} as const;

/** Makes an error of the contract with its default message and no detail, so that every caller gets the same response. */
export function plainError<Code extends ContractCode>(
  code: Code,
  { param, cause }: { readonly param?: ParamPath | null | undefined; readonly cause?: unknown } = {},
): ContractError<Code> {
  const parts = { ...NO_PARTS, code, definition: CODES[code], param: toParam(param), cause };
  return createContractError(parts, "server_errors", plainError);
}

/** Additions to `Error` in V8 and JavaScriptCore, which TypeScript's own types lack. */
interface StackControl {
  captureStackTrace?(target: object, caller: unknown): void;
}

/** Captures a stack, if this runtime can. A tool may have put a function that throws in place of the runtime's. */
function capture(error: object, caller: unknown): void {
  tryOr(() => (Error as StackControl).captureStackTrace?.(error, caller), undefined);
}

function withoutStack<Code extends string>(parts: ContractErrorParts & { readonly code: Code }): ContractError<Code> {
  const limit = peek(Error, "stackTraceLimit");
  if (typeof limit !== "number" || !setStackLimit(0)) return new ContractError(parts);
  try {
    return new ContractError(parts);
  } finally {
    setStackLimit(limit);
  }
}

/** Returns whether the limit was set: a hardened runtime may have frozen `Error`. */
function setStackLimit(length: number): boolean {
  try {
    return Reflect.set(Error, "stackTraceLimit", length);
  } catch {
    return false;
  }
}
