import type { Contract, ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { listen } from "../../../test/conformance/drivers/listen.ts";
import { acme } from "../../../test/support/catalog.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { during, EXPRESS_FRAMEWORKS, type Express, type RequestHandler } from "../../../test/support/express.ts";
import { type Sent, send, sendBytes } from "../../../test/support/http.ts";
import { observing, told } from "../../../test/support/observed.ts";
import { asyncHandler } from "./async-handler.ts";
import { install } from "./install.ts";
import { uhp, uhpErrorHandler } from "./middleware.ts";

type Mount = (app: Express) => unknown;

/** Ways to put a contract in an app with these routes. */
const WAYS: Readonly<Record<string, (app: Express, contract: Contract, routes: Mount) => void>> = {
  "uhp and uhpErrorHandler": (app, contract, routes) => {
    app.use(uhp(contract));
    routes(app);
    app.use(uhpErrorHandler(contract));
  },
  "install before the routes": (app, contract, routes) => {
    install(app, contract);
    routes(app);
  },
  "install after the routes": (app, contract, routes) => {
    routes(app);
    install(app, contract);
  },
};

const passing: RequestHandler = (_request, _response, next) => next();

describe.each(EXPRESS_FRAMEWORKS)("a contract that only reports, on %s", (name, framework) => {
  const make = () => framework().set("env", "test");

  const routes: Mount = (app) => {
    app.get("/ok", (_request, response) => void response.json({ ok: true }));
    app.get("/thrown", () => {
      throw new Error("secret");
    });
    app.get("/busy", () => {
      throw acme.error("session_busy");
    });
    const rejects = asyncHandler(() => Promise.reject(undefined));
    app.get("/nothing", rejects);
    app.get("/written", (_request, response) => void response.status(409).send("no"));
    app.get("/passes", passing);
    app.use("/mounted", passing);
    app.get("/twice", (_request, response, next) => {
      response.send("once");
      next();
    });
    const inner = framework.Router();
    inner.put("/:id", (_request, response) => void response.send("put"));
    app.use("/things", inner);
  };

  /** What is requested, the status of the app's own response, and the code and the route that are reported. */
  const rows: [what: string, request: Sent, status: number, code?: string, route?: string][] = [
    ["a success", { path: "/ok" }, 200],
    ["an error that is thrown", { path: "/thrown" }, 500, "acme_internal_error", "/thrown"],
    ["an error of the catalog", { path: "/busy" }, 409, "session_busy", "/busy"],
    ["a rejection with nothing", { path: "/nothing" }, 500, "acme_internal_error", "/nothing"],
    ["an error that is written", { path: "/written" }, 409, "acme_conflict", "/written"],
    ["an unknown address", { path: "/nowhere" }, 404, "acme_route_not_found"],
    ["a route that passes on", { path: "/passes" }, 404, "acme_not_found", "/passes"],
    ["a function that is mounted and passes on", { path: "/mounted/x" }, 404, "acme_route_not_found"],
    ["another method", { path: "/ok", method: "DELETE" }, 404, "acme_method_not_allowed"],
    ["another method of a router's address", { path: "/things/1" }, 404, "acme_method_not_allowed"],
    ["the methods of an address", { path: "/ok", method: "OPTIONS" }, 200],
    ["the methods of an unknown address", { path: "/nowhere", method: "OPTIONS" }, 404, "acme_route_not_found"],
    ["a handler that responds and calls next", { path: "/twice" }, 200],
    [
      "a version that is not served",
      { path: "/ok", headers: { "UHP-Version": "1999-01-01" } },
      200,
      "unsupported_protocol_version",
    ],
  ];

  describe.each(Object.entries(WAYS))("by %s", (_way, way) => {
    test.each(rows)("%s", async (_what, request, status, code, route) => {
      const { contract, reports } = observing();
      const app = make();
      way(app, contract, routes);
      await during(await listen(app), async (url) => {
        const answer = await send(url, request);
        expect([answer.status, answer.headers["uhp-version"]]).toEqual([status, undefined]);
        const expected = code === undefined ? [] : [["observed", code, route, status]];
        await eventually(() => expect(told(reports)).toEqual(expected));
      });
    });

    test("a request that the contract does not apply to is not reported", async () => {
      const { contract, reports } = observing({ appliesTo: ({ path }) => path.startsWith("/v1/") });
      const app = make();
      way(app, contract, routes);
      await during(await listen(app), async (url) => {
        const statuses: number[] = [];
        for (const path of ["/ok", "/thrown", "/nowhere", "/v1/nowhere"]) {
          statuses.push((await send(url, { path })).status);
        }
        expect(statuses).toEqual([200, 500, 404, 404]);
        await eventually(() => expect(reports.map(({ path }) => path)).toEqual(["/v1/nowhere"]));
      });
    });

    test("the report has the value that was thrown", async () => {
      const { contract, reports } = observing();
      const app = make();
      const thrown = new Error("secret");
      way(app, contract, () => {
        for (const [path, reason] of Object.entries({ "/error": thrown, "/text": "route", "/zero": 0 })) {
          const rejects = asyncHandler(() => Promise.reject(reason));
          app.get(path, rejects);
        }
      });
      await during(await listen(app), async (url) => {
        for (const path of ["/error", "/text", "/zero"]) await send(url, { path });
        await eventually(() => expect(reports.map((report) => report.thrown)).toEqual([thrown, "route", 0]));
      });
    });
  });

  describe("by install", () => {
    /** Runs an app in which another one is mounted. */
    async function mounted(use: (url: string, reports: readonly ErrorReport[]) => Promise<void>) {
      const { contract, reports } = observing();
      const inner = make();
      install(inner, contract);
      routes(inner);
      const outer = make();
      outer.use(inner);
      outer.get("/elsewhere", (_request, response) => void response.send("the outer app's"));
      await during(await listen(outer), (url) => use(url, reports));
    }

    test.each(rows.filter(([, { path = "" }]) => !["/nowhere", "/mounted/x", "/passes"].includes(path)))(
      "in a mounted app: %s",
      async (_what, request, status, code, route) => {
        await mounted(async (url, reports) => {
          expect((await send(url, request)).status).toBe(status);
          const expected = code === undefined ? [] : [["observed", code, route, status]];
          await eventually(() => expect(told(reports)).toEqual(expected));
        });
      },
    );

    test("an address of the app around it is not reported", async () => {
      await mounted(async (url, reports) => {
        expect(await send(url, { path: "/elsewhere" })).toMatchObject({ status: 200, body: "the outer app's" });
        expect(reports).toEqual([]);
      });
    });

    test("what Node refuses by itself is reported from the first request on, but not for a mounted app", async () => {
      const { contract, reports } = observing();
      const app = make();
      install(app, contract);
      routes(app);
      await during(await listen(app), async (url) => {
        await send(url, { path: "/ok" });
        expect(await sendBytes(url, "GARBAGE\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        expect(reports.map(({ outcome, code }) => [outcome, code])).toEqual([["observed", "acme_bad_request"]]);
      });
      await mounted(async (url, others) => {
        await send(url, { path: "/ok" });
        await sendBytes(url, "GARBAGE\r\n\r\n");
        expect(others).toEqual([]);
      });
    });

    test("a handler may ask the app's router again, and respond to what that does not know", async () => {
      const { contract, reports } = observing();
      const app = make();
      install(app, contract);
      app.get("/fallback", (request, response) => {
        request.url = "/nowhere";
        const router = name === "express4" ? Reflect.get(app, "_router") : app.router;
        router.handle(request, response, () => response.send("a fallback"));
      });
      await during(await listen(app), async (url) => {
        expect(await send(url, { path: "/fallback" })).toMatchObject({ status: 200, body: "a fallback" });
        expect(reports).toEqual([]);
        expect((await send(url, { path: "/nowhere" })).status).toBe(404);
        await eventually(() => expect(reports.map(({ code }) => code)).toEqual(["acme_route_not_found"]));
      });
    });

    test("an app without routes", async () => {
      const { contract, reports } = observing();
      const app = make();
      // Express 4 makes its router for the first route, so there is none that says so.
      const code = name === "express4" ? "acme_not_found" : "acme_route_not_found";
      install(app, contract);
      await during(await listen(app), async (url) => {
        expect((await send(url, { path: "/nowhere" })).status).toBe(404);
        await eventually(() => expect(told(reports)).toEqual([["observed", code, undefined, 404]]));
      });
    });

    // Express 4 itself could not read it.
    if (name !== "express4") {
      test("an app whose router cannot be read is served, and what it sends is reported", async () => {
        const { contract, reports } = observing();
        const app = make();
        routes(app);
        install(app, contract);
        const hidden = () => {
          throw new Error("hidden");
        };
        Object.defineProperty(app, "_router", { get: hidden });
        await during(await listen(app), async (url) => {
          expect((await send(url, { path: "/ok" })).status).toBe(200);
          expect((await send(url, { path: "/written" })).status).toBe(409);
          await eventually(() => expect(reports.map(({ code }) => code)).toEqual(["acme_conflict"]));
        });
      });
    }
  });
});
