import { ajv } from "./ajv.ts";
import { arktype } from "./arktype.ts";
import { bodyParser } from "./body-parser.ts";
import { boom } from "./boom.ts";
import { busboy } from "./busboy.ts";
import { classValidator } from "./class-validator.ts";
import { coBody } from "./co-body.ts";
import { driverTexts } from "./driver-texts.ts";
import { expressJwt } from "./express-jwt.ts";
import { fastify } from "./fastify.ts";
import { fastifyPlugins } from "./fastify-plugins.ts";
import { formidable } from "./formidable.ts";
import { grpc } from "./grpc.ts";
import { hono } from "./hono.ts";
import { got, ky } from "./http-clients.ts";
import { httpErrors } from "./http-errors.ts";
import { joi } from "./joi.ts";
import { jose } from "./jose.ts";
import { jsonwebtoken } from "./jsonwebtoken.ts";
import { mongodb } from "./mongodb.ts";
import { multer } from "./multer.ts";
import { nest } from "./nest.ts";
import { openapi } from "./openapi.ts";
import { prisma } from "./prisma.ts";
import { fastifyRateLimit } from "./rate-limit.ts";
import { rateLimiterFlexible } from "./rate-limiter-flexible.ts";
import type { Producer } from "./recognition.ts";
import { ioredis, redis } from "./redis.ts";
import { router } from "./router.ts";
import { mysql, pg } from "./sql.ts";
import { superstruct } from "./superstruct.ts";
import { system } from "./system.ts";
import { typebox } from "./typebox.ts";
import { uhpClient } from "./uhp-client.ts";
import { axios, fetchClient, undici } from "./upstream.ts";
import { validation } from "./validation.ts";
import { yup } from "./yup.ts";
import { zlib } from "./zlib.ts";

export { allowedMethods, allowValue } from "./allow.ts";
export { type ErrorClassOptions, errorClass } from "./error-class.ts";
export { meaningOfParserError } from "./http-parser.ts";
export type { Circumstances, Meaning, OwnMeaning, OwnProducer, Upstream } from "./recognition.ts";
export { upstreamMarks } from "./recognition.ts";
export { meaningOfStatus, retryAfterSeconds } from "./status.ts";

/**
 * In order of trial. Clients of other services come first, so that no later row reads a status from their errors; then
 * whoever is known by a code or a mark; then those who are known by little more than a status or a text; last the one who is
 * known by the answer alone.
 */
export const PRODUCERS: readonly Producer[] = [
  uhpClient,
  undici,
  fetchClient,
  axios,
  got,
  ky,
  grpc,
  pg,
  mysql,
  mongodb,
  redis,
  ioredis,
  prisma,
  system,
  rateLimiterFlexible,
  arktype,
  validation,
  ajv,
  typebox,
  joi,
  yup,
  superstruct,
  classValidator,
  multer,
  formidable,
  expressJwt,
  jsonwebtoken,
  jose,
  ...fastifyPlugins,
  fastify,
  boom,
  nest,
  openapi,
  hono,
  coBody,
  zlib,
  ...driverTexts,
  busboy,
  bodyParser,
  router,
  httpErrors,
  fastifyRateLimit,
];
