import type { ServerResponse } from "node:http";
import type { ErrorResponse } from "@uhp-errors/core";
import type { Interception } from "../request/exchange.ts";
import { ask } from "./ask.ts";
import { BufferedBody, deservesLook } from "./buffered-body.ts";
import { fieldNamed } from "./head.ts";
import { writtenOf } from "./replace.ts";
import { isSuccess, toStatus } from "./status.ts";

/** The status of the answer as it stands: that of a stored head, which a later change of `statusCode` does not reach. */
export function currentStatus(interception: Interception, response: ServerResponse): number {
  return response.headersSent ? interception.storedStatus : toStatus(response.statusCode);
}

/** Begins to look at a success whose first bytes may be those of an envelope; `true` when it should be looked at. */
export function isSuspect(
  interception: Interception,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
): boolean {
  if (interception.writing || !isSuccess(currentStatus(interception, response))) return false;
  // A piece of no length says nothing of what follows.
  if ((chunk as string | Uint8Array | undefined)?.length !== 0 && !deservesLook(chunk, encoding)) return false;
  interception.suspect = new BufferedBody();
  interception.suspect.add(chunk, encoding);
  return true;
}

/** What leaves in place of a success that is an envelope, or an error of the catalog without one. It must be whole. */
export function misplacedError(interception: Interception, response: ServerResponse): ErrorResponse | undefined {
  interception.body = interception.suspect;
  const written = writtenOf(interception, response, currentStatus(interception, response));
  const wire = ask(interception, () => interception.contract.replace(written, interception));
  interception.body = undefined;
  if (wire !== undefined) interception.suspect = undefined;
  return wire;
}

/** Whether a first piece is declared to be all of the body. */
export function isWhole(interception: Interception, response: ServerResponse): boolean {
  const length = fieldNamed(interception.storedFields, "content-length") ?? response.getHeader("content-length");
  return length !== undefined && Number(length) === interception.suspect?.length;
}

/** Adds to what has left of a success that may be an envelope, and tells of it when it was one. */
export function follow(
  interception: Interception,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
  isLast: boolean,
): void {
  const { suspect } = interception;
  if (suspect === undefined) return;
  suspect.add(chunk, encoding);
  if (!isLast && suspect.mayBeEnvelope) return;
  interception.suspect = undefined;
  interception.body = suspect;
  // Of an answer to HEAD no body has left.
  if (suspect.mayBeEnvelope && interception.hasBody && !response.destroyed) {
    interception.contract.reportWrongStatus(writtenOf(interception, response, interception.storedStatus), interception);
  }
  interception.body = undefined;
}
