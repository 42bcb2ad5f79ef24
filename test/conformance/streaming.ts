import {
  type Contract,
  createContract,
  type ErrorReport,
  type EventStream,
  type StreamOptions,
} from "@uhp-errors/core";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import type { Driver, Handler, Io } from "./drivers/driver.ts";

/** The response object of every stream here. */
export const RESPONSE = { id: "resp_1", status: "in_progress" };

/** What a handler does with its stream. */
export type Run = (stream: EventStream, io: Io) => unknown;

/** Runs a driver's app whose `/case` streams through the adapter. */
export async function streaming(
  driver: Driver,
  run: Run,
  use: (url: string, reports: readonly ErrorReport[]) => Promise<void>,
  options: Partial<StreamOptions> = {},
): Promise<void> {
  const reports: ErrorReport[] = [];
  const contract: Contract = createContract(acme, { onError: (report) => reports.push(report) });
  const handler: Handler = (io) => run(io.stream(contract, { responseObject: RESPONSE, ...options }), io);
  await during(await driver.start(contract, handler), (url) => use(url, reports));
}

/** The events of a response's body, in order. */
export function eventsOf(body: string): Record<string, unknown>[] {
  return body
    .split("\n\n")
    .filter((part) => part.startsWith("data: "))
    .map((part) => JSON.parse(part.slice("data: ".length)));
}
