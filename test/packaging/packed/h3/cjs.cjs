const assert = require("node:assert/strict");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { install } = require("@uhp-errors/h3");
// h3 is an ES module, which Node also loads with require.
const { H3 } = require("h3");

async function main() {
  const app = new H3();
  install(app, createContract(defineCatalog({ vendor: "acme" })));
  app.get("/", () => "ok");
  const response = await app.request("/");
  assert.deepEqual([response.status, await response.text()], [200, "ok"]);
}

// An unhandled rejection ends the process with an error.
void main();
