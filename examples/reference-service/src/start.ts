import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import multipart5 from "@fastify/multipart";
import rateLimit5 from "@fastify/rate-limit";
import { PayloadTooLargeException } from "@nestjs/common";
import { type ContractOptions, createContract, type Recognizer } from "@uhp-errors/core";
import express5 from "express";
import express4 from "express4";
import { fastify as fastify5 } from "fastify";
import { fastify as fastify4 } from "fastify4";
import multipart4 from "fastify4-multipart";
import rateLimit4 from "fastify4-rate-limit";
import koa3 from "koa";
import koa2 from "koa2";
import { acme } from "./catalog.ts";
import { createExpressServer } from "./express.ts";
import { createFastifyApp, type FastifyKit } from "./fastify.ts";
import { createH3Server } from "./h3.ts";
import { createHonoServer } from "./hono.ts";
import { createKoaServer } from "./koa.ts";
import { createNestOnExpress, createNestOnFastify } from "./nest.ts";
import { type AppSettings, MAX_FILE_BYTES } from "./service.ts";
import { createWebServer } from "./web.ts";

/** How to run the service. */
export interface StartOptions extends ContractOptions {
  /** The TCP port on 127.0.0.1. The default is 0, which chooses a free one. */
  readonly port?: number;
  /** The one accepted bearer token, `test-key` by default. */
  readonly key?: string;
}

/** A running service. */
export interface Running {
  /** The address without a trailing slash, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one framework's service on a port. */
type Launch = (settings: AppSettings, port: number) => Promise<Running>;

const HOST = "127.0.0.1";

/** The frameworks that the service runs on. Both versions of one use the types of the newer version. */
export const FRAMEWORKS = {
  express4: onExpress(express4 as unknown as typeof express5),
  express5: onExpress(express5),
  koa2: onKoa(koa2 as unknown as typeof koa3),
  koa3: onKoa(koa3),
  fastify4: onFastify({
    fastify: fastify4,
    multipart: multipart4,
    rateLimit: rateLimit4,
  } as unknown as FastifyKit),
  fastify5: onFastify({ fastify: fastify5, multipart: multipart5, rateLimit: rateLimit5 }),
  "nest-express": onNest(createNestOnExpress),
  "nest-fastify": onNest(createNestOnFastify),
  h3: (settings, port) => listen(createH3Server(settings), port),
  web: (settings, port) => listen(createWebServer(settings), port),
  hono: (settings, port) => listen(createHonoServer(settings), port),
} as const satisfies Readonly<Record<string, Launch>>;

/** One of the frameworks that the service runs on. */
export type Framework = keyof typeof FRAMEWORKS;

/** Starts the service on one of the frameworks and resolves once it listens. */
export function start(framework: Framework, options: StartOptions = {}): Promise<Running> {
  const { port = 0, key = "test-key", ...contractOptions } = options;
  const contract = createContract(acme, { recognize: [fileLimit], ...contractOptions });
  return FRAMEWORKS[framework]({ contract, key }, port);
}

/** Recognizes a file over multer's limit, also where Nest wraps the error. multer does not state the limit. */
const fileLimit: Recognizer = {
  name: "multer",
  recognize(thrown) {
    const wrapped = thrown instanceof PayloadTooLargeException;
    const { code, field } = Object(wrapped ? thrown.cause : thrown) as {
      readonly code?: unknown;
      readonly field?: string;
    };
    if (!wrapped && code !== "LIMIT_FILE_SIZE") return undefined;
    return { code: "file_too_large", param: field ?? null, detail: { max_bytes: MAX_FILE_BYTES } };
  },
};

function onExpress(framework: typeof express5): Launch {
  return (settings, port) => listen(createExpressServer(framework, settings), port);
}

function onKoa(framework: typeof koa3): Launch {
  return (settings, port) => listen(createKoaServer(framework, settings), port);
}

function onFastify(kit: FastifyKit): Launch {
  return async (settings, port) => {
    const app = await createFastifyApp(kit, settings);
    const url = await app.listen({ host: HOST, port });
    return { url, close: () => app.close() };
  };
}

function onNest(create: typeof createNestOnExpress): Launch {
  return async (settings, port) => {
    const app = await create(settings);
    await app.listen(port, HOST);
    return { url: await app.getUrl(), close: () => app.close() };
  };
}

async function listen(server: Server, port: number): Promise<Running> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
