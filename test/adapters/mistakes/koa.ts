import { createContract } from "@uhp-errors/core";
import { install, uhp } from "@uhp-errors/koa";
import Koa3 from "koa";
import Koa2 from "koa2";
import { acme } from "../../support/catalog.ts";
import type { Mistakes } from "./mistake.ts";

export const KOA_MISTAKES: Mistakes = Object.fromEntries(
  Object.entries({ koa2: Koa2 as unknown as typeof Koa3, koa3: Koa3 }).flatMap(([name, Koa]) =>
    Object.entries({
      "mounted last": (contract) => {
        const app = new Koa();
        app.silent = true;
        app.use((context, next) => {
          if (context.path === "/busy") throw acme.error("session_busy");
          return next();
        });
        app.use(uhp(contract));
        return { app: app.callback(), paths: ["/nowhere", "/busy"] };
      },
      "no mistake: install alone": (contract) => {
        const app = new Koa();
        install(app, contract);
        return { app: app.callback(), paths: ["/nowhere"] };
      },
      "no mistake: uhp alone": (contract) => {
        const app = new Koa();
        app.use(uhp(contract));
        return { app: app.callback(), paths: ["/nowhere"] };
      },
      "installed after the callback": (contract) => {
        const app = new Koa();
        app.silent = true;
        const callback = app.callback();
        install(app, contract);
        return { app: callback, paths: ["/nowhere"] };
      },
      "a second contract": (contract) => {
        const app = new Koa();
        install(app, contract);
        install(app, createContract(acme));
        return { app: app.callback(), paths: ["/nowhere"] };
      },
      "an error as the body": (contract) => {
        const app = new Koa();
        app.use(uhp(contract));
        app.use((context) => {
          context.body = acme.error("session_busy");
        });
        return { app: app.callback(), paths: ["/busy"] };
      },
      "a catalog for a contract": () => ({ app: new Koa().use(uhp(acme as never)).callback(), paths: [] }),
    } satisfies Mistakes).map(([what, mistake]) => [`${name}: ${what}`, mistake]),
  ),
);
