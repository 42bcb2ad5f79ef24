import { createContract, defineCatalog, type OnError } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import { uhp } from "@uhp-errors/fastify";
import express from "express";
import { fastify } from "fastify";
import { z } from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().min(5), zone: z.enum(["eu", "us"]).optional() }),
    },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
  },
});

const TOO_LARGE = { param: "file", detail: { max_bytes: 1_024 } } as const;

/** The error that an application throws for a path; `undefined` if it has none. */
function errorAt(path: string): Error | undefined {
  if (path === "/large") return acme.error("file_too_large", TOO_LARGE);
  if (path === "/cold") return acme.error("acme_gpu_cold", { detail: { eta_seconds: 30 }, retryAfter: 7 });
  return path === "/building" ? acme.error("environment_busy") : undefined;
}

/** The same service on Express. */
export function expressApp(onError: OnError = () => {}) {
  const app = express();
  install(app, createContract(acme, { onError }));
  app.get("/health", (_request, response) => void response.json({ ok: true }));
  app.use((request, _response, next) => next(errorAt(request.path)));
  return app;
}

/** The same on Fastify. */
export async function fastifyApp() {
  const app = fastify();
  await app.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
  app.get("/health", async () => ({ ok: true }));
  app.get("/:name", async (request) => {
    throw errorAt(request.url) ?? acme.error("acme_route_not_found");
  });
  return app;
}
