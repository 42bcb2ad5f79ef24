import { type AddressInfo, createServer } from "node:net";
import fastifyError from "@fastify/error";
import { errors as feathers } from "@feathersjs/errors";
import boom from "@hapi/boom";
import { NotFoundError } from "@mikro-orm/core";
import { ConflictException } from "@nestjs/common";
import { PrismaClientKnownRequestError } from "@prisma/client/runtime/library";
import { type } from "arktype";
import axios from "axios";
import { IsString, validateOrReject } from "class-validator";
import got from "got";
import { HTTPError } from "h3";
import { HTTPException } from "hono/http-exception";
import createError from "http-errors";
import { Redis } from "ioredis";
import joi from "joi";
import { jwtVerify } from "jose";
import jsonwebtoken from "jsonwebtoken";
import ky from "ky";
import { NoResultError } from "kysely";
import { MongoServerError } from "mongodb";
import mongoose from "mongoose";
import multer from "multer";
import pg from "pg";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { ConnectionTimeoutError, createClient, SocketClosedUnexpectedlyError } from "redis";
import { assert, object, string } from "superstruct";
import { EntityNotFoundError } from "typeorm/error/EntityNotFoundError.js";
import { request } from "undici";
import * as valibot from "valibot";
import * as yup from "yup";
import { z } from "zod";
import { z as z3 } from "zod3";

/** No server listens there. */
const CLOSED = "http://127.0.0.1:1/";

class Item {
  name = 7;
}
IsString()(Item.prototype, "name");

class SoldOut extends ConflictException {}

/** The errors that a service throws, by name. Each is made by its own library. */
export const THROWN: Readonly<Record<string, () => unknown>> = {
  "http-errors": () => raise(createError(409)),
  "http-errors, unknown status": () => raise(createError(418)),
  boom: () => raise(boom.conflict()),
  hono: () => raise(new HTTPException(409)),
  h3: () => raise(new HTTPError({ status: 409 })),
  nest: () => raise(new ConflictException()),
  "nest, a derived class": () => raise(new SoldOut()),
  feathers: () => raise(new feathers.Conflict()),
  "@fastify/error": () => raise(new (fastifyError("APP_TAKEN", "taken", 409))()),
  zod: () => z.object({ name: z.string() }).parse({}),
  zod3: () => z3.object({ name: z3.string() }).parse({}),
  valibot: () => valibot.parse(valibot.object({ name: valibot.string() }), {}),
  yup: () => yup.object({ name: yup.string().required() }).validate({}),
  joi: () => joi.object({ name: joi.string().required() }).validateAsync({}),
  arktype: () => type({ name: "string" }).assert({}),
  superstruct: () => assert({}, object({ name: string() })),
  "class-validator": () => validateOrReject(new Item()),
  jsonwebtoken: () => jsonwebtoken.verify("a.b.c", "key"),
  "jsonwebtoken, expired": () => jsonwebtoken.verify(jsonwebtoken.sign({ exp: 1 }, "key"), "key"),
  jose: () => jwtVerify("a.b.c", new Uint8Array(32)),
  "multer, too large": () => raise(new multer.MulterError("LIMIT_FILE_SIZE", "file")),
  "multer, not expected": () => raise(new multer.MulterError("LIMIT_UNEXPECTED_FILE", "file")),
  "rate-limiter-flexible": async () => {
    const limiter = new RateLimiterMemory({ points: 1, duration: 60 });
    await limiter.consume("a");
    await limiter.consume("a");
  },
  axios: () => axios.get(CLOSED),
  got: () => got(CLOSED, { retry: { limit: 0 } }),
  ky: () => ky(CLOSED, { retry: 0 }),
  undici: () => request(CLOSED),
  fetch: () => fetch(CLOSED),
  "fetch, aborted": () => fetch(CLOSED, { signal: AbortSignal.abort() }),
  pg: () => raise(Object.assign(new pg.DatabaseError("x", 9, "error"), { code: "23505", severity: "ERROR" })),
  mongodb: () => raise(new MongoServerError({ code: 11000, message: "x" })),
  redis: () => raise(new SocketClosedUnexpectedlyError()),
  "redis, too late": () => raise(new ConnectionTimeoutError()),
  "redis, a reply": () => redisRefused("LOADING Redis is loading the dataset in memory"),
  "redis, another reply": () => redisRefused("ERR unknown command"),
  ioredis: async () => {
    const client = new Redis({ port: 1, host: "127.0.0.1", maxRetriesPerRequest: 0, retryStrategy: () => 1 });
    client.on("error", () => {});
    try {
      await client.get("a");
    } finally {
      client.disconnect();
    }
  },
  "ioredis, a reply": () => ioRedisRefused("READONLY You can't write against a read only replica."),
  "ioredis, another reply": () => ioRedisRefused("WRONGTYPE Operation against a key"),
  prisma: () => raise(new PrismaClientKnownRequestError("x", { code: "P2025", clientVersion: "7" })),
  mongoose: () => raise(new mongoose.Error.CastError("ObjectId", "x", "_id")),
  "mongoose, no document": () => raise(new mongoose.Error.DocumentNotFoundError("{}")),
  kysely: () => raise(new NoResultError({ kind: "SelectQueryNode" } as never)),
  "mikro-orm": () => raise(NotFoundError.findOneFailed("Item", {})),
  typeorm: () => raise(new EntityNotFoundError(Item, {})),
};

function raise(thrown: unknown): never {
  throw thrown;
}

/** The error that ioredis makes of a server's refusal. */
const ioRedisRefused = (text: string) =>
  refusing(text, async (port) => {
    const client = new Redis({ port, host: "127.0.0.1", enableReadyCheck: false, maxRetriesPerRequest: 0 });
    client.on("error", () => {});
    try {
      await client.get("a");
    } finally {
      client.disconnect();
    }
  });

/** The error that node-redis makes of it. */
const redisRefused = (text: string) =>
  refusing(text, async (port) => {
    const client = createClient({ socket: { port, host: "127.0.0.1", reconnectStrategy: false } });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.get("a");
    } finally {
      if (client.isOpen) client.destroy();
    }
  });

/** Runs a Redis server that refuses every command, for the duration of a call. */
async function refusing(text: string, call: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      // One answer for each command. A command begins with the number of its words.
      for (const _command of data.toString("latin1").matchAll(/^\*\d/gm)) socket.write(`-${text}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await call((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}
