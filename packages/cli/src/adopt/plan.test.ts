import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { projectOf } from "./project.ts";
import type { Adoption } from "./result.ts";

const MANIFEST = `{
  "name": "shop",
  "type": "module",
  "dependencies": {
    "express": "^5.1.0"
  }
}
`;

interface Given {
  readonly manifest?: string;
  readonly vendor?: string;
  readonly reportOnly?: boolean;
}

function adopt(
  files: Readonly<Record<string, string>>,
  { manifest = MANIFEST, reportOnly = false, vendor = "acme" }: Given = {},
): Adoption {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const isTested = sources.some(({ text }) => text.includes("@uhp-errors/testing"));
  return planAdoption(projectOf(sources, manifest, vendor), { range: "^0.1.0", reportOnly, isTested });
}

/** Returns the text of a file after the adoption. */
function after(files: Readonly<Record<string, string>>, file: string, given: Given = {}): string {
  const change = adopt(files, given).changes.find((one) => one.file === file);
  return change?.after ?? files[file] ?? "";
}

/** Returns the files as they are after the adoption. */
function adopted(files: Readonly<Record<string, string>>, given: Given = {}): Readonly<Record<string, string>> {
  const { changes } = adopt(files, given);
  return { ...files, ...Object.fromEntries(changes.map((change) => [change.file, change.after])) };
}

const APP = `import express from "express";

const app = express();
`;

/** Returns what becomes of a handler of Express, without the lines around it. */
function inExpress(handler: string, more: Given = {}): string {
  const text = after({ "src/app.ts": `${APP}\napp.get("/orders/:id", ${handler});\n` }, "src/app.ts", more);
  return text.slice(text.indexOf('app.get("/orders/:id", ') + 'app.get("/orders/:id", '.length, text.lastIndexOf(");"));
}

describe("replaces an error response", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    [
      "that a handler returns",
      '(req, res) => { return res.status(404).json({ error: "There is no such order." }); }',
      '(req, res) => { throw acme.error("acme_no_order"); }',
    ],
    [
      "before a return",
      '(req, res) => {\n  if (req) {\n    res.status(409).send("The order is closed.");\n    return;\n  }\n  res.json({});\n}',
      '(req, res) => {\n  if (req) {\n    throw acme.error("acme_order_closed");\n  }\n  res.json({});\n}',
    ],
    [
      "that is the body of an arrow function",
      '(req, res) => res.status(409).json({ message: "The order is closed." })',
      '(req, res) => { throw acme.error("acme_order_closed"); }',
    ],
    [
      "in an asynchronous handler",
      'async (req, res) => { return res.status(409).json({ message: "The order is closed." }); }',
      'async (req, res) => { throw acme.error("acme_order_closed"); }',
    ],
    [
      "with a sentence that is made at run time",
      `(req, res) => { return res.status(409).json({ error: \`Order \${id} is closed\` }); }`,
      `(req, res) => { throw acme.error("acme_order_closed", { message: \`Order \${id} is closed\` }); }`,
    ],
    [
      "with a sentence that is none without the parts that are made at run time",
      `(req, res) => { return res.status(409).json({ error: \`Only \${n} left of \${name}.\` }); }`,
      `(req, res) => { throw acme.error("acme_conflict", { message: \`Only \${n} left of \${name}.\` }); }`,
    ],
    [
      "with a code of its own",
      '(req, res) => { return res.status(409).json({ error: { code: "ORDER_CLOSED", message: "It is closed." } }); }',
      '(req, res) => { throw acme.error("acme_order_closed"); }',
    ],
    [
      "by a code of the contract",
      '(req, res) => { return res.status(422).json({ error: "The id is invalid" }); }',
      '(req, res) => { throw acme.error("invalid_input", { message: "The id is invalid" }); }',
    ],
    [
      "without a sentence",
      "(req, res) => { return res.sendStatus(403); }",
      '(req, res) => { throw acme.error("acme_forbidden"); }',
    ],
    [
      "in a callback, by next",
      '(req, res, next) => { db.find((error) => { if (error) return res.status(409).json({ error: "The order is closed." }); }); }',
      '(req, res, next) => { db.find((error) => { if (error) return next(acme.error("acme_order_closed")); }); }',
    ],
    [
      "in a try, by next",
      '(req, res, next) => { try { return res.status(409).json({ error: "The order is closed." }); } catch { next(); } }',
      '(req, res, next) => { try { return next(acme.error("acme_order_closed")); } catch { next(); } }',
    ],
    [
      "in a catch, with the error that was caught",
      'async (req, res) => { try { await load(); } catch (e) { return res.status(502).json({ error: "The shop is away." }); } }',
      'async (req, res) => { try { await load(); } catch (e) { throw acme.error("acme_upstream_error", { message: "The shop is away.", cause: e }); } }',
    ],
    [
      "in a catch without a variable",
      'async (req, res) => { try { await load(); } catch { return res.status(409).json({ error: "The order is closed." }); } }',
      'async (req, res) => { try { await load(); } catch { throw acme.error("acme_order_closed"); } }',
    ],
    [
      "in the callback of a promise, with the error that was caught",
      '(req, res, next) => { load().catch((failure) => { res.status(409).json({ error: "The order is closed." }); }); }',
      '(req, res, next) => { load().catch((failure) => { next(acme.error("acme_order_closed", { cause: failure })); }); }',
    ],
    [
      "in a catch whose variable is hidden",
      '(req, res, next) => { try { load(); } catch (e) { each((e) => { res.status(409).json({ error: "The order is closed." }); }); } }',
      '(req, res, next) => { try { load(); } catch (e) { each((e) => { next(acme.error("acme_order_closed")); }); } }',
    ],
    [
      "that is the body of an arrow function, in parentheses",
      '(req, res) => ( (res.status(409).json({ message: "The order is closed." })) )',
      '(req, res) => { throw acme.error("acme_order_closed"); }',
    ],
  ])("%s", (_what, before, expected) => {
    expect(inExpress(before)).toBe(expected);
  });

  test("in an error handler of Express, with the error that it got", () => {
    const block =
      '(err, req, res, next) => { console.log(err); res.status(500).json({ message: "Something broke" }); }';
    expect(after({ "app.ts": `${APP}app.use(${block});\n` }, "app.ts")).toContain(
      'console.log(err); throw acme.error("acme_internal_error", { message: "Something broke", cause: err }); }',
    );
  });

  test.each<readonly [what: string, before: string, after: string]>([
    [
      "before other code on the line",
      "  if (req.x) return res.status(409).json({ error: 'The order is closed.' }); next()",
      "  if (req.x) throw acme.error('acme_order_closed'); next()",
    ],
    [
      "before an else",
      "  if (req.x) return res.status(409).json({ error: 'The order is closed.' }); else next()",
      "  if (req.x) throw acme.error('acme_order_closed'); else next()",
    ],
    [
      "with a semicolon where others have none",
      "  if (req.x) { res.status(409).json({ error: 'The order is closed.' }); return }\n  next()",
      "  if (req.x) { throw acme.error('acme_order_closed') }\n  next()",
    ],
    [
      "at the end of a line",
      "  if (req.x) return res.status(409).json({ error: 'The order is closed.' })\n  next()",
      "  if (req.x) throw acme.error('acme_order_closed')\n  next()",
    ],
  ])("in a file without semicolons, %s", (_what, before, expected) => {
    const around = (body: string) =>
      `import express from 'express'\nconst app = express()\napp.get('/a', (req, res, next) => {\n  const a = 1\n  const b = 2\n${body}\n})\n`;
    const text = after({ "app.js": around(before) }, "app.js");
    expect(text.slice(text.indexOf("  const b"))).toBe(around(expected).slice(around(expected).indexOf("  const b")));
  });

  test("in an asynchronous handler of Express 4 by next, because Express 4 does not catch its rejection", () => {
    const manifest = MANIFEST.replace("^5.1.0", "^4.21.0");
    const handler = 'async (req, res, next) => { return res.status(409).json({ error: "The order is closed." }); }';
    expect(inExpress(handler, { manifest })).toBe(
      'async (req, res, next) => { return next(acme.error("acme_order_closed")); }',
    );
  });
});

describe("leaves an error response, and says why", () => {
  test.each<readonly [what: string, handler: string, reason: string]>([
    [
      "with more fields",
      '(req, res) => { return res.status(409).json({ error: "It is closed.", left: 3 }); }',
      "its body has `left`, which may be for programs",
    ],
    [
      "with one word",
      '(req, res) => { return res.status(409).json({ error: "orderClosed" }); }',
      "its sentence is one word, which may be for programs",
    ],
    [
      "with a word in the place of a status",
      '(req, res) => { return res.status(409).json({ status: "order_closed", error: "It is closed." }); }',
      "its body has `status`, which may be for programs",
    ],
    [
      "with headers",
      '(req, res) => { return res.set("a", "b").status(409).json({ error: "It is closed." }); }',
      "it sets more than the status and the body",
    ],
    [
      "whose sentence is an error's",
      "(req, res) => { return res.status(409).json({ error: error.message }); }",
      "its sentence is only known at run time",
    ],
    [
      "whose sentence is in a list",
      '(req, res) => { return res.status(409).json(["It is closed."]); }',
      "its sentence is in a list, which may have more of them",
    ],
    [
      "whose sentence is in an error",
      '(req, res) => { return res.status(409).json(new Closed(["It is closed."])); }',
      "its sentence is in `new Closed(…)`, which may carry more",
    ],
    [
      "whose sentence is passed to a function",
      '(req, res) => { return res.status(409).json({ error: translated("It is closed.") }); }',
      "its sentence is in what `translated` returns, which may be more",
    ],
    [
      "whose sentence is in a variable",
      '(req, res) => { const closed = "It is closed."; return res.status(409).json({ error: closed }); }',
      "its sentence is in the variable `closed`",
    ],
    [
      "whose sentence quotes an error",
      `(req, res) => { return res.status(409).json({ error: \`Closed: \${err.message}\` }); }`,
      "its sentence may repeat what a library wrote",
    ],
    [
      "whose status is not known",
      '(req, res) => { return res.status(closed ? 409 : 200).json({ error: "It is closed." }); }',
      "its status is only known at run time",
    ],
    [
      "before other statements",
      '(req, res) => { res.status(409).json({ error: "It is closed." }); log(req); }',
      "more statements run after it",
    ],
    [
      "that something follows in the call",
      '(req, res) => { return res.status(409).json({ error: "It is closed." }, count()); }',
      "it passes more than the body",
    ],
    [
      "in a callback without next",
      '(req, res) => { db.find(() => { res.status(409).json({ error: "It is closed." }); }); }',
      "it is in a callback, where nothing would catch a throw",
    ],
    [
      "in a try without next",
      '(req, res) => { try { return res.status(409).json({ error: "It is closed." }); } catch {} }',
      "the `try` around it would catch a throw",
    ],
  ])("%s", (_what, handler, reason) => {
    const files = { "src/app.ts": `${APP}app.get("/orders/:id", ${handler});\n` };
    expect(inExpress(handler)).toBe(handler);
    expect(adopt(files).steps.filter(({ file }) => file === "src/app.ts")).toEqual([
      { file: "src/app.ts", line: 4, says: expect.stringContaining(`Not done, because ${reason}.`) },
    ]);
  });
});

describe("leaves an error response of a function that", () => {
  const deny = 'return response.status(403).json({ error: "The door is shut." });';
  test.each<readonly [what: string, source: string, reason: string]>([
    [
      "a listener calls",
      `function deny(req, response) { ${deny} }\napp.get("/a", (req, response) => { req.on("end", () => { deny(0, response); }); });`,
      "`deny` is also called as a function",
    ],
    [
      "another function calls by `call`",
      `class A { deny(req, response) { ${deny} } all(req, response) { setTimeout(() => this.deny.call(this, req, response)); } }`,
      "`deny` is also called as a function",
    ],
    [
      "gets the response of another service",
      `app.get("/a", (req) => { fetch("/b").then((res) => { if (!res.ok) return res.status(403).json({ error: "The door is shut." }); }); });`,
      "it is not in a handler that gets the response itself",
    ],
    [
      "is an option of a library",
      `app.use(jwt({ onExpired: (req, response) => { ${deny} } }));`,
      "`jwt` may not catch a throw",
    ],
    [
      "is a method among the options of a library",
      `app.use(jwt({ onExpired(req, response) { ${deny} } }));`,
      "`jwt` may not catch a throw",
    ],
    ["listens to a server", `server.on("request", (req, response) => { ${deny} });`, "`on` would not catch a throw"],
    [
      "a cloud function runs",
      `export const shut = functions.https.onRequest((req, response) => { ${deny} });`,
      "`onRequest` would not catch a throw",
    ],
  ])("%s", (_what, source, reason) => {
    const { steps } = adopt({ "app.ts": `${APP}${source}\n` });
    expect(steps).toContainEqual({ file: "app.ts", line: 4, says: expect.stringContaining(`because ${reason}.`) });
  });

  test.each<readonly [what: string, files: Readonly<Record<string, string>>, reason: string]>([
    [
      "middleware of Koa calls",
      {
        "app.js":
          'import Koa from "koa";\nconst app = new Koa();\nfunction deny(ctx) { ctx.status = 403; ctx.body = "The door is shut."; }\napp.use(async (ctx) => { deny(ctx); await audit(); });\n',
      },
      "`deny` is also called as a function",
    ],
    [
      "sets another body",
      {
        "app.js":
          'import Koa from "koa";\nconst app = new Koa();\n\napp.use(async (ctx) => { ctx.body = rows; if (rows.isOld) { ctx.status = 410; } });\n',
      },
      "its body is set elsewhere",
    ],
    [
      "says why, of Koa",
      {
        "app.js":
          'import Koa from "koa";\nconst app = new Koa();\n\napp.use(async (ctx) => { ctx.status = 410; /* for good */ ctx.body = "The door is gone."; });\n',
      },
      "a comment is in it",
    ],
    [
      "a handler of Hono calls",
      {
        "app.js":
          'import { Hono } from "hono";\nconst app = new Hono();\nfunction deny(c) { return c.json({ error: "The door is shut." }, 403); }\napp.get("/", (c) => { const shut = deny(c); shut.headers.set("a", "b"); return shut; });\n',
      },
      "`deny` is also called as a function",
    ],
  ])("%s", (_what, files, reason) => {
    const { steps } = adopt(files);
    expect(steps).toContainEqual(
      expect.objectContaining({ file: "app.js", says: expect.stringContaining(`because ${reason}.`) }),
    );
    expect(after(files, "app.js")).not.toContain("throw");
  });

  test("a wrapper of the service runs without catching its rejection, on Express 4", () => {
    const manifest = MANIFEST.replace("^5.1.0", "^4.21.0");
    const handler = `async (req, response) => { ${deny} }`;
    const wrapped = (wrapper: string) => `${APP}${wrapper}\napp.get("/a", wrap(${handler}));\n`;
    const without = "const wrap = (fn) => (req, res, next) => fn(req, res, next);";
    expect(after({ "app.js": wrapped(without) }, "app.js", { manifest })).toContain(handler);
    const catching = "const wrap = (fn) => (req, res, next) => fn(req, res, next).catch(next);";
    expect(after({ "app.js": wrapped(catching) }, "app.js", { manifest })).toContain(
      'throw acme.error("acme_door_shut")',
    );
    const imported = 'import { wrap } from "./wrap.js";';
    const files = { "app.js": wrapped(imported), "wrap.js": `export ${without}\n` };
    expect(after(files, "app.js", { manifest })).toContain(handler);
  });

  test("rejects, where it is not known which Express runs", () => {
    const handler = `async (req, response) => { ${deny} }`;
    for (const range of ["*", "latest", "workspace:*"]) {
      expect(inExpress(handler, { manifest: MANIFEST.replace("^5.1.0", range) })).toBe(handler);
    }
  });
});

describe("replaces an exception", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    [
      "of http-errors, and its import",
      'import createError from "http-errors";\nimport { b } from "./b.js";\n\nthrow createError(409, "The order is closed.");\n',
      'import { b } from "./b.js";\nimport { acme } from "./error-contract.js";\n\nthrow acme.error("acme_order_closed");\n',
    ],
    [
      "of NestJS, and leaves other imports",
      'import { ConflictException, Injectable } from "@nestjs/common";\n\n@Injectable()\nclass A { b() { throw new ConflictException("The order is closed."); } }\n',
      'import { Injectable } from "@nestjs/common";\nimport { acme } from "./error-contract.js";\n\n@Injectable()\nclass A { b() { throw acme.error("acme_order_closed"); } }\n',
    ],
    [
      "that is passed to next",
      'import createError from "http-errors";\n\nexport const a = (req, res, next) => next(createError(409, "The order is closed."));\n',
      '\nimport { acme } from "./error-contract.js";\n\nexport const a = (req, res, next) => next(acme.error("acme_order_closed"));\n',
    ],
  ])("%s", (_what, before, expected) => {
    expect(after({ "app.ts": APP, "orders.ts": before }, "orders.ts").trimStart()).toBe(expected.trimStart());
  });

  test("of Koa's context, also as an assertion", () => {
    const files = {
      "app.ts": 'import Koa from "koa";\nconst app = new Koa();\n',
      "orders.ts":
        'export const a = (ctx) => {\n  ctx.assert(ctx.x, 409, "The order is closed.");\n  ctx.assert(a === 1, 404);\n  ctx.throw(409, "The order is closed.");\n};\n',
    };
    expect(after(files, "orders.ts")).toBe(
      'import { acme } from "./error-contract.js";\nexport const a = (ctx) => {\n  if (!ctx.x) throw acme.error("acme_order_closed");\n  if (!(a === 1)) throw acme.error("acme_not_found");\n  throw acme.error("acme_order_closed");\n};\n',
    );
  });

  test.each<readonly [what: string, source: string, reason: string]>([
    [
      "in a try",
      'try { throw createError(409, "The order is closed."); } catch {}',
      "the `try` around it would catch it",
    ],
    [
      "whose family the service asks for",
      'throw createError(409, "The order is closed.");\nif (createError.isHttpError(x)) y();',
      "the service asks for `isHttpError`",
    ],
    [
      "whose status is only known at run time",
      'export const f = () => { throw createError({ status: cause.status || 409, message: "The order is closed." }); };',
      "an error by hand: choose its code, and throw that instead. Not done, because its status is only known at run time.",
    ],
    ["that is kept", 'const closed = createError(409, "The order is closed.");', "it is not thrown where it is made"],
    [
      "with more than a sentence",
      'throw createError(409, "The order is closed.", { left: 3 });',
      "it carries more than a sentence",
    ],
  ])("but not one %s", (_what, source, reason) => {
    const text = `import createError from "http-errors";\n${source}\n`;
    const { changes, steps } = adopt({ "app.ts": APP, "orders.ts": text });
    expect(changes.map(({ file }) => file)).not.toContain("orders.ts");
    expect(steps).toContainEqual({ file: "orders.ts", line: 2, says: expect.stringContaining(reason) });
  });
});

describe("installs the contract", () => {
  test.each<readonly [framework: string, before: string, after: string]>([
    [
      "on Express",
      'import express from "express";\n\nexport const app = express();\napp.get("/");\n',
      'import express from "express";\nimport { install } from "@uhp-errors/express";\nimport { contract } from "./error-contract.js";\n\nexport const app = express();\ninstall(app, contract);\napp.get("/");\n',
    ],
    [
      "on a field of a class",
      'import express from "express";\nclass Server {\n    constructor() {\n        this.app = express();\n    }\n}\n',
      'import express from "express";\nimport { install } from "@uhp-errors/express";\nimport { contract } from "./error-contract.js";\nclass Server {\n    constructor() {\n        this.app = express();\n        install(this.app, contract);\n    }\n}\n',
    ],
    [
      "on Fastify",
      'import Fastify from "fastify";\nconst app = Fastify({ logger: true });\n',
      'import Fastify from "fastify";\nimport { uhp, uhpServerOptions } from "@uhp-errors/fastify";\nimport { contract } from "./error-contract.js";\nconst app = Fastify({ logger: true, ...uhpServerOptions(contract) });\nawait app.register(uhp, { contract });\n',
    ],
    [
      "on Fastify without options",
      'import Fastify from "fastify";\nconst app = Fastify();\n',
      'import Fastify from "fastify";\nimport { uhp, uhpServerOptions } from "@uhp-errors/fastify";\nimport { contract } from "./error-contract.js";\nconst app = Fastify(uhpServerOptions(contract));\nawait app.register(uhp, { contract });\n',
    ],
    [
      "on Hono",
      'import { Hono } from "hono";\nconst app = new Hono();\n',
      'import { Hono } from "hono";\nimport { install } from "@uhp-errors/hono";\nimport { contract } from "./error-contract.js";\nconst app = new Hono();\ninstall(app, contract);\n',
    ],
    [
      "on h3",
      'import { H3 } from "h3";\nconst app = new H3();\n',
      'import { H3 } from "h3";\nimport { install } from "@uhp-errors/h3";\nimport { contract } from "./error-contract.js";\nconst app = new H3();\ninstall(app, contract);\n',
    ],
    [
      "around a fetch handler",
      "const handler = () => new Response();\nexport default { fetch: handler };\n",
      'import { uhp } from "@uhp-errors/web";\nimport { contract } from "./error-contract.js";\nconst handler = () => new Response();\nexport default { fetch: uhp(contract, handler) };\n',
    ],
    [
      "around a fetch method",
      "export default {\n  async fetch(request: Request): Promise<Response> {\n    return new Response();\n  },\n};\n",
      'import { uhp } from "@uhp-errors/web";\nimport { contract } from "./error-contract.js";\nexport default {\n  fetch: uhp(contract, async (request: Request): Promise<Response> => {\n    return new Response();\n  }),\n};\n',
    ],
    [
      "on what require gives at once",
      "const server = require('fastify')(config)\n",
      "const { uhp, uhpServerOptions } = require('@uhp-errors/fastify')\nconst { contract } = require('./error-contract.js')\nconst server = require('fastify')({ ...config, ...uhpServerOptions(contract) })\nserver.register(uhp, { contract })\n",
    ],
    [
      "in the root module of NestJS",
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n\n@Module({ imports: [A] })\nclass Root {}\nconst app = await NestFactory.create(Root);\n',
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\nimport { UhpModule } from "@uhp-errors/nestjs";\nimport { contract } from "./error-contract.js";\n\n@Module({ imports: [UhpModule.forRoot({ contract }), A] })\nclass Root {}\nconst app = await NestFactory.create(Root);\n',
    ],
    [
      "by require, in quotes and lines like the file's",
      "'use strict'\r\n\r\nconst express = require('express')\r\n\r\nconst app = express()\r\n",
      "'use strict'\r\n\r\nconst express = require('express')\r\nconst { install } = require('@uhp-errors/express')\r\nconst { contract } = require('./error-contract.js')\r\n\r\nconst app = express()\r\ninstall(app, contract)\r\n",
    ],
  ])("%s", (_framework, before, expected) => {
    expect(after({ "server.js": before }, "server.js")).toBe(expected);
  });

  test("on the app that listens, and not on its parts", () => {
    const part = 'import express from "express";\nexport const part = express();\n';
    const main = `${APP}app.listen(3000);\n`;
    const { changes } = adopt({ "main.ts": main, "part.ts": part });
    expect(changes.map(({ file }) => file)).toEqual(["error-contract.ts", "main.ts", "package.json"]);
  });

  test.each<readonly [how: string, main: string]>([
    ["is exported to a runtime", 'app.route("/", part);\nexport default app;\n'],
    ["is an option of a runtime", 'app.route("/", part);\nexport default { fetch: app.fetch };\n'],
    ["mounts the others", 'app.route("/", part);\nexport { app };\n'],
  ])("on the app that %s, and not on its parts", (_how, rest) => {
    const part = 'import { Hono } from "hono";\nexport const part = new Hono();\n';
    const main = `import { Hono } from "hono";\nimport { part } from "./part.js";\nconst app = new Hono();\n${rest}`;
    const { changes } = adopt({ "main.ts": main, "part.ts": part });
    expect(changes.map(({ file }) => file)).toEqual(["error-contract.ts", "main.ts", "package.json"]);
  });

  test("in the function that returns the app", () => {
    const make = 'import Koa from "koa";\n\nexport function makeApp() {\n  return new Koa({ proxy: true });\n}\n';
    expect(after({ "make.ts": make }, "make.ts")).toContain(
      "{\n  const app = new Koa({ proxy: true });\n  install(app, contract);\n  return app;\n}\n",
    );
  });

  test.each<readonly [before: string, after: string]>([
    ["  return (new Koa());", "  const app = (new Koa());\n  install(app, contract);\n  return app;"],
    ["  return new Koa(); // New.", "  const app = new Koa(); // New.\n  install(app, contract);\n  return app;"],
  ])("in the function that returns the app: %s", (before, expected) => {
    const make = (body: string) => `import Koa from "koa";\n\nexport function makeApp() {\n${body}\n}\n`;
    expect(after({ "make.ts": make(before) }, "make.ts")).toContain(`makeApp() {\n${expected}\n}\n`);
  });

  test("on no function that Hono's factory gets from the function around it alone", () => {
    const make =
      'import { createFactory } from "hono/factory";\nexport function makeApp(initApp) {\n  makeApp(initApp);\n  const app = createFactory({ initApp }).createApp();\n  return app;\n}\n';
    expect(after({ "make.ts": make }, "make.ts")).toContain("createApp();\n  install(app, contract);\n  return app;");
  });

  test("first in the function that Hono's factory calls", () => {
    const files = {
      "config.ts": "export const config = (app: Hono) => {\n  app.use(logger());\n};\n",
      "main.ts":
        'import { config } from "./config.js";\nimport { makeApp } from "./make.js";\nexport default makeApp(config);\n',
      "make.ts":
        'import { createFactory } from "hono/factory";\nexport function makeApp(initApp) {\n  return createFactory({ initApp }).createApp();\n}\n',
    };
    expect(after(files, "config.ts")).toContain(
      "export const config = (app: Hono) => {\n  install(app, contract);\n  app.use(logger());\n};\n",
    );
    expect(after(files, "make.ts")).toBe(files["make.ts"]);
  });

  test("on the service's app, and not on that of a script", () => {
    const app = `${APP}app.listen(3000);\n`;
    const { changes } = adopt({ "src/app.ts": app, "scripts/serve.ts": app });
    expect(changes.map(({ file }) => file)).toEqual(["package.json", "src/app.ts", "src/error-contract.ts"]);
  });

  test("on Hono with OpenAPI", () => {
    const app = 'import { OpenAPIHono } from "@hono/zod-openapi";\nconst app = new OpenAPIHono();\n';
    expect(after({ "app.ts": app }, "app.ts")).toContain("const app = new OpenAPIHono();\ninstall(app, contract);\n");
  });

  test.each<readonly [how: string, module: string, rest: string]>([
    ["is served", "./make.js", "export default app;\n"],
    ["mounts the others", "./make.js", "export { app };\n"],
    ["has its maker by an alias", "@/make", "export default { fetch: app.fetch };\n"],
  ])("on the app that %s, and not in the function that makes its parts too", (_how, module, rest) => {
    const files = {
      "src/make.ts":
        'import { Hono } from "hono";\nexport function makeApp() {\n  return new Hono({ strict: false });\n}\n',
      "src/part.ts": 'import { makeApp } from "./make.js";\nconst part = makeApp();\nexport default part;\n',
      "src/main.ts": `import { makeApp } from "${module}";\nimport part from "./part.js";\nconst app = makeApp();\napp.route("/", part);\n${rest}`,
    };
    expect(adopt(files).changes.map(({ file }) => file)).toEqual([
      "package.json",
      "src/error-contract.ts",
      "src/main.ts",
    ]);
    expect(after(files, "src/main.ts")).toContain("const app = makeApp();\ninstall(app, contract);\n");
  });

  test.each<readonly [range: string, isOld: boolean]>([
    ["5.3.3", true],
    ["~4.9.5", true],
    ["^5.4.0", false],
    ["^5", false],
    ["6.0.3", false],
    ["latest", false],
  ])("and says whether TypeScript %s is too old for it", (range, isOld) => {
    const manifest = MANIFEST.replace("^5.1.0", `^5.1.0", "typescript": "${range}`);
    const says = "Update typescript to version 5.4 or later first. @uhp-errors/core needs it.";
    expect(adopt({ "app.ts": APP }, { manifest }).steps.some((step) => step.says === says)).toBe(isOld);
  });

  test.each<readonly [how: string, app: string, loads: string]>([
    ["by name", `${APP}export { app };\n`, 'import { app } from "../src/app.js";'],
    ["by default", `${APP}export default app;\n`, 'import app from "../src/app.js";'],
    [
      "as the whole module",
      'const express = require("express");\nconst app = express();\nmodule.exports = app;\n',
      'const app = require("../src/app.js");',
    ],
  ])("with a test of the app that its file exports %s", (_how, app, loads) => {
    const manifest = MANIFEST.replace("^5.1.0", '^5.1.0", "vitest": "^4.0.0');
    const { changes } = adopt({ "src/app.ts": app }, { manifest });
    expect(changes.find(({ file }) => file === "test/error-contract.test.ts")?.after).toContain(`\n${loads}\n`);
  });

  test("and says so if the framework is too old for it", () => {
    const old = MANIFEST.replace('"express": "^5.1.0"', '"@nestjs/core": "^10.4.1"');
    const nest =
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Module({ imports: [] })\nclass Root {}\nconst app = await NestFactory.create(Root);\n';
    expect(adopt({ "main.ts": nest }, { manifest: old }).steps).toContainEqual({
      file: "package.json",
      line: 1,
      says: "Update @nestjs/core to version 11 or later first. @uhp-errors/nestjs needs it.",
    });
  });

  test("on the Nest app that listens, and not on others", () => {
    const app = (name: string, rest: string) =>
      `import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Module({ imports: [] })\nclass ${name} {}\nconst app = await NestFactory.create(${name});\n${rest}`;
    const files = { "main.ts": app("Root", "await app.listen(3000);\n"), "seed.ts": app("Seed", "") };
    expect(adopt(files).changes.map(({ file }) => file)).toEqual(["error-contract.ts", "main.ts", "package.json"]);
  });

  test("and says so if there is no app", () => {
    const { changes, steps } = adopt({ "a.ts": "export const a = 1;\n" });
    expect(changes).toEqual([]);
    expect(steps).toEqual([{ file: "package.json", line: 1, says: expect.stringContaining("No app was found") }]);
  });
});

test("does not replace exceptions of NestJS where the service asks for their base class", () => {
  const text =
    'import { Module, NotFoundException, HttpException } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Module({ imports: [] })\nclass Root { a() { throw new NotFoundException("There is no cat."); } b(e) { return e instanceof HttpException; } }\nconst app = await NestFactory.create(Root);\n';
  const { steps } = adopt({ "main.ts": text });
  expect(steps).toContainEqual(
    expect.objectContaining({ says: expect.stringContaining("the service asks for `HttpException`") }),
  );
});

test("writes semicolons in a file that has them only inside of lines", () => {
  const text =
    'export class Seats {\n  one(req, res) { return res.status(409).json({ error: "The seat is taken." }); }\n  two() { a(); }\n}\n';
  expect(after({ "app.js": APP, "seats.js": text }, "seats.js")).toContain('{ throw acme.error("acme_seat_taken"); }');
});

describe("takes names that are free", () => {
  const SEAT = 'app.get("/seats", (req, res) => { return res.status(409).json({ error: "The seat is taken." }); });\n';

  test("in a file that has other things of the same names", () => {
    const files = {
      "app.ts": `import express from "express";\nimport { contract } from "./contract.js";\nimport { install } from "./setup.js";\n\nconst app = express();\ninstall(app, contract);\n${SEAT}`,
    };
    expect(after(files, "app.ts")).toContain(
      'import { install as installContract } from "@uhp-errors/express";\nimport { acme, errorContract } from "./error-contract.js";\n\nconst app = express();\ninstallContract(app, errorContract);\n',
    );
    expect(after(files, "error-contract.ts")).toContain("export const errorContract = createContract(acme);");
    const { "package.json": manifest = "", ...rest } = adopted(files);
    expect(adopt(rest, { manifest }).changes).toEqual([]);
  });

  test("by require", () => {
    const text = `const express = require("express");\nconst { install } = require("./setup");\n\nconst app = express();\ninstall(app);\n`;
    expect(after({ "app.js": text }, "app.js", { manifest: MANIFEST.replace('  "type": "module",\n', "") })).toContain(
      'const { install: installContract } = require("@uhp-errors/express");\nconst { contract } = require("./error-contract");\n\nconst app = express();\ninstallContract(app, contract);\n',
    );
  });

  test("but a method of the same name takes none", () => {
    expect(after({ "app.ts": `${APP}npm.install({ install: 1 });\n` }, "app.ts")).toContain(
      "\ninstall(app, contract);",
    );
  });

  test.each(["class", "new", "await", "contract", "adoption", "install", "module"])(
    "for a catalog whose prefix is %s",
    (vendor) => {
      const short = `${vendor}Errors`;
      const files = { "app.ts": APP + SEAT };
      const changes = adopt(files, { vendor }).changes;
      expect(changes.find(({ file }) => file === "app.ts")?.after).toContain(
        `throw ${short}.error("${vendor}_seat_taken");`,
      );
      const contract = changes.find(({ file }) => file === "error-contract.ts")?.after ?? "";
      expect(contract).toContain(`export const ${short} = defineCatalog({\n  vendor: "${vendor}",\n`);
      expect(contract).toContain(`export const contract = createContract(${short});`);
    },
  );
});

describe("keeps the lines beside its own", () => {
  test("with the comments at their ends", () => {
    const text =
      "import express from 'express'; // the framework\nconst app = express(); /* the app */\napp.get('/a');\n";
    expect(after({ "app.js": text }, "app.js")).toBe(
      "import express from 'express'; // the framework\nimport { install } from '@uhp-errors/express';\nimport { contract } from './error-contract.js';\nconst app = express(); /* the app */\ninstall(app, contract);\napp.get('/a');\n",
    );
  });

  test("with the comments after the last element of a list", () => {
    const text = (options: string) =>
      `import Fastify from "fastify";\nconst app = Fastify({\n  logger: true${options}\n});\n`;
    const options = (given: string) => {
      const now = after({ "app.js": text(given) }, "app.js");
      return now.slice(now.indexOf("  logger: true") + "  logger: true".length, now.indexOf("\n});"));
    };
    expect(options(", // to a file\n  // more")).toBe(", // to a file\n  ...uhpServerOptions(contract),\n  // more");
    expect(options(" // to a file")).toBe(", // to a file\n  ...uhpServerOptions(contract)");
    expect(options(",")).toBe(",\n  ...uhpServerOptions(contract),");
    expect(options("")).toBe(",\n  ...uhpServerOptions(contract)");
  });

  test.each<readonly [what: string, before: string, expected: string]>([
    [
      "imports",
      'import { contract } from "./error-contract.js";',
      'import { acme, contract } from "./error-contract.js";',
    ],
    [
      "imports in several lines",
      'import {\n  b,\n  contract,\n} from "./error-contract.js";',
      'import {\n  acme,\n  b,\n  contract,\n} from "./error-contract.js";',
    ],
    [
      "imports of types",
      'import type { Acme } from "./error-contract.js";\nimport { aardvark } from "./error-contract.js";',
      'import type { Acme } from "./error-contract.js";\nimport { aardvark, acme } from "./error-contract.js";',
    ],
    [
      "requires",
      'const { contract } = require("./error-contract.js");',
      'const { acme, contract } = require("./error-contract.js");',
    ],
  ])("of which %s get one name more", (_what, before, expected) => {
    const own =
      'import { createContract, defineCatalog } from "@uhp-errors/core";\nexport const acme = defineCatalog({ vendor: "acme" });\nexport const contract = createContract(acme);\n';
    const rest = 'export const a = (req, res) => { return res.status(409).json({ error: "The seat is taken." }); };\n';
    const files = { "app.js": APP, "error-contract.js": own, "seats.js": `${before}\n${rest}` };
    expect(after(files, "seats.js")).toBe(
      `${expected}\n${rest.replace(/return res.*?; \};/, 'throw acme.error("acme_seat_taken"); };')}`,
    );
  });

  test.each<readonly [what: string, head: string]>([
    ["a license", "/* Copyright Acme. */\n\n"],
    ["what a compiler or a linter reads", "// @ts-nocheck\n/* eslint-disable */\n"],
    ["a first line for a shell", "#!/usr/bin/env node\n// @ts-check\n"],
    ["a directive", "// For a browser.\n'use strict';\n"],
  ])("and stays below %s", (_what, head) => {
    const rest =
      "/** The seats. */\nmodule.exports = (app) => app.get('/a', (req, res) => { return res.sendStatus(403); });\n";
    const files = {
      "app.cjs": "const express = require('express');\nconst app = express();\n",
      "seats.cjs": head + rest,
    };
    expect(after(files, "seats.cjs")).toBe(
      `${head}const { acme } = require('./error-contract.cjs');\n${rest.replace("return res.sendStatus(403)", "throw acme.error('acme_forbidden')")}`,
    );
  });
});

describe("writes the contract", () => {
  const SERVICE = {
    "src/app-error.ts":
      "export class AppError extends Error {\n  constructor(message: string, readonly statusCode: number) {\n    super(message);\n  }\n}\n",
    "src/app.ts": `${APP}app.get("/seats", (req, res) => { return res.status(409).json({ error: "The seat is taken." }); });\n`,
  };

  test("with the codes, the classes and the paths to leave out", () => {
    const yoga = 'import { createYoga } from "graphql-yoga";\nconst yoga = createYoga();\napp.use("/graphql", yoga);\n';
    expect(after({ ...SERVICE, "src/app.ts": SERVICE["src/app.ts"] + yoga }, "src/error-contract.ts")).toBe(
      `import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";
import { AppError } from "./app-error.js";

/** The error codes of this service. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_seat_taken: { status: 409, message: "The seat is taken." },
  },
});

export const contract = createContract(acme, {
  recognize: [recognizeClass(AppError)],
  appliesTo: ({ path }) => !/^\\/graphql(?:[/?]|$)/.test(path),
});
`,
    );
  });

  test("that only reports, without a replacement", () => {
    const files = adopted(SERVICE, { reportOnly: true });
    expect(files["src/error-contract.ts"]).toContain(
      "createContract(acme, {\n  reportOnly: true,\n  onError: adoption.add,\n",
    );
    expect(files["src/app.ts"]).toContain("install(app, contract);");
    expect(files["src/app.ts"]).toContain("return res.status(409)");
  });

  test("in force, after it has only reported", () => {
    const files = adopted(adopted(SERVICE, { reportOnly: true }), {
      manifest: adopted(SERVICE, { reportOnly: true })["package.json"] ?? "",
    });
    expect(files["src/error-contract.ts"]).not.toContain("reportOnly");
    expect(files["src/error-contract.ts"]).toContain("acme_seat_taken: { status: 409");
    expect(files["src/app.ts"]).toContain('throw acme.error("acme_seat_taken");');
    expect(files["src/app.ts"]?.match(/install\(/g)).toHaveLength(1);
  });

  const COMMONJS = {
    "app.js": `const express = require("express");\nconst app = express();\napp.get("/a", (req, res) => { return res.sendStatus(403); });\n`,
  };
  const LATER = {
    "src/later.ts":
      "export class LaterError extends Error {\n  constructor(readonly status: number) {\n    super();\n  }\n}\n",
  };

  /** Returns a service at report only, the one that it becomes, and what is left of it. */
  function enforced(
    service: Readonly<Record<string, string>>,
    change: (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>> = (files) => files,
  ) {
    const { "package.json": manifest = "", ...reporting } = adopted(service, { reportOnly: true });
    const files = change(reporting);
    return { files: adopted(files, { manifest }), ...adopt(files, { manifest }) };
  }

  test.each<readonly [what: string, service: Readonly<Record<string, string>>]>([
    ["with an option more", SERVICE],
    ["without one", { "src/app.ts": SERVICE["src/app.ts"] }],
    ["in CommonJS", COMMONJS],
  ])("in force, as if it had never only reported: %s", (_what, service) => {
    const { files, steps } = enforced(service);
    const { "package.json": _manifest, ...direct } = adopted(service);
    expect(files).toEqual(direct);
    expect(JSON.stringify(steps)).not.toContain("adoption");
  });

  test("in force, with a class that came later", () => {
    const { files } = enforced({ "src/app.ts": SERVICE["src/app.ts"] }, (given) => ({ ...given, ...LATER }));
    expect(files["src/error-contract.ts"]).toContain(
      "export const contract = createContract(acme, {\n  recognize: [recognizeClass(LaterError)],\n});\n",
    );
  });

  test.each<readonly [what: string, before: string, after: string]>([
    ["on one line", "{ reportOnly: true, onError: adoption.add }", ""],
    ["without a mode", "{ onError: adoption.add }", ""],
    ["as the last options", "{\n  onlyIf: 1,\n  reportOnly: true,\n  onError: adoption.add,\n}", "{\n  onlyIf: 1,\n}"],
    ["as the last options of one line", "{ onlyIf: 1, reportOnly: true, onError: adoption.add }", "{ onlyIf: 1 }"],
    [
      "after a comment",
      "{\n  onlyIf: 1, // why\n  reportOnly: true,\n  onError: adoption.add,\n}",
      "{\n  onlyIf: 1, // why\n}",
    ],
    ["apart", "{ reportOnly: true, onlyIf: 1, onError: adoption.add }", "{ onlyIf: 1 }"],
    ["beside another hook", "{ reportOnly: true, onError: print }", ""],
  ])("in force, with its options %s", (_what, before, expected) => {
    const { files } = enforced({ "src/app.ts": SERVICE["src/app.ts"] }, (given) => ({
      ...given,
      "src/error-contract.ts": (given["src/error-contract.ts"] ?? "").replace(
        "{\n  reportOnly: true,\n  onError: adoption.add,\n}",
        before,
      ),
    }));
    const options = expected === "" && before.includes("print") ? "{ onError: print }" : expected;
    expect(files["src/error-contract.ts"]).toContain(
      `export const contract = createContract(acme${options === "" ? "" : `, ${options}`});\n`,
    );
  });

  test.each<
    readonly [where: string, change: (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>]
  >([
    [
      "in its file",
      (files) => ({
        ...files,
        "src/error-contract.ts": `${files["src/error-contract.ts"]}\nconsole.log(adoption.text());\n`,
      }),
    ],
    [
      "in another file",
      (files) => ({
        ...files,
        "src/a.ts": 'import { adoption } from "./error-contract.js";\nconsole.log(adoption.text());\n',
      }),
    ],
  ])("in force, with what prints the report %s first in the list", (_where, change) => {
    const { files, steps } = enforced(SERVICE, change);
    expect(files["src/error-contract.ts"]).not.toContain("adoption.add");
    expect(files["src/error-contract.ts"]).toContain("export const adoption = adoptionReport();");
    expect(steps[0]).toEqual({
      file: "src/error-contract.ts",
      line: 9,
      says: "Remove `adoption` and what prints it. The contract is in force, so it gets no more reports.",
    });
  });

  test("in force, unless only the run shows its mode", () => {
    const { files, steps } = enforced(SERVICE, (given) => ({
      ...given,
      "src/error-contract.ts": (given["src/error-contract.ts"] ?? "").replace(
        "reportOnly: true",
        "reportOnly: isTrial",
      ),
    }));
    expect(files["src/error-contract.ts"]).toContain("reportOnly: isTrial,\n  onError: adoption.add,\n");
    expect(steps[0]?.says).toMatch(/^Remove `onError: adoption\.add`/);
  });

  test("with the message of the status where a sentence is none without its parts", () => {
    const seat = `${APP}app.get("/seats/:id", (req, res) => { return res.status(404).json({ error: \`\${name} not found\` }); });\n`;
    const own = `${APP}app.get("/a", (req, res) => { return res.status(409).json({ code: "SOLD_OUT", error: \`Only \${n} left of \${name}.\` }); });\n`;
    expect(after({ "app.ts": seat }, "error-contract.ts")).toContain(
      '    acme_seat_not_found: { status: 404, message: "What the request names does not exist." },\n',
    );
    expect(after({ "app.ts": own }, "error-contract.ts")).toMatch(
      /acme_sold_out: \{ status: 409, message: "The request conflicts/,
    );
  });

  test("with one status for each code, in a second run too", () => {
    const seat = (status: number, sentence: string) =>
      `app.get("/${status}", (req, res) => { return res.status(${status}).json({ error: "${sentence}" }); });\n`;
    const files = adopted({ "app.ts": APP + seat(409, "The seat is taken.") + seat(410, "The seat is taken.") });
    const { "package.json": manifest = "", ...rest } = files;
    const second = adopt(rest, { manifest });
    expect(second.changes).toEqual([]);
    expect(second.steps).toContainEqual(
      expect.objectContaining({ says: expect.stringContaining("`acme_seat_taken` would also be the code of a 409.") }),
    );
    const more = { ...rest, "app.ts": `${rest["app.ts"]}${seat(409, "The seat was taken!")}` };
    expect(after(more, "app.ts", { manifest })).toContain(
      'throw acme.error("acme_seat_taken", { message: "The seat was taken!" });',
    );
  });

  test("with each code that comes later on a line of its own", () => {
    const contract =
      'import { createContract, defineCatalog } from "@uhp-errors/core";\n\nexport const acme = defineCatalog({ vendor: "acme" });\nexport const contract = createContract(acme);\n';
    const files = { ...SERVICE, "src/error-contract.ts": contract };
    expect(after(files, "src/error-contract.ts")).toContain(
      'defineCatalog({\n  vendor: "acme",\n  codes: {\n    acme_seat_taken: { status: 409, message: "The seat is taken." },\n  },\n});\n',
    );
  });

  test("with codes that come later below the comments of the catalog", () => {
    const contract =
      'import { createContract, defineCatalog } from "@uhp-errors/core";\n\nexport const acme = defineCatalog({\n  // The prefix.\n  vendor: "acme", // Short.\n});\nexport const contract = createContract(acme);\n';
    expect(after({ ...SERVICE, "src/error-contract.ts": contract }, "src/error-contract.ts")).toContain(
      'defineCatalog({\n  // The prefix.\n  vendor: "acme", // Short.\n  codes: {\n    acme_seat_taken: { status: 409, message: "The seat is taken." },\n  },\n});\n',
    );
  });

  test("and leaves a class to the author until the contract recognizes it", () => {
    const contract =
      'import { createContract, defineCatalog } from "@uhp-errors/core";\nconst acme = defineCatalog({ vendor: "acme" });\nconst contract = createContract(acme, { recognize: [] });\n';
    const files = {
      "app.ts": APP,
      "errors.ts": "class Gone extends Error { status = 410; }\n",
      "contract.ts": contract,
    };
    const left = (given: Readonly<Record<string, string>>) =>
      adopt(given).steps.filter(({ says }) => says.startsWith("Add `recognizeClass(Gone)`"));
    expect(left(files)).toHaveLength(1);
    expect(left({ ...files, "contract.ts": contract.replace("[]", "[recognizeClass(Gone)]") })).toEqual([]);
  });

  test("once: a second run changes nothing", () => {
    const { "package.json": manifest = "", ...files } = adopted(SERVICE);
    expect(adopt(files, { manifest }).changes).toEqual([]);
  });
});

test("adds the packages to package.json, and leaves its other lines", () => {
  expect(after({ "app.ts": APP }, "package.json")).toBe(
    MANIFEST.replace(
      '"^5.1.0"\n',
      '"^5.1.0",\n    "@uhp-errors/core": "^0.1.0",\n    "@uhp-errors/express": "^0.1.0"\n',
    ),
  );
});

test.each<readonly [where: string, before: string, after: string]>([
  [
    "at the end",
    '"express": "5"\n  },\n  "devDependencies": {\n    "a": "1",\n    "@uhp-errors/core": "file:core.tgz"\n  }\n',
    '"express": "5",\n    "@uhp-errors/core": "file:core.tgz",\n    "@uhp-errors/express": "^0.1.0"\n  },\n  "devDependencies": {\n    "a": "1"\n  }\n',
  ],
  [
    "at the beginning, two of them",
    '"express": "5"\n  },\n  "devDependencies": {\n    "@uhp-errors/core": "1",\n    "@uhp-errors/express": "2",\n    "a": "1"\n  }\n',
    '"express": "5",\n    "@uhp-errors/core": "1",\n    "@uhp-errors/express": "2"\n  },\n  "devDependencies": {\n    "a": "1"\n  }\n',
  ],
  [
    "alone, two of them",
    '"express": "5"\n  },\n  "devDependencies": {\n    "@uhp-errors/core": "1",\n    "@uhp-errors/express": "2"\n  }\n',
    '"express": "5",\n    "@uhp-errors/core": "1",\n    "@uhp-errors/express": "2"\n  },\n  "devDependencies": {}\n',
  ],
  [
    "of a library, which has it as a peer, too",
    '"@uhp-errors/express": "1"\n  },\n  "peerDependencies": { "@uhp-errors/core": "1" },\n  "devDependencies": { "@uhp-errors/core": "1" }\n',
    '"@uhp-errors/express": "1"\n  },\n  "peerDependencies": { "@uhp-errors/core": "1" },\n  "devDependencies": { "@uhp-errors/core": "1" }\n',
  ],
])("moves a package that only development has to those that production has: %s", (_where, before, expected) => {
  const manifestOf = (rest: string) => `{\n  "dependencies": {\n    ${rest}}\n`;
  const { changes } = adopt({ "app.ts": APP }, { manifest: manifestOf(before) });
  const change = changes.find(({ file }) => file === "package.json");
  expect(change?.after ?? manifestOf(before)).toBe(manifestOf(expected));
});

describe("writes a test", () => {
  const WITH_JEST = '{ "devDependencies": { "jest": "29", "@uhp-errors/testing": "^0.1.0" } }\n';
  const KOA = 'const Koa = require("koa");\nconst app = new Koa();\n';

  test.each<readonly [how: string, files: Readonly<Record<string, string>>, loads: string]>([
    ["by name", { "app.js": `${KOA}module.exports = { app };\n` }, 'const { app } = require("../app");\n'],
    ["as a whole", { "app.js": `${KOA}module.exports = app;\n` }, 'const app = require("../app");\n'],
    ["by name, on Express", { "app.ts": APP.replace("const", "export const") }, 'import { app } from "../app";\n'],
    ["as the default, on Express", { "app.ts": `${APP}export default app;\n` }, 'import app from "../app";\n'],
  ])("of an app that is exported %s", (_how, files, loads) => {
    const { changes, steps } = adopt(files, { manifest: WITH_JEST });
    const made = changes.find(({ file }) => file.startsWith("test/"))?.after;
    expect(made).toContain(loads);
    expect(made).toContain("const server = app.listen(0);\n");
    expect(steps).toEqual([]);
  });

  test("or says why not, whether the test kit is installed or not", () => {
    const says =
      "Test the error responses with @uhp-errors/testing. Not done, because no app of Express or Koa is exported by a file that does not listen.";
    for (const manifest of [WITH_JEST, '{ "devDependencies": { "jest": "29" } }\n'])
      expect(adopt({ "app.js": KOA }, { manifest }).steps).toEqual([{ file: "package.json", line: 1, says }]);
  });

  test("but for no app that has the name of something in the test", () => {
    const { changes, steps } = adopt(
      { "app.js": 'const Koa = require("koa");\nconst server = new Koa();\nmodule.exports = server;\n' },
      { manifest: WITH_JEST },
    );
    expect(changes.filter(({ file }) => file.startsWith("test/"))).toEqual([]);
    expect(steps.map(({ says }) => says)).toEqual([expect.stringContaining("the app has the name `server`")]);
  });

  test("unless the service has one", () => {
    const files = { "app.js": KOA, "test/a.test.js": 'require("@uhp-errors/testing");\n' };
    expect(adopt(files, { manifest: WITH_JEST }).steps).toEqual([]);
  });
});

describe("an error handler of the service's own", () => {
  const SEAT = 'app.get("/seats", (req, res) => { return res.status(409).json({ error: "The seat is taken." }); });\n';

  test("on Express passes errors of the catalog on", () => {
    const own = "app.use((err, req, res, next) => {\n  res.status(500).json({ error: err.message });\n});\n";
    const text = after({ "app.ts": APP + SEAT + own }, "app.ts");
    expect(text).toContain(
      "app.use((err, req, res, next) => {\n  if (isContractError(err)) return next(err);\n  res.status(500)",
    );
    expect(text).toContain('import { isContractError } from "@uhp-errors/core";');
  });

  test("on Koa throws errors of the catalog again", () => {
    const files = {
      "app.ts": 'import Koa from "koa";\nconst app = new Koa();\n',
      "a.ts":
        'export const a = async (ctx, next) => {\n  try {\n    await next();\n  } catch (e) {\n    ctx.status = e.status;\n  }\n};\nexport const b = (ctx) => ctx.throw(409, "The seat is taken.");\n',
    };
    expect(after(files, "a.ts")).toContain(
      "  } catch (e) {\n    if (isContractError(e)) throw e;\n    ctx.status = e.status;\n",
    );
  });

  test("around a router lets errors of the catalog through", () => {
    const text =
      'export default {\n  async fetch(request) {\n    try {\n      return await router.fetch(request);\n    } catch (error) {\n      return new Response("Sorry", { status: 500 });\n    }\n  },\n};\nimport createError from "http-errors";\nconst f = () => { throw createError(409, "The seat is taken."); };\n';
    expect(after({ "a.ts": text }, "a.ts")).toContain(
      "    } catch (error) {\n      if (isContractError(error)) throw error;\n",
    );
  });

  test("is left for the author in each run, for as long as it is there", () => {
    const own = "app.use((err, req, res, next) => {\n  res.status(500).json({ error: err.message });\n});\n";
    const about = ({ steps }: Adoption) => steps.filter(({ says }) => says.startsWith("This error handler passes"));
    const files = { "app.ts": APP + SEAT + own };
    expect(about(adopt(files))).toHaveLength(1);
    const { "package.json": manifest = "", ...later } = adopted(files);
    expect(about(adopt(later, { manifest }))).toHaveLength(1);
    const without = { "app.ts": APP + SEAT };
    expect(about(adopt(without))).toEqual([]);
  });

  test("passes errors of the catalog on before the author throws the first one", () => {
    const own = "app.use((err, req, res, next) => {\n  res.status(500).json({ error: err.message });\n});\n";
    expect(after({ "app.ts": APP + own }, "app.ts")).toContain("  if (isContractError(err)) return next(err);\n");
  });

  test("that cannot pass an error on prevents the replacement", () => {
    const files = {
      "app.ts":
        'import Fastify from "fastify";\nconst app = Fastify();\napp.setErrorHandler((error, request, reply) => reply.code(500).send({}));\napp.get("/", async (request, reply) => { return reply.code(409).send({ error: "The seat is taken." }); });\n',
    };
    const { steps } = adopt(files);
    expect(after(files, "app.ts")).toContain("return reply.code(409)");
    expect(steps).toContainEqual({
      file: "app.ts",
      line: 3,
      says: expect.stringContaining("This error handler answers before the contract."),
    });
  });
});

describe("leaves a handler for unknown addresses to be removed", () => {
  const ADVICE = "Remove this handler: the contract answers unknown addresses (404) and wrong methods (405) by itself.";
  const KOA = 'import Koa from "koa";\nconst app = new Koa();\n';
  const HONO = 'import { Hono } from "hono";\nconst app = new Hono();\n';
  const FASTIFY = 'import Fastify from "fastify";\nconst app = Fastify();\n';
  const advised = (text: string, more: Readonly<Record<string, string>> = {}) =>
    adopt({ "app.ts": text, ...more }).steps.filter(({ says }) => says === ADVICE);

  test.each<readonly [what: string, text: string]>([
    ["of Express", `${APP}app.use((req, res) => res.status(404).json({ error: "Nothing is here." }));\n`],
    ["with a path", `${APP}app.use("*", (req, res) => { res.status(404).json({ error: "Nothing is here." }); });\n`],
    ["for all methods", `${APP}app.all("/{*path}", (req, res) => { res.sendStatus(404); });\n`],
    [
      "with an exception",
      `import createError from "http-errors";\n${APP}app.use((req, res, next) => next(createError(404)));\n`,
    ],
    [
      "by format",
      `${APP}app.use((req, res) => {\n  if (req.accepts("json")) res.status(404).json({ error: "Not here." });\n  else res.status(404).send("Not here.");\n});\n`,
    ],
    [
      "by name",
      `${APP}function missing(req, res) { res.status(404).json({ error: "Nothing is here." }); }\napp.use(missing);\n`,
    ],
    ["of Koa", `${KOA}app.use((ctx) => { ctx.status = 404; ctx.body = { error: "Nothing is here." }; });\n`],
    ["of Hono", `${HONO}app.notFound((c) => c.json({ error: "Nothing is here." }, 404));\n`],
    [
      "of Fastify",
      `${FASTIFY}app.setNotFoundHandler(async (request, reply) => { return reply.code(404).send({ error: "Nothing is here." }); });\n`,
    ],
  ])("%s", (_what, text) => {
    const files = { "app.ts": text };
    expect(advised(text)).toHaveLength(1);
    expect(after(files, "app.ts")).toContain(text.split("\n").at(-2));
    expect(after(files, "error-contract.ts")).not.toContain("codes:");
  });

  test("by a name that another file mounts", () => {
    const missing = 'export function missing(req, res) {\n  res.status(404).json({ error: "Nothing is here." });\n}\n';
    const mounts = `import { missing } from "./missing.js";\n${APP}app.use(missing);\n`;
    expect(advised(mounts, { "missing.ts": missing })).toEqual([{ file: "missing.ts", line: 1, says: ADVICE }]);
  });

  test.each<readonly [what: string, text: string]>([
    [
      "that is mounted at a path",
      `${APP}app.use("/old", (req, res) => { res.status(404).json({ error: "It is gone." }); });\n`,
    ],
    ["that is a route", `${APP}app.get("/old", (req, res) => { res.status(404).json({ error: "It is gone." }); });\n`],
    [
      "that passes some requests on",
      `${APP}app.use((req, res, next) => { if (req.isOpen) return next(); res.status(404).json({ error: "It is hidden." }); });\n`,
    ],
    [
      "with an answer for some addresses",
      `${APP}app.use((req, res) => { if (req.path === "/a") res.json({}); else res.status(404).json({ error: "It is gone." }); });\n`,
    ],
    ["with another status", `${APP}app.use((req, res) => { res.status(409).json({ error: "It is closed." }); });\n`],
  ])("but no handler %s", (_what, text) => {
    expect(advised(text)).toEqual([]);
    expect(after({ "app.ts": text }, "app.ts")).toContain("throw acme.error(");
  });
});

describe("waits for the contract's plugin of Fastify", () => {
  const LOAD = 'import Fastify from "fastify";\n';
  const TYPELESS = MANIFEST.replace('  "type": "module",\n', "");

  test.each<readonly [where: string, file: string, text: string, expected: string, manifest: string]>([
    ["in a module", "app.ts", "const app = Fastify();", "\nawait app.register(", MANIFEST],
    ["in an .mts file", "app.mts", "const app = Fastify();", "\nawait app.register(", TYPELESS],
    [
      "in an asynchronous function",
      "app.ts",
      "async () => {\n  const app = Fastify();\n};",
      "  await app.register(",
      TYPELESS,
    ],
    ["but not in another function", "app.ts", "() => {\n  const app = Fastify();\n};", "\n  app.register(", MANIFEST],
    [
      "but not where TypeScript may be compiled to require",
      "app.ts",
      "const app = Fastify();",
      "\napp.register(",
      TYPELESS,
    ],
    ["but not in a .cts file", "app.cts", "const app = Fastify();", "\napp.register(", MANIFEST],
  ])("%s", (_where, file, text, expected, manifest) => {
    expect(after({ [file]: `${LOAD}${text}\n` }, file, { manifest })).toContain(expected);
  });

  const OWN = "app.setErrorHandler((error, request, reply) => reply.code(500).send({}));\n";
  const says = (files: Readonly<Record<string, string>>, given?: Given) =>
    adopt(files, given).steps.map((step) => step.says);
  const replaces = expect.stringContaining(
    "The contract replaces this error handler: its plugin is registered without `await`",
  );
  const answersFirst = expect.stringContaining("This error handler answers before the contract.");

  test("and says what becomes of an error handler if it cannot", () => {
    const app = { "app.ts": `${LOAD}const app = Fastify();\n${OWN}` };
    expect(says(app)).toContainEqual(answersFirst);
    expect(says(app, { manifest: TYPELESS })).toContainEqual(replaces);
    const { "package.json": manifest = "", ...later } = adopted(app, { manifest: TYPELESS });
    expect(says(later, { manifest })).toContainEqual(replaces);
    const awaited = { ...later, "app.ts": later["app.ts"]?.replace("app.register(", "await app.register(") ?? "" };
    expect(says(awaited, { manifest })).toContainEqual(answersFirst);
  });

  test("and knows nothing of an error handler in a scope", () => {
    const scope = `${LOAD}const app = Fastify();\napp.register(async (scope) => {\n  ${OWN.replace("app.", "scope.")}});\n`;
    expect(says({ "app.ts": scope }, { manifest: TYPELESS })).toContainEqual(answersFirst);
  });
});

test("does not change a file that was only partly parsed", () => {
  const broken = `${APP}app.get("/a", (req, res) => { return res.status(409).json({ error: "The seat is taken." }); });\nconst app = 1;\n`;
  const { changes } = adopt({ "app.ts": APP, "broken.ts": broken });
  expect(changes.map(({ file }) => file)).not.toContain("broken.ts");
});

describe("imports under another name what a file has already", () => {
  test.each<readonly [taken: string, source: string, loads: string, uses: string]>([
    [
      "install",
      'import express from "express";\nconst install = 1;\nconst app = express();\n',
      'import { install as installContract } from "@uhp-errors/express";',
      "installContract(app, contract);",
    ],
    [
      "uhp",
      'import Fastify from "fastify";\nconst uhp = 1;\nconst app = Fastify();\n',
      'import { uhp as uhpErrors, uhpServerOptions } from "@uhp-errors/fastify";',
      "await app.register(uhpErrors, { contract });",
    ],
    [
      "uhpServerOptions",
      'import Fastify from "fastify";\nconst uhpServerOptions = 1;\nconst app = Fastify();\n',
      'import { uhp, uhpServerOptions as contractServerOptions } from "@uhp-errors/fastify";',
      "const app = Fastify(contractServerOptions(contract));",
    ],
    [
      "UhpModule",
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\nconst UhpModule = 1;\n@Module({ imports: [] })\nclass Root {}\nawait NestFactory.create(Root);\n',
      'import { UhpModule as UhpErrorsModule } from "@uhp-errors/nestjs";',
      "@Module({ imports: [UhpErrorsModule.forRoot({ contract })] })",
    ],
    [
      "isContractError",
      `${APP}const isContractError = 1;\napp.use((err, req, res, next) => {\n  res.json(1);\n});\n`,
      'import { isContractError as isContractErrorOfUhp } from "@uhp-errors/core";',
      "app.use((err, req, res, next) => {",
    ],
  ])("%s", (_taken, source, loads, uses) => {
    const lines = after({ "app.ts": source }, "app.ts").split("\n");
    expect(lines).toContain(loads);
    expect(lines).toContain(uses);
  });
});

describe("says of an error handler", () => {
  const OWN = "app.use((err, req, res, next) => {\n  res.status(500).json({});\n});\n";
  const BLOCKING = "app.use((err, req, res, next) => res.status(500).json({}));\n";
  const passes =
    "This error handler passes errors of the catalog on. All others it still answers, so the contract knows their status alone.";
  const answers =
    "This error handler answers before the contract. Remove it or let it pass errors on; then run this command again.";
  const replaced =
    "The contract replaces this error handler: its plugin is registered without `await`, so it loads later. Remove the handler; then run this command again.";
  const FASTIFY =
    'import Fastify from "fastify";\nconst app = Fastify();\napp.setErrorHandler((error, request, reply) => {});\n';

  test.each<
    readonly [what: string, text: string, type: string, steps: readonly (readonly [line: number, says: string])[]]
  >([
    ["what it does", APP + OWN, "module", [[4, passes]]],
    ["that it answers first", APP + BLOCKING, "module", [[4, answers]]],
    ["that it answers first, and nothing of another", APP + OWN + BLOCKING, "module", [[7, answers]]],
    [
      "that it answers first, and what another does that was changed before",
      `${APP}${OWN.replace("{\n", "{\n  if (isContractError(err)) return next(err);\n")}${BLOCKING}`,
      "module",
      [
        [4, passes],
        [8, answers],
      ],
    ],
    ["of Fastify that it answers first", FASTIFY, "module", [[3, answers]]],
    ["of Fastify that the contract replaces it", FASTIFY, "commonjs", [[3, replaced]]],
    [
      "of one of two apps of Fastify that the contract replaces it",
      `${FASTIFY}const other = Fastify();\n`,
      "commonjs",
      [[3, replaced]],
    ],
    [
      "of another app of Fastify that it answers first",
      FASTIFY.replace("app.set", "other.set"),
      "commonjs",
      [[3, answers]],
    ],
  ])("%s", (_what, text, type, steps) => {
    const manifest = JSON.stringify({ type });
    expect(adopt({ "app.ts": text }, { manifest }).steps).toEqual([
      ...steps.map(([line, says]) => ({ file: "app.ts", line, says })),
      {
        file: "package.json",
        line: 1,
        says: "Test the error responses with @uhp-errors/testing. Not done, because the service has neither vitest nor jest.",
      },
    ]);
  });
});

test("lists steps by file and line, and changes by file", () => {
  const closed = (name: string) => `export const ${name} = () => ({ statusCode: 409, body: "It is closed." });\n`;
  const files = { "z.ts": closed("a"), "app.ts": APP, "b.ts": closed("c") + closed("d") };
  const { changes, steps } = adopt(files);
  expect(steps.map(({ file, line }) => `${file}:${line}`)).toEqual(["b.ts:1", "b.ts:2", "package.json:1", "z.ts:1"]);
  expect(changes.map(({ file }) => file)).toEqual(["app.ts", "error-contract.ts", "package.json"]);
});

test("does not install a contract that another file installs", () => {
  const files = {
    "app.ts": APP,
    "setup.ts":
      'import { install } from "@uhp-errors/express";\nexport const setUp = (app, contract) => install(app, contract);\n',
  };
  expect(adopt(files).changes.map(({ file }) => file)).toEqual(["error-contract.ts", "package.json"]);
});
