import { createContract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/fastify";
import type { FastifyInstance, FastifyReply } from "fastify";
import Fastify6 from "fastify-6";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme } from "../../support/catalog.ts";

/** An error handler of the service's own. */
const own = (_error: unknown, _request: unknown, reply: FastifyReply) => reply.code(409).send("own");

const fail = () => {
  throw acme.error("session_busy");
};

function appWith(options: object = {}): FastifyInstance {
  const app: FastifyInstance = Fastify6(options);
  onTestFinished(() => app.close());
  return app;
}

const contract = createContract(acme, { appliesTo: ({ path }) => path.startsWith("/v1"), onError() {} });
const REFUSED = { code: "FST_ERR_ERROR_HANDLER_ALREADY_SET" };

describe("Fastify 6 allows one error handler for each scope", () => {
  test("so the start fails if the app has its own before the plugin", async () => {
    const app = appWith();
    app.setErrorHandler(own);
    app.register(uhp, { contract });
    await expect(app.ready()).rejects.toMatchObject(REFUSED);
  });

  test("so the app cannot set its own after the plugin", async () => {
    const app = appWith();
    await app.register(uhp, { contract });
    expect(() => app.setErrorHandler(own)).toThrow(expect.objectContaining(REFUSED));
  });

  const allowed: readonly (readonly [how: string, options: object, mount: (app: FastifyInstance) => unknown])[] = [
    [
      "handed to the plugin",
      {},
      (app) =>
        app.register(uhp, { contract, outside: { errorHandler: own, notFoundHandler: (_, reply) => reply.send() } }),
    ],
    [
      "of a scope's own",
      {},
      async (app) => {
        await app.register(uhp, { contract });
        await app.register(async (scope) => void scope.setErrorHandler(own).get("/pages", fail));
      },
    ],
    [
      "set before, with the default of Fastify 5",
      { allowErrorHandlerOverride: true },
      (app) => {
        app.setErrorHandler(own);
        return app.register(uhp, { contract });
      },
    ],
  ];

  test.each(allowed)("so it may be %s", async (_how, options, mount) => {
    const app = appWith(options);
    await mount(app);
    app.get("/v1/busy", fail);
    if (!app.hasRoute({ method: "GET", url: "/pages" })) app.get("/pages", fail);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const inside = await fetch(`${url}/v1/busy`);
    expect([inside.status, await inside.json()]).toMatchObject([409, { error: { code: "session_busy" } }]);
    const outside = await fetch(`${url}/pages`);
    expect(await outside.text()).toContain("own");
  });
});
