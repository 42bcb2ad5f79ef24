import { ownFields } from "../untrusted/peek.ts";
import { readThrown } from "../untrusted/thrown.ts";
import { challenged } from "./auth/challenged.ts";
import { expressJwt } from "./auth/express-jwt.ts";
import { jose } from "./auth/jose.ts";
import { jsonwebtoken } from "./auth/jsonwebtoken.ts";
import { koaJwt } from "./auth/koa-jwt.ts";
import { oauth2Bearer } from "./auth/oauth2-bearer.ts";
import { bodyParser } from "./bodies/body-parser.ts";
import { busboy } from "./bodies/busboy.ts";
import { coBody } from "./bodies/co-body.ts";
import { formidable } from "./bodies/formidable.ts";
import { multer } from "./bodies/multer.ts";
import { zlib } from "./bodies/zlib.ts";
import { driverTexts } from "./databases/driver-texts.ts";
import { mongodb } from "./databases/mongodb.ts";
import { prisma } from "./databases/prisma.ts";
import { ioredis, redis } from "./databases/redis.ts";
import { mysql, pg } from "./databases/sql.ts";
import { boom } from "./frameworks/boom.ts";
import { fastify } from "./frameworks/fastify.ts";
import { fastifyPlugins } from "./frameworks/fastify-plugins.ts";
import { feathers } from "./frameworks/feathers.ts";
import { h3 } from "./frameworks/h3.ts";
import { hono } from "./frameworks/hono.ts";
import { httpErrors } from "./frameworks/http-errors.ts";
import { nest } from "./frameworks/nest.ts";
import { router } from "./frameworks/router.ts";
import { routingControllers } from "./frameworks/routing-controllers.ts";
import { fastifyRateLimit } from "./limiters/fastify-rate-limit.ts";
import { rateLimiterFlexible } from "./limiters/rate-limiter-flexible.ts";
import type { Mapping, MappingContext } from "./mapping/mapping.ts";
import type { OwnText } from "./mapping/own-text.ts";
import { withSafeParams } from "./mapping/safe-params.ts";
import { candidatesAmong } from "./marks/candidates.ts";
import type { BuiltInRecognizer } from "./marks/recognizer.ts";
import { answeredFetch, axios, fetchClient, nodeFetch, ofetch, undici } from "./upstream/fetch-clients.ts";
import { got, ky } from "./upstream/got-and-ky.ts";
import { grpc } from "./upstream/grpc.ts";
import { anthropic, openai } from "./upstream/model-sdks.ts";
import { system } from "./upstream/node-connections.ts";
import { uhpClient } from "./upstream/uhp-client.ts";
import { ajv } from "./validation/ajv.ts";
import { arktype } from "./validation/arktype.ts";
import { classValidator } from "./validation/class-validator.ts";
import { expressValidator } from "./validation/express-validator.ts";
import { celebrate, joi } from "./validation/joi.ts";
import { openapi } from "./validation/openapi.ts";
import { validation } from "./validation/standard-schema.ts";
import { superstruct } from "./validation/superstruct.ts";
import { tsRest } from "./validation/ts-rest.ts";
import { tsoa } from "./validation/tsoa.ts";
import { typebox } from "./validation/typebox.ts";
import { yup } from "./validation/yup.ts";

export { type ClassMapping, isByStatus, type RecognizeClassOptions, recognizeClass } from "./custom/recognize-class.ts";
export { mappingOfParserError } from "./frameworks/http-parser.ts";
export type { BareFunction, CustomMapping, Mapping, MappingContext, Recognizer } from "./mapping/mapping.ts";
export { type OwnText, textIn } from "./mapping/own-text.ts";
export { mappingOfStatus, type StatusFacts } from "./mapping/status.ts";
export { upstreamMarks } from "./marks/checks.ts";
export { isAjvEntry } from "./validation/ajv-entries.ts";

/**
 * The built-in recognizers, in the order in which they are tried. First come HTTP clients and databases, so that no later recognizer reads
 * a status from their errors. Then come unique codes and marks, then weak matches by a status or a message. Last are a rate limiter and a
 * refusal that are known only by the headers of the response.
 */
export const RECOGNIZERS: readonly BuiltInRecognizer[] = [
  uhpClient,
  undici,
  fetchClient,
  axios,
  got,
  ky,
  ofetch,
  nodeFetch,
  answeredFetch,
  openai,
  anthropic,
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
  celebrate,
  expressValidator,
  yup,
  superstruct,
  tsoa,
  tsRest,
  classValidator,
  multer,
  formidable,
  expressJwt,
  koaJwt,
  oauth2Bearer,
  jsonwebtoken,
  jose,
  ...fastifyPlugins,
  fastify,
  boom,
  feathers,
  nest,
  routingControllers,
  openapi,
  hono,
  h3,
  coBody,
  zlib,
  ...driverTexts,
  busboy,
  bodyParser,
  router,
  httpErrors,
  fastifyRateLimit,
  challenged,
];

/** A recognized error. */
export interface Recognized {
  /** The recognizer's name. */
  readonly recognizer: string;
  /** The meaning of the error; `"aborted"` if the client left. */
  readonly mapping: Mapping | "aborted";
  /** Returns the messages that the service itself gave the error; `undefined` if they may come from elsewhere. Never throws. */
  ownText(): OwnText | undefined;
}

// Not every recognizer has all fields, and a polluted prototype must not add the others.
const candidatesFor = candidatesAmong(RECOGNIZERS.map(ownFields));

/**
 * Asks the built-in recognizers whose marks `thrown` carries; `undefined` if none recognizes it. Never throws.
 *
 * @param contextOf Makes the mapping context. It is called only if a recognizer is asked.
 */
export function recognize(thrown: unknown, contextOf: () => MappingContext): Recognized | undefined {
  const value = readThrown(thrown);
  const candidates = candidatesFor(value);
  if (candidates.length === 0) return undefined;
  const mappingContext = contextOf();
  for (const { name, map, ownText } of candidates) {
    const mapping = map(value, mappingContext);
    if (mapping === undefined) continue;
    return {
      recognizer: name,
      mapping: withSafeParams(mapping, mappingContext.sanitizer),
      ownText: () => ownText?.(value),
    };
  }
  return undefined;
}
