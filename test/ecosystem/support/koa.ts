import { attach, uhp } from "@uhp-errors/koa";
import Koa3 from "koa";
import Koa2 from "koa-2.16";
import { listen } from "./listen.ts";
import type { Framework } from "./setup.ts";

/** Koa in the order that docs/koa.md recommends. */
export function koaFramework(name: string, Koa: typeof Koa3): Framework<Koa3> {
  return {
    name,
    start: async (setup, run, contract) => {
      const app = new Koa();
      // Koa prints unhandled errors unless it is silent.
      app.silent = true;
      if (contract !== undefined) app.use(uhp(contract));
      await setup.mount(app, run);
      return listen(app.callback(), (server) => {
        setup.prepare?.(server, run);
        if (contract !== undefined) attach(server, contract);
      });
    },
  };
}

/** The newest version, for libraries that behave the same on both. */
export const KOA_3: readonly Framework<Koa3>[] = [koaFramework("koa", Koa3)];

/** Both major versions. */
export const KOA: readonly Framework<Koa3>[] = [koaFramework("koa-2.16", Koa2), ...KOA_3];
