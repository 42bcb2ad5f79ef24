import Router from "@koa/router";
import type Koa from "koa";
import compose from "koa-compose";
import { bothWays } from "../support/both-ways.ts";
import { KOA } from "../support/koa.ts";
import type { Setup } from "../support/setup.ts";
import { styleRequests, styleRouter } from "./styles.ts";

const SETUPS: readonly Setup<Koa>[] = [
  {
    library: "koa-compose",
    mount: (app, run) => {
      const time: Koa.Middleware = async (context, next) => {
        await next();
        context.set("X-After", String(context.status));
      };
      const log: Koa.Middleware = async (context, next) => {
        try {
          await next();
        } finally {
          run.log(`${context.method} ${context.path} ${typeof context.body}`);
        }
      };
      const router = styleRouter();
      const caught: Koa.Middleware = async (context, next) => {
        if (context.path !== "/caught") return next();
        try {
          await next();
        } catch {
          context.body = "caught";
        }
      };
      const thrower: Koa.Middleware = (context, next) => {
        if (context.path === "/caught") throw new Error("for the one before");
        return next();
      };
      const twice: Koa.Middleware = async (context, next) => {
        await next();
        if (context.path === "/twice") await next();
      };
      app.use(
        compose([log, twice, time, caught, thrower, router.routes(), router.allowedMethods()] as Koa.Middleware[]),
      );
    },
    requests: {
      // Responses written past Koa are sent before the middleware can set a header, on the bare server, too.
      ...Object.fromEntries(Object.entries(styleRequests()).filter(([name]) => name.startsWith("koa "))),
      "an error that another middleware catches": [{ path: "/caught" }],
      "next that is called twice": [{ path: "/twice", status: 500 }],
      "an unknown route": [{ path: "/nowhere", status: 404 }],
    },
  },
  {
    library: "@koa/router",
    mount: (app) => {
      const router = new Router({ prefix: "/v1" });
      router.param("id", (id, context, next) => {
        if (id === "none") context.throw(404, "no such thing");
        context.state["id"] = id;
        return next();
      });
      router.get("/items/:id", (context) => {
        context.body = { id: context.state["id"] as string };
      });
      router.put("/items/:id", (context) => {
        context.status = 204;
      });
      router.redirect("/old", "/v1/items/7", 301);
      const nested = new Router();
      nested.get("/:page", (context) => {
        context.body = context.params;
      });
      nested.use((context, next) => {
        context.set("X-Nested", "1");
        return next();
      });
      router.use("/books/:book", nested.routes(), nested.allowedMethods());
      app.use(router.routes()).use(router.allowedMethods());
    },
    requests: {
      "a parameter": [{ path: "/v1/items/7" }],
      "a parameter that is refused": [{ path: "/v1/items/none", status: 404 }],
      "a parameter that cannot be decoded": [{ path: "/v1/items/%ff" }],
      "a nested router": [{ path: "/v1/books/1/2" }],
      "a redirect": [{ path: "/v1/old", status: 301 }],
      HEAD: [{ method: "HEAD", path: "/v1/items/7" }],
      OPTIONS: [{ method: "OPTIONS", path: "/v1/items/7" }],
      "no content": [{ method: "PUT", path: "/v1/items/7", status: 204 }],
      "another method": [{ method: "DELETE", path: "/v1/items/7", status: 405 }],
      "a method without a route": [{ method: "PURGE", path: "/v1/items/7", status: 501 }],
      "an unknown route": [{ path: "/v1/none", status: 404 }],
    },
  },
];

bothWays(KOA, SETUPS);
