import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { bearer, uhp } from "@uhp-errors/fastify";
import type { FastifyInstance, FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { type Sent, send } from "../support/http.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

/** Requests that the contract answers before any handler runs, and one that fails in its handler. */
const REFUSED: Readonly<Record<string, readonly [Sent, code: string]>> = {
  "a version that is not served": [
    { path: "/case", headers: { "UHP-Version": "1999-01-01" } },
    "unsupported_protocol_version",
  ],
  "an unknown route": [{ path: "/nowhere" }, "acme_route_not_found"],
  "another method": [{ path: "/case", method: "PATCH" }, "acme_method_not_allowed"],
  "a missing token": [{ path: "/private" }, "missing_credential"],
  "a handler that throws": [{ path: "/case" }, "session_busy"],
};

/** Hooks that fail while the contract's response is being sent. */
const HOOKS: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
  rejects: (app) =>
    app.addHook("onSend", async () => {
      throw new Error(LEAKY_TEXT);
    }),
  "refuses by an error of the catalog": (app) =>
    app.addHook("onSend", async () => {
      throw acme.error("insufficient_scope");
    }),
};

function mount(app: FastifyInstance): void {
  app.get("/case", () => {
    throw acme.error("session_busy");
  });
}

describe.each(FASTIFY_KITS)("%s", (_name, kit) => {
  describe.each(Object.entries(HOOKS))("an onSend hook that %s", (_how, hook) => {
    test.each(Object.entries(REFUSED))(
      "leaves the response to %s as it is, and is late",
      async (_what, [sent, code]) => {
        await serveFastify(
          kit,
          (app, contract) => {
            app.addHook("onRequest", async (_request, reply) => void reply.header("Access-Control-Allow-Origin", "*"));
            hook(app);
            mount(app);
            app.get("/private", { onRequest: bearer(contract, () => "me") }, () => "ok");
          },
          async (url, reports) => {
            const received = await send(url, sent);
            expect(expectEnvelope(received).code).toBe(code);
            // A version is refused before any other hook.
            const isFirst = code === "unsupported_protocol_version";
            expect(received.headers["access-control-allow-origin"]).toBe(isFirst ? undefined : "*");
            expect(reports.map(({ outcome }) => outcome)).toEqual(["answered", "late"]);
            expect(reports[0]?.code).toBe(code);
          },
        );
      },
    );
  });

  test.each<[what: string, sent: Sent, code: string, inCharge: "acme" | "inner"]>([
    // The outer contract refuses it before the inner one sees the request.
    ["a version", { path: "/inner/case", headers: { "UHP-Version": "1" } }, "unsupported_protocol_version", "acme"],
    ["another method", { path: "/inner/case", method: "PATCH" }, "inner_method_not_allowed", "inner"],
    ["a handler that throws", { path: "/inner/case" }, "session_busy", "inner"],
    ["an unknown route", { path: "/inner/nowhere" }, "inner_route_not_found", "inner"],
  ])(
    "of two contracts, the one in charge answers %s alone, whatever a hook does",
    async (_what, sent, code, inCharge) => {
      const inner: ErrorReport[] = [];
      const contract = createContract(defineCatalog({ vendor: "inner", codes: {} }), {
        onError: (report) => inner.push(report),
      });
      await serveFastify(
        kit,
        (app) => {
          app.register(
            async (scope) => {
              await scope.register(uhp, { contract });
              HOOKS["rejects"]?.(scope);
              mount(scope);
            },
            { prefix: "/inner" },
          );
        },
        async (url, outer) => {
          expect(expectEnvelope(await send(url, sent), ["inner"]).code).toBe(code);
          const [told, silent] = inCharge === "inner" ? [inner, outer] : [outer, inner];
          expect(told.map(({ outcome }) => outcome)).toEqual(["answered", "late"]);
          expect(silent).toEqual([]);
        },
      );
    },
  );

  test.each(Object.entries(REFUSED))(
    "the response to %s leaves with its head, even if a field was set past Fastify",
    async (_what, [sent, code]) => {
      const hasLeft: boolean[] = [];
      await serveFastify(
        kit,
        (app, contract) => {
          app.server.prependListener("request", (_request, response) => void response.setHeader("X-Own", "1"));
          app.addHook("onSend", async (_request, { raw }) => {
            // Fastify writes the head, and then the body with one of these.
            for (const name of ["write", "end"] as const) {
              const below = raw[name] as (...args: unknown[]) => unknown;
              Object.assign(raw, {
                [name]: (...args: unknown[]) => {
                  hasLeft.push(raw.writableEnded);
                  return Reflect.apply(below, raw, args);
                },
              });
            }
          });
          mount(app);
          app.get("/private", { onRequest: bearer(contract, () => "me") }, () => "ok");
        },
        async (url, reports) => {
          const received = await send(url, sent);
          expect(expectEnvelope(received).code).toBe(code);
          expect(received.headers["x-own"]).toBe("1");
          expect(reports).toMatchObject([{ outcome: "answered", code }]);
          // A version is refused before any hook of the app.
          if (code !== "unsupported_protocol_version") expect(hasLeft[0]).toBe(true);
        },
      );
    },
  );

  /** What a handler does once it has written a head without Fastify. */
  const past: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
    throws: () => {
      throw acme.error("session_busy");
    },
    rejects: async () => {
      await Promise.resolve();
      throw acme.error("session_busy");
    },
    "returns a value": () => ({ a: 1 }),
    "resolves with a value": async () => ({ a: 1 }),
    "sends a value": (reply) => void reply.send({ a: 1 }),
    "sends an error": (reply) => void reply.send(acme.error("session_busy")),
  };
  for (const [what, go] of Object.entries(past)) {
    test.each([200, 404])(
      `a handler that writes a head of %i past Fastify and ${what} is answered once`,
      async (status) => {
        await serveFastify(
          kit,
          (app) => {
            app.get("/case", (_request, reply) => {
              reply.raw.writeHead(status, { "X-Own": "1" });
              return go(reply);
            });
          },
          async (url, reports) => {
            const received = await send(url, { path: "/case" });
            const { code } = expectEnvelope(received);
            if (/throw|reject|error/.test(what)) expect(code).toBe("session_busy");
            expect(reports).toMatchObject([{ outcome: "answered", code }]);
          },
        );
      },
    );
  }
});
