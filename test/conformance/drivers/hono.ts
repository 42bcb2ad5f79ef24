import { relative } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { uhp } from "@uhp-errors/hono";
import { attach } from "@uhp-errors/node";
import { Hono } from "hono";
import type { Driver } from "./driver.ts";
import { honoApp, withPage } from "./hono-app.ts";
import { FILES, listen } from "./listen.ts";
import { statusOf } from "./returned.ts";

export const HONO_DRIVER: Driver = {
  name: "hono",
  hasNodeResponse: false,
  knownFailing: {
    "body-parser.syntax.chunked":
      "bodyLimit makes a Request of node-server's own, which Node's class refuses; node-server's `serve` replaces that",
    "body-parser.strict": "c.req.json takes any JSON value for a body",
    "body-parser.charset": "c.req.json reads every body as UTF-8 and looks at no charset",
    "body-parser.encoding": "c.req.json looks at no content encoding",
    "body-parser.inflated-too-large": "c.req.json inflates nothing",
    "body-parser.parameters": "c.req.parseBody has no limit of parameters",
    "body-parser.depth": "c.req.parseBody nests nothing",
    "body-parser.verify": "c.req.json has no hook that verifies a body",
    "router.percent-escape": "Hono hands on an escape that it cannot decode as it came",
    "written.static.dotfile": "serveStatic knows no hidden files",
    "written.static.traversal": "serveStatic passes a path out of its folder by as if it were missing",
    "written.static.precondition": "serveStatic looks at no preconditions",
    "stream.fails-at-once": "the head of a stream of events must not wait for the first of them",
  },
  start: (contract, handler = () => {}, verify) => {
    // Hono looks for static files relative to the folder in which the process runs.
    const root = relative(process.cwd(), FILES);
    const files = serveStatic({ root, rewriteRequestPath: (path) => path.slice("/static".length) });
    return serve(honoApp(contract, handler, files, verify), (server) => contract && attach(server, contract));
  },
  startMounted: (contracts) => {
    const app = withPage(new Hono({ strict: false }));
    for (const [prefix, contract] of Object.entries(contracts)) {
      app.route(prefix, mountPages(new Hono({ strict: false }).use(uhp(contract))));
    }
    return serve(mountPages(app));
  },
};

function serve(app: Hono, prepare?: Parameters<typeof listen>[1]): ReturnType<typeof listen> {
  // A thrown value that Hono passes on is no Error. Other frameworks use the status of such a value.
  const errorHandler = (thrown: unknown) => new Response("<h1>Thrown</h1>", { status: statusOf(thrown) });
  // The listener would replace Node's own classes for the whole process.
  return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler }), prepare);
}

/** The routes of a server that also serves pages. Each answers or throws in the framework's own way. */
function mountPages(app: Hono): Hono {
  app.get("/", (c) => c.html("<h1>Hello</h1>"));
  app.get("/broken", (c) => c.html("<h1>Sorry</h1>", 500));
  app.get("/thrown", () => {
    throw Object.assign(new Error("page"), { status: 410 });
  });
  return app;
}
