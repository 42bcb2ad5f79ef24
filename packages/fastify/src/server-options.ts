import type { Duplex } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { clientErrorListener } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answer, cover, refuse } from "./reply.ts";

/** The options of Fastify's constructor that {@link uhpServerOptions} gives. */
export interface UhpServerOptions {
  clientErrorHandler(error: Error, socket: Duplex): void;
  frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply): void;
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
    frameworkErrors: (error, request, reply) => {
      if (!cover(contract, request, reply)) reply.send(error);
      else if (!refuse(contract, request, reply)) answer(contract, error, request, reply);
    },
  };
}
