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
const outcomes = [];
for (const audit of audits({ url: `http://127.0.0.1:${server.address().port}` })) outcomes.push(await audit.run());
assert.deepEqual(outcomes[0], { status: "pass" });
assert.deepEqual(
  outcomes.filter(({ status }) => status === "fail").map(({ reason }) => reason),
  [],
);
server.close();
server.closeAllConnections();
