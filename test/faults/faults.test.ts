import { afterAll, test } from "vitest";
import { DRIVER_NAMES } from "../conformance/drivers/names.ts";
import { FAULTS } from "./faults.ts";
import { tryOnNode } from "./on-node.ts";
import { Table } from "./table.ts";

/** Names of the servers to try, with commas between them; all of them by default. */
const CHOSEN = process.env["SERVERS"]?.split(",");

const DRIVERS = DRIVER_NAMES.filter((name) => CHOSEN?.includes(name) ?? true);

const table = new Table(DRIVERS);

afterAll(() => void process.stdout.write(`\n${table.toMarkdown()}`));

/** Milliseconds for all of one fault on one server, each of whose requests may hang. */
const PATIENT = { timeout: 300_000 };

const TRIED = Object.entries(FAULTS).flatMap(([name, fault]) => DRIVERS.map((driver) => ({ name, fault, driver })));

test.concurrent.each(TRIED)("$name on $driver", PATIENT, ({ name, fault, driver }) =>
  tryOnNode(driver, name, fault, table.cell(name, driver)),
);
