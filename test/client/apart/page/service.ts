import { createClient } from "@uhp-errors/client";
import type { Clock } from "@uhp-errors/client/internal";
import { createContract, type Operation } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express, { type RequestHandler } from "express";
import { listen } from "../../../conformance/drivers/listen.ts";
import { acme } from "../../../support/catalog.ts";

export { acme };

export interface Task {
  readonly id: string;
  readonly status: string;
}

export const getTask = {
  method: "GET",
  path: "/v1/responses/{id}",
  codes: ["response_not_found", "acme_gpu_cold"],
} as const satisfies Operation<typeof acme>;

/** The requests that arrived, by the task's id: the key of each, if it has one. */
export const arrived = new Map<string, (string | undefined)[]>();

/** Longer than every wait before a retry, shorter than what the client's limits leave to an attempt. */
const LONG = 300_000;
const timers = new Map<object, { readonly ms: number; readonly callback: () => void }>();

/** Without random waits. The limits of a request are reached once {@link timeOut} is called. */
const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => 0,
  after(ms, callback) {
    const id = {};
    timers.set(id, { ms, callback });
    const timer = ms < LONG ? setTimeout(callback, ms) : undefined;
    return () => {
      timers.delete(id);
      clearTimeout(timer);
    };
  },
};

const timeOut = () => [...timers.values()].filter(({ ms }) => ms >= LONG).forEach(({ callback }) => void callback());

/** The waits that the client has begun, in milliseconds. */
export const pendingWaits = (): number[] => [...timers.values()].map(({ ms }) => ms);

const json = { "content-type": "application/json" };

/** What another server answers, which has no contract. */
const WITHOUT_CONTRACT: Readonly<Record<string, RequestHandler>> = {
  proxy: (_request, response) => void response.status(502).type("html").send("<h1>Bad Gateway</h1>"),
  forbidden: (_request, response) => void response.status(503).set("x-should-retry", "false").send("No."),
  reset: ({ socket }) => void socket.destroy(),
  half(request, response) {
    response.writeHead(200, { ...json, "content-length": 100 }).write('{"id":');
    setImmediate(() => request.socket.destroy());
  },
  silent: timeOut,
};

const FAILURES: Readonly<Record<string, () => Error>> = {
  missing: () => acme.error("response_not_found"),
  teapot: () => acme.error("acme_teapot"),
  cold: () => acme.error("acme_gpu_cold", { detail: { eta_seconds: 4 } }),
  limited: () => acme.error("rate_limited", { retryAfter: 0.02 }),
  closed: () => acme.error("rate_limited", { retryAfter: 3_600 }),
  patient: () => acme.error("rate_limited", { retryAfter: 30 }),
  spent: () => acme.error("quota_exhausted"),
  unavailable: () => acme.error("acme_unavailable"),
  broken: () => new TypeError("no connection to db.internal"),
};

const app = express();
const kindOf = (id = "") => id.replace(/-.*/, "");
install(app, createContract(acme, { onError: () => {} }));
app.post("/v1/responses", () => {
  throw acme.error("acme_unavailable");
});
app.get("/v1/responses/:id", ({ params: { id } }, response) => {
  const failure = FAILURES[kindOf(id)];
  if (failure !== undefined) throw failure();
  if (kindOf(id) === "late" && arrived.get(id)?.length === 1) throw acme.error("acme_unavailable");
  response.json({ id, status: "completed" });
});

/** Counts a request, and answers as another server where that is what the id stands for. */
const outside = express();
outside.all("/v1/responses{/:id}", (request, response, next) => {
  const id = request.params["id"] ?? "started";
  arrived.set(id, [...(arrived.get(id) ?? []), request.get("idempotency-key")]);
  const handler = WITHOUT_CONTRACT[kindOf(id)];
  if (handler === undefined) next();
  else handler(request as never, response, next);
});
outside.use((request, response) => void app(request, response));

export const server = await listen(outside);
export const client = createClient({ baseUrl: server.url, catalog: acme, clock });
