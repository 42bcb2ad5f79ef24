import { shared } from "@uhp-errors/core/internal";
import type { KoaContext } from "./context.ts";

/** The function by which Koa answers an error: `ctx.onerror`, which an application may replace. */
export type OnError = KoaContext["onerror"];

/**
 * The handlers that this package has set, each with a function that finds the application's own handler that it
 * replaced.
 */
const OURS = /* @__PURE__ */ shared("koa/ours", () => new WeakMap<OnError, (ctx: KoaContext) => OnError | undefined>());

/**
 * Remembers that a handler is the contract's.
 *
 * @param behind Returns the application's own handler that it replaced.
 */
export function noteOurs(handler: OnError, behind: (ctx: KoaContext) => OnError | undefined): void {
  OURS.set(handler, behind);
}

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

/** Returns Koa's own handler, from the end of the context's prototype chain. */
function koasOwn(ctx: KoaContext): OnError | undefined {
  let own: OnError | undefined;
  for (let level: object | null = ctx; level !== null; level = Object.getPrototypeOf(level)) {
    if (Object.hasOwn(level, "onerror")) own = Reflect.get(level, "onerror") as OnError;
  }
  return own;
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
