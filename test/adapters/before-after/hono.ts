import { getRequestListener } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { jwt } from "hono/jwt";
import { timeout } from "hono/timeout";
import { z } from "zod";
import { listen } from "../../conformance/drivers/listen.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import type { Sent } from "../../support/http.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { type Item, observed, outcome } from "./item.ts";
import { ofCase } from "./shared.ts";

const HONO: readonly DriverName[] = ["hono"];

/** An app with what `mount` adds to it. */
function onApp(
  what: string,
  expected: string,
  mount: (app: Hono) => unknown,
  sent: Sent = {},
  shown: readonly string[] = [],
): Item {
  const start = (contract: Contract | undefined) => {
    const app = new Hono();
    if (contract !== undefined) install(app, contract);
    mount(app);
    // The listener would replace Node's own classes for the whole process.
    return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  };
  const observe: Item["observe"] = (_framework, contract) =>
    observed(start(contract), (url) => outcome(url, sent, shown));
  return { what, frameworks: HONO, expected, observe };
}

const fail = () => {
  throw new Error(LEAKY_TEXT);
};

const note = z.object({ title: z.string() });

const json = (body: string): Sent => ({ method: "POST", headers: { "Content-Type": "application/json" }, body });

const INTERNAL = "500 `acme_internal_error`";

/** Failures in a Hono service that no code throws on purpose. */
export const HONO_ITEMS: readonly Item[] = [
  onApp("`throw new Error(…)` with a private text", INTERNAL, (app) => app.get("/", fail)),
  onApp("a thrown text", INTERNAL, (app) => app.get("/", () => Promise.reject(LEAKY_TEXT))),
  onApp("`throw undefined`", INTERNAL, (app) => app.get("/", () => Promise.reject(undefined))),
  onApp("`HTTPException` with a private text", "409 `acme_conflict`", (app) => {
    app.get("/", () => {
      throw new HTTPException(409, { message: LEAKY_TEXT });
    });
  }),
  onApp("an app's own `onError` that sends the error's text", INTERNAL, (app) => {
    app.onError((error, c) => c.json({ error: error.message }, 500));
    app.get("/", fail);
  }),
  onApp("a handler that returns nothing", INTERNAL, (app) => app.get("/", (() => undefined) as never)),
  onApp("an unknown route", "404 `acme_route_not_found`", () => {}),
  onApp(
    "a known route by another method",
    "405 `acme_method_not_allowed` · allow: `GET, HEAD`",
    (app) => app.get("/", (c) => c.text("x")),
    { method: "DELETE" },
    ["allow"],
  ),
  onApp(
    "`c.req.json()` of JSON that does not parse",
    "400 `invalid_input`",
    (app) => app.post("/", async (c) => c.json(await c.req.json())),
    json("{"),
  ),
  onApp(
    "`c.req.parseBody()` of a form without a boundary",
    "400 `invalid_input`",
    (app) => app.post("/", async (c) => c.json(await c.req.parseBody())),
    { method: "POST", headers: { "Content-Type": "multipart/form-data" }, body: "x" },
  ),
  onApp(
    "hono/body-limit: a body over the limit",
    "413 `acme_content_too_large`",
    (app) => app.post("/", bodyLimit({ maxSize: 1 }), (c) => c.text("x")),
    json("{}"),
  ),
  onApp(
    "@hono/zod-validator: a body that is refused",
    "400 `invalid_input`",
    (app) => app.post("/", zValidator("json", note), (c) => c.text("x")),
    json("{}"),
  ),
  onApp(
    "hono/jwt: no token",
    "401 `missing_credential` · www-authenticate: `Bearer`",
    (app) => app.use(jwt({ secret: "not-a-real-secret", alg: "HS256", realm: "acme" })),
    {},
    ["www-authenticate"],
  ),
  onApp("hono/timeout", "504 `acme_upstream_timeout`", (app) =>
    app.get("/", timeout(1), () => new Promise<Response>(() => {})),
  ),
  onApp(
    "CORS headers of a request that fails",
    `${INTERNAL} · access-control-allow-origin: \`*\``,
    (app) => app.use(cors()).get("/", fail),
    {},
    ["access-control-allow-origin"],
  ),
  ofCase(HONO, "hono-rate-limiter", "written.limiter", { twice: true }),
  ofCase(HONO, "another's JSON with an error status", "written.json.403"),
];
