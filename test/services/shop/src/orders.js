import Router from "@koa/router";
import { ShopError } from "./errors.js";
import { audit } from "./logs.js";
import { productOf } from "./products.js";

let taken = 0;

export const orders = new Router({ prefix: "/orders" });
orders.use(audit);

orders.post("/", (ctx) => {
  const { id, card } = ctx.request.body ?? {};
  const { cents } = productOf(id);
  if (card === "declined") throw new ShopError(402, "CARD_DECLINED", "The card was declined.", { cents });
  if (card === undefined) throw new ShopError(400, "NO_CARD", "The card is missing.");
  taken += 1;
  ctx.status = 201;
  ctx.set("Location", `/orders/${taken}`);
  ctx.body = { order: taken, cents };
});

orders.get("/:order", (ctx) => {
  const order = Number(ctx.params.order);
  if (order > taken) {
    ctx.status = 404;
    ctx.body = { error: "There is no such order." };
    return;
  }
  ctx.body = { order };
});

orders.get("/:order/parcel", async (ctx) => {
  const response = await fetch(`${process.env.WAREHOUSE}/parcels/${ctx.params.order}`);
  ctx.status = response.status;
  ctx.body = await response.json();
});

orders.get("/:order/route", async (ctx) => {
  const response = await fetch(`${process.env.CARRIER}/routes/${ctx.params.order}`);
  ctx.body = await response.json();
});

orders.get("/:order/receipt", () => {
  JSON.parse("<receipt>");
});

orders.get("/:order/refund", () => {
  throw "the refund was written as a string";
});

orders.get("/:order/lines", (ctx) => {
  const order = { id: ctx.params.order };
  order.self = order;
  ctx.body = order;
});

orders.put("/:order/address", async (ctx) => {
  await Promise.reject(Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" }));
  ctx.status = 204;
});
