import { frozenDefinitions } from "../codes/definition.ts";
import { type RetryOfStatus, retryOfStatus } from "../codes/status.ts";

/** The facts of a built-in code. Its type and its retry rule follow from the status. */
export interface BuiltInFacts {
  readonly status: number;
  readonly message: string;
  readonly when: string;
  /** False if a bare status does not mean this code. */
  readonly bare?: false;
  /** Whether the cause is withheld, so that `detail` carries the id by which the operator finds it. */
  readonly correlated?: true;
}

function withRetryRules<const Rows extends Readonly<Record<string, BuiltInFacts>>>(rows: Rows) {
  const complete = Object.entries(rows).map(([name, facts]) => [
    name,
    { ...facts, retry: retryOfStatus(facts.status) },
  ]);
  return frozenDefinitions(
    Object.fromEntries(complete) as {
      readonly [Name in keyof Rows]: Rows[Name] & { readonly retry: RetryOfStatus<Rows[Name]["status"]> };
    },
  );
}

/**
 * Conditions that every HTTP service can run into and that no code of the contract covers. Each catalog has them under its own prefix:
 * `route_not_found` is `acme_route_not_found` in the catalog of `acme`.
 */
export const BUILT_IN_CODES = /* @__PURE__ */ withRetryRules({
  bad_request: {
    status: 400,
    message: "The request is not well-formed HTTP.",
    bare: false,
    when: "The HTTP parser refused the request before any handler saw it.",
  },
  payment_required: {
    status: 402,
    message: "The request needs a payment first.",
    when: "Something answered 402 without an error body of this library.",
  },
  unauthenticated: {
    status: 401,
    message: "The request is not authenticated.",
    when: "Something answered 401, and nothing says that a bearer token was asked for: a wrong password, a session that has ended.",
  },
  forbidden: {
    status: 403,
    message: "The request is not allowed.",
    when: "Something answered 403. Why is not known; `insufficient_scope` is for a credential that the operation needs more of.",
  },
  not_found: {
    status: 404,
    message: "What the request names does not exist.",
    when: "Something answered 404 where a route may have taken the request: there is no such row, file or page.",
  },
  route_not_found: {
    status: 404,
    message: "There is nothing at this address.",
    bare: false,
    when: "The framework says that no route took the request.",
  },
  method_not_allowed: {
    status: 405,
    message: "This address does not accept the request's method.",
    when: "A route exists at the address for other methods, which `Allow` lists.",
  },
  not_acceptable: {
    status: 406,
    message: "No representation fits what the request accepts.",
    when: "Content negotiation failed.",
  },
  request_timeout: {
    status: 408,
    message: "The request did not arrive in time.",
    when: "The client sent the request too slowly.",
  },
  conflict: {
    status: 409,
    message: "The request conflicts with the current state.",
    when: "Something answered 409 without an error body of this library.",
  },
  idempotency_conflict: {
    status: 409,
    message: "The idempotency key was already used for a different request.",
    bare: false,
    when: "An `Idempotency-Key` is used again with another body.",
  },
  gone: {
    status: 410,
    message: "What was at this address is gone.",
    when: "Something answered 410 without an error body of this library.",
  },
  precondition_failed: {
    status: 412,
    message: "A precondition of the request does not hold.",
    when: "`If-Match` or `If-Unmodified-Since` does not hold.",
  },
  content_too_large: {
    status: 413,
    message: "The request is larger than this server accepts.",
    when: "A body was refused for its size. `file_too_large` is for uploads, and states the limit.",
  },
  uri_too_long: {
    status: 414,
    message: "The request's address is too long.",
    when: "The request target exceeds a limit of the server.",
  },
  range_not_satisfiable: {
    status: 416,
    message: "The requested range lies outside the content.",
    when: "A `Range` header cannot be satisfied.",
  },
  expectation_failed: {
    status: 417,
    message: "The server cannot meet the request's expectation.",
    when: "The `Expect` header asks for something other than `100-continue`.",
  },
  precondition_required: {
    status: 428,
    message: "The request must be conditional.",
    when: "Something answered 428 without an error body of this library.",
  },
  headers_too_large: {
    status: 431,
    message: "The request's header fields are too large.",
    when: "The header block exceeds the server's limit.",
  },
  internal_error: {
    status: 500,
    message: "The server failed to handle the request.",
    correlated: true,
    when: "Anything that is not recognized was thrown; its text is withheld and reported under the correlation id.",
  },
  not_implemented: {
    status: 501,
    message: "This server does not implement what the request asks for.",
    when: "Something answered 501 without an error body of this library.",
  },
  upstream_error: {
    status: 502,
    message: "A service that this server depends on failed.",
    correlated: true,
    when: "A call to another service failed; nothing of that service's answer is relayed.",
  },
  unavailable: {
    status: 503,
    message: "The server cannot take the request right now.",
    when: "The server is overloaded or shutting down.",
  },
  upstream_timeout: {
    status: 504,
    message: "A service that this server depends on did not answer in time.",
    correlated: true,
    when: "A call to another service timed out.",
  },
});

/** The name of a built-in code; a catalog prefixes it with the vendor. */
export type BuiltInCode = keyof typeof BUILT_IN_CODES;

/** Whether `name` is a built-in code. Safe for any string. */
export function isBuiltInCode(name: string): name is BuiltInCode {
  return Object.hasOwn(BUILT_IN_CODES, name);
}
