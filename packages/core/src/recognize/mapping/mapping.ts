import type { BuiltInCode } from "../../catalog/built-in-codes.ts";
import type { AnyDetail } from "../../catalog/error-init.ts";
import type { ContractCode } from "../../codes/index.ts";
import type { Upstream } from "../../errors/client-error.ts";
import type { JsonObject } from "../../errors/detail.ts";
import type { ParamPath } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";

/** What a recognized error means. It holds no text of the error itself. */
export interface Mapping {
  /** A code of the contract, a built-in code without its prefix, or `http_<status>` for a status that has neither. */
  readonly code: ContractCode | BuiltInCode | `http_${number}`;
  readonly param?: string | null;
  readonly detail?: JsonObject;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Value for `Allow`. */
  readonly allow?: string;
  /** Value for `WWW-Authenticate`, as the error states it. */
  readonly challenge?: string;
  /** Set when no client may repeat the request by itself, whatever the code's retry rule is. */
  readonly retry?: "never";
  /** Only for the report. */
  readonly upstream?: Upstream;
}

/** What a mapping may depend on besides the error. */
export interface MappingContext {
  /** Whether the request that failed carried a bearer token. */
  readonly bearer: boolean;
  /**
   * Whether a bearer token is known to be asked for: `bearer` of the contract was asked about the request, or a `Bearer` challenge is set
   * on the response.
   */
  asksForBearer(): boolean;
  /** Whether a route took the request; `undefined` when the framework does not say. */
  isRouted(): boolean | undefined;
  /** Sanitizes a text that the service's author wrote, before it goes into a mapping. */
  readonly sanitizer: Sanitizer;
  /** A header of the request that failed, by its lower-case name. */
  header(name: string): string | undefined;
  /** A header that is already set on the response, by its lower-case name. */
  responseHeader(name: string): string | undefined;
  /** The largest body of the request in bytes, when the framework knows it. */
  bodyLimit(): number | undefined;
  /** The largest file that the service accepts, in bytes, when it has said so. */
  maxFileBytes(): number | undefined;
}

/** What an error means, as a recognizer of your own says it. */
export interface CustomMapping {
  /** A code of the contract or of the catalog, or a built-in code without its prefix, such as `"unavailable"`. */
  readonly code: string;
  /** The field at fault: a dotted path such as `"input.0.type"`, or its segments. */
  readonly param?: ParamPath | null | undefined;
  /** In the shape that the code's definition states. It is checked when the error is answered. */
  readonly detail?: Readonly<Record<string, unknown>> | AnyDetail | null | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number | null | undefined;
  /**
   * Sent in place of the code's own message, after the sanitizer: its first sentence that says something. Ignored for internal errors and failures of other services, whose
   * messages are fixed.
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
  /** The library, as the report names it. */
  readonly name: string;
  /**
   * The mapping of `thrown` when this library made it; `"aborted"` when the client left; `undefined` when it is not this library's. If
   * it throws, that is reported, and the error counts as unknown.
   */
  recognize(thrown: unknown, mappingContext: MappingContext): CustomMapping | "aborted" | undefined;
  /**
   * Codes that it names. A contract refuses at start-up those that its catalog does not have. Without the list, such a code is found when
   * the first error is answered.
   */
  readonly codes?: readonly string[];
}
