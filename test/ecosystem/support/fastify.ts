import type { AddressInfo } from "node:net";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify5, { type FastifyInstance } from "fastify";
import type { Framework } from "./setup.ts";

/** Fastify in the order that docs/fastify.md recommends. */
export function fastifyFramework(name: string, Fastify: typeof Fastify5): Framework<FastifyInstance> {
  return {
    name,
    start: async (setup, run, contract) => {
      const options = contract === undefined ? {} : uhpServerOptions(contract);
      const app: FastifyInstance = Fastify({ forceCloseConnections: true, ...options });
      if (contract !== undefined) await app.register(uhp, { contract });
      await setup.mount(app, run);
      setup.prepare?.(app.server, run);
      await app.listen({ host: "127.0.0.1", port: 0 });
      return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
    },
  };
}

export const FASTIFY: readonly Framework<FastifyInstance>[] = [fastifyFramework("fastify", Fastify5)];
