import { createContract } from "@uhp-errors/core";
import { install, uhp } from "@uhp-errors/hono";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";

/** An app under a contract, and the codes that the contract reports. */
function service() {
  const heard: (string | null)[] = [];
  const app = new Hono();
  install(app, createContract(acme, { onError: ({ code }) => heard.push(code) }));
  return { app, heard };
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { readonly error: { readonly code: string } }).error.code;
}

test("of two contracts in one app, the one that answers an error reports it", async () => {
  const { app, heard } = service();
  const innerHeard: (string | null)[] = [];
  app.use("/v1/*", uhp(createContract(acme, { onError: ({ code }) => innerHeard.push(code) })));
  app.get("/v1/x", () => Promise.reject(acme.error("file_not_found")));
  app.get("/v1/y", () => {
    throw new Error("y");
  });
  expect((await app.request("/v1/x")).status).toBe(404);
  const response = await app.request("/v1/y");
  expect([response.status, await codeOf(response)]).toEqual([500, "acme_internal_error"]);
  expect([heard, innerHeard]).toEqual([["file_not_found", "acme_internal_error"], []]);
});

test("middleware that reads the contract's response does not change it", async () => {
  const { app, heard } = service();
  app.use(async (c, next) => {
    await next();
    await c.res.text();
  });
  app.get("/", () => Promise.reject(acme.error("file_not_found")));
  const response = await app.request("/");
  expect([response.status, await codeOf(response)]).toEqual([404, "file_not_found"]);
  expect(heard).toEqual(["file_not_found"]);
});
