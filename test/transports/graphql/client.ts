import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "./contract.ts";

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: unknown }[];
}

export async function failuresOf(response: Response) {
  const { errors = [] }: Result = await response.json();
  return errors.map((error) => parseErrorObject(error.extensions, { catalog: acme }) ?? error);
}
