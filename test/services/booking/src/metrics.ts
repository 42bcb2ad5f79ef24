import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { Counter, Histogram, Registry } from "prom-client";

/** Counts and times requests, and writes a line for each. */
export const metrics = fastifyPlugin(async (app: FastifyInstance) => {
  const registry = new Registry();
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests, by the status of their response.",
    labelNames: ["method", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds until the response had left.",
    labelNames: ["route"],
    registers: [registry],
  });

  app.addHook("onSend", async (_request, reply) => {
    reply.header("X-Response-Time", `${reply.elapsedTime.toFixed(1)}ms`);
  });

  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    requests.inc({ method, status: reply.statusCode });
    durations.observe({ route: routeOptions.url ?? "none" }, reply.elapsedTime / 1_000);
    request.log.info({ id: request.id, method, path: request.url, status: reply.statusCode }, "access");
  });

  app.addHook("onClose", async () => {
    const { values } = await requests.get();
    app.log.info({ totals: values.map(({ labels, value }) => [labels.status, value]) }, "stopped");
  });

  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
});
