import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { initTRPC, TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { parseEnvelope, serializeReport } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
import { Elysia, status, t as type } from "elysia";
import { createSchema, createYoga } from "graphql-yoga";
import { NextRequest } from "next/server.js";
import { createRequestHandler, type ServerBuild } from "react-router";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parseMessage, sendBytes } from "../../support/http.ts";
import { acme, contract, findNote, reports } from "./contract.ts";
import { answer as answerOfElysia, app as elysia } from "./elysia.ts";
import { handler } from "./lambda.ts";
import { GET, POST } from "./next.ts";
import { server } from "./node-listener.ts";
import { covered, loader } from "./react-router.ts";
import { GET as getNote, handle } from "./sveltekit.ts";

const SECRET = "hunter2";
const at = (path: string, init?: RequestInit) => new Request(`https://acme.example${path}`, init);

/** The status and the code of a response that was reported once; for a success, which was not reported, its body. */
async function seen(response: Response | Promise<Response>): Promise<readonly unknown[]> {
  const { status, headers } = await response;
  expect(reports.splice(0).map((report) => report.status)).toEqual(status < 400 ? [] : [status]);
  const text = await (await response).text();
  expect(text).not.toContain(SECRET);
  expect(headers.get("uhp-version")).toBe("2026-10-04");
  return [status, parseEnvelope(text)?.error.code ?? text];
}

const NOTE = '{"id":"1","text":"Buy milk."}';

test.each(["next", "sveltekit", "react-router", "elysia", "elysia-errors", "lambda"])(
  "the page shows the recipe for %s as it is run",
  (name) => {
    const page = readFileSync(new URL("../../../docs/recipes.md", import.meta.url), "utf8");
    const code = readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8").replace(/^import .*\n/gm, "");
    expect(page).toContain(code.trim());
  },
);

describe("a route handler of Next", () => {
  const request = (init?: ConstructorParameters<typeof NextRequest>[1]) =>
    new NextRequest("https://acme.example/api/notes/1", init);
  const params = (id: string) => ({ params: Promise.resolve({ id }) });
  test("answers, and throws codes", async () => {
    expect(await seen(GET(request(), params("1")))).toEqual([200, NOTE]);
    expect(await seen(GET(request(), params("9")))).toEqual([404, "acme_note_not_found"]);
  });
  test("answers a body that is not JSON", async () => {
    expect(await seen(POST(request({ method: "POST", body: `{${SECRET}` })))).toEqual([400, "invalid_input"]);
  });
});

describe("a hook of SvelteKit", () => {
  const event = (id: string, path = `/api/notes/${id}`) => ({ request: at(path), params: { id } });
  test("passes on what the endpoint answers", async () => {
    expect(await seen(handle({ event: event("1"), resolve: getNote }))).toEqual([200, NOTE]);
    expect(await seen(handle({ event: event("9"), resolve: getNote }))).toEqual([404, "acme_note_not_found"]);
  });
  test("replaces SvelteKit's own responses", async () => {
    const resolve = () => Response.json({ message: SECRET }, { status: 405, headers: { Allow: "GET" } });
    expect(await seen(handle({ event: event("1"), resolve }))).toEqual([405, "acme_method_not_allowed"]);
  });
  test("leaves pages alone", async () => {
    const page = new Response("<h1>Sorry</h1>", { status: 500 });
    expect(await handle({ event: event("1", "/about"), resolve: () => page })).toBe(page);
  });
});

describe("a handler of React Router", () => {
  /** The build that React Router's compiler would make of a root and two resource routes. */
  const routes = {
    root: { id: "root", path: "", module: { default: () => null } },
    "api.notes": { id: "api.notes", parentId: "root", path: "/api/notes/:id", module: { loader } },
    "api.broken": {
      id: "api.broken",
      parentId: "root",
      path: "/api/broken",
      module: {
        loader: () => {
          throw new Error(SECRET);
        },
      },
    },
  };
  const build = {
    routes,
    // The page that React Router renders if no route matches.
    entry: {
      module: { default: (_request: Request, status: number) => new Response(SECRET, { status }), handleError() {} },
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
  const answer = covered(createRequestHandler(build, "production"));
  test.each([
    ["/api/notes/1", 200, NOTE],
    ["/api/notes/9", 404, "acme_note_not_found"],
    ["/api/broken", 500, "acme_internal_error"],
    ["/api/nowhere", 404, "acme_not_found"],
  ])("%s", async (path, status, code) => {
    expect(await seen(answer(at(path)))).toEqual([status, code]);
  });
});

describe("an Elysia app", () => {
  const body = type.Object({ text: type.String(), tags: type.Array(type.Object({ rank: type.Number() })) });
  /** A Standard Schema, whose message quotes what was sent. */
  const standard = {
    "~standard": {
      version: 1 as const,
      vendor: "acme",
      validate: (value: unknown) => ({ issues: [{ message: JSON.stringify(value), path: ["a", "b"] }] }),
    },
  };
  elysia
    .get("/api/broken", () => {
      throw new Error(SECRET);
    })
    .get("/api/rejected", async () => {
      throw acme.error("acme_note_not_found");
    })
    .get("/api/status", () => status(409, SECRET))
    .get("/api/thrown-status", () => {
      throw status(403, SECRET);
    })
    .get("/api/unfit", () => ({ id: SECRET }) as never, { response: type.Object({ id: type.Number() }) })
    .get("/api/cookie", () => "", { cookie: type.Cookie({ a: type.String() }, { secrets: "x", sign: ["a"] }) })
    .post("/api/notes", ({ body }) => body, { body })
    .post("/api/standard", ({ body }) => body, { body: standard as never })
    .get("/about", () => {
      throw new Error("down");
    });

  const posted = (text: string): RequestInit => ({
    method: "POST",
    body: text,
    headers: { "content-type": "application/json" },
  });

  test.each<[path: string, init: RequestInit, status: number, code: string]>([
    ["/api/notes/1", {}, 200, NOTE],
    ["/api/notes/9", {}, 404, "acme_note_not_found"],
    ["/api/rejected", {}, 404, "acme_note_not_found"],
    ["/api/broken", {}, 500, "acme_internal_error"],
    ["/api/status", {}, 409, "acme_conflict"],
    ["/api/thrown-status", {}, 403, "acme_forbidden"],
    ["/api/nowhere", {}, 404, "acme_route_not_found"],
    ["/api/unfit", {}, 500, "acme_internal_error"],
    ["/api/cookie", { headers: { cookie: `a=${SECRET}.x` } }, 400, "invalid_input"],
    ["/api/notes", posted(`{${SECRET}`), 400, "invalid_input"],
    ["/api/notes/1", { headers: { "UHP-Version": "1999-01-01" } }, 400, "unsupported_protocol_version"],
  ])("%s %j", async (path, init, expected, code) => {
    expect(await seen(answerOfElysia(at(path, init)))).toEqual([expected, code]);
  });

  test.each<[path: string, sent: unknown, params: readonly (string | null)[]]>([
    ["/api/notes", { text: SECRET, tags: [{ rank: 1 }, { rank: SECRET }] }, ["tags.1.rank"]],
    ["/api/notes", [SECRET], [null]],
    ["/api/standard", { a: { b: SECRET } }, ["a.b"]],
  ])("%s with %j: the fields that its schema refuses", async (path, sent, params) => {
    const response = await answerOfElysia(at(path, posted(JSON.stringify(sent))));
    const text = await response.text();
    expect(text).not.toContain(SECRET);
    const error = parseEnvelope(text)?.error;
    expect([response.status, error?.code, error?.param]).toEqual([400, "invalid_input", params[0]]);
    expect(error?.detail).toEqual({ issues: params.map((param) => ({ param, message: "This field is not valid." })) });
    expect(JSON.stringify(reports.splice(0).map(serializeReport))).not.toContain(SECRET);
  });

  test("leaves other addresses to Elysia", async () => {
    const response = await answerOfElysia(at("/about"));
    expect([response.status, await response.text()]).toEqual([500, "down"]);
  });

  test("may have a handler mounted in it", async () => {
    const outer = new Elysia().mount(
      "/",
      uhp(contract, () => Response.json(findNote("9"))),
    );
    expect(await seen(outer.handle(at("/api/notes/9")))).toEqual([404, "acme_note_not_found"]);
  });
});

describe("a function of AWS Lambda", () => {
  type Event = Parameters<typeof handler>[0];
  const event = (rawPath: string, method = "GET", rest: object = {}) =>
    ({
      version: "2.0",
      rawPath,
      rawQueryString: "",
      headers: { "x-request-id": "one" },
      cookies: ["a=1", "b=2"],
      isBase64Encoded: false,
      requestContext: { domainName: "acme.example", http: { method } },
      ...rest,
    }) as unknown as Event;
  /** The response that a gateway makes of a result. */
  async function sent(given: Event): Promise<Response> {
    const { statusCode, headers, body } = await handler(given);
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> });
  }

  test.each([
    ["/api/notes/1", 200, NOTE],
    ["/api/notes/9", 404, "acme_note_not_found"],
  ])("%s", async (path, status, code) => {
    const response = await sent(event(path));
    expect(response.headers.get("x-request-id")).toBe("one");
    expect(await seen(response)).toEqual([status, code]);
  });

  test("answers a HEAD without a body", async () => {
    expect(await seen(sent(event("/api/notes/9", "HEAD")))).toEqual([404, ""]);
  });

  test.each([
    ["a GET with a body", event("/api/notes/1", "GET", { body: SECRET })],
    ["a TRACE", event("/api/notes/1", "TRACE")],
  ])("leaves to Hono what no Request can hold: %s", async (_what, given) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await sent(given);
    expect([response.status, await response.text()]).toEqual([400, "Invalid request"]);
    expect(reports.splice(0)).toEqual([]);
  });
});

describe("a listener of Node", () => {
  async function sent(head: string) {
    const url = await new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
    onTestFinished(() => void server.close());
    return parseMessage(await sendBytes(url, `${head}Connection: close\r\n\r\n`));
  }

  test("is on its page as it is run", () => {
    const page = readFileSync(new URL("../../../docs/fetch.md", import.meta.url), "utf8");
    const code = readFileSync(new URL("node-listener.ts", import.meta.url), "utf8");
    const [errorHandler = "none"] = /^function errorHandler[\s\S]*?^}$/m.exec(code) ?? [];
    expect(page).toContain(errorHandler);
  });

  test.each([
    ["a Host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n"],
    ["a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n"],
    ["no Host", "GET / HTTP/1.0\r\n"],
    ["the target *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n"],
  ])("answers what is no Request: %s", async (_what, head) => {
    const { status, headers, body } = await sent(head);
    expect([status, headers["uhp-version"], parseEnvelope(body)?.error.code]).toEqual([
      400,
      "2026-10-04",
      "invalid_input",
    ]);
    expect(reports.splice(0)).toMatchObject([{ code: "invalid_input", level: "info" }]);
  });

  test("outlives what is thrown where the contract does not apply", async () => {
    const { status, body } = await sent("GET /pages/broken HTTP/1.1\r\nHost: a\r\n");
    expect([status, reports.splice(0)]).toEqual([500, []]);
    // The listener may send nothing in chunks.
    expect(body).not.toContain("mistake");
  });
});

describe("next to the contract", () => {
  const t = initTRPC.create({ isDev: false });
  const router = t.router({
    fails: t.procedure.query(() => {
      throw new TRPCError({ code: "CONFLICT", message: "taken" });
    }),
  });
  const trpc = (req: Request) => fetchRequestHandler({ endpoint: "/trpc", req, router });
  const yoga = createYoga({
    schema: createSchema({
      typeDefs: "type Query { fails: Int }",
      resolvers: { Query: { fails: () => Promise.reject(new Error("taken")) } },
    }),
    logging: false,
  });
  const graphql = async (request: Request): Promise<Response> => yoga.fetch(request);

  const whole = async (response: Response) => [response.status, [...response.headers], await response.text()];

  test.each<[what: string, answer: (request: Request) => Promise<Response>, path: string]>([
    ["tRPC", trpc, "/trpc/fails"],
    ["tRPC's unknown procedure", trpc, "/trpc/nothing"],
    ["GraphQL", graphql, "/graphql?query={fails}"],
    ["a GraphQL query that is none", graphql, "/graphql?query={"],
  ])("%s keeps its own errors, byte for byte", async (_what, answer, path) => {
    const init = { headers: { accept: "application/json" } };
    const bare = await whole(await answer(at(path, init)));
    expect(bare[2]).toMatch(/"errors?"/);
    expect(await whole(await uhp(contract, answer)(at(path, init)))).toEqual(bare);
  });
});
