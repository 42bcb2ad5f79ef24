import assert from "node:assert/strict";
import { createServer } from "node:http";
import { audits } from "@uhp-errors/conformance";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { intercept, sendError } from "@uhp-errors/node";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const server = createServer((request, response) => {
  intercept(contract, request, response);
  sendError(contract, acme.error("acme_route_not_found"), request, response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const failed = [];
for (const audit of audits({ url: `http://127.0.0.1:${server.address().port}` })) {
  const { status } = await audit.run();
  if (status === "fail") failed.push(audit.id);
}
// No route here looks at the version.
assert.deepEqual(failed, ["VER01", "VER07"]);
server.close();
server.closeAllConnections();
