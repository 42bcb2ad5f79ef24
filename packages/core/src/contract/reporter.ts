import type { Fault } from "../fault.ts";
import { type RequestFacts, routeOf } from "../wire.ts";
import type { Exchanges } from "./exchange.ts";
import { type ErrorReport, type OnError, tell } from "./report.ts";

/** Tells of one fault. `code` is what the client sees; null when it left. */
export type Reporter = (
  fault: Fault,
  facts: RequestFacts,
  thrown: unknown,
  outcome: ErrorReport["outcome"],
  code: string | null,
) => void;

/** Makes the function that reports a contract's faults to its hook. */
export function reporter(exchanges: Exchanges, onError: OnError): Reporter {
  return (fault, facts, thrown, outcome, code) => {
    const { version, correlationId, startedAt } = exchanges.of(facts);
    const { origin, producer, upstream, row, status, withheld, removed = [], problem } = fault;
    tell(onError, {
      level: code === null ? "debug" : levelOf(fault),
      outcome,
      thrown,
      origin,
      producer,
      upstream,
      code,
      type: code === null ? null : row.type,
      status: code === null ? null : status,
      version,
      correlationId,
      method: facts.method,
      path: facts.path.split("?", 1)[0] ?? "",
      route: routeOf(facts),
      durationMs: performance.now() - startedAt,
      request: facts,
      withheld,
      removed,
      problem,
    });
  };
}

/** A service that breaks the contract's rules fails just as one that breaks down does, and so does one that cannot say why. */
function levelOf({ status, problem, row }: Fault): ErrorReport["level"] {
  return status >= 500 || problem !== undefined || row.correlated === true ? "error" : "info";
}
