import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { clientErrorListener } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { interceptReply, refuseVersion, replyWithError } from "./reply.ts";

/** The options of Fastify's constructor that {@link uhpServerOptions} gives. */
export interface UhpServerOptions {
  clientErrorHandler(error: Error, socket: Duplex): void;
  /** The request and the reply are Fastify's, of whichever kind of server. */
  frameworkErrors(error: Error, request: unknown, reply: unknown): void;
}

/**
 * Options for Fastify's constructor, for what fails before any plugin sees it: requests that the HTTP parser refuses (400,
 * 408, 413, 431) and addresses that the router refuses (a bad escape, a parameter that is too long).
 *
 * @example
 * const app = Fastify({ logger: true, ...uhpServerOptions(contract) });
 */
export function uhpServerOptions(contract: Contract): UhpServerOptions {
  return {
    clientErrorHandler: clientErrorListener(contract),
    frameworkErrors: (error, ...pair) => {
      const [request, reply] = pair as [FastifyRequest, FastifyReply];
      const responder = interceptReply(contract, request, reply);
      if (responder === undefined) writeDefault(error, reply.raw);
      else if (!refuseVersion(responder, reply)) replyWithError(responder, error, reply);
    },
  };
}

/** What Fastify itself writes where the option is not given, to the byte. */
function writeDefault(error: Error, response: ServerResponse): void {
  const { code, message, statusCode } = error as Error & { readonly code?: string; readonly statusCode: number };
  const body = JSON.stringify(
    code === "FST_ERR_ASYNC_CONSTRAINT"
      ? { error: "Internal Server Error", message: "Unexpected error from async constraint", statusCode }
      : { error: "Bad Request", code, message, statusCode },
  );
  const fields = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  response.writeHead(statusCode, fields).end(body);
}
