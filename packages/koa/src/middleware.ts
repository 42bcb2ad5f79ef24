import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { privateStore, warnOnce } from "@uhp-errors/core/internal";
import { intercept, type Responder, responderInCharge, responderOf } from "@uhp-errors/node";
import { warnUnlessAttached } from "@uhp-errors/node/internal";
import type { KoaContext } from "./context.ts";
import { observingMiddleware } from "./observe.ts";
import { isCovered, isForOwn, type OnError, OURS, ownHandler } from "./own-handler.ts";
import { isMereEnd, KOA, matchedRoute, noteUnanswered } from "./request-context.ts";
import { answer, answerWith, sendError } from "./send-error.ts";
import { watchBody, watchLateBody } from "./watch-body.ts";

/** Middleware for Koa 2 and 3. */
export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * Makes middleware that puts a contract in force. Mount it first. It answers what later middleware throws, and what Koa
 * fails with afterwards: a body that cannot be serialized, a stream that breaks. It replaces errors that middleware
 * sends without throwing.
 *
 * Where the same contract is in force already, it stands in the place of an error handler: it answers what is thrown
 * below it, so that middleware above it sees the final status and can still set headers.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * install(app, contract);
 * app.use(logger()); // logs the status of errors too
 * app.use(uhp(contract));
 */
export function uhp(contract: Contract): KoaMiddleware {
  expectContract(contract, "uhp");
  const covered = contractMiddleware(contract);
  return function uhpContract(ctx, next) {
    warnWhenLast(ctx, uhpContract);
    return covered(ctx, next);
  };
}

/** Makes the middleware of {@link uhp} and `install`. */
export function contractMiddleware(contract: AdapterContract): KoaMiddleware {
  const covered = contract.reportOnly
    ? (observingMiddleware(contract) as KoaMiddleware)
    : answeringMiddleware(contract);
  return (ctx, next) => (hasResponse(ctx) ? covered(ctx, next) : reportedOnly(contract, ctx, next));
}

/** Whether a context has a response. That of a WebSocket has none, as koa-websocket makes it. */
function hasResponse({ res }: { readonly res?: unknown }): boolean {
  return res !== undefined;
}

/** Reports what later middleware throws, and throws it again: only the service knows what to send. */
async function reportedOnly(contract: AdapterContract, ctx: KoaContext, next: () => Promise<unknown>): Promise<void> {
  try {
    await next();
  } catch (thrown) {
    contract.handleError(thrown, { transport: "websocket", name: matchedRoute(ctx), native: ctx });
    throw thrown;
  }
}

function answeringMiddleware(contract: AdapterContract): KoaMiddleware {
  const owns = privateStore<KoaContext, OnError>();
  /**
   * Koa calls this with an error that no middleware can catch. It also calls it without an error, and after the
   * response was sent.
   */
  function onError(this: KoaContext, error: unknown): unknown {
    if (isMereEnd(error, this)) return undefined;
    const responder = responderOf(contract, this.req, this.res);
    if (responder === undefined) return undefined;
    const own = owns.get(this);
    if (isForOwn(error, responder, own)) return askOwn(own, error, responder, this);
    sendError(responder, error, this);
    return undefined;
  }
  OURS.set(onError, (ctx) => owns.get(ctx));

  return async function uhpContract(ctx, next) {
    const { req, res } = ctx;
    const outer = isCovered(ctx) ? responderInCharge(res) : undefined;
    if (outer?.contract === contract) {
      // All else is left to the outer middleware, which sees what has become of it.
      await run(outer, ctx, next);
      return;
    }
    const responder = intercept(contract, req, res, KOA, ctx);
    if (responder === undefined) {
      await next();
      return;
    }
    warnUnlessAttached(contract, req);
    const own = ownHandler(ctx);
    if (own !== undefined) owns.setOnce(ctx, own);
    ctx.onerror = onError;
    const refusal = responder.checkVersion();
    if (refusal !== undefined) answerWith(responder, refusal, ctx);
    else if (await run(responder, ctx, next)) watch(responder, ctx);
  };
}

/** Watches for what fails once all middleware has run. */
function watch(responder: Responder, ctx: KoaContext): void {
  if (noteUnanswered(ctx)) watchLateBody(ctx, (error) => responder.respond(error));
  watchBody(ctx, (error) => ctx.onerror(error));
}

/** Runs later middleware, and answers what it throws. Resolves with `true` if it throws nothing. */
async function run(responder: Responder, ctx: KoaContext, next: () => Promise<unknown>): Promise<boolean> {
  try {
    await responder.contract.handle(responder.context, next);
    return true;
  } catch (thrown) {
    // Thrown again, it reaches the application's own handler, as it does without the contract.
    if (isForOwn(thrown, responder, ownHandler(ctx))) throw thrown;
    answer(responder, thrown, ctx);
    return false;
  }
}

/**
 * Lets the application's own handler answer. Its response is intercepted. If the handler fails, the contract reports
 * that, and answers.
 */
async function askOwn(own: OnError, thrown: unknown, responder: Responder, ctx: KoaContext): Promise<void> {
  try {
    await own.call(ctx, thrown);
  } catch (failure) {
    if (failure !== thrown) responder.contract.handleError(failure, { transport: "http" });
    sendError(responder, thrown, ctx);
  }
}

/** Warns if all other middleware of the app is mounted before the contract, so that none of it is covered. */
function warnWhenLast(ctx: KoaContext, ours: KoaMiddleware): void {
  const { middleware } = ctx.app;
  if (middleware === undefined || middleware.length < 2 || middleware.at(-1) !== ours || isCovered(ctx)) return;
  warnOnce(
    "UHP_NOT_FIRST",
    "uhp(contract) is the app's last middleware, so that it covers none of the others: mount it first, or use install(app, contract)",
  );
}
