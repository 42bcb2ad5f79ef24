import accepts from "@fastify/accepts";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import files from "@fastify/static";
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  NotAcceptableException,
  Param,
  Post,
  Req,
  Res,
  UploadedFile,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import { type ExpressAdapter, FileInterceptor, type NestExpressApplication } from "@nestjs/platform-express";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { ThrottlerGuard } from "@nestjs/throttler";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { Ajv } from "ajv";
import compression from "compression";
import express, { type Request, type Response } from "express";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MAX_BYTES } from "./driver.ts";
import { FILES } from "./listen.ts";
import { validate } from "./validate.ts";

const SECRET = { message: "pg://svc:hunter2@db-1" };

/** Routes that every Nest service has, on either platform. Each answers or fails in its own way. */
export class Fixtures {
  echo(received: unknown): object {
    return { received };
  }
  validated(received: unknown): object {
    if (!validate(received)) throw new Ajv.ValidationError(validate.errors ?? []);
    return { ok: true };
  }
  silent(): Promise<never> {
    return new Promise(() => {});
  }
  limited(): object {
    return { received: null };
  }
  known(): object {
    return { ok: true };
  }
  bare(status: string, response: Response | FastifyReply): void {
    response.status(Number(status)).send(undefined);
  }
}

const post = (path: string) => ({ method: [Post(path), HttpCode(200)], parameters: [Body()] });
decorate(Fixtures, [Controller()], {
  validated: post("validated"),
  silent: { method: [Get("silent")] },
  limited: { method: [Get("limited"), UseGuards(ThrottlerGuard)] },
  known: { method: [Get("methods/:id")] },
  bare: { method: [Get("bare/:status")], parameters: [Param("status"), Res()] },
  echo: { method: [Post(["json", "form", "signed"]), HttpCode(200)], parameters: [Body()] },
});

/** Routes that exist only on Express. */
export class ExpressFixtures {
  upload(file: { readonly size: number } | undefined): object {
    return { received: file?.size };
  }
  format(_request: Request, response: Response): void {
    response.format({ "text/html": () => response.send("<p>") });
  }
  compressed(status: string, response: Response): void {
    response.status(Number(status)).json(SECRET);
  }
}

decorate(ExpressFixtures, [Controller()], {
  upload: {
    method: [
      Post("upload"),
      HttpCode(200),
      UseInterceptors(FileInterceptor("file", { limits: { fileSize: MAX_BYTES } })),
    ],
    parameters: [UploadedFile()],
  },
  format: { method: [Get("format")], parameters: [Req(), Res()] },
  compressed: { method: [Get("compressed/:status")], parameters: [Param("status"), Res()] },
});

/** Body parsers and middleware of a Nest service on Express. */
export function mountOnExpress(app: NestExpressApplication): void {
  const refuse = () => {
    throw new Error("signature 0xSECRET does not match");
  };
  app.use("/signed", express.json({ verify: refuse }));
  app.useBodyParser("json", { limit: MAX_BYTES });
  app.useBodyParser("urlencoded", { extended: true, limit: MAX_BYTES, parameterLimit: 10 });
  app.use("/static", express.static(FILES, { fallthrough: false, dotfiles: "deny" }));
  app.use("/compressed", compression({ threshold: 0 }));
  // The final handler prints unhandled errors, except in the test environment.
  (app.getHttpAdapter() as ExpressAdapter).set("env", "test");
}

/** Routes that exist only on Fastify. */
export class FastifyFixtures {
  async upload(request: FastifyRequest): Promise<object> {
    return { received: (await (await request.file())?.toBuffer())?.length };
  }
  format(request: FastifyRequest): string {
    if (request.accepts().type(["html"]) === false) throw new NotAcceptableException();
    return "<p>";
  }
}

decorate(FastifyFixtures, [Controller()], {
  upload: { method: [Post("upload"), HttpCode(200)], parameters: [Req()] },
  format: { method: [Get("format"), Header("content-type", "text/html")], parameters: [Req()] },
});

/** Body parsers and plugins of a Nest service on Fastify. */
export async function mountOnFastify(app: NestFastifyApplication): Promise<void> {
  app.useBodyParser("application/json");
  app.useBodyParser("application/x-www-form-urlencoded");
  await app.register(accepts);
  await app.register(multipart, { limits: { fileSize: MAX_BYTES } });
  await app.register(files, { root: FILES, prefix: "/static/", dotfiles: "deny" });
  await app.register(compress, { global: false, globalDecompression: true, threshold: 0 });
  // Only Fastify itself takes options for a single route.
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get<{ Params: { status: string } }>("/compressed/:status", { compress: {} }, (request, reply) => {
    reply.code(Number(request.params.status)).send(SECRET);
  });
}
