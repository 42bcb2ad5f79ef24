/**
 * Keeps each framework's app under load and looks at what is left in its memory. Arguments: the frameworks, by default all;
 * `--requests=200000`; `--max-growth=3`, the percentage by which the heap may grow from the first measurement to the second;
 * `--bare`, which leaves out the contract, to see whether growth is the framework's own. With `--minutes=30`, several servers
 * run at once for that long and get `--rate=20` requests per second each. `--chart=` and `--json=` name files for the results.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { DRIVER_NAMES, type DriverName } from "../../test/conformance/drivers/names.ts";
import { figure, Table, write } from "../table.ts";
import { soakByTime } from "./by-time.ts";
import { chart } from "./chart.ts";
import { rotation } from "./kinds.ts";
import { faults, report } from "./report.ts";
import { type Soaked, soak } from "./soak.ts";

/** The warning that something adds a listener for each request and never removes it. */
const LISTENERS = "MaxListenersExceededWarning";

/** The frameworks that run at once unless others are named. */
const AT_ONCE: readonly DriverName[] = ["express5", "koa3", "fastify5", "web", "hono", "h3"];

const HEADS = [
  "framework",
  "requests",
  "seconds",
  "requests/s",
  "heap at 10 %",
  "at 100 %",
  "growth",
  "external at 10 %",
  "at 100 %",
  "warnings",
  "mismatches",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: "string", default: "200000" },
    "max-growth": { type: "string", default: "3" },
    bare: { type: "boolean", default: false },
    minutes: { type: "string" },
    rate: { type: "string", default: "20" },
    chart: { type: "string" },
    json: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !DRIVER_NAMES.some((known) => known === name));
if (unknown.length > 0)
  throw new Error(`no such framework: ${unknown.join(", ")}; there are ${DRIVER_NAMES.join(", ")}`);

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
const growth = ({ early, late }: Soaked) => 100 * (late.heapUsed / early.heapUsed - 1);
const listenerWarnings = ({ warnings }: Soaked) => warnings.filter((name) => name === LISTENERS).length;
const mismatchCount = ({ mismatches }: Soaked) => [...mismatches.values()].reduce((total, count) => total + count, 0);

function cells(driver: DriverName, soaked: Soaked): string[] {
  const { requests, seconds, early, late } = soaked;
  return [
    driver,
    String(requests),
    seconds.toFixed(0),
    figure(requests / seconds),
    megabytes(early.heapUsed),
    megabytes(late.heapUsed),
    `${growth(soaked).toFixed(1)} %`,
    megabytes(early.external),
    megabytes(late.external),
    String(listenerWarnings(soaked)),
    String(mismatchCount(soaked)),
  ];
}

async function byNumber(): Promise<void> {
  const table = new Table(HEADS, 9, 6);
  for (const driver of DRIVER_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))) {
    const soaked = await soak(driver, Number(values.requests), values.bare);
    table.row(cells(driver, soaked));
    // The bare framework answers as it likes.
    const mismatches = values.bare ? [] : [...soaked.mismatches];
    for (const [mismatch, count] of mismatches) console.error(`${driver}: ${count} × ${mismatch}`);
    if (growth(soaked) > Number(values["max-growth"]) || listenerWarnings(soaked) > 0 || mismatches.length > 0)
      process.exitCode = 1;
  }
}

async function byTime(minutes: number): Promise<void> {
  const drivers = positionals.length === 0 ? AT_ONCE : DRIVER_NAMES.filter((name) => positionals.includes(name));
  const watched = await soakByTime(drivers, { minutes, rate: Number(values.rate), bare: values.bare });
  report(watched);
  const title = `Servers under load for ${minutes} minutes`;
  if (values.chart !== undefined) {
    mkdirSync(dirname(values.chart), { recursive: true });
    writeFileSync(values.chart, chart(watched, title));
  }
  if (values.json !== undefined) {
    const plain = watched.map((one) => ({ ...one, mismatches: Object.fromEntries(one.mismatches) }));
    writeFileSync(values.json, JSON.stringify(plain));
  }
  const found = watched
    .map((one) => (values.bare ? { ...one, mismatches: new Map<string, number>() } : one))
    .flatMap((one) => faults(one, Number(values["max-growth"])));
  for (const fault of found) console.error(fault);
  if (found.length > 0) process.exitCode = 1;
}

write(`Node ${process.version}, ${rotation(true).length} requests a rotation, memory in MB (10⁶ bytes)\n`);
await (values.minutes === undefined ? byNumber() : byTime(Number(values.minutes)));
