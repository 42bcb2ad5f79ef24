import { bodyParser } from "@koa/bodyparser";
import multer from "@koa/multer";
import Router from "@koa/router";
import { attach, bearer, requestContext, stream, uhp } from "@uhp-errors/koa";
import { Ajv } from "ajv";
import Koa3, { type Context } from "koa";
import compress from "koa-compress";
import mount from "koa-mount";
import ratelimit from "koa-ratelimit";
import send from "koa-send";
import Koa2 from "koa2";
import { type Driver, type Handler, MAX_BYTES } from "./driver.ts";
import { FILES, listen } from "./listen.ts";
import type { DriverName } from "./names.ts";
import { aboutRequest } from "./node-request.ts";
import { validate } from "./validate.ts";

const KNOWN_FAILING: Driver["knownFailing"] = {
  "body-parser.charset": "co-body reads every JSON body as UTF-8 and looks at no charset",
  "body-parser.parameters": "co-body drops parameters beyond its limit without a word",
  "body-parser.depth": "co-body keeps what is nested too deeply as a flat name",
  "body-parser.verify": "co-body has no hook that verifies a body",
  "router.percent-escape": "@koa/router hands on an escape that it cannot decode as it came",
  "written.static.dotfile": "koa-send passes a hidden file by as if it were missing",
  "written.static.range": "koa-send sends no ranges",
  "written.static.precondition": "koa-send looks at no preconditions",
};

export const KOA_DRIVERS: readonly Driver[] = [driver("koa2", Koa2 as unknown as typeof Koa3), driver("koa3", Koa3)];

function driver(name: DriverName, Framework: typeof Koa3): Driver {
  return {
    name,
    hasNodeResponse: true,
    knownFailing: KNOWN_FAILING,
    start: (contract, handler = () => {}, verify) => {
      const app = new Framework();
      // Koa prints unhandled errors unless it is silent.
      app.silent = true;
      if (contract !== undefined) app.use(uhp(contract));
      if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
      const router = new Router();
      mountFixtures(router);
      router.all("/case", (context, next) => runCase(handler, context, next));
      router.get("/methods/:id", (context) => {
        context.body = { ok: true };
      });
      app.use(router.routes()).use(router.allowedMethods());
      return listen(app.callback(), (server) => contract !== undefined && attach(server, contract));
    },
    startMounted: (contracts) => {
      const app = new Framework();
      app.silent = true;
      for (const [prefix, contract] of Object.entries(contracts)) {
        const part = new Framework();
        part.use(uhp(contract)).use(mountPages(new Router()).routes());
        app.use(mount(prefix, part));
      }
      app.use(mountPages(new Router()).routes());
      return listen(app.callback());
    },
  };
}

/** The routes of a server that also serves pages. Each answers or throws in the framework's own way. */
function mountPages(router: Router): Router {
  router.get("/", (context) => {
    context.body = "<h1>Hello</h1>";
  });
  router.get("/broken", (context) => {
    context.status = 500;
    context.body = "<h1>Sorry</h1>";
  });
  router.get("/thrown", () => {
    throw Object.assign(new Error("page"), { status: 410 });
  });
  return router;
}

/** Middleware that every Koa service has, none of it from the library. Each route answers or fails in its own way. */
function mountFixtures(router: Router): void {
  const echo = (context: Context) => {
    context.body = { received: context.request.body };
  };
  router.post("/json", bodyParser({ jsonLimit: MAX_BYTES }), echo);
  router.post("/form", bodyParser({ enableTypes: ["form"], formLimit: MAX_BYTES }), echo);
  router.post("/upload", multer({ limits: { fileSize: MAX_BYTES } }).single("file"), (context) => {
    context.body = { received: (context as unknown as { file?: { size: number } }).file?.size };
  });
  router.post("/validated", bodyParser(), (context) => {
    if (!validate(context.request.body)) throw new Ajv.ValidationError(validate.errors ?? []);
    context.body = { ok: true };
  });
  router.get("/silent", () => new Promise(() => {}));
  router.get("/static/*path", (context) => send(context, context.path.slice("/static".length), { root: FILES }));
  router.all("/limited", ratelimit({ driver: "memory", db: new Map(), duration: 60_000, max: 1 }), echo);
  router.get("/bare/:status", (context) => {
    context.status = Number(context.params["status"]);
  });
  router.get("/format", (context) => {
    if (!context.accepts("html")) context.throw(406);
    context.body = "<p>";
  });
  router.get("/compressed/:status", compress({ threshold: 0 }), (context) => {
    context.status = Number(context.params["status"]);
    context.body = { message: "pg://svc:hunter2@db-1" };
  });
}

async function runCase(handler: Handler, context: Context, next: () => Promise<unknown>): Promise<void> {
  await handler({
    ...aboutRequest(context.req),
    get response() {
      context.respond = false;
      return context.res;
    },
    next,
    stream: (contract, options) => stream(contract, context, options),
    context: () => requestContext(context),
    principal: () => context.state["principal"],
    set: (name, value) => context.set(name, value),
    reply: (status, body, headers = {}) => {
      context.status = status;
      context.set({ ...headers });
      if (body !== undefined) context.body = body;
    },
  });
}
