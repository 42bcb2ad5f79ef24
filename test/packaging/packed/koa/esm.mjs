import { createContract, defineCatalog } from "@uhp-errors/core";
import { attach, uhp } from "@uhp-errors/koa";
import Koa from "koa";
import { ask, listening } from "./ask.cjs";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });
const missing = () => acme.error("harness_not_found", { param: "harness_id" });

const app = new Koa();
app.use(uhp(contract));
app.use(() => {
  throw missing();
});
const server = await listening(app);
attach(server, contract);
await ask(server);
