import circuitBreaker from "@fastify/circuit-breaker";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { expect, vi } from "vitest";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import type { Setup } from "../support/setup.ts";
import { logged } from "../support/styles.ts";
import { mountStyles, STYLE_DIFFERENCES, styleRequests } from "./styles.ts";

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
    differences: logged(STYLE_DIFFERENCES, styleRequests(), (status, method, path) => `${method} ${path} ${status}`),
  },
  {
    library: "@fastify/circuit-breaker",
    mount: async (app) => {
      await app.register(circuitBreaker, { threshold: 2, timeout: 60_000, resetTimeout: 60_000 });
      app.register(async (scope) => {
        scope.get("/steady", { preHandler: scope.circuitBreaker() }, async () => ({ hello: "world" }));
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
      "a circuit that opens": [{ path: "/shaky", status: 500 }, { path: "/shaky", status: 503 }, { path: "/steady" }],
      "a circuit that times out": [{ path: "/slow", status: 503 }],
    },
    differences: {
      "a circuit that opens": {
        seen: [
          "step 2: status: 503 → 500",
          "reports: answered acme_internal_error,answered acme_internal_error,late acme_unavailable where 2 are due",
        ],
        why: "the failure that opens the circuit is answered as the failure that it is, and the circuit's own comes too late",
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
      // From the first sample on, more is in use than this limit allows.
      await app.register(underPressure, { maxRssBytes: 1, sampleInterval: 5, exposeStatusRoute: "/alive" });
      await vi.waitFor(() => expect(app.isUnderPressure()).toBe(true), { timeout: 20_000 });
      app.get("/own", async () => "own");
    },
    requests: {
      "a process under pressure": [{ path: "/own", status: 503 }],
      "the status under pressure": [{ path: "/alive", status: 503 }],
    },
  },
];

bothWays(FASTIFY, SETUPS);
