import { Readable } from "node:stream";
import type { Contract, VerifyToken } from "@uhp-errors/core";
import { bearer, install, requestContext, stream } from "@uhp-errors/hono";
import { Ajv } from "ajv";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { validator } from "hono/validator";
import { rateLimiter } from "hono-rate-limiter";
import { acme } from "../../support/catalog.ts";
import { type Handler, type Io, MAX_BYTES } from "./driver.ts";
import { bytesOf, returned, sizeOf, statusOf } from "./returned.ts";
import { validate } from "./validate.ts";

/**
 * The driver's app; without a contract it is bare Hono. It runs on the server of any runtime.
 *
 * @param files Serves static files, which each runtime reads in its own way.
 */
export function honoApp(
  contract: Contract | undefined,
  handler: Handler,
  files: MiddlewareHandler,
  verify?: VerifyToken<unknown>,
): Hono {
  const app = withPage(new Hono());
  if (contract !== undefined) install(app, contract);
  if (contract !== undefined && verify !== undefined) app.use(bearer(contract, verify));
  mountFixtures(app, files);
  app.all("/case", (c) => runCase(handler, c));
  app.get("/methods/:id", (c) => c.json({ ok: true }));
  return app;
}

/** The service's own answer to an error, when there is no contract. */
export function withPage(app: Hono): Hono {
  return app.onError((error, c) => c.html("<h1>Thrown</h1>", statusOf(error) as ContentfulStatusCode));
}

/** Middleware that every Hono service has, none of it from the library. Each route answers or fails in its own way. */
function mountFixtures(app: Hono, files: MiddlewareHandler): void {
  const limited = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw acme.error("acme_content_too_large", { detail: { max_bytes: MAX_BYTES } });
    },
  });
  app.post("/json", limited, async (c) => c.json({ received: await c.req.json() }));
  app.post("/signed", limited, async (c) => c.json({ received: await c.req.json() }));
  app.post("/form", limited, async (c) => c.json({ received: Object.keys(await c.req.parseBody()) }));
  app.post("/upload", async (c) => c.json({ received: sizeOf((await c.req.parseBody())["file"]) }));
  const validated = validator("json", (value: unknown) => {
    if (!validate(value)) throw new Ajv.ValidationError(validate.errors ?? []);
    return value;
  });
  app.post("/validated", validated, (c) => c.json({ ok: true }));
  app.get("/silent", () => new Promise(() => {}));
  app.get("/static/*", files);
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

function runCase(handler: Handler, c: Context): Promise<Response> {
  const { signal } = c.req.raw;
  return returned<Response | Promise<Response>>(
    handler,
    (resolve) => ({
      url: c.req.url,
      onClose: (listener) => signal.addEventListener("abort", listener, { once: true }),
      context: () => requestContext(c),
      principal: () => c.get("principal"),
      set: (name, value) => c.header(name, value),
      next: () => resolve(c.notFound()),
      reply: (status, body, headers = {}) => resolve(replied(c, status, body, { ...headers })),
    }),
    (contract, options, produce) => stream(contract, c, options, produce),
  );
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
