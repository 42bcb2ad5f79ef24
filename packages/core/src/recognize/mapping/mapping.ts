import type { BuiltInCode } from "../../catalog/built-in-codes.ts";
import type { ContractCode } from "../../codes/index.ts";
import type { JsonObject } from "../../errors/detail.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";

/** What a recognized error means. Everything in it is made here; no text of the foreign error is handed on. */
export interface Mapping {
  /** A code of the contract, a built-in code that the catalog's vendor prefixes, or a status that has neither. */
  readonly code: ContractCode | BuiltInCode | `http_${number}`;
  readonly param?: string | null;
  readonly detail?: JsonObject;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Value for `Allow`. */
  readonly allow?: string;
  /** Set where no client may repeat the request by itself, whatever the code's definition says. */
  readonly retry?: "never";
  /** For the report alone. */
  readonly upstream?: Upstream;
}

/** The answer of another service by which a request failed. Short printable ASCII; for the operator's eyes only. */
export interface Upstream {
  /** The code of its error; null when the answer is not one of the contract. */
  readonly code: string | null;
  /** Its HTTP status: 200 for a task that failed; null when it was hidden, as browsers hide that of a redirect. */
  readonly status: number | null;
  /** Its `x-request-id`, under which the other service's operator finds it. */
  readonly requestId: string | undefined;
}

/** What a mapping may depend on beside the error. */
export interface MappingContext {
  /** Whether the request that failed carried a bearer token. */
  readonly bearer: boolean;
  /** What an author's own text goes through before a mapping may hold it. */
  readonly sanitizer: Sanitizer;
  /** A header of the request that failed, by its lower-case name. */
  header(name: string): string | undefined;
  /** A header field that is already set on the answer, by its lower-case name. */
  responseHeader(name: string): string | undefined;
  /** The bytes that a body of the request may have, when the framework knows. */
  bodyLimit(): number | undefined;
  /** The bytes of the largest file that the service accepts, when it has said so. */
  fileLimit(): number | undefined;
}

/** What an error means to a service that recognizes it by itself. */
export interface CustomMapping {
  /** A code of the contract or of the catalog, or a built-in code without its prefix, such as `"unavailable"`. */
  readonly code: string;
  readonly param?: string | null;
  /** Shaped as the code's definition says. */
  readonly detail?: JsonObject;
  /** Seconds. */
  readonly retryAfter?: number;
  /**
   * What the client reads in place of the code's own text; sanitized before it leaves. It is ignored for internal errors and
   * failures of other services, whose texts are fixed.
   */
  readonly message?: string;
}

/**
 * A library whose errors a service recognizes by itself. It is asked of every error that no catalog made, before the built-in
 * recognizers.
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
   * What `thrown` means when this library made it; `"aborted"` when the client left; `undefined` when another one made it.
   * One that throws is reported, and the error is answered as an unknown one.
   */
  recognize(thrown: unknown, mappingContext: MappingContext): CustomMapping | "aborted" | undefined;
}
