import { install as installH3 } from "@uhp-errors/h3";
import { install as installHono } from "@uhp-errors/hono";
import { uhp } from "@uhp-errors/web";
import { H3 } from "h3";
import { Hono } from "hono";
import { h3App } from "../../conformance/drivers/h3-app.ts";
import { honoApp } from "../../conformance/drivers/hono-app.ts";
import { webApp } from "../../conformance/drivers/web-app.ts";
import { fixtures, routed } from "../../conformance/drivers/web-fixtures.ts";
import type { App, Fetch } from "./app.ts";

/** Static files without a file system. */
const files = routed(fixtures(), async () => {});

/** The driver's known failures with its own static files, which no other runtime has. */
const OF_FILES = ["written.static.dotfile", "written.static.traversal", "written.static.precondition"];

/** Every app that the runtimes serve, by the name of its driver. The modules load no server. */
export const APPS = {
  web: {
    cases: webApp,
    fetches: (contract, handler) => (contract === undefined ? handler : uhp(contract, handler)),
    passes: [],
    fails: {},
  },
  hono: {
    cases: (contract, handler, verify) => fetchOf(honoApp(contract, handler, (c) => files(c.req.raw), verify)),
    fetches(contract, handler) {
      const app = new Hono();
      if (contract !== undefined) installHono(app, contract);
      return fetchOf(app.all("/case", (c) => handler(c.req.raw)));
    },
    passes: OF_FILES,
    fails: { "a thrown response": "Hono takes no thrown responses: one is a value like any other" },
  },
  h3: {
    cases: (contract, handler, verify) => fetchOf(h3App(contract, handler, verify)),
    fetches(contract, handler) {
      const app = new H3({ silent: true });
      if (contract !== undefined) installH3(app, contract);
      return fetchOf(app.all("/case", (event) => handler(event.req)));
    },
    passes: [],
    fails: {
      "a thrown response": "h3 takes no thrown responses: one is a value like any other",
      "no response": "h3 answers with an empty success",
    },
  },
} satisfies Readonly<Record<string, App>>;

export type AppName = keyof typeof APPS;

function fetchOf(app: { fetch(request: Request): Response | Promise<Response> }): Fetch {
  return (request) => app.fetch(request);
}
