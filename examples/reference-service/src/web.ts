import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { attach } from "@uhp-errors/node";
import { bearer, type FetchHandler, requestContext, stream, uhp } from "@uhp-errors/web";
import { acme } from "./catalog.ts";
import { jsonOf, refuseUnreadable } from "./fetch-body.ts";
import { findHarness, harnessList, modelCatalog, modelsOf } from "./harnesses.ts";
import { raise } from "./raise.ts";
import { acceptTask, cancelSession, cancelTask, findResponse, outcomeOf } from "./runs.ts";
import {
  type AppSettings,
  discovery,
  FILE_FIELD,
  fileObject,
  holderOf,
  LIMIT,
  MAX_FILE_BYTES,
  sendEvents,
} from "./service.ts";
import { parseTask } from "./tasks.ts";

/** Answers the requests whose path matches. `id` is the part of the path that the pattern captures. */
interface Route {
  /** If it is absent, any method matches. */
  readonly method?: "GET" | "POST";
  readonly path: RegExp;
  answer(request: Request, id: string): Response | Promise<Response>;
}

/** The service as a function from a request to a response, without a framework. It runs on any runtime. */
export function createHandler({ contract, key }: AppSettings): FetchHandler<[]> {
  const principalOf = bearer(contract, holderOf(key));
  let limited = 0;
  const routes: readonly Route[] = [
    { method: "GET", path: /^\/v1\/uhp$/, answer: () => Response.json(discovery(contract)) },
    { method: "GET", path: /^\/v1\/harnesses$/, answer: () => Response.json(harnessList()) },
    { method: "GET", path: /^\/v1\/harnesses\/([^/]+)$/, answer: (_request, id) => Response.json(findHarness(id)) },
    {
      method: "GET",
      path: /^\/v1\/harnesses\/([^/]+)\/models$/,
      answer: (_request, id) => Response.json(modelsOf(id)),
    },
    { method: "GET", path: /^\/v1\/models$/, answer: () => Response.json(modelCatalog()) },
    { method: "GET", path: /^\/v1\/responses\/([^/]+)$/, answer: (_request, id) => Response.json(findResponse(id)) },
    {
      method: "POST",
      path: /^\/v1\/responses$/,
      async answer(request) {
        const run = acceptTask(parseTask(await jsonOf(request)));
        if (!run.task.stream) return Response.json(await outcomeOf(run));
        return stream(contract, request, { responseObject: run.response }, (events) => sendEvents(events, run));
      },
    },
    {
      method: "POST",
      path: /^\/v1\/responses\/([^/]+)\/cancel$/,
      answer: (request, id) => Response.json(cancelTask(id, contract, requestContext(request))),
    },
    {
      method: "POST",
      path: /^\/v1\/sessions\/([^/]+)\/cancel$/,
      answer: (request, id) => Response.json(cancelSession(id, contract, requestContext(request))),
    },
    {
      method: "POST",
      path: /^\/v1\/files$/,
      async answer(request) {
        const form = isOfType(request, "multipart/form-data") ? [...(await request.formData())] : [];
        const [name = FILE_FIELD, file] = form.find(([, part]) => part instanceof File) ?? [];
        if (name !== FILE_FIELD) throw acme.error("invalid_input", { param: name });
        const given = file instanceof File ? { originalname: file.name, size: file.size } : undefined;
        if (given !== undefined && given.size > MAX_FILE_BYTES) {
          throw acme.error("file_too_large", { param: FILE_FIELD, detail: { max_bytes: MAX_FILE_BYTES } });
        }
        return Response.json(fileObject(given), { status: 201 });
      },
    },
    {
      // Takes any method and any path below, so that any unmodified client can use it as its base URL.
      path: /^\/v1\/debug\/raise\/([^/]+)(?:\/|$)/,
      answer: async (request, code) => Response.json(await raise(code, contract, requestContext(request))),
    },
    {
      method: "GET",
      path: /^\/v1\/debug\/limited$/,
      answer() {
        limited += 1;
        if (limited <= LIMIT.requests) return Response.json({ object: "limited" });
        // A typical limiter: it answers by itself, in its own words.
        return new Response("Too many requests.", {
          status: 429,
          headers: { "Retry-After": String(LIMIT.windowMs / 1_000) },
        });
      },
    },
  ];

  return uhp(contract, async (request) => {
    const { pathname } = new URL(request.url);
    const isOpen = pathname === "/v1/uhp" && ["GET", "HEAD"].includes(request.method);
    if (!isOpen) await principalOf(request);
    return answerOf(routes, request, pathname);
  });
}

/** The service as a server of Node. */
export function createWebServer(settings: AppSettings): Server {
  const listener = getRequestListener(createHandler(settings), {
    overrideGlobalObjects: false,
    errorHandler: refuseUnreadable(settings.contract),
  });
  const server = createServer(listener);
  attach(server, settings.contract);
  return server;
}

/** A minimal router. Its bare 405 gets its body from the contract. */
function answerOf(routes: readonly Route[], request: Request, pathname: string): Response | Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = routes.filter(({ path }) => path.test(pathname));
  const route = found.find((candidate) => candidate.method === undefined || candidate.method === method);
  if (route !== undefined) return route.answer(request, decoded(route.path.exec(pathname)?.[1] ?? ""));
  const allow = found.flatMap((candidate) => (candidate.method === "GET" ? ["GET", "HEAD"] : ["POST"]));
  if (allow.length === 0) throw acme.error("acme_route_not_found");
  return new Response(null, { status: 405, headers: { Allow: allow.join(", ") } });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw acme.error("invalid_input", { cause });
  }
}

function isOfType(request: Request, type: string): boolean {
  return request.headers.get("content-type")?.startsWith(type) === true;
}
