const { createContract, defineCatalog } = require("@uhp-errors/core");
const { asyncHandler, attach, uhp, uhpErrorHandler } = require("@uhp-errors/express");
const express = require("express");
const { ask, listening } = require("./ask.cjs");

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

async function main() {
  const app = express();
  app.use(uhp(contract));
  app.get(
    "/v1/harnesses/:id",
    asyncHandler(async () => {
      throw missing();
    }),
  );
  app.use(uhpErrorHandler(contract));
  const server = await listening(app);
  attach(server, contract);
  await ask(server);
}

// An unhandled rejection ends the process with an error.
void main();
