import { getRequestListener } from "@hono/node-server";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { zValidator } from "@hono/zod-validator";
import { createClient, parseError } from "@uhp-errors/client";
import { createContract, defineCatalog, type Operation } from "@uhp-errors/core";
import { type AppWithErrors, install, validationHook } from "@uhp-errors/hono";
import { Hono, type ValidationTargets } from "hono";
import { hc, parseResponse } from "hono/client";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { serving } from "../support/serving.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: { status: 409, message: "Closed.", detail: z.object({ closed_at: z.string() }) },
  },
});
const payOrder = {
  method: "POST",
  path: "/v1/orders/{id}/payment",
  codes: ["acme_order_not_found", "acme_order_closed"],
} as const satisfies Operation<typeof acme>;

const pay = acme.operation(payOrder);
const payment = z.object({ card: z.object({ number: z.string() }) });

/** One validator for all parts of an app. */
const validate = <Target extends keyof ValidationTargets, Schema extends z.ZodType>(target: Target, schema: Schema) =>
  zValidator(target, schema, validationHook);

const orders = new Hono().post("/:id/payment", validate("json", payment), (c) => {
  if (c.req.param("id") === "gone") throw pay.error("acme_order_not_found", { param: "id" });
  if (c.req.param("id") === "closed") throw pay.error("acme_order_closed", { detail: { closed_at: "2026-11-29" } });
  if (c.req.param("id") === "own") return c.json({ message: "pg://svc:hunter2@db-1" }, 409);
  return c.json({ card: c.req.valid("json").card.number });
});

function service() {
  const app = new Hono();
  install(app, createContract(acme, { onError() {} }));
  return app.route("/v1", new Hono().route("/orders", orders));
}

type AppType = AppWithErrors<ReturnType<typeof service>, typeof acme, typeof payOrder>;

const started = () => serving(getRequestListener(service().fetch, { overrideGlobalObjects: false }));
const json = { card: { number: "4242" } };

describe("Hono's client", () => {
  const send = async (id: string, body: typeof json = json) =>
    hc<AppType>(await started()).v1.orders[":id"].payment.$post({ param: { id }, json: body });

  test("reads what a handler returned", async () => {
    const response = await send("1");
    if (!response.ok) throw new Error(`${response.status}`);
    expect((await response.json()).card).toBe("4242");
  });

  test("reads an error by its status, code and detail", async () => {
    const response = await send("closed");
    if (response.status !== 409) throw new Error(`${response.status}`);
    const { error } = await response.json();
    expect([error.code, error.detail?.closed_at]).toEqual(["acme_order_closed", "2026-11-29"]);
  });

  test("gets the contract's error for one that a handler wrote", async () => {
    const response = await send("own");
    if (response.ok) throw new Error("an error was expected");
    const { error } = await response.json();
    expect([error.code, error.message]).toEqual(["acme_conflict", "The request conflicts with the current state."]);
  });

  test("throws an error by parseResponse", async () => {
    await expect(parseResponse(send("gone"))).rejects.toMatchObject({ statusCode: 404 });
    expect(await parseResponse(send("1"))).toEqual({ card: "4242" });
  });

  test("passes responses on to parseError", async () => {
    const error = await parseError(await send("gone"), { catalog: acme, operation: payOrder });
    expect([error.code, error.code === "acme_order_not_found" && error.param]).toEqual(["acme_order_not_found", "id"]);
  });

  test("sends requests by a client of ours, which retries and throws", async () => {
    const client = createClient({ baseUrl: await started(), catalog: acme });
    const api = hc<AppType>("/", { fetch: client.fetch as typeof fetch });
    const call = (id: string) => api.v1.orders[":id"].payment.$post({ param: { id }, json });
    const { data, error } = await client.safe(parseResponse(call("closed")), payOrder);
    expect([data, error?.name, error && "code" in error && error.code]).toEqual([
      undefined,
      "ApiError",
      "acme_order_closed",
    ]);
    expect((await client.safe(parseResponse(call("1")), payOrder)).data).toEqual({ card: "4242" });
  });
});

describe("one validation hook", () => {
  const wrong = { method: "POST", headers: { "content-type": "application/json" }, body: '{"card":{"number":1}}' };

  test("names the field in a part of a part, and keeps the types of the body", async () => {
    const response = await fetch(`${await started()}/v1/orders/1/payment`, wrong);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: "invalid_input", param: "card.number", detail: { issues: [{ param: "card.number" }] } } },
    ]);
  });

  test("is the default of all parts that one function makes, with zod-openapi", async () => {
    const createApp = () => new OpenAPIHono({ defaultHook: validationHook });
    const route = createRoute({
      method: "post",
      path: "/{id}/payment",
      request: { body: { content: { "application/json": { schema: payment } }, required: true } },
      responses: { 200: { description: "Paid." } },
    });
    const app = createApp();
    install(app, createContract(acme, { onError() {} }));
    app.route(
      "/v1",
      createApp().route(
        "/orders",
        createApp().openapi(route, (c) => c.text(c.req.valid("json").card.number)),
      ),
    );
    const url = await serving(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    const response = await fetch(`${url}/v1/orders/1/payment`, wrong);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: "card.number" } }]);
    const right = await fetch(`${url}/v1/orders/1/payment`, { ...wrong, body: JSON.stringify(json) });
    expect(await right.text()).toBe("4242");
  });
});
