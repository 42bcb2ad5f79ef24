import assert from "node:assert/strict";
import { createContract, defineCatalog, isContractError } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import express from "express";

const acme = defineCatalog({ vendor: "acme" });
assert.ok(isContractError(acme.error("harness_not_found")));

const contract = createContract(acme, { onError: () => {} });
const app = express();
app.use(uhp.contract(contract));
app.get("/v1/harnesses/:id", () => {
  throw acme.error("harness_not_found", { param: "harness_id" });
});
app.use(uhp.errors(contract));

const server = app.listen(0, "127.0.0.1");
uhp.attach(server, contract);
await new Promise((resolve) => server.once("listening", resolve));
const response = await fetch(`http://127.0.0.1:${server.address().port}/v1/harnesses/x`);
assert.equal(response.status, 404);
assert.equal(response.headers.get("uhp-version"), "2026-10-04");
assert.equal((await response.json()).error.code, "harness_not_found");
server.close();
server.closeAllConnections();
