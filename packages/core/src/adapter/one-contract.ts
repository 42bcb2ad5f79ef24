import { warnOnce } from "./warn-once.ts";

const contracts = new WeakMap<object, object>();

/** Records the contract of an application. Warns if the application already has a different one. */
export function noteContract(app: object, contract: object): void {
  const first = contracts.get(app);
  if (first === undefined) contracts.set(app, contract);
  else if (first !== contract) {
    warnOnce(
      "UHP_SECOND_CONTRACT",
      "an application was given a second contract, and only one of them answers a request: give each application one contract, or mount an application with the other one under a path",
    );
  }
}
