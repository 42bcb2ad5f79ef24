import type { BuiltInCode } from "../../catalog/built-in-codes.ts";
import type { AnyDetail } from "../../catalog/error-init.ts";
import type { ContractCode } from "../../codes/index.ts";
import type { Upstream } from "../../errors/client-error.ts";
import type { JsonObject } from "../../errors/detail.ts";
import type { ParamPath } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";

/** The meaning of a recognized error. It contains no string of the error itself. */
export interface Mapping {
  /** A code of the contract, a built-in code without its prefix, or `http_<status>` for a status without either. */
  readonly code: ContractCode | BuiltInCode | `http_${number}`;
  readonly param?: string | null;
  readonly detail?: JsonObject;
  /** Wait before a retry, in seconds. */
  readonly retryAfter?: number;
  /** Value for `Allow`. */
  readonly allow?: string;
  /** Value for `WWW-Authenticate`, as the error states it. */
  readonly challenge?: string;
  /** Value for `Content-Range`: the length of what a range was asked of. */
  readonly contentRange?: string;
  /** Set if no client may repeat the request automatically, whatever the code's retry rule says. */
  readonly retry?: "never";
  /** For the report only. */
  readonly upstream?: Upstream;
  /** The code and the status that the service itself gave the error. A code of its catalog replaces the one above. */
  readonly named?: { readonly code: string; readonly status: number };
}

/** What a mapping may use besides the error. */
export interface MappingContext {
  /** Whether the request that failed carried a bearer token. */
  readonly bearer: boolean;
  /**
   * Whether the service is known to ask for a bearer token: the contract's `bearer` was called for the request, or a `Bearer` challenge is
   * set on the response.
   */
  asksForBearer(): boolean;
  /** Whether a route handled the request; `undefined` if the framework does not say. */
  isRouted(): boolean | undefined;
  /** Sanitizes a string by the service's author before it goes into a mapping. */
  readonly sanitizer: Sanitizer;
  /** Returns a header of the failed request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Returns a header that is already set on the response, by its lower-case name. */
  responseHeader(name: string): string | undefined;
  /** The largest request body in bytes, if the framework knows it. */
  bodyLimit(): number | undefined;
}

/** The meaning of an error, as a recognizer of your own returns it. */
export interface CustomMapping {
  /** A code of the contract or of the catalog, or a built-in code without its prefix, such as `"unavailable"`. */
  readonly code: string;
  /** The field at fault: a dotted path such as `"input.0.type"`, or its segments. */
  readonly param?: ParamPath | null | undefined;
  /** The detail, in the shape that the code's definition requires. It is checked when the response is made. */
  readonly detail?: Readonly<Record<string, unknown>> | AnyDetail | null | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number | null | undefined;
  /**
   * Sent in place of the code's own message, after the sanitizer: its first sentence that says something. Ignored for internal errors and
   * failures of other services, whose messages are fixed.
   */
  readonly message?: string | undefined;
}

/**
 * Recognizes the errors of a library that this one does not know. Pass it in the option `recognize`.
 *
 * @example
 * const stripe: Recognizer = {
 *   name: "stripe",
 *   recognize: (thrown) => (thrown instanceof Stripe.errors.StripeError ? { code: "upstream_error" } : undefined),
 * };
 */
export interface Recognizer {
  /** The library's name in the report. */
  readonly name: string;
  /**
   * Returns the mapping of `thrown` if this library made it; `"aborted"` if the client left; `undefined` if another library made it. If it
   * throws, that is reported, and the error counts as unknown.
   */
  recognize(thrown: unknown, mappingContext: MappingContext): CustomMapping | "aborted" | undefined;
  /**
   * The codes that it may return. A contract rejects at start-up those that its catalog does not have. Without the list, such a code is
   * found only when the first error uses it.
   */
  readonly codes?: readonly string[];
}

/**
 * What the compiler says of a function or a class in place of a recognizer. Nothing has this type; without it, the compiler would only say
 * that a function is no recognizer.
 */
export interface BareFunction {
  (thrown: unknown, mappingContext: MappingContext): unknown;
  new (...parameters: never[]): unknown;
  readonly "write { name, recognize: (thrown) => … } in place of a function, and recognizeClass(AppError) in place of a class": never;
}
