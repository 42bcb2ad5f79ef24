import type { Readable } from "node:stream";
import type { Contract, VerifyToken } from "@uhp-errors/core";
import { bearer, install, requestContext, stream, uhp, uhpErrorHandler } from "@uhp-errors/h3";
import { Ajv } from "ajv";
import { bodyLimit, getRouterParam, H3, type H3Event, HTTPError, readBody, serveStatic } from "h3";
import { type Handler, MAX_BYTES } from "./driver.ts";
import { returned, sizeOf } from "./returned.ts";
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
  app.post("/upload", async (event) => ({ received: sizeOf((await event.req.formData()).get("file")) }));
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

function runCase(handler: Handler, event: H3Event): Promise<unknown> {
  const { headers } = event.res;
  return returned<unknown>(
    handler,
    (resolve) => ({
      url: event.req.url,
      onClose: (listener) => event.req.signal.addEventListener("abort", listener, { once: true }),
      context: () => requestContext(event),
      principal: () => event.context["principal"],
      set: (name, value) => headers.set(name, value),
      next: () => resolve(new HTTPError({ status: 404 })),
      reply(status, body: string | object | Readable | null = null, fields = {}) {
        event.res.status = status;
        for (const [name, value] of Object.entries(fields)) headers.set(name, value);
        resolve(body);
      },
    }),
    (contract, options, produce) => stream(contract, event, options, produce),
  );
}
