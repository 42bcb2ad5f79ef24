import { peek } from "@uhp-errors/core/internal";
import { isStatus } from "./status.ts";

/** The runtimes that serve a `Response` by themselves, by their names in `navigator.userAgent`. */
const SERVING = /^(?:Bun|Deno|Cloudflare-Workers)\b/;

const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: unknown } };

/**
 * Whether this runtime serves responses by itself. Then it knows more about a response than code can read: the length
 * of a body and, on Bun, the type of a string.
 */
export const SERVES_BY_ITSELF = typeof navigator?.userAgent === "string" && SERVING.test(navigator.userAgent);

// Node loads its `Response` at first use, which takes longer than loading this package. So it is not touched there.
const REAL_STATUS = SERVES_BY_ITSELF ? Object.getOwnPropertyDescriptor(Response.prototype, "status")?.get : undefined;

/**
 * Whether a value is a `Response`, from any realm or polyfill. Never throws.
 *
 * @experimental
 */
export function isResponse(value: unknown): value is Response {
  try {
    return value instanceof Response || Object.prototype.toString.call(value) === "[object Response]";
  } catch {
    return false;
  }
}

/**
 * Returns the status with which a response is sent. A runtime that serves responses by itself ignores a `status` that a
 * derived class overrides. All other servers use it.
 */
export function statusOf(response: Response): number {
  if (REAL_STATUS === undefined) return response.status;
  try {
    return Reflect.apply(REAL_STATUS, response, []) as number;
  } catch {
    return response.status;
  }
}

/**
 * Returns what is wrong with a response that cannot be sent. It reads the type only if the status is invalid, because
 * on some servers that creates a real response.
 */
export function findMisuse(response: Response): string | undefined {
  const status = statusOf(response);
  if (isStatus(status)) return undefined;
  return response.type === "error"
    ? "the handler returned Response.error()"
    : `the handler returned a response with status ${status}`;
}

/** The class of Deno's errors about something that was closed. */
const { errors: { BadResource } = {} } =
  (globalThis as { readonly Deno?: { readonly errors?: { readonly BadResource?: new () => Error } } }).Deno ?? {};

/** The message of a Worker's error about a connection that has ended. */
const LOST_ON_WORKERS = "Network connection lost.";

/**
 * Whether an error of reading a request's body says that the client has left. On Deno and Workers, the request's signal
 * does not say so. On Bun it does.
 */
export function isConnectionLost(thrown: unknown): boolean {
  if (BadResource !== undefined && thrown instanceof BadResource) return true;
  return thrown instanceof Error && peek(thrown, "message") === LOST_ON_WORKERS && peek(thrown, "retryable") === true;
}
