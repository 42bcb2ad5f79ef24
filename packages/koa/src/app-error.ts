import { format } from "node:util";
import { notes, shared } from "@uhp-errors/core/adapter";
import { inheritsError, isNativeError } from "@uhp-errors/core/untrusted";
import type { KoaApp, KoaContext } from "./context.ts";

/** The last failure that was emitted, so that one which arrives twice is emitted once. */
const TOLD = /* @__PURE__ */ shared("koa/told", () => notes<KoaContext, { thrown: unknown }>());

/**
 * Emits the app's `error` event, as Koa does, when it has listeners. Koa's own listener, which prints, is there only
 * without others; the contract reports in its place.
 *
 * @param late Whether an answer had left before, which Koa notes on the error.
 */
export function tellApp(ctx: KoaContext, thrown: unknown, late: boolean): void {
  const told = TOLD.get(ctx);
  if (told === undefined) TOLD.put(ctx, { thrown });
  else if (told.thrown === thrown) return;
  else told.thrown = thrown;
  const { app } = ctx;
  const printer = koasOwn(app);
  if (app.listeners("error").every((listener) => listener === printer)) return;
  try {
    const error = asError(thrown);
    if (late) Reflect.set(error, "headerSent", true);
    app.emit("error", error, ctx);
  } catch (failure) {
    // What a listener throws must not cost the client its answer.
    process.emitWarning(`a listener for the app's error event threw${reason(failure)}`, "UhpErrorsWarning");
  }
}

/** Koa's own listener, which an app may have replaced by one of the same name. */
function koasOwn(app: KoaApp): unknown {
  let own: unknown;
  for (let level: object | null = app; level !== null; level = Object.getPrototypeOf(level)) {
    if (Object.hasOwn(level, "onerror")) own = Reflect.get(level, "onerror");
  }
  return own;
}

/** Listeners expect an Error, and Koa wraps what is none, its value in the text. */
function asError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(describe(thrown), { cause: thrown });
}

function describe(thrown: unknown): string {
  try {
    return format("non-error thrown: %j", thrown);
  } catch {
    return "non-error thrown";
  }
}

function isError(thrown: unknown): thrown is Error {
  return isNativeError(thrown) || inheritsError(thrown);
}

function reason(failure: unknown): string {
  try {
    return `: ${String(failure)}`;
  } catch {
    return "";
  }
}
