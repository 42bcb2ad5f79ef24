import { describe, expect, test } from "vitest";
import type { Finding } from "./finding.ts";
import { scanSources } from "./scan.ts";

/** Returns what a scan finds in files, one line for each place. */
function found(files: Readonly<Record<string, string>>, ...kinds: readonly Finding["kind"][]): readonly string[] {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  return scanSources(sources, "acme")
    .findings.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ file, line, status, sentence, code }) => `${file}:${line} ${status} ${sentence} ${code}`);
}

const inFile = (text: string, ...kinds: readonly Finding["kind"][]) =>
  found({ "a.ts": text }, ...kinds).map((line) => line.replace(/^a\.ts:/, ""));

describe("finds an error response that is written", () => {
  test.each<readonly [how: string, source: string, expected: string]>([
    [
      "by Express' status and json",
      'response.status(404).json({ error: "No such order" })',
      "1 404 No such order acme_no_order",
    ],
    [
      "by a chain of other calls",
      'res.set("a", "b").status(409).type("json").send({ message: "Sold out" })',
      "1 409 Sold out acme_sold_out",
    ],
    [
      "in two statements",
      'res.status(402);\nres.json({ message: "Card declined" });',
      "1 402 Card declined acme_card_declined",
    ],
    [
      "with the status in its sentence",
      'res.status(404).send("404, not found!")',
      "1 404 404, not found! acme_not_found",
    ],
    [
      "with the name of a code of the contract",
      'res.status(404).send("File not found")',
      "1 404 File not found acme_not_found",
    ],
    ["by sendStatus", "res.sendStatus(403)", "1 403 undefined acme_forbidden"],
    [
      "by a status field",
      'res.statusCode = 410;\nres.end("The offer has ended");',
      "1 410 The offer has ended acme_offer_ended",
    ],
    ["by writeHead", 'res.writeHead(503, {});\nres.end("Try again");', "1 503 Try again acme_unavailable"],
    ["by Fastify's code", 'reply.code(404).send({ error: "No such task" })', "1 404 No such task acme_no_task"],
    ["by @fastify/sensible", 'reply.notFound("No such task")', "1 404 No such task acme_no_task"],
    [
      "by Koa's context",
      'ctx.status = 409;\nctx.body = { error: { message: "Already paid" } };',
      "1 409 Already paid acme_already_paid",
    ],
    [
      "with Koa's body first",
      'ctx.body = { message: "Already paid" };\nctx.status = 409;',
      "2 409 Already paid acme_already_paid",
    ],
    ["by Hono's context", 'c.json({ message: "Seat taken" }, 409)', "1 409 Seat taken acme_seat_taken"],
    ["by Hono's notFound", "app.get('/', (c) => c.notFound())", "1 404 undefined acme_not_found"],
    ["as a Response", 'new Response("Seat taken", { status: 409 })', "1 409 Seat taken acme_seat_taken"],
    ["by Response.json", 'Response.json({ error: "Seat taken" }, { status: 409 })', "1 409 Seat taken acme_seat_taken"],
    [
      "as a Response with a declared init",
      'const init = { status: 409 };\nnew Response("Seat taken", init)',
      "2 409 Seat taken acme_seat_taken",
    ],
    ["by h3's setResponseStatus", "setResponseStatus(event, 404)", "1 404 undefined acme_not_found"],
    [
      "with a default status",
      "ctx.status = _.defaultTo(error.status, 422);\nctx.body = { message: 'Too short' };",
      "1 undefined Too short undefined",
    ],
    [
      "for a gateway's function",
      'return { statusCode: 404, body: JSON.stringify({ message: "No such cat" }) };',
      "1 404 No such cat acme_no_cat",
    ],
    [
      "with a named status",
      'res.status(StatusCodes.NOT_FOUND).json({ msg: "No such cat" })',
      "1 404 No such cat acme_no_cat",
    ],
    ["with a constant", "const missing = 404;\nres.status(missing).end();", "2 404 undefined acme_not_found"],
    [
      "with one of two statuses",
      'res.status(ok ? 200 : 409).json({ message: "Seat taken" })',
      "1 409 Seat taken acme_seat_taken",
    ],
    [
      "with a status for want of another",
      'res.status(error.status || 500).json({ message: "x" })',
      "1 undefined undefined undefined",
    ],
    [
      "with the status in what an error carries",
      "reply.code(error.output.statusCode).send(error.output.payload)",
      "1 undefined undefined undefined",
    ],
    [
      "with the status that was taken from an error",
      "app.onError((error, c) => {\n  const { status, message } = error;\n  return c.json({ message }, status);\n});",
      "3 undefined undefined undefined",
    ],
    [
      "with a variable for the status of an error",
      "function refuse(err, reply) {\n  const code = err.output.statusCode;\n  reply.code(code).send();\n}",
      "3 undefined undefined undefined",
    ],
    [
      "by a function that is named after it",
      "function errorResponse(c, name) {\n  const entry = TABLE[name];\n  return c.json({ name }, entry.status);\n}",
      "3 undefined undefined undefined",
    ],
    [
      "with the status of a result, and an error in the body",
      "res.status(result.status).json({ error: result.reason })",
      "1 undefined undefined undefined",
    ],
    [
      "with the status of a result, and a body that is made of an error",
      "c.json(errorBody(result.error), result.status)",
      "1 undefined undefined undefined",
    ],
    [
      "by a value that a handler returns",
      'async (request, reply) => {\n  reply.code(409);\n  return { error: "Seat taken" };\n}',
      "2 409 Seat taken acme_seat_taken",
    ],
    [
      "with the name of a code of the contract and another status",
      'app.post("/sync", (req, res) => res.status(400).send("file not found"))',
      "1 400 file not found acme_sync_file_not_found",
    ],
    [
      "with what failed",
      'res.status(400).send("Failed to create the todo")',
      "1 400 Failed to create the todo acme_create_todo_failed",
    ],
    [
      "with no more than that it failed",
      'res.status(409).send("Request failed")',
      "1 409 Request failed acme_conflict",
    ],
    [
      "with a list of errors",
      'res.status(409).json({ errors: [{ code: "TAKEN", message: "Seat taken" }] })',
      "1 409 Seat taken acme_seat_taken",
    ],
    [
      "with errors by field",
      "res.status(409).json({ errors: { seat: ['Seat taken'] } })",
      "1 409 Seat taken acme_seat_taken",
    ],
    [
      "with an error that a field of it is blank",
      'res.status(422).json({ errors: { title: ["can\'t be blank"] } })',
      "1 422 can't be blank invalid_input",
    ],
    [
      "with a body that is declared apart",
      'const TAKEN = { error: "Seat taken" };\nnew Response(JSON.stringify(TAKEN), { status: 409 })',
      "2 409 Seat taken acme_seat_taken",
    ],
    [
      "with a template around a name",
      `res.status(409).send(\`Order \${id} is closed\`)`,
      "1 409 Order {} is closed acme_order_closed",
    ],
    [
      "with a template that is no sentence without its parts",
      `res.status(409).send(\`Only \${n} left of \${name}.\`)`,
      "1 409 Only {} left of {}. acme_conflict",
    ],
    [
      "with a template of parts alone",
      `res.status(404).send(\`Cannot \${method} \${path}\`)`,
      "1 404 Cannot {} {} acme_not_found",
    ],
    [
      "with a template about an input",
      `res.status(400).send(\`At least \${n} of them\`)`,
      "1 400 At least {} of them invalid_input",
    ],
    ["with a template", `res.status(404).send(\`No cat named \${name}\`)`, "1 404 No cat named {} acme_no_cat_named"],
    [
      "on a typed response",
      'function f(a: Request, b: Response) { b.status(404).send("No such cat"); }',
      "1 404 No such cat acme_no_cat",
    ],
  ])("%s", (_, source, expected) => {
    expect(inFile(source, "response")).toEqual([expected]);
  });
});

describe("finds no error response in", () => {
  test.each([
    ["a success", "res.status(200).json({ error: null })"],
    ["another object's status", "order.status = 404; expect(page).status(500); chart.code(404)"],
    ["a JSON.stringify", "JSON.stringify({ a: 1 }, 404)"],
    ["a status that is read", "if (response.status === 404) retry();"],
    ["a response of another service", "if (upstream.status(404)) retry();"],
    [
      "a response with the status of another service",
      "async function relay(upstream, res) { const { status } = upstream; res.status(status).json(await upstream.json()); }",
    ],
    ["a response with no error in its body", "res.status(result.status).json({ data: result.data, error: null })"],
    [
      "a response with the init of another one",
      "function copy(request, reply, error, upstream) { return new Response(upstream.body, upstream); }",
    ],
    ["a comment and a string", '// res.status(404).end()\nconst text = "res.status(404).end()";'],
  ])("%s", (_, source) => {
    expect(inFile(source, "response", "exception")).toEqual([]);
  });
});

describe("counts the calls of a helper, and not the helper,", () => {
  const helper = "export function fail(res, status, message) { res.status(status).json({ error: { message } }); }";

  test.each<readonly [where: string, files: Readonly<Record<string, string>>]>([
    ["in the same file", { "a.ts": `fail(res, 409, "Sold out");\n${helper}` }],
    [
      "from another file",
      { "a.ts": 'import { fail } from "./fail.js";\nfail(res, 409, "Sold out");', "fail.ts": helper },
    ],
    [
      "by require",
      {
        "a.ts": 'const { fail: f } = require("./lib/fail");\nf(res, 409, "Sold out");',
        "lib/fail.js": helper.replace("export ", ""),
      },
    ],
    [
      "by an alias",
      { "src/a.ts": 'import { fail } from "@/fail";\nfail(res, 409, "Sold out");', "src/fail.ts": helper },
    ],
    [
      "of a class",
      {
        "a.ts":
          'Api.fail(res, 409, "Sold out");\nclass Api { static fail(res, code, message) { return res.status(code).json({ message }); } }',
      },
    ],
    [
      "with named arguments",
      {
        "a.ts":
          'fail({ res, status: 409, message: "Sold out" }, 1);\nfunction fail({ res, status = 500, message }, x) { res.status(status).json({ message }); }',
      },
    ],
    [
      "with a default status",
      {
        "a.ts":
          'fail(res, "Sold out");\nfunction fail(res, message, status = 409) { res.status(status).json({ message }); }',
      },
    ],
    [
      "that is a class of responses",
      {
        "a.ts": 'import { SoldOut } from "./sold-out.js";\nreturn new SoldOut();',
        "sold-out.ts":
          'export class SoldOut extends Response { constructor() { const init = { status: 409 }; super(JSON.stringify({ message: "Sold out" }), init); } }',
      },
    ],
    [
      "that is a class of responses with arguments",
      {
        "a.ts":
          'throw new Failure("Sold out");\nclass Failure extends Response { constructor(message, status = 409) { super(message, { status }); } }',
      },
    ],
    [
      "with options and a status for want of one",
      {
        "a.ts":
          'class A { f() { return this.fail("taken", { description: "Sold out" }); } fail(code, options) { const { description } = options; const status = options.status ?? 409; const body = JSON.stringify({ error: code, description }); return new Response(body, { status }); } }',
      },
    ],
    [
      "that is a class of responses and passes its options on",
      {
        "a.ts":
          'return new JsonResponse({ message: "Sold out" }, { status: 409 });\nnew JsonResponse({}, { status: 200 });\nclass JsonResponse extends Response { constructor(body, init = {}) { super(JSON.stringify(body), init); } }',
      },
    ],
    [
      "that is a class of responses and is called like a common one",
      {
        "a.ts":
          'return new HttpResponse({ message: "Sold out" }, { status: 409 });\nclass HttpResponse extends Response { constructor(body, init) { super(JSON.stringify(body), init); } }',
      },
    ],
    [
      "that passes its options on",
      {
        "a.ts":
          'if (gone) return json({ error: "Sold out" }, { status: 409 });\nif (done) return json({}, { status: 200 });\nreturn json({});\nfunction json(body, init) { return new Response(JSON.stringify(body), init); }',
      },
    ],
    [
      "that adds headers to its options",
      {
        "a.ts":
          'if (gone) return json({ error: "Sold out" }, { status: 409 });\nreturn json({}, options);\nconst json = (body, init = {}) => Response.json(body, { headers: {}, ...init });',
      },
    ],
    [
      "that makes a Response from its only argument",
      {
        "a.ts": 'return taken("Sold out");\nfunction taken(message) { return new Response(message, { status: 409 }); }',
      },
    ],
    [
      "that has options with a status for want of one",
      {
        "a.ts":
          'return refuse("Sold out", request);\nfunction refuse(message, request, init = { status: 409 }) { return new Response(message, init); }',
      },
    ],
    [
      "with the body as it is",
      { "a.ts": 'refuse(res, { error: "Sold out" });\nfunction refuse(res, value) { res.status(409).send(value); }' },
    ],
    [
      "through another helper",
      {
        "a.ts":
          'conflict(res, "Sold out");\nfunction conflict(res, message) { return fail(res, 409, message); }\nfunction fail(res, status, message) { res.status(status).json({ message }); }',
      },
    ],
    [
      "that another file passes on",
      {
        "a.ts": 'import { fail } from "./lib";\nfail(res, 409, "Sold out");',
        "lib/index.ts": 'export * from "./answers";',
        "lib/answers.ts": 'import { fail } from "./fail.js";\nexport { fail };',
        "lib/fail.ts": helper,
      },
    ],
    [
      "of one status",
      { "a.ts": 'conflict(res, "Sold out");\nconst conflict = (res, message) => res.status(409).json({ message });' },
    ],
  ])("%s", (_, files) => {
    const lines = found(files, "response");
    expect(lines.map((line) => line.replace(/^.*?:\d+ /, ""))).toEqual(["409 Sold out acme_sold_out"]);
  });

  test("without a sentence if the call passes one that is only known at run time", () => {
    const source =
      'fail("SOLD_OUT", one + other, res);\nfunction fail(code, message, res) { res.status(409).json({ code, message }); }';
    expect(inFile(source, "response")).toEqual(["1 409 undefined acme_conflict"]);
  });

  test("with a status that is only known at run time if the usual one is an error's", () => {
    const source =
      "fail(res, error.options);\nfunction fail(res, { status = 400, message }) { res.status(status).json({ message }); }";
    expect(inFile(source, "response")).toEqual(["1 undefined undefined undefined"]);
  });

  test.each<readonly [where: string, source: string]>([
    [
      "by the call",
      'fail(res, cause.status || 500, "It failed");\nfunction fail(res, status, message) { res.status(status).json({ message }); }',
    ],
    [
      "by the helper",
      'fail(res, "It failed");\nfunction fail(res, message) { res.status(cause.status || 500).json({ message }); }',
    ],
    [
      "by a helper of the helper",
      'fail(res, "It failed");\nconst fail = (res, message) => answer(res, cause.status || 500, message);\nfunction answer(res, status, message) { res.status(status).json({ message }); }',
    ],
  ])("with no status if it may be another one than %s shows", (_where, source) => {
    expect(inFile(source, "response")).toEqual(["1 undefined It failed undefined"]);
  });

  test("that another file passes on under another name", () => {
    const lines = found(
      {
        "a.ts": 'import { conflict } from "./errors.js";\nconflict(res, "Sold out");',
        "errors.ts": 'export { fail as conflict } from "./fail.js";',
        "fail.ts": "export function fail(res, message) { res.status(409).json({ message }); }",
      },
      "response",
    );
    expect(lines.map((line) => line.replace(/^.*?:\d+ /, ""))).toEqual(["409 Sold out acme_sold_out"]);
  });

  test("but not a call whose Response reaches no client", () => {
    const source =
      'if (isOpen) return refuse(context, "Sold out");\nawait refuse(context, "Sold out");\nfunction refuse(context, message) { return new Response(message, { status: 409 }); }';
    expect(inFile(source, "response")).toEqual(["1 409 Sold out acme_sold_out"]);
  });

  test("but a helper that is never called counts itself", () => {
    expect(inFile("const conflict = (res, message) => res.status(409).json({ message });", "response")).toEqual([
      "1 409 undefined acme_conflict",
    ]);
  });
});

describe("counts the calls of a function that makes an exception, and not the function,", () => {
  const nest = 'import { ConflictException, HttpException } from "@nestjs/common";';

  test.each<readonly [how: string, files: Readonly<Record<string, string>>]>([
    [
      "by itself",
      { "a.ts": `${nest}\nthrow soldOut("Sold out");\nconst soldOut = (message) => new ConflictException(message);` },
    ],
    [
      "with a status",
      {
        "a.ts": `${nest}\nfail(409, "Sold out");\nfunction fail(status, message) { throw new HttpException(message, status); }`,
      },
    ],
    [
      "on a condition",
      {
        "a.ts": `${nest}\nAssert.isNot(sold, "Sold out");\nclass Assert { static isNot(condition, message) { if (condition) { throw new ConflictException(message); } } }`,
      },
    ],
    [
      "by a method of the same class",
      {
        "a.ts": `${nest}\nclass A { f() { throw this.soldOut({ seat: "Sold out" }); } soldOut(errors) { const { isUniform } = this; return new ConflictException({ status: 409, errors }); } }`,
      },
    ],
    [
      "by a method of an own class",
      {
        "a.ts": 'import { AppError } from "./errors";\nthrow AppError.conflict("Sold out");',
        "errors.ts":
          "export class AppError extends Error { constructor(message, status) { super(message); this.status = status; } static conflict(message) { return new AppError(message, 409); } }",
      },
    ],
    [
      "by setting the status of an error",
      {
        "a.ts":
          'throw failure(409, "Sold out");\nfunction failure(status, message) { const made = new Error(message); made.status = status; return made; }',
      },
    ],
    [
      "by Object.assign",
      {
        "a.ts":
          'throw failure("Sold out", 409);\nfunction failure(message, statusCode) { return Object.assign(new Error(message), { statusCode }); }',
      },
    ],
    [
      "through another one, which another file passes on",
      {
        "a.ts": 'import { Assert } from "./lib/errors";\nAssert.isNot(sold, "Sold out");',
        "lib/errors/index.ts": 'export * from "./assert";\nexport * from "./conflict";',
        "lib/errors/assert.ts":
          'import { Conflict } from "../errors";\nexport class Assert { static isNot(condition, message) { if (condition) { throw Conflict(message); } } }',
        "lib/errors/conflict.ts":
          'import { HTTPException } from "hono/http-exception";\nexport const Conflict = (message = "Taken") => new HTTPException(409, { message });',
      },
    ],
  ])("%s", (_, files) => {
    const lines = found(files, "exception");
    expect(lines.map((line) => line.replace(/^.*?:\d+ /, ""))).toEqual(["409 Sold out acme_sold_out"]);
  });

  test("with the usual sentence if a call leaves it out", () => {
    const source = `${nest}\nthrow soldOut();\nconst soldOut = (message = "Sold out") => new ConflictException(message);`;
    expect(inFile(source, "exception")).toEqual(["2 409 Sold out acme_sold_out"]);
  });

  test("but a function that does more is no such function", () => {
    const source = `${nest}\nsave("a");\nfunction save(title) { if (has(title)) throw new ConflictException(title); return add(title); }`;
    expect(inFile(source, "exception")).toEqual(["3 409 undefined acme_conflict"]);
  });
});

describe("finds an exception", () => {
  test.each<readonly [of: string, source: string, expected: string]>([
    [
      "of Nest",
      'import { NotFoundException } from "@nestjs/common";\nthrow new NotFoundException("No such cat");',
      "2 404 No such cat acme_no_cat",
    ],
    [
      "of Nest with a status",
      'import { HttpException, HttpStatus } from "@nestjs/common";\nthrow new HttpException("Sold out", HttpStatus.CONFLICT);',
      "2 409 Sold out acme_sold_out",
    ],
    [
      "of http-errors",
      'const createError = require("http-errors");\nnext(createError(404, "No such cat"));',
      "2 404 No such cat acme_no_cat",
    ],
    [
      "of http-errors by name",
      'import createError from "http-errors";\nthrow new createError.Conflict("Sold out");',
      "2 409 Sold out acme_sold_out",
    ],
    ["of Boom", 'import Boom from "@hapi/boom";\nthrow Boom.conflict("Sold out");', "2 409 Sold out acme_sold_out"],
    [
      "of Boom by its own name",
      'import { conflict as taken } from "@hapi/boom";\nthrow taken("Sold out");',
      "2 409 Sold out acme_sold_out",
    ],
    [
      "of Boom's class",
      'import { Boom } from "@hapi/boom";\nthrow new Boom("Sold out", { statusCode: 409 });',
      "2 409 Sold out acme_sold_out",
    ],
    [
      "of Boom's class with a status that is passed on",
      'import { Boom } from "@hapi/boom";\nthrow new Boom(error.message, { statusCode: error.statusCode });',
      "2 undefined undefined undefined",
    ],
    [
      "of http-errors with a status that is only known at run time, and a usual one",
      'import createError from "http-errors";\nnext(createError(cause.status || 500, "It failed"));',
      "2 undefined It failed undefined",
    ],
    [
      "with a sentence that is made at run time from numbers",
      'import createError from "http-errors";\nnext(createError(translated("sold out", 410), 409));',
      "2 409 sold out acme_sold_out",
    ],
    [
      "of Hono",
      'import { HTTPException } from "hono/http-exception";\nthrow new HTTPException(409, { message: "Sold out" });',
      "2 409 Sold out acme_sold_out",
    ],
    ["of h3", 'throw createError({ statusCode: 409, statusMessage: "Sold out" });', "1 409 Sold out acme_sold_out"],
    ["of Koa's throw", 'ctx.throw(409, "Sold out")', "1 409 Sold out acme_sold_out"],
    ["of Koa's assert", 'ctx.assert(seat, 409, "Sold out")', "1 409 Sold out acme_sold_out"],
    ["of @fastify/sensible", 'throw fastify.httpErrors.conflict("Sold out");', "1 409 Sold out acme_sold_out"],
    [
      "with a field that is assigned",
      'const error = new Error("Sold out");\nerror.status = 409;',
      "2 409 Sold out acme_sold_out",
    ],
    [
      "with fields by Object.assign",
      'throw Object.assign(new Error("Sold out"), { statusCode: 409 });',
      "1 409 Sold out acme_sold_out",
    ],
    [
      "of the service's own class",
      'class AppError extends Error {}\nthrow new AppError("Sold out", 409);',
      "2 409 Sold out acme_sold_out",
    ],
    [
      "of a class with a status",
      'class SoldOut extends AppError { status = 409; }\nclass AppError extends Error {}\nthrow new SoldOut("Sold out");',
      "3 409 Sold out acme_sold_out",
    ],
  ])("%s", (_, source, expected) => {
    expect(inFile(source, "exception")).toEqual([expected]);
  });
});

test.each<readonly [what: string, source: string, note: string]>([
  [
    "a class with its fields",
    "class OrderError extends Error { constructor(m, readonly orderId: string) { super(m); this.status = 409; } }",
    "`OrderError` extends `Error` and has the fields `orderId`, `status`.",
  ],
  ["Express' error handler", "app.use((error, request, response, next) => {});", "Express' error handler."],
  [
    "Express' error handler by its name",
    "app.use(handle);\nfunction handle(error, request, response, next) {}",
    "Express' error handler.",
  ],
  [
    "an imported error handler",
    'import { errorHandler } from "./errors";\napp.use(errorHandler);',
    "Mounts `errorHandler`.",
  ],
  [
    "Express' error handler, mounted elsewhere",
    "export const handle = (err, req, res, next) => {};",
    "Express' error handler.",
  ],
  [
    "Fastify's handler for addresses, with options",
    "app.setNotFoundHandler({ preHandler }, (request, reply) => {});",
    "Fastify's handler for addresses without a route.",
  ],
  [
    "a library that sheds load",
    'import underPressure from "@fastify/under-pressure";',
    "It answers 503 by itself when the service is busy. The contract replaces that answer.",
  ],
  [
    "a class of error responses",
    'class Gone extends Response { constructor() { super("Gone", { status: 410 }); } }',
    "`Gone` extends `Response` and has no field of its own.",
  ],
  ["Fastify's error handler", "app.setErrorHandler((error, request, reply) => {});", "Fastify's error handler."],
  ["Nest's filter", "@Catch() class AllFilter {}", "Nest's filter for exceptions."],
  [
    "middleware that catches",
    "app.use(async (ctx, next) => { try { await next(); } catch (error) {} });",
    "Middleware that catches what later middleware throws.",
  ],
  [
    "a catch around a router",
    "async function handle(request) { try { return await router.fetch(request, env); } catch (error) { return new Response(); } }",
    "Catches what a router throws.",
  ],
  [
    "a catch around a function that routes",
    "async function handle(request) { try { if (isOpen) { const response = await route(request, env); return response; } } catch (error) { return new Response(); } }",
    "Catches what a router throws.",
  ],
  [
    "a catch around a table of routes",
    "async function handle(request) { let response; try { response = await routes[path](context, request); } catch (error) { response = refuse(error); } return response; }",
    "Catches what a router throws.",
  ],
  [
    "an error handler of a library for Koa",
    'const onerror = require("koa-onerror");\nonerror(app);',
    "An error handler of another library.",
  ],
  [
    "a rate limiter",
    'import { rateLimit } from "express-rate-limit";',
    "It answers 429 by itself. The contract replaces that answer.",
  ],
  [
    "another protocol",
    'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
    "Its clients read JSON-RPC, not an envelope. Keep its paths out with `appliesTo`.",
  ],
])("finds %s", (_, source, note) => {
  const { findings } = scanSources([{ file: "a.ts", text: source }], "acme");
  expect(findings.map((finding) => finding.note)).toContain(note);
});

describe("a finding says", () => {
  const findingsIn = (text: string) => scanSources([{ file: "src/a.ts", text }], "acme").findings;

  test("all that is known of a response", () => {
    const text = 'app.get("/seats", (req, res) => {\n  res.status(409).json({ message: "Sold out" });\n});';
    expect(findingsIn(text)).toEqual([
      {
        kind: "response",
        file: "src/a.ts",
        line: 2,
        column: 3,
        library: "express",
        status: 409,
        sentence: "Sold out",
        route: "GET /seats",
        code: "acme_sold_out",
        note: undefined,
      },
    ]);
  });

  test("no route and no code of a handler", () => {
    expect(findingsIn('app.get("/seats", app.setErrorHandler(handle));')).toEqual([
      {
        kind: "handler",
        file: "src/a.ts",
        line: 1,
        column: 19,
        library: "fastify",
        status: undefined,
        sentence: undefined,
        route: undefined,
        code: undefined,
        note: "Fastify's error handler.",
      },
    ]);
  });

  test.each<readonly [what: string, source: string, status: number | undefined, note: string | undefined]>([
    ["a response with a status", "res.status(409).end()", 409, undefined],
    [
      "a response with an error's status",
      "res.status(error.status).end()",
      undefined,
      "The status is known only at run time.",
    ],
    [
      "a response that may have another",
      "res.status(a || 409).end()",
      undefined,
      "The status is known only at run time.",
    ],
    ["an exception with a status", "ctx.throw(409)", 409, undefined],
    ["an exception that may have another", "ctx.throw(a || 409)", undefined, "The status is known only at run time."],
  ])("whether the status may be another one: %s", (_what, source, status, note) => {
    expect(findingsIn(source).map((finding) => [finding.status, finding.note])).toEqual([[status, note]]);
  });

  test("its place, and findings are in the order of their places", () => {
    const text =
      'import "jayson";\nclass A extends Error { status = 409; } app.setErrorHandler(f); throw new A("Gone"); res.sendStatus(404); reply.conflict();\nctx.throw(409);\n\tres.sendStatus(404);';
    expect(findingsIn(text).map(({ kind, line, column }) => `${kind} ${line}:${column}`)).toEqual([
      "protocol 1:1",
      "class 2:1",
      "handler 2:41",
      "exception 2:71",
      "response 2:86",
      "response 2:107",
      "exception 3:1",
      "response 4:2",
    ]);
  });

  test("nothing of an empty file", () => {
    expect(scanSources([{ file: "a.ts", text: "" }], "acme")).toEqual({
      findings: [],
      skipped: [],
      files: 1,
      tests: 0,
    });
    expect(scanSources([], "acme")).toEqual({ findings: [], skipped: [], files: 0, tests: 0 });
  });
});

test.each<readonly [text: string, reason: string]>([
  ["const a = 1; const a = 2;", "it was read in part: 1 mistake in its syntax, from line 1 on"],
  ["\nconst a = 1; const a = 2; const a = 3;", "it was read in part: 2 mistakes in its syntax, from line 2 on"],
  ["const = 1;", "it cannot be parsed: Unexpected token (1:6)"],
  ["\n  const = 1;", "it cannot be parsed: Unexpected token (2:8)"],
])("says of %j why it was not read", (text, reason) => {
  expect(scanSources([{ file: "a.ts", text }], "acme").skipped).toEqual([{ file: "a.ts", reason }]);
});

test("counts a library once in a file, however many of its modules the file loads", () => {
  const source =
    'import { ApolloServer } from "@apollo/server";\nimport { expressMiddleware } from "@apollo/server/express4";';
  expect(inFile(source, "protocol")).toEqual(["1 undefined undefined undefined"]);
});

test("counts no class of responses that takes any status", () => {
  const source =
    "return new JsonResponse({}, { status: 409 });\nclass JsonResponse extends Response { constructor(body, init) { super(JSON.stringify(body), init); } }";
  expect(inFile(source, "class")).toEqual([]);
});

test("counts no part of a library that answers no request", () => {
  const source =
    'import { hashPassword } from "better-auth/crypto";\nimport { drizzleAdapter } from "better-auth/adapters/drizzle";';
  expect(inFile(source, "protocol")).toEqual([]);
});

test.each<readonly [what: string, source: string]>([
  ["a logger that is called an error handler", 'import morgan from "./morgan";\napp.use(morgan.errorHandler);'],
  ["a request to another service", "try { return await client.fetch(url); } catch (error) { retry(); }"],
  [
    "a request that is passed on to another service",
    "async function relay(request) { try { return await fetch(request); } catch (error) { return new Response(); } }",
  ],
  [
    "a handler that reads the request",
    "async function add(request) { try { const body = await read(request); return save(body); } catch (error) { return new Response(); } }",
  ],
  [
    "a handler with a response object",
    "async function add(req, res) { try { const response = await pay(req); res.json(response); } catch (error) { res.status(500).end(); } }",
  ],
  [
    "middleware that only watches errors",
    "async function watch(context, next) { try { await next(); } catch (error) { count(error); throw error; } }",
  ],
])("finds no error handler in %s", (_, source) => {
  const logger =
    'const morgan = require("morgan");\nconst errorHandler = morgan("combined", { skip: (req, res) => res.statusCode < 400 });\nmodule.exports = { errorHandler };';
  expect(found({ "a.ts": source, "morgan.js": logger }, "handler")).toEqual([]);
});

test.each<readonly [of: string, source: string, route: string]>([
  ["Express", 'app.get("/orders/:id", (req, res) => res.status(404).end())', "GET /orders/:id"],
  ["Express' routers", 'router.route("/orders").post((req, res) => res.status(404).end())', "POST /orders"],
  [
    "Fastify",
    'app.route({ method: "PUT", url: "/orders", handler(request, reply) { reply.code(404).send(); } })',
    "PUT /orders",
  ],
  ["Nest", '@Controller("orders") class A { @Get(":id") one(res) { res.status(404).end(); } }', "GET /orders/:id"],
])("says the route of %s, and names the code by it", (_, source, route) => {
  const { findings } = scanSources([{ file: "a.ts", text: source }], "acme");
  expect(findings.map((finding) => [finding.route, finding.code])).toEqual([[route, "acme_order_not_found"]]);
});

test.each<readonly [what: string, source: string, expected: string]>([
  [
    "a sentence without the credentials in it",
    'res.status(409).send("The key sk_live_a1B2a1B2a1B2a1B2a1B2a1B2 is taken.");',
    "1 409 The key [credential] is taken. acme_key_credential_taken",
  ],
  [
    "letters with marks in a code without them",
    'res.status(409).send("Menü ausgewählt");',
    "1 409 Menü ausgewählt acme_menu_ausgewahlt",
  ],
  ["no noun of one letter", 'app.get("/s", (req, res) => res.sendStatus(404));', "1 404 undefined acme_not_found"],
])("shows %s", (_, source, expected) => {
  expect(inFile(source)).toEqual([expected]);
});

describe("reads", () => {
  const marked = 'res.status(409).json({ message: "Sold out" });';

  test.each<readonly [what: string, file: string, text: string]>([
    ["JSX", "a.jsx", `const page = <p>{"hi"}</p>;\n${marked}`],
    ["TSX", "a.tsx", `const page = <p>{x as string}</p>;\n${marked}`],
    ["Flow", "a.js", `// @flow\nfunction f(a: string) {}\n${marked}`],
    ["CommonJS", "a.cjs", `"use strict";\nmodule.exports = () => {};\n${marked}`],
    ["types in an ES module", "a.mts", `const a = <string>b;\n${marked}`],
    ["decorators", "a.ts", `@A() class B { constructor(@C() private readonly d: D) {} }\n${marked}`],
    ["lines that end as on Windows", "a.ts", `const a = 1;\r\n${marked}`],
    ["a first line for a shell", "a.js", `#!/usr/bin/env node\n${marked}`],
    ["one mistake in the syntax", "a.ts", `const a = 1; const a = 2;\n${marked}`],
  ])("%s", (_, file, text) => {
    expect(found({ [file]: text }, "response").map((line) => line.split(" ")[1])).toEqual(["409"]);
  });

  test("import attributes as they once were, without a word", () => {
    const text = `import a from "./a.json" assert { type: "json" };\n${marked}`;
    expect(scanSources([{ file: "a.ts", text }], "acme").skipped).toEqual([]);
  });

  test("no file that cannot be parsed, and names the place of the mistake", () => {
    const { skipped, files } = scanSources(
      [
        { file: "a.ts", text: "const = ;" },
        { file: "b.ts", text: marked },
      ],
      "acme",
    );
    expect(skipped).toEqual([{ file: "a.ts", reason: expect.stringMatching(/^it cannot be parsed: .*\(1:6\)$/) }]);
    expect(files).toBe(1);
  });

  test.each<readonly [what: string, text: string]>([
    ["brackets", "[".repeat(100_000) + "]".repeat(100_000)],
    ["a chain of properties", `a${".b".repeat(100_000)}();`],
    ["a chain of calls", `res${".set(1)".repeat(50_000)}.status(404).json({});`],
  ])("sources that are nested deeper than any person writes, as a line: %s", (_, text) => {
    const sources = [
      { file: "a.ts", text },
      { file: "b.ts", text: marked },
    ];
    const { findings, skipped } = scanSources(sources, "acme");
    expect(skipped).toEqual([{ file: "a.ts", reason: "it cannot be parsed: it is nested too deeply" }]);
    expect(findings.map(({ file }) => file)).toEqual(["b.ts"]);
  });

  test.each<readonly [what: string, before: string]>([
    ["a list of many elements", `const list = [${"1,".repeat(130_000)}];\n`],
    ["many statements", `${";".repeat(130_000)}\n`],
    ["a chain of many calls", `const a = z${".optional().min(1)".repeat(400)};\n`],
    ["a long sum", `const a = "a"${' + "b"'.repeat(1_500)};\n`],
  ])("sources with %s", { timeout: 30_000 }, (_, before) => {
    expect(found({ "a.ts": before + marked }, "response").map((line) => line.split(" ")[1])).toEqual(["409"]);
  });

  test("constants that are made of each other many times", () => {
    const constants = Array.from({ length: 8 }, (_, at) => `const a${at + 1} = f(${`a${at},`.repeat(1_000)});\n`);
    const text = `const a0 = 404;\n${constants.join("")}res.status(a8).json({});\n${marked}`;
    expect(found({ "a.ts": text }, "response").map((line) => line.split(" ")[1])).toContain("409");
  });

  test("lists that are made of each other many times", () => {
    const lists = Array.from({ length: 3 }, (_, at) => `const a${at + 1} = [${`a${at},`.repeat(1_000)}];\n`);
    const text = `const a0 = [1];\n${lists.join("")}res.status(404).json(a3);\n${marked}`;
    expect(found({ "a.ts": text }, "response").map((line) => line.split(" ")[1])).toEqual(["404", "409"]);
  });

  test("files that pass on the names of each other many times", () => {
    const names = Array.from({ length: 20 }, (_, at) => `m${at}`);
    const exports = names.map((name) => `export * from "./${name}.js";\n`).join("");
    const files = Object.fromEntries(names.map((name) => [`${name}.ts`, exports]));
    const text = `import { fail } from "./m0.js";\nfail(res, "a");\n${marked}`;
    expect(found({ ...files, "a.ts": text }, "response").map((line) => line.split(" ")[1])).toEqual(["409"]);
  });

  test("one mistake, which it counts as one", () => {
    const { skipped } = scanSources([{ file: "a.ts", text: "const a = 1;\nconst a = 2;" }], "acme");
    expect(skipped).toEqual([{ file: "a.ts", reason: "it was read in part: 1 mistake in its syntax, from line 2 on" }]);
  });
});
