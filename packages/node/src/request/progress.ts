import type { ServerResponse } from "node:http";
import { EXCHANGE, type Interception, type TrackedResponse } from "./exchange.ts";

/** The exchange of a response that a contract intercepts; `undefined` when none does. */
export function interceptionOf(response: ServerResponse): Interception | undefined {
  const exchange = (response as TrackedResponse)[EXCHANGE];
  return exchange?.contract === undefined ? undefined : (exchange as Interception);
}

/** Whether none of the answer's bytes has been handed to the connection. */
export function nothingLeft(response: ServerResponse): boolean {
  return (response as TrackedResponse)[EXCHANGE]?.nothingLeft ?? !response.headersSent;
}

/** Whether something has begun an answer, none of which has left. */
export function hasBegun(response: ServerResponse): boolean {
  return (response as TrackedResponse)[EXCHANGE]?.hasBegun ?? false;
}

/** The connection that an answer leaves by. One that is busy with an earlier answer has not been given to it yet. */
export function isReachable(response: ServerResponse): boolean {
  if (response.destroyed) return false;
  const { stream } = response as ServerResponse & { readonly stream?: { readonly destroyed: boolean } };
  const connection = stream ?? response.socket ?? response.req.socket;
  return connection?.destroyed === false;
}
