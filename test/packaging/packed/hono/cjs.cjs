const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { install } = require("@uhp-errors/hono");
const { Hono } = require("hono");

async function main() {
  const app = new Hono();
  install(app, createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} }));
  app.get("/thrown", () => Promise.reject("no error"));
  const response = await app.request("/thrown");
  assert.deepEqual([response.status, (await response.json()).error.code], [500, "acme_internal_error"]);
}

// An unhandled rejection ends the process with an error.
void main();
