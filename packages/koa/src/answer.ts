import type { Contract } from "@uhp-errors/core";
import { fail, isAnswered } from "@uhp-errors/node";
import { tellApp } from "./app-error.ts";
import type { KoaContext } from "./context.ts";
import { facts } from "./facts.ts";

/** Answers anything that was thrown, and tells the app of it as Koa does. */
export function answer(contract: Contract, thrown: unknown, context: KoaContext): void {
  const { req, res } = context;
  const exchange = facts(context);
  // Middleware that stands before the contract may want to set fields once the answer has left.
  if (isAnswered(res) && peekCode(thrown) === "ERR_HTTP_HEADERS_SENT") return;
  // As Koa does: whoever listens hears of the error before it is answered.
  tellApp(context, thrown, exchange.phase?.() !== "open");
  fail(contract, thrown, req, res);
}

function peekCode(thrown: unknown): unknown {
  try {
    return Object(thrown).code;
  } catch {
    return undefined;
  }
}
