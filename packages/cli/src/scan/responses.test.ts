import { describe, expect, test } from "vitest";
import { scanSources } from "./scan.ts";

/** Lists the error responses in a file, each as its line, its library, its status and its sentence. */
function responsesIn(text: string): readonly string[] {
  return scanSources([{ file: "a.ts", text }], "acme")
    .findings.filter(({ kind }) => kind === "response")
    .map(({ line, library, status, sentence }) => `${line} ${library} ${status} ${sentence}`);
}

describe("a response object is known by its name:", () => {
  test.each([
    ..."res Res _res resp response reply rep httpRes httpResponse serverResponse".split(" "),
    ..."ctx.res this.response res.set(1) res.set(1).type(2) res!".split(" "),
    "(res as Any)",
  ])("%s", (object) => {
    expect(responsesIn(`${object}.status(409).json("Sold out")`)).toEqual(["1 express 409 Sold out"]);
  });

  test.each(["order", "ores", "rest", "myResponse", "responses", "replyTo", "reply2", "repo", "res.order", "set(res)"])(
    "but %s is none",
    (object) => {
      expect(responsesIn(`${object}.status(409).json("Sold out")`)).toEqual([]);
    },
  );
});

describe("a context is known by its name:", () => {
  test.each(["ctx", "context", "c", "koaCtx", "$", "set", "event", "h", "this.ctx"])("%s", (object) => {
    expect(responsesIn(`${object}.json("Sold out", 409)`)).toEqual(["1 hono 409 Sold out"]);
    expect(responsesIn(`${object}.status(409)`)).toEqual(["1 hono 409 undefined"]);
    expect(responsesIn(`${object}.status = 409`)).toEqual(["1 koa 409 undefined"]);
  });

  test.each(["order", "cc", "ctx2", "myctx", "contexts", "events", "reset", "C", "ctx.order"])(
    "but %s is none",
    (object) => {
      expect(responsesIn(`${object}.json("Sold out", 409)`)).toEqual([]);
      expect(responsesIn(`${object}.status(409)`)).toEqual([]);
      expect(responsesIn(`${object}.status = 409`)).toEqual([]);
    },
  );
});

describe("an object is known by its type:", () => {
  test.each<readonly [source: string, library: string]>([
    ["function f(out: Response) { out.status(409).end(); }", "express"],
    ["function f(out: express.Response) { out.status(409).end(); }", "express"],
    ["function f(out: Response<Body>) { out.status(409).end(); }", "express"],
    ["function f(out: FastifyReply) { out.status(409).end(); }", "express"],
    ["function f(out: ServerResponse) { out.statusCode = 409; }", "express"],
    ["function f(out: Http2ServerResponse) { out.writeHead(409); }", "express"],
    ["function f(out: Reply) { out.code(409); }", "fastify"],
    ["function f(input, out: Reply) { out.code(409); }", "fastify"],
    ["function f(out: Reply) { return () => out.code(409); }", "fastify"],
    ["class A { constructor(private out: Reply) { out.code(409); } }", "fastify"],
    ["class A { f(@Out() out: Reply) { out.code(409); } }", "fastify"],
    ["function f(it: Context) { it.status = 409; }", "koa"],
    ["function f(it: ParameterizedContext) { it.status = 409; }", "koa"],
    ["function f(it: KoaContext) { it.status = 409; }", "koa"],
    ["function f(it: RouterContext) { it.status = 409; }", "koa"],
    ["function f(it: Koa.Context) { it.status = 409; }", "koa"],
  ])("%s", (source, library) => {
    expect(responsesIn(source)).toEqual([`1 ${library} 409 undefined`]);
  });

  test.each([
    "function f(out: MyResponse) { out.status(409).end(); }",
    "function f(out: ResponseLike) { out.status(409).end(); }",
    "function f(out: Response.Other) { out.status(409).end(); }",
    "function f(out: Response[]) { out.status(409).end(); }",
    "function f(out: string) { out.status(409).end(); }",
    "function f(out) { out.status(409).end(); }",
    "function f({ out }: Response) { out.status(409).end(); }",
    "function f(out: Response) { this.out.status(409).end(); }",
    "function f(out: Response, other) { other.status(409).end(); }",
    "function f(out: Response) {}\nout.status(409).end();",
    "function f(it: MyContext) { it.status = 409; }",
    "function f(it: ContextType) { it.status = 409; }",
  ])("but not in %s", (source) => {
    expect(responsesIn(source)).toEqual([]);
  });
});

describe("the framework is that of the imports:", () => {
  test.each<readonly [module: string, library: string]>([
    ...["fastify", "fastify-plugin", "@fastify/cors"].map((module) => [module, "fastify"] as const),
    ["@nestjs/common", "nestjs"],
    ...["koa", "koa-router", "@koa/router"].map((module) => [module, "koa"] as const),
    ...["hono", "hono/cors"].map((module) => [module, "hono"] as const),
    ...["h3", "h3/node", "nitropack", "nitropack/runtime", "nitro"].map((module) => [module, "h3"] as const),
    ...["express", "express-session"].map((module) => [module, "express"] as const),
    ...["http", "https", "http2", "node:http", "node:https", "node:http2"].map(
      (module) => [module, "node:http"] as const,
    ),
  ])("%s is of %s", (module, library) => {
    expect(responsesIn(`import a from "${module}";\nctx.status = 409;`)).toEqual([`2 ${library} 409 undefined`]);
    expect(responsesIn(`import a from "${module}";\nc.json("Sold out", 409);`)).toEqual([`2 ${library} 409 Sold out`]);
  });

  test.each([
    ..."my-fastify my/@fastify/cors my/@nestjs/common koala my-koa my-koa-router ./@koa/router honor my-hono".split(
      " ",
    ),
    ..."h3-js my-h3 my-express ./http my-http http3 http-proxy".split(" "),
  ])("%s is of none", (module) => {
    expect(responsesIn(`import a from "${module}";\nc.json("Sold out", 409);`)).toEqual(["2 hono 409 Sold out"]);
    expect(responsesIn(`import a from "${module}";\nctx.status = 409;`)).toEqual(["2 koa 409 undefined"]);
  });

  test("Fastify counts before Express", () => {
    const imports = 'import express from "express";\nimport fastify from "fastify";';
    expect(responsesIn(`${imports}\nctx.status = 409;`)).toEqual(["3 fastify 409 undefined"]);
  });
});

describe("without such an import, it is the one that writes so:", () => {
  test.each<readonly [source: string, response: string]>([
    ["res.status(409)", "express 409 undefined"],
    ["res.setStatus(409)", "express 409 undefined"],
    ["res.writeHead(409)", "express 409 undefined"],
    ["res.writeHead(409, {}, 1)", "express 409 undefined"],
    ["res.sendStatus(409)", "express 409 undefined"],
    ["res.statusCode = 409", "express 409 undefined"],
    ["res.status = 409", "express 409 undefined"],
    ["ctx.statusCode = 409", "koa 409 undefined"],
    ["reply.code(409)", "fastify 409 undefined"],
    ["reply.conflict()", "fastify 409 undefined"],
    ['reply.conflict("Sold out")', "fastify 409 Sold out"],
    ["reply.badRequest()", "fastify 400 undefined"],
    ["reply.gone()", "fastify 410 undefined"],
    ["reply.methodNotAllowed()", "fastify 405 undefined"],
    ["c.notFound()", "hono 404 undefined"],
    ['new Response("Sold out", { status: 409 })', "fetch 409 Sold out"],
    ['c.json("Sold out", { status: 409 })', "hono 409 Sold out"],
    ['const init = { status: 409 }; new Response("Sold out", init)', "fetch 409 Sold out"],
    ['new NextResponse("Sold out", { status: 409 })', "fetch 409 Sold out"],
    ['new HttpResponse("Sold out", { status: 409 })', "fetch 409 Sold out"],
    ['Response.json("Sold out", { status: 409 })', "fetch 409 Sold out"],
    ['NextResponse.json("Sold out", { status: 409 })', "fetch 409 Sold out"],
    ['HttpResponse.json("Sold out", { status: 409 })', "fetch 409 Sold out"],
    ['Response.json("Sold out", 409)', "fetch 409 Sold out"],
    ["setResponseStatus(event, 409)", "h3 409 undefined"],
    ['setResponseStatus(event, 409, "Sold out")', "h3 409 Sold out"],
    ['f({ statusCode: 409, body: "Sold out" })', "lambda 409 Sold out"],
    ['f({ statusCode: 409, body: "Sold out" } as Result)', "lambda 409 Sold out"],
    ['f(new Response("Sold out", { status: 409 })!)', "fetch 409 Sold out"],
  ])("%s", (source, response) => {
    expect(responsesIn(source)).toEqual([`1 ${response}`]);
  });

  test("also for what only a function of a gateway returns", () => {
    const text = 'import express from "express";\nreturn { statusCode: 409, body: "Sold out" };';
    expect(responsesIn(text)).toEqual(["2 lambda 409 Sold out"]);
  });

  test.each<readonly [source: string, response: string]>([
    ["reply.conflict()", "hono 409 undefined"],
    ["c.notFound()", "hono 404 undefined"],
    ["res.sendStatus(409)", "hono 409 undefined"],
    ["new Response(null, { status: 409 })", "hono 409 undefined"],
    ["Response.json({}, 409)", "hono 409 undefined"],
    ["setResponseStatus(event, 409)", "hono 409 undefined"],
  ])("with one, %s is of the import's", (source, response) => {
    expect(responsesIn(`import { Hono } from "hono";\n${source}`)).toEqual([`2 ${response}`]);
  });
});

describe("a function that is called json", () => {
  test.each(['json({ error: "Sold out" }, { status: 409 })', 'json({ error: "Sold out" }, 409)'])(
    "responds if it is imported: %s",
    (source) => {
      expect(responsesIn(`import { json } from "@remix-run/node";\n${source}`)).toEqual(["2 fetch 409 Sold out"]);
      expect(responsesIn(source)).toEqual([]);
    },
  );
});

describe("no response is", () => {
  test.each([
    "res.status()",
    "res.status(409, 1)",
    "res.code(409, 1)",
    "res.code()",
    "res.writeHead()",
    "res.other(409)",
    "status(409)",
    "writeHead(409)",
    "ctx.code(409)",
    "ctx.writeHead(409)",
    "ctx.setStatus(409)",
    "order.sendStatus(409)",
    "ctx.sendStatus(409)",
    "sendStatus(409)",
    'reply.conflict("Sold out", 1)',
    "reply.Conflict()",
    "reply.conflict2()",
    "reply.not_found()",
    "reply.ok()",
    "order.conflict()",
    "conflict()",
    "ctx.conflict()",
    "ctx.notFound(1)",
    "order.notFound()",
    "c.json(409)",
    "c.jsonp({}, 409)",
    "c.myjson({}, 409)",
    "c.send({}, 409)",
    "text({}, 409)",
    "order.json({}, { status: 409 })",
    'Response("Sold out", { status: 409 })',
    'new MyResponse("Sold out", { status: 409 })',
    'new Responses("Sold out", { status: 409 })',
    "MyResponse.json({}, { status: 409 })",
    "Responses.json({}, { status: 409 })",
    "Response.text({}, { status: 409 })",
    'new Response("Sold out")',
    'new Response("Sold out", {})',
    "new Response()",
    "h3.setResponseStatus(event, 409)",
    "setStatus(event, 409)",
    "res.statusCode += 409",
    "res.statusCode ||= 409",
    "res.state = 409",
    "statusCode = 409",
    "({ statusCode: 409 })",
    '({ body: "Sold out" })',
    '({ statusCode: 200, body: "Sold out" })',
    'class A extends Base { constructor() { super("Sold out", { status: 409 }); } }',
    'class A extends MyResponse { constructor() { super("Sold out", { status: 409 }); } }',
    'class A extends Responses { constructor() { super("Sold out", { status: 409 }); } }',
    'class A extends Response { f() { super.f("Sold out", { status: 409 }); } }',
    'const a = { f() { super("Sold out", { status: 409 }); } };',
    'super("Sold out", { status: 409 });',
    'class A extends Response { constructor() { other("Sold out", { status: 409 }); super(); } }',
    'const { init } = { status: 409 }; class A extends Response { constructor() { super("Sold out", init); } }',
  ])("%s", (source) => {
    expect(responsesIn(source)).toEqual([]);
  });

  test.each(["Response", "NextResponse", "web.Response"])("but what a class makes that extends %s is", (base) => {
    const text = `class A extends ${base} { constructor() { super("Sold out", { status: 409 }); } }`;
    expect(responsesIn(text)).toEqual(["1 fetch 409 Sold out"]);
    expect(responsesIn(`const A = ${text.replace(" A", "")}`)).toEqual(["1 fetch 409 Sold out"]);
  });
});

describe("the body is", () => {
  test.each<readonly [where: string, source: string]>([
    ...["json", "jsonp", "send", "end", "write", "sendFile", "html", "text", "body", "xml"].map(
      (name) => [`what ${name} takes`, `res.status(409).${name}("Sold out");`] as const,
    ),
    ["the data of a page", 'res.status(409).render("page", { message: "Sold out" });'],
    ["later in the chain", 'res.status(409).set("a", "b").type("c").json("Sold out");'],
    ["in an optional chain", 'res?.status(409)?.json("Sold out");'],
    ["in the next statement", 'res.status(409);\nres.json("Sold out");'],
    ["the data of a page in the next statement", 'res.status(409);\nres.render("page", { message: "Sold out" });'],
    ["in the third statement after", 'res.status(409);\na();\nb();\nres.json("Sold out");'],
    ["in a nested statement after", 'res.status(409);\nif (isOpen) { res.json("Sold out"); }'],
    ["two statements before", 'res.body = "Sold out";\na();\nres.status(409);'],
    ["in the same case", 'switch (a) {\n  case 1:\n    res.status(409);\n    res.json("Sold out");\n}'],
    ["in the same function", 'function f(res) {\n  res.status(409);\n  res.json("Sold out");\n}'],
    ["of an object's response", 'this.res.status(409);\nthis.res.json("Sold out");'],
    ["what is assigned", 'ctx.status = 409;\nctx.body = "Sold out";'],
    ["the object that is returned", 'reply.code(409);\nreturn { message: "Sold out" };'],
    [
      "the object that is returned three statements later",
      'reply.code(409);\na();\nb();\nreturn { message: "Sold out" };',
    ],
    ["the object that is returned with its type", 'reply.code(409);\nreturn { message: "Sold out" } as const;'],
  ])("%s", (_where, source) => {
    expect(responsesIn(source).map((line) => line.replace(/^\d+ \w+ /, ""))).toEqual(["409 Sold out"]);
  });

  test.each<readonly [what: string, source: string]>([
    ["the first argument for a page", 'res.status(409).render("page");'],
    ["what another method takes", 'res.status(409).type("Sold out");'],
    ["what a method of a field takes", 'res.status(409).log.other("Sold out");'],
    ["what a call with the status as its key takes", 'table[res.status(409)].json("Sold out");'],
    ["in the fourth statement after", 'res.status(409);\na();\nb();\nc();\nres.json("Sold out");'],
    ["three statements before", 'res.body = "Sold out";\na();\nb();\nres.status(409);'],
    ["in a statement around", 'if (isOpen) {\n  res.status(409);\n}\nres.json("Sold out");'],
    ["in another case", 'switch (a) {\n  case 1:\n    res.status(409);\n  default:\n    res.json("Sold out");\n}'],
    ["of another response", 'res.status(409);\nother.json("Sold out");'],
    ["of the response of another object", 'this.res.status(409);\nthat.res.json("Sold out");'],
    ["of what another call returns", 'res.set(1).status(409);\nget().json("Sold out");'],
    ["what is compared", 'ctx.status = 409;\nif (ctx.body === "Sold out") go();'],
    ["what a function takes with the response", 'json("Sold out", res.status(409).type);'],
    ["what a function takes", 'res.status(409);\njson("Sold out");'],
    ["what another field gets", 'ctx.status = 409;\nctx.note = "Sold out";'],
    ["what another context gets", 'ctx.status = 409;\nother.body = "Sold out";'],
    ["a string that is returned", 'reply.code(409);\nreturn "Sold out";'],
    ["an object that is not returned", 'reply.code(409);\nthrow { message: "Sold out" };'],
    [
      "the object that is returned four statements later",
      'reply.code(409);\na();\nb();\nc();\nreturn { message: "Sold out" };',
    ],
    ["the object that was returned before", 'if (a) return { message: "Sold out" };\nreply.code(409);'],
  ])("not %s", (_what, source) => {
    expect(responsesIn(source).map((line) => line.replace(/^\d+ \w+ /, ""))).toEqual(["409 undefined"]);
  });
});

describe("a status that is only known at run time is an error's", () => {
  test.each([
    ..."handleError onError sendError writeError renderError replyError respondError respondWithError".split(" "),
    ..."sendException sendWithException senderror errorHandler error_handler errorResponse error_response".split(" "),
    "myErrorHandler",
  ])("in a function that is called %s", (name) => {
    expect(responsesIn(`function ${name}(res) { res.status(entry.status).end(); }`)).toEqual([
      "1 express undefined undefined",
    ]);
  });

  test.each(["handle", "handleErrors", "rehandleError", "handleOurError", "errorHandlers", "errorResponses", "fail"])(
    "but not in one that is called %s",
    (name) => {
      expect(responsesIn(`function ${name}(res) { res.status(entry.status).end(); }`)).toEqual([]);
    },
  );

  test.each([
    ...["e", "er", "err", "error", "ex", "exception", "Error"].map((name) => `res.status(${name}.status).end()`),
    "res.status(this.error.output.status).end()",
    "res.status(entry.status).json({ error: entry.text })",
    "res.status(entry.status).json({ errors: entry.texts })",
    "res.status(entry.status).json(errorBody(entry))",
    "res.status(entry.status).json(makeError(entry))",
    "(a, b, res, d) => { res.status(code).end(); }",
    "(entry, res) => { const status = error.status; res.status(status).end(); }",
    "(entry, res) => { const { status } = error; res.status(status).end(); }",
    "(entry, res) => { const { status: code } = error; res.status(code).end(); }",
    "(entry, res) => { const { status2 } = error; res.status(status2).end(); }",
    "function onError(res) { later(() => { res.status(entry.status).end(); }); }",
    "(error) => (res) => { const { status } = error; res.status(status).end(); }",
    "(error) => { const { status } = error; return (res) => res.status(status).end(); }",
  ])("in %s", (source) => {
    expect(responsesIn(source)).toEqual(["1 express undefined undefined"]);
  });

  test.each([
    "res.status(entry.status).end()",
    "res.status(errors.status).end()",
    "res.status(myerr.status).end()",
    "res.status(entry.error).end()",
    "res.status(error).end()",
    "res.status(entry.status).json({ error: null })",
    "res.status(entry.status).json({ message: entry.text })",
    "res.status(entry.status).json(body(entry))",
    "function onError(res) { res.status().end(); }",
    "(a, b, res) => { res.status(code).end(); }",
    "(a, b, res, d) => { res.status(entry.status).end(); }",
    "(a, b, c, d) => (res) => { res.status(code).end(); }",
    "(a, b, res, d, e) => { res.status(code).end(); }",
    "(entry, res) => { const status = entry.status; const { code } = error; res.status(status).end(); }",
    "(entry, res) => { const [status] = error; res.status(status).end(); }",
    "(entry, res) => { const { status } = f(error); res.status(status).end(); }",
    "new Response(error.message, init)",
  ])("but not in %s", (source) => {
    expect(responsesIn(source)).toEqual([]);
  });
});
