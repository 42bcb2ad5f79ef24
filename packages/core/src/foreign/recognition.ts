import type { Condition } from "../catalog/conditions.ts";
import type { ContractCode } from "../codes/index.ts";
import type { JsonObject } from "../sanitize/detail.ts";
import type { Sanitizer } from "../sanitize/sanitizer.ts";

/** What a recognised error means. Everything in it is made here; no text of the foreign error is handed on. */
export interface Meaning {
  /** A code of the contract, a built-in condition that the catalog's vendor prefixes, or a status that has neither. */
  readonly code: ContractCode | Condition | `http_${number}`;
  readonly param?: string | null;
  readonly detail?: JsonObject;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Value for `Allow`. */
  readonly allow?: string;
}

/** What a meaning may depend on beside the error. */
export interface Circumstances {
  /** Whether the request that failed carried a bearer token. */
  readonly bearer: boolean;
  /** What an author's own text goes through before a meaning may hold it. */
  readonly sanitizer: Sanitizer;
}

/** One recognised producer of errors. */
export interface Producer {
  /** The library, as the report names it. */
  readonly name: string;
  /**
   * What `thrown` means when this producer made it; `"aborted"` when the client left and nothing can be answered;
   * `undefined` when another producer made it. Reads through `peek` only, since `thrown` may be hostile.
   */
  recognise(thrown: unknown, circumstances: Circumstances): Meaning | "aborted" | undefined;
}

/** Properties by which errors of HTTP clients and SDKs are known: what they carry belongs to another service. */
export const UPSTREAM_MARKERS = [
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
