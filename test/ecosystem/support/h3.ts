import { install } from "@uhp-errors/h3";
import { attach } from "@uhp-errors/node";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { contractFor } from "./express.ts";
import { listen } from "./listen.ts";
import type { Framework } from "./setup.ts";

/** h3 in the order that docs/h3.md recommends. */
export const H3_2: readonly Framework<H3>[] = [
  {
    name: "h3",
    start: async (setup, run, reports) => {
      // h3 prints what nobody handles, unless it is told to be silent.
      const app = new H3({ silent: true });
      const contract = reports && contractFor(reports);
      if (contract !== undefined) install(app, contract);
      await setup.mount(app, run);
      return listen(toNodeHandler(app), (server) => {
        setup.prepare?.(server, run);
        if (contract !== undefined) attach(server, contract);
      });
    },
  },
];
