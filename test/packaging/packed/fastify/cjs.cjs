const { createContract, defineCatalog } = require("@uhp-errors/core");
const { uhp, uhpServerOptions } = require("@uhp-errors/fastify");
const Fastify = require("fastify");
const { ask } = require("./ask.cjs");

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

async function main() {
  const app = Fastify(uhpServerOptions(contract));
  await app.register(uhp, { contract });
  app.get("/v1/harnesses/:id", () => {
    throw missing();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  await ask(app.server, () => app.close());
}

// An unhandled rejection ends the process with an error.
void main();
