import { bodyParser } from "@koa/bodyparser";
import cors from "@koa/cors";
import etag from "@koa/etag";
import Koa from "koa";
import compress from "koa-compress";
import conditional from "koa-conditional-get";
import helmet from "koa-helmet";
import proxy from "koa-proxies";
import session from "koa-session";
import websockify from "koa-websocket";
import { account } from "./account.js";
import { answerErrors } from "./errors.js";
import { live } from "./live.js";
import { accessLog, httpLog, log, metrics, responseTime } from "./logs.js";
import { orders } from "./orders.js";
import { products } from "./products.js";
import { transfers } from "./transfers.js";

export const app = websockify(new Koa());
app.keys = ["a key for the tests"];
app.proxy = true;
app.on("error", (error, ctx) => log.error({ id: ctx?.get("X-Request-Id"), err: error }, "app error"));

app.use(accessLog);
app.use(httpLog());
app.use(responseTime);
app.use(metrics);
app.use(helmet());
app.use(
  cors({
    origin: (ctx) => (ctx.get("Origin") === "https://shop.example" ? "https://shop.example" : ""),
    credentials: true,
    exposeHeaders: ["X-Response-Time"],
    maxAge: 600,
  }),
);
app.use(answerErrors);
app.use(compress({ threshold: 512, br: false }));
app.use(conditional());
app.use(etag());
app.use(session({ key: "shop", maxAge: 3_600_000, rolling: false }, app));
app.use(proxy("/warehouse", { target: process.env.WAREHOUSE, rewrite: (path) => path.replace(/^\/warehouse/, "") }));
app.use(proxy("/carrier", { target: process.env.CARRIER }));
app.use(bodyParser({ jsonLimit: "4kb", enableTypes: ["json", "form"] }));

for (const router of [products, account, orders, transfers]) app.use(router.routes());
app.use(transfers.allowedMethods());

app.ws.use(live);
