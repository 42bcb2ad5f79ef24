import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FASTIFY_KITS } from "../../../test/support/fastify.ts";
import { type Sent, send } from "../../../test/support/http.ts";
import { mountingKits } from "../../../test/support/mounting-kit.ts";

const given = mountingKits(() => import("./index.ts"));

type Given = Awaited<ReturnType<typeof given>>;

const NO_ROUTES =
  "UHP_NO_ROUTES uhp covers no route: register it on the app itself, before the routes; inside of another plugin it covers that plugin's own routes alone";

const ownHandler = (place: string) =>
  `UHP_OWN_ERROR_HANDLER ${place} has an error handler of its own: what that sends is replaced by its status alone; remove it, so that the contract answers`;

interface Mistake {
  readonly mount: (app: FastifyInstance, kit: Given) => unknown;
  readonly requests: readonly (string | Sent)[];
  readonly answers: readonly string[];
  readonly warnings?: readonly string[];
}

describe.each(FASTIFY_KITS)("%s", (name, { Fastify }) => {
  const conflict = (
    _error: unknown,
    _request: unknown,
    reply: { code(status: number): { send(body: string): unknown } },
  ) => reply.code(409).send("no");

  const mistakes: Readonly<Record<string, Mistake>> = {
    "the plugin before the routes": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(uhp, { contract });
        app.get("/busy", busy);
      },
      requests: ["/busy", "/nowhere"],
      answers: ["409 session_busy", "404 acme_route_not_found"],
    },
    "routes right after the plugin": {
      mount: (app, { uhp, contract, busy }) => {
        app.register(uhp, { contract });
        app.get("/busy", busy);
      },
      requests: ["/busy", "/nowhere"],
      answers: ["409 session_busy", "404 acme_route_not_found"],
    },
    "middleware that hides whether a head was written": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(uhp, { contract });
        app.addHook("onRequest", (request, reply) => {
          // @fastify/express has such a flag.
          Object.defineProperty(reply.raw, "headersSent", { get: () => true, configurable: true });
          void reply.code(request.url === "/" ? 200 : 409).send("ok");
        });
        app.get("/", busy);
      },
      requests: ["/", "/x"],
      answers: ["200 ok", "409 acme_conflict"],
    },
    "routes before the plugin": {
      mount: async (app, { uhp, contract, busy }) => {
        app.get("/busy", busy);
        await app.register(uhp, { contract });
      },
      requests: ["/busy", "/busy"],
      answers: ["409 acme_conflict", "409 acme_conflict"],
      warnings: [NO_ROUTES],
    },
    "routes before the plugin, in a browser's environment": {
      mount: async (app, { uhp, contract, busy }) => {
        app.get("/busy", busy);
        await app.register(uhp, { contract });
        vi.stubGlobal("setImmediate", undefined);
        onTestFinished(() => void vi.unstubAllGlobals());
      },
      requests: ["/busy"],
      answers: ["409 acme_conflict"],
      warnings: [NO_ROUTES],
    },
    "routes before the plugin that do not fail": {
      mount: async (app, { uhp, contract }) => {
        app.get("/ok", () => "ok");
        await app.register(uhp, { contract });
      },
      requests: ["/ok", "/nowhere"],
      answers: ["200 ok", "404 acme_route_not_found"],
    },
    "the plugin in another one, without routes": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(async (inner) => void (await inner.register(uhp, { contract })));
        app.get("/busy", busy);
      },
      requests: ["/busy"],
      answers: ["409 session_busy"],
      warnings: [NO_ROUTES],
    },
    "the plugin in another one, with routes": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(async (inner) => {
          await inner.register(uhp, { contract });
          inner.get("/busy", busy);
        });
      },
      requests: ["/busy"],
      answers: ["409 session_busy"],
    },
    "the plugin in a scope with a prefix, without routes": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(async (inner) => void (await inner.register(uhp, { contract })), { prefix: "/v1" });
        app.get("/busy", busy);
      },
      requests: ["/busy", "/v1/nowhere"],
      answers: ["409 session_busy", "404 acme_route_not_found"],
    },
    "two contracts": {
      mount: async (app, { uhp, contract, createContract, acme, busy }) => {
        await app.register(uhp, { contract });
        await app.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
        app.get("/busy", busy);
      },
      requests: ["/busy"],
      answers: ["409 session_busy"],
      warnings: [
        "UHP_SECOND_CONTRACT an application was given a second contract, and only one of them answers a request: give each application one contract, or mount an application with the other one under a path",
      ],
    },
    "an error handler of the app's own, after the plugin": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(uhp, { contract });
        app.setErrorHandler(conflict);
        app.get("/busy", busy);
      },
      requests: ["/busy", "/busy"],
      answers: ["409 acme_conflict", "409 acme_conflict"],
      warnings: [ownHandler("the app")],
    },
    "an error handler of a scope's own": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(uhp, { contract });
        app.register(
          async (scope) => {
            scope.setErrorHandler(conflict);
            scope.register(async (inner) => void inner.get("/busy", busy), { prefix: "/inner" });
          },
          { prefix: "/v1" },
        );
      },
      requests: ["/v1/inner/busy"],
      answers: ["409 acme_conflict"],
      warnings: [ownHandler("the scope /v1")],
    },
    "an error handler of a plugin with a long name": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(uhp, { contract });
        const plugin = async (scope: FastifyInstance) => {
          scope.setErrorHandler(conflict);
          scope.get("/busy", busy);
        };
        Object.defineProperty(plugin, "name", { value: "a".repeat(80) });
        app.register(plugin);
      },
      requests: ["/busy"],
      answers: ["409 acme_conflict"],
      warnings: [ownHandler(`the plugin "${"a".repeat(60)}"`)],
    },
    "error handlers of routes": {
      mount: async (app, { uhp, contract, busy }) => {
        await app.register(uhp, { contract });
        app.route({ method: ["GET", "POST"], url: "/busy/:id", errorHandler: conflict, handler: busy });
        app.get("/busy", busy);
      },
      requests: ["/busy/1", "/busy/2", { path: "/busy/3", method: "POST" }, "/busy"],
      answers: ["409 acme_conflict", "409 acme_conflict", "409 acme_conflict", "409 session_busy"],
      warnings: [ownHandler("the route GET /busy/:id"), ownHandler("the route POST /busy/:id")],
    },
  };

  test.each(Object.entries(mistakes))("%s", async (_what, { mount, requests, answers, warnings = [] }) => {
    const kit = await given(warnings.length > 0);
    const app = Fastify() as unknown as FastifyInstance;
    onTestFinished(() => app.close());
    await mount(app, kit);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const got: string[] = [];
    for (const one of requests) {
      const { status, body } = await send(url, typeof one === "string" ? { path: one } : one);
      got.push(`${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 20)}`);
    }
    await turn();
    expect(got).toEqual(answers);
    expect(kit.warnings()).toEqual(warnings);
  });

  test.each<readonly [what: string, options: unknown, complaint: RegExp]>([
    ["no contract", {}, /^app\.register\(uhp, \{ contract \}\): expected the contract/],
    ["the contract for the options", "contract", /^app\.register\(uhp, \{ contract \}\): expected the contract/],
    ["a catalog for a contract", "catalog", /^app\.register\(uhp, \{ contract \}\): this is a catalog/],
  ])("%s makes the start fail", async (_what, options, complaint) => {
    const { uhp, contract, acme } = await given(false);
    const app = Fastify() as unknown as FastifyInstance;
    const handed = options === "contract" ? contract : options === "catalog" ? { contract: acme } : options;
    app.register(uhp, handed as never);
    await expect(app.ready()).rejects.toThrow(complaint);
    await app.close();
  });

  test("an error handler of the app's own that must not be replaced makes the start fail", async () => {
    const { uhp, contract } = await given(false);
    const app = Fastify({ allowErrorHandlerOverride: false } as object) as unknown as FastifyInstance;
    app.setErrorHandler(() => "own");
    app.register(uhp, { contract });
    await app.ready().then(
      () => expect(name).toBe("fastify4"),
      (thrown: { readonly code: string }) => expect(thrown.code).toBe("FST_ERR_ERROR_HANDLER_ALREADY_SET"),
    );
    await app.close();
  });

  test("a contract that only reports does not warn of routes or of error handlers", async () => {
    const { uhp, createContract, acme, busy, warnings } = await given(false);
    const contract = createContract(acme, { reportOnly: true, onError: () => {} });
    const app = Fastify() as unknown as FastifyInstance;
    app.get("/early", busy);
    await app.register(async (inner) => void (await inner.register(uhp, { contract })));
    await app.register(uhp, { contract });
    app.get("/busy", { errorHandler: conflict as never }, busy);
    expect([(await app.inject("/early")).statusCode, (await app.inject("/busy")).statusCode]).toEqual([409, 409]);
    await app.close();
    expect(warnings()).toEqual([]);
  });
});
