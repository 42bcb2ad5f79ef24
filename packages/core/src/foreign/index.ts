import { bodyParser } from "./body-parser.ts";
import { httpErrors } from "./http-errors.ts";
import type { Producer } from "./recognition.ts";
import { router } from "./router.ts";
import { axios, fetchClient, undici } from "./upstream.ts";
import { validation } from "./validation.ts";

export { meaningOfParserError } from "./http-parser.ts";
export type { Circumstances, Meaning } from "./recognition.ts";
export { meaningOfStatus, retryAfterSeconds } from "./status.ts";

/** In order of trial. Clients of other services come first, so that no later row reads a status from their errors. */
export const PRODUCERS: readonly Producer[] = [undici, fetchClient, axios, validation, bodyParser, router, httpErrors];
