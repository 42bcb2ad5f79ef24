import Router from "@koa/router";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { attach, bearer, requestContext, stream, uhp } from "@uhp-errors/koa";
import Koa from "koa";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_not_found: { status: 404, message: "The shop has no such thing." },
    acme_order_not_found: { status: 404, message: "There is no such order." },
  },
});

const contract = createContract(acme, {
  deprecatedDetail: true,
  onError: () => {},
});

const router = new Router();
const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);

router.get("/v1/orders/:id", (ctx) => {
  const order = orders.get(ctx.params["id"] ?? "");
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  ctx.body = order;
});
router.get("/v1/me", auth, (ctx) => {
  ctx.body = { name: auth.principal(ctx).name };
});
router.get("/v1/thing", () => {
  throw acme.error("acme_not_found");
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
