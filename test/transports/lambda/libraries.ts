/** The libraries' names in the page's code, for its type check: only this workspace has them. */
export type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
