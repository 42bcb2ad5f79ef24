import { type Contract, isContractError } from "@uhp-errors/core";
import { type AdapterContract, expectContract, notes, warnOnce } from "@uhp-errors/core/adapter";
import { intercept, type Responder, responderOf, warnUnlessAttached } from "@uhp-errors/node";
import type { KoaApp, KoaContext } from "./context.ts";
import { observingMiddleware } from "./observe.ts";
import { noteOurs, type OnError, ownHandler } from "./own-handler.ts";
import { KOA, noteUnanswered, takesNoMore, UNTOUCHED } from "./request-context.ts";
import { sendError } from "./send-error.ts";
import { watchBody } from "./watch-body.ts";

/** Middleware for Koa 2 and 3. */
export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * Makes middleware that puts a contract in force. Mount it first. It answers what later middleware throws, and what Koa
 * fails with afterwards: a body that cannot be serialized, a stream that breaks. It replaces errors that middleware
 * sends without throwing.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * app.use(uhp(contract)); // first
 * attach(app.listen(3000), contract);
 */
export function uhp(contract: Contract): KoaMiddleware {
  expectContract(contract, "uhp");
  const covered = contractMiddleware(contract);
  return function uhpContract(ctx, next) {
    warnWhenLast(ctx.app, uhpContract);
    return covered(ctx, next);
  };
}

/** Makes the middleware of {@link uhp} and `install`. */
export function contractMiddleware(contract: AdapterContract): KoaMiddleware {
  if (contract.reportOnly) return observingMiddleware(contract) as KoaMiddleware;
  let isFirst = true;
  const owns = notes<KoaContext, OnError>();
  /**
   * Koa calls this with an error that no middleware can catch. It also calls it without an error, and after the
   * response was sent.
   */
  function onError(this: KoaContext, error: unknown): unknown {
    if ((error === null || error === undefined) && takesNoMore(this)) return undefined;
    const responder = responderOf(contract, this.req, this.res);
    if (responder === undefined) return undefined;
    const own = owns.get(this);
    if (isForOwn(error, responder, own)) return askOwn(own, error, responder, this);
    sendError(responder, error, this);
    return undefined;
  }
  noteOurs(onError, (ctx) => owns.get(ctx));

  return async function uhpContract(ctx, next) {
    const { req, res } = ctx;
    const responder = intercept(contract, req, res, KOA, ctx);
    if (responder === undefined) {
      await next();
      return;
    }
    if (isFirst) warnUnlessAttached(contract, req);
    isFirst = false;
    const own = ownHandler(ctx);
    if (own !== undefined) owns.put(ctx, own);
    ctx.onerror = onError;
    const refusal = responder.checkVersion();
    if (refusal !== undefined) {
      responder.send(refusal);
      return;
    }
    try {
      await contract.handle(responder.context, next);
    } catch (thrown) {
      answerOrThrow(thrown, responder, ctx);
      return;
    }
    if (res.statusCode === UNTOUCHED) noteUnanswered(ctx);
    watchBody(ctx, (error) => ctx.onerror(error));
  };
}

/**
 * Whether the application's own handler may answer. It does not get errors that a catalog made, and nothing once a
 * response has begun.
 */
function isForOwn(thrown: unknown, { context }: Responder, own: OnError | undefined): own is OnError {
  if (own === undefined || thrown === undefined || thrown === null) return false;
  return context.phase() === "open" && !isContractError(thrown);
}

/**
 * Answers what middleware threw, or throws it again. Then it reaches the application's own handler, as it does without
 * the contract.
 */
function answerOrThrow(thrown: unknown, responder: Responder, ctx: KoaContext): void {
  if (isForOwn(thrown, responder, ownHandler(ctx))) throw thrown;
  sendError(responder, thrown, ctx);
}

/**
 * Lets the application's own handler answer. Its response is intercepted. If the handler fails, the contract answers.
 */
async function askOwn(own: OnError, thrown: unknown, responder: Responder, ctx: KoaContext): Promise<void> {
  try {
    await own.call(ctx, thrown);
  } catch {
    sendError(responder, thrown, ctx);
  }
}

/** Warns if all other middleware of the app is mounted before the contract, so that none of it is covered. */
function warnWhenLast({ middleware }: KoaApp, ours: KoaMiddleware): void {
  if (middleware === undefined || middleware.length < 2 || middleware.at(-1) !== ours) return;
  warnOnce(
    "UHP_NOT_FIRST",
    "uhp(contract) is the app's last middleware, so that it covers none of the others: mount it first, or use install(app, contract)",
  );
}
