import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CASES, type Case } from "../../conformance/cases/index.ts";
import type { Driver, Handler, RunningDriver } from "../../conformance/drivers/driver.ts";
import { INSTALLED_EXPRESS_DRIVERS } from "../../conformance/drivers/express.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import { Crashes } from "../../ecosystem/generated/crashes.ts";
import { acme } from "../../support/catalog.ts";
import { eventually } from "../../support/eventually.ts";
import { send } from "../../support/http.ts";
import { exchangeBytes, type RawAnswer } from "../../support/raw-exchange.ts";
import { isShared } from "../../support/shared-server.ts";

/** Without a contract, with a contract that only reports, and with the same contract in force. */
type Mode = "bare" | "observed" | "enforced";

interface Outcome {
  readonly answer: RawAnswer;
  /** What was reported of the request so far. */
  reports(): readonly ErrorReport[];
}

/** A server of one mode, whose `/case` runs the current handler. */
class Service {
  readonly #mode: Mode;
  readonly #reports: ErrorReport[] = [];
  #handler: Handler = () => {};
  readonly running: Promise<RunningDriver>;

  constructor(driver: Driver, mode: Mode, options: ContractOptions = {}) {
    this.#mode = mode;
    const onError = (report: ErrorReport) => this.#reports.push(report);
    const contract =
      mode === "bare" ? undefined : createContract(acme, { ...options, onError, reportOnly: mode === "observed" });
    this.running = driver.start(contract, (io) => this.#handler(io));
  }

  async ask({ handler = () => {}, request }: Case): Promise<Outcome> {
    this.#handler = handler;
    const { url } = await this.running;
    const sent = { path: "/case", ...request };
    // The limiter refuses the second request.
    if (sent.path === "/limited") await exchangeBytes(url, sent);
    const before = new Set(this.#reports.map(({ correlationId }) => correlationId));
    // A contract in force lets no client wait.
    const probe = this.#mode === "enforced" ? undefined : () => send(url, { path: "/methods/1" });
    const answer = await exchangeBytes(url, sent, probe);
    return { answer, reports: () => this.#reports.filter(({ correlationId }) => !before.has(correlationId)) };
  }

  async close(): Promise<void> {
    await (await this.running).close();
  }
}

/** Errors that some frameworks throw at the process, even without a contract. */
const crashes = new Crashes();
beforeAll(() => crashes.start());
afterAll(() => crashes.stop());

/** Express runs the last middleware in a separate turn of the event loop, so its bytes stay the same only with `install`. */
const OBSERVED = DRIVERS.map((driver) => INSTALLED_EXPRESS_DRIVERS.find(({ name }) => name === driver.name) ?? driver);

describe.each(OBSERVED)("$name", (driver) => {
  const shared = new Map<Mode, Service>();
  afterAll(() => Promise.all([...shared.values()].map((service) => service.close())));

  async function ask(mode: Mode, example: Case): Promise<Outcome> {
    if (isShared(example)) {
      const service = shared.get(mode) ?? new Service(driver, mode);
      shared.set(mode, service);
      return service.ask(example);
    }
    const own = new Service(driver, mode, example.options);
    return own.ask(example).finally(() => own.close());
  }

  for (const example of CASES) {
    if (example.needs !== undefined && !driver.hasNodeResponse) continue;
    test(`${example.id}: ${example.title}`, async () => {
      const bare = await ask("bare", example);
      const observed = await ask("observed", example);
      const enforced = await ask("enforced", example);
      expect(observed.answer).toEqual(bare.answer);
      const toldOf = ({ reports }: Outcome) => reports().map((report) => told(report, example.id));
      // If the client gave up on a response, it is reported only when the server notices.
      await eventually(() => expect(toldOf(observed)).toEqual(toldOf(enforced)));
      const [report] = observed.reports();
      if (report?.reportOnly === undefined) return;
      const { sent, wouldSend } = report.reportOnly;
      // If a response was destroyed at once, nothing may have been sent. On a fetch handler, the server's answer to a throw is not seen.
      const isSeen = driver.hasNodeResponse || sent.status !== 0;
      if (bare.answer.bytes !== "" && isSeen) expect(sent.status).toBe(partsOf(bare.answer).status);
      expect(partsOf(enforced.answer)).toEqual({ status: wouldSend.status, body: withoutId(wouldSend.body) });
    });
  }
});

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
