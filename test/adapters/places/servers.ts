import { pipeline, Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { Controller, Get, type NestInterceptor, Res, StreamableFile } from "@nestjs/common";
import { type AbstractHttpAdapter, NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import type { Contract } from "@uhp-errors/core";
import { install as installExpress } from "@uhp-errors/express";
import { uhp as uhpFastify, uhpServerOptions } from "@uhp-errors/fastify";
import { install as installH3, uhpErrorHandler, uhp as uhpH3 } from "@uhp-errors/h3";
import { install as installHono, uhp as uhpHono } from "@uhp-errors/hono";
import { install as installKoa, uhp as uhpKoa } from "@uhp-errors/koa";
import { UhpModule } from "@uhp-errors/nestjs";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { uhp as uhpWeb } from "@uhp-errors/web";
import type { FastifyInstance } from "fastify";
import { H3, type H3Event } from "h3";
import { toNodeHandler } from "h3/node";
import { Hono, type MiddlewareHandler } from "hono";
import morgan from "morgan";
import { finalize } from "rxjs";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import { listen } from "../../conformance/drivers/listen.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { acme } from "../../support/catalog.ts";
import { EXPRESS_FRAMEWORKS } from "../../support/express.ts";
import { FASTIFY_KITS } from "../../support/fastify.ts";
import { type Context, KOA_FRAMEWORKS, type Middleware } from "../../support/koa.ts";

/** Notes the status that a logger sees. */
export type See = (status: number) => void;

/** One place for a logger, on the servers that have it. */
export interface Place {
  readonly servers: readonly DriverName[];
  readonly where: string;
  /** Starts a service under the contract, with a logger in that place. */
  start(server: DriverName, contract: Contract, see: See): Promise<RunningDriver>;
}

/** What the routes that throw do. */
const THROWING: Readonly<Record<string, () => never>> = {
  "/code": () => {
    throw acme.error("session_busy");
  },
  "/error": () => {
    throw new Error("boom");
  },
  "/string": () => {
    throw "a string";
  },
};

/** What the route `/hand` writes. */
const BY_HAND = { message: "not valid" };

const broken = () =>
  new Readable({
    read() {
      this.destroy(new Error("broken"));
    },
  });

const brokenOfWeb = () => new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) });

/** Returns the version of a framework that a server has. */
function ofServer<Framework>(all: readonly (readonly [string, Framework])[], server: DriverName): Framework {
  return all.find(([name]) => name === server)?.[1] as Framework;
}

const onFinish: Place = {
  servers: ["express4", "express5"],
  where: "morgan",
  start(server, contract, see) {
    const app = ofServer(EXPRESS_FRAMEWORKS, server)();
    app.use(
      morgan((_tokens, _request, response) => {
        see(response.statusCode);
        return undefined;
      }),
    );
    for (const [path, act] of Object.entries(THROWING)) app.get(path, act);
    app.get("/hand", (_request, response) => void response.status(422).json(BY_HAND));
    app.get("/stream", (_request, response, next) => {
      pipeline(broken(), response, (error) => error && next(error));
    });
    installExpress(app, contract);
    return listen(app);
  },
};

/** Makes a place on Koa from its middleware. */
function onKoa(
  where: string,
  mount: (contract: Contract, see: See) => readonly Middleware[],
  isInstalled = true,
): Place {
  return {
    servers: ["koa2", "koa3"],
    where,
    start(server, contract, see) {
      const app = new (ofServer(KOA_FRAMEWORKS, server))();
      app.silent = true;
      for (const middleware of mount(contract, see)) app.use(middleware);
      app.use((ctx: Context, next) => {
        THROWING[ctx.path]?.();
        if (ctx.path === "/hand") Object.assign(ctx, { status: 422, body: BY_HAND });
        else if (ctx.path === "/stream") ctx.body = broken();
        else return next();
        return undefined;
      });
      if (isInstalled) installKoa(app, contract);
      return listen(app.callback());
    },
  };
}

const afterNext =
  (see: See): Middleware =>
  async (ctx, next) => {
    await next();
    see(ctx.status);
  };

const KOA_PLACES: readonly Place[] = [
  onKoa("`await next()`", (_contract, see) => [afterNext(see)]),
  onKoa("`try { await next() } finally`", (_contract, see) => [
    async (ctx, next) => {
      try {
        await next();
      } finally {
        see(ctx.status);
      }
    },
  ]),
  onKoa("`await next()`, above `uhp(contract)`", (contract, see) => [afterNext(see), uhpKoa(contract) as Middleware]),
  onKoa(
    "`await next()`, above `uhp(contract)`, without `install`",
    (contract, see) => [afterNext(see), uhpKoa(contract) as Middleware],
    false,
  ),
  onKoa('`res.on("finish")`, as koa-pino-logger', (_contract, see) => [
    (ctx, next) => {
      ctx.res.on("finish", () => see(ctx.status));
      return next();
    },
  ]),
];

/** Makes a place on Fastify from a hook. */
function onFastify(where: string, hook: (app: FastifyInstance, see: See) => unknown): Place {
  return {
    servers: ["fastify4", "fastify5"],
    where,
    async start(server, contract, see) {
      const { Fastify } = ofServer(FASTIFY_KITS, server);
      const app: FastifyInstance = Fastify({ forceCloseConnections: true, ...uhpServerOptions(contract) });
      await app.register(uhpFastify, { contract });
      hook(app, see);
      for (const [path, act] of Object.entries(THROWING)) app.get(path, async () => act());
      app.get("/hand", (_request, reply) => reply.code(422).send(BY_HAND));
      app.get("/stream", (_request, reply) => reply.send(broken()));
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      return { url, server: app.server, close: () => app.close() };
    },
  };
}

const FASTIFY_PLACES: readonly Place[] = [
  onFastify("hook `onResponse`", (app, see) =>
    app.addHook("onResponse", async (_request, reply) => see(reply.statusCode)),
  ),
  onFastify("hook `onSend`", (app, see) => app.addHook("onSend", async (_request, reply) => see(reply.statusCode))),
];

class Failing {
  code(): never {
    return THROWING["/code"]?.() as never;
  }
  error(): never {
    return THROWING["/error"]?.() as never;
  }
  string(): never {
    return THROWING["/string"]?.() as never;
  }
  hand(response: { status(status: number): { send(body: object): unknown } }): void {
    response.status(422).send(BY_HAND);
  }
  stream(): StreamableFile {
    return new StreamableFile(broken());
  }
}

decorate(Failing, [Controller()], {
  code: { method: [Get("code")] },
  error: { method: [Get("error")] },
  string: { method: [Get("string")] },
  hand: { method: [Get("hand")], parameters: [Res()] },
  stream: { method: [Get("stream")] },
});

/** The parts of a Nest application and of its responses that a logger uses. */
interface NestApp {
  use(middleware: (request: unknown, response: NestResponse, next: () => void) => void): unknown;
  useGlobalInterceptors(interceptor: NestInterceptor): unknown;
}

interface NestResponse {
  readonly statusCode: number;
  on(event: "finish", listener: () => void): unknown;
}

/** Makes a place on NestJS, on both of its platforms. */
function onNest(where: string, mount: (app: NestApp, see: See) => unknown): Place {
  return {
    servers: ["nest-express", "nest-fastify"],
    where,
    async start(server, contract, see) {
      class Root {}
      const adapter: AbstractHttpAdapter =
        server === "nest-express" ? new ExpressAdapter() : new FastifyAdapter({ forceCloseConnections: true });
      const root = { module: Root, imports: [UhpModule.forRoot({ contract })], controllers: [Failing] };
      const app = await NestFactory.create(root, adapter, { logger: false, forceCloseConnections: true });
      mount(app as never, see);
      await app.listen(0, "127.0.0.1");
      return { url: await app.getUrl(), server: app.getHttpServer() as never, close: () => app.close() };
    },
  };
}

const NEST_PLACES: readonly Place[] = [
  onNest('middleware, `res.on("finish")`', (app, see) =>
    app.use((_request, response, next) => {
      response.on("finish", () => see(response.statusCode));
      next();
    }),
  ),
  onNest("interceptor, `finalize`", (app, see) =>
    app.useGlobalInterceptors({
      intercept: (context, next) =>
        next.handle().pipe(finalize(() => see(context.switchToHttp().getResponse<NestResponse>().statusCode))),
    }),
  ),
];

const listener = (fetch: Parameters<typeof getRequestListener>[0]) =>
  getRequestListener(fetch, { overrideGlobalObjects: false });

/** Makes a place on Hono from its middleware. */
function onHono(where: string, mount: (contract: Contract, see: See) => readonly MiddlewareHandler[]): Place {
  return {
    servers: ["hono"],
    where,
    start(_server, contract, see) {
      const app = new Hono();
      installHono(app, contract);
      for (const middleware of mount(contract, see)) app.use(middleware);
      for (const [path, act] of Object.entries(THROWING)) app.get(path, act);
      app.get("/hand", (c) => c.json(BY_HAND, 422));
      app.get("/stream", (c) => c.body(brokenOfWeb()));
      return listen(listener(app.fetch));
    },
  };
}

const honoLogger =
  (see: See): MiddlewareHandler =>
  async (c, next) => {
    await next();
    see(c.res.status);
  };

const HONO_PLACES: readonly Place[] = [
  onHono("`await next()`", (_contract, see) => [honoLogger(see)]),
  onHono("`await next()`, above `uhp(contract)`", (contract, see) => [honoLogger(see), uhpHono(contract)]),
];

/** Makes a place on h3. */
function onH3(where: string, mount: (app: H3, contract: Contract, see: See) => unknown, isInstalled = true): Place {
  return {
    servers: ["h3"],
    where,
    start(_server, contract, see) {
      const app = new H3({ silent: true });
      mount(app, contract, see);
      for (const [path, act] of Object.entries(THROWING)) app.get(path, act);
      app.get("/hand", (event) => {
        event.res.status = 422;
        return BY_HAND;
      });
      app.get("/stream", () => new Response(brokenOfWeb()));
      if (isInstalled) installH3(app, contract);
      return listen(toNodeHandler(app));
    },
  };
}

const h3Logger = (see: See) => async (event: H3Event, next: () => unknown) => {
  const result = await next();
  see(result instanceof Response ? result.status : (event.res.status ?? 200));
  return result;
};

const H3_PLACES: readonly Place[] = [
  onH3("`await next()`", (app, _contract, see) => app.use(h3Logger(see))),
  onH3("`await next()`, above `uhp(contract)`", (app, contract, see) => app.use(h3Logger(see)).use(uhpH3(contract))),
  onH3(
    "`await next()`, above `uhp(contract)`, without `install`",
    (app, contract, see) => {
      app.config.onError = uhpErrorHandler(contract);
      app.use(h3Logger(see)).use(uhpH3(contract));
    },
    false,
  ),
  onH3("hook `onResponse`", (app, _contract, see) => {
    app.config.onResponse = ({ status }) => see(status);
  }),
];

/** The handler of a service without a framework. */
function answer(request: Request): Response {
  const { pathname } = new URL(request.url);
  THROWING[pathname]?.();
  if (pathname === "/hand") return Response.json(BY_HAND, { status: 422 });
  if (pathname === "/stream") return new Response(brokenOfWeb());
  return new Response(null, { status: 404 });
}

const logged = (see: See, fetch: typeof answer | ReturnType<typeof uhpWeb>) => async (request: Request) => {
  const response = await fetch(request);
  see(response.status);
  return response;
};

const WEB_PLACES: readonly Place[] = [
  {
    servers: ["web"],
    where: "a function around the handler",
    start: (_server, contract, see) => listen(listener(uhpWeb(contract, logged(see, answer)))),
  },
  {
    servers: ["web"],
    where: "a function around `uhp(contract, handler)`",
    start: (_server, contract, see) => listen(listener(logged(see, uhpWeb(contract, answer)))),
  },
];

export const PLACES: readonly Place[] = [
  onFinish,
  ...KOA_PLACES,
  ...FASTIFY_PLACES,
  ...NEST_PLACES,
  ...HONO_PLACES,
  ...H3_PLACES,
  ...WEB_PLACES,
];
