/** What the page on Lambda takes for granted. */
export { parseErrorObject } from "@uhp-errors/client";
export { acme, contract } from "../../../transports/lambda/contract.ts";
export type { Context, SQSBatchResponse, SQSEvent } from "../../../transports/lambda/libraries.ts";
export { deadLetter, placeOrder } from "../../../transports/lambda/service.ts";
