import { defineCatalog, type Operation } from "@uhp-errors/core";
import { Hono } from "hono";
import { hc, type InferResponseType, parseResponse } from "hono/client";
import { upgradeWebSocket } from "hono/cloudflare-workers";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { AppWithErrors } from "./app-with-errors.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: { status: 409, message: "Closed.", detail: z.object({ closed_at: z.string() }) },
    acme_order_locked: { status: 409, message: "Locked." },
    acme_crowded: { status: 529, message: "Crowded." },
    acme_crashed: { task: true, message: "Crashed." },
  },
});

const payOrder = {
  method: "POST",
  path: "/v1/orders/{order_id}/payment",
  codes: ["acme_order_not_found", "acme_order_closed"],
} as const satisfies Operation<typeof acme>;
const getOrder = {
  method: "GET",
  path: "/v1/orders/:id",
  codes: ["acme_order_not_found", "memory_unavailable"],
} as const satisfies Operation<typeof acme>;

const orders = new Hono()
  .get("/:id", (c) => (c.req.param("id") === "0" ? c.json({ error: "none" }, 404) : c.json({ id: c.req.param("id") })))
  .put("/:id", (c) => c.json({ put: true }, 201))
  .get("/:id/page", (c) => c.redirect("/"))
  .post("/:id/payment", (c) => c.json({ paid: true }));
const app = new Hono()
  .basePath("/v1")
  .route("/orders", orders)
  .get("/text", (c) => c.text("hello"));

const client = hc<AppWithErrors<typeof app, typeof acme, typeof payOrder | typeof getOrder>>("http://localhost");
const order = client.v1.orders[":id"];
const param = { id: "1" };

test("a route has the errors of its operation, by status", async () => {
  const response = await order.payment.$post({ param });
  if (response.status === 409) {
    const { error } = await response.json();
    expectTypeOf(error.code).toEqualTypeOf<"acme_order_closed">();
    expectTypeOf(error.detail).toEqualTypeOf<{ closed_at: string } | null>();
    expectTypeOf(error.type).toEqualTypeOf<"invalid_request_error">();
    expectTypeOf(error.message).toBeString();
    expectTypeOf(error.param).toEqualTypeOf<string | null>();
  }
  if (response.status === 404) {
    expectTypeOf((await response.json()).error.code).toEqualTypeOf<"acme_order_not_found" | "acme_route_not_found">();
  }
  if (response.status === 429) {
    expectTypeOf((await response.json()).error.code).toEqualTypeOf<"rate_limited" | "quota_exhausted">();
  }
  // @ts-expect-error no code of the operation
  if (response.status === 422) return;
});

test("`ok` tells a success from an error", async () => {
  const response = await order.payment.$post({ param });
  if (response.ok) {
    expectTypeOf(await response.json()).toEqualTypeOf<{ paid: true }>();
    return;
  }
  const { error } = await response.json();
  if (error.code === "acme_order_closed") expectTypeOf(error.detail?.closed_at).toEqualTypeOf<string | undefined>();
  // @ts-expect-error no code of the operation
  if (error.code === "acme_order_locked") return;
});

test("a response that a handler writes is left out, if its status is an error", async () => {
  type Own = InferResponseType<typeof order.$get, 404>;
  expectTypeOf<Own["error"]["code"]>().toEqualTypeOf<"acme_order_not_found" | "acme_route_not_found">();
  const response = await order.$get({ param });
  if (response.ok) expectTypeOf(await response.json()).toEqualTypeOf<{ id: string }>();
});

test("a code with two statuses is an error of both", () => {
  type BadGateway = InferResponseType<typeof order.$get, 502>;
  type Unavailable = InferResponseType<typeof order.$get, 503>;
  expectTypeOf<BadGateway["error"]["code"]>().toEqualTypeOf<"memory_unavailable" | "acme_upstream_error">();
  expectTypeOf<Unavailable["error"]["code"]>().toEqualTypeOf<"memory_unavailable" | "acme_unavailable">();
});

test("a route without an operation has all codes of the catalog that answer a request", async () => {
  const response = await order.$put({ param });
  if (response.status === 201) expectTypeOf(await response.json()).toEqualTypeOf<{ put: true }>();
  if (response.status === 409) {
    const { error } = await response.json();
    expectTypeOf<"acme_order_closed" | "acme_order_locked" | "session_busy">().toExtend<typeof error.code>();
    // @ts-expect-error the code of a task
    if (error.code === "acme_crashed") return;
  }
  if (!response.ok)
    expectTypeOf<"acme_crowded">().toExtend<Awaited<ReturnType<typeof response.json>>["error"]["code"]>();
});

test("redirects and texts stay", async () => {
  const page = await order.page.$get({ param });
  if (page.status === 302) expectTypeOf(page.ok).toEqualTypeOf<false>();
  const text = await client.v1.text.$get();
  if (text.ok) expectTypeOf(await text.text()).toEqualTypeOf<"hello">();
});

test("without operations, and with Hono's own helpers", async () => {
  const plain = hc<AppWithErrors<typeof app, typeof acme>>("http://localhost");
  const response = await plain.v1.orders[":id"].payment.$post({ param });
  if (response.status === 409)
    expectTypeOf<"acme_order_locked">().toExtend<Awaited<ReturnType<typeof response.json>>["error"]["code"]>();
  expectTypeOf(await parseResponse(order.payment.$post({ param }))).toEqualTypeOf<{ paid: true }>();
});

test("parts of parts keep their routes", async () => {
  const outer = new Hono().route("/v1", new Hono().route("/orders", orders));
  const parts = hc<AppWithErrors<typeof outer, typeof acme, typeof payOrder>>("http://localhost");
  const response = await parts.v1.orders[":id"].payment.$post({ param });
  if (response.status === 409) expectTypeOf((await response.json()).error.code).toEqualTypeOf<"acme_order_closed">();
});

test("a route for WebSockets stays", () => {
  const upgrade = upgradeWebSocket(() => ({}));
  const sockets = new Hono().get("/socket", upgrade).get("/text", (c) => c.text("x"));
  const socketClient = hc<AppWithErrors<typeof sockets, typeof acme>>("http://localhost");
  expectTypeOf(socketClient.socket.$ws()).toEqualTypeOf<WebSocket>();
});

test("an app of another kind is refused", () => {
  expectTypeOf<AppWithErrors<object, typeof acme>>().toBeNever();
  // @ts-expect-error no catalog
  type Wrong = AppWithErrors<typeof app, object>;
  expectTypeOf<Wrong>().toBeObject();
});
