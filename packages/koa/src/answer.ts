import type { Contract } from "@uhp-errors/core";
import { fail } from "@uhp-errors/node";
import { tellApp } from "./app-error.ts";
import type { KoaContext } from "./context.ts";
import { facts } from "./facts.ts";

/** Answers anything that was thrown, and tells the app of it as Koa does. */
export function answer(contract: Contract, thrown: unknown, context: KoaContext): void {
  const { req, res } = context;
  const exchange = facts(context);
  // As Koa does: whoever listens hears of the error before it is answered.
  tellApp(context, thrown, exchange.phase?.() !== "open");
  fail(contract, thrown, req, res);
}
