/** Tries one fault on one server, whether on Node or on another runtime. */
import { expect } from "vitest";
import { SECRET_VALUES, SECRETS } from "../support/secrets.ts";
import type { AskedServer } from "./asked-server.ts";
import { exchange } from "./client.ts";
import { PROBES, type ProbeName } from "./probes.ts";
import type { Scenario } from "./scenarios.ts";
import type { Cell, Outcome } from "./table.ts";

/** How a fault is tried. */
export interface Trial<Server extends AskedServer> {
  readonly start: () => Promise<Server>;
  /** What the client does first. */
  readonly scenario?: Scenario<Server> | undefined;
  /** The ways in which a hook misbehaves, one after the other. */
  readonly behaviors?: readonly string[] | undefined;
  /** The requests that are sent. */
  readonly probes: readonly ProbeName[];
  /** The expected outcome of a request. A star stands for any value. */
  readonly wanted: (probe: ProbeName, behavior: string) => Outcome;
}

/** Tries the fault, records the results and compares them with the expected ones. */
export async function tryFault<Server extends AskedServer>(cell: Cell, trial: Trial<Server>): Promise<void> {
  const { start, scenario, behaviors = ["works"], probes, wanted } = trial;
  const running = new Restarted(start);
  const found: Record<string, Outcome> = {};
  const expected: Record<string, Outcome> = {};
  try {
    if (scenario !== undefined) {
      const seen = await scenario.does(await running.server());
      cell.say(seen);
      expect(seen).toMatch(scenario.wants);
    }
    for (const behavior of behaviors) {
      for (const probe of probes) {
        const what = behavior === "works" ? probe : `${behavior}: ${probe}`;
        const outcome = await ask(await running.server(behavior), probe);
        cell.note(what, outcome, PROBES[probe]);
        found[what] = outcome;
        expected[what] = wanted(probe, behavior);
      }
    }
  } finally {
    await running.kill();
  }
  expect(found).toEqual(withStars(expected, found));
  expect(running.printed).not.toContain(SECRETS.password);
}

/** A server that is restarted after its process has ended, so that one crash does not hide others. */
class Restarted<Server extends AskedServer> {
  printed = "";
  readonly #start: () => Promise<Server>;
  #server: Server | undefined;
  #behavior = "works";

  constructor(start: () => Promise<Server>) {
    this.#start = start;
  }

  /** The server, with hooks that behave in a certain way. */
  async server(behavior = "works"): Promise<Server> {
    if (this.#server?.hasEnded) await this.kill();
    if (this.#server === undefined) {
      this.#server = await this.#start();
      this.#behavior = "works";
    }
    if (behavior !== this.#behavior) await this.#server.behave(behavior);
    this.#behavior = behavior;
    return this.#server;
  }

  async kill(): Promise<void> {
    await this.#server?.kill();
    this.printed += this.#server?.printed ?? "";
    this.#server = undefined;
  }
}

/** Sends one request, and asks for the reports. */
async function ask(server: AskedServer, probe: ProbeName): Promise<Outcome> {
  const { sees, bytes } = await exchange(server.url, PROBES[probe].sent);
  const leaked = SECRET_VALUES.filter((secret) => bytes.includes(secret));
  const reported = await server.reports().then(
    (reports) => reports.map(({ outcome, code }) => `${outcome} ${code}`).join(", "),
    (failure) => String(failure),
  );
  return { sees: leaked.length === 0 ? sees : `${sees}, and ${leaked.join(" ")}`, reported };
}

/** The expected outcomes, with each star replaced by what was found. */
function withStars(wanted: Record<string, Outcome>, found: Record<string, Outcome>): Record<string, Outcome> {
  const rows = Object.entries(wanted).map(([what, { sees, reported }]): [string, Outcome] => {
    const outcome = found[what];
    return [
      what,
      {
        sees: sees === "*" ? (outcome?.sees ?? "") : sees,
        reported: reported === "*" ? (outcome?.reported ?? "") : reported,
      },
    ];
  });
  return Object.fromEntries(rows);
}
