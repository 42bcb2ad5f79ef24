import { pino } from "pino";
import { pinoHttp } from "pino-http";
import { Counter, Histogram, Registry } from "prom-client";

export const log = pino({ base: undefined });

const registry = new Registry();

const requests = new Counter({
  name: "http_requests_total",
  help: "Requests, by the status of their response.",
  labelNames: ["method", "status"],
  registers: [registry],
});

const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Seconds until the response was ready.",
  labelNames: ["status"],
  registers: [registry],
});

/** One line for each request, written once the response is ready. */
export async function accessLog(ctx, next) {
  const started = performance.now();
  await next();
  const { method, path, status, length } = ctx;
  log.info({ id: ctx.get("X-Request-Id"), method, path, status, length, ms: performance.now() - started }, "access");
}

/** One line for each response that has left. */
export function httpLog() {
  const http = pinoHttp({
    logger: log,
    genReqId: (request) => request.headers["x-request-id"],
    serializers: { req: ({ id, method, url }) => ({ id, method, url }), res: ({ statusCode }) => ({ statusCode }) },
  });
  return async (ctx, next) => {
    http(ctx.req, ctx.res);
    await next();
  };
}

/** Says how long a response took. */
export async function responseTime(ctx, next) {
  const started = performance.now();
  await next();
  ctx.set("X-Response-Time", `${(performance.now() - started).toFixed(1)}ms`);
}

/** Counts requests, also those that fail. */
export async function metrics(ctx, next) {
  const stop = durations.startTimer();
  try {
    await next();
  } finally {
    requests.inc({ method: ctx.method, status: ctx.status });
    stop({ status: ctx.status });
  }
}

/** What was counted, by status. */
export async function totals() {
  const { values } = await requests.get();
  return values.map(({ labels, value }) => [labels.status, value]);
}

export async function showMetrics(ctx) {
  ctx.type = registry.contentType;
  ctx.body = await registry.metrics();
}

/** A line beside an order, whether it was taken or not. */
export async function audit(ctx, next) {
  try {
    await next();
    log.info({ id: ctx.get("X-Request-Id"), status: ctx.status }, "audit");
  } catch (error) {
    log.info({ id: ctx.get("X-Request-Id"), refused: error.message }, "audit");
    throw error;
  }
}
