import { assertCatalog, type CatalogRows } from "../catalog/catalog.ts";
import { faultOf } from "../door.ts";
import { type Fault, faultOfMeaning, internalFault } from "../fault.ts";
import { allowValue, type Meaning, meaningOfParserError } from "../foreign/index.ts";
import { forgetMade } from "../made-errors.ts";
import type { BrokenStream } from "../stream/last-events.ts";
import { openStream } from "../stream/writer.ts";
import { phaseOf, type RequestFacts, responseHeader, type WireResponse, type WrittenResponse } from "../wire.ts";
import { answer, errorObject, plainAnswer, stamp } from "./answer.ts";
import { circumstancesOf } from "./circumstances.ts";
import { Exchanges } from "./exchange.ts";
import { explanationOf } from "./explain.ts";
import { type ContractOptions, settingsOf } from "./options.ts";
import { Repeats } from "./repeats.ts";
import { reporter } from "./reporter.ts";
import { endOfStream, endsTask, type StreamState } from "./streams.ts";
import { taskVerbs } from "./tasks.ts";
import type { Contract } from "./verbs.ts";
import { faultOfWritten, misplaced, replacementOf, underStatusSet } from "./written.ts";

/**
 * Binds a catalog to the way one service answers.
 *
 * @throws TypeError naming the option, when one is not of its kind.
 * @example
 * const contract = createContract(acme, { onError: (report) => log.error(report) });
 */
export function createContract(catalog: CatalogRows, options: ContractOptions = {}): Contract {
  assertCatalog(catalog);
  const settings = settingsOf(options);
  const exchanges = new Exchanges(settings);
  const repeats = new Repeats();

  function faultFor(thrown: unknown, facts: RequestFacts, inTask = false): Fault {
    forgetMade(thrown);
    return faultOf(thrown, catalog, circumstancesOf(facts, settings), settings.recognize, inTask);
  }

  function send(fault: Fault, facts: RequestFacts, thrown?: unknown, written?: WrittenResponse): WireResponse {
    const exchange = exchanges.of(facts);
    const error = errorObject(fault, exchange, catalog);
    const already = (name: string) => written?.header(name) ?? responseHeader(facts, name);
    const response = answer(fault, error, exchange, facts, settings, already);
    report(fault, facts, thrown, "answered", error.code);
    return response;
  }

  const report = reporter(exchanges, settings.onError);

  function respond(thrown: unknown, facts: RequestFacts): WireResponse | undefined {
    if (repeats.has(thrown, facts)) return undefined;
    const phase = phaseOf(facts);
    const fault = faultFor(thrown, facts);
    // A parser may also have read another service's answer; then it is not our client that left.
    if (phase === "gone" || (phase === undefined && fault.aborted)) {
      if (!repeats.wasOver(facts)) report(fault, facts, thrown, "aborted", null);
      return undefined;
    }
    if (phase === undefined || phase === "open") {
      return send(underStatusSet(fault, thrown, catalog, circumstancesOf(facts, settings), facts), facts, thrown);
    }
    const { code } = errorObject(fault, exchanges.of(facts), catalog);
    report(fault, facts, thrown, phase === "started" ? "cut" : "late", code);
    return undefined;
  }

  function refuse(meaning: Meaning, facts: RequestFacts): WireResponse {
    return send(faultOfMeaning(meaning, catalog), facts);
  }

  function fill(written: WrittenResponse, facts: RequestFacts): WireResponse | undefined {
    const found = replacementOf(
      written,
      catalog,
      circumstancesOf(facts, settings),
      facts,
      exchanges.of(facts).startedAt,
    );
    return found === undefined ? undefined : send(found.fault, facts, found.thrown, written);
  }

  function noticeMisplaced(written: WrittenResponse, facts: RequestFacts): void {
    const fault = faultOfWritten(written, catalog, circumstancesOf(facts, settings));
    if (fault === undefined) return;
    const { code } = errorObject(fault, exchanges.of(facts), catalog);
    report({ ...fault, problem: misplaced(written.status) }, facts, undefined, "late", code);
  }

  const inTask = {
    catalog,
    nullCancelledError: settings.nullCancelledError,
    fault: (thrown: unknown, facts: RequestFacts) => faultFor(thrown, facts, true),
    error: (fault: Fault, facts: RequestFacts) => errorObject(fault, exchanges.of(facts), catalog),
    report,
    wasOver: (facts: RequestFacts) => repeats.wasOver(facts),
  };

  function endOf(thrown: unknown, facts: RequestFacts, stream: BrokenStream, state: StreamState): string | undefined {
    const seen = phaseOf(facts) === "gone" ? "gone" : state;
    return attempt(
      () => {
        // What a handler hands to its stream it may also throw.
        const told = repeats.has(thrown, facts);
        return told && seen !== "open" ? undefined : endOfStream(inTask, thrown, facts, stream, seen);
      },
      () => undefined,
    );
  }

  function malformed(thrown: unknown, facts: RequestFacts): WireResponse | undefined {
    const meaning = meaningOfParserError(thrown);
    // The adapter's own listener for the connection is told of it too.
    repeats.has(thrown, facts);
    // Whoever reads the request's body will find that it ended.
    const told = repeats.wasOver(facts);
    if (meaning !== "aborted") return send(faultOfMeaning(meaning, catalog), facts, thrown);
    if (!told) report(internalFault(catalog, {}), facts, thrown, "aborted", null);
    return undefined;
  }

  /** Only a broken adapter gets here, and a client still deserves an envelope. */
  function lastResort(failure: unknown): WireResponse {
    const problem = "answering failed; what was thrown then is in this report";
    return attempt(
      () => send(internalFault(catalog, { problem }), { ...NO_REQUEST }, failure),
      () => plainAnswer(catalog.vendor, settings.defaultVersion),
    );
  }

  return Object.freeze({
    versions: settings.versions,
    defaultVersion: settings.defaultVersion,
    covers: (facts) =>
      attempt(
        () => exchanges.of(facts).covered,
        () => true,
      ),
    stamp: (facts) =>
      attempt(
        () => stamp(exchanges.of(facts), settings),
        () => ({}),
      ),
    gate: (facts) =>
      attempt(() => {
        if (!exchanges.of(facts).refused) return undefined;
        return refuse({ code: "unsupported_protocol_version", detail: { supported: settings.versions } }, facts);
      }, lastResort),
    respond: (thrown, facts) => attempt(() => respond(thrown, facts), lastResort),
    notFound: (facts, allow = []) =>
      attempt(
        () =>
          refuse(
            allow.length === 0 ? { code: "route_not_found" } : { code: "method_not_allowed", allow: allowValue(allow) },
            facts,
          ),
        lastResort,
      ),
    fill: (written, facts) => attempt(() => fill(written, facts), lastResort),
    noticeMisplaced: (written, facts) =>
      attempt(
        () => noticeMisplaced(written, facts),
        () => {},
      ),
    keepsHeader: settings.keepsHeader,
    bufferTimeoutMs: settings.bufferTimeoutMs,
    explain: (thrown, facts = { ...NO_REQUEST }) =>
      attempt(
        () => explanationOf(thrown, faultFor(thrown, facts)),
        () => explanationOf(thrown, internalFault(catalog, { origin: "unknown" })),
      ),
    interrupt: (thrown, facts, stream) => endOf(thrown, facts, stream, "open"),
    stream: (sink, facts, options) =>
      openStream(
        sink,
        options,
        (thrown, { state, ...stream }) => endOf(thrown, facts, stream, state),
        (thrown) =>
          attempt(
            () => endsTask(thrown, catalog),
            () => false,
          ),
      ),
    task: taskVerbs(inTask),
    malformed: (error, facts = { ...NO_REQUEST }) => attempt(() => malformed(error, facts), lastResort),
  } satisfies Contract);
}

/** Stands in where there is no request; copied, since each is remembered by identity. */
const NO_REQUEST: RequestFacts = { method: "", path: "", header: () => undefined };

function attempt<Result>(act: () => Result, otherwise: (failure: unknown) => Result): Result {
  try {
    return act();
  } catch (failure) {
    return otherwise(failure);
  }
}
