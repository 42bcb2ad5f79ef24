import type { WireResponse, WrittenResponse } from "@uhp-errors/core";

/** What a contract does with what leaves through a response. */
export interface Policy {
  /** Headers that every answer carries, whatever others have set under their names. */
  readonly stamp: Readonly<Record<string, string>>;
  /** What leaves in place of an answer that something else wrote; `undefined` lets it leave as it is. */
  fill(written: WrittenResponse): WireResponse | undefined;
  /** The answer to a failure that destroys the response before any of it has left; `undefined` when there is none. */
  fail(thrown: unknown): WireResponse | undefined;
}
