import type { Contract } from "@uhp-errors/core";
import { expectAttached, expectContract, guard, warnOnce, write } from "@uhp-errors/node";
import { answer } from "./answer.ts";
import type { KoaApp, KoaContext } from "./context.ts";
import { facts, KoaFacts } from "./facts.ts";

export { attach } from "@uhp-errors/node";
export { type Bearer, bearer } from "./bearer.ts";
export type { KoaApp, KoaContext } from "./context.ts";
export { facts } from "./facts.ts";
export { stream } from "./stream.ts";

/** A middleware, as Koa 2 and 3 take it. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * The contract for Koa 2 and 3. Mount it first: it covers what later middleware throws, what Koa fails with afterwards
 * (a body that cannot be serialised, a stream that breaks), and bare or foreign errors that leave without a throw.
 *
 * @example
 * app.use(uhp(contract)); // first
 * attach(app.listen(3000), contract);
 */
export function uhp(contract: Contract): KoaMiddleware {
  expectContract(contract, "uhp");
  return async function uhpContract(context, next) {
    const { req, res } = context;
    warnWhenLast(context.app, uhpContract);
    if (!guard(contract, req, res, new KoaFacts(context))) {
      await next();
      return;
    }
    expectAttached(contract, req);
    const handle = (thrown: unknown) => answer(contract, thrown, context);
    // Koa brings here what no middleware can catch; called without an error, it says that the answer has left.
    context.onerror = (error) => {
      if (error !== null && error !== undefined) handle(error);
    };
    const refusal = contract.gate(facts(context));
    if (refusal !== undefined) {
      write(res, refusal);
      return;
    }
    try {
      await next();
    } catch (thrown) {
      handle(thrown);
    }
  };
}

/** Warns when everything else of the app stands before the contract, which then covers nothing of it. */
function warnWhenLast({ middleware }: KoaApp, ours: KoaMiddleware): void {
  if (middleware === undefined || middleware.length < 2 || middleware.at(-1) !== ours) return;
  warnOnce(
    "UHP_NOT_FIRST",
    "uhp(contract) is the app's last middleware, so that it covers none of the others: mount it first",
  );
}
