import type { Readable } from "node:stream";
import type { Contract, VerifyToken } from "@uhp-errors/core";
import { bearer, install, requestContext, stream, uhp, uhpErrorHandler } from "@uhp-errors/h3";
import { Ajv } from "ajv";
import { bodyLimit, getRouterParam, H3, type H3Event, HTTPError, readBody, serveStatic } from "h3";
import { acme } from "../../support/catalog.ts";
import { type Handler, type Io, MAX_BYTES } from "./driver.ts";
import { laterFailure } from "./later-failure.ts";
import { HELLO } from "./static-file.ts";
import { validate } from "./validate.ts";

/** The driver's app; without a contract it is bare h3. It runs on the server of any runtime. */
export function h3App(contract: Contract | undefined, handler: Handler, verify?: VerifyToken<unknown>): H3 {
  const isMounted = contract?.reportOnly === false;
  // h3 prints unhandled errors unless it is silent.
  const app = new H3({ silent: true, ...(isMounted && { onError: uhpErrorHandler(contract) }) });
  if (isMounted) app.use(uhp(contract));
  else if (contract !== undefined) install(app, contract);
  if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
  mountFixtures(app);
  app.all("/case", (event) => runCase(handler, event));
  app.get("/methods/:id", (event) => ({ ok: getRouterParam(event, "id") !== "" }));
  return app;
}

/** What every h3 service has, none of it from the contract. Each route answers or fails in its own way. */
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
  app.get("/static/**", (event) =>
    serveStatic(event, {
      getMeta: (id) => {
        if (id !== "/static/hello.txt") return undefined;
        return { size: HELLO.length, type: "text/plain; charset=utf-8", etag: '"hello"' };
      },
      getContents: () => HELLO,
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

/** Runs a handler that answers by calling functions; a handler of h3 returns its answer. */
function runCase(handler: Handler, event: H3Event): Promise<unknown> {
  const { headers } = event.res;
  return new Promise((resolve, reject) => {
    const failed = laterFailure();
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
          // The handler ends the stream, unless the handler fails.
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
      failed.fail(thrown);
    };
    new Promise((done) => done(handler(io))).catch(fail);
  });
}
