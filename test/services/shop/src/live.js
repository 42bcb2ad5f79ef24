import { log } from "./logs.js";
import { stock } from "./products.js";

/** Tells what is left of a product. */
export async function live(ctx, next) {
  log.info({ id: ctx.get("X-Request-Id"), path: ctx.path }, "live");
  if (ctx.path === "/live/closed") throw new Error("nobody is in the shop");
  if (ctx.path !== "/live") return next();
  ctx.websocket.on("message", (data) => {
    const product = stock.find(({ id }) => id === data.toString());
    if (product === undefined) ctx.websocket.close(4404, "There is no such product.");
    else ctx.websocket.send(JSON.stringify({ left: product.left }));
  });
}
