const assert = require("node:assert/strict");
const { audits, parseRoutes } = require("@uhp-errors/conformance");

assert.equal(audits({ url: "http://127.0.0.1" })[0].id, "ENV01");
assert.throws(() => parseRoutes({ success: 1 }), TypeError);
