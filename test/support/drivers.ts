import type { ErrorReport, VerifyToken } from "@uhp-errors/core";
import type { Driver, Handler, RunningDriver } from "../conformance/drivers/driver.ts";
import { type AdapterContractOptions, createAdapterContract } from "./adapter-contract.ts";
import { acme } from "./catalog.ts";

/** What a test does with a running server. */
export type Use = (url: string, reports: readonly ErrorReport[], server: RunningDriver["server"]) => Promise<void>;

/** Runs a driver's app for the duration of a test, its `/case` answered by `handler`. */
export async function serve(
  driver: Driver,
  handler: Handler | undefined,
  use: Use,
  options: AdapterContractOptions = {},
  verify?: VerifyToken<unknown>,
): Promise<void> {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report), ...options });
  const running = await driver.start(contract, handler, verify);
  await during(running, (url) => use(url, reports, running.server));
}

/** Uses a server and closes it, even when the test fails. */
export async function during<Result>(server: RunningDriver, use: (url: string) => Promise<Result>): Promise<Result> {
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}
