import { finished, type Readable } from "node:stream";
import { type Contract, isContractError } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { expectContract, intercept, type Responder, responderOf, warnOnce, warnUnlessAttached } from "@uhp-errors/node";
import type { KoaApp, KoaContext } from "./context.ts";
import { noteOurs, type OnError, ownHandler } from "./own-handler.ts";
import { KOA, noteUnanswered, UNTOUCHED } from "./request-context.ts";
import { sendError } from "./send-error.ts";

/** A middleware, as Koa 2 and 3 take it. */
export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * Middleware that puts a contract in force. Mount it first. It covers what later middleware throws, what Koa fails with
 * afterwards (a body that cannot be serialized, a stream that breaks), and errors that leave without a throw.
 *
 * @throws TypeError when it gets anything but a contract.
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

/** The middleware of {@link uhp} and `install`. */
export function contractMiddleware(contract: Contract): KoaMiddleware {
  let isFirst = true;
  const owns = notes<KoaContext, OnError>();
  /** Koa calls this for what no middleware can catch, nothing included. It also calls it when the response was sent. */
  function onError(this: KoaContext, error: unknown): unknown {
    const { res } = this;
    if ((error === null || error === undefined) && (res.writableEnded || res.destroyed)) return undefined;
    const responder = responderOf(contract, this.req, res);
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
    // Under this name Koa keeps it. To ask Koa would cost every success more.
    const { _body: body } = ctx.response as { readonly _body?: Partial<Readable> | null };
    if (typeof body?.pipe === "function") watchStream(body as Readable, ctx);
  };
}

/** Whether the application's own handler may answer: not what a catalog made, and nothing once an answer has begun. */
function isForOwn(thrown: unknown, { context }: Responder, own: OnError | undefined): own is OnError {
  if (own === undefined || thrown === undefined || thrown === null) return false;
  return context.phase() === "open" && !isContractError(thrown);
}

/** Answers what middleware threw. Thrown on, an error reaches the application's own handler as it does without the contract. */
function answerOrThrow(thrown: unknown, responder: Responder, ctx: KoaContext): void {
  if (isForOwn(thrown, responder, ownHandler(ctx))) throw thrown;
  sendError(responder, thrown, ctx);
}

/** Lets the application's own handler answer, which is intercepted. When it fails, the contract answers. */
async function askOwn(own: OnError, thrown: unknown, responder: Responder, ctx: KoaContext): Promise<void> {
  try {
    await own.call(ctx, thrown);
  } catch {
    sendError(responder, thrown, ctx);
  }
}

/** Hears of a body that is closed before its end without an error: Koa 2 would leave its client waiting. */
function watchStream(body: Readable, ctx: KoaContext): void {
  const { res } = ctx;
  finished(body, (error) => {
    if (error?.code === "ERR_STREAM_PREMATURE_CLOSE" && !res.writableEnded && !res.destroyed) ctx.onerror(error);
  });
}

/** Warns when all other middleware of the app is mounted before the contract, which then covers none of it. */
function warnWhenLast({ middleware }: KoaApp, ours: KoaMiddleware): void {
  if (middleware === undefined || middleware.length < 2 || middleware.at(-1) !== ours) return;
  warnOnce(
    "UHP_NOT_FIRST",
    "uhp(contract) is the app's last middleware, so that it covers none of the others: mount it first, or use install(app, contract)",
  );
}
