import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { intercept } from "@uhp-errors/node";
import { clientErrorListener } from "@uhp-errors/node/internal";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuseVersion, replyWithError } from "./reply.ts";
import { FASTIFY } from "./request-context.ts";

/** The options for Fastify's constructor that {@link uhpServerOptions} returns. */
export interface UhpServerOptions {
  /**
   * Answers what Node's HTTP parser refuses. Left out for a contract that only reports, because Fastify has its own
   * handler.
   */
  clientErrorHandler?(error: Error, socket: Duplex): void;
  /**
   * Answers what Fastify's router refuses. The request and the reply are Fastify's. Their types depend on the kind of
   * server.
   */
  frameworkErrors(error: Error, request: unknown, reply: unknown): void;
}

/**
 * Returns options for Fastify's constructor. They cover what fails before any plugin sees it: requests that Node's HTTP
 * parser refuses (400, 408, 413, 431), and addresses that Fastify's router refuses (a bad escape, a parameter that is
 * too long).
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * const app = Fastify({ logger: true, ...uhpServerOptions(contract) });
 */
export function uhpServerOptions(contract: Contract): UhpServerOptions {
  expectContract(contract, "uhpServerOptions");
  return {
    ...(contract.reportOnly ? {} : { clientErrorHandler: clientErrorListener(contract) }),
    frameworkErrors: (error, ...pair) => {
      const [request, reply] = pair as [FastifyRequest, FastifyReply];
      const responder = intercept(contract, request.raw, reply.raw, FASTIFY, reply);
      if (responder === undefined || responder.isDryRun) {
        responder?.respond(error);
        writeDefault(error, reply.raw);
      } else if (!refuseVersion(responder, reply)) replyWithError(responder, error, reply);
    },
  };
}

/** Writes what Fastify writes without the option, byte for byte. */
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
