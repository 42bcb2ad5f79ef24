import { TRPCClientError } from "@trpc/client";
import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "./contract.ts";

/** Returns `undefined` if the error is not the service's, for example because the network failed. */
export function serviceErrorOf(thrown: unknown) {
  return thrown instanceof TRPCClientError ? parseErrorObject(thrown.data, { catalog: acme }) : undefined;
}
