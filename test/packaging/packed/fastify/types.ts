import { createServer } from "node:http";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { attach, uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify, { type FastifyInstance, type FastifyTypeProviderDefault, fastify } from "fastify";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const app: FastifyInstance = Fastify(uhpServerOptions(contract));
app.register(uhp, { contract });
app.register(uhp, { contract, handleNotFound: false, prefix: "/v1" });
app.register(async (scope) => {
  await scope.register(uhp, { contract });
});
// @ts-expect-error the contract is required
app.register(uhp, {});
// @ts-expect-error no such option
app.register(uhp, { contract, notfound: false });

const logging = fastify({ logger: true, bodyLimit: 1_000, ...uhpServerOptions(contract) });
logging.register(uhp, { contract });

const typed = fastify(uhpServerOptions(contract)).withTypeProvider<FastifyTypeProviderDefault>();
typed.register(uhp, { contract });

const secure = Fastify({ https: { cert: "", key: "" }, ...uhpServerOptions(contract) });
secure.register(uhp, { contract });

const own = Fastify({ serverFactory: (handler) => createServer(handler), ...uhpServerOptions(contract) });
attach(own.server, contract);
