const assert = require("node:assert/strict");
const { defineCatalog } = require("@uhp-errors/core");
const { toJsonSchema, toOpenApi, toOverlay } = require("@uhp-errors/exports");

const acme = defineCatalog({ vendor: "acme" });
assert.equal(toOpenApi(acme).openapi, "3.1.0");
assert.equal(toOverlay(acme, { operations: { x: ["session_busy"] } }).overlay, "1.0.0");
assert.equal(toJsonSchema(acme, { version: "2026-09-12", strict: true }).additionalProperties, false);
