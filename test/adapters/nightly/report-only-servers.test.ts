import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { uhp as uhpOfKoa } from "@uhp-errors/koa";
import { attach } from "@uhp-errors/node";
import Koa from "koa";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Handler } from "../../conformance/drivers/driver.ts";
import { INSTALLED_EXPRESS_DRIVERS } from "../../conformance/drivers/express.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import { acme } from "../../support/catalog.ts";
import { exchangeRaw, patienceOf } from "../../support/raw-exchange.ts";

const MODES = ["bare", "observed", "enforced"] as const;

type Mode = (typeof MODES)[number];

/** Makes the contract of one mode. Its reports are collected in a list. */
function contractOf(mode: Mode, reports: ErrorReport[], options: ContractOptions = {}) {
  if (mode === "bare") return undefined;
  return createContract(acme, {
    onError: (report) => reports.push(report),
    ...options,
    reportOnly: mode === "observed",
  });
}

/** The reports, with an observed failure shown as an answered one. */
function told(reports: readonly ErrorReport[]): readonly string[] {
  return reports.map(({ outcome, code }) => `${outcome === "observed" ? "answered" : outcome} ${code}`);
}

/** Express runs the last middleware in a separate turn of the event loop, so its bytes stay the same only with `install`. */
const SERVERS = DRIVERS.map((driver) => INSTALLED_EXPRESS_DRIVERS.find(({ name }) => name === driver.name) ?? driver);

const GET = "GET /case HTTP/1.1\r\nHost: x\r\n";

/** Requests that Node answers itself, or that have no handler. */
const MESSAGES: Readonly<Record<string, string>> = {
  "no request": "nonsense\r\n\r\n",
  "a version of no HTTP": "GET / HTTP/9.9\r\n\r\n",
  "no Host": "GET /case HTTP/1.1\r\nConnection: close\r\n\r\n",
  "two lengths": `${GET}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
  "an unknown expectation": `${GET}Expect: tea\r\nConnection: close\r\n\r\n`,
  "headers that are too large": `${GET}X: ${"a".repeat(20_000)}\r\n\r\n`,
  "chunk extensions that are too large": `POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  CONNECT: "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
  "an upgrade without a listener": `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  "one request too many": `${GET}\r\n${GET}Connection: close\r\n\r\n`,
  "a request after a broken one": `GET / HTTP/1.1\r\n\r\n${GET}Connection: close\r\n\r\n`,
};

describe.each(SERVERS)("$name", (driver) => {
  /** Starts a server of each mode, sends the same bytes to each, and returns what came back and the reports. */
  async function inEachMode(
    bytes: string,
    handler: Handler,
    patienceMs: number,
    options: ContractOptions = {},
    isLimited = false,
  ) {
    const outcomes = MODES.map(async (mode) => {
      const reports: ErrorReport[] = [];
      const running = await driver.start(contractOf(mode, reports, options), handler);
      if (isLimited) running.server.maxRequestsPerSocket = 1;
      try {
        const answer = await exchangeRaw(running.url, bytes, patienceMs);
        return { answer, reports };
      } finally {
        await running.close();
      }
    });
    const [bare, observed, enforced] = (await Promise.all(outcomes)) as [
      Awaited<(typeof outcomes)[number]>,
      Awaited<(typeof outcomes)[number]>,
      Awaited<(typeof outcomes)[number]>,
    ];
    return { bare, observed, enforced };
  }

  test.for(Object.entries(MESSAGES))(
    "%s is answered as before, and reported",
    { retry: 2 },
    async ([what, bytes], { task }) => {
      const isLimited = what === "one request too many";
      const ok: Handler = (io) => io.reply(200, "ok");
      const { bare, observed, enforced } = await inEachMode(bytes, ok, patienceOf(task), {}, isLimited);
      expect(observed.answer).toEqual(bare.answer);
      await vi.waitFor(() => expect(told(observed.reports)).toEqual(told(enforced.reports)));
    },
  );

  test("a client that leaves in its own body is reported as one", { retry: 2 }, async () => {
    const outcomes = await Promise.all(
      (["observed", "enforced"] as const).map(async (mode) => {
        const reports: ErrorReport[] = [];
        const running = await driver.start(contractOf(mode, reports));
        const { hostname, port } = new URL(running.url);
        const head = "POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";
        const arrived = new Promise((resolve) => running.server.once("request", resolve));
        const socket = connect(Number(port), hostname, () => socket.write(`${head}{"a`));
        await arrived;
        socket.destroy();
        await vi.waitFor(() => expect(reports).not.toEqual([]));
        await running.close();
        return told(reports);
      }),
    );
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  // The stream is the library's own, and some frameworks answer nothing themselves once it is open.
  test.each([false, true])(
    "a handler that throws beside its stream leaves no client waiting (begun: %s)",
    async (isBegun) => {
      const reports: ErrorReport[] = [];
      const contract = createContract(acme, { onError: (report) => reports.push(report), reportOnly: true });
      const running = await driver.start(contract, async (io) => {
        const stream = io.stream(contract, { responseObject: { id: "resp_1" } });
        if (isBegun) await stream.send({ type: "response.created" });
        throw new Error("beside it");
      });
      onTestFinished(running.close);
      const ended = fetch(`${running.url}/case`).then((response) => response.text());
      // A connection that is closed is an end too.
      await ended.catch((failure: unknown) => expect(failure).toBeInstanceOf(TypeError));
      await vi.waitFor(() => expect(reports.map(({ thrown }) => String(thrown))).toContain("Error: beside it"));
    },
  );

  test("a hook that throws changes no byte", { retry: 2 }, async ({ task }) => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const onError = vi.fn(() => {
      throw new Error("the hook");
    });
    const fail: Handler = () => {
      throw acme.error("session_busy");
    };
    const { bare, observed } = await inEachMode(`${GET}Connection: close\r\n\r\n`, fail, patienceOf(task), { onError });
    await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
    printed.mockRestore();
    expect(observed.answer).toEqual(bare.answer);
  });

  /** Options, each with a handler whose answer depends on it. */
  const OPTIONS: Readonly<Record<string, readonly [ContractOptions, Handler]>> = {
    appliesTo: [{ appliesTo: ({ path }) => path !== "/case" }, (io) => io.reply(500, "It broke.")],
    exposeMessages: [{ exposeMessages: true }, (io) => io.reply(409, { error: "The session is taken." })],
    replaceJsonRpc: [
      { replaceJsonRpc: true },
      (io) =>
        io.reply(400, '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"No."}}', {
          "content-type": "application/json",
        }),
    ],
    versions: [{ versions: ["2026-10-04"] }, (io) => io.reply(404, "none")],
  };

  test.for(Object.entries(OPTIONS))(
    "the option %s applies",
    { retry: 2 },
    async ([_option, [options, handler]], { task }) => {
      const { bare, observed, enforced } = await inEachMode(
        `${GET}Connection: close\r\n\r\n`,
        handler,
        patienceOf(task),
        options,
      );
      expect(observed.answer).toEqual(bare.answer);
      await vi.waitFor(() => expect(told(observed.reports)).toEqual(told(enforced.reports)));
      const [{ reportOnly } = {}] = observed.reports;
      const [, body = ""] = enforced.answer.bytes.split("\r\n\r\n");
      if (reportOnly !== undefined) expect(reportOnly.wouldSend.body).toBe(body);
    },
  );
});

describe("HTTP/2", () => {
  type Answer = { readonly headers: object; readonly body: string };

  const HANDLERS: Readonly<Record<string, (ctx: Koa.Context) => void>> = {
    "a success": (ctx) => {
      ctx.body = { ok: true };
    },
    "an error that is written": (ctx) => {
      ctx.status = 409;
      ctx.body = "taken";
    },
    "a head that is written by hand": (ctx) => {
      ctx.respond = false;
      (ctx.res as unknown as Http2ServerResponse).writeHead(503, { "content-type": "text/plain" });
      ctx.res.end("later");
    },
    "an envelope after a head": (ctx) => {
      ctx.respond = false;
      ctx.res.writeHead(200);
      ctx.res.end('{"error":{"type":"invalid_request_error","code":"x","message":"m","param":null,"detail":null}}');
    },
    "a throw": () => {
      throw acme.error("session_busy");
    },
    "an unknown route": () => {},
  };

  test.each(Object.entries(HANDLERS))("%s", async (_what, handler) => {
    const outcomes = await Promise.all(
      MODES.map(async (mode) => {
        const reports: ErrorReport[] = [];
        const contract = contractOf(mode, reports);
        const app = new Koa();
        app.silent = true;
        if (contract !== undefined) app.use(uhpOfKoa(contract));
        app.use(handler);
        const handle = app.callback() as unknown as (
          request: Http2ServerRequest,
          response: Http2ServerResponse,
        ) => void;
        const server = createHttp2Server(handle);
        if (contract !== undefined) attach(server, contract);
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
        onTestFinished(() => {
          client.close();
          server.close();
        });
        const stream = client.request({ ":path": "/case" });
        const [headers, body] = await Promise.all([
          new Promise<object>((resolve) => stream.once("response", resolve)),
          text(stream),
        ]);
        const answer: Answer = { headers: { ...headers, date: undefined }, body };
        return { answer, reports };
      }),
    );
    const [bare, observed, enforced] = outcomes;
    expect(observed?.answer).toEqual(bare?.answer);
    // In force, the contract does not see an envelope that follows a head, since HTTP/2 sends the head at once.
    const answered = (reports: readonly ErrorReport[] = []) =>
      told(reports).filter((line) => line.startsWith("answered"));
    await vi.waitFor(() => expect(answered(observed?.reports)).toEqual(answered(enforced?.reports)));
  });
});

describe("what the service calls itself", () => {
  const context = () => ({ method: "GET", path: "/case", header: () => undefined });
  const stream = { nextSequenceNumber: 1, responseObject: { id: "resp_1", output: [] } };

  test("answers as in force, and is reported as answered", () => {
    const outcomes = (["observed", "enforced"] as const).map((mode) => {
      const reports: ErrorReport[] = [];
      const contract = createContract(acme, {
        reportOnly: mode === "observed",
        correlationId: () => "id",
        onError: (report) => reports.push(report),
      });
      const answers = [
        contract.respond(acme.error("session_busy"), context()),
        contract.respond(new Error("boom"), context()),
        contract.failStream(new Error("boom"), context(), stream),
        contract.task.failed({ id: "resp_1", status: "in_progress" }, new Error("boom"), context()),
      ];
      return { answers, told: reports.map(({ outcome, code, reportOnly }) => [outcome, code, reportOnly]) };
    });
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.answers).not.toContain(undefined);
    expect(outcomes[0]?.told).toHaveLength(4);
  });
});
