import { ajv } from "./ajv.ts";
import { bodyParser } from "./body-parser.ts";
import { busboy } from "./busboy.ts";
import { coBody } from "./co-body.ts";
import { fastify } from "./fastify.ts";
import { fastifyPlugins } from "./fastify-plugins.ts";
import { formidable } from "./formidable.ts";
import { httpErrors } from "./http-errors.ts";
import { joi } from "./joi.ts";
import { multer } from "./multer.ts";
import { fastifyRateLimit } from "./rate-limit.ts";
import type { Producer } from "./recognition.ts";
import { router } from "./router.ts";
import { axios, fetchClient, undici } from "./upstream.ts";
import { validation } from "./validation.ts";
import { zlib } from "./zlib.ts";

export { allowedMethods, allowValue } from "./allow.ts";
export { meaningOfParserError } from "./http-parser.ts";
export type { Circumstances, Meaning, OwnMeaning, OwnProducer } from "./recognition.ts";
export { upstreamMarks } from "./recognition.ts";
export { meaningOfStatus, retryAfterSeconds } from "./status.ts";

/**
 * In order of trial. Clients of other services come first, so that no later row reads a status from their errors; then
 * whoever is known by a code or a mark; then those who are known by little more than a status or a text; last the one who is
 * known by the answer alone.
 */
export const PRODUCERS: readonly Producer[] = [
  undici,
  fetchClient,
  axios,
  validation,
  ajv,
  joi,
  multer,
  formidable,
  ...fastifyPlugins,
  fastify,
  coBody,
  zlib,
  busboy,
  bodyParser,
  router,
  httpErrors,
  fastifyRateLimit,
];
