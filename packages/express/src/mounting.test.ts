import type { Server } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { EXPRESS_FRAMEWORKS, type Express, type Request, type Response } from "../../../test/support/express.ts";
import { type Sent, send } from "../../../test/support/http.ts";
import { mountingKits } from "../../../test/support/mounting-kit.ts";
import { serving } from "../../../test/support/serving.ts";

const given = mountingKits(() => import("./index.ts"));

type Given = Awaited<ReturnType<typeof given>>;

const NOT_MOUNTED =
  "uhpErrorHandler(contract) is not mounted, so that errors which are thrown lose their code; write app.use(uhpErrorHandler(contract)) after all routes";

const NOT_LAST =
  "UHP_ERRORS_NOT_LAST a route that would take the request is declared after uhpErrorHandler(contract), which answers before it can: mount uhpErrorHandler last";

const notFirst = (path: string) =>
  `UHP_CONTRACT_NOT_FIRST a request for ${path} reached uhpErrorHandler and had not passed uhp: mount uhp(contract) first, before all routes, on the same app or router`;

const MADE = '"session_busy" was made while this request ran, and something else answered with 409:';

/** The status and the code of each answer, or the beginning of another body. */
async function answersOf(
  app: (request: never, response: never) => unknown,
  requests: readonly (string | Sent)[],
  prepare: (server: Server) => unknown = () => {},
) {
  const url = await serving(app as never, prepare);
  const answers: string[] = [];
  for (const one of requests) {
    const { status, body } = await send(url, typeof one === "string" ? { path: one } : one);
    answers.push(`${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 20)}`);
  }
  return answers;
}

interface Mistake {
  readonly mount: (app: Express, given: Given) => unknown;
  readonly requests: readonly (string | Sent)[];
  readonly answers: readonly string[];
  readonly warnings?: readonly string[];
  readonly misuses?: readonly string[];
}

describe.each(EXPRESS_FRAMEWORKS)("%s", (_name, framework) => {
  const conflict = (_error: unknown, _request: Request, response: Response, _next: unknown) =>
    void response.status(409).json({ oops: true });

  const mistakes: Readonly<Record<string, Mistake>> = {
    "no mistake": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract)).get("/busy", busy).use(uhpErrorHandler(contract));
      },
      requests: ["/busy", "/nowhere"],
      answers: ["409 session_busy", "404 acme_route_not_found"],
    },
    "no mistake: an error handler after the contract's": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract)).get("/busy", busy).use(uhpErrorHandler(contract)).use(conflict);
      },
      requests: ["/busy", "/nowhere"],
      answers: ["409 session_busy", "404 acme_route_not_found"],
    },
    "error handlers before the routes": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract), uhpErrorHandler(contract)).get("/busy", busy);
      },
      requests: ["/busy", "/busy"],
      answers: ["404 acme_not_found", "404 acme_not_found"],
      warnings: [NOT_LAST],
    },
    "error handlers before a router": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract), uhpErrorHandler(contract)).use("/part", framework.Router().get("/busy", busy));
      },
      requests: ["/part/busy?x=1"],
      answers: ["404 acme_not_found"],
      warnings: [NOT_LAST],
    },
    "error handlers before other routes than the requested one": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract), uhpErrorHandler(contract)).post("/busy", busy).get("/other", busy).get(/.*/, busy);
      },
      requests: ["/busy", "/nowhere"],
      answers: ["405 acme_method_not_allowed", "404 acme_route_not_found"],
    },
    "error handlers between routes": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract)).get("/first", (_request, _response, next) => next());
        app.use(uhpErrorHandler(contract)).get("/second", busy);
      },
      requests: ["/first"],
      answers: ["404 acme_not_found"],
    },
    "error handlers last in a router, behind a route that passes on": {
      mount: (app, { contract, uhp, uhpErrorHandler }) => {
        const router = framework.Router();
        router.get("/first", (_request, _response, next) => next());
        for (const handler of uhpErrorHandler(contract)) router.use(handler as never);
        app.use(uhp(contract)).use(router);
      },
      requests: ["/first"],
      answers: ["404 acme_not_found"],
    },
    "error handlers of a part, with pages after it": {
      mount: (app, { contract, uhp, uhpErrorHandler }) => {
        app.use("/v1", uhp(contract), uhpErrorHandler(contract));
        app.get("/page", (_request, response) => void response.send("page"));
      },
      requests: ["/v1/nowhere", "/page"],
      answers: ["404 acme_route_not_found", "200 page"],
    },
    "no contract, and an error that is thrown": {
      mount: (app, { busy, contract, uhpErrorHandler }) => app.get("/busy", busy).use(uhpErrorHandler(contract)),
      requests: ["/busy?token=1", "/busy"],
      answers: ["409 session_busy", "409 session_busy"],
      warnings: [notFirst("/busy")],
    },
    "no contract, and an unknown address": {
      mount: (app, { busy, contract, uhpErrorHandler }) => app.get("/busy", busy).use(uhpErrorHandler(contract)),
      requests: ["/nowhere?token=1", "/elsewhere"],
      answers: ["404 acme_route_not_found", "404 acme_route_not_found"],
      warnings: [notFirst("/nowhere")],
    },
    "the contract after the routes": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) =>
        app.get("/busy", busy).use(uhp(contract)).use(uhpErrorHandler(contract)),
      requests: ["/nowhere", "/busy"],
      answers: ["404 acme_route_not_found", "409 session_busy"],
      warnings: [notFirst("/busy")],
    },
    "no error handlers": {
      mount: (app, { busy, contract, uhp }) => app.use(uhp(contract)).get("/busy", busy),
      requests: ["/busy", "/busy"],
      answers: ["409 acme_conflict", "409 acme_conflict"],
      warnings: [`UHP_ERRORS_NOT_MOUNTED ${NOT_MOUNTED}`],
      misuses: [`${MADE} ${NOT_MOUNTED}`, `${MADE} ${NOT_MOUNTED}`],
    },
    "no error handlers, and an error that is written": {
      mount: (app, { contract, uhp }) =>
        app.use(uhp(contract)).get("/written", (_request, response) => void response.status(409).send("no")),
      requests: ["/written"],
      answers: ["409 acme_conflict"],
      warnings: [`UHP_ERRORS_NOT_MOUNTED ${NOT_MOUNTED}`],
    },
    "error handlers for pages alone": {
      mount: (app, { busy, contract, uhp, outsideContract }) =>
        app
          .use(uhp(contract))
          .get("/busy", busy)
          .use(outsideContract(contract, conflict as never)),
      requests: ["/busy"],
      answers: ["409 acme_conflict"],
      warnings: [`UHP_ERRORS_NOT_MOUNTED ${NOT_MOUNTED}`],
      misuses: [`${MADE} ${NOT_MOUNTED}`],
    },
    "error handlers of the service's own before the contract's": {
      mount: (app, { busy, contract, uhp, uhpErrorHandler }) => {
        app.use(uhp(contract)).get("/busy", busy);
        app.use((error: unknown, _request: Request, _response: Response, next: (error: unknown) => void) =>
          next(error),
        );
        app.use(function answersAll(...failure: Parameters<typeof conflict>) {
          conflict(...failure);
        });
        app.use(conflict);
        app.use(uhpErrorHandler(contract));
        app.use(function comesLater(_error: unknown, _request: Request, _response: Response, _next: unknown) {});
      },
      requests: ["/busy"],
      answers: ["409 acme_conflict"],
      misuses: [`${MADE} these error handlers come before the contract's: a function without a name, conflict`],
    },
    "two contracts for one app": {
      mount: (app, { acme, busy, contract, createContract, install }) => {
        install(app, contract);
        install(app, contract);
        install(app, createContract(acme, { onError: () => {} }));
        app.get("/busy", busy);
      },
      requests: ["/busy"],
      answers: ["409 session_busy"],
      warnings: [
        "UHP_SECOND_CONTRACT an application was given a second contract, and only one of them answers a request: give each application one contract, or mount an application with the other one under a path",
      ],
    },
    "no mistake: install": {
      mount: (app, { busy, contract, install }) => {
        install(app, contract);
        app.get("/busy", busy).get("/written", (_request, response) => void response.status(409).send("no"));
      },
      requests: ["/busy", "/written", "/nowhere"],
      answers: ["409 session_busy", "409 acme_conflict", "404 acme_route_not_found"],
    },
    "an error handler of the service's own in an app with the contract": {
      mount: (app, { busy, contract, install }) => {
        install(app, contract);
        app.get("/busy", busy).use(conflict);
      },
      requests: ["/busy"],
      answers: ["409 acme_conflict"],
      misuses: [`${MADE} these error handlers come before the contract's: conflict`],
    },
  };

  test.each(Object.entries(mistakes))(
    "%s",
    async (_what, { mount, requests, answers, warnings = [], misuses = [] }) => {
      const kit = await given(warnings.length > 0);
      const app = framework().set("env", "test");
      mount(app, kit);
      expect(await answersOf(app, requests)).toEqual(answers);
      expect(kit.warnings()).toEqual(warnings);
      expect(kit.reports.flatMap(({ misuse }) => misuse ?? [])).toEqual(misuses);
    },
  );

  test.each([
    "error handlers before the routes",
    "no contract, and an error that is thrown",
    "the contract after the routes",
    "no error handlers",
    "error handlers for pages alone",
  ])("a contract that only reports does not warn: %s", async (mistake) => {
    const kit = await given(false);
    const contract = kit.createContract(kit.acme, { reportOnly: true, onError: () => {} });
    const app = framework().set("env", "test");
    mistakes[mistake]?.mount(app, { ...kit, contract });
    const [answer] = await answersOf(app, ["/nowhere", ...(mistakes[mistake]?.requests ?? [])]);
    expect(answer).toBe("404 <!DOCTYPE html>\n<htm");
    expect(kit.warnings()).toEqual([]);
  });

  test("what is no contract is refused", async () => {
    const { acme, uhp, uhpErrorHandler } = await given(false);
    expect(() => uhp(undefined as never)).toThrow(/^uhp: expected the contract that .* got undefined$/);
    expect(() => uhp(acme as never)).toThrow(/^uhp: this is a catalog/);
    expect(() => uhpErrorHandler(acme as never)).toThrow(/^uhpErrorHandler: this is a catalog/);
  });

  test.each([false, true])(
    "a server that was not attached is named once, and an attached one is not: %s",
    async (isAttached) => {
      const kit = await given(!isAttached);
      const { attach, contract, uhp, uhpErrorHandler } = kit;
      vi.stubEnv("NODE_ENV", "production");
      const app = framework().set("env", "test");
      app.use(uhp(contract)).get("/ok", (_request, response) => void response.send("ok"));
      app.use(uhpErrorHandler(contract));
      const prepare = (server: Server) => isAttached && attach(server, contract);
      expect(await answersOf(app, ["/ok", "/ok"], prepare)).toEqual(["200 ok", "200 ok"]);
      expect(kit.warnings().map((warning) => warning.split(" ")[0])).toEqual(isAttached ? [] : ["UHP_NOT_ATTACHED"]);
    },
  );
});
