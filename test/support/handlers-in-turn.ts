import type { Contract } from "@uhp-errors/core";
import { afterAll } from "vitest";
import type { Driver, Handler, RunningDriver } from "../conformance/drivers/driver.ts";

/** Replaces the current handler, and returns the URL of the server whose `/case` it answers. */
export type Place = (handler: Handler) => Promise<string>;

/** One server of a driver for handlers that run one after the other, since starting a server takes longer than a request. */
export function handlersInTurn(driver: Driver, contract: Contract | undefined): Place {
  let current: Handler = () => {};
  let running: Promise<RunningDriver> | undefined;
  afterAll(async () => (await running)?.close());
  return async (handler) => {
    current = handler;
    running ??= driver.start(contract, (io) => current(io));
    return (await running).url;
  };
}
