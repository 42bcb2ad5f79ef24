import type { Contract } from "../contract/contract.ts";

/**
 * Runs what an adapter does beside the service's code: it watches, and sends nothing. The service's code must never fail because of it. So
 * what it throws, or what its promise rejects with, is reported.
 *
 * @example
 * handled.then(undefined, (thrown) => aside(contract, () => observation.thrown(thrown)));
 */
export function aside(contract: Pick<Contract, "handleError">, act: () => unknown): void {
  const failed = (failure: unknown) => {
    contract.handleError(failure, { transport: "http" });
  };
  try {
    const result = act();
    if (result instanceof Promise) result.then(undefined, failed);
  } catch (failure) {
    failed(failure);
  }
}
