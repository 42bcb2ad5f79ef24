import assert from "node:assert/strict";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";

const acme = defineCatalog({ vendor: "acme" });
const handler = uhp(createContract(acme, { onError: () => {} }), () => {
  throw acme.error("harness_not_found");
});
const response = await handler(new Request("https://api.acme.example/v1/harnesses/x"));
assert.deepEqual([response.status, (await response.json()).error.code], [404, "harness_not_found"]);
