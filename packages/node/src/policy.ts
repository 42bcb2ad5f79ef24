import type { ServerResponse } from "node:http";
import type { WireResponse, WrittenResponse } from "@uhp-errors/core";
import type { HeldBody } from "./held-body.ts";

/** What a contract does with what leaves through a response. */
export interface Policy {
  /** Headers that every answer carries, whatever others have set under their names. */
  readonly stamp: Readonly<Record<string, string>>;
  /** What leaves in place of an answer that something else wrote; `undefined` lets it leave as it is. */
  fill(written: WrittenResponse): WireResponse | undefined;
  /** The answer to a failure that destroys the response before any of it has left; `undefined` when there is none. */
  fail(thrown: unknown): WireResponse | undefined;
}

/**
 * What leaves in place of an answer that was held back; `undefined` when it may leave as it is.
 *
 * @param own The contract's own answer, where the framework was about to write it.
 */
export function verdict(
  response: ServerResponse,
  held: HeldBody,
  { fill }: Policy,
  own: WireResponse | undefined,
): WireResponse | undefined {
  if (response.destroyed) return undefined;
  const status = Number(response.statusCode);
  const encoding = response.getHeader("content-encoding")?.toString();
  const body = held.text(encoding);
  if (own === undefined) return fill({ status, body, header: (name) => response.getHeader(name)?.toString() });
  // The framework's hooks may compress the contract's own answer, and may do nothing else to it.
  return encoding !== undefined && status === own.status && body === own.body ? undefined : own;
}
