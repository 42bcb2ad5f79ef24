import { createContract } from "@uhp-errors/core";
import { attach, install, outsideContract, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express5 from "express";
import express4 from "express4";
import { acme } from "../../support/catalog.ts";
import type { Mistakes } from "./mistake.ts";

const routed = (app: ReturnType<typeof express5>) => {
  app.get("/busy", () => {
    throw acme.error("session_busy");
  });
  return app;
};

export const EXPRESS_MISTAKES: Mistakes = Object.fromEntries(
  Object.entries({ express4: express4 as unknown as typeof express5, express5 }).flatMap(([name, framework]) => {
    const make = () => framework().set("env", "test");
    return Object.entries({
      "errors before the routes": (contract) => {
        const app = make();
        app.use(uhp(contract));
        app.use(uhpErrorHandler(contract));
        return { app: routed(app), paths: ["/busy", "/busy"] };
      },
      "contract forgotten": (contract) => {
        const app = routed(make());
        app.use(uhpErrorHandler(contract));
        return { app, paths: ["/busy", "/busy"] };
      },
      "a second contract": (contract) => {
        const app = make();
        install(app, contract);
        install(app, createContract(acme));
        return { app: routed(app), paths: ["/busy"] };
      },
      "contract after the routes": (contract) => {
        const app = routed(make());
        app.use(uhp(contract));
        app.use(uhpErrorHandler(contract));
        return { app, paths: ["/busy"] };
      },
      "errors forgotten": (contract) => {
        const app = make();
        app.use(uhp(contract));
        return { app: routed(app), paths: ["/busy", "/busy"] };
      },
      "errors forgotten, but not those of pages": (contract) => {
        const app = make();
        app.use(uhp(contract));
        routed(app).use(outsideContract(contract, (_error, _request, response) => response.end("page")));
        return { app, paths: ["/busy"] };
      },
      "an error handler of the service's own before ours": (contract) => {
        const app = make();
        app.use(uhp(contract));
        routed(app);
        app.use(function answersAll(error: Error, _request: unknown, response: never, _next: unknown) {
          const { status } = error as Error & { readonly status: number };
          (response as import("express").Response).status(status).json({ oops: true });
        } as never);
        app.use(uhpErrorHandler(contract));
        return { app, paths: ["/busy"] };
      },
      "an error handler before ours that knows one status": (contract) => {
        const app = make();
        app.use(uhp(contract));
        routed(app);
        app.use(((_error: Error, _request: unknown, response: import("express").Response, _next: unknown) => {
          response.status(500).json({ oops: true });
        }) as never);
        app.use(uhpErrorHandler(contract));
        return { app, paths: ["/busy"] };
      },
      "pages after the contract": (contract) => {
        const app = make();
        app.use("/v1", uhp(contract), uhpErrorHandler(contract));
        const pages = framework.Router();
        pages.get("/page", (_request, response) => {
          response.send("page");
        });
        app.use(pages);
        return { app, paths: ["/v1/nope", "/page"] };
      },
      "an error sent as a body": (contract) => {
        const app = make();
        app.use(uhp(contract));
        app.get("/busy", (_request, response) => {
          response.json(acme.error("session_busy", { param: "session_id" }));
        });
        app.get("/set", (_request, response) => {
          response.status(409).json(acme.error("session_busy"));
        });
        app.use(uhpErrorHandler(contract));
        return { app, paths: ["/busy", "/set"] };
      },
      "attach forgotten": (contract) => {
        const app = make();
        app.use(uhp(contract));
        app.get("/fine", (_request, response) => {
          response.send("fine");
        });
        app.use(uhpErrorHandler(contract));
        return { app, paths: ["/fine", "/fine"] };
      },
      "no contract": () => ({ app: make().use(uhp(undefined as never)), paths: [] }),
      "a catalog for a contract": () => ({ app: make().use(uhp(acme as never)), paths: [] }),
      "a catalog for a contract's errors": () => ({ app: make().use(uhpErrorHandler(acme as never)), paths: [] }),
      "the app handed to attach": (contract) => {
        const app = make();
        attach(app as never, contract);
        return { app, paths: [] };
      },
    } satisfies Mistakes).map(([what, mistake]) => [`${name}: ${what}`, mistake]);
  }),
);
