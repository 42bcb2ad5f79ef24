import { createClient, parseTaskError } from "@uhp-errors/client";
import { createContract, defineCatalog, type ErrorReport, type Version } from "@uhp-errors/core";
import { z } from "zod";
import type { Driver, Handler, RunningDriver } from "../conformance/drivers/driver.ts";
import { DRIVERS } from "../conformance/drivers/index.ts";
import { type ExpectedCode, REQUEST_CODES, TASK_CODES } from "../support/expected-codes.ts";
import { LEAKY_TEXT, SECRETS } from "../support/secrets.ts";

/** The innermost service's own codes, apart from the specification's. */
export const initech = defineCatalog({
  vendor: "initech",
  codes: {
    initech_jammed: { status: 409, message: "The printer is jammed.", detail: z.looseObject({ tray: z.int() }) },
    initech_locked: { status: 401, message: "The printer is locked." },
    initech_burnt: { task: true, message: "The printer burnt down." },
  },
});

/** The catalog that the two services before it share. */
export const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_paused: { status: 409, message: "Printing is paused.", detail: z.object({ tray: z.int() }) },
    acme_lost: { status: 502, message: "The print was lost." },
  },
});

/** Every code that the innermost service can answer with. */
export const INNERMOST: readonly Pick<ExpectedCode, "code" | "status" | "since" | "detail">[] = [
  ...REQUEST_CODES,
  ...TASK_CODES,
  { code: "initech_jammed", status: 409, since: "2026-09-12", detail: { tray: 4 } },
  { code: "initech_locked", status: 401, since: "2026-09-12" },
  { code: "initech_burnt", status: 200, since: "2026-09-12" },
  { code: "initech_internal_error", status: 500, since: "2026-09-12" },
  { code: "initech_route_not_found", status: 404, since: "2026-09-12" },
];

/** What a service between two others does with the error that it caught. */
export type Relay = (thrown: unknown) => unknown;

/** One service of the chain. */
interface Hop {
  readonly reports: readonly ErrorReport[];
  readonly running: RunningDriver;
}

/** Three services, each on another framework, that call each other through the client. */
export interface Chain {
  readonly url: string;
  /** The reports of all three, from the innermost to the edge. */
  readonly hops: readonly Hop[];
  close(): Promise<void>;
}

const driver = (name: string) => DRIVERS.find((one) => one.name === name) as Driver;

async function start(name: string, catalog: typeof acme, handler: (contract: Contract) => Handler): Promise<Hop> {
  const reports: ErrorReport[] = [];
  const contract = createContract(catalog, { onError: (report) => reports.push(report) });
  return { reports, running: await driver(name).start(contract, handler(contract)) };
}

type Contract = ReturnType<typeof createContract>;

/** Throws the code that the header `x-raise` names, with secrets wherever an error has room for them. */
const raising =
  (contract: Contract): Handler =>
  (io) => {
    const code = String(io.context().header("x-raise"));
    const row = INNERMOST.find((one) => one.code === code);
    const { password, host, path, header } = SECRETS;
    const init = {
      message: `It failed by ${path}.`,
      param: `secret.${password}`,
      detail: { ...row?.detail, host, note: password },
      retryAfter: 7,
      cause: new Error(LEAKY_TEXT),
    };
    io.set(header, password);
    const definition = initech.definition(code);
    if (definition?.where === "request") throw initech.error(code as "invalid_input", init as object);
    const failure = initech.taskError(code as "timeout", init as object);
    const respond = definition?.where === "cancelled_task" ? contract.task.cancelled : contract.task.failed;
    io.reply(200, respond({ id: password } as never, failure as never, io.context()) as object);
  };

/** Calls the next service in the version of the request, and relays the outcome. */
const calling =
  (baseUrl: string, relay: Relay) =>
  (contract: Contract): Handler =>
  async (io) => {
    const context = io.context();
    const client = createClient({
      baseUrl,
      version: context.header("uhp-version") as Version,
      catalog: initech,
      maxAttempts: 1,
      incomingHeaders: () => contract.traceHeaders(context),
    });
    try {
      const response = await client.json("/case", { headers: { "x-raise": String(context.header("x-raise")) } });
      const failure = parseTaskError(response, { catalog: initech });
      if (failure !== undefined) throw failure;
      io.reply(200, { code: null });
    } catch (thrown) {
      throw relay(thrown);
    }
  };

/** Starts Fastify, Koa in front of it, and Express at the edge. */
export async function startChain(middle: Relay, edge: Relay): Promise<Chain> {
  const third = await start("fastify5", initech as never, raising);
  const second = await start("koa3", acme, calling(third.running.url, middle));
  const first = await start("express5", acme, calling(second.running.url, edge));
  const hops = [third, second, first];
  return {
    url: first.running.url,
    hops,
    close: async () => void (await Promise.all(hops.map(({ running }) => running.close()))),
  };
}
