import type { Contract } from "@uhp-errors/core";
import { fail } from "@uhp-errors/node";
import { tellApp } from "./app-error.ts";
import type { KoaContext } from "./context.ts";

/** Answers anything that was thrown, and tells the app of it as Koa does. */
export function answer(contract: Contract, thrown: unknown, context: KoaContext): void {
  const { req, res } = context;
  const late = res.headersSent || res.writableEnded;
  fail(contract, thrown, req, res);
  tellApp(context, thrown, late);
}
