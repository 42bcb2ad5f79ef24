import { adviceIn } from "../pipeline/protocol-advice.ts";
import { type ErrorReport, isExposed } from "../reports/report.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import { BoundedMap } from "./bounded-map.ts";
import { type Observation, observationOf } from "./observation.ts";
import { byCount, compare, joinedKey } from "./order.ts";
import { type RouteName, routeNameOf, shownRoute } from "./route-name.ts";
import { sharedName } from "./shared-text.ts";
import type { AdoptionChange, AdoptionSummary } from "./summary.ts";
import { recognizeLine, untaughtError } from "./unknown-class.ts";

/** The maximum number of changes to keep for one route. */
const MAX_CHANGES = 20;

/** The maximum number of addresses without a route. They have their own limit, because clients can make up any number of them. */
const MAX_PATHS = 50;

/** The maximum number of protocols, of classes and of mistakes to keep. */
const MAX_FINDINGS = 50;

/** The maximum number of routes, statuses or codes to list with a finding. */
const MAX_LISTED = 10;

/** The maximum number of UTF-16 code units to show of a mistake or an advice, and of a name. */
const MAX_SAID = 600;
const MAX_NAME = 80;

/** The counts of one route. */
interface RouteTally extends RouteName {
  count: number;
  readonly changes: BoundedMap<{ count: number; readonly change: Omit<AdoptionChange, "count"> }>;
}

interface ClassTally {
  readonly name: string;
  count: number;
  readonly statuses: Set<number>;
  readonly codes: Set<string>;
}

/** Collects reports. Its memory is limited, however many it gets. */
export class Tally {
  readonly #routes: BoundedMap<RouteTally>;
  readonly #paths = new BoundedMap<RouteTally>(MAX_PATHS);
  readonly #protocols = new BoundedMap<{
    readonly replaced: string;
    readonly line: string;
    readonly routes: Set<string>;
  }>(MAX_FINDINGS);
  readonly #classes = new BoundedMap<ClassTally>(MAX_FINDINGS);
  readonly #mistakes = new BoundedMap<{ readonly text: string; count: number }>(MAX_FINDINGS);
  readonly #otherReports = new Map<AdoptionSummary["otherReports"][number]["outcome"], number>();
  readonly #sentences = { kept: 0, partly: 0, lost: 0, none: 0 };
  #failures = 0;
  #sameStatus = 0;
  #exposesMessages = false;

  constructor(maxRoutes: number) {
    this.#routes = new BoundedMap(maxRoutes);
  }

  /** Adds a report. May throw for a value that is not a report. */
  add(report: ErrorReport): void {
    const observation = observationOf(report);
    if (observation === undefined) {
      this.#countOther(outcomeOf(report));
      return;
    }
    const name = routeNameOf(report);
    this.#failures += 1;
    this.#sentences[observation.sentence] += 1;
    if (isExposed(report)) this.#exposesMessages = true;
    if (observation.isSameStatus) this.#sameStatus += 1;
    this.#addChange(name, observation);
    if (observation.isUnknown) this.#addClass(peek(report, "thrown"));
    const misuse = peekString(report, "misuse");
    if (misuse !== undefined) this.#addMisuse(misuse, name);
  }

  /** Counts a report that cannot be read. */
  addUnreadable(): void {
    this.#countOther("unreadable");
  }

  #countOther(outcome: AdoptionSummary["otherReports"][number]["outcome"]): void {
    this.#otherReports.set(outcome, (this.#otherReports.get(outcome) ?? 0) + 1);
  }

  #addChange(name: RouteName, { kind, shown }: Observation): void {
    const rows = name.isPattern ? this.#routes : this.#paths;
    const row = rows.at(joinedKey(name.method, name.route), () => ({
      ...shownRoute(name),
      count: 0,
      changes: new BoundedMap(MAX_CHANGES),
    }));
    if (row === undefined) return;
    row.count += 1;
    const change = row.changes.at(joinedKey(...kind), () => ({ count: 0, change: shown() }));
    if (change !== undefined) change.count += 1;
  }

  #addClass(thrown: unknown): void {
    const untaught = untaughtError(thrown);
    if (untaught === undefined) return;
    const { className, status, code } = untaught;
    const known = this.#classes.at(className, () => ({
      name: sharedName(className, MAX_NAME),
      count: 0,
      statuses: new Set(),
      codes: new Set(),
    }));
    if (known === undefined) return;
    known.count += 1;
    if (status !== undefined) addTo(known.statuses, status);
    // A code may be a credential.
    if (code !== undefined && (known.codes.has(code) || sharedName(code, MAX_NAME) === code)) addTo(known.codes, code);
  }

  #addMisuse(misuse: string, name: RouteName): void {
    const said = misuse.slice(0, MAX_SAID);
    const advice = adviceIn(said);
    if (advice === undefined) {
      const mistake = this.#mistakes.at(said, () => ({ text: sharedName(said, MAX_SAID), count: 0 }));
      if (mistake !== undefined) mistake.count += 1;
      return;
    }
    const protocol = this.#protocols.at(said, () => ({
      replaced: sharedName(advice.replaced, MAX_SAID),
      line: sharedName(advice.line, MAX_SAID),
      routes: new Set(),
    }));
    const { method, route } = shownRoute(name);
    if (protocol !== undefined) addTo(protocol.routes, `${method} ${route}`);
  }

  summary(): AdoptionSummary {
    const rows = [...this.#routes.values(), ...this.#paths.values()];
    return {
      failures: this.#failures,
      sameStatus: this.#sameStatus,
      sentences: { ...this.#sentences },
      routes: rows
        .map(({ method, route, isPattern, count, changes }) => ({
          method,
          route,
          isPattern,
          count,
          changes: changes
            .values()
            .map(({ count: times, change }) => ({ count: times, ...change }))
            .sort(
              byCount(({ before, after, thrown, sentence }) =>
                joinedKey(before.status, after.status, after.code, before.mediaType, thrown, sentence),
              ),
            ),
          notKept: changes.notKept,
        }))
        .sort(byCount(({ route, method }) => joinedKey(route, method))),
      otherProtocols: this.#protocols
        .values()
        .map(({ replaced, line, routes }) => ({ replaced, line, routes: [...routes].sort() }))
        .sort((one, other) => compare(joinedKey(one.replaced, one.line), joinedKey(other.replaced, other.line))),
      unknownClasses: this.#classes
        .values()
        .map(({ name, count, statuses, codes }) => {
          const sorted = [...codes].sort();
          return {
            name,
            line: recognizeLine(name, sorted),
            count,
            statuses: [...statuses].sort((one, other) => one - other),
            codes: sorted,
          };
        })
        .sort(byCount(({ name }) => name)),
      mistakes: this.#mistakes
        .values()
        .map(({ text, count }) => ({ text, count }))
        .sort(byCount(({ text }) => text)),
      otherReports: [...this.#otherReports]
        .map(([outcome, count]) => ({ outcome, count }))
        .sort(byCount(({ outcome }) => outcome)),
      exposesMessages: this.#exposesMessages,
      notKept: {
        failures: this.#routes.notKept + this.#paths.notKept,
        findings: this.#protocols.notKept + this.#classes.notKept + this.#mistakes.notKept,
      },
    };
  }
}

const OUTCOMES: ReadonlySet<unknown> = new Set<ErrorReport["outcome"]>([
  "answered",
  "streamed",
  "cut",
  "late",
  "aborted",
  "unanswered",
  "passed",
  "observed",
]);

function outcomeOf(report: ErrorReport): ErrorReport["outcome"] | "unreadable" {
  const outcome = peek(report, "outcome");
  return OUTCOMES.has(outcome) ? (outcome as ErrorReport["outcome"]) : "unreadable";
}

function addTo<Value>(listed: Set<Value>, value: Value): void {
  if (listed.size < MAX_LISTED) listed.add(value);
}
