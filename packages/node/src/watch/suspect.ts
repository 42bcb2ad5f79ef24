import type { ServerResponse } from "node:http";
import type { WireResponse } from "@uhp-errors/core";
import { BufferedBody, deservesLook } from "./buffered-body.ts";
import { fieldNamed } from "./head.ts";
import { writtenOf } from "./replace.ts";
import { isSuccess, statusOf } from "./status.ts";
import type { Watch } from "./watch.ts";

/** The status of the answer as it stands: that of a stored head, which a later change of `statusCode` does not reach. */
export function currentStatus(watch: Watch, response: ServerResponse): number {
  return response.headersSent ? watch.storedStatus : statusOf(response.statusCode);
}

/** Begins to look at a success whose first bytes may be those of an envelope; `true` when it should be looked at. */
export function isSuspect(watch: Watch, response: ServerResponse, chunk: unknown, encoding: unknown): boolean {
  if (watch.writing || !isSuccess(currentStatus(watch, response))) return false;
  // A piece of no length says nothing of what follows.
  if ((chunk as string | Uint8Array | undefined)?.length !== 0 && !deservesLook(chunk, encoding)) return false;
  watch.suspect = new BufferedBody();
  watch.suspect.add(chunk, encoding);
  return true;
}

/** What leaves in place of a success that is an envelope, or an error of the catalog without one. It must be whole. */
export function misplacedError(watch: Watch, response: ServerResponse): WireResponse | undefined {
  watch.body = watch.suspect;
  const wire = watch.contract.fill(writtenOf(watch, response, currentStatus(watch, response)), watch.context);
  watch.body = undefined;
  if (wire !== undefined) watch.suspect = undefined;
  return wire;
}

/** Whether a first piece is declared to be all of the body. */
export function isWhole(watch: Watch, response: ServerResponse): boolean {
  const length = fieldNamed(watch.storedFields, "content-length") ?? response.getHeader("content-length");
  return length !== undefined && Number(length) === watch.suspect?.length;
}

/** Adds to what has left of a success that may be an envelope, and tells of it when it was one. */
export function follow(
  watch: Watch,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
  isLast: boolean,
): void {
  const { suspect } = watch;
  if (suspect === undefined) return;
  suspect.add(chunk, encoding);
  if (!isLast && suspect.mayBeEnvelope) return;
  watch.suspect = undefined;
  watch.body = suspect;
  // Of an answer to HEAD no body has left.
  if (suspect.mayBeEnvelope && watch.hasBody && !response.destroyed) {
    watch.contract.noticeMisplaced(writtenOf(watch, response, watch.storedStatus), watch.context);
  }
  watch.body = undefined;
}
