import type { ServerResponse } from "node:http";
import { StreamableFile } from "@nestjs/common";
import { responderInCharge } from "@uhp-errors/node";

/**
 * Has a file that cannot be read answered by the contract. On Express Nest hands the failure to the file itself, past every filter,
 * and that answers 400, as if the client were at fault. A handler that the service has given to the file stays.
 */
export function answerFailedFile(body: unknown, response: ServerResponse): void {
  if (!(body instanceof StreamableFile)) return;
  const { errorHandler, errorLogger } = body;
  const responder = responderInCharge(response);
  if (responder === undefined || !isNestsOwn(errorHandler)) return;
  body.setErrorHandler((error, target) => {
    // Whatever fails once all bytes are handed over spoils nothing.
    if (response.destroyed || body.getStream().readableEnded) return errorHandler(error, target);
    errorLogger(error);
    responder.sendError(error);
  });
}

/** Each file has a function of its own, and nothing but its text tells whether Nest made it. */
function isNestsOwn(handler: object): boolean {
  return String(handler) === String(new StreamableFile(new Uint8Array()).errorHandler);
}
