import type { AdapterContract } from "@uhp-errors/core/adapter";
import { aside } from "@uhp-errors/core/internal";
import { intercept } from "@uhp-errors/node";
import { type DryRunResponder, dryRunOf } from "@uhp-errors/node/internal";
import type { KoaContext } from "./context.ts";
import { isCovered, isForOwn, OURS, ownHandler } from "./own-handler.ts";
import { isMereEnd, KOA, noteUnanswered } from "./request-context.ts";
import { watchBody } from "./watch-body.ts";

type Next = () => Promise<unknown>;

/** Makes the middleware of a contract that only reports. It throws again what it catches. */
export function observingMiddleware(contract: AdapterContract): (ctx: KoaContext, next: Next) => Promise<unknown> {
  return function uhpContract(ctx, next) {
    intercept(contract, ctx.req, ctx.res, KOA, ctx);
    const dryRun = dryRunOf(contract, ctx.res);
    if (dryRun === undefined) return next();
    // Of an app that is covered already, only what is thrown below counts.
    const isInner = isCovered(ctx);
    const note = noteIn(ctx, dryRun);
    if (!isInner) watchHandler(ctx, note);
    const passed = contract.handle(dryRun.context, next);
    const noteEnd = () => {
      if (isInner) return;
      noteUnanswered(ctx);
      watchBody(ctx, note);
    };
    passed.then(
      () => aside(contract, noteEnd),
      (thrown: unknown) => aside(contract, () => note(thrown)),
    );
    // Returns the same promise. One that waits for it would settle later, and a stream could write in between.
    return passed;
  };
}

/** Makes a function that notes an error which middleware threw. */
function noteIn(ctx: KoaContext, dryRun: DryRunResponder): (thrown: unknown) => void {
  const own = ownHandler(ctx);
  return (thrown) => {
    if (ctx.respond === false && dryRun.failStream(thrown)) return;
    // The response that the application's own handler writes is judged, not the error.
    if (!isForOwn(thrown, dryRun, own)) dryRun.respond(thrown);
  };
}

/**
 * Watches `ctx.onerror`, which Koa calls with errors that no middleware can catch: a body that cannot be serialized, a
 * stream that breaks.
 */
function watchHandler(ctx: KoaContext, note: (thrown: unknown) => void): void {
  const { onerror } = ctx;
  ctx.onerror = function (this: KoaContext, ...args: [error: unknown]) {
    const [error] = args;
    if (!isMereEnd(error, ctx)) note(error);
    return Reflect.apply(onerror, this, args);
  };
  OURS.set(ctx.onerror, (covered) => ownHandler(covered, onerror));
}
