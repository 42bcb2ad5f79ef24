import { isContractError } from "@uhp-errors/core";
import { shared } from "@uhp-errors/core/internal";
import type { Responder } from "@uhp-errors/node";
import type { KoaApp, KoaContext } from "./context.ts";

/** The function by which Koa answers an error: `ctx.onerror`, which an application may replace. */
export type OnError = KoaContext["onerror"];

/**
 * The handlers that this package has set, each with a function that finds the application's own handler that it
 * replaced.
 */
export const OURS = /* @__PURE__ */ shared(
  "koa/ours",
  () => new WeakMap<OnError, (ctx: KoaContext) => OnError | undefined>(),
);

/** Whether a contract's middleware has begun for this request. */
export function isCovered({ onerror }: KoaContext): boolean {
  return OURS.has(onerror);
}

/**
 * Returns the application's own handler for a request, such as that of koa-onerror; `undefined` if Koa's own handler
 * answers.
 */
export function ownHandler(ctx: KoaContext, onerror = ctx.onerror): OnError | undefined {
  const behind = OURS.get(onerror);
  if (behind !== undefined) return behind(ctx);
  return onerror === koasOwn(ctx) ? undefined : onerror;
}

/**
 * Whether the application's own handler may answer. It does not get errors that a catalog made, and nothing once a
 * response has begun.
 */
export function isForOwn(thrown: unknown, { context }: Responder, own: OnError | undefined): own is OnError {
  if (own === undefined || thrown === undefined || thrown === null) return false;
  return context.phase() === "open" && !isContractError(thrown);
}

/** Returns the `onerror` of Koa itself. An app may have its own, so it is at the end of the prototype chain. */
export function koasOwn<Of extends Pick<KoaContext, "onerror"> | KoaApp>(object: Of): Of["onerror"] | undefined {
  let own: unknown;
  for (let level: object | null = object; level !== null; level = Object.getPrototypeOf(level)) {
    if (Object.hasOwn(level, "onerror")) own = Reflect.get(level, "onerror");
  }
  return own as Of["onerror"] | undefined;
}

/** The status that each handler of Koa gives a missing file. Koa 2 recognizes such an error, Koa 3 does not. */
const OF_MISSING_FILE = new WeakMap<OnError, number | undefined>();

/**
 * Returns the status that this version of Koa gives a missing file; `undefined` if it treats that as any other error.
 */
export function statusOfMissingFile(ctx: KoaContext): number | undefined {
  const koas = koasOwn(ctx);
  if (koas === undefined) return undefined;
  if (!OF_MISSING_FILE.has(koas)) {
    const [missing, other] = ["ENOENT", undefined].map((code) => triedOut(koas, code));
    OF_MISSING_FILE.set(koas, missing === other ? undefined : missing);
  }
  return OF_MISSING_FILE.get(koas);
}

/**
 * Returns the status that Koa's handler sets for an error. Koa does not state its version, so its handler is tried out
 * on a fake context, which sends nothing.
 */
function triedOut(koas: OnError, code: string | undefined): number | undefined {
  const nothing = () => undefined;
  const res = { getHeaderNames: () => [], end: nothing, removeHeader: nothing };
  const ctx = { status: 0, writable: true, app: { emit: nothing }, res, set: nothing };
  try {
    koas.call(ctx as unknown as KoaContext, Object.assign(new Error("tried out"), { code }));
    return ctx.status;
  } catch {
    return undefined;
  }
}
