import assert from "node:assert/strict";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { install } from "@uhp-errors/hono";
import { Hono } from "hono";

const acme = defineCatalog({ vendor: "acme" });
const app = new Hono();
install(app, createContract(acme, { onError: () => {} }));
app.get("/v1/harnesses/:id", () => {
  throw acme.error("harness_not_found");
});
const response = await app.request("/v1/harnesses/x");
assert.deepEqual([response.status, (await response.json()).error.code], [404, "harness_not_found"]);
const refused = await app.request("/v1/harnesses/x", { method: "DELETE" });
assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"]);
