import { shared } from "@uhp-errors/core/adapter";
import type { KoaContext } from "./context.ts";

/** Koa's way to answer an error: `ctx.onerror`, which an application may replace. */
export type OnError = KoaContext["onerror"];

/** The handlers that the contract has put in place, each with the application's own that stood there. */
const OURS = /* @__PURE__ */ shared("koa/ours", () => new WeakMap<OnError, (ctx: KoaContext) => OnError | undefined>());

/** Remembers that a handler is the contract's, and which handler of the application it calls. */
export function noteOurs(handler: OnError, behind: (ctx: KoaContext) => OnError | undefined): void {
  OURS.set(handler, behind);
}

/** The application's own handler for a request, such as one of koa-onerror; `undefined` when Koa's own answers. */
export function ownHandler(ctx: KoaContext): OnError | undefined {
  const { onerror } = ctx;
  const behind = OURS.get(onerror);
  if (behind !== undefined) return behind(ctx);
  return onerror === koasOwn(ctx) ? undefined : onerror;
}

/** Koa's own handler, from the end of a context's prototype chain. */
function koasOwn(ctx: KoaContext): OnError | undefined {
  let own: OnError | undefined;
  for (let level: object | null = ctx; level !== null; level = Object.getPrototypeOf(level)) {
    if (Object.hasOwn(level, "onerror")) own = Reflect.get(level, "onerror") as OnError;
  }
  return own;
}

/** What Koa's own handler makes of a missing file, by that handler. Koa 2 knows such errors, and Koa 3 no longer does. */
const OF_MISSING_FILE = new WeakMap<OnError, number | undefined>();

/** The status that this version of Koa itself gives a missing file; `undefined` when it is an error like any other. */
export function statusOfMissingFile(ctx: KoaContext): number | undefined {
  const koas = koasOwn(ctx);
  if (koas === undefined) return undefined;
  if (!OF_MISSING_FILE.has(koas)) {
    const [missing, other] = ["ENOENT", undefined].map((code) => triedOut(koas, code));
    OF_MISSING_FILE.set(koas, missing === other ? undefined : missing);
  }
  return OF_MISSING_FILE.get(koas);
}

/** Koa says nowhere which version it is. So its handler is asked, with a context that leads nowhere. */
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
