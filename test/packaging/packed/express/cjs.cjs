const { createContract, defineCatalog } = require("@uhp-errors/core");
const { uhp } = require("@uhp-errors/express");
const express = require("express");
const { ask, listening } = require("./ask.cjs");

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

async function main() {
  const app = express();
  app.use(uhp.contract(contract));
  app.get(
    "/v1/harnesses/:id",
    uhp.async(async () => {
      throw missing();
    }),
  );
  app.use(uhp.errors(contract));
  const server = await listening(app);
  uhp.attach(server, contract);
  await ask(server);
}

// A rejection that nobody handles ends the process with an error.
void main();
