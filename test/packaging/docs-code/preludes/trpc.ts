/** What the page on tRPC takes for granted. */
export type { IncomingMessage } from "node:http";
export { parseErrorObject } from "@uhp-errors/client";
export { isContractError, recognizeClass } from "@uhp-errors/core";
export { acme, contract } from "../../../transports/trpc/contract.ts";
export {
  initTRPC,
  TRPC_ERROR_CODES_BY_KEY,
  TRPCClientError,
  TRPCError,
  ZodError,
} from "../../../transports/trpc/libraries.ts";
