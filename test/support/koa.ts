import Koa3 from "koa";
import Koa2 from "koa2";

export type { Context, default as Koa, Middleware } from "koa";

/** Koa in either version. The types of the newer one serve for both. */
export const KOA_FRAMEWORKS: readonly (readonly [name: "koa2" | "koa3", Koa: typeof Koa3])[] = [
  ["koa2", Koa2 as unknown as typeof Koa3],
  ["koa3", Koa3],
];
