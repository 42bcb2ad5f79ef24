import { attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express5, { type Express } from "express";
import express4 from "express-4.22";
import { listen } from "./listen.ts";
import type { Framework } from "./setup.ts";

/** Express in either version. The types of the newest stand in for both. */
export type ExpressModule = typeof express5;

/** An Express module, since setups may need more than its app. */
export interface ExpressApp extends Express {
  readonly framework: ExpressModule;
}

/** Express in the order that docs/express.md recommends. */
export function expressFramework(name: string, framework: ExpressModule): Framework<ExpressApp> {
  return {
    name,
    start: async (setup, run, contract) => {
      const app = Object.assign(framework(), { framework });
      // The final handler prints unhandled errors, except in the test environment.
      app.set("env", "test");
      if (contract !== undefined) app.use(uhp(contract));
      await setup.mount(app, run);
      if (contract !== undefined) app.use(uhpErrorHandler(contract));
      return listen(app, (server) => {
        setup.prepare?.(server, run);
        if (contract !== undefined) attach(server, contract);
      });
    },
  };
}

/** The newest version, for libraries that behave the same on both. */
export const EXPRESS_5: readonly Framework<ExpressApp>[] = [expressFramework("express", express5)];

/** Both major versions. */
export const EXPRESS: readonly Framework<ExpressApp>[] = [expressFramework("express-4.22", express4), ...EXPRESS_5];
