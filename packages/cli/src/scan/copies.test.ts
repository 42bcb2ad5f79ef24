import { describe, expect, test } from "vitest";
import { scanSources } from "./scan.ts";

/** Returns the places of errors in a project. */
function placesIn(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  return scanSources(sources, "acme")
    .findings.filter(({ kind }) => kind === "response" || kind === "exception")
    .map(({ file, line, kind, status, code, note }) => {
      const copied = /^It copies (?:the (status|body)|the (whole) response) .*?\((.*?)\)/.exec(note ?? "");
      const what = copied === null ? note : `${copied[1] ?? copied[2]} of ${copied[3]}`;
      return `${file}:${line} ${kind} ${status ?? "–"} ${code ?? "–"} ${what ?? ""}`.trimEnd();
    });
}

const handler = (body: string) => `app.get("/rates", async (req, res) => {\n${body}\n});\n`;

/** Returns a note of what is copied on line 3 of a handler whose file loads something on line 1. */
const found = (from: string, kind = "response") => [`a.ts:3 ${kind} – acme_upstream_error status of ${from}`];

test("a whole copied response is named, with the framework of the file", () => {
  const text = 'app.get("/", async () => {\nreturn await fetch(url); });';
  const librariesIn = (load: string) => scanSources([{ file: "a.ts", text: load + text }], "acme").findings;
  const whole = "It copies the whole response of another service (`fetch`)";
  expect(librariesIn("")).toMatchObject([{ library: "fetch", note: expect.stringContaining(whole) }]);
  expect(librariesIn('import { Hono } from "hono";')).toMatchObject([{ library: "hono" }]);
});

test("a copied status is named, with the throw to write and `relay`", () => {
  const text = handler("const r = await fetch(url); res.status(r.status).json(await r.json());");
  expect(scanSources([{ file: "a.ts", text }], "acme").findings).toEqual([
    {
      kind: "response",
      file: "a.ts",
      line: 2,
      column: 29,
      library: "express",
      status: undefined,
      sentence: undefined,
      route: "GET /rates",
      code: "acme_upstream_error",
      note: "It copies the status of another service's response (`fetch`): a 401 of that service would be yours. To let some errors of that service pass, name them with `relay`.",
    },
  ]);
});

describe("the status of a response is copied from", () => {
  test.each<readonly [load: string, client: string, body: string]>([
    ["", "fetch", "const r = await fetch(url); res.status(r.status).json(await r.json());"],
    ["", "fetch", "const r = await globalThis.fetch(url); res.status(r.status).json(await r.json());"],
    ["", "fetch", "const r = await window.fetch(url); res.status(r.status).end();"],
    ["", "fetch", "const r = await self.fetch(url); res.status(r.status).end();"],
    ["", "fetch", "const r = await global.fetch(url); res.status(r.status).end();"],
    ["", "$fetch", "const r = await globalThis.$fetch(url); res.status(r.status).end();"],
    ["", "$fetch", "const r = await $fetch.raw(url); res.status(r.status).json(r._data);"],
    ["", "fetch", "await run(async (fetch) => { const r = await fetch(url); res.status(r.status).end(); });"],
    ['import axios from "axios";', "axios", "const r = await axios.get(url); res.status(r.status).json(r.data);"],
    ['import axios from "axios";', "axios", "const r = await axios(url); res.status(r.status).json(r.data);"],
    ['import * as http from "axios";', "axios", "const r = await http.get(url); res.status(r.status).json(r.data);"],
    ['const axios = require("axios");', "axios", "const r = await axios(url); res.status(r.status).json(r.data);"],
    ['import got from "got";', "got", "const r = await got(url); res.status(r.statusCode).send(r.body);"],
    ['import ky from "ky";', "ky", "const r = await ky.get(url); res.status(r.status).json(await r.json());"],
    [
      'import { ofetch } from "ofetch";',
      "ofetch",
      "const r = await ofetch.raw(url); res.status(r.status).json(r._data);",
    ],
    [
      'import { request } from "undici";',
      "undici",
      "const { statusCode, body } = await request(url); res.status(statusCode).json(await body.json());",
    ],
    [
      'import { fetch as get } from "undici";',
      "undici",
      "const r = await get(url); res.status(r.status).json(await r.json());",
    ],
    [
      'import { Pool } from "undici"; const pool = new Pool(origin);',
      "undici",
      "const r = await pool.request({}); res.status(r.statusCode).end();",
    ],
    [
      'import axios from "axios"; export const rates = axios.create();',
      "axios",
      "const r = await rates.get(url); res.status(r.status).end();",
    ],
    [
      'import rp from "request-promise";',
      "request-promise",
      "const r = await rp(url); res.status(r.statusCode).end();",
    ],
    ['import fetch from "node-fetch";', "node-fetch", "const r = await fetch(url); res.status(r.status).end();"],
    [
      'import https from "node:https";',
      "node:http",
      "https.get(url, (from) => { res.writeHead(from.statusCode, from.headers); from.pipe(res); });",
    ],
    ['const http = require("http");', "node:http", "http.request(url, (from) => res.status(from.statusCode).end());"],
    ['import { get } from "node:http";', "node:http", "get(url, (from) => res.status(from.statusCode).end());"],
    [
      'import axios, { type AxiosInstance } from "axios";',
      "axios",
      "await run(async (http: AxiosInstance) => { const r = await http.get(url); res.status(r.status).end(); });",
    ],
  ])("%s %s in %s", (load, client, body) => {
    expect(placesIn({ "a.ts": `${load}\n${handler(body)}` })).toEqual(found(`\`${client}\``));
  });
});

const AXIOS = 'import axios from "axios";\n';
const FETCHED = "const r = await fetch(url);";

describe("a status is followed through", () => {
  test.each<readonly [what: string, client: string, body: string]>([
    ["destructuring", "axios", "const { status, data } = await axios.get(url); res.status(status).json(data);"],
    ["destructuring of another name", "axios", "const { status: code } = await axios(url); res.status(code).end();"],
    ["a variable", "fetch", `${FETCHED} const code = r.status; res.status(code).end();`],
    ["an assignment", "fetch", "let r; try { r = await fetch(url); } catch { go(); } res.status(r.status).end();"],
    ["a promise", "fetch", "fetch(url).then((r) => res.status(r.status).end());"],
    ["a rejected promise", "axios", "axios(url).catch((error) => res.status(error.response.status).end());"],
    ["a promise, as any field", "fetch", "fetch(url).then((r) => res.status(r.code).end());"],
    ["a rejected promise of `then`", "axios", "axios(url).then(go, (e) => res.status(e.response.status).end());"],
    [
      "a promise of an object",
      "fetch",
      "const { code } = await Promise.resolve({ code: (await fetch(url)).status }); res.status(code).end();",
    ],
    [
      "an object in a list of promises",
      "fetch",
      `${FETCHED} const [{ code }] = await Promise.all([{ code: r.status }]); res.status(code).end();`,
    ],
    ["a list", "fetch", `${FETCHED} const [, code] = [1, r.status]; res.status(code).end();`],
    ["an object", "fetch", `${FETCHED} const both = { code: r.status, seats: 1 }; res.status(both.code).end();`],
    ["a spread object", "fetch", `${FETCHED} const all = { seats: 1, ...r }; res.status(all.status).end();`],
    ["a computed field", "fetch", `${FETCHED} res.status(r[name]).end();`],
    ["the other side of a default", "fetch", `${FETCHED} res.status(own ?? r.status).end();`],
    ["the other branch of a condition", "fetch", `${FETCHED} res.status(own ? 200 : r.status).end();`],
    ["an assignment in an expression", "fetch", `${FETCHED} let code; res.status((code = r.status)).end();`],
    ["an optional call", "fetch", "const r = await globalThis.fetch?.(url); res.status(r.status).end();"],
    [
      "a variable that is also set from itself",
      "fetch",
      "let r = first; r = r.next; r = await fetch(url); res.status(r.status).end();",
    ],
    [
      "a client that a variable gets later",
      "axios",
      "let http = none; http = axios; const r = await http.get(url); res.status(r.status).end();",
    ],
    [
      "a method of a client that ends as one which makes clients",
      "axios",
      "const r = await axios.recreate(url); res.status(r.status).end();",
    ],
    [
      "a method of a client that begins so",
      "axios",
      "const r = await axios.extended(url); res.status(r.status).end();",
    ],
    [
      "a method of a client that ends as a check",
      "axios",
      "const r = await axios.thisOne(url); res.status(r.status).end();",
    ],
    [
      "a method of a client that begins as one without a request",
      "axios",
      "const r = await axios.mergeOptionsOf(url); res.status(r.status).end();",
    ],
    ["a variable of a loop", "fetch", "for (let r = await fetch(url); more; ) { res.status(r.status).end(); }"],
    ["a variable that is set again", "fetch", "let r; r = await fetch(url); r = own; res.status(r.status).end();"],
    ["a copy", "fetch", `${FETCHED} res.status(r.clone().status).end();`],
    [
      "a variable of an earlier case",
      "fetch",
      "switch (a) { case 1: let r; default: r = await fetch(url); res.status(r.status).end(); }",
    ],
    [
      "a variable that a later case sets",
      "fetch",
      "switch (a) { case 1: let r; later(() => res.status(r.status).end()); default: r = await fetch(url); }",
    ],
    ["the rest of a list", "fetch", `${FETCHED} const [, ...codes] = [1, r.status]; res.status(codes[0]).end();`],
    ["the rest of an object", "axios", "const { data, ...rest } = await axios(url); res.status(rest.status).end();"],
    ["a list of promises", "fetch", "const [, r] = await Promise.all([go(), fetch(url)]); res.status(r.status).end();"],
    ["a conversion", "fetch", `${FETCHED} res.status(Number(r.status)).end();`],
    ["a default", "fetch", `${FETCHED} res.status(r.status ?? 500).end();`],
    ["a condition", "fetch", `${FETCHED} res.status(r.ok ? 200 : r.status).end();`],
    [
      "a client that is made by a longer name",
      "axios",
      "const rates = axios.createClient({}); const r = await rates(url); res.status(r.status).end();",
    ],
    [
      "a client that is made",
      "axios",
      "const rates = axios.create({}); const r = await rates(url); res.status(r.status).end();",
    ],
    [
      "the response of an error",
      "axios",
      "try { await axios(url); } catch (error) { res.status(error.response.status).end(); }",
    ],
    ["an error", "axios", "try { await axios(url); } catch (error) { res.status(error.status).end(); }"],
    [
      "an error that may have none",
      "axios",
      "try { await axios(url); } catch (e) { res.status(e.response?.status ?? 500).end(); }",
    ],
  ])("%s", (_what, client, body) => {
    expect(placesIn({ "a.ts": AXIOS + handler(body) })).toEqual(found(`\`${client}\``));
  });

  test.each<readonly [what: string, own: string, body: string, through: string]>([
    [
      "a function that returns the response",
      "const rates = () => fetch(url);",
      "const r = await rates(); res.status(r.status).end();",
      "",
    ],
    [
      "a function that returns its parts",
      "async function rates() { const r = await fetch(url); return { code: r.status, body: await r.json() }; }",
      "const { code, body } = await rates(); res.status(code).json(body);",
      "",
    ],
    [
      "a function that gets the response",
      "function copy(res, r) { res.status(r.status).end(); }",
      "copy(res, await fetch(url));",
      ", through `copy`",
    ],
    [
      "a function that gets the status",
      "const fail = (res, status, message) => res.status(status).json({ message });",
      `${FETCHED} fail(res, r.status, await r.text());`,
      ", through `fail`",
    ],
    [
      "a function that also gets others",
      "function copy(res, r) { res.status(r.status).end(); }",
      "copy(res, await fetch(url)); copy(res, own);",
      ", through `copy`",
    ],
    [
      "a function that gets the status in options",
      "const fail = (res, options) => res.status(options.status).json({});",
      `${FETCHED} fail(res, { status: r.status });`,
      ", through `fail`",
    ],
    [
      "a method",
      "class Rates { async latest() { return await fetch(url); } }",
      "const r = await rates.latest(); res.status(r.status).end();",
      "",
    ],
  ])("%s, of the file and of another", (_what, own, body, through) => {
    expect(placesIn({ "a.ts": `${own}\n${handler(body)}` })).toEqual(found(`\`fetch\`${through}`));
    const names = "rates, copy, fail, Rates".split(", ").filter((name) => new RegExp(`\\b${name}\\b`).test(own));
    const files = {
      "a.ts": `import { ${names.join(", ")} } from "./b.js";\n${handler(body)}`,
      "b.ts": `export ${own}\n`,
    };
    expect(placesIn(files)).toEqual(found(`\`fetch\`${through}`));
  });

  test.each<readonly [what: string, client: string, text: string]>([
    [
      "a client of another file",
      "axios",
      `import { rates } from "./client.js";\n\n${handler("const r = await rates.get(url); res.status(r.status).end();").replace("\n", "")}`,
    ],
    [
      "a field with a client",
      "axios",
      `${AXIOS}class A { rates = axios.create();\nasync a(req, res) { const r = await this.rates.get(url); res.status(r.status).end(); } }`,
    ],
    [
      "a method of one of two classes",
      "fetch",
      `class A { static get() { return fetch(url); } }\nclass B { static get() { return own; } }\n${handler("const r = await A.get(); res.status(r.status).end();").replace("\n", "")}`,
    ],
    [
      "a method whose name begins as a common one",
      "fetch",
      `class A { async getRates() { return fetch(url); } }\n\n${handler("const r = await rates.getRates(); res.status(r.status).end();").replace("\n", "")}`,
    ],
    [
      "a method whose name ends as a common one",
      "fetch",
      `class A { async budget() { return fetch(url); } }\n\n${handler("const r = await rates.budget(); res.status(r.status).end();").replace("\n", "")}`,
    ],
    [
      "a field that another class declares as something else",
      "@nestjs/axios",
      'import { HttpService } from "@nestjs/axios";\nclass B { http: Other; } class A { constructor(private http: HttpService) {}\nasync a(req, res) { const r = await this.http.get(url); res.status(r.status).end(); } }',
    ],
    [
      "a method of the same class",
      "fetch",
      "class A { async get() { return await fetch(url); }\n\nasync a(req, res) { const r = await this.get(); res.status(r.status).end(); } }",
    ],
    [
      "a field that gets a client",
      "axios",
      `${AXIOS}class A { constructor() { this.rates = axios.create(); }\nasync a(req, res) { const r = await this.rates.get(url); res.status(r.status).end(); } }`,
    ],
    [
      "a field that is declared as a client",
      "@nestjs/axios",
      'import { HttpService } from "@nestjs/axios";\nclass A { private other: Other; @Inject() private readonly http: HttpService;\nasync a(req, res) { const r = await this.http.get(url); res.status(r.status).end(); } }',
    ],
    [
      "a service of NestJS",
      "@nestjs/axios",
      'import { HttpService } from "@nestjs/axios";\nclass A { constructor(private readonly http: HttpService) {}\nasync a(req, res) { const r = await firstValueFrom(this.http.get(url)); res.status(r.status).end(); } }',
    ],
  ])("%s", (_what, client, text) => {
    const files = { "a.ts": text, "client.ts": `${AXIOS}export const rates = axios.create();\n` };
    expect(placesIn(files)).toEqual(found(`\`${client}\``));
  });
});

test.each<readonly [what: string, count: number, text: (count: number) => string]>([
  [
    "variables",
    11,
    (count) => {
      const names = Array.from({ length: count }, (_, index) => `const a${index + 1} = a${index};`).join(" ");
      return handler(`const a0 = await fetch(url); ${names} res.status(a${count}.status).end();`);
    },
  ],
  ["expressions", 395, (count) => handler(`${FETCHED} res.status([${"own, ".repeat(count)}r.status]).end();`)],
  [
    "calls of a function",
    19,
    (count) =>
      `function copy(res, all) { res.status(all.from.status).end(); }\n${handler(`${"copy(res, own); ".repeat(count)}copy(res, { from: await fetch(url) });`)}`,
  ],
])("a status is found behind several %s, and a search ends after %i of them", (_what, count, text) => {
  const isCopy = (of: number) => placesIn({ "a.ts": text(of) }).some((place) => place.endsWith("status of `fetch`"));
  expect([isCopy(count), isCopy(count + 1)]).toEqual([true, false]);
});

test("a status is found in the last of many handlers with the same names", () => {
  const last = handler("let r; r = await fetch(url); res.status(r.status).end();");
  expect(placesIn({ "a.ts": `${handler("let r; r = own;").repeat(20)}${last}` })).toEqual([
    "a.ts:62 response – acme_upstream_error status of `fetch`",
  ]);
});

test("a status is found in a handler within a `case` whose value is assigned to the same name", () => {
  const body =
    "switch (a) { case (r = own): go(async () => { let r; r = await fetch(url); res.status(r.status).end(); }); }";
  expect(placesIn({ "a.ts": handler(body) })).toHaveLength(1);
});

test.each<readonly [what: string, body: string]>([
  ["in the branch of a failure", `${FETCHED} if (!r.ok) res.status(r.status).end();`],
  ["beside the branch of a success", `${FETCHED} if (r.ok) return go(r); res.status(r.status).end();`],
  [
    "beside the branch of one status",
    `${FETCHED} if (r.status === 404) { go(r); } else { res.status(r.status).end(); }`,
  ],
  ["before a check", `${FETCHED} res.status(r.status); if (!r.ok) throw failed(r);`],
  ["after a check that goes on", `${FETCHED} if (!r.ok) log(r); res.status(r.status).end();`],
  ["after a check of something else", `${FETCHED} if (!seats) throw failed(r); res.status(r.status).end();`],
  [
    "after a check that only looks for server errors",
    `${FETCHED} if (r.status >= 500) throw failed(r); res.status(r.status).end();`,
  ],
  [
    "after a check in a function around it",
    `${FETCHED} if (!r.ok) throw failed(r); later(async () => { const r = await fetch(url); res.status(r.status).end(); });`,
  ],
])("a status is a copy %s", (_what, body) => {
  expect(placesIn({ "a.ts": `\n${handler(body)}` })).toEqual(found("`fetch`"));
});

describe("a status is found where it is written by", () => {
  test.each<readonly [how: string, text: string, expected?: readonly string[]]>([
    ["Koa", `app.get("/", async (ctx) => {\n${FETCHED} ctx.status = r.status; ctx.body = await r.json(); });`],
    [
      "Fastify",
      `app.get("/", async (request, reply) => {\n${FETCHED} return reply.code(r.status).send(await r.json()); });`,
    ],
    ["Hono", `app.get("/", async (c) => {\n${FETCHED} return c.json(await r.json(), r.status); });`],
    ["h3", `app.get("/", async (event) => {\n${FETCHED} setResponseStatus(event, r.status); return r.json(); });`],
    [
      "a field of h3's event",
      `app.get("/", async (event) => {\n${FETCHED} event.res.status = r.status; return r.json(); });`,
    ],
    ["a Response", `app.get("/", async () => {\n${FETCHED} return new Response(r.body, { status: r.status }); });`],
    ["the init of a Response", `app.get("/", async () => {\n${FETCHED} return new Response(r.body, r); });`],
    [
      "an init that is set later",
      `app.get("/", async () => {\nlet init; ${FETCHED} init = { status: r.status }; return new Response("", init); });`,
    ],
    ["no handler", `const a = 1;\n${FETCHED} res.status(r.status).end();`],
    [
      "an object for a gateway",
      `export async function go() {\n${FETCHED} return { statusCode: r.status, body: await r.text() }; }`,
    ],
    [
      "http-errors",
      `import createError from "http-errors"; async () => {\n${FETCHED} throw createError(r.status, "No rates."); };`,
      found("`fetch`", "exception"),
    ],
    [
      "an exception of NestJS",
      `import { HttpException } from "@nestjs/common"; async () => {\ntry { await fetch(url); } catch (error) { throw new HttpException(error.response.data, error.response.status); } };`,
      found("`fetch`", "exception"),
    ],
    [
      "an own class that a function makes from options",
      `class Failed extends Error {} const failed = (options) => new Failed(options); async () => {\n${FETCHED} throw failed({ statusCode: r.status, message: "No rates." }); };`,
      found("`fetch`, through `failed`", "exception"),
    ],
    [
      "an own class",
      `class Failed extends Error { constructor(readonly status, text) {} } async () => {\n${FETCHED} throw new Failed(r.status, "No rates."); };`,
      found("`fetch`", "exception"),
    ],
    [
      "an error handler with another name for the error",
      "app.use((_err, req, res, next) => {\nres.status(_err.response.status).json({}); });",
      found("an HTTP client"),
    ],
    [
      "a catch around no client",
      "app.use(async (req, res) => {\ntry { await go(); } catch (it) { res.status(it.response.status).end(); } });",
      found("an HTTP client"),
    ],
    [
      "an error handler",
      "app.use((err, req, res, next) => {\nres.status(err.response.status).json(err.response.data); });",
      found("an HTTP client"),
    ],
    [
      "a handler that returns the response",
      `app.get("/", async () => {\nreturn await fetch(url); });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
    [
      "a handler that returns a variable",
      `app.get("/", async () => {\n${FETCHED} return r; });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
    [
      "a handler that returns a copy",
      `app.get("/", async () => {\nreturn (await fetch(url)).clone(); });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
    [
      "a handler that returns the promise with a catch",
      `app.get("/", async () => {\nreturn fetch(url).catch(log); });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
    [
      "a handler that returns the promise with a finally",
      `app.get("/", async () => {\nreturn fetch(url).finally(log); });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
    [
      "the body of Koa, from Node's client",
      `import https from "node:https"; app.use((ctx) => {\nhttps.get(url, (from) => { ctx.body = from; }); });`,
      ["a.ts:3 response – acme_upstream_error whole of `node:http`"],
    ],
    [
      "the body of Koa",
      `app.get("/", async (ctx) => {\nctx.body = await fetch(url); });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
    [
      "Fastify, with the response",
      `app.get("/", async (request, reply) => {\nreturn reply.send(await fetch(url)); });`,
      ["a.ts:3 response – acme_upstream_error whole of `fetch`"],
    ],
  ])("%s", (_how, text, expected = found("`fetch`")) => {
    expect(placesIn({ "a.ts": `\n${text}\n` })).toEqual(expected);
  });
});

test.each<readonly [what: string, body: string, expected: string]>([
  ["that is sent whole", `${FETCHED} res.status(502).json(await r.json());`, "502 acme_upstream_error body of `fetch`"],
  [
    "that is spread",
    `${FETCHED} res.status(502).json({ ...(await r.json()) });`,
    "502 acme_upstream_error body of `fetch`",
  ],
  [
    "whose message is sent",
    `${FETCHED} res.status(409).json({ message: (await r.json()).message });`,
    "409 acme_conflict body of `fetch`",
  ],
  [
    "whose message is sent beside own fields",
    `${FETCHED} res.status(409).json({ ...own, message: (await r.json()).message });`,
    "409 acme_conflict body of `fetch`",
  ],
  ..."error errors err message msg detail details description reason title data body cause"
    .split(" ")
    .map(
      (name) =>
        [
          `that is sent as the field ${name}`,
          `${FETCHED} res.status(409).json({ ${name}: await r.json() });`,
          "409 acme_conflict body of `fetch`",
        ] as const,
    ),
  [
    "that is sent under a name which is only known at run time",
    `${FETCHED} res.status(409).json({ [name]: await r.json() });`,
    "409 acme_conflict",
  ],
  [
    "that is only named in a sentence",
    `${FETCHED} res.status(409).json({ error: \`No \${r.status}.\` });`,
    "409 acme_conflict",
  ],
  [
    "beside an own sentence",
    `${FETCHED} res.status(409).json({ error: "The order is closed.", id: r.headers.get("id") });`,
    "409 acme_order_closed",
  ],
])("the body of another service %s", (_what, body, expected) => {
  expect(placesIn({ "a.ts": `\n${handler(body)}` })).toEqual([`a.ts:3 response ${expected}`]);
});

test.each<readonly [what: string, text: string]>([
  [
    "after a check",
    handler(`${FETCHED} if (!r.ok) throw acme.error("acme_upstream_error"); res.status(r.status).end();`),
  ],
  [
    "after a check with a block",
    handler(`${FETCHED} if (!r.ok) { log(r); return next(failed(r)); } res.status(r.status).end();`),
  ],
  [
    "after a check of the status",
    handler(`${FETCHED} if (r.status >= 400) throw failed(r); res.status(r.status).end();`),
  ],
  [
    "after a check of one status",
    handler(`${FETCHED} if (r.status !== 200) throw failed(r); res.status(r.status).end();`),
  ],
  ["after a check of more", handler(`${FETCHED} if (!r.ok || late) throw failed(r); res.status(r.status).end();`)],
  [
    "in the branch of a success",
    handler(`${FETCHED} if (r.ok && go) { res.status(r.status).end(); } else { next(failed(r)); }`),
  ],
  [
    "in the other branch of a failure",
    handler(`${FETCHED} if (!r.ok) { next(failed(r)); } else { res.status(r.status).end(); }`),
  ],
  ["that is a choice of own ones", handler(`${FETCHED} res.status(r.ok ? 200 : 204).end();`)],
  ["that the code names", handler(`${FETCHED} if (r.status === 404) res.status(r.status).end();`)],
  [
    "that is left after a check",
    handler(`${FETCHED} if (r.status !== 404) throw failed(r); res.status(r.status).end();`),
  ],
  ["of an own object", handler("const r = { status: 201 }; res.status(r.status).end();")],
  ["of what a function of the service finds", handler("const r = await orders.find(id); res.status(r.status).end();")],
  ["of a part that is returned", handler("return (await fetch(url)).body;")],
  ["of a body that is returned", handler("return (await fetch(url)).json();")],
  ["of what a method returns whose name begins as a copy's", handler("return (await fetch(url)).cloned();")],
  ["of what a method returns whose name ends as a copy's", handler("return (await fetch(url)).reclone();")],
  ["of what a function that is called send gets", handler("return send(await fetch(url));")],
  ["of the body of a similar name", "app.use(async (myctx) => { myctx.body = await fetch(url); });"],
  ["of a field whose name begins as the body's", "app.use(async (ctx) => { ctx.bodyOf = await fetch(url); });"],
  ["of the argument of another method", handler("fetch(url).tap((one) => res.status(one.status).end());")],
  ["of the second argument of one", handler("fetch(url).tap(go, (one) => res.status(one.status).end());")],
  [
    "of a constant, but of a variable of its name in a block",
    handler("const r = own; if (a) { let r; r = await fetch(url); } res.status(r.status).end();"),
  ],
  [
    "of a variable, but of another handler's of its name",
    `${handler("let r; r = await fetch(url);")}${handler("let r = own; res.status(r.status).end();")}`,
  ],
  [
    "of a variable that is compared with it",
    handler("let r = own; while (r !== (await fetch(url))) go(); res.status(r.status).end();"),
  ],
  ["of what a function outside of routes returns", "run(async () => { return await fetch(url); });"],
  ["of what a function in a handler returns", handler("const load = async () => { return await fetch(url); };")],
  ["of what a function in a handler is", handler("const load = async () => fetch(url);")],
  ["of a variable with a part that is returned", handler("const { body } = await fetch(url); return body;")],
  ["of a client that is made", AXIOS + handler("const r = axios.create({}); res.status(r.status).end();")],
  ["of an argument", "run((one, two, res) => res.status(one.response.status).end());"],
  ["of the argument of an own `then`", "then(one, (two, res) => res.status(two.response.status).end());"],
  ["of another field of an object", handler(`${FETCHED} const a = { ok: r.ok, code: 201 }; res.status(a.code).end();`)],
  [
    "of a field that an object has not",
    handler(`${FETCHED} const a = { message: r.message }; res.status(a.code).end();`),
  ],
  ["of what a choice of functions returns", handler("const r = await (a ?? b)(url); res.status(r.status).end();")],
  [
    "of a method of what was caught",
    handler("try { go(); } catch (http) { const r = await http.get(url); res.status(r.status).end(); }"),
  ],
  [
    "of a method of a result",
    `function map() { return fetch(url); }\n${handler("const r = await get().map(id); res.status(r.status).end();")}`,
  ],
  [
    "of a function that fetches, and returns its own",
    `async function rates() { await fetch(url); return own; }\n${handler("const r = await rates(); res.status(r.status).end();")}`,
  ],
  [
    "of a method whose name begins as a request's",
    `import http from "node:http";\nhttp.requested(url, (from, res) => res.status(from.status).end());`,
  ],
  [
    "of a method whose name ends as a request's",
    `import http from "node:http";\nhttp.budget(url, (from, res) => res.status(from.status).end());`,
  ],
  [
    "of a client that is set up",
    `import { setGlobalDispatcher } from "undici";\n${handler("const r = setGlobalDispatcher(a); res.status(r.status).end();")}`,
  ],
  ["of another function's answer", handler(`${FETCHED} res.status(allowed(r.status)).end();`)],
  ["of another function's own answer", handler(`${FETCHED} res.status(toNumber(r.status)).end();`)],
  [
    "of a function whose name has that of a global",
    handler("const r = await refetch(url); res.status(r.status).end();"),
  ],
  ["of a function whose name begins with it", handler("const r = await fetchAll(url); res.status(r.status).end();")],
  ["of another function of a global", handler("const r = await window.fetches(url); res.status(r.status).end();")],
  ["of the field of an own object", handler("const r = await a.window.fetch(url); res.status(r.status).end();")],
  [
    "of a server",
    `import http from "node:http";\nhttp.createServer((from, res) => res.status(from.statusCode).end());`,
  ],
  [
    "of another library's get",
    `import http from "my-http";\nhttp.get(url, (from, res) => res.status(from.status).end());`,
  ],
  ["of a proxy", `import http from "http-proxy";\nhttp.get(url, (from, res) => res.status(from.status).end());`],
  [
    "of a library that a client's name begins",
    `import a from "axios-like";\n${handler("const r = await a(url); res.status(r.status).end();")}`,
  ],
  [
    "of a library that a client's name ends",
    `import a from "my-axios";\n${handler("const r = await a(url); res.status(r.status).end();")}`,
  ],
  [
    "of an own method of a request's name",
    `function map() { return fetch(url); }\n${handler("const r = await orders.map(id); res.status(r.status).end();")}`,
  ],
  [
    "of a function in a function",
    `function rates() { later(() => { return fetch(url); }); return own; }\n${handler("const r = await rates(); res.status(r.status).end();")}`,
  ],
  [
    "of a field of another type",
    `import { HttpService } from "@nestjs/axios";\nclass A { other: HttpService; http: Other; async a(req, res) { const r = await this.http.get(url); res.status(r.status).end(); } }`,
  ],
  ["of an own app", 'app.get("/", async (c) => app.fetch(c.req.raw));'],
  [
    "of an own function with the name of a global",
    "function fetch() { return { status: 201 }; }\napp.get('/', async (req, res) => { const r = await fetch(url); res.status(r.status).end(); });",
  ],
  ["of the error of something else", handler("try { await orders.find(id); } catch (error) { log(error.response); }")],
  [
    "of another handler's variable",
    `${handler(FETCHED)}${handler("const r = orders.find(id); res.status(r.status).end();")}`,
  ],
  [
    "of a client that only checks an error",
    `${AXIOS}${handler("const is = axios.isAxiosError(error); res.status(is).end();")}`,
  ],
])("a status %s is no copy", (_what, text) => {
  expect(placesIn({ "a.ts": text })).toEqual([]);
});

test.each<readonly [what: string, text: string]>([
  ["of an error's code", AXIOS + handler("try { await axios(url); } catch (e) { res.status(e.code).end(); }")],
  ["of an error of `then`", AXIOS + handler("axios(url).then(go, (e) => res.status(e.code).end());")],
  ["of an error that no client threw", handler("try { await go(); } catch (e) { res.status(e.status).end(); }")],
  ["that is a whole response", handler("try { await go(); } catch (e) { res.status(e.response).end(); }")],
  ["of an error handler's error", "app.use((err, req, res, next) => res.status(err.status).end());"],
  ["of another part of an error", "app.use((err, req, res, next) => res.status(err.inner.status).end());"],
])("a status %s is only known at run time", (_what, text) => {
  expect(placesIn({ "a.ts": text })).toEqual([expect.stringContaining("known only at run time")]);
});

describe("a status deep in what a function gets", () => {
  const COPY = "export function copy(res, all) { res.status(all.from.status).end(); }";
  const call = (argument: string) => `import { copy } from "./a.js";\n${handler(`copy(${argument});`)}`;

  test.each<readonly [call: string]>([
    ["res, { from: await fetch(url) }"],
    ["res, { seats: 1, from: await fetch(url) }"],
  ])("is copied where a file calls it with %s", (argument) => {
    expect(placesIn({ "a.ts": COPY, "b.ts": call(argument) })).toEqual([
      "a.ts:1 response – acme_upstream_error status of `fetch`",
    ]);
    const files = { "a.ts": COPY, "b.ts": call("res, own"), "c.ts": call(argument), "d.ts": call("res, own") };
    expect(placesIn(files)).toEqual(["a.ts:1 response – acme_upstream_error status of `fetch`"]);
  });

  test.each<readonly [what: string, b: string]>([
    ["with less", call("res")],
    ["that it does not show", handler("copy(res, { from: await fetch(url) });")],
    ["with something else", call("res, { from: own, to: await fetch(url) }")],
    ["of the same name", `function copy(res, all) {}\n${handler("copy(res, { from: await fetch(url) });")}`],
  ])("is not where a file only calls one %s", (_what, b) => {
    expect(placesIn({ "a.ts": COPY, "b.ts": b })).toEqual([]);
  });
});

test.each<readonly [what: string, a: string, b: string]>([
  [
    "has a method of the same name",
    `class A { async latest() { return fetch(url); } }\n${handler("const r = await rates.latest(); res.status(r.status).end();")}`,
    "class B { async latest() {} }",
  ],
  [
    "has a method of the name of a function",
    handler("const r = await latest(); res.status(r.status).end();"),
    "class B { async latest() { return fetch(url); } }",
  ],
  [
    "calls a function of the same name",
    "function copy(res, r) { res.status(r.status).end(); }\n",
    "function copy(res, r) {}\ncopy(res, await fetch(url));\n",
  ],
])("a status is no copy because another file %s", (_what, a, b) => {
  expect(placesIn({ "a.ts": a, "b.ts": b }).filter((place) => place.includes("acme_upstream_error"))).toEqual([]);
});

test.each<readonly [what: string, text: string]>([
  ["variables that refer to each other", handler("let a = b; let b = a; a = b; res.status(a).end();")],
  [
    "functions that call each other",
    `const a = () => b();\nconst b = () => a();\n${handler("res.status(a()).end();")}`,
  ],
  [
    "a function that passes its argument to itself",
    "function a(res, s) { a(res, s); res.status(s).end(); }\na(one, two);\n",
  ],
  [
    "lists of lists",
    handler(
      `${Array.from({ length: 9 }, (_, index) => `const a${index} = [${`a${index + 1},`.repeat(30)}];`).join(" ")} res.status(a0[0]).end();`,
    ),
  ],
  ["a chain of a thousand calls", handler(`res.status(a${".b()".repeat(900)}).end();`)],
])("%s end the search", (_what, text) => {
  expect(placesIn({ "a.ts": text }).filter((place) => place.includes("acme_upstream_error"))).toEqual([]);
});
