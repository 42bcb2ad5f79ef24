import { sValidator } from "@hono/standard-validator";
import { vValidator } from "@hono/valibot-validator";
import { zValidator } from "@hono/zod-validator";
import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { bearer, install, stream, uhp, uhpErrorHandler, uhpNotFoundHandler, validationHook } from "@uhp-errors/hono";
import { type ErrorHandler, Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { bodyLimit } from "hono/body-limit";
import { cache } from "hono/cache";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { csrf } from "hono/csrf";
import { etag } from "hono/etag";
import { HTTPException } from "hono/http-exception";
import { jwt } from "hono/jwt";
import { prettyJSON } from "hono/pretty-json";
import { secureHeaders } from "hono/secure-headers";
import { timeout } from "hono/timeout";
import { object, string } from "valibot";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { acme } from "../support/catalog.ts";
import { eventually } from "../support/eventually.ts";
import { SECRET_VALUES, SECRETS } from "../support/secrets.ts";

const secret = SECRETS.password;

/** An app under a contract, and what the contract reports. */
function service(mount: (app: Hono) => unknown, options: ContractOptions = {}) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report), ...options });
  const app = new Hono();
  install(app, contract);
  mount(app);
  return { app, contract, reports };
}

/** Sends a request to an app, and parses the response. */
async function ask(app: Pick<Hono, "request">, path = "/", init: RequestInit = {}) {
  const response = await app.request(path, init);
  const text = await response.clone().text();
  for (const value of SECRET_VALUES) expect(text).not.toContain(value);
  const error = text.startsWith('{"error":{') ? JSON.parse(text).error : undefined;
  return { response, status: response.status, headers: response.headers, text, error };
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

function fail(): never {
  throw new Error(secret);
}

describe("what is thrown", () => {
  test.each<readonly [what: string, thrown: unknown, status: number, code: string]>([
    ["an error of the catalog", acme.error("harness_not_found"), 404, "harness_not_found"],
    ["an error", new Error(secret), 500, "acme_internal_error"],
    ["a text", secret, 500, "acme_internal_error"],
    ["null", null, 500, "acme_internal_error"],
    ["undefined", undefined, 500, "acme_internal_error"],
    ["a response", new Response(secret, { status: 418 }), 500, "acme_internal_error"],
    ["an HTTPException", new HTTPException(409, { message: secret }), 409, "acme_conflict"],
    ["one with a response", new HTTPException(403, { res: new Response(secret) }), 403, "acme_forbidden"],
  ])("%s is answered once in handlers, middleware and parts", async (_what, thrown, status, code) => {
    const raise = () => Promise.reject(thrown);
    const { app, reports } = service((app) => {
      app.get("/handler", raise);
      app.use("/middleware", raise);
      app.route("/part", new Hono().get("/x", raise));
      app.route("/own", new Hono().onError((error, c) => c.text(error.message, 500)).get("/x", raise));
      app.use("/after", async (_c, next) => {
        await next();
        throw thrown;
      });
      app.get("/after", (c) => c.text("ok"));
      app.basePath("/base").get("/x", raise);
    });
    for (const path of ["/handler", "/middleware", "/part/x", "/own/x", "/after", "/base/x"]) {
      const { status: sent, error, headers } = await ask(app, path);
      expect([path, sent, error?.code]).toEqual([path, status, code]);
      expect(headers.get("uhp-version")).toBe("2026-10-04");
    }
    expect(reports).toHaveLength(6);
  });

  test("the app's error handler runs, but the error decides", async () => {
    const seen: unknown[] = [];
    const { app, reports } = service((app) => {
      app.onError((error, c) => {
        seen.push(error);
        return c.text(error.message, 500);
      });
      app.get("/", () => {
        throw acme.error("file_not_found");
      });
    });
    expect((await ask(app)).error.code).toBe("file_not_found");
    expect([seen.length, reports.length]).toEqual([1, 1]);
  });

  describe("of an error that no recognizer knows, an error handler of the service chooses the status:", () => {
    const own =
      (status: 409): ErrorHandler =>
      (error, c) =>
        c.json({ error: error.message }, status, { "Retry-After": "7" });
    const failing = () =>
      new Hono().get("/", () => {
        // A status of its own does not count: it may be that of another service.
        throw Object.assign(new Error(secret), { status: 418 });
      });

    test.each<readonly [chosen: number, status: number, code: string]>([
      [401, 401, "acme_unauthenticated"],
      [404, 404, "acme_not_found"],
      [409, 409, "acme_conflict"],
      [422, 400, "invalid_input"],
      [429, 429, "rate_limited"],
      [500, 500, "acme_internal_error"],
      [503, 503, "acme_unavailable"],
    ])("%i", async (chosen, status, code) => {
      const handler = own(chosen as 409);
      for (const mount of [
        (app: Hono) => app.onError(handler).route("/", failing()),
        (app: Hono) => app.route("/", failing().onError(handler)),
      ]) {
        const { app, reports } = service(mount);
        const answer = await ask(app);
        expect([answer.status, answer.error.code, answer.headers.get("retry-after")]).toEqual([status, code, "7"]);
        expect(reports).toMatchObject([{ origin: "unknown", status, code }]);
      }
    });

    test.each([true, false])("and of no other, at report only: %s", async (reportOnly) => {
      const { app, reports } = service(
        (app) => {
          app.onError(own(409));
          app.get("/known", () => Promise.reject(acme.error("file_not_found")));
          app.route("/app", failing());
          app.route("/part", failing().onError(own(409)));
        },
        { reportOnly },
      );
      for (const path of ["/known", "/app", "/part"]) await (await app.request(path)).text();
      await eventually(() => expect(reports).toHaveLength(3));
      expect(reports.map(({ origin, code }) => [origin, code])).toEqual([
        ["catalog", "file_not_found"],
        ["unknown", "acme_conflict"],
        ["unknown", "acme_conflict"],
      ]);
    });
  });

  test("a custom getPath that throws is answered", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const app = new Hono({ getPath: fail });
    install(app, contract);
    expect((await ask(app)).error.code).toBe("acme_internal_error");
  });

  test("a custom getPath that throws fails as before where the contract does not apply", async () => {
    const app = new Hono({ getPath: fail });
    install(app, createContract(acme, { onError: () => {}, appliesTo: () => false }));
    await expect((async () => app.fetch(new Request("https://api.acme.example/")))()).rejects.toThrow(secret);
  });

  test("the error handler alone keeps no header of a success that was begun", async () => {
    const app = new Hono();
    app.onError(uhpErrorHandler(createContract(acme, { onError: () => {} })));
    app.use(async (c, next) => {
      c.res.headers.set("etag", '"1"');
      c.res.headers.set("vary", "origin");
      await next();
    });
    app.get("/", fail);
    const { status, headers } = await ask(app);
    expect([status, headers.get("etag"), headers.get("vary")]).toEqual([500, null, "origin"]);
  });

  test("a handler that returns nothing is answered, with the headers that were set before", async () => {
    const { app, reports } = service((app) => {
      app.use(async (c, next) => {
        c.header("vary", "origin");
        await next();
      });
      app.get("/", (() => undefined) as never);
    });
    const { error, headers } = await ask(app);
    expect([error.code, headers.get("vary")]).toEqual(["acme_internal_error", "origin"]);
    expect(reports.map(({ thrown }) => String(thrown))).toEqual(["TypeError: the handler returned no Response"]);
  });

  test("Hono's own handling prints an error of a request that the contract does not apply to", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const thrown = new Error(secret);
    const app = new Hono().onError(uhpErrorHandler(createContract(acme, { appliesTo: () => false })));
    app.get("/", () => Promise.reject(thrown));
    const { status, text } = await ask(app);
    expect([status, text, printed.mock.calls]).toEqual([500, "Internal Server Error", [[thrown]]]);
  });
});

describe("what a client sends", () => {
  const mount = (app: Hono) => {
    const limited = bodyLimit({ maxSize: 50 });
    app.post("/json", async (c) => c.json(await c.req.json()));
    app.post("/raw", async (c) => c.json(await c.req.raw.json()));
    app.post("/limited", limited, async (c) => c.json(await c.req.json()));
    app.post("/form", limited, async (c) => c.json(await c.req.parseBody()));
    app.post("/data", async (c) => c.json([...(await c.req.formData()).keys()]));
    app.post("/own", async (c) => c.json(JSON.parse(`{${await c.req.text()}`)));
  };
  const streamed = { ...json(""), body: new Blob(["{x"]).stream(), duplex: "half" } as RequestInit;
  const form = { method: "POST", headers: { "content-type": "multipart/form-data" }, body: "x" };
  test.each<readonly [path: string, init: RequestInit, status: number, code: string]>([
    ["/json", json("{x"), 400, "invalid_input"],
    ["/raw", json("{x"), 400, "invalid_input"],
    ["/limited", json("{x"), 400, "invalid_input"],
    ["/limited", streamed, 400, "invalid_input"],
    ["/limited", json({ a: "x".repeat(60) }), 413, "acme_content_too_large"],
    ["/form", form, 400, "invalid_input"],
    ["/data", form, 400, "invalid_input"],
    ["/own", json("{}"), 500, "acme_internal_error"],
  ])("%s: %j", async (path, init, status, code) => {
    const { app } = service(mount);
    const answer = await ask(app, path, init);
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
  });

  test("replacing the request does not change the id", async () => {
    const { app, reports } = service((app) => {
      app.use(async (c, next) => {
        c.req.raw = new Request(c.req.raw.url);
        await next();
      });
      app.get("/", fail);
    });
    const { headers } = await ask(app, "/", { headers: { "x-request-id": "mine" } });
    expect([headers.get("x-request-id"), reports[0]?.correlationId]).toEqual(["mine", "mine"]);
  });
});

describe("validators", () => {
  const note = z.object({ note: z.object({ title: z.string() }) });
  const sent = json({ note: { title: 1 } });
  test.each<readonly [name: string, mount: (app: Hono) => unknown]>([
    ["zod-validator", (app) => app.post("/", zValidator("json", note, validationHook), (c) => c.text("ok"))],
    ["standard-validator", (app) => app.post("/", sValidator("json", note, validationHook), (c) => c.text("ok"))],
    [
      "valibot-validator",
      (app) =>
        app.post("/", vValidator("json", object({ note: object({ title: string() }) }), validationHook), (c) =>
          c.text("ok"),
        ),
    ],
  ])("%s with the hook names the path, lets a good body pass, and leaves middleware its turn", async (_name, mount) => {
    const { app } = service((app) => {
      app.use(async (c, next) => {
        await next();
        c.header("x-logged", String(c.res.status));
      });
      mount(app);
    });
    const { status, headers, error } = await ask(app, "/", sent);
    expect([status, error.code, error.param]).toEqual([400, "invalid_input", "note.title"]);
    expect(headers.get("x-logged"), "the middleware around the validator").toBe("400");
    expect(error.detail.issues).toMatchObject([{ param: "note.title" }]);
    expect((await ask(app, "/", json({ note: { title: "x" } }))).text).toBe("ok");
  });

  test("no header name becomes a param", async () => {
    const headers = z.object({ "x-key": z.string() });
    const { app } = service((app) => app.get("/", zValidator("header", headers, validationHook), (c) => c.text("ok")));
    expect((await ask(app)).error).toMatchObject({ code: "invalid_input", param: null });
  });

  test("without the hook only the status is known", async () => {
    const { app } = service((app) => app.post("/", zValidator("json", note), (c) => c.text("ok")));
    expect((await ask(app, "/", sent)).error).toMatchObject({ code: "invalid_input", param: null, detail: null });
  });
});

describe("Hono's own middleware", () => {
  const silent = () => new Promise<Response>(() => {});
  const form = { method: "POST", headers: { "content-type": "text/plain", origin: "https://evil.example" } };
  test.each<readonly [name: string, mount: (app: Hono) => unknown, init: RequestInit, status: number, code: string]>([
    ["basic-auth", (app) => app.use(basicAuth({ username: "u", password: secret })), {}, 401, "acme_unauthenticated"],
    ["jwt", (app) => app.use(jwt({ secret, alg: "HS256" })), {}, 401, "missing_credential"],
    [
      "jwt, a bad token",
      (app) => app.use(jwt({ secret, alg: "HS256" })),
      { headers: { authorization: "Bearer x.y.z" } },
      401,
      "invalid_credential",
    ],
    ["csrf", (app) => app.use(csrf()), form, 403, "acme_forbidden"],
    ["timeout", (app) => app.use(timeout(1)), {}, 504, "acme_upstream_timeout"],
  ])("%s is answered with the contract", async (_name, mount, init, status, code) => {
    const { app } = service((app) => {
      mount(app);
      app.all("/", silent);
    });
    const answer = await ask(app, "/", init);
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
  });

  const dressed = (app: Hono) => {
    app.use(cors({ origin: "https://acme.example" }), secureHeaders(), etag(), prettyJSON());
    app.get("/thrown", (c) => {
      c.header("Set-Cookie", "a=1", { append: true });
      c.header("Set-Cookie", "b=2", { append: true });
      c.header("Server-Timing", "db;dur=1");
      c.header("Content-Disposition", "attachment");
      return fail();
    });
    app.get("/written", (c) => c.text(secret, 502, { "X-Powered-By": "x" }));
  };
  test.each(["/thrown", "/written", "/nowhere"])("%s: the headers that an error may keep stay", async (path) => {
    const { app } = service(dressed);
    const { headers, text, error } = await ask(app, `${path}?pretty`, { headers: { origin: "https://acme.example" } });
    expect(headers.get("access-control-allow-origin")).toBe("https://acme.example");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const removed = ["etag", "server-timing", "content-disposition", "x-powered-by", "content-encoding"];
    expect(removed.filter((name) => headers.has(name))).toEqual([]);
    if (path === "/thrown") expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(text).toBe(JSON.stringify({ error }));
    expect(headers.get("content-length")).toBe(String(text.length));
  });

  test("an error that is compressed is the same error", async () => {
    const { app } = service((app) => {
      app.use(compress({ threshold: 0 }));
      app.get("/", fail);
    });
    const { response, headers } = await ask(app, "/", { headers: { "accept-encoding": "gzip" } });
    expect(headers.get("content-encoding")).toBe("gzip");
    const plain = response.body?.pipeThrough(new DecompressionStream("gzip"));
    expect(JSON.parse(await new Response(plain as ReadableStream).text()).error.code).toBe("acme_internal_error");
  });

  test("middleware may turn an error into a success", async () => {
    const { app } = service((app) => {
      app.use(async (c, next) => {
        await next();
        if (c.error !== undefined) c.res = c.text("a fallback");
      });
      app.get("/", fail);
    });
    expect(await ask(app)).toMatchObject({ status: 200, text: "a fallback" });
  });
});

describe("routes", () => {
  const mount = (app: Hono) => {
    app.get("*", cache({ cacheName: "x" }));
    app.get("/notes/:id{[0-9]+}", (c) => c.text("x"));
    app.put("/notes/:id{[0-9]+}", (c) => c.text("x"));
    app.route(
      "/part",
      new Hono().post("/x", (c) => c.text("x")),
    );
    app.on("PURGE", "/cache", (c) => c.text("x"));
    // Hono asks GET routes for it, and never a HEAD route.
    app.on("HEAD", "/head", (c) => c.body(null));
    app.get("/passes", (_c, next) => next());
    app.all("/all", (_c, next) => next());
  };
  test.each<readonly [method: string, path: string, status: number, allow: string | null]>([
    ["DELETE", "/notes/1", 405, "GET, HEAD, PUT"],
    ["OPTIONS", "/notes/1", 405, "GET, HEAD, PUT"],
    ["DELETE", "/notes/x", 404, null],
    ["GET", "/part/x", 405, "POST"],
    ["GET", "/cache", 405, "PURGE"],
    ["GET", "/head", 404, null],
    ["GET", "/nowhere", 404, null],
    ["POST", "/nowhere", 404, null],
    ["GET", "/passes", 404, null],
    ["DELETE", "/all", 404, null],
  ])("%s %s: %d", async (method, path, status, allow) => {
    const { app } = service(mount);
    const { headers, ...answer } = await ask(app, path, { method });
    expect([answer.status, headers.get("allow")]).toEqual([status, allow]);
    const missing = path === "/passes" ? "acme_not_found" : "acme_route_not_found";
    expect(answer.error.code).toBe(status === 404 ? missing : "acme_method_not_allowed");
  });

  test("a handler for every path counts as a route, unlike middleware", async () => {
    const { app } = service((app) => app.get("/*", (c) => c.text("x")));
    const { status, headers } = await ask(app, "/x", { method: "POST" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("a report names the route", async () => {
    const { app, reports } = service((app) => app.get("/notes/:id", fail));
    await ask(app, "/notes/1");
    await ask(app, "/nowhere");
    expect(reports.map(({ route }) => route)).toEqual(["/notes/:id", undefined]);
  });
});

describe("a contract for a part", () => {
  const contract = createContract(acme, { onError: () => {} });
  const part = new Hono().get("/thrown", fail).get("/text", () => Promise.reject(secret));
  const under = new Hono();
  under.onError((_error, c) => c.text("the app's own", 500));
  under.use("/v1/*", uhp(contract));
  under.route("/v1", part);
  under.route("/pages", part);
  under.mount("/mounted", new Hono().get("/thrown", fail).onError((_e, c) => c.text("its own", 500)).fetch);

  test.each(["/v1/thrown", "/v1/text", "/v1/nowhere"])("%s is answered", async (path) => {
    expect((await ask(under, path)).error.code).toMatch(/^acme_(?:internal_error|route_not_found)$/);
  });

  test.each([
    ["/pages/thrown", "the app's own"],
    ["/mounted/thrown", "its own"],
    ["/nowhere", "404 Not Found"],
  ])("%s is left alone", async (path, body) => {
    const { text, headers } = await ask(under, path);
    expect([text, headers.get("uhp-version")]).toEqual([body, null]);
  });

  test("requests that it does not apply to are answered as Hono does", async () => {
    const printed = console.error;
    console.error = () => {};
    try {
      const only = createContract(acme, { appliesTo: ({ path }) => path.startsWith("/v1/") });
      const bare = new Hono();
      const app = new Hono();
      install(app, only);
      const handled = new Hono();
      handled.onError(uhpErrorHandler(only));
      handled.notFound(uhpNotFoundHandler(only, handled));
      for (const one of [bare, app, handled]) {
        one.get("/thrown", fail);
        one.get("/exception", () => {
          throw new HTTPException(418, { message: "teapot" });
        });
      }
      for (const path of ["/thrown", "/exception", "/nowhere"]) {
        const answers = await Promise.all([bare, app, handled].map((one) => ask(one, path)));
        const seen = answers.map(({ status, text, headers }) => JSON.stringify([status, text, [...headers]]));
        expect(new Set(seen)).toEqual(new Set([seen[0]]));
      }
    } finally {
      console.error = printed;
    }
  });
});

describe("in code", () => {
  test("the principal has its type", async () => {
    const { app } = service((app) => {
      const contract = createContract(acme);
      const auth = bearer(contract, (token) => ({ name: token }));
      app.get("/", auth, (c) => c.text(c.get("principal").name));
    });
    expect((await ask(app)).error.code).toBe("missing_credential");
    expect((await ask(app, "/", { headers: { authorization: "Bearer ann" } })).text).toBe("ann");
  });

  test("a refused stream keeps the headers that were set", async () => {
    const { app } = service((app) => {
      const contract = createContract(acme, { onError: () => {} });
      app.use(cors());
      app.get("/", (c) => stream(contract, c, { responseObject: {} }, fail));
    });
    const { error, headers } = await ask(app);
    expect([error.code, headers.get("access-control-allow-origin")]).toEqual(["acme_internal_error", "*"]);
  });

  test.each<readonly [what: string, call: () => unknown, message: string]>([
    ["no contract", () => install(new Hono(), {} as never), "install: expected"],
    ["no app", () => install({} as never, createContract(acme)), "install: expected an app"],
    [
      "an app with routes",
      () => install(new Hono().get("/", fail), createContract(acme)),
      "install: the app has routes or middleware already",
    ],
    ["no contract for middleware", () => uhp(undefined as never), "uhp: expected"],
    ["no contract for errors", () => uhpErrorHandler(undefined as never), "uhpErrorHandler: expected"],
    [
      "no app for routes",
      () => uhpNotFoundHandler(createContract(acme), undefined as never),
      "uhpNotFoundHandler: expected",
    ],
  ])("%s is refused at start-up", (_what, call, message) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});
