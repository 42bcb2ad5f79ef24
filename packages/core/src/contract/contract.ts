import { assertCatalog, type CatalogRows } from "../catalog/catalog.ts";
import { type Fault, faultOf, faultOfMeaning, internalFault } from "../fault.ts";
import { allowValue, type Meaning, meaningOfParserError } from "../foreign/index.ts";
import type { Version } from "../versions/known.ts";
import type { RequestFacts, WireResponse, WrittenResponse } from "../wire.ts";
import { answer, errorObject, stamp } from "./answer.ts";
import { circumstancesOf } from "./circumstances.ts";
import { Exchanges, responseHeader } from "./exchange.ts";
import { type ContractOptions, settingsOf } from "./options.ts";
import { Repeats } from "./repeats.ts";
import { type ErrorReport, tell } from "./report.ts";
import { faultOfWritten } from "./written.ts";

/**
 * How one service answers. Its verbs turn failures into finished responses; an adapter reads the facts of a request,
 * calls a verb and writes what it gets. No verb throws.
 */
export interface Contract {
  /** The versions this service serves, newest first: what discovery lists. */
  readonly versions: readonly Version[];
  /** The version of a request that names none. */
  readonly defaultVersion: Version;
  /** Whether the contract applies to the request (the `when` option). Outside it an adapter must touch nothing. */
  covers(facts: RequestFacts): boolean;
  /** The refusal of a version that cannot be served, to be sent before anything else is looked at; else `undefined`. */
  gate(facts: RequestFacts): WireResponse | undefined;
  /** The headers that every answer carries, success included. */
  stamp(facts: RequestFacts): Readonly<Record<string, string>>;
  /**
   * The answer to anything that was thrown, rejected or passed on. `undefined` when none can be given, because another
   * answer has begun or the client left: the adapter then closes the connection unless an answer has left whole. The very
   * same object a second time for one request is neither answered nor reported again.
   */
  respond(thrown: unknown, facts: RequestFacts): WireResponse | undefined;
  /**
   * The answer when no route took the request.
   *
   * @param allow The methods that the address does accept, where the framework can know them.
   */
  notFound(facts: RequestFacts, allow?: readonly string[]): WireResponse;
  /**
   * The answer to put in place of one that something else wrote: a bare or foreign 4xx or 5xx, or an envelope that would
   * leave with the wrong status. `undefined` when what was written may leave as it is.
   */
  fill(written: WrittenResponse, facts: RequestFacts): WireResponse | undefined;
  /**
   * The answer to a request that the HTTP parser refused, from the error of a Node server's `clientError` event.
   * `undefined` when nobody is left to answer.
   */
  malformed(error: unknown): WireResponse | undefined;
}

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

  function send(fault: Fault, facts: RequestFacts, thrown?: unknown, written?: WrittenResponse): WireResponse {
    const exchange = exchanges.of(facts);
    const error = errorObject(fault, exchange, catalog);
    const already = (name: string) => written?.header(name) ?? responseHeader(facts, name);
    const response = answer(fault, error, exchange, facts, settings, already);
    report(fault, facts, thrown, "answered", error.code);
    return response;
  }

  function report(
    fault: Fault,
    facts: RequestFacts,
    thrown: unknown,
    outcome: ErrorReport["outcome"],
    code: string | null,
  ): void {
    const { version, correlationId } = exchanges.of(facts);
    const { origin, producer, row, status, withheld, removed = [], problem } = fault;
    const seen = code === null ? { code, type: null, status: null } : { code, type: row.type, status };
    const level = code === null ? "debug" : levelOf(fault);
    const { method, path } = facts;
    const told = { level, outcome, thrown, origin, producer, ...seen, version, correlationId, method, path } as const;
    tell(settings.onError, { ...told, withheld, removed, problem });
  }

  function respond(thrown: unknown, facts: RequestFacts): WireResponse | undefined {
    if (repeats.has(thrown, facts)) return undefined;
    const phase = facts.phase?.();
    const fault = faultOf(thrown, catalog, circumstancesOf(facts, settings));
    // A parser may also have read another service's answer; then it is not our client that left.
    if (phase === "gone" || (phase === undefined && fault.aborted)) {
      report(fault, facts, thrown, "aborted", null);
      return undefined;
    }
    if (phase === undefined || phase === "open") return send(fault, facts, thrown);
    const { code } = errorObject(fault, exchanges.of(facts), catalog);
    report(fault, facts, thrown, phase === "started" ? "cut" : "late", code);
    return undefined;
  }

  function refuse(meaning: Meaning, facts: RequestFacts): WireResponse {
    return send(faultOfMeaning(meaning, catalog), facts);
  }

  function fill(written: WrittenResponse, facts: RequestFacts): WireResponse | undefined {
    const fault = faultOfWritten(written, catalog, circumstancesOf(facts, settings));
    return fault === undefined ? undefined : send(fault, facts, undefined, written);
  }

  /** Only a broken adapter gets here, and a client still deserves an envelope. */
  function lastResort(failure: unknown): WireResponse {
    const problem = "answering failed; what was thrown then is in this report";
    return send(internalFault(catalog, { problem }), { ...NO_REQUEST }, failure);
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
    malformed: (error) => {
      const meaning = meaningOfParserError(error);
      if (meaning !== "aborted") return send(faultOfMeaning(meaning, catalog), { ...NO_REQUEST }, error);
      report(internalFault(catalog, {}), { ...NO_REQUEST }, error, "aborted", null);
      return undefined;
    },
  } satisfies Contract);
}

/** Stands in where there is no request to speak of; copied, since each exchange is remembered by identity. */
const NO_REQUEST: RequestFacts = { method: "", path: "", header: () => undefined };

/** A service that breaks the contract's rules fails just as one that breaks down does. */
function levelOf(fault: Fault): ErrorReport["level"] {
  return fault.status >= 500 || fault.problem !== undefined ? "error" : "info";
}

function attempt<Result>(act: () => Result, otherwise: (failure: unknown) => Result): Result {
  try {
    return act();
  } catch (failure) {
    return otherwise(failure);
  }
}
