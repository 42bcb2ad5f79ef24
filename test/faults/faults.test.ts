import { afterAll, describe, expect, test } from "vitest";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { SECRET_VALUES, SECRETS } from "../support/secrets.ts";
import { exchange } from "./client.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { canAsk, PROBE_NAMES, PROBES, type ProbeName } from "./probes.ts";
import { FaultyServer } from "./process.ts";
import { SCENARIOS } from "./scenarios.ts";
import { type Outcome, Table } from "./table.ts";

/** Names of the servers to try, with commas between them; all of them by default. */
const CHOSEN = process.env["SERVERS"]?.split(",");

const DRIVERS = DRIVER_NAMES.filter((name) => CHOSEN?.includes(name) ?? true);

const table = new Table(DRIVERS);

afterAll(() => void process.stdout.write(`\n${table.toMarkdown()}`));

/** Milliseconds for all of one fault on one server, each of whose requests may hang. */
const PATIENT = { timeout: 300_000 };

describe.each(Object.entries(FAULTS))("%s", { concurrent: true, ...PATIENT }, (name, fault) => {
  test.each(DRIVERS)("on %s", async (driver) => {
    const cell = table.cell(name, driver);
    const reason = fault.brokenBare?.[driver];
    if (reason !== undefined) {
      cell.say(`not tried: ${reason}`);
      expect(await worksBare(driver, name, fault)).toBe(false);
      return;
    }
    const running = new Restarted(driver, name, fault);
    const found: Record<string, Outcome> = {};
    const wanted: Record<string, Outcome> = {};
    try {
      if (fault.scenario !== undefined) {
        const { does, wants } = SCENARIOS[fault.scenario];
        const seen = await does(await running.server());
        cell.say(seen);
        expect(seen).toMatch(wants);
      }
      for (const { what, behavior, probe } of triesOf(driver, fault)) {
        const usual: Outcome = PROBES[probe];
        const outcome = await ask(await running.server(behavior), probe);
        cell.note(what, outcome, usual);
        found[what] = outcome;
        wanted[what] = { sees: usual.sees, reported: usual.reported, ...fault.differs?.(driver, behavior)[probe] };
      }
    } finally {
      await running.kill();
    }
    expect(found).toEqual(withStars(wanted, found));
    expect(running.printed).not.toContain(SECRETS.password);
  });
});

/** A server that is started again after its process has ended, so that one death does not hide the others. */
class Restarted {
  printed = "";
  readonly #start: () => Promise<FaultyServer>;
  #server: FaultyServer | undefined;
  #behavior = "works";

  constructor(...given: Parameters<typeof FaultyServer.start>) {
    this.#start = () => FaultyServer.start(...given);
  }

  /** The server, whose hooks behave in a certain way. */
  async server(behavior = "works"): Promise<FaultyServer> {
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

/** What is tried of a fault on a server: each request, with each misbehavior of the hooks. */
function triesOf(driver: DriverName, { behaviors = ["works"], probes = PROBE_NAMES }: Fault) {
  const asked = probes.filter((probe) => canAsk(driver, PROBES[probe]));
  return behaviors.flatMap((behavior) =>
    asked.map((probe) => ({ what: behavior === "works" ? probe : `${behavior}: ${probe}`, behavior, probe })),
  );
}

/** Sends one request, and asks what was reported. */
async function ask(server: FaultyServer, probe: ProbeName): Promise<Outcome> {
  const { sees, bytes } = await exchange(server.url, PROBES[probe].sent);
  const leaked = SECRET_VALUES.filter((secret) => bytes.includes(secret));
  const reported = await server.reports().then(
    (reports) => reports.map(({ outcome, code }) => `${outcome} ${code}`).join(", "),
    (failure) => String(failure),
  );
  return { sees: leaked.length === 0 ? sees : `${sees}, and ${leaked.join(" ")}`, reported };
}

/** What is wanted, with each star replaced by what was found. */
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

/** Whether the server starts and answers with the fault, but without the contract. */
async function worksBare(driver: DriverName, name: string, fault: Fault): Promise<boolean> {
  let server: FaultyServer;
  try {
    server = await FaultyServer.start(driver, name, fault, "bare");
  } catch {
    return false;
  }
  try {
    const statuses = [];
    for (const probe of ["success", "thrown"] as const) {
      const { bytes } = await exchange(server.url, PROBES[probe].sent);
      statuses.push(/^HTTP\/1\.1 (\d{3})/.exec(bytes)?.[1]);
    }
    return statuses.join() === "200,500" && !server.hasEnded;
  } finally {
    await server.kill();
  }
}
