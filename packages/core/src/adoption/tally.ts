import { adviceIn } from "../pipeline/protocol-advice.ts";
import { type ErrorReport, isExposed } from "../reports/report.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import { BoundedMap } from "./bounded-map.ts";
import { type Observation, readObservation } from "./observation.ts";
import { byCount, compare, joinedKey } from "./order.ts";
import { printableRoute, type RouteName, readRouteName } from "./route-name.ts";
import { sharedName } from "./shared-text.ts";
import type { AdoptionChange, AdoptionSummary, OtherProtocol } from "./summary.ts";
import { readUnknownError, recognizeLine } from "./unknown-class.ts";

const MAX_CHANGES = 20;

/** The maximum number of addresses without a route. They have their own limit, because clients can make up any number of them. */
const MAX_PATHS = 50;

const MAX_FINDINGS = 50;
const MAX_LISTED = 10;

/** The maximum number of UTF-16 code units to show of a mistake or an advice, and of a name. */
const MAX_TEXT = 600;
const MAX_NAME = 80;

interface Counted {
  count: number;
}

interface RouteRow extends RouteName, Counted {
  readonly changes: BoundedMap<Omit<AdoptionChange, "count"> & Counted>;
}

interface ClassRow extends Counted {
  readonly name: string;
  readonly statuses: Set<number>;
  readonly codes: Set<string>;
}

interface ProtocolRow extends Omit<OtherProtocol, "routes"> {
  readonly routes: Set<string>;
}

type Outcome = AdoptionSummary["otherReports"][number]["outcome"];

/** Collects reports. Its memory is limited, however many it gets. */
export class Tally {
  readonly #routes: BoundedMap<RouteRow>;
  readonly #paths = new BoundedMap<RouteRow>(MAX_PATHS);
  readonly #protocols = new BoundedMap<ProtocolRow>(MAX_FINDINGS);
  readonly #classes = new BoundedMap<ClassRow>(MAX_FINDINGS);
  readonly #mistakes = new BoundedMap<{ readonly text: string } & Counted>(MAX_FINDINGS);
  readonly #otherReports = new Map<Outcome, number>();
  readonly #sentences = { kept: 0, partly: 0, lost: 0, none: 0 };
  #failures = 0;
  #sameStatus = 0;
  #exposesMessages = false;

  constructor(maxRoutes: number) {
    this.#routes = new BoundedMap(maxRoutes);
  }

  /** Adds a report. May throw for a value that is not a report. */
  add(report: ErrorReport): void {
    const observation = readObservation(report);
    if (observation === undefined) {
      this.#countOther(outcomeOf(report));
      return;
    }
    const name = readRouteName(report);
    this.#failures += 1;
    this.#sentences[observation.sentence] += 1;
    if (isExposed(report)) this.#exposesMessages = true;
    if (observation.isSameStatus) this.#sameStatus += 1;
    this.#addChange(name, observation);
    if (observation.isUnknown) this.#addClass(peek(report, "thrown"));
    const misuse = peekString(report, "misuse");
    if (misuse !== undefined) this.#addMisuse(misuse, name);
  }

  addUnreadable(): void {
    this.#countOther("unreadable");
  }

  #countOther(outcome: Outcome): void {
    this.#otherReports.set(outcome, (this.#otherReports.get(outcome) ?? 0) + 1);
  }

  #addChange(name: RouteName, { kind, describe }: Observation): void {
    const rows = name.isPattern ? this.#routes : this.#paths;
    const newRow = () => ({ ...printableRoute(name), count: 0, changes: new BoundedMap(MAX_CHANGES) }) as RouteRow;
    const row = countAt(rows, joinedKey(name.method, name.route), newRow);
    if (row !== undefined) countAt(row.changes, joinedKey(...kind), () => ({ count: 0, ...describe() }));
  }

  #addClass(thrown: unknown): void {
    const unknown = readUnknownError(thrown);
    if (unknown === undefined) return;
    const { className, status, code } = unknown;
    const newRow = () => ({ name: sharedName(className, MAX_NAME), count: 0, statuses: new Set(), codes: new Set() });
    const row = countAt<ClassRow>(this.#classes, className, newRow as () => ClassRow);
    if (row === undefined) return;
    if (status !== undefined) addTo(row.statuses, status);
    // A code may be a credential.
    if (code !== undefined && (row.codes.has(code) || sharedName(code, MAX_NAME) === code)) addTo(row.codes, code);
  }

  #addMisuse(misuse: string, name: RouteName): void {
    const text = misuse.slice(0, MAX_TEXT);
    const advice = adviceIn(text);
    if (advice === undefined) {
      countAt(this.#mistakes, text, () => ({ text: sharedName(text, MAX_TEXT), count: 0 }));
      return;
    }
    const [replaced, line] = [sharedName(advice.replaced, MAX_TEXT), sharedName(advice.line, MAX_TEXT)];
    const protocol = this.#protocols.at(text, () => ({ replaced, line, routes: new Set() }));
    const { method, route } = printableRoute(name);
    if (protocol !== undefined) addTo(protocol.routes, `${method} ${route}`);
  }

  summary(): AdoptionSummary {
    const routes = [...this.#routes.values(), ...this.#paths.values()].map(({ changes, ...route }) => ({
      ...route,
      changes: sorted(changes.values(), ({ before, after, thrown, sentence }) =>
        joinedKey(before.status, after.status, after.code, before.mediaType, thrown, sentence),
      ),
      notKept: changes.notKept,
    }));
    const classes = this.#classes.values().map(({ name, count, ...row }) => {
      const codes = [...row.codes].sort();
      const statuses = [...row.statuses].sort((one, other) => one - other);
      return { name, line: recognizeLine(name, codes), count, statuses, codes };
    });
    const others = [...this.#otherReports].map(([outcome, count]) => ({ outcome, count }));
    return {
      failures: this.#failures,
      sameStatus: this.#sameStatus,
      sentences: { ...this.#sentences },
      routes: sorted(routes, ({ route, method }) => joinedKey(route, method)),
      otherProtocols: this.#protocols
        .values()
        .map(({ routes: of, ...protocol }) => ({ ...protocol, routes: [...of].sort() }))
        .sort((one, other) => compare(joinedKey(one.replaced, one.line), joinedKey(other.replaced, other.line))),
      unknownClasses: sorted(classes, ({ name }) => name),
      mistakes: sorted(this.#mistakes.values(), ({ text }) => text),
      otherReports: sorted(others, ({ outcome }) => outcome),
      exposesMessages: this.#exposesMessages,
      notKept: {
        failures: this.#routes.notKept + this.#paths.notKept,
        findings: this.#protocols.notKept + this.#classes.notKept + this.#mistakes.notKept,
      },
    };
  }
}

/** Counts one more for a key. Returns its row; `undefined` if there is no room for it. */
function countAt<Row extends Counted>(rows: BoundedMap<Row>, key: string, newRow: () => Row): Row | undefined {
  const row = rows.at(key, newRow);
  if (row !== undefined) row.count += 1;
  return row;
}

function sorted<Row extends Counted>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return rows.map((row) => ({ ...row })).sort(byCount(nameOf));
}

const OUTCOMES = ["answered", "streamed", "cut", "late", "aborted", "unanswered", "passed", "observed"] as const;

function outcomeOf(report: ErrorReport): Outcome {
  const outcome = peek(report, "outcome");
  return OUTCOMES.find((known) => known === outcome) ?? "unreadable";
}

function addTo<Value>(listed: Set<Value>, value: Value): void {
  if (listed.size < MAX_LISTED) listed.add(value);
}
