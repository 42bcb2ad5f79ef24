import "reflect-metadata";
import {
  type ArgumentsHost,
  Body,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  type INestApplication,
  InternalServerErrorException,
  type MessageEvent,
  type ModuleMetadata,
  type NestInterceptor,
  Param,
  ParseIntPipe,
  Post,
  Sse,
  UnauthorizedException,
  UploadedFile,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from "@nestjs/common";
import { type AbstractHttpAdapter, NestFactory } from "@nestjs/core";
import { AuthGuard } from "@nestjs/passport";
import { ExpressAdapter, FileInterceptor } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { ThrottlerGuard, ThrottlerModule } from "@nestjs/throttler";
import type { Contract } from "@uhp-errors/core";
import { BearerGuard, exceptionFactory, UhpModule } from "@uhp-errors/nestjs";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { Type } from "class-transformer";
import { IsInt, IsString, MinLength, ValidateNested } from "class-validator";
import passport from "passport";
import { Strategy } from "passport-custom";
import { concat, map, type Observable, of, throwError } from "rxjs";
import { untypedError } from "../support/catalog.ts";
import { REQUEST_CODES } from "../support/expected-codes.ts";

/** A string that must not be sent. */
export const SECRET = "pg://svc:hunter2@db-1";

/** The platforms of Nest, each with a function that makes its adapter. */
export const PLATFORMS: readonly (readonly [name: string, make: () => AbstractHttpAdapter])[] = [
  ["express", () => new ExpressAdapter()],
  ["fastify", () => new FastifyAdapter({ forceCloseConnections: true })],
];

class Tag {
  declare readonly rank: number;
}
IsInt()(Tag.prototype, "rank");

class Task {
  declare readonly name: string;
  declare readonly tags: readonly Tag[];
}
IsString()(Task.prototype, "name");
MinLength(2)(Task.prototype, "name");
ValidateNested({ each: true })(Task.prototype, "tags");
Type(() => Tag)(Task.prototype, "tags");

passport.use("nobody", new Strategy((_request, done) => done(null, false)));
passport.use("broken", new Strategy((_request, done) => done(new Error(SECRET))));

const guardWith = (canActivate: () => boolean): CanActivate => ({ canActivate });
const failing: NestInterceptor = {
  intercept: (_context, next) =>
    next.handle().pipe(
      map(() => {
        throw new Error(SECRET);
      }),
    ),
};

/** Fails in each way in which a Nest service can fail. */
class Failing {
  raise(code: string): never {
    throw untypedError(code, { detail: REQUEST_CODES.find((known) => known.code === code)?.detail ?? null });
  }
  create(task: Task): object {
    return task;
  }
  ok(): object {
    return { ok: true };
  }
  numbered(id: number): object {
    return { id };
  }
  observed(): Observable<string> {
    return concat(
      of("first"),
      throwError(() => new Error(SECRET)),
    );
  }
  rejected(): Promise<never> {
    return Promise.reject(null);
  }
  events(): Observable<MessageEvent> {
    return throwError(() => untypedError("acme_teapot"));
  }
  upload(file: { readonly size: number }): object {
    return { size: file.size };
  }
}

const get = (path: string, ...method: MethodDecorator[]) => ({ method: [Get(path), ...method] });
const pipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, expectedType: Task, exceptionFactory });
const unauthorized = guardWith(() => {
  throw new UnauthorizedException(SECRET);
});
const internal = guardWith(() => {
  throw new InternalServerErrorException(SECRET);
});
const guarded: Readonly<Record<string, readonly MethodDecorator[]>> = {
  ok: [],
  forbidden: [UseGuards(guardWith(() => false))],
  unauthorized: [UseGuards(unauthorized)],
  bearer: [UseGuards(new BearerGuard((token) => (token === "good" ? { name: "Ada" } : undefined)))],
  passport: [UseGuards(AuthGuard("nobody"))],
  "passport-broken": [UseGuards(AuthGuard("broken"))],
  limited: [UseGuards(ThrottlerGuard)],
  internal: [UseGuards(internal)],
  intercepted: [UseInterceptors(failing)],
};

class Guarded {}
for (const name of Object.keys(guarded))
  Object.defineProperty(Guarded.prototype, name, { value: () => ({ ok: true }) });
decorate(
  Guarded,
  [Controller()],
  Object.fromEntries(Object.entries(guarded).map(([name, decorators]) => [name, get(name, ...decorators)])),
);

decorate(Failing, [Controller()], {
  raise: { ...get("raise/:code"), parameters: [Param("code")] },
  create: { method: [Post("tasks")], parameters: [Body(pipe)] },
  numbered: { ...get("numbered/:id"), parameters: [Param("id", ParseIntPipe)] },
  observed: get("observed"),
  rejected: get("rejected"),
  events: { method: [Sse("events")] },
  upload: {
    method: [Post("upload"), UseInterceptors(FileInterceptor("file", { limits: { fileSize: 10 } }))],
    parameters: [UploadedFile()],
  },
});

/** A module with a route that throws. */
export function throwing(thrown: unknown) {
  class Thrown {
    thrown(): never {
      throw thrown;
    }
  }
  class Throwing {}
  decorate(Thrown, [Controller()], { thrown: get("thrown") });
  return { module: Throwing, controllers: [Thrown] };
}

/** The modules, controllers and providers of the app. */
export function metadataWith(imports: NonNullable<ModuleMetadata["imports"]>): ModuleMetadata {
  return {
    imports: [...imports, ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1 }])],
    controllers: [Failing, Guarded],
  };
}

/** Makes the app, without starting it. */
export function createApp(adapter: AbstractHttpAdapter, contract: Contract, more: ModuleMetadata["imports"] = []) {
  class Root {}
  const root = { module: Root, ...metadataWith([UhpModule.forRoot({ contract }), ...more]) };
  return NestFactory.create(root, adapter, { logger: false, abortOnError: false });
}

/** Starts an app, uses it, and closes it. */
export async function during<Result>(app: INestApplication, use: (url: string) => Promise<Result>): Promise<Result> {
  try {
    await app.listen(0, "127.0.0.1");
    return await use(await app.getUrl());
  } finally {
    await app.close();
  }
}

/** A filter that takes every error, as in many services. It may throw some of them on. */
export class Everything implements ExceptionFilter {
  readonly #passes: (thrown: unknown) => boolean;

  constructor(passes: (thrown: unknown) => boolean = () => false) {
    this.#passes = passes;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (this.#passes(thrown)) throw thrown;
    const response: { status(status: number): { send(body: unknown): void } } = host.switchToHttp().getResponse();
    response.status(409).send({ message: "own" });
  }
}
Catch()(Everything);
