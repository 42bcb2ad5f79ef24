import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { acme } from "./contract.ts";
import { t } from "./server.ts";

export const SECRET = "postgres://admin:hunter2@db.internal/x";

const refuse = (thrown: unknown) => (): number => {
  throw thrown;
};

const soldOut = refuse(acme.error("acme_sold_out", { param: "items.0", context: { note: SECRET } }));
const down = refuse(acme.error("acme_down", { retryAfter: 2, context: { note: SECRET } }));

export const router = t.router({
  fine: t.procedure.query(() => 1),
  soldOut: t.procedure.mutation(soldOut),
  down: t.procedure.query(down),
  downToo: t.procedure.mutation(down),
  broken: t.procedure.query(refuse(new Error(SECRET))),
  text: t.procedure.query(refuse(SECRET)),
  input: t.procedure.input(z.object({ order: z.object({ count: z.number() }) })).query(() => 1),
  save: t.procedure.input(z.object({ count: z.number() })).mutation(() => 1),
  output: t.procedure.output(z.object({ count: z.number() })).query(() => ({ count: SECRET }) as never),
  own: t.procedure.query(refuse(new TRPCError({ code: "NOT_FOUND", message: SECRET }))),
  around: t.procedure.query(refuse(new TRPCError({ code: "CONFLICT", cause: new Error(SECRET) }))),
  big: t.procedure.query(() => 7n),
  newer: t.procedure.query(refuse(acme.error("environment_busy"))),
});
