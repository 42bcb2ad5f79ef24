import { type ContractOptions, combineHooks, createContract, type ErrorReport, type OnError } from "@uhp-errors/core";
import { afterAll } from "vitest";
import type { Case } from "../conformance/cases/index.ts";
import type { Driver, Handler, RunningDriver } from "../conformance/drivers/driver.ts";
import { acme } from "./catalog.ts";
import { during } from "./drivers.ts";

/** What a case does with its server. */
export type Use<Result> = (url: string, reports: readonly ErrorReport[]) => Promise<Result>;

/** Runs a case on a server that answers its `/case`. */
export type Runner = <Result>(example: Case, use: Use<Result>) => Promise<Result>;

/** Whether a case can share a server: it depends neither on the contract's options nor on the count of a limiter. */
export function isShared({ alone, options, request }: Case): boolean {
  return alone !== true && options === undefined && request?.path !== "/limited";
}

/** What a server runs at the moment, and what it has reported since. */
interface Current {
  handler: Handler;
  reports: ErrorReport[];
}

function start(
  driver: Driver,
  current: Current,
  options: ContractOptions,
  alsoTold: readonly OnError[],
): Promise<RunningDriver> {
  const onError = combineHooks((report) => current.reports.push(report), ...alsoTold);
  const contract = createContract(acme, { onError, ...options });
  return driver.start(contract, (io) => current.handler(io));
}

/**
 * A server of a driver for all cases of a file, one after the other, since starting a server takes longer than a case. A case gets its own
 * server if it cannot be {@link isShared shared}, or if it is known to fail: such a case stops halfway, and what is still going on would be
 * reported during the next one.
 *
 * @param alsoTold Hooks that are also called for each error.
 */
export function sharedServer(driver: Driver, ...alsoTold: readonly OnError[]): Runner {
  const shared: Current = { handler: () => {}, reports: [] };
  let running: Promise<RunningDriver> | undefined;
  afterAll(async () => (await running)?.close());

  return async (example, use) => {
    const { id, options = {}, handler = () => {} } = example;
    const reports: ErrorReport[] = [];
    if (!isShared(example) || id in driver.knownFailing) {
      const own = await start(driver, { handler, reports }, options, alsoTold);
      return during(own, (url) => use(url, reports));
    }
    Object.assign(shared, { handler, reports });
    running ??= start(driver, shared, {}, alsoTold);
    return use((await running).url, reports);
  };
}
