import { install } from "@uhp-errors/h3";
import { attach } from "@uhp-errors/node";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { listen } from "./listen.ts";
import type { Framework } from "./setup.ts";

/** h3 in the order that docs/h3.md recommends. */
export const H3_2: readonly Framework<H3>[] = [
  {
    name: "h3",
    start: async (setup, run, contract) => {
      // h3 prints unhandled errors unless it is silent.
      const app = new H3({ silent: true });
      if (contract !== undefined) install(app, contract);
      await setup.mount(app, run);
      return listen(toNodeHandler(app), (server) => {
        setup.prepare?.(server, run);
        if (contract !== undefined) attach(server, contract);
      });
    },
  },
];
