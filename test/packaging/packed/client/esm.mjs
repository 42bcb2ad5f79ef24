import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createClient, isApiError } from "@uhp-errors/client";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { intercept, sendError } from "@uhp-errors/node";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const server = createServer((request, response) => {
  intercept(contract, request, response);
  sendError(contract, acme.error("harness_not_found", { param: "harness_id" }), request, response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = createClient({ baseUrl: `http://127.0.0.1:${server.address().port}`, token: "x", catalog: acme });
await assert.rejects(client.json("/v1/harnesses/x"), (error) => {
  assert.ok(isApiError(error));
  assert.deepEqual([error.status, error.code, error.param], [404, "harness_not_found", "harness_id"]);
  return true;
});
server.close();
server.closeAllConnections();
