import { CASES } from "../../conformance/cases/index.ts";
import type { Handler } from "../../conformance/drivers/driver.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import type { Sent } from "../../support/http.ts";
import { type Item, observed, outcome } from "./item.ts";

/** What is sent to a driver's app, and what comes back. */
export interface RequestState {
  /** What a client gets with the contract. */
  readonly expected: Item["expected"];
  /** What `/case` does. */
  readonly handler?: Handler | undefined;
  /** The request, or bytes that are not a request; `GET /case` by default. */
  readonly sent?: Sent | string | undefined;
  /** Whether the request is sent a first time before. */
  readonly twice?: boolean;
  /** Header fields that the table shows. */
  readonly shown?: readonly string[];
  /** Milliseconds that the server waits for the head of a request; Node's own limit by default. */
  readonly headersTimeout?: number;
}

/** An item that sends something to a driver's app. */
export function onDriver(frameworks: readonly DriverName[], what: string, exchange: RequestState): Item {
  const { expected, handler, sent = {}, twice = false, shown = [], headersTimeout } = exchange;
  const request = typeof sent === "string" ? sent : { path: "/case", ...sent };
  return {
    what,
    frameworks,
    expected,
    observe: (framework, contract) => {
      const driver = DRIVERS.find(({ name }) => name === framework);
      if (driver === undefined) throw new Error(`there is no driver for ${framework}`);
      return observed(driver.start(contract, handler), async (url, server) => {
        if (headersTimeout !== undefined) server.headersTimeout = headersTimeout;
        if (twice) await outcome(url, request);
        return outcome(url, request, shown);
      });
    },
  };
}

/** An item that sends one of the suite's cases. It expects what the case expects, and the header fields that are shown. */
export function ofCase(
  frameworks: readonly DriverName[],
  what: string,
  id: string,
  { shown = {}, twice = false }: { readonly shown?: Readonly<Record<string, string>>; readonly twice?: boolean } = {},
): Item {
  const example = CASES.find((candidate) => candidate.id === id);
  if (example === undefined) throw new Error(`there is no case ${id}`);
  const { status, code } = example.expect;
  const fields = Object.entries(shown).map(([name, value]) => ` · ${name}: ${value}`);
  return onDriver(frameworks, what, {
    expected: `${status} \`${code}\`${fields.join("")}`,
    handler: example.handler,
    sent: example.request,
    shown: Object.keys(shown),
    twice,
  });
}
