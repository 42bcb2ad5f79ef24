import Router from "@koa/router";
import jsonwebtoken from "jsonwebtoken";
import jwt from "koa-jwt";
import { ShopError } from "./errors.js";
import { productOf } from "./products.js";

const secret = "a secret for the tests";

export const account = new Router();

account.post("/login", (ctx) => {
  const { name, password } = ctx.request.body ?? {};
  if (typeof name !== "string") ctx.throw(422, "The name is missing.");
  if (password !== "correct horse") {
    ctx.status = 401;
    ctx.body = { error: "The name or the password is wrong." };
    return;
  }
  ctx.session.name = name;
  ctx.body = { token: jsonwebtoken.sign({ sub: name, iat: 1_760_000_000 }, secret) };
});

account.get("/cart", (ctx) => {
  ctx.body = { name: ctx.session.name ?? null, items: ctx.session.items ?? [] };
});

account.post("/cart", (ctx) => {
  const { id, count } = ctx.request.body ?? {};
  if (!Number.isInteger(count) || count < 1) ctx.throw(422, "The count is not a whole number.", { field: "count" });
  const { left } = productOf(id);
  if (left < count) throw new ShopError(409, "OUT_OF_STOCK", "Not enough is left.", { left });
  ctx.session.items = [...(ctx.session.items ?? []), { id, count }];
  ctx.status = 201;
  ctx.body = { items: ctx.session.items };
});

account.delete("/cart", (ctx) => {
  ctx.session = null;
  ctx.status = 204;
});

account.use("/account", jwt({ secret }));

account.get("/account", (ctx) => {
  ctx.body = { name: ctx.state.user.sub };
});

account.get("/account/invoices", (ctx) => {
  if (ctx.state.user.sub !== "ada") ctx.throw(403, "The invoices are ada's.");
  ctx.body = [{ cents: 2_900 }];
});

account.get("/account/points", (ctx) => {
  ctx.body = { points: ctx.state.user.points.total };
});
