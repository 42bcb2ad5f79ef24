import { describe, expect, test } from "vitest";
import { listHandlers } from "./handlers.ts";
import { parseModule } from "./module.ts";
import { scanSources } from "./scan.ts";

/** Lists the error handlers in a file, each as its line, its library and its note. */
function handlersIn(text: string): readonly string[] {
  return listHandlers(parseModule("a.ts", text)).map(
    ({ at, library, note }) => `${at.loc?.start.line} ${library} ${note}`,
  );
}

const EXPRESS = "express Express' error handler.";

test.each<readonly [source: string, getsAll: boolean]>([
  ["app.setErrorHandler(handle)", true],
  ["app.setNotFoundHandler(handle)", false],
  ["app.onError(handle)", true],
  ["app.notFound(handle)", false],
  ["app.useGlobalFilters(new AllFilter())", false],
  ["app.use((error, request, response, next) => {})", false],
  ["defineNitroErrorHandler(handle)", true],
  ["createApp({ onError: handle })", true],
  ["@Catch() class AllFilter {}", true],
  ["try { await next(); } catch (error) {}", false],
])("whether the framework passes all errors to it alone: %s", (source, getsAll) => {
  expect(listHandlers(parseModule("a.ts", source)).map((handler) => handler.getsAll === true)).toEqual([getsAll]);
});

test("a handler in a chain is where it is set, not where the chain begins", () => {
  expect(handlersIn("new Hono()\n  .get(a, b)\n  .onError(handle)")).toEqual(["3 hono The error handler."]);
});

describe("what sets a handler:", () => {
  test.each<readonly [source: string, handler: string]>([
    ["app.setErrorHandler((error) => {})", "fastify Fastify's error handler."],
    ["app.setErrorHandler(function (error) {})", "fastify Fastify's error handler."],
    ["app.setErrorHandler(handle)", "fastify Fastify's error handler."],
    ["app.setErrorHandler(errors.handle)", "fastify Fastify's error handler."],
    ["app.setErrorHandler(makeHandler())", "fastify Fastify's error handler."],
    ["app.setErrorHandler(new Handler())", "fastify Fastify's error handler."],
    ["app.setErrorHandler(handle, {})", "fastify Fastify's error handler."],
    ["setErrorHandler({})", "fastify Fastify's error handler."],
    ["app.setNotFoundHandler(handle)", "fastify Fastify's handler for addresses without a route."],
    ["app.onError(handle)", "hono The error handler."],
    ["app.notFound(handle)", "hono The handler for addresses without a route."],
    ["app.useGlobalFilters(new AllFilter())", "nestjs Nest's filters for exceptions."],
    ["Sentry.setupExpressErrorHandler(app)", "express An error handler of another library, which looks at errors."],
    ["setupExpressErrorHandler(app)", "express An error handler of another library, which looks at errors."],
    ["defineNitroErrorHandler(() => {})", "h3 Nitro's error handler."],
    ["createApp({ onError: handle })", "h3 The error handler, as an option."],
    ["createApp({ onError() {} })", "h3 The error handler, as an option."],
    ["createApp({ ...options, onError() {} })", "h3 The error handler, as an option."],
    ["createApp({ onError: handle }) as App", "h3 The error handler, as an option."],
    ['createApp({ "onError": handle })', "h3 The error handler, as an option."],
    ["createServer({ onError: handle })", "h3 The error handler, as an option."],
    ["serve({ port, error() {} })", "h3 The error handler, as an option."],
    ["serve({ error: handle })", "h3 The error handler, as an option."],
    ["Bun.serve({ error: handle })", "h3 The error handler, as an option."],
    ["serve(routes, { error: handle })", "h3 The error handler, as an option."],
    ["new H3({ onError: handle })", "h3 The error handler, as an option."],
    ["new Elysia({ onError: handle })", "h3 The error handler, as an option."],
    ["@Catch() class AllFilter {}", "nestjs Nest's filter for exceptions."],
    ["@Injectable() @Catch(HttpException) class AllFilter {}", "nestjs Nest's filter for exceptions."],
  ])("%s", (source, handler) => {
    expect(handlersIn(source)).toEqual([`1 ${handler}`]);
  });

  test.each([
    "app.setErrorHandler()",
    "setErrorHandler()",
    "app.setErrorHandler({})",
    'app.notFound("text")',
    "app.notFound()",
    "app.toString(handle)",
    "app.hasOwnProperty(handle)",
    "app.setErrorHandlers(handle)",
    "new app.setErrorHandler(handle)",
    "createApp({ onSuccess: handle })",
    "createApp({ onSuccess() {} })",
    "createApp({ [onError]() {} })",
    "createApp({ ...options })",
    "all[0](handle)",
    "createApp(onError)",
    "createApp()",
    "createApps({ onError: handle })",
    "recreateApp({ onError: handle })",
    "@Caught() class AllFilter {}",
    "@Catch class AllFilter {}",
    "class AllFilter {}",
    "const A = @Catch() class {}",
  ])("but not %s", (source) => {
    expect(handlersIn(source)).toEqual([]);
  });

  test.each<readonly [source: string, handler: string]>([
    ["app.setErrorHandler(handle)", "koa Fastify's error handler."],
    ["app.use((error, request, response, next) => {})", "koa Express' error handler."],
    ["(error, request, response, next) => {}", "koa Express' error handler."],
    ["createApp({ onError: handle })", "koa The error handler, as an option."],
    ["try { await next(); } catch (error) {}", "koa Middleware that catches what later middleware throws."],
    ["try { await router.fetch(request); } catch (error) {}", "koa Catches what a router throws."],
    ['app.on("error", log)', "koa Koa's listener for errors."],
    ['this.app.on("error", log)', "koa Koa's listener for errors."],
  ])("for the framework of the file: %s", (source, handler) => {
    expect(handlersIn(`import Koa from "koa";\n${source}`)).toEqual([`2 ${handler}`]);
  });

  test.each([
    'app.on("close", log)',
    "app.on(error, log)",
    "app.on()",
    'socket.on("error", log)',
    'app.once("error", log)',
    'on("error", log)',
  ])("but not %s in a file for Koa", (source) => {
    expect(handlersIn(`import Koa from "koa";\n${source}`)).toEqual([]);
  });

  test("but no listener in a file for something else", () => {
    expect(handlersIn('app.on("error", log)')).toEqual([]);
    expect(handlersIn('import express from "express";\napp.on("error", log)')).toEqual([]);
  });

  test("koa-onerror, under any name", () => {
    const handler = "2 koa An error handler of another library.";
    expect(handlersIn('import onerror from "koa-onerror";\nonerror(app);')).toEqual([handler]);
    expect(handlersIn('const handle = require("koa-onerror");\nhandle(app);')).toEqual([handler]);
    expect(handlersIn('import onerror from "koa-onerrors";\nonerror(app);')).toEqual([]);
    expect(handlersIn('import onerror from "koa-onerror";\napp.onerror(app);')).toEqual([]);
  });
});

describe("what is mounted:", () => {
  test.each<readonly [source: string, handler: string]>([
    ["app.use((a, b, c, d) => {});", EXPRESS],
    ["app.use(function (a, b, c, d) {});", EXPRESS],
    ['app.use("/api", (a, b, c, d) => {});', EXPRESS],
    ["app.use(f); function f(a, b, c, d) {}", EXPRESS],
    ["app.use(f()); function f(a, b, c, d) {}", EXPRESS],
    ["app.use(api.f); const api = { f(a, b, c, d) {} };", EXPRESS],
    ["router.use((a, b, c, d) => {});", EXPRESS],
  ])("%s", (source, handler) => {
    expect(handlersIn(source)).toEqual([`1 ${handler}`]);
  });

  test.each([
    "app.use((a, b, c) => {});",
    "app.use((a, b, c, d, e) => {});",
    "app.use(f); function f(a, b, c) {}",
    "app.use(errorHandler);",
    "use((a, b, c, d) => {});",
    "app.used((a, b, c, d) => {});",
    "new app.use((a, b, c, d) => {});",
    "app.use();",
  ])("but not %s", (source) => {
    expect(handlersIn(source)).toEqual([]);
  });

  test.each([
    ..."errorHandler error_handler errorMiddleware errorConverter errorLogger errorsHandler errors error".split(" "),
    ..."exceptionHandler notFound not_found notFoundHandler not_found_handler myErrorHandler handleErrors".split(" "),
    ..."handleNotFound handleExceptions onErrors convertErrors catchErrors notAnErrorAtAll ErrorHandler".split(" "),
  ])("an imported %s", (name) => {
    const note = `2 express Mounts \`${name}\`.`;
    expect(handlersIn(`import { ${name} } from "x";\napp.use(${name});`)).toEqual([note]);
    expect(handlersIn(`import { ${name} } from "x";\napp.use(${name}());`)).toEqual([note]);
    expect(handlersIn(`import * as all from "x";\napp.use(all.${name});`)).toEqual([note]);
  });

  test.each([
    ..."handler errorHandlers errorPage errorHandlerFor handleAll rehandleErrorsNow logger middleware".split(" "),
  ])("but no imported %s", (name) => {
    expect(handlersIn(`import { ${name} } from "x";\napp.use(${name});`)).toEqual([]);
  });

  test.each<readonly [what: string, name: string, text: string, isHandler: boolean]>([
    ["a function with four parameters", "errorHandler", "function errorHandler(a, b, c, d) {}", true],
    ["a function that makes one", "errorHandler", "function errorHandler() { return (a, b, c, d) => {}; }", true],
    ["a function that catches", "errorHandler", "const errorHandler = () => { try { go(); } catch {} };", true],
    ["a handler for addresses", "notFound", "function notFound(a, b) {}", true],
    ["a handler for addresses", "not_found", "function not_found(a, b) {}", true],
    ["a function with three parameters", "errorHandler", "function errorHandler(a, b, c) {}", false],
    ["a constant", "errorHandler", "const errorHandler = log();", false],
    ["nothing that the file shows", "errorHandler", "const other = 1;", true],
  ])("an import that is %s: %s", (_what, name, text, isHandler) => {
    const sources = [
      { file: "a.ts", text: `import { ${name} } from "./b.js";\napp.use(${name});\napp.use(${name}());` },
      { file: "b.ts", text: `export ${text}` },
    ];
    const handlers = scanSources(sources, "acme").findings.filter(
      ({ kind, file }) => kind === "handler" && file === "a.ts",
    );
    const note = `Mounts \`${name}\`.`;
    expect(handlers.map((one) => one.note)).toEqual(isHandler ? [note, note] : []);
  });
});

describe("a function with an error, a request, a response and what comes next is a handler:", () => {
  test.each([
    "(e, request, response, next) => {}",
    "(er, request, response, next) => {}",
    "(err, req, res, next) => {}",
    "(_err, _req, _res, _next) => {}",
    "(error, req, res, next) => {}",
    "(Error, req, Res, next) => {}",
    "(ex, req, res, next) => {}",
    "(exception, req, res, next) => {}",
    "(thrown, req, res, next) => {}",
    "f((error, req, res, next) => {})",
    "function handle(error, req, res, next) {}",
    "class A { handle(error, req, res, next) {} }",
    "class A { #handle(error, req, res, next) {} }",
    "({ handle(error, req, res, next) {} })",
    "(error, { body }, res, next) => {}",
  ])("%s", (source) => {
    expect(handlersIn(source)).toEqual([`1 ${EXPRESS}`]);
  });

  test.each([
    "(error, req, res) => {}",
    "(error, req, res, next, more) => {}",
    "(data, req, res, next) => {}",
    "(myerror, req, res, next) => {}",
    "(errors, req, res, next) => {}",
    "(error, req, out, next) => {}",
    "(error, req, myres, next) => {}",
    "({ error }, req, res, next) => {}",
    "(error, req, { res }, next) => {}",
  ])("but not %s", (source) => {
    expect(handlersIn(source)).toEqual([]);
  });
});

describe("middleware that catches:", () => {
  const MIDDLEWARE = "koa Middleware that catches what later middleware throws.";
  const ROUTER = "fetch Catches what a router throws.";

  test.each<readonly [source: string, handler: string]>([
    ["try { await next(); } catch (error) {}", MIDDLEWARE],
    ["try { a(); await next(); b(); } catch {}", MIDDLEWARE],
    ["try { return await next(); } catch (error) {}", MIDDLEWARE],
    ["try { const a = await next(); } catch (error) {}", MIDDLEWARE],
    ["try { await next(); } catch (error) { throw other; }", MIDDLEWARE],
    ["try { await next(); } catch (error) { throw error; f(); }", MIDDLEWARE],
    ["try { await next(); } catch (error) { if (a) return b; throw error; }", MIDDLEWARE],
    ["try { await router.fetch(request); } catch (error) {}", ROUTER],
    ["try { return await router.handle(req); } catch (error) {}", ROUTER],
    ["function f(request) { try { return await route(request); } catch {} }", ROUTER],
    ["function f(req) { try { return await route(env, req); } catch {} }", ROUTER],
    ["function f(request, env) { try { const response = await route(request); } catch {} }", ROUTER],
    ["function f(request) { try { const res = await route(request); } catch {} }", ROUTER],
    ["function f(request) { try { const resp = await route(request); } catch {} }", ROUTER],
    ["function f(request) { try { response = await route(request); } catch {} }", ROUTER],
    ["function f({ a }, request) { try { return await route(request); } catch {} }", ROUTER],
    ["function f(request, nextPage) { try { return await route(request); } catch {} }", ROUTER],
    ["function f(request, address) { try { return await route(request); } catch {} }", ROUTER],
  ])("%s", (source, handler) => {
    expect(handlersIn(source)).toEqual([`1 ${handler}`]);
  });

  test.each([
    "try { await next(); } finally {}",
    "try { next(); } catch (error) {}",
    "try { await router.next(); } catch (error) {}",
    "try { if (a) await next(); } catch (error) {}",
    "try { await next(); } catch (error) { throw error; }",
    "try { await next(); } catch (error) { f(error); throw error; }",
    "try { await fetch(request); } catch (error) {}",
    "try { await router.fetch(url); } catch (error) {}",
    "try { await router.fetch(); } catch (error) {}",
    "try { await router.fetch(requests); } catch (error) {}",
    "try { await router.fetch(myrequest); } catch (error) {}",
    "try { await router.fetches(request); } catch (error) {}",
    "try { await router.refetch(request); } catch (error) {}",
    "try { router.fetch(request); } catch (error) {}",
    "try { return await route(request); } catch {}",
    "function f(requests) { try { return await route(requests); } catch {} }",
    "function f(myreq) { try { return await route(myreq); } catch {} }",
    "function f(request, res) { try { return await route(request); } catch {} }",
    "function f(request, response) { try { return await route(request); } catch {} }",
    "function f(request, reply) { try { return await route(request); } catch {} }",
    "function f(request, next) { try { return await route(request); } catch {} }",
    "function f(request) { try { return await route(other); } catch {} }",
    "function f(request) { try { return await fetch(request); } catch {} }",
    "function f(request) { try { return route(request); } catch {} }",
    "function f(request) { try { return void route(request); } catch {} }",
    "function f(a) { try { return await route({ a }); } catch {} }",
    "try { return await route({ a }); } catch {}",
    "function f(request) { try { return await request; } catch {} }",
    "function f(request) { try { await route(request); } catch {} }",
    "function f(request) { try { const a = await route(request); } catch {} }",
    "function f(request) { try { const responses = await route(request); } catch {} }",
    "function f(request) { try { const myresponse = await route(request); } catch {} }",
    "function f(request) { try { g(await route(request)); } catch {} }",
    "function f(request) { try {} catch { return await route(request); } }",
    "function f(request) { return () => { try { return await route(request); } catch {} }; }",
  ])("but not %s", (source) => {
    expect(handlersIn(source)).toEqual([]);
  });

  test("but no function of a file that a framework calls", () => {
    const source = "function f(request) { try { return await route(request); } catch {} }";
    expect(handlersIn(`import fastify from "fastify";\n${source}`)).toEqual([]);
  });
});
