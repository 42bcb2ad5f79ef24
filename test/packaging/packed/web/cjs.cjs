const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { uhp } = require("@uhp-errors/web");

async function main() {
  const handler = uhp(createContract(defineCatalog({ vendor: "acme" })), () => new Response("ok"));
  const response = await handler(new Request("https://api.acme.example/"));
  assert.deepEqual([response.status, await response.text()], [200, "ok"]);
}

// A rejection that nobody handles ends the process with an error.
void main();
