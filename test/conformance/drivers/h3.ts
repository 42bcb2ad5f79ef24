import { readFileSync, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { bearer, install, requestContext, stream, uhp, uhpErrorHandler } from "@uhp-errors/h3";
import { attach } from "@uhp-errors/node";
import { Ajv } from "ajv";
import { bodyLimit, getRouterParam, H3, type H3Event, HTTPError, readBody, serveStatic } from "h3";
import { toNodeHandler } from "h3/node";
import { acme } from "../../support/catalog.ts";
import { type Driver, type Handler, type Io, MAX_BYTES, VALIDATED } from "./driver.ts";
import { listen } from "./listen.ts";

/** Compiled once: it costs more than all else that a start does. */
const validate = new Ajv().compile(VALIDATED);

const FILES = fileURLToPath(new URL("../files", import.meta.url));

/** h3 2 on Node, by way of its own listener. */
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
    "stream.fails-at-once": "the head of a stream of events must not wait for the first of them",
  },
  start: (contract, handler = () => {}, verify) => {
    // h3 prints what nobody handles, unless it is told to be silent.
    const app = new H3({ silent: true, ...(contract && { onError: uhpErrorHandler(contract) }) });
    if (contract !== undefined) app.use(uhp(contract));
    if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
    mountFixtures(app);
    app.all("/case", (event) => runCase(handler, event));
    app.get("/methods/:id", (event) => ({ ok: getRouterParam(event, "id") !== "" }));
    return listen(toNodeHandler(app), (server) => contract !== undefined && attach(server, contract));
  },
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

/** What a server has that also serves pages; every path of it throws or answers in the framework's own way. */
function mountPages(app: H3): H3 {
  const page = (text: string, status = 200) => new Response(text, { status, headers: { "Content-Type": "text/html" } });
  return app
    .get("/", () => page("<h1>Hello</h1>"))
    .get("/broken", () => page("<h1>Sorry</h1>", 500))
    .get("/thrown", () => {
      throw Object.assign(new Error("page"), { status: 410 });
    });
}

/** What every h3 service has, none of it the contract's: each answers or fails in its own way. */
function mountFixtures(app: H3): void {
  let limited = 0;
  const echo = async (event: H3Event) => ({ received: await readBody(event) });
  const limit = { middleware: [bodyLimit(MAX_BYTES)] };
  app.post("/json", echo, limit);
  app.post("/form", echo, limit);
  app.post("/upload", async (event) => {
    const file = (await event.req.formData()).get("file");
    if (file instanceof File && file.size > MAX_BYTES) {
      throw acme.error("file_too_large", { param: "file", detail: { max_bytes: MAX_BYTES } });
    }
    return { received: file instanceof File ? file.size : null };
  });
  app.post("/validated", async (event) => {
    if (!validate(await readBody(event))) throw new Ajv.ValidationError(validate.errors ?? []);
    return { ok: true };
  });
  app.get("/silent", () => new Promise(() => {}));
  const fileOf = (id: string) => FILES + id.slice("/static".length);
  app.get("/static/**", (event) =>
    serveStatic(event, {
      getMeta: (id) => {
        const size = statSync(fileOf(id), { throwIfNoEntry: false })?.size;
        return size === undefined ? undefined : { size, type: "text/plain; charset=utf-8", etag: '"hello"' };
      },
      getContents: (id) => readFileSync(fileOf(id)),
    }),
  );
  app.all("/limited", () => {
    limited += 1;
    return limited > 1 ? new Response("Too many requests", { status: 429 }) : { ok: true };
  });
  app.get("/bare/:status(\\d+)", (event) => {
    event.res.status = Number(getRouterParam(event, "status"));
    return null;
  });
  app.get("/format", (event) => {
    if (!/text\/html|\*\/\*/.test(event.req.headers.get("accept") ?? "*/*")) throw new HTTPError({ status: 406 });
    return "<p>";
  });
  app.get("/compressed/:status", (event) => {
    const body = new Blob([JSON.stringify({ message: "pg://svc:hunter2@db-1" })]).stream();
    event.res.status = Number(getRouterParam(event, "status"));
    event.res.headers.set("Content-Encoding", "gzip");
    event.res.headers.set("Content-Type", "application/json");
    return body.pipeThrough(new CompressionStream("gzip"));
  });
}

/** Runs a handler that answers by calls, where a handler of h3 returns. */
function runCase(handler: Handler, event: H3Event): Promise<unknown> {
  const { headers } = event.res;
  return new Promise((resolve, reject) => {
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const io: Io = {
      url: event.req.url,
      onClose: (listener) => event.req.signal.addEventListener("abort", listener, { once: true }),
      get response(): never {
        throw new TypeError("a handler of h3 has no response of Node's");
      },
      context: () => requestContext(event),
      principal: () => event.context["principal"],
      set: (name, value) => headers.set(name, value),
      next: () => resolve(new HTTPError({ status: 404 })),
      stream: (contract, options) => {
        let events: ReturnType<Io["stream"]> | undefined;
        const produced = (given: ReturnType<Io["stream"]>) => {
          events = given;
          // The handler ends the stream, unless it fails.
          return failed.promise;
        };
        resolve(stream(contract, event, options, produced));
        return events as ReturnType<Io["stream"]>;
      },
      reply(status, body: string | object | Readable | null = null, fields = {}) {
        event.res.status = status;
        for (const [name, value] of Object.entries(fields)) headers.set(name, value);
        resolve(body);
      },
    };
    const fail = (thrown: unknown) => {
      reject(thrown);
      failed.reject(thrown);
    };
    new Promise((done) => done(handler(io))).catch(fail);
  });
}
