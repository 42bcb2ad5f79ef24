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
    ["", "$fetch", "const r = await $fetch.raw(url); res.status(r.status).json(r._data);"],
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
    ['import fetch from "node-fetch";', "node-fetch", "const r = await fetch(url); res.status(r.status).end();"],
    [
      'import https from "node:https";',
      "node:http",
      "https.get(url, (from) => { res.writeHead(from.statusCode, from.headers); from.pipe(res); });",
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
    ["a list of promises", "fetch", "const [, r] = await Promise.all([go(), fetch(url)]); res.status(r.status).end();"],
    ["a conversion", "fetch", `${FETCHED} res.status(Number(r.status)).end();`],
    ["a default", "fetch", `${FETCHED} res.status(r.status ?? 500).end();`],
    ["a condition", "fetch", `${FETCHED} res.status(r.ok ? 200 : r.status).end();`],
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
      "a field that gets a client",
      "axios",
      `${AXIOS}class A { constructor() { this.rates = axios.create(); }\nasync a(req, res) { const r = await this.rates.get(url); res.status(r.status).end(); } }`,
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
      "an own class",
      `class Failed extends Error { constructor(readonly status, text) {} } async () => {\n${FETCHED} throw new Failed(r.status, "No rates."); };`,
      found("`fetch`", "exception"),
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
  ["variables that refer to each other", handler("let a = b; let b = a; a = b; res.status(a).end();")],
  [
    "functions that call each other",
    `const a = () => b();\nconst b = () => a();\n${handler("res.status(a()).end();")}`,
  ],
  [
    "a function that passes its argument to itself",
    "function a(res, s) { a(res, s); res.status(s).end(); }\na(one, two);\n",
  ],
  ["a chain of a thousand calls", handler(`res.status(a${".b()".repeat(900)}).end();`)],
])("%s end the search", (_what, text) => {
  expect(placesIn({ "a.ts": text }).filter((place) => place.includes("copies"))).toEqual([]);
});
