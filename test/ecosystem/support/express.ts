import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express5, { type Express } from "express";
import express4 from "express-4.22";
import { acme } from "../../support/catalog.ts";
import { listen } from "./listen.ts";
import type { Framework } from "./setup.ts";

/** Express, whichever the version; the types of the newest stand for all. */
export type ExpressModule = typeof express5;

/** An Express of which setups may need more than its app. */
export interface ExpressApp extends Express {
  readonly framework: ExpressModule;
}

/** Express in the order that docs/express.md recommends. */
export function expressFramework(name: string, framework: ExpressModule): Framework<ExpressApp> {
  return {
    name,
    start: async (setup, run, reports) => {
      const app = Object.assign(framework(), { framework });
      // The final handler prints an error that nobody handles, unless it is told that this is a test.
      app.set("env", "test");
      const contract = reports && contractFor(reports);
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

/** The contract of every test here. */
export function contractFor(reports: ErrorReport[]) {
  return createContract(acme, { onError: (report) => reports.push(report) });
}

/** The newest, for libraries to which the version makes no difference. */
export const EXPRESS_5: readonly Framework<ExpressApp>[] = [expressFramework("express", express5)];

/** Both majors. */
export const EXPRESS: readonly Framework<ExpressApp>[] = [expressFramework("express-4.22", express4), ...EXPRESS_5];
