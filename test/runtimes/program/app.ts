import type { Contract, VerifyToken } from "@uhp-errors/core";
import type { Handler } from "../../conformance/drivers/driver.ts";

/** A function from a request to a response. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** A framework, or none, as an app that any runtime can serve. */
export interface App {
  /**
   * The app of the framework's driver, whose `/case` runs a handler; without a contract it is the bare framework.
   *
   * @param verify Asks every request for a bearer token.
   */
  cases(contract: Contract | undefined, handler: Handler, verify?: VerifyToken<unknown>): Fetch;
  /** An app whose `/case` runs a function of the fetch standard; without a contract it is the bare framework. */
  fetches(contract: Contract | undefined, handler: Fetch): Fetch;
  /** The driver's known failures that occur only on Node, and pass here. */
  readonly passes: readonly string[];
  /** Names of exchanges that are not possible with the framework, each with the reason. */
  readonly fails: Readonly<Record<string, string>>;
}
