import { peek } from "@uhp-errors/core/untrusted";

/** Runtimes that serve a `Response` by themselves, by the name that they give in `navigator.userAgent`. */
const SERVING = /^(?:Bun|Deno|Cloudflare-Workers)\b/;

const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: unknown } };

/**
 * Whether this runtime serves responses by itself, so that it knows more of them than can be read: a body's length, and on Bun a text's
 * type.
 */
export const SERVES_BY_ITSELF = typeof navigator?.userAgent === "string" && SERVING.test(navigator.userAgent);

const REAL_STATUS = Object.getOwnPropertyDescriptor(Response.prototype, "status")?.get;

/**
 * The status with which a response leaves. A runtime that serves it by itself takes its own, whatever a derived class says. All others
 * take what it says.
 */
export function statusOf(response: Response): number {
  if (!SERVES_BY_ITSELF || REAL_STATUS === undefined) return response.status;
  try {
    return Reflect.apply(REAL_STATUS, response, []) as number;
  } catch {
    return response.status;
  }
}

/** Whether a response is of the class of srvx, the server below h3, which knows the length of a body that it was made of on Node. */
export function knowsMore(response: object): boolean {
  return "_toNodeResponse" in response;
}

/** The type of a text, as the fetch standard writes it, and as the class of srvx does. */
const TEXT = "text/plain;charset=UTF-8";
const TEXT_OF_SRVX = "text/plain; charset=UTF-8";

/** Lets a text of srvx have the type that it leaves with. Else any look at its body would give it that of the standard. */
export function keepType(response: Response): void {
  if (!knowsMore(response) || response.headers.has("content-type")) return;
  const { body } = response;
  if (body !== null && response.headers.get("content-type") === TEXT)
    response.headers.set("content-type", TEXT_OF_SRVX);
}

/** The class of Deno's errors about something that has been closed. */
const { errors: { BadResource } = {} } =
  (globalThis as { readonly Deno?: { readonly errors?: { readonly BadResource?: new () => Error } } }).Deno ?? {};

/** What a Worker says of a connection that has ended. */
const LOST_ON_WORKERS = "Network connection lost.";

/**
 * Whether the error of a request's body says that the client has left: on Deno and on Workers, where the request's signal says nothing of it.
 * Bun's signal does.
 */
export function isConnectionLost(thrown: unknown): boolean {
  if (BadResource !== undefined && thrown instanceof BadResource) return true;
  return thrown instanceof Error && peek(thrown, "message") === LOST_ON_WORKERS && peek(thrown, "retryable") === true;
}
