import type { IncomingMessage } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { Request, Response } from "express";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Io } from "./driver.ts";

/** What a handler learns about a request of Node's. */
export function aboutRequest(request: IncomingMessage): Pick<Io, "url" | "onClose"> {
  const { host = "127.0.0.1" } = request.headers;
  return {
    url: `http://${host}${request.url}`,
    onClose: (listener) => void (request.socket.destroyed ? listener() : request.socket.once("close", listener)),
  };
}

/** What a handler gets on Express, apart from the adapter's own functions. */
export function ioOnExpress(
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
): Omit<Io, "context" | "stream"> {
  return {
    ...aboutRequest(request),
    response,
    next,
    principal: () => Reflect.get(request, "principal"),
    set: (name, value) => response.set(name, value),
    reply: (status, body, headers = {}) => {
      response.status(status).set(headers);
      if (body === undefined) response.end();
      else if (body instanceof Readable) pipeline(body, response, (error) => error && next(error));
      else response.send(body);
    },
  };
}

/**
 * What a handler gets on Fastify, apart from the adapter's own functions.
 *
 * @param adapters Those functions. The object keeps a getter that a copy would call.
 */
export function ioOnFastify(
  request: FastifyRequest,
  reply: FastifyReply,
  adapters: Pick<Io, "context" | "stream" | "principal">,
): Io {
  return {
    ...aboutRequest(request.raw),
    ...adapters,
    get response() {
      reply.hijack();
      return reply.raw;
    },
    set: (name, value) => reply.header(name, value),
    next: () => reply.callNotFound(),
    reply: (status, body, headers = {}) => {
      reply.code(status).headers(headers).send(body);
    },
  };
}
