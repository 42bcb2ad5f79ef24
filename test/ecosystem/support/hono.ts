import { getRequestListener } from "@hono/node-server";
import { install } from "@uhp-errors/hono";
import { attach } from "@uhp-errors/node";
import { Hono } from "hono";
import { listen } from "./listen.ts";
import type { Framework } from "./setup.ts";

/** Hono on Node, in the order that docs/hono.md recommends. */
export const HONO: readonly Framework<Hono>[] = [
  {
    name: "hono",
    start: async (setup, run, contract) => {
      const app = new Hono();
      // Without an error handler, Hono prints what is thrown.
      app.onError((error, c) => ("getResponse" in error ? error.getResponse() : c.text("Internal Server Error", 500)));
      if (contract !== undefined) install(app, contract);
      await setup.mount(app, run);
      // The listener would replace Node's own classes for the whole process.
      return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }), (server) => {
        setup.prepare?.(server, run);
        if (contract !== undefined) attach(server, contract);
      });
    },
  },
];
