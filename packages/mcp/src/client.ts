import { type ParsedErrorObject, type ParseOptions, parseErrorObject } from "@uhp-errors/client";
import type { AnyCatalog, Catalog } from "@uhp-errors/core";
import { peek } from "@uhp-errors/core/internal";
import { ERROR_KEY } from "./error-key.ts";

/**
 * Reads the error of a tool from the result of `client.callTool`, in version 1 or 2 of the SDK. Returns `undefined` for a result that is
 * not an error, and for an error that the contract did not write, such as one that the tool returned itself.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Throws nothing else.
 * @example
 * const result = await client.callTool({ name: "order", arguments: { id: "7" } });
 * const error = parseToolError(result, { catalog: acme });
 * if (error?.code === "acme_sold_out") show(`${error.detail.left} left`);
 */
export function parseToolError<Given extends AnyCatalog = Catalog>(
  result: unknown,
  options: ParseOptions<Given> = {},
): ParsedErrorObject<Given> | undefined {
  const isError = peek(result, "isError") === true;
  const structured = parseErrorObject(isError ? peek(result, "structuredContent") : undefined, options);
  return structured ?? parseErrorObject(isError ? peek(peek(result, "_meta"), ERROR_KEY) : undefined, options);
}

/**
 * Reads the error of a request that failed as a whole, from the error that the SDK's client throws: an `McpError` in version 1, a
 * `ProtocolError` in version 2. Unknown tools, resources and prompts fail so. Returns `undefined` for any other value, and for an error
 * that the contract did not write.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Throws nothing else.
 * @example
 * const thrown = await client.readResource({ uri }).catch((thrown: unknown) => thrown);
 * const error = parseProtocolError(thrown, { catalog: acme });
 */
export function parseProtocolError<Given extends AnyCatalog = Catalog>(
  thrown: unknown,
  options: ParseOptions<Given> = {},
): ParsedErrorObject<Given> | undefined {
  return parseErrorObject(peek(thrown, "data"), options);
}
