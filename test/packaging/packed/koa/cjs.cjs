const { createContract, defineCatalog } = require("@uhp-errors/core");
const { attach, uhp } = require("@uhp-errors/koa");
const Koa = require("koa");
const { ask, listening } = require("./ask.cjs");

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

async function main() {
  const app = new Koa();
  app.use(uhp(contract));
  app.use(() => {
    throw missing();
  });
  const server = await listening(app);
  attach(server, contract);
  await ask(server);
}

// An unhandled rejection ends the process with an error.
void main();
