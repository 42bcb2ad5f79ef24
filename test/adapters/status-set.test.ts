import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp as uhpOfKoa } from "@uhp-errors/koa";
import type { Response } from "express";
import type { FastifyReply } from "fastify";
import type { Context, default as Koa3 } from "koa";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { during, EXPRESS_FRAMEWORKS, serveExpress, type Use } from "../support/express.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { send } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";

/** The meaning of a status that the service has set, with the code of a bare response of that status. */
const SET: readonly (readonly [status: number, code: string])[] = [
  [400, "invalid_input"],
  [404, "acme_not_found"],
  [503, "acme_unavailable"],
];

/** What is thrown then. An error's own status does not count. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  "an error": () => new Error(LEAKY_TEXT),
  "an error with a status of its own": () => Object.assign(new Error(LEAKY_TEXT), { status: 418, statusCode: 418 }),
};

type Throw = () => unknown;

/** How a service on each framework sets a status before it throws, each on a separate path. */
type Serve = (status: number, thrown: Throw, use: Use) => Promise<void>;

const express = (framework: (typeof EXPRESS_FRAMEWORKS)[number][1]): Serve =>
  function serve(status, thrown, use) {
    return serveExpress(
      framework,
      (app) => {
        app.get("/throws", (_request, response: Response) => {
          response.status(status);
          throw thrown();
        });
        app.get("/next", (_request, response: Response, next) => {
          response.statusCode = status;
          next(thrown());
        });
      },
      use,
    );
  };

const koa =
  (Koa: typeof Koa3): Serve =>
  async (status, thrown, use) => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = new Koa();
    app.use(uhpOfKoa(contract));
    app.use(async (context: Context) => {
      if (context.path === "/throws") context.status = status;
      else context.res.statusCode = status;
      if (context.path === "/next") context.status = status;
      throw thrown();
    });
    await during(await listen(app.callback(), (server) => attach(server, contract)), (url) => use(url, reports));
  };

const fastify =
  (kit: (typeof FASTIFY_KITS)[number][1]): Serve =>
  (status, thrown, use) =>
    serveFastify(
      kit,
      (app) => {
        app.get("/throws", async (_request, reply: FastifyReply) => {
          reply.code(status);
          throw thrown();
        });
        app.get("/next", (_request, reply) => {
          reply.code(status).send(thrown());
        });
      },
      use,
    );

const SERVERS: Readonly<Record<string, Serve>> = {
  ...Object.fromEntries(EXPRESS_FRAMEWORKS.map(([name, framework]) => [name, express(framework)])),
  ...Object.fromEntries(KOA_FRAMEWORKS.map(([name, Koa]) => [name, koa(Koa)])),
  ...Object.fromEntries(FASTIFY_KITS.map(([name, kit]) => [name, fastify(kit)])),
};

describe.each(Object.entries(SERVERS))(
  "a status that a service on %s has set before an unknown error",
  (name, serve) => {
    for (const [status, code] of SET) {
      for (const [what, thrown] of Object.entries(THROWN)) {
        proves(
          ["ENV-4", "LEAK-1"],
          `decides: ${status}, then ${what}`,
          async () => {
            await serve(status, thrown, async (url, reports) => {
              for (const path of ["/throws", "/next"]) {
                const received = await send(url, { path });
                expect([received.status, expectEnvelope(received).code]).toEqual([status, code]);
                for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
              }
              expect(reports).toMatchObject([
                { origin: "unknown", code, status },
                { origin: "unknown", code, status },
              ]);
            });
          },
          name,
        );
      }
    }

    test.each([
      ["a success", () => new Error(LEAKY_TEXT), "acme_internal_error"],
      ["an error, and then throws one of the catalog", () => acme.error("session_busy"), "session_busy"],
    ])("does not decide when it is that of %s", async (what, thrown, code) => {
      await serve(what === "a success" ? 201 : 404, thrown, async (url) => {
        expect(expectEnvelope(await send(url, { path: "/throws" })).code).toBe(code);
      });
    });
  },
);
