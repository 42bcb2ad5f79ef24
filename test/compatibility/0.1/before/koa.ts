import { bodyParser } from "@koa/bodyparser";
import Router from "@koa/router";
import { createContract, defineCatalog, type ErrorReport, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { attach, bearer, requestContext, stream, uhp } from "@uhp-errors/koa";
import Koa from "koa";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_not_found: { status: 404, message: "The shop has no such thing." },
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_sold_out: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ left: z.int().nonnegative() }),
    },
  },
});

class AppError extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
  ) {
    super(message);
  }
}

class StripeError extends Error {}

const stripe: Recognizer = {
  name: "stripe",
  recognize: (thrown) => (thrown instanceof StripeError ? { code: "upstream_error" } : undefined),
};

export const reports: ErrorReport[] = [];

const contract = createContract(acme, {
  deprecatedDetail: true,
  recognize: [recognizeClass(AppError), stripe],
  onError: (report) => void reports.push(report),
});

const router = new Router();
const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);

router.get("/v1/orders/:id", (ctx) => {
  const order = orders.get(ctx.params["id"] ?? "");
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  ctx.body = order;
});
router.post("/v1/orders", bodyParser(), () => {
  throw acme.error("acme_sold_out", { detail: { left: 2 } });
});
router.get("/v1/me", auth, (ctx) => {
  ctx.body = { name: auth.principal(ctx).name };
});
router.get("/v1/thing", () => {
  throw acme.error("acme_not_found");
});
router.get("/v1/report", () => {
  throw new Error("cannot open /srv/acme/notes.db");
});
router.get("/v1/class", () => {
  throw new AppError("No such order.", 404);
});
router.get("/v1/stripe", () => {
  throw new StripeError("card_declined");
});
router.get("/v1/written", (ctx) => {
  ctx.status = 403;
  ctx.body = { error: "no" };
});
router.post("/v1/responses", async (ctx) => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  const events = stream(contract, ctx, { responseObject });
  await events.send({ type: "response.created", response: responseObject });
  events.fail(acme.taskError("provider_error"));
});
router.post("/v1/tasks", (ctx) => {
  const task = { id: "r1", object: "response", status: "in_progress" };
  ctx.body = contract.task.failed(task, new Error("ended"), requestContext(ctx));
});

const app = new Koa();
app.use(uhp(contract));
app.use(router.routes());
app.use(router.allowedMethods());

export const server = app.listen(0, "127.0.0.1");
attach(server, contract);
