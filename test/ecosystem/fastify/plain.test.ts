import circuitBreaker from "@fastify/circuit-breaker";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import type { Setup } from "../support/setup.ts";
import { BODY_DIFFERENCES, bodyRequests, mountBody, mountStyles, STYLE_DIFFERENCES, styleRequests } from "./styles.ts";

const BODIES: Setup<FastifyInstance> = {
  library: "fastify",
  mount: mountBody,
  requests: bodyRequests(),
  differences: BODY_DIFFERENCES,
};

const SETUPS: readonly Setup<FastifyInstance>[] = [
  {
    library: "fastify",
    mount: (app, run) => {
      app.addHook("onRequest", async (request, reply) => {
        if (request.url === "/closed") return reply.code(403).send({ message: "closed" });
        return undefined;
      });
      app.addHook("preHandler", async (_request, reply) => {
        reply.header("X-Hook", "1");
      });
      app.addHook("onSend", async (request, _reply, payload) =>
        request.url === "/fastify-a-text" ? `${payload}!` : payload,
      );
      app.addHook("onResponse", async (request, reply) => {
        run.log(`${request.method} ${request.url} ${reply.statusCode}`);
      });
      app.get("/closed", () => "never");
      mountStyles(app);
    },
    requests: { ...styleRequests(), "a hook that answers": [{ path: "/closed", status: 403 }] },
    differences: Object.fromEntries(
      Object.entries(STYLE_DIFFERENCES).map(([name, { seen, why }]) => [
        name,
        { seen: [...seen, ...logged(name, seen)], why },
      ]),
    ),
  },
  {
    library: "@fastify/circuit-breaker",
    mount: async (app) => {
      await app.register(circuitBreaker, { threshold: 2, timeout: 60_000, resetTimeout: 60_000 });
      app.register(async (scope) => {
        const preHandler = scope.circuitBreaker();
        scope.get("/steady", { preHandler }, async () => ({ hello: "world" }));
        scope.get("/shaky", { preHandler: scope.circuitBreaker() }, async () => {
          throw new Error("kaboom pg://svc:hunter2@db-1");
        });
        // It checks the time when the handler ends, so only this route may be too slow.
        scope.get("/slow", { preHandler: scope.circuitBreaker({ timeout: 1 }) }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 30));
          return { late: true };
        });
      });
    },
    requests: {
      "a closed circuit": [{ path: "/steady" }, { path: "/steady" }, { path: "/steady" }],
      "a circuit that opens": [{ path: "/shaky", status: 500 }, { path: "/shaky", status: 503 }, { path: "/steady" }],
      "a circuit that times out": [{ path: "/slow", status: 503 }],
    },
    differences: {
      "a circuit that opens": {
        seen: ["step 2: status: 503 → 500"],
        why: "the failure that opens the circuit is answered as the failure that it is",
      },
      "a circuit that times out": {
        seen: ["status: 503 → 504"],
        why: "the handler has run, so that it was too slow, and not refused",
      },
    },
  },
  {
    library: "@fastify/under-pressure",
    mount: async (app) => {
      await app.register(underPressure, {
        exposeStatusRoute: { url: "/alive", routeOpts: {}, routeResponseSchemaOpts: { pressed: { type: "boolean" } } },
        healthCheck: async () => ({ pressed: false }),
        healthCheckInterval: 60_000,
        pressureHandler: (request, reply, type) => {
          if (request.url === "/own") reply.code(429).send(`pressed by ${type}`);
        },
      });
      app.get("/own", async () => "own");
      mountStyles(app);
    },
    requests: {
      ...styleRequests(),
      "the route of its status": [{ path: "/alive" }],
      "a route next to it": [{ path: "/own" }],
    },
    differences: STYLE_DIFFERENCES,
  },
  {
    library: "@fastify/under-pressure",
    mount: async (app) => {
      // From the first request on, more is in use than this limit allows.
      await app.register(underPressure, {
        maxRssBytes: 1,
        retryAfter: 50,
        sampleInterval: 5,
        exposeStatusRoute: "/alive",
      });
      await new Promise((resolve) => setTimeout(resolve, 30));
      app.get("/own", async () => "own");
    },
    requests: {
      "a process under pressure": [{ path: "/own", status: 503 }],
      "the status under pressure": [{ path: "/alive", status: 503 }],
    },
  },
];

/** The lines of the hook that change because the status changes. */
function logged(name: string, seen: readonly string[]): string[] {
  const [, before, after] = /(\d+) → (\d+)/.exec(seen[0] ?? "") ?? [];
  const [step] = styleRequests()[name] ?? [];
  const line = (status: string | undefined) => `${step?.method ?? "GET"} ${step?.path} ${status}`;
  return [`log: - ${line(before)}`, `log: + ${line(after)}`];
}

bothWays(FASTIFY, [...SETUPS, BODIES]);
