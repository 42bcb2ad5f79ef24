import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { projectOf } from "./project.ts";

const APP = 'import express from "express";\n\nconst app = express();\n';
const HEAD = "export const ORDERS = 1;\n";

/** Returns the file of the orders after its head, and the steps that are left in it. */
function planned(orders: string, express = "^5.1.0", more: Readonly<Record<string, string>> = {}) {
  const [before, ...rest] = orders.split("\n---\n").reverse();
  const text = `${rest.map((line) => `${line}\n`).join("")}${HEAD}${before}`;
  const sources = [
    { file: "app.ts", text: APP },
    { file: "orders.ts", text },
    ...Object.entries(more).map(([file, one]) => ({ file, text: one })),
  ];
  const manifest = JSON.stringify({ type: "module", dependencies: { express } });
  const options = { range: "^0.1.0", reportOnly: false, isTested: true };
  const { changes, steps } = planAdoption(projectOf(sources, manifest, "acme"), options);
  const after = changes.find(({ file }) => file === "orders.ts")?.after ?? text;
  return {
    after: after.slice(after.indexOf(HEAD) + HEAD.length),
    says: steps.filter(({ file }) => file === "orders.ts").map(({ says }) => says),
  };
}

const SEND = 'res.status(409).json({ error: "It is closed." })';
const ERROR = 'acme.error("acme_closed")';
const LEFT = "409 by hand: throw `acme_closed` instead. Not done, because";

describe("a throw takes the place of a response of Express", () => {
  test.each<readonly [where: string, before: string, after: string]>([
    ["after `void`", `(req, res) => { void ${SEND}; }`, `(req, res) => { throw ${ERROR}; }`],
    ["after `await`", `async (req, res) => { await ${SEND}; }`, `async (req, res) => { throw ${ERROR}; }`],
    [
      "after `return await`",
      `async (req, res) => { return await ${SEND}; }`,
      `async (req, res) => { throw ${ERROR}; }`,
    ],
    ["as an awaited body", `async (req, res) => await ${SEND}`, `async (req, res) => { throw ${ERROR}; }`],
    ["as a body after `void`", `(req, res) => void ${SEND}`, `(req, res) => { throw ${ERROR}; }`],
    [
      "as the last one of a branch",
      `(req, res) => { if (req.x) { ${SEND}; } else { go(); } }`,
      `(req, res) => { if (req.x) { throw ${ERROR}; } else { go(); } }`,
    ],
    [
      "before a return after the branch",
      `(req, res) => { if (req.x) { ${SEND}; } return; }`,
      `(req, res) => { if (req.x) { throw ${ERROR}; } return; }`,
    ],
    [
      "before a return on another line",
      `(req, res) => { ${SEND};\n\n  return;\n}`,
      `(req, res) => { throw ${ERROR};\n}`,
    ],
    [
      "before a comment and a return",
      `(req, res) => { ${SEND}; /* so */ return; }`,
      `(req, res) => { throw ${ERROR}; /* so */ return; }`,
    ],
    ["in a block", `(req, res) => { { ${SEND}; } }`, `(req, res) => { { throw ${ERROR}; } }`],
    [
      "in a case that returns",
      `(req, res) => { switch (req.x) { case 1: return ${SEND}; } }`,
      `(req, res) => { switch (req.x) { case 1: throw ${ERROR}; } }`,
    ],
    [
      "in a loop that returns",
      `(req, res) => { for (const a of b) return ${SEND}; go(); }`,
      `(req, res) => { for (const a of b) throw ${ERROR}; go(); }`,
    ],
    [
      "of a handler in a try",
      `() => { try { app.get("/", (req, res) => { ${SEND}; }); } catch { go(); } }`,
      `() => { try { app.get("/", (req, res) => { throw ${ERROR}; }); } catch { go(); } }`,
    ],
    [
      "of a handler in a finally",
      `() => { try { go(); } finally { app.get("/", (req, res) => { ${SEND}; }); } }`,
      `() => { try { go(); } finally { app.get("/", (req, res) => { throw ${ERROR}; }); } }`,
    ],
    [
      "of a handler with the response in a type",
      `(req: Request, res: Response) => { ${SEND}; }`,
      `(req: Request, res: Response) => { throw ${ERROR}; }`,
    ],
    [
      "of a constructor that keeps the response",
      `class { constructor(req: Request, private res: Response) { ${SEND}; } }`,
      `class { constructor(req: Request, private res: Response) { throw ${ERROR}; } }`,
    ],
    [
      "of a function in a property",
      `{ close: function (req, res) { ${SEND}; } }`,
      `{ close: function (req, res) { throw ${ERROR}; } }`,
    ],
    ["of a handler in a list", `go([(req, res) => { ${SEND}; }])`, `go([(req, res) => { throw ${ERROR}; }])`],
  ])("%s", (_where, before, after) => {
    expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
  });

  test.each(["json", "send", "end", "jsonp"])("that is sent by `%s`", (method) => {
    expect(planned(`export const a = (req, res) => res.status(409).${method}("It is closed.");\n`).after).toBe(
      `export const a = (req, res) => { throw ${ERROR}; };\n`,
    );
  });

  test.each<readonly [body: string, expected: string]>([
    ['{ code: "ORDER_CLOSED", error: "It is closed." }', '"acme_order_closed"'],
    ['{ code: "Order-Closed", error: "It is closed." }', '"acme_order_closed"'],
    ['{ code: "--order//closed--", error: "It is closed." }', '"acme_order_closed"'],
    ['{ code: "ORDER_9", error: "It is closed." }', '"acme_order_9"'],
    ['{ code: "SHUT", error: "It is closed." }', '"acme_closed"'],
    ['{ code: "9_SHUT", error: "It is closed." }', '"acme_closed"'],
    ['{ code: 9, error: "It is closed." }', '"acme_closed"'],
    ['{ code: "ODD_ID", error: "The id is invalid" }', '"acme_odd_id"'],
  ])("with the code of its body: %s", (body, code) => {
    expect(planned(`export const a = (req, res) => res.status(409).json(${body});\n`).after).toBe(
      `export const a = (req, res) => { throw acme.error(${code}); };\n`,
    );
  });

  test("with the code of the contract, whatever the code of its body", () => {
    expect(
      planned('export const a = (req, res) => res.status(422).json({ code: "ODD_ID", error: "The id is invalid" });\n')
        .after,
    ).toBe(
      'export const a = (req, res) => { throw acme.error("invalid_input", { message: "The id is invalid" }); };\n',
    );
  });
});

describe("`next` takes the place of a response of Express", () => {
  test.each<readonly [where: string, before: string, after: string]>([
    ["in a callback", `(req, res, next) => go(() => ${SEND})`, `(req, res, next) => go(() => next(${ERROR}))`],
    [
      "in a callback, with its return",
      `(req, res, next) => { go(() => { return ${SEND}; }); }`,
      `(req, res, next) => { go(() => { return next(${ERROR}); }); }`,
    ],
    [
      "in a callback, before a return",
      `(req, res, next) => { go(() => { ${SEND}; return; }); }`,
      `(req, res, next) => { go(() => { next(${ERROR}); return; }); }`,
    ],
    [
      "in a try with a finally",
      `(req, res, next) => { try { go(); } catch { ${SEND}; } finally { end(); } }`,
      `(req, res, next) => { try { go(); } catch { next(${ERROR}); } finally { end(); } }`,
    ],
    [
      "under a name in capitals",
      `(req, res, NEXT) => { go(() => { ${SEND}; }); }`,
      `(req, res, NEXT) => { go(() => { NEXT(${ERROR}); }); }`,
    ],
    [
      "after an asynchronous callback",
      `(req, res, next) => { go(async () => { ${SEND}; }); }`,
      `(req, res, next) => { go(async () => { next(${ERROR}); }); }`,
    ],
  ])("%s", (_where, before, after) => {
    expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
  });
});

describe("the error that was caught is the cause of", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    [
      "an error in a `catch` function",
      `(req, res, next) => { load().catch(function (failure) { ${SEND}; }); }`,
      '(req, res, next) => { load().catch(function (failure) { next(acme.error("acme_closed", { cause: failure })); }); }',
    ],
    [
      "an error in a function of a `catch`",
      `(req, res, next) => { try { go(); } catch (e) { each((one) => { ${SEND}; }); } }`,
      '(req, res, next) => { try { go(); } catch (e) { each((one) => { next(acme.error("acme_closed", { cause: e })); }); } }',
    ],
    [
      "no error whose `catch` takes it apart",
      `(req, res) => { try { go(); } catch ({ message }) { ${SEND}; } }`,
      `(req, res) => { try { go(); } catch ({ message }) { throw ${ERROR}; } }`,
    ],
    [
      "no error in a function that `catch` gets second",
      `(req, res, next) => { load().catch(log, (failure) => { ${SEND}; }); }`,
      `(req, res, next) => { load().catch(log, (failure) => { next(${ERROR}); }); }`,
    ],
    [
      "no error after `then`",
      `(req, res, next) => { load().then((order) => { ${SEND}; }); }`,
      `(req, res, next) => { load().then((order) => { next(${ERROR}); }); }`,
    ],
    [
      "no error whose function takes it apart",
      `(req, res, next) => { load().catch(({ message }) => { ${SEND}; }); }`,
      `(req, res, next) => { load().catch(({ message }) => { next(${ERROR}); }); }`,
    ],
  ])("%s", (_what, before, after) => {
    expect(planned(`export const a = ${before};\n`).after).toBe(`export const a = ${after};\n`);
  });
});

const NO_HANDLER = "it is not in a handler that gets the response itself";
const IN_EXPRESSION = "it is a part of another expression";
const IN_TRY = "the `try` around it would catch a throw";
const GOES_ON = "more statements run after it";
const APART = "its status and its body are set apart";

describe("a response of Express stays", () => {
  test.each<readonly [what: string, source: string, reason: string]>([
    ["outside of functions", `${SEND};`, NO_HANDLER],
    ["with the response first", `export const a = (res) => { ${SEND}; };`, NO_HANDLER],
    ["with the response in an object", `export const a = (req, { res }) => { ${SEND}; };`, NO_HANDLER],
    ["with the response of a class", `export const a = (req, b) => { this.${SEND}; };`, NO_HANDLER],
    ["before a value", `export const a = (req, res) => { ${SEND}; return 1; };`, GOES_ON],
    ["before `undefined`", `export const a = (req, res) => { ${SEND}; return undefined; };`, GOES_ON],
    ["before a value after its branch", `export const a = (req, res) => { if (b) { ${SEND}; } return 1; };`, GOES_ON],
    ["before code after its branch", `export const a = (req, res) => { if (b) { ${SEND}; } go(); };`, GOES_ON],
    ["before code after its try", `export const a = (req, res) => { try { b(); } catch { ${SEND}; } go(); };`, GOES_ON],
    ["in a loop", `export const a = (req, res) => { for (const b of c) { ${SEND}; } };`, GOES_ON],
    ["in a loop with a condition", `export const a = (req, res) => { while (b) ${SEND}; };`, GOES_ON],
    ["in a case", `export const a = (req, res) => { switch (b) { case 1: ${SEND}; break; } };`, GOES_ON],
    ["in a call", `export const a = (req, res) => { go(${SEND}); };`, IN_EXPRESSION],
    ["in a variable", `export const a = (req, res) => { const b = ${SEND}; };`, IN_EXPRESSION],
    ["after an operator", `export const a = (req, res) => { !${SEND}; };`, IN_EXPRESSION],
    ["as a default", `export const a = (req, res, b = ${SEND}) => {};`, IN_EXPRESSION],
    ["in a try", `export const a = (req, res) => { try { ${SEND}; } catch {} };`, IN_TRY],
    [
      "in a try with a finally",
      `export const a = (req, res) => { try { b(); } catch { ${SEND}; } finally {} };`,
      IN_TRY,
    ],
    ["in a finally", `export const a = (req, res) => { try { b(); } finally { ${SEND}; } };`, IN_TRY],
    [
      "in a callback beside another function",
      `export const a = (req, res, nextOne, myNext) => { go(() => { ${SEND}; }); };`,
      "it is in a callback, where nothing would catch a throw",
    ],
    [
      "in a list that is passed on",
      'export const a = (req, res) => { go([res.status(409)], "It is closed."); };',
      APART,
    ],
  ])("%s", (_what, source, reason) => {
    const { after, says } = planned(`${source}\n`);
    expect(after).toBe(`${source}\n`);
    expect(says).toEqual([
      expect.stringMatching(/^409 by hand: throw `acme_(?:closed|conflict)` instead\. Not done, /),
    ]);
    expect(says[0]?.split(", because ")[1]).toBe(`${reason}.`);
  });

  test.each<readonly [statement: string, reason: string]>([
    ['res.writeHead(409).end("It is closed.");', "it writes the head by itself"],
    ['res.setStatus(409).end("It is closed.");', "it writes the head by itself"],
    ['res.status(409); res.send("It is closed.");', APART],
    ['res.statusCode = 409; res.end("It is closed.");', APART],
    ['res.status(409).type("text").send("It is closed.");', "it calls `type`"],
    ['res.status(409).sends("It is closed.");', "it calls `sends`"],
    ['res.status(409).resend("It is closed.");', "it calls `resend`"],
    ['res.type("text").status(409).send("It is closed.");', "it sets more than the status and the body"],
    ['res.status(409).send("It is closed.", go());', "it passes more than the body"],
    ['res.status(b ? 409 : 410).send("It is closed.");', "its status is only known at run time"],
  ])("that is written by %s", (statement, reason) => {
    const source = `export const a = (req, res) => { ${statement} };\n`;
    const { after, says } = planned(source);
    expect(after).toBe(source);
    expect(says.map((one) => one.split(", because ")[1])).toEqual([`${reason}.`]);
  });

  test.each([
    "on",
    "once",
    "addListener",
    "prependListener",
    "addEventListener",
    "createServer",
    "onRequest",
    "onCall",
    "http",
  ])("where `%s` calls its function", (name) => {
    const { says } = planned(`server.${name}((req, res) => { ${SEND}; });\n`);
    expect(says).toEqual([`${LEFT} \`${name}\` would not catch a throw.`]);
  });

  test.each(["upon", "onOrder", "https", "ahttp"])("but not where `%s` calls its function", (name) => {
    expect(planned(`server.${name}((req, res) => { ${SEND}; });\n`).after).toBe(
      `server.${name}((req, res) => { throw ${ERROR}; });\n`,
    );
  });

  test.each(["get", "post", "put", "patch", "delete", "del", "head", "options", "all", "use", "route", "param"])(
    "but not among the options of `%s`",
    (name) => {
      expect(planned(`app.${name}({ handler: (req, res) => { ${SEND}; } });\n`).after).toBe(
        `app.${name}({ handler: (req, res) => { throw ${ERROR}; } });\n`,
      );
    },
  );

  test.each(["forget", "gets", "router"])("among the options of `%s`", (name) => {
    const { says } = planned(`app.${name}({ handler: (req, res) => { ${SEND}; } });\n`);
    expect(says).toEqual([`${LEFT} \`${name}\` may not catch a throw.`]);
  });

  test.each<readonly [call: string]>([
    ["a(req)"],
    ["a(request, 1)"],
    ["a(1, _req)"],
    ["a(res)"],
    ["a(resp)"],
    ["a(response)"],
    ["a(reply)"],
    ["a(ctx)"],
    ["a(context)"],
    ["a(c)"],
    ["a([1, req])"],
    ["a(req as Request)"],
    ["a.call(b, req)"],
    ["a.apply(b, [req])"],
    ["a.bind(b, req)"],
    ["b.a(req)"],
    ["b.a.call(c, req)"],
  ])("of a function that `%s` calls", (call) => {
    const { says } = planned(`export const a = (req, res) => { ${SEND}; };\nexport const d = () => { ${call}; };\n`);
    expect(says).toEqual([`${LEFT} \`a\` is also called as a function.`]);
  });

  test.each<readonly [call: string]>([
    ["a(1)"],
    ["a()"],
    ["a(required)"],
    ["a(__req)"],
    ["a(results)"],
    ["a(replies)"],
    ["a(cat)"],
    ["a([])"],
    ["a([1, , 2])"],
    ["a(req.body)"],
    ["a.bound(req)"],
    ["a.recall(req)"],
    ["new a(req)"],
  ])("but not of a function that only `%s` calls", (call) => {
    const rest = `export const d = () => { ${call}; };\n`;
    expect(planned(`export const a = (req, res) => { ${SEND}; };\n${rest}`).after).toBe(
      `export const a = (req, res) => { throw ${ERROR}; };\n${rest}`,
    );
  });

  test("inside of another one", () => {
    const sentence = `\`Order \${ids.map(() => { throw createError(410, "It is gone."); })} is closed.\``;
    const { after, says } = planned(
      `${HTTP_ERRORS}export const a = (req, res) => res.status(409).send(${sentence});\n`,
    );
    expect(after).toBe(
      `export const a = (req, res) => { throw acme.error("acme_order_closed", { message: ${sentence} }); };\n`,
    );
    expect(says).toEqual(["410 by hand: throw `acme_gone` instead. Not done, because it is inside another one."]);
  });

  test("through a function of the service", () => {
    const source =
      'function fail(res, status, message) { res.status(status).json({ error: message }); }\nexport const a = (req, res) => { fail(res, 409, "It is closed."); };\n';
    expect(planned(source).says).toContain(`${LEFT} it goes through a function of the service.`);
  });
});

describe("on Express 4, an asynchronous handler", () => {
  const handler = `async (req, res) => { ${SEND}; }`;
  const thrown = `async (req, res) => { throw ${ERROR}; }`;
  const REJECTS = `${LEFT} this framework does not catch rejections.`;

  test("keeps its response without `next`", () => {
    expect(planned(`export const a = ${handler};\n`, "^4.21.0").says).toEqual([REJECTS]);
  });

  test.each(["get", "post", "put", "patch", "delete", "del", "head", "options", "all", "use", "route", "param"])(
    "that `%s` registers keeps its response",
    (name) => {
      expect(planned(`app.${name}("/", ${handler});\n`, "^4.21.0").says).toEqual([REJECTS]);
    },
  );

  test.each(["wrap", "forget", "getAll"])("that the unknown `%s` wraps throws", (name) => {
    expect(planned(`app.get("/", ${name}(${handler}));\n`, "^4.21.0").after).toBe(
      `app.get("/", ${name}(${thrown}));\n`,
    );
  });

  test.each<readonly [what: string, source: string, catches: boolean]>([
    ["with `catch`", "const wrap = (fn) => (req, res, next) => fn(req, res).catch(next);", true],
    ["with `then`", "const wrap = (fn) => (req, res, next) => fn(req, res).then(next, next);", true],
    ["with a variable `then`", "const wrap = (fn) => (req, res, then) => fn(req, res);", false],
    ["without either", "const wrap = (fn) => (req, res, next) => fn(req, res);", false],
  ])("that a function of the service wraps throws if that catches: %s", (_what, wrap, catches) => {
    const { after } = planned(`${wrap}\napp.get("/", wrap(${handler}));\n`, "^4.21.0");
    expect(after).toBe(`${wrap}\napp.get("/", wrap(${catches ? thrown : handler}));\n`);
  });

  test.each<readonly [what: string, load: string, catches: boolean]>([
    ["by name", 'import { wrap } from "./wrap.js";', false],
    ["by another name", 'import { catching as wrap } from "./wrap.js";', true],
    ["by default", 'import wrap from "./wrap.js";', false],
    ["from a package", 'import wrap from "express-async-handler";', true],
    ["from a file that is not there", 'import wrap from "./other.js";', true],
  ])("that an imported function wraps, %s", (_what, load, catches) => {
    const more = {
      "wrap.ts":
        "export const wrap = (fn) => (req, res, next) => fn(req, res);\nexport const catching = (fn) => (req, res, next) => fn(req, res).catch(next);\n",
    };
    const { after } = planned(`${load}\n---\napp.get("/", wrap(${handler}));\n`, "^4.21.0", more);
    expect(after).toBe(`app.get("/", wrap(${catches ? thrown : handler}));\n`);
  });

  test("that Express 6 runs throws", () => {
    expect(planned(`app.get("/", ${handler});\n`, "6.0.0").after).toBe(`app.get("/", ${thrown});\n`);
  });
});

describe("a response of another framework", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    [
      "of Fastify",
      'async (request, reply) => { return reply.code(409).send({ error: "It is closed." }); }',
      `async (request, reply) => { throw ${ERROR}; }`,
    ],
    ["of Koa", '(ctx) => { ctx.status = 409; ctx.body = { error: "It is closed." }; }', `(ctx) => { throw ${ERROR}; }`],
    [
      "of Koa, with the body first",
      '(ctx) => { ctx.body = { error: "It is closed." }; ctx.status = 409; }',
      `(ctx) => { throw ${ERROR}; }`,
    ],
    [
      "of Koa, before a return",
      '(ctx) => { ctx.status = 409; ctx.body = "It is closed."; return; }',
      `(ctx) => { throw ${ERROR}; }`,
    ],
    ["of Koa, without a body", "(ctx) => { ctx.status = 403; }", '(ctx) => { throw acme.error("acme_forbidden"); }'],
    [
      "of Koa, beside the body of something else",
      '(ctx) => { other.body = "It is open."; ctx.status = 403; }',
      '(ctx) => { other.body = "It is open."; throw acme.error("acme_forbidden"); }',
    ],
    ["of Hono", '(c) => { return c.json({ error: "It is closed." }, 409); }', `(c) => { throw ${ERROR}; }`],
    ["of Hono, as a body", '(c) => c.text("It is closed.", 409)', `(c) => { throw ${ERROR}; }`],
    ["of Hono, for nothing", "(c) => c.notFound()", '(c) => { throw acme.error("acme_not_found"); }'],
    [
      "of Hono, before a return",
      '(c) => { if (b) { return c.text("It is closed.", 409); } go(); }',
      `(c) => { if (b) { throw ${ERROR}; } go(); }`,
    ],
  ])("%s is replaced", (_what, before, after) => {
    expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
  });

  test.each<readonly [what: string, source: string, reason: string]>([
    [
      "of Fastify, in a handler that is not asynchronous",
      '(request, reply) => { reply.code(409).send({ error: "It is closed." }); }',
      "its handler is not asynchronous",
    ],
    ["of Koa, in a try", '(ctx) => { try { ctx.status = 409; ctx.body = "It is closed."; } catch {} }', IN_TRY],
    [
      "of Koa, in a try with `next`",
      '(ctx, next) => { try { ctx.status = 409; ctx.body = "It is closed."; } catch { next(); } }',
      IN_TRY,
    ],
    ["of Koa, in a call", "(ctx) => { go(ctx.status = 409); }", IN_EXPRESSION],
    ["of Koa, as a body", "(ctx) => ctx.status = 409", IN_EXPRESSION],
    ["of Koa, in a branch without a block", "(ctx) => { if (b) ctx.status = 409; }", IN_EXPRESSION],
    [
      "of Koa, with other code between",
      '(ctx) => { ctx.status = 409; go(); ctx.body = "It is closed."; }',
      "its body is set elsewhere",
    ],
    [
      "of Koa, with the body around it",
      '(ctx) => { ctx.body = "It is closed."; if (b) { if (d) { ctx.status = 409; } } }',
      "its body is set elsewhere",
    ],
    ["of Koa, in no handler", '() => { ctx.status = 409; ctx.body = "It is closed."; }', NO_HANDLER],
    ["of Hono, with headers", '(c) => c.json({ error: "It is closed." }, 409, { a: "b" })', "it sets headers"],
    ["of Hono, as a statement", '(c) => { c.json({ error: "It is closed." }, 409); }', IN_EXPRESSION],
    [
      "of Hono, in a variable",
      '(c) => { const b = c.json({ error: "It is closed." }, 409); return b; }',
      IN_EXPRESSION,
    ],
    ["of Hono, in a try", '(c) => { try { return c.text("It is closed.", 409); } catch {} }', IN_TRY],
    [
      "of Hono, in a function without the context",
      '(b) => { return c.text("It is closed.", 409); }',
      "it is not in a handler that gets the context itself",
    ],
    [
      "of Hono, in a callback",
      '(c) => go(() => c.text("It is closed.", 409))',
      "it is not in a handler that gets the context itself",
    ],
    [
      "of Hono, for a listener",
      'server.on("a", (c) => { return c.text("It is closed.", 409); })',
      "`on` would not catch a throw",
    ],
    ["of h3", '(event) => { setResponseStatus(event, 409, "It is closed."); }', "it cannot be sure for h3"],
    ["of a gateway's function", '() => ({ statusCode: 409, body: "It is closed." })', "it cannot be sure for lambda"],
    ["of the web", '() => new Response("It is closed.", { status: 409 })', "it cannot be sure for fetch"],
  ])("%s stays", (_what, source, reason) => {
    const { after, says } = planned(`export const a = ${source};\n`);
    expect(after).toBe(`export const a = ${source};\n`);
    expect(says.map((one) => one.split(", because ")[1])).toEqual([`${reason}.`]);
  });
});

test("a response of Hono stays outside of functions", () => {
  const source = 'return c.text("It is closed.", 409);\n';
  const { after, says } = planned(source);
  expect(after).toBe(source);
  expect(says).toEqual([`${LEFT} it is not in a handler that gets the context itself.`]);
});

const HTTP_ERRORS = 'import createError from "http-errors";\n---\n';

describe("an exception is replaced", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    ["of http-errors", `${HTTP_ERRORS}throw createError(409, "It is closed.");\n`, `throw ${ERROR};\n`],
    ["by its class", `${HTTP_ERRORS}throw new createError.Conflict("It is closed.");\n`, `throw ${ERROR};\n`],
    [
      "that a promise is rejected with",
      `${HTTP_ERRORS}new Promise((resolve, reject) => { reject(createError(409, "It is closed.")); });\n`,
      `new Promise((resolve, reject) => { reject(${ERROR}); });\n`,
    ],
    ["of Boom", 'import Boom from "@hapi/boom";\n---\nthrow Boom.conflict("It is closed.");\n', `throw ${ERROR};\n`],
    [
      "of Hono",
      'import { HTTPException } from "hono/http-exception";\n---\nthrow new HTTPException(409, { message: "It is closed." });\n',
      `throw ${ERROR};\n`,
    ],
    [
      "of h3",
      'import { createError } from "h3";\n---\nthrow createError({ statusCode: 409, message: "It is closed." });\n',
      `throw ${ERROR};\n`,
    ],
    [
      "of Feathers",
      'import { Conflict } from "@feathersjs/errors";\n---\nthrow new Conflict("It is closed.");\n',
      `throw ${ERROR};\n`,
    ],
    [
      "with a cause in a catch",
      `${HTTP_ERRORS}try { go(); } catch (e) { throw createError(409, "It is closed."); }\n`,
      'try { go(); } catch (e) { throw acme.error("acme_closed", { cause: e }); }\n',
    ],
    [
      "in a function in a try",
      `${HTTP_ERRORS}try { go(() => { throw createError(409, "It is closed."); }); } catch {}\n`,
      `try { go(() => { throw ${ERROR}; }); } catch {}\n`,
    ],
    [
      "with HttpStatus",
      'const a = (ctx) => { ctx.throw(HttpStatus.CONFLICT, "It is closed."); };\n',
      `const a = (ctx) => { throw ${ERROR}; };\n`,
    ],
    [
      "with StatusCodes",
      'const a = (ctx) => { ctx.throw(StatusCodes.CONFLICT, "It is closed."); };\n',
      `const a = (ctx) => { throw ${ERROR}; };\n`,
    ],
    [
      "with HTTP_STATUS",
      'const a = (ctx) => { ctx.throw(HTTP_STATUS.CONFLICT, "It is closed."); };\n',
      `const a = (ctx) => { throw ${ERROR}; };\n`,
    ],
    [
      "with status",
      'const a = (ctx) => { ctx.throw(status.CONFLICT, "It is closed."); };\n',
      `const a = (ctx) => { throw ${ERROR}; };\n`,
    ],
    ["as a body", 'const a = (ctx) => ctx.throw(409, "It is closed.");\n', `const a = (ctx) => { throw ${ERROR}; };\n`],
  ])("%s", (_what, before, after) => {
    expect(planned(before)).toEqual({ after, says: [] });
  });

  test.each<readonly [value: string, condition: string]>([
    ["order", "!order"],
    ["order.is_open", "!order.is_open"],
    ["$order", "!$order"],
    ["isOpen()", "!isOpen()"],
    ["ctx.isOpen(order, 1)", "!ctx.isOpen(order, 1)"],
    ["isOpen(of(order))", "!(isOpen(of(order)))"],
    ["isOpen(order).now", "!(isOpen(order).now)"],
    ["a && b", "!(a && b)"],
    ["!order", "!(!order)"],
    ["order?.isOpen", "!(order?.isOpen)"],
  ])("that Koa asserts about %s", (value, condition) => {
    expect(planned(`const a = (ctx) => { ctx.assert(${value}, 409, "It is closed."); };\n`).after).toBe(
      `const a = (ctx) => { if (${condition}) throw ${ERROR}; };\n`,
    );
  });
});

describe("an exception stays", () => {
  const IS_CAUGHT = "the `try` around it would catch it";
  test.each<readonly [what: string, source: string, reason: string]>([
    ["in a try", `${HTTP_ERRORS}try { throw createError(409, "It is closed."); } catch {}`, IS_CAUGHT],
    ["of Koa in a try", 'const a = (ctx) => { try { ctx.throw(409, "It is closed."); } catch {} };', IS_CAUGHT],
    ["of Koa in a variable", 'const a = (ctx) => { const b = ctx.throw(409, "It is closed."); };', IN_EXPRESSION],
    [
      "of Koa in a returned assertion",
      'const a = (ctx) => { return ctx.assert(b, 409, "It is closed."); };',
      IN_EXPRESSION,
    ],
    [
      "of Koa with properties",
      'const a = (ctx) => { ctx.throw(409, "It is closed.", { left: 1 }); };',
      "it carries more than a sentence",
    ],
    [
      "with a status of another name",
      'const a = (ctx) => { ctx.throw(statuses.CONFLICT, "It is closed."); };',
      "it carries more than a sentence",
    ],
    [
      "with a status after another name",
      'const a = (ctx) => { ctx.throw(my.status.CONFLICT, "It is closed."); };',
      "it carries more than a sentence",
    ],
    [
      "that is kept",
      `${HTTP_ERRORS}const closed = createError(409, "It is closed.");`,
      "it is not thrown where it is made",
    ],
    [
      "that is passed with more",
      `${HTTP_ERRORS}next(createError(409, "It is closed."), 1);`,
      "it is not thrown where it is made",
    ],
    [
      "that is passed second",
      `${HTTP_ERRORS}next(1, createError(409, "It is closed."));`,
      "it is not thrown where it is made",
    ],
    [
      "that another function gets",
      `${HTTP_ERRORS}nextTick(createError(409, "It is closed."));`,
      "it is not thrown where it is made",
    ],
    [
      "that a function gets whose name ends like next",
      `${HTTP_ERRORS}onnext(createError(409, "It is closed."));`,
      "it is not thrown where it is made",
    ],
    [
      "that gets its status later",
      'const error = new Error("It is closed.");\nerror.status = 409;\nthrow error;',
      "the error is made elsewhere",
    ],
    [
      "whose class the service asks for",
      'import { ConflictException } from "@nestjs/common";\n---\nthrow new ConflictException("It is closed.");\nexport const b = (e) => e instanceof ConflictException;',
      "the service asks for `ConflictException`",
    ],
    [
      "whose class the service asks for after its module",
      `${HTTP_ERRORS}throw new createError.Conflict("It is closed.");\nexport const b = (e) => e instanceof createError.Conflict;`,
      "the service asks for `Conflict`",
    ],
  ])("%s", (_what, source, reason) => {
    const { after, says } = planned(`${source}\n`);
    expect(after).toBe(`${source.split("\n---\n").at(-1)}\n`);
    expect(says.map((one) => one.split(", because ")[1])).toEqual([`${reason}.`]);
  });

  const NEST =
    'import { ConflictException } from "@nestjs/common";\n---\nthrow new ConflictException("It is closed.");\n';
  const BOOM = 'import { conflict } from "@hapi/boom";\n---\nthrow conflict("It is closed.");\n';
  const HONO =
    'import { HTTPException as Failure } from "hono/http-exception";\n---\nthrow new Failure(409, { message: "It is closed." });\n';
  const H3 =
    'import { createError } from "h3";\n---\nthrow createError({ statusCode: 409, message: "It is closed." });\n';
  const KOA = 'const a = (ctx) => { ctx.throw(409, "It is closed."); };\n';
  const CREATED = `${HTTP_ERRORS}throw createError(409, "It is closed.");\n`;

  test.each<readonly [source: string, asks: string, name: string]>([
    [NEST, "e instanceof HttpException", "HttpException"],
    [NEST, "e.getStatus()", "getStatus"],
    [NEST, "e?.getStatus()", "getStatus"],
    [NEST, 'e["getResponse"]()', "getResponse"],
    [CREATED, "e instanceof HttpError", "HttpError"],
    [CREATED, "lib.isHttpError(e)", "isHttpError"],
    [BOOM, "e instanceof Boom", "Boom"],
    [BOOM, "lib.isBoom(e)", "isBoom"],
    [HONO, "e instanceof HTTPException", "HTTPException"],
    [HONO, "e.getResponse()", "getResponse"],
    [H3, "e instanceof H3Error", "H3Error"],
    [H3, "e instanceof HTTPError", "HTTPError"],
    [H3, "lib.isError(e)", "isError"],
    [KOA, "e instanceof HttpError", "HttpError"],
    [KOA, "lib.isHttpError(e)", "isHttpError"],
  ])("%s where the service asks %s", (source, asks, name) => {
    const { says } = planned(source, "^5.1.0", { "asks.ts": `export const asks = (e) => ${asks};\n` });
    expect(says).toEqual([`${LEFT} the service asks for \`${name}\`.`]);
  });

  test.each([
    "e.isHttpErrors",
    "e.thisError",
    "e.getStatusText()",
    "e.message",
    "e instanceof Other",
    "HttpException in e",
    "e instanceof f()",
  ])("but not where the service asks %s", (asks) => {
    const more = { "asks.ts": `export const asks = (e) => ${asks};\n` };
    expect(planned(NEST, "^5.1.0", more).after).toBe(`throw ${ERROR};\n`);
  });

  test("of a class that the contract recognizes, without a step", () => {
    const source =
      'export class Closed extends Error { constructor(message, readonly status: number) { super(message); } }\nexport const a = () => { throw new Closed("It is closed.", 409); };\n';
    expect(planned(source)).toEqual({ after: source, says: [] });
  });
});
