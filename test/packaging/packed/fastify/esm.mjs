import { createContract, defineCatalog } from "@uhp-errors/core";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify from "fastify";
import { ask } from "./ask.cjs";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

const app = Fastify(uhpServerOptions(contract));
await app.register(uhp, { contract });
app.get("/v1/harnesses/:id", () => {
  throw missing();
});
await app.listen({ host: "127.0.0.1", port: 0 });
await ask(app.server, () => app.close());
