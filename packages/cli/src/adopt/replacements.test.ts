import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { readProject } from "./project.ts";

const APP = 'import express from "express";\n\nconst app = express();\n';
const HEAD = "export const ORDERS = 1\n";

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
  const { changes, steps } = planAdoption(readProject(sources, manifest, "acme"), options);
  const after = changes.find(({ file }) => file === "orders.ts")?.after ?? text;
  return {
    after: after.slice(after.indexOf(HEAD) + HEAD.length),
    says: steps.filter(({ file }) => file === "orders.ts").map(({ says }) => says),
  };
}

const BODY = '{ error: "It is closed." }';
const SEND = `res.status(409).json(${BODY})`;
const ERROR = 'acme.error("acme_closed")';
const LEFT = "409 by hand: throw `acme_closed` instead. Not done, because";

/** Returns a source before and after the change of what is between « and ». */
function changed(source: string, to: string): readonly [before: string, after: string] {
  const written = source.replace("SEND", SEND).replace("BODY", BODY);
  return [written.replaceAll(/[«»]/g, ""), written.replace(/«[^»]*»/, to)];
}

describe("a throw takes the place of a response of Express", () => {
  test.each<readonly [where: string, source: string]>([
    ["after `void`", "(req, res) => { «void SEND;» }"],
    ["after `await`", "async (req, res) => { «await SEND;» }"],
    ["after `return await`", "async (req, res) => { «return await SEND;» }"],
    ["as an awaited body", "async (req, res) => «await SEND»"],
    ["as a body after `void`", "(req, res) => «void SEND»"],
    ["as a body in parentheses", "(req, res) => «( (SEND) )»"],
    ["as the last one of a branch", "(req, res) => { if (req.x) { «SEND;» } else { go(); } }"],
    ["before a return after the branch", "(req, res) => { if (req.x) { «SEND;» } return; }"],
    ["before a return on another line", "(req, res) => { «SEND;\n\n  return;»\n}"],
    ["before a comment and a return", "(req, res) => { «SEND;» /* so */ return; }"],
    ["in a block", "(req, res) => { { «SEND;» } }"],
    ["in a case that returns", "(req, res) => { switch (req.x) { case 1: «return SEND;» } }"],
    ["in a loop that returns", "(req, res) => { for (const a of b) «return SEND;» go(); }"],
    ["of a handler in a try", '() => { try { app.get("/", (req, res) => { «SEND;» }); } catch { go(); } }'],
    ["of a handler in a finally", '() => { try { go(); } finally { app.get("/", (req, res) => { «SEND;» }); } }'],
    ["of a handler with the response in a type", "(req: Request, res: Response) => { «SEND;» }"],
    [
      "of a constructor that keeps the response",
      "class { constructor(req: Request, private res: Response) { «SEND;» } }",
    ],
    ["of a function in a property", "{ close: function (req, res) { «SEND;» } }"],
    ["of a handler in three calls", "go(use(wrap((req, res) => { «SEND;» })))"],
    ["of a handler in a list", "go([(req, res) => { «SEND;» }])"],
  ])("%s", (_where, source) => {
    const [before, after] = changed(source, /[;}]»/.test(source) ? `throw ${ERROR};` : `{ throw ${ERROR}; }`);
    expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
  });

  test("of a status alone", () => {
    expect(planned("export const a = (req, res) => { return res.sendStatus(403); };\n").after).toBe(
      'export const a = (req, res) => { throw acme.error("acme_forbidden"); };\n',
    );
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

  test.each<readonly [status: number, code: string, sentence: string, own: string]>([
    [422, "invalid_input", "The id is invalid", "ODD_ID"],
    [401, "missing_credential", "The token is missing", "NO_TOKEN"],
  ])("of the status %i with the code %s, whatever the code of its body", (status, code, sentence, own) => {
    const body = `{ code: "${own}", error: "${sentence}" }`;
    expect(planned(`export const a = (req, res) => res.status(${status}).json(${body});\n`).after).toBe(
      `export const a = (req, res) => { throw acme.error("${code}", { message: "${sentence}" }); };\n`,
    );
  });

  test("beside another one", () => {
    expect(planned(`export const a = (req, res) => { if (req.x)return ${SEND};return ${SEND}; };\n`).after).toBe(
      `export const a = (req, res) => { if (req.x)throw ${ERROR};throw ${ERROR}; };\n`,
    );
  });

  test("with no input for a code that is not about it", () => {
    const source =
      'export const a = (req, res) => { if (req.body.seat) return res.status(409).send("The seat is taken."); };';
    expect(planned(`${source}\n`).after).toBe(
      'export const a = (req, res) => { if (req.body.seat) throw acme.error("acme_seat_taken"); };\n',
    );
  });
});

test.each<readonly [body: string, error: string]>([
  ['{ code: "TOO_MANY_SEATS", error: "Order at most 9 seats." }', '"acme_too_many_seats"'],
  [
    '{ code: "VALIDATION_ERROR", error: "Order at most 9 seats." }',
    '"invalid_input", { message: "Order at most 9 seats." }',
  ],
  ['{ code: "SEATS", error: "Order at most 9 seats." }', '"invalid_input", { message: "Order at most 9 seats." }'],
  ['{ error: "bad_seats", message: "Order at most 9 seats." }', '"acme_bad_seats"'],
  [
    '{ error: "Bad Request", message: "Order at most 9 seats." }',
    '"invalid_input", { message: "Order at most 9 seats." }',
  ],
])("a 400 about input with the body %s", (body, error) => {
  expect(planned(`export const a = (req, res) => res.status(400).json(${body});\n`)).toEqual({
    after: `export const a = (req, res) => { throw acme.error(${error}); };\n`,
    says: [],
  });
});

test.each<readonly [what: string, source: string, error: string]>([
  [
    "Koa throws",
    '(ctx) => { if (!email) «ctx.throw(400, "Email is required")»; }',
    '{ param: "email", message: "Email is required" }',
  ],
  [
    "Koa asserts",
    '(ctx) => { «ctx.assert(email, 400, "Email is required")»; }',
    '{ param: "email", message: "Email is required" }',
  ],
  [
    "@fastify/sensible writes",
    'async (request, reply) => { if (!email) «return reply.badRequest("Email is required")»; }',
    '{ param: "email", message: "Email is required" }',
  ],
])("a 400 about input that %s names what it is about", (what, source, init) => {
  const thrown = `throw acme.error("invalid_input", ${init})`;
  const [before, after] = changed(source, what === "Koa asserts" ? `if (!email) ${thrown}` : thrown);
  expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
});

test("a 400 about input names nothing of a condition around its handler", () => {
  const handler = (body: string) => `if (email) app.post("/", (req, res) => ${body});\n`;
  expect(planned(handler('res.status(400).json({ error: "Email is required" })')).after).toBe(
    handler('{ throw acme.error("invalid_input", { message: "Email is required" }); }'),
  );
});

test("a 400 about input in a conditional expression names what that tests", () => {
  const chosen = (error: string) => `export const a = (req, res, next) => (email ? go() : next(${error}));\n`;
  const load = 'import createError from "http-errors";\n---\n';
  expect(planned(load + chosen('createError(400, "Email is required")')).after).toBe(
    chosen('acme.error("invalid_input", { param: "email", message: "Email is required" })'),
  );
});

describe("a copy of another service's answer stays", () => {
  const COPY = "a 401 of that service would be yours. To let some errors of that service pass, name them with `relay`.";
  test.each<readonly [what: string, source: string, reason: string]>([
    [
      "with its status",
      "async (req, res) => { const r = await fetch(url); res.status(r.status).end(); }",
      `the status of another service's response (\`fetch\`): ${COPY}`,
    ],
    [
      "in an exception of the service's own",
      "async (req, res) => { const r = await fetch(url); throw new Failed(r.status, 'No rates.'); }; export class Failed extends Error { constructor(readonly status, text) { super(text); } }",
      `the status of another service's response (\`fetch\`): ${COPY}`,
    ],
  ])("%s", (_what, source, reason) => {
    const written = `export const a = ${source}\n`;
    const { after, says } = planned(written);
    expect(after).toBe(written);
    expect(says).toEqual([
      `an error by hand: throw \`acme_upstream_error\` instead. Not done, because it copies ${reason}`,
    ]);
  });
});

describe("`next` takes the place of a response of Express", () => {
  test.each<readonly [where: string, source: string]>([
    ["in a callback", "(req, res, next) => go(() => «SEND»)"],
    ["in a callback, with its return", "(req, res, next) => { go(() => { return «SEND»; }); }"],
    ["in a callback, before a return", "(req, res, next) => { go(() => { «SEND»; return; }); }"],
    ["in a try with a finally", "(req, res, next) => { try { go(); } catch { «SEND»; } finally { end(); } }"],
    ["after an asynchronous callback", "(req, res, next) => { go(async () => { «SEND»; }); }"],
    ["under a name in capitals", "(req, res, NEXT) => { go(() => { «SEND»; }); }"],
  ])("%s", (_where, source) => {
    const [before, after] = changed(source, `${source.includes("NEXT") ? "NEXT" : "next"}(${ERROR})`);
    expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
  });
});

describe("the error that was caught is the cause of", () => {
  test.each<readonly [what: string, source: string, cause: string | undefined]>([
    ["an error in a `catch` function", "(req, res, next) => { load().catch(function (e) { «SEND»; }); }", "e"],
    [
      "an error in a function of a `catch`",
      "(req, res, next) => { try { go(); } catch (e) { each((one) => { «SEND»; }); } }",
      "e",
    ],
    [
      "no error where its name is another one's",
      "(req, res, next) => { try { go(); } catch (e) { each((e) => { «SEND»; }); } }",
      undefined,
    ],
    [
      "no error whose `catch` takes it apart",
      "(req, res, next) => { try { go(); } catch ({ message }) { go(() => «SEND»); } }",
      undefined,
    ],
    [
      "no error in a function that `catch` gets second",
      "(req, res, next) => { load().catch(log, (e) => { «SEND»; }); }",
      undefined,
    ],
    ["no error after `then`", "(req, res, next) => { load().then((e) => { «SEND»; }); }", undefined],
    [
      "no error whose function takes it apart",
      "(req, res, next) => { load().catch(({ message }) => { «SEND»; }); }",
      undefined,
    ],
  ])("%s", (_what, source, cause) => {
    const made = cause === undefined ? ERROR : `acme.error("acme_closed", { cause: ${cause} })`;
    const [before, after] = changed(source, `next(${made})`);
    expect(planned(`export const a = ${before};\n`).after).toBe(`export const a = ${after};\n`);
  });

  test("an error with a message of its own", () => {
    const handler = (inner: string) =>
      `export const a = async (req, res) => { try { go(); } catch (e) { ${inner}; } };\n`;
    const { after } = planned(handler('return res.status(502).json({ error: "The shop is away." })'));
    expect(after).toBe(handler('throw acme.error("acme_upstream_error", { message: "The shop is away.", cause: e })'));
  });

  test("an error in an error handler", () => {
    const { after } = planned(`app.use((err, req, res, next) => { log(); ${SEND}; });\n`);
    expect(after).toContain('log(); throw acme.error("acme_closed", { cause: err }); });');
  });
});

describe("in a file without semicolons, a throw", () => {
  const PLAIN = "res.status(409).json({ error: 'It is closed.' })";
  const THROW = "throw acme.error('acme_closed')";
  test.each<readonly [what: string, before: string, after: string]>([
    ["needs one before other code on the line", `if (a) return ${PLAIN}; next()`, `if (a) ${THROW}; next()`],
    ["needs one before an else", `if (a) return ${PLAIN}; else next()`, `if (a) ${THROW}; else next()`],
    ["loses the one of the statement", `if (a) { ${PLAIN}; return }\n  next()`, `if (a) { ${THROW} }\n  next()`],
    ["has none at the end of a line", `if (a) return ${PLAIN}\n  next()`, `if (a) ${THROW}\n  next()`],
    ["loses the one before a brace", `if (a) { return ${PLAIN};}\n  next()`, `if (a) { ${THROW}}\n  next()`],
    ["has none before a comment", `if (a) return ${PLAIN} /* so */\n  next()`, `if (a) ${THROW} /* so */\n  next()`],
  ])("%s", (_what, before, after) => {
    const around = (body: string) => `export const b = (req, res, next) => {\n  const a = 1\n  ${body}\n}\n`;
    expect(planned(around(before)).after).toBe(around(after));
  });
});

const NO_HANDLER = "it is not in a handler that gets the response itself";
const IN_EXPRESSION = "it is a part of another expression";
const IN_TRY = "the `try` around it would catch a throw";
const GOES_ON = "more statements run after it";
const ELSEWHERE = "its body is set elsewhere";
const BETWEEN = "other statements are between its status and its body";
const NO_CONTEXT = "it is not in a handler that gets the context itself";
const APART = "its status and its body are set apart";

/** What registers a handler, and catches what it throws. */
const REGISTER = "get post put patch delete del head options all use route param".split(" ");

describe("a response of Express stays", () => {
  test.each<readonly [what: string, source: string, reason: string]>([
    ["outside of functions", `${SEND};`, NO_HANDLER],
    ["with the response first", `export const a = (res) => { ${SEND}; };`, NO_HANDLER],
    ["with the response before another value", `export const a = (res, b) => { ${SEND}; };`, NO_HANDLER],
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
    ['res.setStatus(409).end("It is closed.");', "it calls `setStatus`"],
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

  const CALLERS = "on once addListener prependListener addEventListener createServer onRequest onCall http";
  test.each(CALLERS.split(" "))("where `%s` calls its function", (name) => {
    const { says } = planned(`server.${name}((req, res) => { ${SEND}; });\n`);
    expect(says).toEqual([`${LEFT} \`${name}\` would not catch a throw.`]);
  });

  test.each(["upon", "onOrder", "https", "ahttp"])("but not where `%s` calls its function", (name) => {
    expect(planned(`server.${name}((req, res) => { ${SEND}; });\n`).after).toBe(
      `server.${name}((req, res) => { throw ${ERROR}; });\n`,
    );
  });

  test.each(REGISTER)("but not among the options of `%s`", (name) => {
    expect(planned(`app.${name}({ handler: (req, res) => { ${SEND}; } });\n`).after).toBe(
      `app.${name}({ handler: (req, res) => { throw ${ERROR}; } });\n`,
    );
  });

  test.each(["forget", "gets", "router"])("among the options of `%s`", (name) => {
    for (const handler of [`handler: (req, res) => { ${SEND}; }`, `handler(req, res) { ${SEND}; }`])
      expect(planned(`app.${name}({ ${handler} });\n`).says).toEqual([`${LEFT} \`${name}\` may not catch a throw.`]);
  });

  test.each([
    ..."a(req) a(1,_req) a(res) a(resp) a(response) a(reply) a(ctx) a(context) a(c) a([1,req])".split(" "),
    ..."a.call(b,req) a.apply(b,[req]) a.bind(b,req) b.a(req) b.a.call(c,req)".split(" "),
    "a(request, 1)",
    "a(req as Request)",
  ])("of a function that `%s` calls", (call) => {
    const { says } = planned(`export const a = (req, res) => { ${SEND}; };\nexport const d = () => { ${call}; };\n`);
    expect(says).toEqual([`${LEFT} \`a\` is also called as a function.`]);
  });

  test.each([
    ..."a(1) a() a(required) a(__req) a(results) a(replies) a(cat) a([]) a([1,,2])".split(" "),
    ..."a(req.body) a.bound(req) a.recall(req) a.callback(req)".split(" "),
    "new a(req)",
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

  test("keeps its response without `next`, and passes its error to it otherwise", () => {
    expect(planned(`export const a = ${handler};\n`, "^4.21.0").says).toEqual([REJECTS]);
    const [before, after] = changed("async (req, res, next) => { «SEND»; }", `next(${ERROR})`);
    expect(planned(`export const a = ${before};\n`, "^4.21.0").after).toBe(`export const a = ${after};\n`);
  });

  test("keeps its response if the version of Express is not known", () => {
    expect(planned(`export const a = ${handler};\n`, "latest").says).toEqual([REJECTS]);
  });

  test.each(REGISTER)("that `%s` registers keeps its response", (name) => {
    expect(planned(`app.${name}("/", ${handler});\n`, "^4.21.0").says).toEqual([REJECTS]);
  });

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
  const FORBIDDEN = 'acme.error("acme_forbidden")';
  test.each<readonly [what: string, source: string, error: string]>([
    ["of Fastify", "async (request, reply) => { «return reply.code(409).send(BODY);» }", ERROR],
    ["of @fastify/sensible", 'async (request, reply) => { «return reply.conflict("It is closed.");» }', ERROR],
    ["of @fastify/sensible, as a statement", 'async (request, reply) => { «reply.conflict("It is closed.");» }', ERROR],
    ["of Koa", "(ctx) => { «ctx.status = 409; ctx.body = BODY;» }", ERROR],
    ["of Koa, with the body first", "(ctx) => { «ctx.body = BODY; ctx.status = 409;» }", ERROR],
    ["of Koa, before a return", "(ctx) => { «ctx.status = 409; ctx.body = BODY; return;» }", ERROR],
    ["of Koa, without a body", "(ctx) => { «ctx.status = 403;» }", FORBIDDEN],
    ["of Koa, in an asynchronous handler", "async (ctx) => { «ctx.status = 403;» }", FORBIDDEN],
    ["of Koa, beside another body", '(ctx) => { other.body = "It is open."; «ctx.status = 403;» }', FORBIDDEN],
    ["of Hono", "(c) => { «return c.json(BODY, 409);» }", ERROR],
    ["of Hono, as a body", '(c) => «c.text("It is closed.", 409)»', ERROR],
    ["of Hono, for nothing", "(c) => «c.notFound()»", 'acme.error("acme_not_found")'],
    ["of Hono, before a return", "(c) => { if (b) { «return c.json(BODY, 409);» } go(); }", ERROR],
  ])("%s is replaced", (_what, source, error) => {
    const [before, after] = changed(source, source.includes(";»") ? `throw ${error};` : `{ throw ${error}; }`);
    expect(planned(`export const a = ${before};\n`)).toEqual({ after: `export const a = ${after};\n`, says: [] });
  });

  test.each<readonly [what: string, source: string, reason: string]>([
    [
      "of Fastify, in a handler that is not asynchronous",
      "(request, reply) => { reply.code(409).send(BODY); }",
      "its handler is not asynchronous",
    ],
    [
      "of @fastify/sensible, in a handler that is not asynchronous",
      '(request, reply) => { reply.conflict("It is closed."); }',
      "its handler is not asynchronous",
    ],
    [
      "of @fastify/sensible, with headers",
      'async (request, reply) => { return reply.type("a").conflict("It is closed."); }',
      "it sets more than the status and the body",
    ],
    ["of Koa, in a try", "(ctx) => { try { ctx.status = 409; ctx.body = BODY; } catch {} }", IN_TRY],
    [
      "of Koa, in a try with `next`",
      "(ctx, next) => { try { ctx.status = 409; ctx.body = BODY; } catch { next(); } }",
      IN_TRY,
    ],
    ["of Koa, in a call", "(ctx) => { go(ctx.status = 409); }", IN_EXPRESSION],
    ["of Koa, as a body", "(ctx) => ctx.status = 409", IN_EXPRESSION],
    ["of Koa, in a branch without a block", "(ctx) => { if (b) ctx.status = 409; }", IN_EXPRESSION],
    ["of Koa, with other code between", "(ctx) => { ctx.status = 409; go(); ctx.body = BODY; }", BETWEEN],
    ["of Koa, with the body two lines above", "(ctx) => { ctx.body = BODY; go(); ctx.status = 409; }", BETWEEN],
    [
      "of Koa, with the body around it",
      "(ctx) => { ctx.body = BODY; if (b) { if (d) { ctx.status = 409; } } }",
      ELSEWHERE,
    ],
    ["of Koa, with the body that it returns", "(ctx) => { ctx.status = 409; return BODY; }", ELSEWHERE],
    ["of Koa, with a comment", "(ctx) => { ctx.status = 409; /* so */ ctx.body = BODY; }", "a comment is in it"],
    ["of Koa, in no handler", "() => { ctx.status = 409; ctx.body = BODY; }", NO_HANDLER],
    ["of Hono, with headers", '(c) => c.json(BODY, 409, { a: "b" })', "it sets headers"],
    ["of Hono, as a statement", "(c) => { c.json(BODY, 409); }", IN_EXPRESSION],
    ["of Hono, in a variable", "(c) => { const b = c.json(BODY, 409); return b; }", IN_EXPRESSION],
    ["of Hono, in a try", "(c) => { try { return c.json(BODY, 409); } catch {} }", IN_TRY],
    ["of Hono, in a function without the context", "(b) => { return c.json(BODY, 409); }", NO_CONTEXT],
    ["of Hono, in a callback", "(c) => go(() => c.json(BODY, 409))", NO_CONTEXT],
    ["of Hono, after a header", '({ c }) => c.header("a", "b").json(BODY, 409)', NO_CONTEXT],
    ["of Hono, for a listener", 'server.on("a", (c) => { return c.json(BODY, 409); })', "`on` would not catch a throw"],
    ["of h3", '(event) => { setResponseStatus(event, 409, "It is closed."); }', "it cannot be sure for h3"],
    ["of a gateway's function", '() => ({ statusCode: 409, body: "It is closed." })', "it cannot be sure for lambda"],
    ["of the web", '() => new Response("It is closed.", { status: 409 })', "it cannot be sure for fetch"],
  ])("%s stays", (_what, source, reason) => {
    const written = `export const a = ${source.replace("BODY", BODY)};\n`;
    const { after, says } = planned(written);
    expect(after).toBe(written);
    expect(says.map((one) => one.split(", because ")[1])).toEqual([`${reason}.`]);
  });
});

test.each(['status(409).json("It is closed.")', "sendStatus(409)"])(
  "what Node's response gets by `%s` stays in a file of Koa",
  (call) => {
    const { says } = planned(`import Koa from "koa";\n---\nexport const a = (ctx) => { ctx.res.${call}; };\n`);
    expect(says.map((one) => one.split(", because ")[1])).toEqual([`${IN_EXPRESSION}.`]);
  },
);

test.each<readonly [source: string, reason: string]>([
  ['return c.text("It is closed.", 409);', NO_CONTEXT],
  ['reply.code(409).send("It is closed.");', "its handler is not asynchronous"],
])("`%s` stays outside of functions", (source, reason) => {
  expect(planned(`${source}\n`)).toEqual({ after: `${source}\n`, says: [`${LEFT} ${reason}.`] });
});

test("a response of Fastify is replaced beside Express 4", () => {
  const [before, after] = changed(
    "async (request, reply) => { «return reply.code(409).send(BODY);» }",
    `throw ${ERROR};`,
  );
  expect(planned(`export const a = ${before};\n`, "^4.21.0").after).toBe(`export const a = ${after};\n`);
});

const HTTP_ERRORS = 'import createError from "http-errors";\n---\n';

describe("an exception is replaced", () => {
  const thrown = (module: string, error: string) => `import ${module};\n---\nthrow «${error}»;`;
  const inKoa = (status: string) => `const a = (ctx) => { «ctx.throw(${status}, "It is closed.");» };`;
  const HTTP = 'createError from "http-errors"';
  const CREATE = 'createError(409, "It is closed.")';
  test.each<readonly [what: string, source: string]>([
    ["of http-errors", thrown(HTTP, CREATE)],
    ["by its class", thrown(HTTP, 'new createError.Conflict("It is closed.")')],
    ["of Boom", thrown('Boom from "@hapi/boom"', 'Boom.conflict("It is closed.")')],
    [
      "of Hono",
      thrown('{ HTTPException } from "hono/http-exception"', 'new HTTPException(409, { message: "It is closed." })'),
    ],
    ["of h3", thrown('{ createError } from "h3"', 'createError({ statusCode: 409, message: "It is closed." })')],
    ["of Feathers", thrown('{ Conflict } from "@feathersjs/errors"', 'new Conflict("It is closed.")')],
    ["that a promise is rejected with", `${HTTP_ERRORS}new Promise((resolve, reject) => { reject(«${CREATE}»); });`],
    ["that is passed to `next`", `${HTTP_ERRORS}export const a = (req, res, next) => next(«${CREATE}»);`],
    [
      "that is passed to `next` in a try",
      `${HTTP_ERRORS}export const a = (req, res, next) => { try { next(«${CREATE}»); } catch {} };`,
    ],
    ["in a function in a try", `${HTTP_ERRORS}try { go(() => { throw «${CREATE}»; }); } catch {}`],
    ["with HttpStatus", inKoa("HttpStatus.CONFLICT")],
    ["with StatusCodes", inKoa("StatusCodes.CONFLICT")],
    ["with HTTP_STATUS", inKoa("HTTP_STATUS.CONFLICT")],
    ["with status", inKoa("status.CONFLICT")],
    ["as a body", 'const a = (ctx) => «ctx.throw(409, "It is closed.")»;'],
  ])("%s", (what, source) => {
    const isStatement = source.includes(";»");
    const [before, after] = changed(
      source,
      isStatement ? `throw ${ERROR};` : what === "as a body" ? `{ throw ${ERROR}; }` : ERROR,
    );
    expect(planned(`${before}\n`)).toEqual({ after: `${after.split("\n---\n").at(-1)}\n`, says: [] });
  });

  test("with a cause in a catch", () => {
    const source = `${HTTP_ERRORS}try { go(); } catch (e) { throw ${CREATE}; }\n`;
    expect(planned(source).after).toBe('try { go(); } catch (e) { throw acme.error("acme_closed", { cause: e }); }\n');
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
  const MORE = "it carries more than a sentence";
  const ELSEWHERE_THROWN = "it is not thrown where it is made";
  test.each<readonly [what: string, source: string, reason: string]>([
    ["in a try", `${HTTP_ERRORS}try { throw createError(409, "It is closed."); } catch {}`, IS_CAUGHT],
    ["of Koa in a try", 'const a = (ctx) => { try { ctx.throw(409, "It is closed."); } catch {} };', IS_CAUGHT],
    ["of Koa in a variable", 'const a = (ctx) => { const b = ctx.throw(409, "It is closed."); };', IN_EXPRESSION],
    [
      "of Koa in a returned assertion",
      'const a = (ctx) => { return ctx.assert(b, 409, "It is closed."); };',
      IN_EXPRESSION,
    ],
    ["of Koa with properties", 'const a = (ctx) => { ctx.throw(409, "It is closed.", { left: 1 }); };', MORE],
    ["with a status of another name", 'const a = (ctx) => { ctx.throw(statuses.CONFLICT, "It is closed."); };', MORE],
    ["with a status after another", 'const a = (ctx) => { ctx.throw(my.status.CONFLICT, "It is closed."); };', MORE],
    ["that is kept", `${HTTP_ERRORS}const closed = createError(409, "It is closed.");`, ELSEWHERE_THROWN],
    ["that is passed with more", `${HTTP_ERRORS}next(createError(409, "It is closed."), 1);`, ELSEWHERE_THROWN],
    ["that is passed second", `${HTTP_ERRORS}next(1, createError(409, "It is closed."));`, ELSEWHERE_THROWN],
    ["that another function gets", `${HTTP_ERRORS}nextTick(createError(409, "It is closed."));`, ELSEWHERE_THROWN],
    ["that `onnext` gets", `${HTTP_ERRORS}onnext(createError(409, "It is closed."));`, ELSEWHERE_THROWN],
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

  test("whose status is only known at run time, and which has no code", () => {
    const { says } = planned(
      `${HTTP_ERRORS}throw createError({ status: cause.status || 409, message: "It is closed." });\n`,
    );
    expect(says).toEqual([
      "an error by hand: choose its code, and throw that instead. Not done, because its status is only known at run time.",
    ]);
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
    "e === HttpException",
    "e(HttpException)",
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
