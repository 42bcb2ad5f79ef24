import { once } from "node:events";
import { connect } from "node:net";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { INSTALLED_EXPRESS_DRIVERS } from "../../conformance/drivers/express.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import { acme } from "../../support/catalog.ts";
import { eventually } from "../../support/eventually.ts";
import { exchangeRaw } from "../../support/raw-exchange.ts";

const MODES = ["bare", "observed", "enforced"] as const;

type Mode = (typeof MODES)[number];

/** Makes the contract of one mode. Its reports are collected in a list. */
function contractOf(mode: Mode, reports: ErrorReport[]) {
  if (mode === "bare") return undefined;
  return createContract(acme, { onError: (report) => reports.push(report), reportOnly: mode === "observed" });
}

/** The reports, with an observed failure shown as an answered one. */
function told(reports: readonly ErrorReport[]): readonly string[] {
  return reports.map(({ outcome, code }) => `${outcome === "observed" ? "answered" : outcome} ${code}`);
}

/** Express runs the last middleware in a separate turn of the event loop, so its bytes stay the same only with `install`. */
const SERVERS = DRIVERS.map((driver) => INSTALLED_EXPRESS_DRIVERS.find(({ name }) => name === driver.name) ?? driver);

const GET = "GET /case HTTP/1.1\r\nHost: x\r\n";

/** Requests that Node answers itself. Each answer closes its connection, so that the client need not give up. */
const MESSAGES: Readonly<Record<string, string>> = {
  "no request": "nonsense\r\n\r\n",
  "no Host": "GET /case HTTP/1.1\r\nConnection: close\r\n\r\n",
  "an unknown expectation": `${GET}Expect: tea\r\nConnection: close\r\n\r\n`,
  "headers that are too large": `${GET}X: ${"a".repeat(20_000)}\r\n\r\n`,
  "chunk extensions that are too large": `POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  "one request too many": `${GET}\r\n${GET}Connection: close\r\n\r\n`,
};

describe.each(SERVERS)("$name", (driver) => {
  test.each(Object.entries(MESSAGES))("%s is answered as before, and reported", async (what, bytes) => {
    const outcomes = MODES.map(async (mode) => {
      const reports: ErrorReport[] = [];
      const { url, server, close } = await driver.start(contractOf(mode, reports), (io) => io.reply(200, "ok"));
      onTestFinished(close);
      if (what === "one request too many") server.maxRequestsPerSocket = 1;
      return { answer: await exchangeRaw(url, bytes), reports };
    });
    const [bare, observed, enforced] = await Promise.all(outcomes);
    expect(bare?.answer.isOpen).toBe(false);
    expect(observed?.answer).toEqual(bare?.answer);
    await eventually(() => expect(told(observed?.reports ?? [])).toEqual(told(enforced?.reports ?? [])));
  });

  test("a client that leaves in its own body is reported as one", async () => {
    const outcomes = (["observed", "enforced"] as const).map(async (mode) => {
      const reports: ErrorReport[] = [];
      const { url, server, close } = await driver.start(contractOf(mode, reports));
      onTestFinished(close);
      const { hostname, port } = new URL(url);
      const head = "POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";
      const arrived = once(server, "request");
      const socket = connect(Number(port), hostname, () => socket.write(`${head}{"a`));
      await arrived;
      socket.destroy();
      await eventually(() => expect(reports).not.toEqual([]));
      return told(reports);
    });
    const [observed, enforced] = await Promise.all(outcomes);
    expect(observed).toEqual(enforced);
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
      await eventually(() => expect(reports.map(({ thrown }) => String(thrown))).toContain("Error: beside it"));
    },
  );
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
