const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { recordReports } = require("@uhp-errors/otel");

// No SDK is registered, so nothing is counted and nothing breaks.
const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: recordReports() });
const response = contract.respond(new Error("x"), { method: "GET", path: "/", header: () => undefined });
assert.equal(response.status, 500);
assert.equal(require("@uhp-errors/otel/dashboard.json").uid, "uhp-errors");
