import assert from "node:assert/strict";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { install } from "@uhp-errors/h3";
import { H3 } from "h3";

const acme = defineCatalog({ vendor: "acme" });
const app = new H3();
install(app, createContract(acme, { onError: () => {} }));
app.get("/v1/harnesses/:id", () => {
  throw acme.error("harness_not_found");
});
const response = await app.request("/v1/harnesses/x");
assert.deepEqual([response.status, (await response.json()).error.code], [404, "harness_not_found"]);
