import { Readable } from "node:stream";
import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CASES, type Case } from "../../conformance/cases/index.ts";
import type { Driver, Handler, RunningDriver } from "../../conformance/drivers/driver.ts";
import { INSTALLED_EXPRESS_DRIVERS } from "../../conformance/drivers/express.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import { Crashes } from "../../ecosystem/generated/crashes.ts";
import { acme } from "../../support/catalog.ts";
import type { Sent } from "../../support/http.ts";
import { exchangeBytes, patienceOf, type RawAnswer } from "../../support/raw-exchange.ts";

/** Without a contract, with a contract that only reports, and with the same contract in force. */
const MODES = ["bare", "observed", "enforced"] as const;

type Mode = (typeof MODES)[number];

/** A server of one mode, whose `/case` runs the current handler. */
class Service {
  readonly reports: ErrorReport[] = [];
  readonly #isBare: boolean;
  handler: Handler = () => {};
  readonly running: Promise<RunningDriver>;

  constructor(driver: Driver, mode: Mode, options: ContractOptions = {}) {
    this.#isBare = mode === "bare";
    const onError = (report: ErrorReport) => this.reports.push(report);
    const contract =
      mode === "bare" ? undefined : createContract(acme, { ...options, onError, reportOnly: mode === "observed" });
    this.running = driver.start(contract, (io) => this.handler(io));
  }

  async ask({ handler = () => {}, request }: Case, patienceMs: number): Promise<Outcome> {
    this.handler = handler;
    const { url } = await this.running;
    const sent = { path: "/case", ...request };
    // The limiter refuses the second request.
    if (sent.path === "/limited") await exchangeBytes(url, sent, patienceMs);
    this.reports.length = 0;
    const answer = await exchangeBytes(url, sent, patienceMs);
    const turns = this.#isBare ? 0 : patienceMs / 4;
    // If the client gave up on a response, it is reported only when the server notices.
    for (let turn = 0; turn < turns && this.reports.length === 0; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return { answer, reports: [...this.reports] };
  }

  async close(): Promise<void> {
    await (await this.running).close();
  }
}

interface Outcome {
  readonly answer: RawAnswer;
  readonly reports: readonly ErrorReport[];
}

/** Errors that some frameworks throw at the process, even without a contract. */
const crashes = new Crashes();
beforeAll(() => crashes.start());
afterAll(() => crashes.stop());

const ENVELOPE = '{"error":{"type":"invalid_request_error","code":"x","message":"m","param":null,"detail":null}}';

/** Handlers, each with the requests that are sent to it. */
const OTHERS: Readonly<Record<string, { readonly handler: Handler; readonly requests: readonly Sent[] }>> = {
  "a success as JSON": { handler: (io) => io.reply(200, { ok: true }), requests: [{}, { method: "HEAD" }] },
  "a success as text": { handler: (io) => io.reply(200, "fine"), requests: [{}, { method: "HEAD" }] },
  "a success without a body": { handler: (io) => io.reply(204), requests: [{}, { method: "DELETE" }] },
  "a response that was not modified": { handler: (io) => io.reply(304), requests: [{}] },
  "a redirect": { handler: (io) => io.reply(302, undefined, { location: "/methods/1" }), requests: [{}] },
  "a success with fields of its own": {
    handler: (io) => io.reply(201, { ok: true }, { "x-request-id": "of-the-service", vary: "accept" }),
    requests: [{}],
  },
  "a stream": { handler: (io) => io.reply(200, Readable.from(["one", "two"]), TEXT), requests: [{}] },
  "a stream of events": {
    handler: (io) => io.reply(200, Readable.from(["data: 1\n\n", "data: 2\n\n"]), EVENTS),
    requests: [{}],
  },
  "a stream that fails half way": { handler: (io) => io.reply(200, failing(), EVENTS), requests: [{}] },
  "an error to HEAD": { handler: (io) => io.reply(409, "It is closed."), requests: [{ method: "HEAD" }] },
  "an envelope in a success": { handler: (io) => io.reply(200, ENVELOPE, JSON_TYPE), requests: [{}] },
  "what only begins like an envelope": {
    handler: (io) => io.reply(200, '{"error":{"none":true}}', JSON_TYPE),
    requests: [{}],
  },
  "an error of JSON-RPC": {
    handler: (io) => io.reply(400, '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"No."}}', JSON_TYPE),
    requests: [{}],
  },
  "a version that is not served": {
    handler: (io) => io.reply(200, { ok: true }),
    requests: [{ headers: { "UHP-Version": "1999-01-01" } }],
  },
};

const TEXT = { "content-type": "text/plain" };
const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };

function failing(): Readable {
  return Readable.from(
    (async function* () {
      yield "data: 1\n\n";
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("broken");
    })(),
  );
}

/** Some servers need almost the whole first wait to answer ten megabytes, or to give up an upstream. */
const RETRIED = { retry: 2 };

/** Express runs the last middleware in a separate turn of the event loop, so its bytes stay the same only with `install`. */
const OBSERVED = DRIVERS.map((driver) => INSTALLED_EXPRESS_DRIVERS.find(({ name }) => name === driver.name) ?? driver);

describe.each(OBSERVED)("$name", (driver) => {
  const shared = new Map<Mode, Service>();
  afterAll(() => Promise.all([...shared.values()].map((service) => service.close())));

  async function ask(mode: Mode, example: Case, patienceMs: number): Promise<Outcome> {
    if (example.alone !== true && example.options === undefined && example.request?.path !== "/limited") {
      const service = shared.get(mode) ?? new Service(driver, mode);
      shared.set(mode, service);
      return service.ask(example, patienceMs);
    }
    const own = new Service(driver, mode, example.options);
    return own.ask(example, patienceMs).finally(() => own.close());
  }

  // Exchanges that are no failure, or whose failure gets no answer.
  describe.each(Object.entries(OTHERS))("%s", (_what, { handler, requests }) => {
    test.for(requests)("%j", RETRIED, async (request, { task }) => {
      const patience = patienceOf(task);
      const example = { handler, request } as unknown as Case;
      const bare = await ask("bare", example, patience);
      const observed = await ask("observed", example, patience);
      const enforced = await ask("enforced", example, patience);
      expect(observed.answer).toEqual(bare.answer);
      expect(outcomesOf(observed)).toEqual(outcomesOf(enforced));
    });
  });

  for (const example of CASES) {
    if (example.needs !== undefined && !driver.hasNodeResponse) continue;
    test(`${example.id}: ${example.title}`, RETRIED, async ({ task }) => {
      const patience = patienceOf(task);
      const bare = await ask("bare", example, patience);
      const observed = await ask("observed", example, patience);
      const enforced = await ask("enforced", example, patience);
      expect(observed.answer).toEqual(bare.answer);
      const toldOf = ({ reports }: Outcome) => reports.map((report) => told(report, example.id));
      expect(toldOf(observed)).toEqual(toldOf(enforced));
      const [report] = observed.reports;
      if (report?.reportOnly === undefined) return;
      const { sent, wouldSend } = report.reportOnly;
      // If a response was destroyed at once, nothing may have been sent. On a fetch handler, the server's answer to a throw is not seen.
      const isSeen = driver.hasNodeResponse || sent.status !== 0;
      if (bare.answer.bytes !== "" && isSeen) expect(sent.status).toBe(partsOf(bare.answer).status);
      expect(partsOf(enforced.answer)).toEqual({ status: wouldSend.status, body: withoutId(wouldSend.body) });
    });
  }
});

function outcomesOf({ reports }: Outcome): readonly unknown[] {
  return reports.map(({ outcome, code }) => [outcome === "observed" ? "answered" : outcome, code]);
}

/** Failures inside h3's own handling of a value. Only the response shows them. */
const UNSEEN = /^unserialisable\./;

/** The fields that two reports must share when one of them was only observed. */
function told({ outcome, code, type, status, origin, recognizer, thrown, misuse }: ErrorReport, id: string): object {
  const what = { outcome: outcome === "observed" ? "answered" : outcome, code, type, status };
  if (UNSEEN.test(id)) return what;
  // With the contract in force on h3, the advice on a success that is an envelope names the status of a copy.
  const advice = misuse?.replace(/with status 2\d\d/, "with status 2xx");
  return { ...what, origin, recognizer, misuse: advice, isThrown: thrown !== undefined };
}

function partsOf({ bytes }: RawAnswer): { readonly status: number; readonly body: string } {
  const [head = "", body = ""] = bytes.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: withoutId(Buffer.from(body, "latin1").toString("utf8")) };
}

function withoutId(body: string): string {
  return body.replace(/"correlation_id":"[^"]*"/, '"correlation_id":"…"');
}
