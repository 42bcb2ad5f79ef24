const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { uhp } = require("@uhp-errors/express");
const express = require("express4");

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const app = express();
app.use(uhp.contract(contract));
app.get(
  "/v1/harnesses/:id",
  uhp.async(async () => {
    throw acme.error("harness_not_found");
  }),
);
app.use(uhp.errors(contract));

const server = app.listen(0, "127.0.0.1", async () => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/v1/harnesses/x`);
  assert.equal(response.status, 404);
  assert.equal((await response.json()).error.code, "harness_not_found");
  server.close();
  server.closeAllConnections();
});
