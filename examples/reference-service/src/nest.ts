import multipart from "@fastify/multipart";
import {
  All,
  Body,
  Controller,
  type DynamicModule,
  Get,
  HttpCode,
  type INestApplication,
  Inject,
  type MiddlewareConsumer,
  Param,
  Post,
  Req,
  RequestMethod,
  Res,
  UploadedFile as TheFile,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter, FileInterceptor } from "@nestjs/platform-express";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { ThrottlerGuard, ThrottlerModule } from "@nestjs/throttler";
import type { Contract } from "@uhp-errors/core";
import { bearer, requestContext, stream, UHP_CONTRACT, UhpModule } from "@uhp-errors/nestjs";
import { json, type Request, type Response } from "express";
import type { FastifyReply, FastifyRequest } from "fastify";
import { decorate } from "./decorate.ts";
import { uploadedFile } from "./fastify.ts";
import { findHarness, harnessList, modelCatalog, modelsOf } from "./harnesses.ts";
import { raise } from "./raise.ts";
import { acceptTask, cancelSession, cancelTask, findResponse, outcomeOf } from "./runs.ts";
import {
  type AppSettings,
  discovery,
  FILE_FIELD,
  fileObject,
  holderOf,
  LIMIT,
  MAX_FILE_BYTES,
  MAX_JSON_BYTES,
  sendEvents,
  type UploadedFile,
} from "./service.ts";
import { parseTask } from "./tasks.ts";

type AnyRequest = Request | FastifyRequest;
type AnyResponse = Response | FastifyReply;

/** The routes that are the same on both platforms. */
class Service {
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  discovery(): object {
    return discovery(this.#contract);
  }
  harnesses(): object {
    return harnessList();
  }
  harness(id: string): object {
    return findHarness(id);
  }
  harnessModels(id: string): object {
    return modelsOf(id);
  }
  models(): object {
    return modelCatalog();
  }
  response(id: string): object {
    return findResponse(id);
  }
  async run(body: unknown, request: AnyRequest, response: AnyResponse): Promise<void> {
    const run = acceptTask(parseTask(body));
    if (!run.task.stream) response.send(await outcomeOf(run));
    else void sendEvents(stream(this.#contract, request, response, { responseObject: run.response }), run);
  }
  cancel(id: string, request: AnyRequest, response: AnyResponse): object {
    return cancelTask(id, this.#contract, requestContext(request, response));
  }
  cancelSession(id: string, request: AnyRequest, response: AnyResponse): object {
    return cancelSession(id, this.#contract, requestContext(request, response));
  }
  raise(code: string, request: AnyRequest, response: AnyResponse): unknown {
    return raise(code, this.#contract, requestContext(request, response));
  }
  limited(): object {
    return { object: "limited" };
  }
}

Inject(UHP_CONTRACT)(Service, undefined, 0);
decorate(Service, [Controller("v1")], {
  discovery: { method: [Get("uhp")] },
  harnesses: { method: [Get("harnesses")] },
  harness: { method: [Get("harnesses/:id")], parameters: [Param("id")] },
  harnessModels: { method: [Get("harnesses/:id/models")], parameters: [Param("id")] },
  models: { method: [Get("models")] },
  response: { method: [Get("responses/:id")], parameters: [Param("id")] },
  run: { method: [Post("responses"), HttpCode(200)], parameters: [Body(), Req(), Res()] },
  cancel: {
    method: [Post("responses/:id/cancel"), HttpCode(200)],
    parameters: [Param("id"), Req(), Res({ passthrough: true })],
  },
  cancelSession: {
    method: [Post("sessions/:id/cancel"), HttpCode(200)],
    parameters: [Param("id"), Req(), Res({ passthrough: true })],
  },
  // Takes any method and any path below, so that any unmodified client can use it as its base URL.
  raise: {
    method: [All(["debug/raise/:code", "debug/raise/:code/*"]), HttpCode(200)],
    parameters: [Param("code"), Req(), Res({ passthrough: true })],
  },
  limited: { method: [Get("debug/limited"), UseGuards(ThrottlerGuard)] },
});

/** Uploads with multer, which Nest uses on Express. */
class ExpressFiles {
  create(file: UploadedFile | undefined): object {
    return fileObject(file);
  }
}

decorate(ExpressFiles, [Controller("v1/files")], {
  create: {
    method: [Post(), UseInterceptors(FileInterceptor(FILE_FIELD, { limits: { fileSize: MAX_FILE_BYTES } }))],
    parameters: [TheFile()],
  },
});

/** Uploads with Fastify's plugin. */
class FastifyFiles {
  async create(request: FastifyRequest): Promise<object> {
    return fileObject(await uploadedFile(request));
  }
}

decorate(FastifyFiles, [Controller("v1/files")], { create: { method: [Post()], parameters: [Req()] } });

/** Parses only the bodies of tasks, so that an unknown route is answered as such even if its body is wrong. */
class ExpressBodies {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(json({ limit: MAX_JSON_BYTES })).forRoutes({ path: "v1/responses", method: RequestMethod.POST });
  }
}

/** The service on Nest 12 and Express. */
export async function createNestOnExpress(settings: AppSettings): Promise<INestApplication> {
  return create(settings, new ExpressAdapter(), ExpressBodies, ExpressFiles);
}

/** The service on Nest 12 and Fastify. */
export async function createNestOnFastify(settings: AppSettings): Promise<INestApplication> {
  const adapter = new FastifyAdapter({ bodyLimit: MAX_JSON_BYTES });
  const app = await create<NestFastifyApplication>(settings, adapter, class {}, FastifyFiles);
  // Fastify rejects an empty body that is declared as JSON. The other parsers treat it as no body.
  const parseJson = app.getHttpAdapter().getInstance().getDefaultJsonParser("error", "error");
  app.useBodyParser("application/json", {}, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request as FastifyRequest, body.toString(), done);
  });
  await app.register(multipart as never, { limits: { fileSize: MAX_FILE_BYTES } });
  return app;
}

async function create<App extends INestApplication>(
  { contract, key }: AppSettings,
  adapter: ExpressAdapter | FastifyAdapter,
  module: new () => object,
  files: new () => object,
): Promise<App> {
  const root: DynamicModule = {
    module,
    imports: [
      UhpModule.forRoot({ contract }),
      ThrottlerModule.forRoot([{ ttl: LIMIT.windowMs, limit: LIMIT.requests }]),
    ],
    controllers: [Service, files],
  };
  const options = { logger: false, bodyParser: false, forceCloseConnections: true } as const;
  const app = await NestFactory.create<App>(root, adapter as never, options);
  const auth = bearer(contract, holderOf(key));
  // This is middleware and not a guard, because guards run only for known routes.
  app.use((request: Request, response: Response, next: () => void) => {
    // The target may be a whole URL.
    const { pathname } = new URL(request.originalUrl, "http://localhost");
    const isOpen = pathname === "/v1/uhp" && ["GET", "HEAD"].includes(request.method);
    return isOpen ? next() : auth(request, response, next);
  });
  return app;
}
