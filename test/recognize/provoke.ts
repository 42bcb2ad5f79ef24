import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { connect } from "node:net";
import type { RequestContext } from "@uhp-errors/core";
import express from "express";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";
import fastify5 from "fastify";
import fastify4 from "fastify4";
import Koa, { type Middleware } from "koa";
import { listen } from "../conformance/drivers/listen.ts";
import { during } from "../support/express.ts";
import { type Sent, send } from "../support/http.ts";
import { SECRETS } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";

/** Requires packages that have no types. The caller casts them to the types of a similar package. */
export const untyped = createRequire(import.meta.url);

/** Requires what a library itself depends on. */
export function inside(library: string): NodeJS.Require {
  return createRequire(untyped.resolve(library));
}

/** What a library threw during a request, and the facts of that request as an adapter states them. */
export interface Provoked {
  readonly thrown: unknown;
  readonly context: RequestContext;
}

/** Bytes to write before the connection breaks off, instead of a whole request. */
export interface BrokenOff {
  readonly bytes: string;
}

/** Runs a server until what `make` mounts passes on an error. */
async function overSocket(
  make: (caught: (provoked: Provoked) => void) => RequestListener,
  sent: Sent | BrokenOff,
): Promise<Provoked> {
  const { promise, resolve } = withResolvers<Provoked>();
  const reading = withResolvers<void>();
  const listener = make(resolve);
  const server = await listen((request, response) => {
    request.once("resume", () => reading.resolve());
    listener(request, response);
  });
  let provoked: Provoked | undefined;
  await during(server, async (url) => {
    if ("bytes" in sent) await breakOff(url, sent.bytes, reading.promise);
    else await send(url, { method: "POST", ...sent });
    provoked = await within(promise);
  });
  return provoked as Provoked;
}

function within<Value>(promise: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("nothing was thrown")), 30_000).unref(),
  );
  return Promise.race([promise, late]);
}

/** Writes bytes, and leaves once the server reads the body. */
async function breakOff(url: string, bytes: string, reading: Promise<void>): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  socket.on("error", () => {});
  const closed = once(socket, "close");
  await within(reading);
  socket.destroy();
  await closed;
}

const text = (value: unknown) =>
  value === undefined || value === "" ? undefined : Array.isArray(value) ? value.join(", ") : String(value);

/** What middleware of Express 5 passes on. */
export function fromExpress(mount: (app: express.Express) => unknown, sent: Sent | BrokenOff): Promise<Provoked> {
  return overSocket((caught) => {
    const app = express();
    mount(app);
    app.use(((thrown, request, response, _next) => {
      const { method, url: path } = request;
      const responseHeader = (name: string) => text(response.getHeader(name));
      caught({ thrown, context: { method, path, header: (name) => text(request.headers[name]), responseHeader } });
      response.sendStatus(500);
    }) satisfies express.ErrorRequestHandler);
    return app;
  }, sent);
}

/** Both versions of Koa. */
export const KOAS: readonly (readonly [name: "koa2" | "koa3", koa: typeof Koa])[] = [
  ["koa2", untyped("koa2") as typeof Koa],
  ["koa3", Koa],
];

/** What middleware of Koa throws. */
export function fromKoa(
  Framework: typeof Koa,
  mount: (use: (middleware: Middleware) => void) => unknown,
  sent: Sent | BrokenOff,
): Promise<Provoked> {
  return overSocket((caught) => {
    const app = new Framework();
    app.silent = true;
    app.use(async ({ method, url: path, request, response }, next) => {
      try {
        await next();
      } catch (thrown) {
        const responseHeader = (name: string) => text(response.get(name));
        caught({ thrown, context: { method, path, header: (name) => text(request.headers[name]), responseHeader } });
        response.status = 500;
      }
    });
    mount((middleware) => app.use(middleware));
    return app.callback();
  }, sent);
}

/** Fastify in either version. */
export type Fastify = typeof fastify5;

/** Both versions of Fastify. */
export const FASTIFIES: readonly (readonly [name: "fastify4" | "fastify5", fastify: Fastify])[] = [
  ["fastify4", fastify4 as unknown as Fastify],
  ["fastify5", fastify5],
];

/** What reaches Fastify's error handler, or its hook for errors before routing. */
export async function fromFastify(
  framework: Fastify,
  mount: (app: FastifyInstance) => unknown,
  sent: Sent,
  { options = {}, before = 0 }: { readonly options?: FastifyServerOptions; readonly before?: number } = {},
): Promise<Provoked> {
  const { promise, resolve } = withResolvers<Provoked>();
  const handle = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { method, url: path } = request;
    resolve({
      thrown,
      context: {
        method,
        path,
        header: (name) => text(request.headers[name]),
        responseHeader: (name) => text(reply.getHeader(name)),
        bodyLimit: () => request.routeOptions.bodyLimit,
      },
    });
    reply.code(500).send();
  };
  const common = { frameworkErrors: handle as never, forceCloseConnections: true };
  const app = framework({ ...common, ...options }) as FastifyInstance;
  app.setErrorHandler(handle);
  try {
    await mount(app);
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    for (let count = 0; count <= before; count += 1) await send(url, { method: "POST", ...sent });
    return await within(promise);
  } finally {
    await app.close();
  }
}

/** One part of a form: a field, or a file if it has a file name. */
export interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly content: string;
}

const BOUNDARY = "boundary-of-the-test";

/** The header field of a form. */
export const MULTIPART = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

/** The body of a form, cut off before its end when `whole` is false. */
export function form(parts: readonly Part[], whole = true): string {
  const written = parts.map(({ name, filename, type, encoding, content }) => {
    const disposition = [
      "form-data",
      ...(name === undefined ? [] : [`name="${name}"`]),
      ...(filename === undefined ? [] : [`filename="${filename}"`]),
    ].join("; ");
    const fields = [
      `Content-Disposition: ${disposition}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      ...(encoding === undefined ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
    ];
    return `--${BOUNDARY}\r\n${fields.join("\r\n")}\r\n\r\n${content}\r\n`;
  });
  const body = written.join("");
  return whole ? `${body}--${BOUNDARY}--\r\n` : body.slice(0, -4);
}

/** A form whose sender leaves in the middle. */
export function brokenOff(parts: readonly Part[]): BrokenOff {
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART["Content-Type"]}\r\nContent-Length: 9999\r\n\r\n`;
  return { bytes: head + form(parts, false) };
}

/** A file full of what no response may show. */
export const file: Part = {
  name: "f",
  filename: `${SECRETS.password}.txt`,
  type: "text/plain",
  content: `${SECRETS.path} ${"x".repeat(20)}`,
};

/** A field full of the same. */
export const field: Part = { name: "a", content: SECRETS.password };
