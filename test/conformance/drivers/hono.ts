import { relative } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { bearer, install, requestContext, stream, uhp } from "@uhp-errors/hono";
import { attach } from "@uhp-errors/node";
import { Ajv } from "ajv";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { validator } from "hono/validator";
import { rateLimiter } from "hono-rate-limiter";
import { acme } from "../../support/catalog.ts";
import { type Driver, type Handler, type Io, MAX_BYTES, VALIDATED } from "./driver.ts";
import { listen } from "./listen.ts";

/** Compiled once: it costs more than all else that a start does. */
const validate = new Ajv().compile(VALIDATED);

/** Hono's own static files are looked for below the folder in which the process runs. */
const FILES = relative(process.cwd(), fileURLToPath(new URL("../files", import.meta.url)));

export const HONO_DRIVER: Driver = {
  name: "hono",
  hasNodeResponse: false,
  knownFailing: {
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
    const app = withPage(new Hono());
    if (contract !== undefined) install(app, contract);
    if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
    mountFixtures(app);
    app.all("/case", (c) => runCase(handler, c));
    app.get("/methods/:id", (c) => c.json({ ok: true }));
    return serve(app, (server) => contract && attach(server, contract));
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
  // What Hono lets through is no Error, for which other frameworks go by a status.
  const errorHandler = (thrown: unknown) => new Response("<h1>Thrown</h1>", { status: statusOf(thrown) });
  // The classes that the listener would put in place of Node's own belong to all the process.
  return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler }), prepare);
}

/** What the service answers by itself to an error, where no contract does. */
function withPage(app: Hono): Hono {
  return app.onError((error, c) => c.html("<h1>Thrown</h1>", statusOf(error) as ContentfulStatusCode));
}

function statusOf(thrown: unknown): number {
  const { status } = Object(thrown) as { readonly status?: unknown };
  return typeof status === "number" ? status : 500;
}

/** What a server has that also serves pages; every path of it throws or answers in the framework's own way. */
function mountPages(app: Hono): Hono {
  app.get("/", (c) => c.html("<h1>Hello</h1>"));
  app.get("/broken", (c) => c.html("<h1>Sorry</h1>", 500));
  app.get("/thrown", () => {
    throw Object.assign(new Error("page"), { status: 410 });
  });
  return app;
}

/** Middleware that every Hono service has, none of it ours: each answers or fails in its own way. */
function mountFixtures(app: Hono): void {
  const limited = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw acme.error("file_too_large", { detail: { max_bytes: MAX_BYTES } });
    },
  });
  app.post("/json", limited, async (c) => c.json({ received: await c.req.json() }));
  app.post("/signed", limited, async (c) => c.json({ received: await c.req.json() }));
  app.post("/form", limited, async (c) => c.json({ received: Object.keys(await c.req.parseBody()) }));
  app.post("/upload", async (c) => {
    const { file } = await c.req.parseBody();
    if (file instanceof File && file.size > MAX_BYTES) {
      throw acme.error("file_too_large", { param: "file", detail: { max_bytes: MAX_BYTES } });
    }
    return c.json({ received: file instanceof File ? file.size : null });
  });
  const validated = validator("json", (value: unknown) => {
    if (!validate(value)) throw new Ajv.ValidationError(validate.errors ?? []);
    return value;
  });
  app.post("/validated", validated, (c) => c.json({ ok: true }));
  app.get("/silent", () => new Promise(() => {}));
  app.get("/static/*", serveStatic({ root: FILES, rewriteRequestPath: (path) => path.slice("/static".length) }));
  app.all("/limited", rateLimiter({ windowMs: 60_000, limit: 1, keyGenerator: () => "one" }), (c) => c.json({}));
  app.get("/bare/:status", (c) => c.body(null, Number(c.req.param("status")) as ContentfulStatusCode));
  app.get("/format", (c) => {
    if (accepts(c, { header: "Accept", supports: ["text/html"], default: "" }) === "") throw new HTTPException(406);
    return c.html("<p>");
  });
  app.get("/compressed/:status", compress({ threshold: 0 }), (c) =>
    c.json({ message: "pg://svc:hunter2@db-1" }, Number(c.req.param("status")) as ContentfulStatusCode),
  );
}

/** Runs a handler that answers by calls, where a handler of Hono's returns. */
function runCase(handler: Handler, c: Context): Promise<Response> {
  return new Promise((resolve, reject) => {
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const { signal } = c.req.raw;
    const io: Io = {
      url: c.req.url,
      onClose: (listener) => signal.addEventListener("abort", listener, { once: true }),
      get response(): never {
        throw new TypeError("a handler of Hono's has no response of Node's");
      },
      context: () => requestContext(c),
      principal: () => c.get("principal"),
      set: (name, value) => c.header(name, value),
      next: () => resolve(c.notFound()),
      stream: (contract, options) => {
        let events: ReturnType<Io["stream"]> | undefined;
        const produced = (given: ReturnType<Io["stream"]>) => {
          events = given;
          // The handler ends the stream, unless it fails.
          return failed.promise;
        };
        resolve(stream(contract, c, options, produced));
        return events as ReturnType<Io["stream"]>;
      },
      reply: (status, body, headers = {}) => resolve(replied(c, status, body, { ...headers })),
    };
    const fail = (thrown: unknown) => {
      reject(thrown);
      failed.reject(thrown);
    };
    new Promise((done) => done(handler(io))).catch(fail);
  });
}

function replied(
  c: Context,
  code: number,
  body: Parameters<Io["reply"]>[1],
  headers: Record<string, string>,
): Response {
  const status = code as ContentfulStatusCode;
  if (body === undefined) return c.body(null, status, headers);
  if (typeof body === "string") return c.body(body, status, headers);
  if (body instanceof Uint8Array) return c.body(body as Uint8Array<ArrayBuffer>, status, headers);
  if (!(body instanceof Readable)) return c.json(body, status, headers);
  return c.body(Readable.toWeb(Readable.from(bytesOf(body))) as ReadableStream, status, headers);
}

/** A body of the fetch standard is bytes, and some streams of Node's are text. */
async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of body) yield Buffer.from(piece);
}
