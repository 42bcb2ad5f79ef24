const assert = require("node:assert/strict");
const { defineCatalog } = require("@uhp-errors/core");
const { expectContractError } = require("@uhp-errors/testing");
const { matchers } = require("@uhp-errors/testing/jest");

const acme = defineCatalog({ vendor: "acme" });

async function main() {
  const error = acme.error("harness_not_found").toJSON();
  const response = () => Response.json({ error }, { status: 404, headers: { "UHP-Version": "2026-10-04" } });
  assert.equal((await expectContractError(response(), "harness_not_found", { catalog: acme })).param, null);
  assert.equal((await matchers.toKeepContract(response(), acme)).pass, true);
}

// An unhandled rejection ends the process with an error.
void main();
