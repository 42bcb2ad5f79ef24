import { createContract, type ErrorReport, parseEnvelope } from "@uhp-errors/core";
import { bearer, install, requestContext, stream, uhp, uhpErrorHandler } from "@uhp-errors/h3";
import {
  assertMethod,
  bodyLimit,
  H3,
  type H3Config,
  type H3Event,
  HTTPError,
  handleCors,
  readBody,
  readValidatedBody,
  setCookie,
} from "h3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { acme } from "../support/catalog.ts";
import { SECRET_VALUES, SECRETS } from "../support/secrets.ts";

const secret = SECRETS.password;

/** An app with the contract, and what it reported. */
function covered(config: H3Config = {}, mount: typeof install = install) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const app = new H3({ silent: true, ...config });
  mount(app, contract);
  return { app, contract, reports };
}

/** The status and the code of a response; for a success, its body. */
async function seen(response: Response | Promise<Response>): Promise<readonly unknown[]> {
  const { status } = await response;
  const text = await (await response).text();
  for (const value of SECRET_VALUES) expect(text).not.toContain(value);
  return [status, parseEnvelope(text)?.error.code ?? text];
}

const json = (body: string) => ({ method: "POST", body, headers: { "content-type": "application/json" } });

const ways: readonly (readonly [name: string, mount: typeof install])[] = [
  ["install", install],
  [
    "uhp and uhpErrorHandler",
    (app, contract) => {
      app.config.onError = uhpErrorHandler(contract);
      (app as H3).use(uhp(contract));
    },
  ],
];

describe.each(ways)("by %s", (_name, mount) => {
  const failures: readonly (readonly [
    what: string,
    handler: (event: H3Event) => unknown,
    init: RequestInit,
    status: number,
    code: string,
  ])[] = [
    ["a rejection with a text", () => Promise.reject(secret), {}, 500, "acme_internal_error"],
    ["a rejection with nothing", () => Promise.reject(undefined), {}, 500, "acme_internal_error"],
    ["a number, which h3 takes for a status", () => Promise.reject(404), {}, 500, "acme_internal_error"],
    ["an error that is returned", () => new HTTPError({ status: 409, message: secret }), {}, 409, "acme_conflict"],
    ["an error of the catalog that is returned", () => acme.error("session_busy"), {}, 409, "session_busy"],
    ["a body that cannot be serialized", () => ({ big: 1n }), {}, 500, "acme_internal_error"],
    ["a body that is no JSON", (event) => event.req.json(), json(`{${secret}`), 400, "invalid_input"],
    [
      "an error of the catalog that a validator throws",
      (event) =>
        readValidatedBody(event, () => {
          throw acme.error("session_busy");
        }),
      json("{}"),
      409,
      "session_busy",
    ],
    [
      "what middleware of Node's wrapped",
      () => Promise.reject(new HTTPError({ cause: acme.error("session_busy"), unhandled: true })),
      {},
      409,
      "session_busy",
    ],
    ["a method that is not meant", (event) => assertMethod(event, "PUT"), {}, 405, "acme_method_not_allowed"],
  ];
  test.each(failures)("answers %s", async (_what, handler, init, status, code) => {
    const { app, reports } = covered({}, mount);
    app.all("/", handler);
    const [got, said] = await seen(app.request("/", init));
    expect([got, said, reports.map((report) => report.outcome)]).toEqual([status, code, ["answered"]]);
  });

  test("names the fields that a validator refuses", async () => {
    const { app } = covered({}, mount);
    const Note = z.object({ tags: z.array(z.object({ rank: z.number() })) });
    app.post("/", (event) => readValidatedBody(event, Note));
    const response = await app.request("/", json(`{"tags":[{"rank":"${secret}"}]}`));
    expect(parseEnvelope(await response.text())?.error).toMatchObject({ code: "invalid_input", param: "tags.0.rank" });
  });

  test("states a limit, and one id for a request that h3 replaced", async () => {
    const { app, reports } = covered({}, mount);
    app.post("/", (event) => readBody(event), { middleware: [bodyLimit(3)] });
    const response = await app.request("/", { method: "POST", body: "12345" });
    expect(parseEnvelope(await response.text())?.error).toMatchObject({
      code: "acme_content_too_large",
      detail: { max_bytes: 3 },
    });
    expect(reports[0]?.correlationId).toBe(response.headers.get("x-request-id"));
    expect(reports[0]?.route).toBe("/");
  });

  test("keeps CORS and cookies that were set before", async () => {
    const { app } = covered({}, mount);
    app.get("/", (event) => {
      handleCors(event, { origin: "*" });
      setCookie(event, "a", "1");
      setCookie(event, "b", "2");
      throw new Error(secret);
    });
    const { headers } = await app.request("/", { headers: { origin: "https://acme.example" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.getSetCookie().map((cookie) => cookie.slice(0, 3))).toEqual(["a=1", "b=2"]);
  });

  test("a success has no header that was set for errors", async () => {
    const { app } = covered({}, mount);
    app.get("/", (event) => {
      event.res.headers.set("x-early", "1");
      event.res.errHeaders.set("x-error", "1");
      return "ok";
    });
    const { status, headers } = await app.request("/");
    expect([status, headers.get("x-early"), headers.get("x-error")]).toEqual([200, "1", null]);
  });

  test("lists the methods of an address, without those of a catch-all route", async () => {
    const { app } = covered({}, mount);
    app.get("/notes/:id", () => "").post("/notes/:id", () => "");
    app.get("/**", () => "");
    const known = await app.request("/notes/1", { method: "DELETE" });
    expect([known.status, known.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(await seen(app.request("/other", { method: "DELETE" }))).toEqual([404, "acme_route_not_found"]);
  });

  test("refuses a version before all else, even if the address cannot be decoded", async () => {
    const { app } = covered({}, mount);
    const headers = { "uhp-version": "1999-01-01" };
    for (const path of ["/", "/%ff"]) {
      expect(await seen(app.request(path, { headers }))).toEqual([400, "unsupported_protocol_version"]);
    }
  });

  test("corrects an envelope in a success, and leaves a success without a body", async () => {
    const { app } = covered({}, mount);
    const error = { type: "invalid_request_error", code: "session_busy", message: "x", param: null, detail: null };
    app.get("/", () => ({ error })).get("/text", () => JSON.stringify({ error }));
    app.get("/none", (event) => {
      event.res.status = 204;
      return { error: "none of the contract's" };
    });
    expect(await seen(app.request("/"))).toEqual([409, "session_busy"]);
    expect(await seen(app.request("/text"))).toEqual([409, "session_busy"]);
    expect(await seen(app.request("/none"))).toEqual([204, ""]);
  });

  test("leaves the head of a WebSocket to the server", async () => {
    const { app, reports } = covered({}, mount);
    const hooks = { open() {} };
    app.get("/", () => Object.assign(new Response("upgrade", { status: 426 }), { crossws: hooks }));
    const upgraded = await app.request("/", { headers: { upgrade: "websocket" } });
    expect([Reflect.get(upgraded, "crossws"), reports]).toEqual([hooks, []]);
    expect(await seen(app.request("/"))).toEqual([426, "acme_http_426"]);
  });
});

describe("the app's own onError", () => {
  test("is called once for each failure, with what was thrown as the cause", async () => {
    const heard: unknown[] = [];
    const { app } = covered({ onError: (error) => void heard.push(error.cause) });
    const thrown = new Error(secret);
    app.get("/", () => Promise.reject(thrown)).get("/text", () => Promise.reject(secret));
    await app.request("/");
    await app.request("/text");
    await app.request("/%ff");
    expect(heard.slice(0, 2)).toEqual([thrown, secret]);
    expect(heard).toHaveLength(3);
  });

  test("may redirect, and does not change an error of the catalog", async () => {
    const statuses = [302, 400, 500];
    const { app } = covered({
      onError: () => new Response(secret, { status: statuses.shift() ?? 500, headers: { location: "/login" } }),
    });
    app.get("/", () => Promise.reject(acme.error("session_busy")));
    const redirect = await app.request("/");
    expect([redirect.status, redirect.headers.get("uhp-version")]).toEqual([302, "2026-10-04"]);
    for (const _status of statuses.slice()) expect(await seen(app.request("/"))).toEqual([409, "session_busy"]);
  });

  describe("chooses the status of an error that no recognizer knows:", () => {
    const own = (status: number) => () => new Response(secret, { status, headers: { "Retry-After": "7" } });
    const bySetting = (status: number) => (_error: unknown, event: H3Event) => {
      event.res.status = status;
      event.res.errHeaders.set("Retry-After", "7");
      return { error: secret };
    };

    test.each<readonly [chosen: number, status: number, code: string]>([
      [401, 401, "acme_unauthenticated"],
      [404, 404, "acme_not_found"],
      [409, 409, "acme_conflict"],
      [422, 400, "invalid_input"],
      [500, 500, "acme_internal_error"],
      [503, 503, "acme_unavailable"],
    ])("%i", async (chosen, status, code) => {
      for (const hook of [own(chosen), bySetting(chosen)]) {
        const { app, reports } = covered({ onError: hook as never });
        // A status of its own does not count: it may be that of another service.
        app.get("/", () => Promise.reject(Object.assign(new Error(secret), { status: 418 })));
        const response = await app.request("/");
        expect(await seen(response)).toEqual([status, code]);
        expect(response.headers.get("retry-after")).toBe("7");
        expect(reports).toMatchObject([{ origin: "unknown", status, code }]);
      }
    });

    test("and of no other", async () => {
      for (const hook of [own(404), bySetting(404), () => undefined]) {
        const { app } = covered({ onError: hook as never });
        app.get("/known", () => Promise.reject(acme.error("session_busy")));
        app.get("/framework", () => Promise.reject(new HTTPError({ status: 403 })));
        expect(await seen(app.request("/known"))).toEqual([409, "session_busy"]);
        expect(await seen(app.request("/framework"))).toEqual([403, "acme_forbidden"]);
        expect(await seen(app.request("/nowhere"))).toEqual([404, "acme_route_not_found"]);
      }
    });
  });

  test.each<readonly [throws: string, hook: (error: HTTPError) => unknown, reported: readonly string[]]>([
    ["an error", () => Promise.reject(new Error(secret)), ["acme_internal_error", "session_busy"]],
    ["what it got", (error) => Promise.reject(error), ["session_busy"]],
    ["what was thrown", (error) => Promise.reject(error.cause), ["session_busy"]],
  ])("changes nothing when it throws %s, which is reported and not printed", async (_throws, hook, reported) => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const { app, reports } = covered({ onError: hook as never });
    app.get("/", () => Promise.reject(acme.error("session_busy")));
    expect(await seen(app.request("/"))).toEqual([409, "session_busy"]);
    expect(reports.map(({ code }) => code)).toEqual(reported);
    expect(printed).not.toHaveBeenCalled();
  });
});

test("an app within an app covers its prefix", async () => {
  const { app: part } = covered();
  part.get("/notes", () => Promise.reject(acme.error("session_busy")));
  const app = new H3({ silent: true }).mount("/v1", part);
  app.get("/page", () => new Response("sorry", { status: 500 }));
  expect(await seen(app.request("/v1/notes"))).toEqual([409, "session_busy"]);
  expect(await seen(app.request("/v1/nowhere"))).toEqual([404, "acme_route_not_found"]);
  expect(await seen(app.request("/page"))).toEqual([500, "sorry"]);
});

test("bearer knows who sent a request, past a hook that catches errors", async () => {
  const { app, contract } = covered();
  const auth = bearer(contract, (token) => (token === "good" ? { name: "Ada" } : null));
  const both = (event: H3Event) => [auth.principal(event).name, event.context["principal"]];
  app.get("/", both, { middleware: [auth] }).get("/open", both);
  const authorization = "Bearer good";
  expect(await seen(app.request("/", { headers: { authorization } }))).toEqual([200, '["Ada",{"name":"Ada"}]']);
  expect(await seen(app.request("/"))).toEqual([401, "missing_credential"]);
  expect(await seen(app.request("/open"))).toEqual([500, "acme_internal_error"]);
});

test("bearer answers by itself where nothing else of the contract is mounted", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const app = new H3({ silent: true });
  app.get("/", () => "", { middleware: [bearer(contract, () => Promise.reject(new Error(secret)))] });
  expect(await seen(app.request("/"))).toEqual([401, "missing_credential"]);
  const response = app.request("/", { headers: { authorization: "Bearer good" } });
  expect(await seen(response)).toEqual([500, "acme_internal_error"]);
});

test("a stream keeps headers that were set before, and reports a task with the request's context", async () => {
  const { app, contract } = covered();
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  app.post("/", (event) => {
    event.res.headers.set("x-tenant", "acme");
    return stream(contract, event, { responseObject }, async (events) => {
      await events.send({ type: "response.created", response: responseObject });
      throw new Error(secret);
    });
  });
  app.post("/failed", (event) => contract.task.failed(responseObject, new Error(secret), requestContext(event)));
  const response = await app.request("/", { method: "POST" });
  expect([response.status, response.headers.get("x-tenant")]).toEqual([200, "acme"]);
  const text = await response.text();
  expect(text).toContain("response.failed");
  expect(text).not.toContain(secret);
  expect((await seen(app.request("/failed", { method: "POST" })))[0]).toBe(200);
});

test.each<readonly [what: string, run: () => unknown]>([
  ["no contract", () => install(new H3(), acme as never)],
  ["no app", () => install({} as never, createContract(acme))],
  ["an app that is served", () => install(frozen(), createContract(acme))],
  ["no contract for uhp", () => uhp(undefined as never)],
])("a mistake in mounting is warned of: %s", (_what, run) => {
  expect(run).toThrow(/^(?:install|uhp)/);
});

/** An app as `serve` leaves it: with a frozen config. */
function frozen(): H3 {
  const app = new H3();
  Object.freeze(app.config);
  return app;
}

test("a success in the place of an error keeps a header that the service sets, even if the error has the same", async () => {
  const { app } = covered();
  const page = () => new Response("a page", { headers: { "cache-control": "no-store" } });
  app.use(async (_event, next) => {
    const value = await next();
    return value instanceof Response && value.status === 404 ? page() : value;
  });
  app.use("/part/**", uhp(createContract(acme, { onError: () => {} })));
  app.get("/part/lost", () => {
    throw acme.error("harness_not_found");
  });
  const response = await app.request("/part/lost");
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
});
