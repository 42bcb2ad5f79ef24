import { install } from "@uhp-errors/h3";
import { attach } from "@uhp-errors/node";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import type { Driver } from "./driver.ts";
import { h3App } from "./h3-app.ts";
import { listen } from "./listen.ts";

/** h3 2 on Node, with its own listener. */
export const H3_DRIVER: Driver = {
  name: "h3",
  hasNodeResponse: false,
  knownFailing: {
    "body-parser.strict": "readBody takes any JSON value for a body",
    "body-parser.charset": "readBody reads every body as UTF-8 and looks at no charset",
    "body-parser.encoding": "readBody looks at no content encoding",
    "body-parser.inflated-too-large": "readBody inflates nothing",
    "body-parser.parameters": "readBody has no limit of parameters",
    "body-parser.depth": "readBody nests nothing",
    "body-parser.verify": "readBody has no hook that verifies a body",
    "written.static.dotfile": "serveStatic leaves it to its getMeta which files there are",
    "written.static.traversal": "serveStatic takes a path out of the folder for a file that is missing",
    "written.static.range": "serveStatic sends no ranges",
    "written.static.precondition": "serveStatic looks at no If-Match",
  },
  start: (contract, handler = () => {}, verify) =>
    listen(
      toNodeHandler(h3App(contract, handler, verify)),
      (server) => contract !== undefined && attach(server, contract),
    ),
  startMounted: (contracts) => {
    const app = new H3({ silent: true });
    for (const [prefix, contract] of Object.entries(contracts)) {
      const part = mountPages(new H3());
      install(part, contract);
      app.mount(prefix, part);
    }
    return listen(toNodeHandler(mountPages(app)));
  },
};

/** The routes of a server that also serves pages. Each answers or throws in the framework's own way. */
function mountPages(app: H3): H3 {
  const page = (text: string, status = 200) => new Response(text, { status, headers: { "Content-Type": "text/html" } });
  return app
    .get("/", () => page("<h1>Hello</h1>"))
    .get("/broken", () => page("<h1>Sorry</h1>", 500))
    .get("/thrown", () => {
      throw Object.assign(new Error("page"), { status: 410 });
    });
}
