import { types } from "node:util";
import type { KoaContext } from "./context.ts";

/** The failure that was told of last, so that one which comes by two ways is told of once. */
const TOLD = new WeakMap<KoaContext, { readonly thrown: unknown }>();

/**
 * Emits the app's `error` event, as Koa does, when somebody listens. Koa's own listener, which prints, is there only while
 * nobody else is; the contract reports in its place.
 */
export function tellApp(context: KoaContext, thrown: unknown): void {
  const told = TOLD.get(context);
  if (told !== undefined && told.thrown === thrown) return;
  TOLD.set(context, { thrown });
  const { app } = context;
  if (app.listeners("error").every((listener) => listener === app.onerror)) return;
  try {
    app.emit("error", asError(thrown), context);
  } catch (failure) {
    // The answer has left; what the listener threw must not end in a rejection that nobody handles.
    process.emitWarning(`a listener for the app's error event threw: ${String(failure)}`, "UhpErrorsWarning");
  }
}

/** Listeners expect an Error, and Koa wraps what is none. */
function asError(thrown: unknown): Error {
  return types.isNativeError(thrown) ? thrown : new Error("non-error thrown", { cause: thrown });
}
