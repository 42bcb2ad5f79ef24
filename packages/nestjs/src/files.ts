import { errorMonitor } from "node:events";
import type { ServerResponse } from "node:http";
import { StreamableFile } from "@nestjs/common";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { responderInCharge } from "@uhp-errors/node";
import { dryRunOf } from "@uhp-errors/node/internal";

/**
 * Makes the contract respond when a `StreamableFile` cannot be read. On Express, Nest passes that failure to the file's
 * own error handler, past every filter, and that handler responds with 400, as if the client had made a mistake. An
 * error handler that the service has set on the file stays.
 */
export function answerFailedFile(body: unknown, response: ServerResponse): void {
  if (!(body instanceof StreamableFile)) return;
  const { errorHandler, errorLogger } = body;
  const responder = responderInCharge(response);
  if (responder === undefined || !isNestsOwn(errorHandler)) return;
  body.setErrorHandler((error, target) => {
    // A failure after the last byte changes nothing.
    if (response.destroyed || body.getStream().readableEnded) return errorHandler(error, target);
    errorLogger(error);
    responder.sendError(error);
  });
}

/** Notes a failure that the contract, in force, would respond to in place of Nest's own error handler. */
export function observeFailedFile(body: unknown, response: ServerResponse, contract: AdapterContract): void {
  if (!(body instanceof StreamableFile)) return;
  const stream = body.getStream();
  // Node emits this before `error`. Listening to it changes nothing else.
  stream.once(errorMonitor, (error: unknown) => {
    const isLate = response.destroyed || stream.readableEnded;
    if (!isLate && isNestsOwn(body.errorHandler)) dryRunOf(contract, response)?.respond(error);
  });
}

/** Each file has its own function, so only the function's source shows whether Nest made it. */
function isNestsOwn(handler: object): boolean {
  return String(handler) === String(new StreamableFile(new Uint8Array()).errorHandler);
}
