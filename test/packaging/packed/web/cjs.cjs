const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { uhp } = require("@uhp-errors/web");

async function main() {
  const handler = uhp(createContract(defineCatalog({ vendor: "acme" })), () => new Response("ok"));
  const response = await handler(new Request("https://api.acme.example/"));
  assert.deepEqual([response.status, await response.text()], [200, "ok"]);
}

// An unhandled rejection ends the process with an error.
void main();
