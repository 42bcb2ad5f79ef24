import type { HeaderField } from "../http/header-fields.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import type { EndHeaders } from "../versions/end.ts";
import type { Version } from "../versions/known.ts";
import type { Contract } from "./contract.ts";

/**
 * The contract as an adapter sees it. An adapter makes a request context, calls a method, and sends the response that it gets. Its own
 * methods throw only what the service's handler throws.
 */
export interface AdapterContract extends Contract {
  /** Whether the contract applies to a request (the option `appliesTo`). An adapter touches no other request. */
  appliesTo(context: RequestContext): boolean;
  /** Returns the refusal of a version that is not served, to be sent before anything else; `undefined` if the version is served. */
  checkVersion(context: RequestContext): ErrorResponse | undefined;
  /**
   * Calls the handler of a request and returns its result. Catalog errors that the handler makes before its first `await` certainly
   * belong to this request. If such an error is still unanswered when the request ends, it is reported. Throws what the handler throws.
   */
  handle<Result>(context: RequestContext, handler: () => Result): Result;
  /**
   * Returns the response for a request that no route matched: 404, or 405 with `Allow`.
   *
   * @param allow The methods that the path accepts, if the framework knows them.
   */
  notFound(context: RequestContext, allow?: readonly string[]): ErrorResponse;
  /**
   * Returns the response that replaces one written by other code: a 4xx or 5xx that is not the contract's, or an envelope with the wrong
   * status. `undefined` if the written response may be sent unchanged.
   */
  replace(intercepted: InterceptedResponse, context: RequestContext): ErrorResponse | undefined;
  /**
   * Reports a response that it was too late to replace: an envelope with a success status, or an error that a handler wrote past the
   * adapter.
   */
  reportTooLate(intercepted: InterceptedResponse, context: RequestContext): void;
  /**
   * Returns the response to a request that Node's HTTP parser rejected, from the error of a server's `clientError` event. `undefined` if
   * the client has left.
   *
   * @param context The request that was in progress; left out if none had begun.
   */
  clientError(error: unknown, context?: RequestContext): ErrorResponse | undefined;
  /** Whether an error response keeps a header that other code has set (the option `errorHeaderFilter`). */
  keepsHeader(field: HeaderField): boolean;
  /**
   * What an adapter calls in place of `checkVersion`, `respond`, `notFound`, `replace` and `clientError` if the contract only reports (the
   * option `reportOnly`); otherwise `undefined`.
   */
  readonly dryRun: DryRun | undefined;
  /** The headers of the served versions that end. `expectContract` warns of those that have ended. */
  readonly ends: ReadonlyMap<Version, EndHeaders> | undefined;
  /** Milliseconds that an error response written by other code may stay unfinished, counted from its first byte. */
  readonly bufferTimeoutMs: number;
}

/** The methods of a contract that make a response. */
type Responding = Pick<AdapterContract, "checkVersion" | "respond" | "notFound" | "replace" | "clientError">;

/**
 * A contract's methods that make a response, for a contract that only reports. They make the same response at the same moment, and return
 * none: its report waits for what the service sends instead. Only the first failure of a request counts, because the contract would have
 * answered that one. No method throws.
 */
export type DryRun = {
  readonly [Name in keyof Responding]: (...args: Parameters<Responding[Name]>) => void;
} & {
  /** Whether a report waits for the end of the response. */
  isWaiting(context: RequestContext): boolean;
  /**
   * Sends the report that waits, once the response has ended.
   *
   * @param sent What the service sent. The body is as it left, or empty if it was compressed. The status is 0 if nothing was sent.
   */
  ended(sent: InterceptedResponse, context: RequestContext): void;
};
