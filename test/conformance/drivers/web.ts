import { getRequestListener } from "@hono/node-server";
import { attach } from "@uhp-errors/node";
import { uhp } from "@uhp-errors/web";
import type { Driver } from "./driver.ts";
import { listen } from "./listen.ts";
import { statusOf } from "./returned.ts";
import { type Fetch, webApp } from "./web-app.ts";

/** A handler of the fetch standard without a framework, on Node with a listener that makes a `Request` of each request. */
export const WEB_DRIVER: Driver = {
  name: "web",
  hasNodeResponse: false,
  knownFailing: {
    "body-parser.strict": "Request.json takes any JSON value for a body",
    "body-parser.charset": "Request.json reads every body as UTF-8 and looks at no charset",
    "body-parser.encoding": "Request.json looks at no content encoding",
    "body-parser.inflated-too-large": "Request.json inflates nothing",
    "body-parser.parameters": "Request.formData has no limit of parameters",
    "body-parser.depth": "Request.formData nests nothing",
    "body-parser.verify": "Request.json has no hook that verifies a body",
    "stream.fails-at-once": "the head of a stream of events must not wait for the first of them",
    "limit.rate.set-before": "a handler that throws has set no headers",
    "access.challenge": "a handler that throws has set no headers",
    "headers.set-before": "a handler that throws has set no headers",
  },
  start: (contract, handler = () => {}, verify) =>
    serve(webApp(contract, handler, verify), (server) => contract && attach(server, contract)),
  startMounted: (contracts) => {
    const parts = Object.entries(contracts).map(([prefix, contract]) => ({
      prefix,
      answer: uhp(contract, (request: Request) => page(new URL(request.url).pathname.slice(prefix.length))),
    }));
    return serve((request) => {
      const { pathname } = new URL(request.url);
      const part = parts.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`));
      return part === undefined ? page(pathname) : part.answer(request);
    });
  },
};

function serve(fetch: Fetch, prepare?: Parameters<typeof listen>[1]): ReturnType<typeof listen> {
  // Other frameworks use the status of an error by default; this handler does the same.
  const errorHandler = (thrown: unknown) => new Response("<h1>Thrown</h1>", { status: statusOf(thrown) });
  // The listener would replace Node's own classes for the whole process.
  return listen(getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler }), prepare);
}

/** The answers of a server that also serves pages. Each path answers or throws in its own way. */
function page(path: string): Response {
  const headers = { "Content-Type": "text/html" };
  if (path === "/thrown") throw Object.assign(new Error("page"), { status: 410 });
  if (path === "/broken") return new Response("<h1>Sorry</h1>", { status: 500, headers });
  return path === "/" || path === ""
    ? new Response("<h1>Hello</h1>", { headers })
    : new Response(null, { status: 404 });
}
