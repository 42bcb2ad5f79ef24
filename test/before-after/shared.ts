import { CASES } from "../cases/index.ts";
import type { Handler } from "../drivers/driver.ts";
import { DRIVERS } from "../drivers/index.ts";
import type { DriverName } from "../drivers/names.ts";
import type { Sent } from "../support/http.ts";
import { type Item, observed, outcome } from "./item.ts";

/** What is sent to the app that every driver has. */
export interface RequestState {
  /** What `/case` does. */
  readonly handler?: Handler | undefined;
  /** The request, or bytes that are none; `GET /case` by default. */
  readonly sent?: Sent | string | undefined;
  /** Whether the request is sent once before. */
  readonly twice?: boolean;
  /** Header fields that the table shows. */
  readonly shown?: readonly string[];
}

/** Something sent to the app that every driver has. */
export function onDriver(frameworks: readonly DriverName[], what: string, proof: string, exchange: RequestState): Item {
  const { handler, sent = {}, twice = false, shown = [] } = exchange;
  const request = typeof sent === "string" ? sent : { path: "/case", ...sent };
  return {
    what,
    proof,
    frameworks,
    observe: (framework, contract) => {
      const driver = DRIVERS.find(({ name }) => name === framework);
      if (driver === undefined) throw new Error(`there is no driver for ${framework}`);
      return observed(driver.start(contract, handler), async (url) => {
        if (twice) await outcome(url, request);
        return outcome(url, request, shown);
      });
    },
  };
}

/** One of the suite's cases. */
export function ofCase(
  frameworks: readonly DriverName[],
  what: string,
  id: string,
  more: Pick<RequestState, "twice" | "shown"> = {},
): Item {
  const example = CASES.find((candidate) => candidate.id === id);
  if (example === undefined) throw new Error(`there is no case ${id}`);
  return onDriver(frameworks, what, id, { handler: example.handler, sent: example.request, ...more });
}
