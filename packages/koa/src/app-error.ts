import type { Contract } from "@uhp-errors/core";
import { inheritsError, isNativeError, privateStore, shared } from "@uhp-errors/core/internal";
import { builtin } from "@uhp-errors/node/internal";
import type { KoaContext } from "./context.ts";
import { koasOwn } from "./own-handler.ts";

/**
 * The last error that was emitted for each request. If the same error arrives again, it is not emitted again. An error may
 * be answered before Koa gets it, and the app hears of it all the same.
 */
const EMITTED = /* @__PURE__ */ shared("koa/told", () => privateStore<KoaContext, { thrown: unknown }>());

/**
 * Emits the app's `error` event, as Koa does, if the app has listeners of its own. Koa adds its own listener, which
 * prints, only if there is no other. Nothing is emitted for that one, because the contract reports.
 *
 * @param contract Reports what a listener throws.
 * @param late Whether a response had already begun. Koa marks such an error with `headerSent`.
 */
export function tellApp(
  contract: Pick<Contract, "handleError">,
  ctx: KoaContext,
  thrown: unknown,
  late: boolean,
): void {
  const last = EMITTED.get(ctx);
  if (last === undefined) EMITTED.setOnce(ctx, { thrown });
  else if (last.thrown === thrown) return;
  else last.thrown = thrown;
  const { app } = ctx;
  const printer = koasOwn(app);
  if (app.listeners("error").every((listener) => listener === printer)) return;
  const error = asError(thrown);
  try {
    if (late) Reflect.set(error, "headerSent", true);
    app.emit("error", error, ctx);
  } catch (failure) {
    // The client gets its response even if a listener throws. One that throws what it got says nothing new.
    if (failure !== error) contract.handleError(failure, { transport: "http" });
  }
}

/** Listeners expect an `Error`. Koa wraps any other value in one, and puts the value in the message. */
function asError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(describe(thrown), { cause: thrown });
}

function describe(thrown: unknown): string {
  try {
    return builtin.util.format("non-error thrown: %j", thrown);
  } catch {
    return "non-error thrown";
  }
}

function isError(thrown: unknown): thrown is Error {
  return isNativeError(thrown) || inheritsError(thrown);
}
