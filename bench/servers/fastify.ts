import type * as Adapter from "@uhp-errors/fastify";
import type { FastifyInstance, fastify } from "fastify";
import { built, installed } from "../run/packages.ts";
import { answerTo, JSON_TYPE, requestId, VERSION } from "./by-hand.ts";
import { contractOf, type Deed } from "./cases.ts";
import type { Mode, Variant } from "./names.ts";

const { uhp, uhpServerOptions } = await built<typeof Adapter>("fastify");

function addHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("UHP-Version", VERSION);
    reply.header("x-request-id", requestId(request.headers["x-request-id"]));
    done();
  });
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = answerTo(error, String(reply.getHeader("x-request-id")));
    reply.code(status).header("Content-Type", JSON_TYPE).send(body);
  });
}

/** A Fastify app with one route. */
export async function fastifyApp(
  name: "fastify4" | "fastify5",
  variant: Variant | Mode,
  deed: Deed,
): Promise<FastifyInstance> {
  const create = installed<typeof fastify>(name === "fastify5" ? "fastify" : name);
  const contract = contractOf(variant);
  const app = create(contract === undefined ? {} : uhpServerOptions(contract));
  if (contract !== undefined) await app.register(uhp, { contract });
  if (variant === "headers" || variant === "hand") addHeaders(app);
  if (variant === "hand") handleErrors(app);
  app.get("/case", (_request, reply) => {
    if ("failure" in deed) throw deed.failure();
    reply.code(deed.status).send(deed.body());
  });
  return app;
}
