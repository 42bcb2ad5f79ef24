import { serve } from "@hono/node-server";
import { createContract } from "@uhp-errors/core";
import { install, uhp, uhpErrorHandler } from "@uhp-errors/hono";
import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { appendTrailingSlash, trimTrailingSlash } from "hono/trailing-slash";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";

const contract = createContract(acme, { onError: () => {} });
const part = createContract(acme, { onError: () => {} });

const PAGE = "<p>".repeat(400);

/** An app's answer over a real socket: its status, its headers without those of the contract and the server, and its body. */
async function answered(app: Hono, path: string) {
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false });
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { readonly port: number };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
    const headers = Object.fromEntries(response.headers);
    for (const name of ["uhp-version", "x-request-id", "date", "connection", "keep-alive"]) delete headers[name];
    if (headers["location"] !== undefined) headers["location"] = headers["location"].replace(`:${port}`, "");
    return { status: response.status, headers, body: await response.text() };
  } finally {
    server.close();
  }
}

const fallback: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.status >= 400) c.res = c.html(PAGE, 200, { "Cache-Control": "max-age=60", "Content-Length": "1200" });
};

const untyped: MiddlewareHandler = async (c, next) => {
  await next();
  c.res = c.body("gone fishing", 200);
};

const failing = (app: Hono) =>
  app.get("/fails", () => {
    throw acme.error("harness_not_found");
  });

/** Services that replace an error with a success, each with the path on which it does so. */
const SERVICES: readonly (readonly [what: string, mount: (app: Hono) => unknown, path: string])[] = [
  ["trimTrailingSlash", (app) => app.use(trimTrailingSlash()), "/x/"],
  ["appendTrailingSlash", (app) => app.use(appendTrailingSlash()), "/x"],
  ["a page for an unknown address", (app) => app.use(fallback), "/x"],
  ["a page for what is thrown", (app) => failing(app.use(fallback)), "/fails"],
  ["a page for what is written", (app) => app.use(fallback).get("/x", (c) => c.text("no", 409)), "/x"],
  ["a text without a type for an unknown address", (app) => app.use(untyped), "/x"],
  ["a text without a type for what is thrown", (app) => failing(app.use(untyped)), "/fails"],
  [
    "a redirect that is thrown",
    (app) =>
      app.get("/x", (c) => {
        throw new HTTPException(302, { res: c.redirect("/login") });
      }),
    "/x",
  ],
  [
    "an error that brings a redirect along",
    (app) =>
      app.get("/x", () => {
        throw Object.assign(new Error(), {
          getResponse: () => new Response(null, { status: 303, headers: { location: "/" } }),
        });
      }),
    "/x",
  ],
  [
    "a redirect that is thrown after a cookie",
    (app) =>
      app.get("/x", (c) => {
        c.header("Set-Cookie", "a=1");
        throw new HTTPException(302, { res: new Response(null, { headers: { location: "/login" } }) });
      }),
    "/x",
  ],
];

describe("a success in an error's place is sent as without the contract", () => {
  test.each(SERVICES)("%s", async (_what, mount, path) => {
    const bare = new Hono();
    mount(bare);
    const covered = new Hono();
    install(covered, contract);
    mount(covered);
    expect(await answered(covered, path)).toEqual(await answered(bare, path));
  });

  test.each(SERVICES)("%s, with a contract for a part inside", async (_what, mount, path) => {
    const bare = new Hono();
    mount(bare);
    const covered = new Hono();
    install(covered, contract);
    mount(covered.use("*", uhp(part)));
    expect(await answered(covered, path)).toEqual(await answered(bare, path));
  });
});

test("a success keeps the headers that the service sets on every response, even if an error has the same", async () => {
  const mount = (app: Hono) => {
    app.use(trimTrailingSlash());
    return app.use(async (c, next) => {
      await next();
      c.header("Cache-Control", "no-store");
      c.header("X-Content-Type-Options", "nosniff");
    });
  };
  const bare = mount(new Hono());
  const covered = new Hono();
  install(covered, contract);
  mount(covered);
  const expected = await answered(bare, "/x/");
  expect(expected.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  expect(await answered(covered, "/x/")).toEqual(expected);
});

test("errors that pass middleware keep the contract's headers", async () => {
  const app = new Hono();
  install(app, contract);
  app.use(async (c, next) => {
    await next();
    c.header("X-Seen", "yes");
  });
  failing(app);
  const { status, headers, body } = await answered(app, "/fails");
  expect([status, headers["x-seen"], headers["content-length"]]).toEqual([404, "yes", String(body.length)]);
  expect(headers["x-should-retry"]).toBe("false");
});

test("an error handler without uhp sends the contract's headers itself", async () => {
  const app = failing(new Hono().onError(uhpErrorHandler(contract)) as Hono) as unknown as Hono;
  const { headers, body } = await answered(app, "/fails");
  expect(headers["content-length"]).toBe(String(body.length));
});

test("an error that carries a response is answered with its status", async () => {
  const app = new Hono();
  install(app, contract);
  app.get("/x", () => {
    throw Object.assign(new Error("secret"), { getResponse: () => new Response("secret", { status: 410 }) });
  });
  const { status, body } = await answered(app, "/x");
  expect([status, JSON.parse(body).error.code]).toEqual([410, "acme_gone"]);
});

test("a handler without a path belongs to the root alone", async () => {
  const app = new Hono();
  install(app, contract);
  app.get((c) => c.text("root"));
  expect((await answered(app, "/")).body).toBe("root");
  expect((await answered(app, "/elsewhere")).status).toBe(404);
});
