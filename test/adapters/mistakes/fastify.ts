import type { RequestListener } from "node:http";
import { createContract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/fastify";
import fastify5, { type FastifyInstance } from "fastify";
import fastify4 from "fastify4";
import { acme } from "../../support/catalog.ts";
import type { Mistakes } from "./mistake.ts";

const routed = (app: FastifyInstance) => {
  app.get("/busy", () => {
    throw acme.error("session_busy");
  });
  return app;
};

const ready = async (app: FastifyInstance): Promise<RequestListener> => {
  await app.ready();
  return (request, response) => void app.server.emit("request", request, response);
};

export const FASTIFY_MISTAKES: Mistakes = Object.fromEntries(
  Object.entries({ fastify4: fastify4 as unknown as typeof fastify5, fastify5 }).flatMap(([name, framework]) =>
    Object.entries({
      "no mistake: routes right after the plugin": async (contract) => {
        const app = framework();
        void app.register(uhp, { contract });
        return { app: await ready(routed(app)), paths: ["/busy", "/nowhere"] };
      },
      "routes before the plugin": async (contract) => {
        const app = routed(framework());
        await app.register(uhp, { contract });
        return { app: await ready(app), paths: ["/busy"] };
      },
      "routes before the plugin, in a browser's environment": async (contract) => {
        const app = routed(framework());
        await app.register(uhp, { contract });
        Reflect.deleteProperty(globalThis, "setImmediate");
        return { app: await ready(app), paths: ["/busy"] };
      },
      "the plugin inside of another": async (contract) => {
        const app = framework();
        await app.register(async (inner) => {
          await inner.register(uhp, { contract });
        });
        return { app: await ready(routed(app)), paths: ["/busy"] };
      },
      "a second contract": async (contract) => {
        const app = framework();
        await app.register(uhp, { contract });
        await app.register(uhp, { contract: createContract(acme) });
        return { app: await ready(routed(app)), paths: ["/busy"] };
      },
      "the contract for the options": async (contract) => {
        const app = framework();
        await app.register(uhp, contract as never);
        return { app: await ready(app), paths: [] };
      },
      "a catalog for a contract": async () => {
        const app = framework();
        await app.register(uhp, { contract: acme as never });
        return { app: await ready(app), paths: [] };
      },
      "an error handler of the app's own that must not be replaced": async (contract) => {
        const app = framework({ allowErrorHandlerOverride: false } as object);
        app.setErrorHandler(() => "own");
        await app.register(uhp, { contract });
        return { app: await ready(app), paths: [] };
      },
      "an error as the reply": async (contract) => {
        const app = framework();
        await app.register(uhp, { contract });
        app.get("/busy", () => acme.error("session_busy"));
        app.get("/wrapped", () => ({ error: acme.error("session_busy") }));
        return { app: await ready(app), paths: ["/busy", "/wrapped"] };
      },
    } satisfies Mistakes).map(([what, mistake]) => [`${name}: ${what}`, mistake]),
  ),
);
