import { Readable } from "node:stream";
import Router from "@koa/router";
import type Koa from "koa";
import compose from "koa-compose";
import { bothWays } from "../support/both-ways.ts";
import { KOA, KOA_3 } from "../support/koa.ts";
import type { Setup } from "../support/setup.ts";
import { answerPairs, styleDifferences } from "../support/styles.ts";
import { mountStyles, styleRequests, styleRouter } from "./styles.ts";

const { "an error with a status": WITH_STATUS } = styleDifferences();
const DIFFERENCES = WITH_STATUS === undefined ? {} : { "an error with a status": WITH_STATUS };

const SETUPS: readonly Setup<Koa>[] = [
  {
    library: "koa",
    mount: (app) => {
      app.use((context, next) => {
        if (context.path !== "/pairs") return next();
        context.respond = false;
        answerPairs(context.res);
        return undefined;
      });
      mountStyles(app);
    },
    requests: { ...styleRequests(), "writeHead with a list of pairs": [{ path: "/pairs" }] },
    differences: DIFFERENCES,
  },
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
      router.get("item", "/items/:id", (context) => {
        context.body = { id: context.state["id"] as string };
      });
      router.put("/items/:id", (context) => {
        context.status = 204;
      });
      router.all("/any", (context) => {
        context.body = context.method;
      });
      router.redirect("/old", "/v1/any", 301);
      router.get("/url", (context) => {
        context.body = router.url("item", { id: "7" });
      });
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
      "an escaped parameter": [{ path: "/v1/items/a%20b" }],
      "a parameter that cannot be decoded": [{ path: "/v1/items/%ff" }],
      "a nested router": [{ path: "/v1/books/1/2" }],
      "a redirect": [{ path: "/v1/old", status: 301 }],
      "an address made of a name": [{ path: "/v1/url" }],
      "any method": [{ method: "PATCH", path: "/v1/any" }],
      HEAD: [{ method: "HEAD", path: "/v1/items/7" }],
      OPTIONS: [{ method: "OPTIONS", path: "/v1/items/7" }],
      "no content": [{ method: "PUT", path: "/v1/items/7", status: 204 }],
      "another method": [{ method: "DELETE", path: "/v1/items/7", status: 405 }],
      "a method without a route": [{ method: "PURGE", path: "/v1/items/7", status: 501 }],
      "an unknown route": [{ path: "/v1/none", status: 404 }],
      "a route outside the prefix": [{ path: "/items/7", status: 404 }],
    },
  },
];

/** A body that fails before its first byte. Koa 3 sends no response at all. */
function failingStream(status: number): Setup<Koa> {
  return {
    library: "koa",
    mount: (app) =>
      app.use((context) => {
        context.body = new Readable({
          read() {
            this.destroy(new Error("no such file"));
          },
        });
      }),
    requests: { "a stream that fails at once": [{ status }] },
    differences:
      status === 500
        ? {}
        : {
            "a stream that fails at once": {
              seen: ["ends: broken → whole", "status: 0 → 500"],
              why: "Koa 3 hangs up without a word",
            },
          },
  };
}

bothWays(KOA, SETUPS);
bothWays(KOA.slice(0, 1), [failingStream(500)]);
bothWays(KOA_3, [
  failingStream(0),
  {
    // The bare Koa 2 never ends such a response.
    library: "koa",
    mount: mountStyles,
    requests: { "an answer that fails halfway": [{ path: "/half", resume: "/resume" }] },
  },
]);
