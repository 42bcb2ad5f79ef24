import { All, Controller, type DynamicModule, type ModuleMetadata, Next, Req, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { ThrottlerModule } from "@nestjs/throttler";
import type { Contract, RequestContext } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { bearer, requestContext, stream, UhpModule } from "@uhp-errors/nestjs";
import { decorate } from "@uhp-errors/reference-service/decorate";
import type { NextFunction, Request, Response } from "express";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Driver, type Handler, type Io, MAX_BYTES, type RunningDriver } from "./driver.ts";
import { SERVER_OPTIONS } from "./listen.ts";
import type { DriverName } from "./names.ts";
import { ExpressFixtures, FastifyFixtures, Fixtures, mountOnExpress, mountOnFastify } from "./nest-fixtures.ts";
import { pagesOf } from "./nest-pages.ts";
import { ioOnExpress, ioOnFastify } from "./node-request.ts";

/** What differs between the platforms of Nest. */
interface Platform {
  readonly name: DriverName;
  readonly knownFailing: Driver["knownFailing"];
  readonly fixtures: new () => object;
  adapter(): ExpressAdapter | FastifyAdapter;
  mount(app: never): unknown;
  io(request: never, response: never, next: NextFunction): Io;
}

const EXPRESS: Platform = {
  name: "nest-express",
  knownFailing: {
    "written.static.missing": "serve-static hands a missing file on, and Express says that no route took the request",
  },
  fixtures: ExpressFixtures,
  adapter: () => new ExpressAdapter(),
  mount: mountOnExpress,
  io: onExpress,
};

const FASTIFY: Platform = {
  name: "nest-fastify",
  knownFailing: {
    "body-parser.charset": "Fastify reads every JSON body as UTF-8 and looks at no charset",
    "body-parser.strict": "Fastify takes any JSON value for a body",
    "body-parser.inflated-too-large":
      "Fastify does not tell the limit of a parser that inflated a body, so that it cannot be stated",
    "body-parser.parameters": "Nest's parser of forms on Fastify has no limit of parameters",
    "body-parser.depth": "Nest's parser of forms on Fastify nests nothing",
    "body-parser.verify": "Fastify has no hook that verifies a body",
  },
  fixtures: FastifyFixtures,
  adapter: () =>
    new FastifyAdapter({
      bodyLimit: MAX_BYTES,
      forceCloseConnections: true,
      // Express ignores it by default.
      routerOptions: { ignoreTrailingSlash: true },
    }),
  mount: mountOnFastify,
  io: onFastify,
};

/** Nest on both of its platforms. */
export const NEST_DRIVERS: readonly Driver[] = [driver(EXPRESS), driver(FASTIFY)];

type App = NestExpressApplication & NestFastifyApplication;

function driver({ name, knownFailing, fixtures, adapter, mount, io }: Platform): Driver {
  return {
    name,
    hasNodeResponse: true,
    knownFailing,
    start: async (contract, handler = () => {}, verify) => {
      const Cases = casesOf(handler, io);
      const app = await create(adapter(), {
        imports: [...contractModules(contract), ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1 }])],
        controllers: [Cases, Fixtures, fixtures],
      });
      if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
      await mount(app as never);
      return run(app);
    },
    startMounted: async (contracts) => {
      const confined = Object.entries(contracts).map(([prefix, contract]) => {
        expectContract(contract, "startMounted");
        const appliesTo = (context: RequestContext) =>
          (context.path === prefix || context.path.startsWith(`${prefix}/`)) && contract.appliesTo(context);
        return { ...contract, appliesTo };
      });
      const controllers = ["", ...Object.keys(contracts)].map(pagesOf);
      return run(await create(adapter(), { imports: confined.flatMap(contractModules), controllers }));
    },
  };
}

function contractModules(contract: Contract | undefined): DynamicModule[] {
  return contract === undefined ? [] : [UhpModule.forRoot({ contract })];
}

function create(adapter: ExpressAdapter | FastifyAdapter, metadata: ModuleMetadata): Promise<App> {
  class Root {}
  const root: DynamicModule = { module: Root, ...metadata };
  return NestFactory.create<App>(root, adapter as never, {
    logger: false,
    bodyParser: false,
    forceCloseConnections: true,
  });
}

async function run(app: App): Promise<RunningDriver> {
  await app.init();
  const server = app.getHttpServer();
  Object.assign(server, SERVER_OPTIONS);
  await app.listen(0, "127.0.0.1");
  return { url: await app.getUrl(), server, close: () => app.close() };
}

/** A controller with a single route, which runs a handler. */
function casesOf(handler: Handler, io: Platform["io"]): new () => object {
  class Cases {
    run(request: never, response: never, next: NextFunction): unknown {
      return handler(io(request, response, next));
    }
  }
  decorate(Cases, [Controller()], { run: { method: [All("case")], parameters: [Req(), Res(), Next()] } });
  return Cases;
}

function onExpress(request: Request, response: Response, next: NextFunction): Io {
  return {
    ...ioOnExpress(request, response, next),
    stream: (contract, options) => stream(contract, request, response, options),
    context: () => requestContext(request, response),
  };
}

function onFastify(request: FastifyRequest, reply: FastifyReply): Io {
  return ioOnFastify(request, reply, {
    context: () => requestContext(request, reply),
    principal: () => Reflect.get(request.raw, "principal"),
    stream: (contract, options) => stream(contract, request, reply, options),
  });
}
