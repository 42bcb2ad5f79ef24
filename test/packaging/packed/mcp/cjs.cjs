const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { install } = require("@uhp-errors/mcp");
const { parseProtocolError } = require("@uhp-errors/mcp/client");

assert.throws(() => install({}, createContract(defineCatalog({ vendor: "acme" }))), TypeError);
assert.equal(parseProtocolError(new Error("x")), undefined);
