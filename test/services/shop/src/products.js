import Router from "@koa/router";
import { ShopError } from "./errors.js";
import { showMetrics } from "./logs.js";

const names = ["Lamp", "Desk", "Chair", "Shelf", "Carpet", "Mirror", "Clock", "Vase"];
export const stock = names.map((name, index) => ({
  id: `p-${index + 1}`,
  name,
  cents: 1_900 + 1_000 * index,
  left: index % 4,
  about: `${name}: made by hand, delivered within three days, and taken back within thirty.`,
}));

export function productOf(id) {
  const product = stock.find((one) => one.id === id);
  if (product === undefined) throw new ShopError(404, "NO_PRODUCT", `There is no product ${id}.`);
  return product;
}

let searches = 0;
const MAX_SEARCHES = 2;

/** A limiter as many services have it. */
async function limitSearches(ctx, next) {
  searches += 1;
  ctx.set("X-RateLimit-Limit", String(MAX_SEARCHES));
  ctx.set("X-RateLimit-Remaining", String(Math.max(0, MAX_SEARCHES - searches)));
  if (searches > MAX_SEARCHES) {
    ctx.set("Retry-After", "30");
    ctx.throw(429, "Too many searches.");
  }
  await next();
}

export const products = new Router();

products.get("/health", (ctx) => {
  ctx.body = { status: "up" };
});

products.get("/ready", (ctx) => {
  ctx.set("Retry-After", "5");
  ctx.status = 503;
  ctx.body = { status: "warming up" };
});

products.get("/metrics", showMetrics);

products.get("/products", (ctx) => {
  ctx.set("Cache-Control", "max-age=60");
  ctx.body = stock;
});

products.get("/products/:id", (ctx) => {
  ctx.body = productOf(ctx.params.id);
});

products.get("/products/:id/label", (ctx) => {
  const { name, cents } = productOf(ctx.params.id);
  ctx.type = "text/plain";
  ctx.body = `${name}: ${(cents / 100).toFixed(2)} €`;
});

products.get("/products/:id/picture", (ctx) => {
  productOf(ctx.params.id);
  ctx.type = "image/png";
  ctx.body = Buffer.from("89504e470d0a1a0a0000", "hex");
});

products.get("/products/:id/reviews", (ctx) => {
  ctx.status = 404;
  ctx.body = { error: "There are no reviews yet." };
});

products.get("/search", limitSearches, (ctx) => {
  const { q } = ctx.query;
  ctx.assert(typeof q === "string" && q !== "", 400, "Say what to search for.");
  ctx.body = stock.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
});

products.get("/old/:id", (ctx) => {
  ctx.status = 301;
  ctx.redirect(`/products/${ctx.params.id}`);
});

products.get("/brands/:id", (ctx) => {
  ctx.throw(410, "This brand is no longer sold.");
});
