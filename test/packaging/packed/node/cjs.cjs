const { createServer } = require("node:http");
const { createContract, defineCatalog } = require("@uhp-errors/core");
const { attach, intercept, sendError } = require("@uhp-errors/node");
const { ask, listening } = require("./ask.cjs");

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

async function main() {
  const server = createServer((request, response) => {
    intercept(contract, request, response);
    sendError(contract, missing(), request, response);
  });
  attach(server, contract);
  await ask(await listening(server));
}

// An unhandled rejection ends the process with an error.
void main();
