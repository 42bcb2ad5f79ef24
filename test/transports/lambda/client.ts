import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "./contract.ts";

/** Reads the payload of an invocation with a `FunctionError`. It gives `undefined` if the function crashed or ran out of time. */
export function failureOf({ errorMessage }: { readonly errorMessage: string }) {
  try {
    return parseErrorObject(JSON.parse(errorMessage), { catalog: acme });
  } catch {
    return undefined;
  }
}
