import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import { type Contract, type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, install, uhp, uhpErrorHandler } from "@uhp-errors/express";
import { install as installOnKoa, uhp as uhpOfKoa } from "@uhp-errors/koa";
import type { ErrorRequestHandler, Express } from "express";
import type Koa3 from "koa";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { EXPRESS_FRAMEWORKS } from "../support/express.ts";
import { parseMessage, type Received, type Sent, send, sendBytes } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";

/** The requests with which ways of mounting are compared. */
const REQUESTS: Readonly<Record<string, Sent>> = {
  "a success": { path: "/ok" },
  "an error of the catalog": { path: "/busy" },
  "anything else that was thrown": { path: "/thrown" },
  "a bare 404": { path: "/bare" },
  "an unknown route": { path: "/nowhere" },
  "another method": { path: "/ok", method: "DELETE" },
  "which methods there are": { path: "/ok", method: "OPTIONS" },
  "a version that is not served": { path: "/ok", headers: { "UHP-Version": "1999-01-01" } },
  "a HEAD of nothing": { path: "/nowhere", method: "HEAD" },
};

/** At this point the contract has not seen the server. */
const FIRST = "a malformed request before any other";

/** A server that listens or is about to: what `app.listen` returns, or a server that was given the app. */
type Start = (contract: Contract) => Server;

/** A server's answers without what differs from request to request, and the reports. */
async function answersOf(start: Start, options: ContractOptions = {}) {
  const reports: ErrorReport[] = [];
  const server = start(createContract(acme, { onError: (report) => reports.push(report), ...options }));
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const malformed = async () => comparable(parseMessage(await sendBytes(url, "GARBAGE\r\n\r\n")));
    const answers: Record<string, unknown> = { [FIRST]: await malformed() };
    for (const [what, sent] of Object.entries(REQUESTS)) answers[what] = comparable(await send(url, sent));
    answers["a malformed request"] = await malformed();
    return { answers, reports: reports.map(({ code, outcome, route }) => ({ code, outcome, route })) };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function comparable({ status, headers, body }: Pick<Received, "status" | "headers" | "body">): object {
  const { date, "x-request-id": id = "none", ...rest } = headers;
  return { status, headers: rest, body: body.replaceAll(id, "the id"), isDated: date !== undefined };
}

const handedTo = (listener: RequestListener) => createServer(listener).listen(0, "127.0.0.1");

describe.each(EXPRESS_FRAMEWORKS)("install on %s", (_name, framework) => {
  const make = () => framework().set("env", "test");
  const listening = (app: Express) => app.listen(0, "127.0.0.1");

  function withRoutes(app: Express): Express {
    app.get("/ok", (_request, response) => void response.json({ ok: true }));
    app.get("/busy", () => {
      throw acme.error("session_busy");
    });
    app.get("/thrown", () => {
      throw new Error("secret at 10.0.0.7");
    });
    app.get("/bare", (_request, response) => void response.status(404).send("<p>nothing</p>"));
    return app;
  }

  const byHand: Start = (contract) => {
    const app = make();
    app.use(uhp(contract));
    withRoutes(app);
    app.use(uhpErrorHandler(contract));
    const server = listening(app);
    attach(server, contract);
    return server;
  };

  const installed = (contract: Contract) => {
    const app = make();
    install(app, contract);
    return app;
  };

  test.each<[way: string, start: Start]>([
    ["before the routes", (contract) => listening(withRoutes(installed(contract)))],
    [
      "after the routes",
      (contract) => {
        const app = withRoutes(make());
        install(app, contract);
        return listening(app);
      },
    ],
  ])("answers as the three lines do: %s", async (_way, start) => {
    const expected = await answersOf(byHand);
    expect(await answersOf(start)).toEqual(expected);
    expect(expected.answers).toMatchObject({
      "an unknown route": { status: 404 },
      "another method": { status: 405, headers: { allow: "GET, HEAD" } },
      "which methods there are": { status: 200 },
      "a malformed request": { status: 400, body: expect.stringContaining("acme_bad_request") },
    });
  });

  test("does the same for an app that is passed to a server, from the first request on", async () => {
    const { answers, reports } = await answersOf(byHand);
    const handed = await answersOf((contract) => handedTo(withRoutes(installed(contract))));
    expect(handed.answers).toEqual({ ...answers, [FIRST]: expect.objectContaining({ body: "" }) });
    expect(handed.reports).toEqual(reports.slice(1));
  });

  test("changes nothing that the contract does not apply to", async () => {
    const bare = await answersOf(() => listening(withRoutes(make())));
    const confined = await answersOf((contract) => listening(withRoutes(installed(contract))), {
      appliesTo: ({ method }) => method === "nobody",
    });
    expect({ ...confined.answers, "a malformed request": undefined, [FIRST]: undefined }).toEqual({
      ...bare.answers,
      "a malformed request": undefined,
      [FIRST]: undefined,
    });
  });

  test("leaves unmatched requests to the app around it", async () => {
    const { answers } = await answersOf((contract) => {
      const outer = make();
      outer.use(withRoutes(installed(contract)));
      outer.get("/nowhere", (_request, response) => void response.json({ from: "the outer app" }));
      return listening(outer);
    });
    expect(answers).toMatchObject({
      "an error of the catalog": { status: 409, body: expect.stringContaining("session_busy") },
      "an unknown route": { status: 200, body: '{"from":"the outer app"}' },
    });
  });

  test("answers another method of a mounted app's address, and leaves the server to the app around it", async () => {
    const { answers } = await answersOf((contract) => {
      const outer = make();
      outer.use(withRoutes(installed(contract)));
      return listening(outer);
    });
    expect(answers).toMatchObject({
      "another method": { status: 405, headers: { allow: "GET, HEAD" } },
      "a malformed request": { status: 400, body: "" },
    });
  });

  test("leaves errors to a custom error handler", async () => {
    const { answers, reports } = await answersOf((contract) => {
      const app = withRoutes(installed(contract));
      const own: ErrorRequestHandler = (_error, _request, response, _next) =>
        void response.status(409).json({ own: true });
      app.use(own);
      return listening(app);
    });
    expect(answers).toMatchObject({ "an error of the catalog": { status: 409 } });
    expect(reports.map(({ code }) => code)).toContain("acme_conflict");
  });

  test.each<[what: string, app: unknown, contract: unknown, complaint: RegExp]>([
    ["no contract", make(), undefined, /^install: expected the contract that createContract\(catalog\) returns/],
    ["a catalog for a contract", make(), acme, /^install: this is a catalog/],
    ["no app", undefined, createContract(acme), /^install: expected an application that express\(\) made/],
    ["a router", framework.Router(), createContract(acme), /^install: expected an application that express\(\) made/],
  ])("refuses %s", (_what, app, contract, complaint) => {
    expect(() => install(app as Express, contract as Contract)).toThrow(complaint);
  });
});

describe.each(KOA_FRAMEWORKS)("install on %s", (_name, Koa) => {
  function withRoutes(app: Koa3): Koa3 {
    const router = new Router();
    router.get("/ok", (ctx) => {
      ctx.body = { ok: true };
    });
    router.get("/busy", () => {
      throw acme.error("session_busy");
    });
    router.get("/thrown", () => {
      throw new Error("secret at 10.0.0.7");
    });
    router.get("/bare", (ctx) => {
      ctx.status = 404;
      ctx.body = "<p>nothing</p>";
    });
    app.use(router.routes());
    app.use(router.allowedMethods());
    return app;
  }

  const byHand: Start = (contract) => {
    const app = new Koa();
    app.use(uhpOfKoa(contract));
    withRoutes(app);
    const server = app.listen(0, "127.0.0.1");
    attach(server, contract);
    return server;
  };

  const installed = (contract: Contract) => {
    const app = new Koa();
    installOnKoa(app, contract);
    return withRoutes(app);
  };

  test.each<[way: string, start: Start]>([
    ["before the routes", (contract) => installed(contract).listen(0, "127.0.0.1")],
    [
      "after the routes",
      (contract) => {
        const app = withRoutes(new Koa());
        installOnKoa(app, contract);
        return app.listen(0, "127.0.0.1");
      },
    ],
  ])("answers as the two lines do: %s", async (_way, start) => {
    const expected = await answersOf(byHand);
    expect(await answersOf(start)).toEqual(expected);
    expect(expected.answers).toMatchObject({
      "an unknown route": { status: 404 },
      "another method": { status: 405 },
      "a malformed request": { status: 400, body: expect.stringContaining("acme_bad_request") },
    });
  });

  test("does the same for an app that is passed to a server, from the first request on", async () => {
    const { answers, reports } = await answersOf(byHand);
    const handed = await answersOf((contract) => handedTo(installed(contract).callback()));
    expect(handed.answers).toEqual({ ...answers, [FIRST]: expect.objectContaining({ body: "" }) });
    expect(handed.reports).toEqual(reports.slice(1));
  });

  test.each<[what: string, app: unknown, contract: unknown, complaint: RegExp]>([
    ["no contract", new Koa(), undefined, /^install: expected the contract that createContract\(catalog\) returns/],
    ["a catalog for a contract", new Koa(), acme, /^install: this is a catalog/],
    ["no app", undefined, createContract(acme), /^install: expected an application that new Koa\(\) made/],
  ])("refuses %s", (_what, app, contract, complaint) => {
    expect(() => installOnKoa(app as Koa3, contract as Contract)).toThrow(complaint);
  });
});

test.each(EXPRESS_FRAMEWORKS)(
  "%s: each of two apps that share a server answers for its own addresses",
  async (_name, framework) => {
    const reported: string[] = [];
    const [first, second] = ["/first", "/second"].map((prefix) => {
      const app = framework();
      const appliesTo = ({ path }: { readonly path: string }) => path.startsWith(prefix);
      install(app, createContract(acme, { appliesTo, onError: ({ code }) => reported.push(`${prefix} ${code}`) }));
      return app.get(`${prefix}/ok`, (_request, response) => void response.send("ok"));
    }) as [Express, Express];
    const server = handedTo((request, response) =>
      (request.url?.startsWith("/first") ? first : second)(request, response),
    );
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      for (const path of ["/first/ok", "/second/ok"]) {
        expect(await send(url, { path })).toMatchObject({ status: 200 });
      }
      for (const path of ["/first/ok", "/second/ok"]) {
        const answer = parseMessage(await sendBytes(url, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`));
        expect(answer).toMatchObject({ status: 400, headers: { "content-type": "application/json; charset=utf-8" } });
      }
      expect(reported).toEqual(["/first invalid_input", "/second invalid_input"]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  },
);
