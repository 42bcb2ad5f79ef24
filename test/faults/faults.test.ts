import { afterAll, beforeAll, test } from "vitest";
import { DRIVER_NAMES } from "../conformance/drivers/names.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { tryOnNode } from "./on-node.ts";
import { isAnywhere, tryOnRuntime } from "./runtimes/on-runtime.ts";
import { prepareRuntimes, RUNTIME_NAMES } from "./runtimes/process.ts";
import { type Cell, Table } from "./table.ts";

/** A column of the table. */
interface Server {
  readonly server: string;
  readonly isOnNode: boolean;
  readonly tryFault: (name: string, fault: Fault, cell: Cell) => Promise<void>;
}

const ON_NODE = DRIVER_NAMES.map(
  (driver): Server => ({
    server: driver,
    isOnNode: true,
    tryFault: (...given) => tryOnNode(driver, ...given),
  }),
);

const ON_RUNTIMES = RUNTIME_NAMES.flatMap((runtime) =>
  (["web", "hono", "h3"] as const).map(
    (app): Server => ({
      server: `${runtime}-${app}`,
      isOnNode: false,
      tryFault: (...given) => tryOnRuntime(runtime, app, ...given),
    }),
  ),
);

/** The names of the servers to try, separated by commas; all of them by default. */
const CHOSEN = process.env["SERVERS"]?.split(",");

const SERVERS = [...ON_NODE, ...ON_RUNTIMES].filter(({ server }) => CHOSEN?.includes(server) ?? true);

const table = new Table(SERVERS.map(({ server }) => server));

beforeAll(async () => {
  if (!SERVERS.every(({ isOnNode }) => isOnNode)) await prepareRuntimes();
});

afterAll(() => void process.stdout.write(`\n${table.toMarkdown()}`));

/** Milliseconds for all of one fault on one server, where each request may hang. */
const PATIENT = { timeout: 300_000 };

const TRIED = Object.entries(FAULTS).flatMap(([name, fault]) =>
  SERVERS.filter(({ isOnNode }) => isOnNode || isAnywhere(fault)).map((server) => ({ name, fault, ...server })),
);

test.concurrent.each(TRIED)("$name on $server", PATIENT, ({ name, fault, server, tryFault }) =>
  tryFault(name, fault, table.cell(name, server)),
);
