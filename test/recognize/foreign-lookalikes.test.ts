import { gunzipSync } from "node:zlib";
import type { RequestContext } from "@uhp-errors/core";
import { Ajv } from "ajv";
import { describe, test } from "vitest";
import { SECRETS } from "../support/secrets.ts";
import { INTERNAL, judge } from "./expect-answer.ts";
import { requestWith } from "./families/caught.ts";
import { MULTIPART } from "./provoke.ts";

const error = (fields: object, text: string = SECRETS.password) => Object.assign(new Error(text), fields);
const caught = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (failure) {
    return failure;
  }
};

describe("what only looks like it", () => {
  const zlibError = caught(() => gunzipSync(SECRETS.password));
  const formRequest = requestWith({ "content-type": MULTIPART["Content-Type"] });
  const jsonRequest = requestWith({ "content-type": "application/json" });
  const limited: RequestContext = {
    ...requestWith(),
    responseHeader: (name) => ({ "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0" })[name],
  };
  const fastifyFields = { name: "FastifyError", code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 };

  test.each<[what: string, value: unknown, context?: RequestContext]>([
    ["a multer error out of JSON", { name: "MulterError", code: "LIMIT_FILE_SIZE", message: "x" }],
    ["an error with multer's code and no name", error({ code: "LIMIT_FILE_SIZE" })],
    ["multer's name and a code that it does not have", error({ name: "MulterError", code: "toString" })],
    ["busboy's text for a JSON request", new Error("Unexpected end of form"), jsonRequest],
    ["busboy's text without a request body", new Error("Unexpected end of form")],
    ["busboy's text with a status", error({ status: 502 }, "Unexpected end of form"), formRequest],
    ["busboy's text of another service", error({ response: {} }, "Unexpected end of form"), formRequest],
    ["busboy's text out of JSON", { message: "Unexpected end of form" }, formRequest],
    ["busboy's refusal of another type", new Error("Unsupported content type: text/x"), formRequest],
    ["a formidable error out of JSON", { code: 1016, httpCode: 413, message: "options.maxFileSize (9 bytes)" }],
    ["formidable's code alone", error({ code: 1016 })],
    ["a parse error of another service", error({ name: "SyntaxError", status: 400, body: "x", request: {} })],
    ["a parse error out of JSON", { name: "SyntaxError", status: 400, body: "x" }],
    ["a 400 with a body", error({ status: 400, body: SECRETS.password })],
    ["a 415 of another service", error({ status: 415 }, `Unsupported content-type: ${SECRETS.password}`), jsonRequest],
    ["corrupt data of the service's own", zlibError],
    ["corrupt data for a request that is not compressed", zlibError, requestWith({ "content-encoding": "identity" })],
    ["a zlib error out of JSON", { errno: -3, code: "Z_DATA_ERROR" }, requestWith({ "content-encoding": "gzip" })],
    ["a Fastify error out of JSON", { ...fastifyFields, message: SECRETS.password }],
    ["a Fastify error that was copied onto another", error(fastifyFields)],
    ["Fastify's brand on what is no error", { ...fastifyFields, [Symbol.for("fastify-error-generic")]: true }],
    [
      "a Fastify answer that a client made an error of",
      error({ code: "FST_ERR_VALIDATION", statusCode: 400, error: "x" }),
    ],
    ["a validation failure out of JSON", { code: "FST_ERR_VALIDATION", statusCode: 400, validation: [] }],
    [
      "a syntax error with a status",
      caught(() => Object.assign(new SyntaxError(SECRETS.password), { statusCode: 400 })),
    ],
    ["a token's error of another service", error({ code: "FAST_JWT_EXPIRED", response: {} })],
    ["a plugin's code without its brand", error({ code: "FST_JWT_BAD_REQUEST", statusCode: 400 })],
    ["a compression error out of JSON", { name: "FastifyCompressError", code: "FST_CP_ERR_INVALID_CONTENT" }],
    ["a rate limiter's text without its fields", error({ statusCode: 429 }, "Rate limit exceeded, retry in 1 minute")],
    ["a 429 on the last request that is allowed", error({ statusCode: 429 }), limited],
    [
      "a 429 with a wait and no limit",
      error({ statusCode: 429 }),
      { ...requestWith(), responseHeader: (name) => (name === "retry-after" ? "9" : undefined) },
    ],
    ["a joi error out of JSON", { isJoi: true, details: [{ path: ["a"], type: "x", message: "x" }] }],
    ["a list with half of ajv's fields", [{ keyword: "x", schemaPath: "#/x", message: "x" }]],
    ["an ajv error out of JSON", { ajv: true, validation: true, errors: refusal() }],
  ])("%s", (_what, value, context = requestWith()) => {
    judge({ thrown: value, context }, INTERNAL);
  });

  function refusal(): unknown {
    const validate = new Ajv().compile({ type: "string" });
    validate(1);
    return validate.errors;
  }
});
