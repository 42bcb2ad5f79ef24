import type { BuiltInCode } from "../../catalog/built-in-codes.ts";
import type { ContractCode } from "../../codes/index.ts";
import type { JsonObject } from "../../errors/detail.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { peek } from "../../untrusted/peek.ts";

/** What a recognized error means. Everything in it is made here; no text of the foreign error is handed on. */
export interface Mapping {
  /** A code of the contract, a built-in condition that the catalog's vendor prefixes, or a status that has neither. */
  readonly code: ContractCode | BuiltInCode | `http_${number}`;
  readonly param?: string | null;
  readonly detail?: JsonObject;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Value for `Allow`. */
  readonly allow?: string;
  /** Set where nobody may send the request again by himself, whatever the code's row says. */
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

/** What a meaning may depend on beside the error. */
export interface MappingContext {
  /** Whether the request that failed carried a bearer token. */
  readonly bearer: boolean;
  /** What an author's own text goes through before a meaning may hold it. */
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

/** One recognized producer of errors. */
export interface BuiltInRecognizer {
  /** The library, as the report names it. */
  readonly name: string;
  /**
   * What `thrown` means when this producer made it; `"aborted"` when the client left and nothing can be answered;
   * `undefined` when another producer made it. Reads through `peek` only, since `thrown` may be hostile.
   */
  recognize(thrown: unknown, mappingContext: MappingContext): Mapping | "aborted" | undefined;
}

/** What an error means to a service that recognizes it by itself. */
export interface CustomMapping {
  /** A code of the contract or of the catalog, or a built-in condition without its prefix, such as `"unavailable"`. */
  readonly code: string;
  readonly param?: string | null;
  /** Shaped as the code's row says. */
  readonly detail?: JsonObject;
  /** Seconds. */
  readonly retryAfter?: number;
  /**
   * What the client reads in place of the code's own text; sanitized before it leaves. Of no use for internal errors and
   * failures of other services, whose texts are fixed.
   */
  readonly message?: string;
}

/**
 * A library whose errors a service recognizes by itself, in the same shape as the built-in ones.
 *
 * @example
 * const stripe: OwnProducer = {
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

/** What one code of a producer means: the same whenever it comes, or read from the error and its circumstances. */
export type CodeMapping = Mapping | "aborted" | ((thrown: unknown, mappingContext: MappingContext) => Mapping);

/** What the codes of a producer mean. */
export type Mappings<Code> = ReadonlyMap<Code, CodeMapping>;

/** Makes the table of a producer out of rows, each the codes that mean the same and what they mean. */
export function mappingsOf<Code>(
  ...definitions: readonly (readonly [codes: readonly Code[], mapping: CodeMapping])[]
): Mappings<Code> {
  return new Map(definitions.flatMap(([codes, mapping]) => codes.map((code) => [code, mapping] as const)));
}

/** What the table says of a code; `undefined` when the code is not in it. */
export function mappingOfCode<Code>(
  mappings: Mappings<Code>,
  code: Code,
  thrown: unknown,
  mappingContext: MappingContext,
): Mapping | "aborted" | undefined {
  const mapping = mappings.get(code);
  return typeof mapping === "function" ? mapping(thrown, mappingContext) : mapping;
}

/** Properties by which errors of HTTP clients and SDKs are known: what they carry belongs to another service. */
const UPSTREAM_MARKERS = [
  "response",
  "request",
  "config",
  "socket",
  "requestID",
  "request_id",
  "requestId",
  "isAxiosError",
  "rawType",
  "error",
] as const;

/** Whether an error carries marks of an HTTP client, so that what it says of a failure is another service's. */
export function isOfUpstream(thrown: unknown): boolean {
  return upstreamMarks(thrown).length > 0;
}

/** The marks of an HTTP client that an error carries. */
export function upstreamMarks(thrown: unknown): readonly string[] {
  return UPSTREAM_MARKERS.filter((marker) => peek(thrown, marker) !== undefined);
}
