import { describe, expect, test } from "vitest";
import { scanSources } from "./scan.ts";

/** Lists the exceptions in a file, each as its line, its library, its status and its sentence. */
function exceptionsIn(text: string): readonly string[] {
  return scanSources([{ file: "a.ts", text }], "acme")
    .findings.filter(({ kind }) => kind === "exception")
    .map(({ line, library, status, sentence }) => `${line} ${library} ${status} ${sentence}`);
}

describe("an exception of a library is found:", () => {
  test.each<readonly [module: string, library: string]>([
    ["@nestjs/common", "nestjs"],
    ["@nestjs/common/exceptions", "nestjs"],
    ["http-errors", "http-errors"],
    ["@hapi/boom", "boom"],
    ["boom", "boom"],
    ["hono/http-exception", "hono"],
    ["h3", "h3"],
    ["h3/errors", "h3"],
    ["nitro", "h3"],
    ["nitropack/runtime", "h3"],
    ["#imports", "h3"],
    ["@feathersjs/errors", "feathers"],
    ["@fastify/error", "fastify"],
    ["routing-controllers", "routing-controllers"],
    ["@tsed/exceptions", "tsed"],
    ["restify-errors", "restify"],
    ["@loopback/rest", "loopback"],
    ["@adonisjs/core", "adonis"],
    ["@sveltejs/kit", "sveltekit"],
    ["http-assert", "http-errors"],
  ])("of %s", (module, library) => {
    expect(exceptionsIn(`import { Conflict } from "${module}";\nthrow new Conflict("Sold out");`)).toEqual([
      `2 ${library} 409 Sold out`,
    ]);
  });

  test.each([
    ..."my/@nestjs/common @nestjs/commons my-http-errors http-errors-plus my/@hapi/boom @hapi/boom-tools".split(" "),
    ..."my-boom boomerang my/hono/http-exception hono/http-exceptions my-h3 h33 my/@feathersjs/errors".split(" "),
    ..."@feathersjs/errors-more my/@fastify/error @fastify/errors my-routing-controllers routing-controllers-openapi my/@tsed/exceptions".split(
      " ",
    ),
    ..."@tsed/exceptions-more my-restify-errors restify-errors-more my/@loopback/rest".split(" "),
    ..."@loopback/rest-explorer my/@adonisjs/core my/@sveltejs/kit @sveltejs/kits".split(" "),
    ..."my-http-assert http-assert-plus".split(" "),
  ])("but not of %s", (module) => {
    expect(exceptionsIn(`import { Conflict } from "${module}";\nthrow new Conflict("Sold out");`)).toEqual([]);
  });

  test.each<readonly [of: string, source: string, exception: string]>([
    [
      "a class",
      'import { ConflictException } from "@nestjs/common"; new ConflictException("Sold out");',
      "409 Sold out",
    ],
    [
      "a class of the module",
      'import * as nest from "@nestjs/common"; new nest.ConflictException("Sold out");',
      "409 Sold out",
    ],
    [
      "a class under another name",
      'import { ConflictException as C } from "@nestjs/common"; new C("Sold out");',
      "409 Sold out",
    ],
    [
      "a class whose status is unknown",
      'import { HttpException } from "@nestjs/common"; new HttpException("Sold out", status);',
      "undefined Sold out",
    ],
    [
      "a class with a status in its options",
      'import { HttpException } from "@nestjs/common"; new HttpException({ message: "Sold out", status: 409 });',
      "409 Sold out",
    ],
    [
      "a class with the status first",
      'import { HTTPException } from "hono/http-exception"; new HTTPException(409);',
      "409 undefined",
    ],
    [
      "a class that is called like a filter",
      'import { FilterException } from "@nestjs/common"; new FilterException("Sold out", 409);',
      "409 Sold out",
    ],
    ["an error", 'import { GeneralError } from "@feathersjs/errors"; new GeneralError("Sold out");', "500 Sold out"],
    [
      "an error of no known status",
      'import { SoldOutError } from "restify-errors"; new SoldOutError("Sold out");',
      "undefined Sold out",
    ],
    ["Boom", 'import { Boom } from "@hapi/boom"; new Boom("Sold out");', "undefined Sold out"],
    ["Boom with a status", 'import Boom from "@hapi/boom"; new Boom("Sold out", { statusCode: 409 });', "409 Sold out"],
    ["boomify", 'import { boomify } from "@hapi/boom"; boomify(error, { statusCode: 409 });', "409 undefined"],
    ["a function by its own name", 'import { conflict } from "@hapi/boom"; conflict("Sold out");', "409 Sold out"],
    ["a function under another name", 'import { conflict as c } from "@hapi/boom"; c("Sold out");', "409 Sold out"],
    ["a function of the module", 'import Boom from "@hapi/boom"; Boom.conflict("Sold out");', "409 Sold out"],
    ["a function in an optional chain", 'import Boom from "@hapi/boom"; Boom?.conflict("Sold out");', "409 Sold out"],
    ["createError", 'import createError from "http-errors"; createError(409, "Sold out");', "409 Sold out"],
    [
      "createError, with the sentence first",
      'import createError from "http-errors"; createError("Sold out", 409);',
      "409 Sold out",
    ],
    ["createHttpError", 'import createHttpError from "http-errors"; createHttpError(409, "Sold out");', "409 Sold out"],
    ["httpError", 'import httpError from "http-errors"; httpError(409, "Sold out");', "409 Sold out"],
    ["httpErrors", 'import httpErrors from "http-errors"; httpErrors(409, "Sold out");', "409 Sold out"],
    ["HttpErrors", 'import HttpErrors from "http-errors"; HttpErrors(409, "Sold out");', "409 Sold out"],
    [
      "createSeatError",
      'import { createSeatError } from "h3"; createSeatError({ status: 409, message: "Sold out" });',
      "409 Sold out",
    ],
    ["createError with an error", 'import createError from "http-errors"; createError(cause);', "undefined undefined"],
    ["error", 'import { error } from "@sveltejs/kit"; error(409, "Sold out");', "409 Sold out"],
    ["assert", 'import assert from "http-assert"; assert(seat, 409, "Sold out");', "409 Sold out"],
    [
      "a method of what is called",
      'import { HttpErrors } from "@loopback/rest"; new HttpErrors.Conflict("Sold out");',
      "409 Sold out",
    ],
    [
      "a sentence, before a key",
      'import { Conflict } from "@feathersjs/errors"; new Conflict("sold-out", "Sold out");',
      "409 Sold out",
    ],
    [
      "a sentence, before a key in capitals",
      'import createError from "@fastify/error"; createError("SOLD_OUT", "Sold out", 409);',
      "409 Sold out",
    ],
    [
      "a sentence with parts that are only known at run time",
      'import createError from "@fastify/error"; createError("SOLD_OUT", "Seat %s of %d is 100% taken", 409);',
      "409 Seat {} of {} is 100% taken",
    ],
    [
      "a key in capitals, if there is nothing else",
      'import { createError } from "@fastify/error"; createError("SOLD_OUT", undefined, 409);',
      "409 SOLD_OUT",
    ],
    [
      "the first of two keys",
      'import { Conflict } from "@feathersjs/errors"; new Conflict("sold-out", "seat.taken_twice");',
      "409 sold-out",
    ],
    [
      "a word, if there is nothing else",
      'import { Conflict } from "@feathersjs/errors"; new Conflict("taken");',
      "409 taken",
    ],
    ["a word after its status", 'import createError from "http-errors"; createError(409, "taken");', "409 taken"],
    [
      "a sentence with a key in it",
      'import { Conflict } from "@feathersjs/errors"; new Conflict("taken", "taken twice");',
      "409 taken twice",
    ],
    [
      "a sentence that ends as a key",
      'import { Conflict } from "@feathersjs/errors"; new Conflict("taken", "Taken");',
      "409 Taken",
    ],
    [
      "a sentence that begins as a key",
      'import { Conflict } from "@feathersjs/errors"; new Conflict("taken", "taken!");',
      "409 taken!",
    ],
  ])("%s", (_of, source, exception) => {
    expect(exceptionsIn(source).map((one) => one.replace(/^1 [\w-]+ /, ""))).toEqual([exception]);
  });

  test.each([
    'import { isHttpError } from "http-errors"; isHttpError(409);',
    'import { HttpExceptionFilter } from "@nestjs/common"; new HttpExceptionFilter();',
    'import { ParseErrorPipe } from "@nestjs/common"; new ParseErrorPipe({ status: 409 });',
    'import { ErrorFactory } from "@tsed/exceptions"; new ErrorFactory(409);',
    'import { ErrorHandler } from "h3"; new ErrorHandler(409);',
    'import { ConflictException } from "@nestjs/common"; ConflictException("Sold out");',
    'import { conflict } from "@nestjs/common"; conflict(409);',
    'import { Seat } from "@feathersjs/errors"; new Seat(409);',
    'import { seat } from "@hapi/boom"; seat(409);',
    'import conflict from "@hapi/boom"; conflict("Sold out");',
    'import { createErrors } from "h3"; createErrors(409);',
    'import { recreateSeatError } from "h3"; recreateSeatError(409);',
    'import { asserts } from "http-assert"; asserts(409);',
    'import { myassert } from "http-assert"; myassert(409);',
    'import assert from "http-assert"; assert(seat);',
    'import { error } from "@sveltejs/kit"; error(200);',
    'import { error } from "@sveltejs/kit"; error(cause);',
    'get().conflict("Sold out");',
  ])("but not in %s", (source) => {
    expect(exceptionsIn(source)).toEqual([]);
  });
});

describe("an error with a status is found:", () => {
  test.each<readonly [source: string, exception: string]>([
    ['ctx.throw(409, "Sold out")', "koa 409 Sold out"],
    ['context.throw(409, "Sold out")', "koa 409 Sold out"],
    ['app.throw(409, "Sold out")', "koa 409 Sold out"],
    ['this.throw(409, "Sold out")', "koa 409 Sold out"],
    ['this.ctx.throw(409, "Sold out")', "koa 409 Sold out"],
    ['ctx.assert(409, 410, "Sold out")', "koa 410 Sold out"],
    ['fastify.httpErrors.conflict("Sold out")', "fastify 409 Sold out"],
    ['httpErrors.conflict("Sold out")', "fastify 409 Sold out"],
    ["fastify.httpErrors.seat(409)", "fastify undefined undefined"],
    ['Object.assign(new Error("Sold out"), { status: 409 })', "error 409 Sold out"],
    ['Object.assign(new SoldOutError("Sold out"), { statusCode: 409 })', "error 409 Sold out"],
    ['Object.assign(Error("Sold out"), { status: 409 })', "error 409 Sold out"],
    ['createError({ status: 409, message: "Sold out" })', "h3 409 Sold out"],
    ['createHttpError({ statusCode: 409, message: "Sold out" })', "h3 409 Sold out"],
    ["e.status = 409", "error 409 undefined"],
    ["er.status = 409", "error 409 undefined"],
    ["err.statusCode = 409", "error 409 undefined"],
    ["error.status = 409", "error 409 undefined"],
    ["ex.status = 409", "error 409 undefined"],
    ["exception.status = 409", "error 409 undefined"],
    ["seatErr.status = 409", "error 409 undefined"],
    ["seatError.status = 409", "error 409 undefined"],
    ['const made = new SoldOutError("Sold out"); made.status = 409', "error 409 Sold out"],
    ['const made = Error("Sold out"); made.status = 409', "error 409 Sold out"],
  ])("%s", (source, exception) => {
    expect(exceptionsIn(source)).toEqual([`1 ${exception}`]);
  });

  test.each([
    'order.throw(409, "Sold out")',
    'ctx2.throw(409, "Sold out")',
    'myctx.throw(409, "Sold out")',
    'ctx.thrown(409, "Sold out")',
    'ctx.assert(409, "Sold out")',
    'ctx.fail(seat, 409, "Sold out")',
    "createError({ status: code })",
    'Object.assign(new Error("Sold out"), { status: code })',
    'throws(409, "Sold out")',
    'ctx.throw("Sold out")',
    'fastify.errors.conflict("Sold out")',
    "Object.assign(error, { status: 409 })",
    'Object.assign(new Order("a"), { status: 409 })',
    'Object.assign(new ErrorPage("a"), { status: 409 })',
    'Object.assign(new Error("Sold out"), { state: 409 })',
    'Object.freeze(new Error("Sold out"), { status: 409 })',
    'other.assign(new Error("Sold out"), { status: 409 })',
    'assign(new Error("Sold out"), { status: 409 })',
    'createError("Sold out", 409)',
    "createErrors({ status: 409 })",
    "recreateError({ status: 409 })",
    "api.createError({ status: 409 })",
    "error.status += 409",
    "error.state = 409",
    "error.statusText = 409",
    "error.mystatus = 409",
    "error = 409",
    "error.status = status",
    "error.status = 200",
    "error.a.status = 409",
    "error[status] = 409",
    "this.status = 409",
    "order.status = 409",
    "errors.status = 409",
    "Errand.status = 409",
    "errands.status = 409",
    "the.status = 409",
    "const made = new Order(); made.status = 409",
  ])("but not in %s", (source) => {
    expect(exceptionsIn(source)).toEqual([]);
  });
});

describe("an error of a class of the service is found:", () => {
  const CLASS = "class SoldOut extends Error {}\n";

  test.each<readonly [source: string, exception: string]>([
    ['new SoldOut("Sold out", 409)', "SoldOut 409 Sold out"],
    ['new SoldOut("Sold out", { status: 409 })', "SoldOut 409 Sold out"],
    ['new SoldOut("Sold out", { statusCode: 409 })', "SoldOut 409 Sold out"],
    ['new SoldOut("Sold out", status)', "SoldOut undefined Sold out"],
    ['new SoldOut("Sold out", cause.status || 409)', "SoldOut undefined Sold out"],
    ['new SoldOut("Sold out")', "SoldOut undefined Sold out"],
    ['new errors.SoldOut("Sold out")', "SoldOut undefined Sold out"],
    ["new SoldOut(cause.status || 410, 409)", "SoldOut 409 undefined"],
  ])("%s", (source, exception) => {
    expect(exceptionsIn(`${CLASS}${source}`)).toEqual([`2 ${exception}`]);
  });

  test("with the status of the class, unless it says another", () => {
    const text = 'class SoldOut extends Error { status = 409; }\nnew SoldOut("Sold out");\nnew SoldOut("Gone", 410);';
    expect(exceptionsIn(text)).toEqual(["2 SoldOut 409 Sold out", "3 SoldOut 410 Gone"]);
  });

  test.each(['SoldOut("Sold out", 409)', 'new Other("Sold out", 409)'])("but not in %s", (source) => {
    expect(exceptionsIn(`${CLASS}${source}`)).toEqual([]);
  });
});

describe("a class of the service", () => {
  const classesIn = (text: string) =>
    scanSources([{ file: "a.ts", text }], "acme")
      .findings.filter(({ kind }) => kind === "class")
      .map(({ library, status, note }) => `${library} ${status} ${note}`);

  test.each<readonly [source: string, found: string, fields: string]>([
    ["class A extends Error {}", "A undefined Error", ""],
    ["class A extends SeatError {}", "A undefined SeatError", ""],
    ["class A extends HttpException {}", "A undefined HttpException", ""],
    ["class A extends Boom {}", "A undefined Boom", ""],
    ["class A extends lib.SeatError {}", "A undefined SeatError", ""],
    ["class A extends makeError() {}", "A undefined makeError", ""],
    ["const A = class extends Error {};", "A undefined Error", ""],
    ["const A = class B extends Error {};", "B undefined Error", ""],
    ["class A extends Error { seat = 1; }", "A undefined Error", "seat"],
    ["class A extends Error { seat; row; seat; }", "A undefined Error", "seat row"],
    ["class A extends Error { static seat = 1; name = 'A'; stack; }", "A undefined Error", ""],
    ["class A extends Error { constructor(private seat) {} }", "A undefined Error", "seat"],
    ["class A extends Error { constructor(private seat = 1) {} }", "A undefined Error", "seat"],
    ["class A extends Error { constructor(seat) { this.seat = seat; } }", "A undefined Error", "seat"],
    ["class A extends Error { f() { that.seat = 1; this.a.seat = 1; seat = 1; } }", "A undefined Error", ""],
    ["class A extends Error { status = 409; }", "A 409 Error", "status"],
    ["class A extends Error { statusCode = 409; }", "A 409 Error", "statusCode"],
    ["class A extends Error { httpStatus = 409; }", "A 409 Error", "httpStatus"],
    ["class A extends Error { httpCode = 409; }", "A 409 Error", "httpCode"],
    ["class A extends Error { httpStatusCode = 409; }", "A 409 Error", "httpStatusCode"],
    ["class A extends Error { status = 200; statusCode = 409; }", "A 409 Error", "status statusCode"],
    ["class A extends Error { mystatus = 409; }", "A undefined Error", "mystatus"],
    ["class A extends Error { statuses = 409; }", "A undefined Error", "statuses"],
    ["class A extends Error { constructor() { super('a', 409); } }", "A 409 Error", ""],
    ["class A extends Error { constructor() { f('a', 409); } }", "A undefined Error", ""],
    ["class A extends Error { [seat] = 1; }", "A undefined Error", ""],
    ["class A extends Error { f() { [this.seat] = [1]; } }", "A undefined Error", ""],
  ])("%s is %s with the fields %j", (source, found, fields) => {
    const [name, status, base] = found.split(" ");
    const list = fields.replaceAll(/\w+/g, "`$&`").replaceAll(" ", ", ");
    const has = fields === "" ? "no field of its own" : `the fields ${list}`;
    expect(classesIn(source)).toEqual([`${name} ${status} \`${name}\` extends \`${base}\` and has ${has}.`]);
  });

  test("is one that extends another, in whatever order they are", () => {
    const classes = classesIn("class C extends B {}\nclass B extends A {}\nclass A extends Error {}");
    expect(classes.map((one) => one.charAt(0))).toEqual(["C", "B", "A"]);
  });

  test.each([
    "class A {}",
    "class A extends Order {}",
    "class A extends ErrorPage {}",
    "f(class extends Error {});",
    "class SeatError {}",
  ])("is not in %s", (source) => {
    expect(classesIn(source)).toEqual([]);
  });
});
