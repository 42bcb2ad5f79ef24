import { Ajv } from "ajv";
import createError from "http-errors";
import { acme } from "../../support/catalog.ts";
import { MAX_BYTES } from "./driver.ts";
import { sizeOf } from "./returned.ts";
import { HELLO } from "./static-file.ts";
import { validate } from "./validate.ts";

/** Answers the requests whose path matches, of any method unless one is given. */
export interface Route {
  readonly method?: "GET" | "POST";
  readonly path: RegExp;
  answer(request: Request, match: readonly (string | undefined)[]): Response | Promise<Response>;
}

/** A handler that finds the route of a request, as a router does. */
export function routed(routes: readonly Route[], before: (request: Request) => Promise<void>) {
  return async (request: Request): Promise<Response> => {
    await before(request);
    const { pathname } = new URL(request.url);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = routes.filter(({ path }) => path.test(pathname));
    const route = found.find((one) => one.method === undefined || one.method === method);
    if (route !== undefined) return route.answer(request, route.path.exec(pathname) ?? []);
    const [other] = found;
    if (other === undefined) throw acme.error("acme_route_not_found");
    return new Response(null, { status: 405, headers: { Allow: other.method === "GET" ? "GET, HEAD" : "POST" } });
  };
}

/** What every service has, none of it from the contract. Each route answers or fails in its own way. */
export function fixtures(): readonly Route[] {
  let limited = 0;
  return [
    {
      method: "POST",
      path: /^\/(?:json|signed)$/,
      answer: async (request) => Response.json({ received: await readJson(request) }),
    },
    {
      method: "POST",
      path: /^\/form$/,
      answer: async (request) => Response.json({ received: [...(await request.formData()).keys()] }),
    },
    {
      method: "POST",
      path: /^\/upload$/,
      answer: async (request) => Response.json({ received: sizeOf((await request.formData()).get("file")) }),
    },
    {
      method: "POST",
      path: /^\/validated$/,
      async answer(request) {
        if (!validate(await request.json())) throw new Ajv.ValidationError(validate.errors ?? []);
        return Response.json({ ok: true });
      },
    },
    { method: "GET", path: /^\/silent$/, answer: () => new Promise(() => {}) },
    { method: "GET", path: /^\/static\/(.*)$/, answer: (request, [, name = ""]) => file(request, name) },
    {
      path: /^\/limited$/,
      answer() {
        limited += 1;
        return limited > 1 ? new Response("Too many requests", { status: 429 }) : Response.json({ ok: true });
      },
    },
    {
      method: "GET",
      path: /^\/bare\/(\d+)$/,
      answer: (_request, [, status]) => new Response(null, { status: Number(status) }),
    },
    { method: "GET", path: /^\/format$/, answer: format },
    { method: "GET", path: /^\/compressed\/(\d+)$/, answer: (_request, [, status]) => compressed(Number(status)) },
    {
      method: "GET",
      path: /^\/methods\/(.+)$/,
      answer: (_request, [, id = ""]) => Response.json({ ok: decoded(id) !== "" }),
    },
  ];
}

async function readJson(request: Request): Promise<unknown> {
  const stated = request.headers.get("content-length");
  const bytes = stated === null ? (await request.clone().arrayBuffer()).byteLength : Number(stated);
  if (bytes > MAX_BYTES) {
    throw acme.error("acme_content_too_large", { detail: { max_bytes: MAX_BYTES } });
  }
  return request.json();
}

function format(request: Request): Response {
  const accept = request.headers.get("accept") ?? "*/*";
  if (!/text\/html|\*\/\*/.test(accept)) return new Response(null, { status: 406 });
  return new Response("<p>", { headers: { "Content-Type": "text/html" } });
}

function compressed(status: number): Response {
  const body = new Blob([JSON.stringify({ message: "pg://svc:hunter2@db-1" })]).stream();
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}

/** Decodes a path parameter. Throws `invalid_input` when that fails. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch (cause) {
    throw acme.error("invalid_input", { cause });
  }
}

const ETAG = '"hello"';

/** A static file, with the conditional and range requests that browsers make. */
function file(request: Request, name: string): Response {
  if (decoded(name).includes("..") || name.startsWith(".")) throw createError(403);
  if (name !== "hello.txt") return new Response(null, { status: 404 });
  const headers = { ETag: ETAG, "Content-Type": "text/plain; charset=utf-8" };
  const { headers: asked } = request;
  if (asked.get("if-none-match") === ETAG) return new Response(null, { status: 304, headers });
  if ((asked.get("if-match") ?? ETAG) !== ETAG) return new Response(null, { status: 412, headers });
  const [, first, last = ""] = /^bytes=(\d+)-(\d*)$/.exec(asked.get("range") ?? "") ?? [];
  if (first === undefined) return new Response(HELLO, { headers });
  if (Number(first) >= HELLO.length) return new Response(null, { status: 416, headers });
  const end = last === "" ? HELLO.length - 1 : Number(last);
  const range = { "Content-Range": `bytes ${first}-${end}/${HELLO.length}` };
  return new Response(HELLO.subarray(Number(first), end + 1), { status: 206, headers: { ...headers, ...range } });
}
