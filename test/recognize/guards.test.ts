import { describe, test } from "vitest";
import { SECRETS } from "../support/secrets.ts";
import { BAD, type Expected, INTERNAL, issues, judge, NOT_FOUND, TOO_LARGE, UPSTREAM } from "./expect-answer.ts";
import { requestWith } from "./families/caught.ts";

/** Errors with some fields, and the same fields without an error. */
const error = (fields: object, text: string = SECRETS.password) => Object.assign(new Error(text), fields);
const named = (name: string, fields: object, text: string = SECRETS.password) => error({ name, ...fields }, text);
const json = (fields: object) => ({ message: SECRETS.password, ...fields });
const nothing = () => undefined;

const marked = [{ message: "x", path: ["a"] }];
const http = { status: 404, statusCode: 404, expose: true };
const undecodable = { name: "URIError", status: 400, statusCode: 400 };
const UNDECODABLE = "Failed to decode param 'x'";
const pgFields = { name: "error", length: 9, severity: "FATAL", code: "57P01" };
const struct = { name: "StructError", path: ["a"], failures: nothing };
const CLOSED = "Connection terminated";
const entry = { keyword: "type", schemaPath: "#/type", instancePath: "/a", params: {}, message: "x" };
const ark = Object.assign([Object.assign({ path: ["a"] }, { " arkKind": "error" })], { " arkKind": "errors" });
const corrupt = { errno: -3, code: "Z_DATA_ERROR" };

class HTTPException extends Error {
  readonly status: unknown = 404;
}
class RedisError extends Error {}
class ErrorReply extends Error {}
class SocketClosedUnexpectedlyError extends Error {}
class Plain {
  readonly name: string = "MaxRetriesPerRequestError";
}
Object.defineProperty(Plain, "name", { value: "RedisError" });
class Prisma extends Error {
  override readonly name: string = "PrismaClientKnownRequestError";
  readonly code = "P1001";
  readonly clientVersion: unknown = "6";
  get [Symbol.toStringTag](): string {
    return "PrismaClientKnownRequestError";
  }
}

/** Classes with the names of error classes that are not errors. */
const Replied = {
  ErrorReply: class ErrorReply {
    readonly name = "Error";
    readonly message = "LOADING x";
  },
  HTTPException: class HTTPException {
    readonly status = 404;
    getResponse(): void {}
  },
};
const methods = { getStatus: nothing, getResponse: nothing, initMessage: nothing, initName: nothing };
const openapi = { name: "Not Found", status: 404, path: "/", errors: [{ path: "/", message: "x" }] };

const JSON_REQUEST = requestWith({ "content-type": "application/json" });
const GZIP = requestWith({ "content-encoding": "gzip" });
const typed = (fields: object) => Object.assign(new SyntaxError("x"), { statusCode: 400, ...fields });

/** Values that have all marks of a library's error but one, so only the check of that one rejects them. */
const NEAR: readonly (readonly [what: string, thrown: unknown, context?: ReturnType<typeof requestWith>])[] = [
  ["a failure result with a status", { issues: marked, status: 400 }],
  ["a failure result with a status code", { issues: marked, statusCode: 400 }],
  ["a failure result of a client", { issues: marked, request: {} }],
  ["a failure result with a name", { issues: marked, name: "ZodError" }],
  ["a failure result whose issues have no place", { issues: [{ message: "x" }] }],
  ["a failure result with a status whose issues have no place", { issues: [{ message: "x" }], status: 400 }],
  ["a failure result without issues", { issues: [] }],
  ["a validator's error of a client", named("ZodError", { issues: marked, response: {} })],
  ["an error of no validator's name", named("Other", { issues: marked })],
  ["an error whose name is no text", error({ name: 5, issues: marked })],
  ["issues without a place", [{ message: "x" }]],
  ["issues with GraphQL's locations", [{ ...marked[0], locations: [] }]],
  ["issues with GraphQL's extensions", [{ ...marked[0], extensions: {} }]],
  ["issues of which one has no text", [...marked, { path: ["a"] }]],
  ["issues of which one has a text for a place", [...marked, { message: "x", path: "a" }]],
  ["a driver's text, out of JSON", { name: "Error", message: CLOSED }],
  ["a driver's text on another error", new TypeError(CLOSED)],
  ["a driver's text of a client", error({ response: {} }, CLOSED)],
  ...["code", "status", "statusCode"].map(
    (key) => [`a driver's text with ${key}`, error({ [key]: 404 }, CLOSED)] as const,
  ),
  ["a parser's error out of JSON", json({ name: "SyntaxError", statusCode: 400 }), JSON_REQUEST],
  ["a parser's error by another name", error({ statusCode: 400 }), JSON_REQUEST],
  ["a parser's error of a client", typed({ request: {} }), JSON_REQUEST],
  ["a parser's error with another status", typed({ statusCode: 404 }), JSON_REQUEST],
  ["a parser's error with a code", typed({ code: "x" }), JSON_REQUEST],
  ["Hono's class without its method", new HTTPException()],
  ["Hono's class of a client", Object.assign(new HTTPException(), { getResponse: nothing, request: {} })],
  ["Hono's method on another class", error({ status: 404, getResponse: nothing })],
  ["an http error without expose", error({ status: 404, statusCode: 404 })],
  ["mongodb's method out of JSON", json({ name: "MongoNetworkError", hasErrorLabel: nothing })],
  ["mongodb's name alone", named("MongoNetworkError", {})],
  ["mongodb's method alone", named("Other", { hasErrorLabel: nothing })],
  [
    "Prisma's fields without its tag",
    Object.assign(new Error("x"), { name: "PrismaClientKnownRequestError", code: "P1001", clientVersion: "6" }),
  ],
  ["Prisma's error without a version", Object.assign(new Prisma("x"), { clientVersion: 6 })],
  ["Prisma's error by another name", Object.assign(new Prisma("x"), { name: "Other" })],
  ["redis' reply by another name", Object.assign(new ErrorReply("LOADING x"), { name: "Other" })],
  ["redis' class with another text", new SocketClosedUnexpectedlyError("x")],
  ["redis' text on another class", new Error("Socket closed unexpectedly")],
  ["ioredis' class that is no error", new Plain()],
  ["ioredis' name alone", named("MaxRetriesPerRequestError", {})],
  ["ioredis' class with a name that it does not know", Object.assign(new RedisError("x"), { name: "Other" })],
  ["the router's error out of JSON", { ...undecodable, message: UNDECODABLE }],
  ["the router's error of a client", error({ ...undecodable, request: {} }, UNDECODABLE)],
  ["the router's error by another name", error({ ...undecodable, name: "Error" }, UNDECODABLE)],
  ["the router's error with another status", error({ ...undecodable, status: 404 }, UNDECODABLE)],
  ["the router's error with another status code", error({ ...undecodable, statusCode: 404 }, UNDECODABLE)],
  ["the router's error with another text", error(undecodable, SECRETS.password)],
  ["pg's error out of JSON", json(pgFields)],
  ["pg's error by another name", error({ ...pgFields, name: "Error" })],
  ["pg's error without a length", error({ ...pgFields, length: undefined })],
  ["pg's error without a severity", error({ ...pgFields, severity: undefined })],
  ["pg's error whose state is none", error({ ...pgFields, code: "57p01" })],
  ["mysql's number without its text", error({ errno: 1040 })],
  ["superstruct's error out of JSON", json(struct)],
  ["superstruct's error by another name", error({ ...struct, name: "Other" })],
  ["superstruct's error of a client", error({ ...struct, config: {} })],
  ["superstruct's error without a path", error({ ...struct, path: "a" })],
  ["superstruct's error without its function", error({ ...struct, failures: [] })],
  ["corrupt data out of JSON", json(corrupt), GZIP],
  ["corrupt data without a number", error({ ...corrupt, errno: "x" }), GZIP],
  ["corrupt data by another code", error({ ...corrupt, code: "ENOENT" }), GZIP],
  ["corrupt data of a client", error({ ...corrupt, response: {} }), GZIP],
  ["corrupt data with a status", error({ ...corrupt, status: 404 }), GZIP],
  ["corrupt data with another status code", error({ ...corrupt, statusCode: 404 }), GZIP],
  ["an SDK's text alone", error({}, "Request timed out.")],
  ["yup's error with one list", named("ValidationError", { inner: [] })],
  ["yup's error of a client", named("ValidationError", { inner: [], errors: [], config: {} })],
  ["yup's lists by another name", named("Other", { inner: [], errors: [] })],
  ["ajv's fields of a client", error({ ajv: true, errors: [entry], response: {} })],
  ["ajv's list on another error", error({ errors: [entry] })],
  ["ajv's list without parameters", [{ ...entry, params: undefined }]],
  ["ajv's list with empty parameters", [{ ...entry, params: null }]],
  ["ajv's list with a text for parameters", [{ ...entry, params: "x" }]],
  ["ajv's list without a keyword", [{ ...entry, keyword: undefined }]],
  ["arktype's list on another error", named("Other", { arkErrors: ark })],
  ["arktype's error out of JSON", json({ name: "TraversalError", arkErrors: ark })],
  ["boom's mark of a client", error({ isBoom: true, output: { statusCode: 404 }, response: {} })],
  ["joi's mark of a client", error({ isJoi: true, details: [], response: {} })],
  ["a Fastify name without its tag", error({ name: "FastifyError", code: "X", statusCode: 404 })],
  [
    "a Fastify brand of a client",
    error({ [Symbol.for("fastify-error-generic")]: true, code: "X", statusCode: 404, request: {} }),
  ],
  ["a compression error by another name", error({ name: "Other", code: "FST_CP_ERR_INVALID_CONTENT" })],
  [
    "a compression error of a client",
    error({ name: "FastifyCompressError", code: "FST_CP_ERR_INVALID_CONTENT", request: {} }),
  ],
  ["a token's error out of JSON", json({ code: "FAST_JWT_EXPIRED" })],
  ["an empty list", []],
  ["a validator's error without issues", named("ZodError", { issues: [] })],
  ["a validator's error whose issues are none", named("ZodError", { issues: [{}] })],
  ["arktype's list of what is none of it", Object.assign([{ path: ["a"] }], { " arkKind": "errors" })],
  ["body-parser's type alone", error({ type: "entity.parse.failed" })],
  ["boom's output without its mark", error({ output: { statusCode: 404 } })],
  ["co-body's error with another status", named("SyntaxError", { status: 404, body: "x" })],
  ["co-body's error without a body", named("SyntaxError", { status: 400 })],
  ["co-body's text with another status", error({ status: 404 }, "Missing content-type")],
  ["express-jwt's code by another name", error({ status: 401, code: "credentials_required" })],
  ["a Fastify tag without its name", error({ [Symbol.toStringTag]: "Error", code: "X", statusCode: 404 })],
  ["formidable's error of a client", error({ httpCode: 400, code: 1012, response: {} })],
  ["multer's error of a client", named("MulterError", { code: "LIMIT_FILE_COUNT", response: {} })],
  ["NestJS's methods out of nothing", { status: 404, ...methods }],
  ["an OpenAPI error that is none", { ...openapi, constructor: { create: nothing } }],
  ["Prisma's tag out of nothing", { ...new Prisma("x"), [Symbol.toStringTag]: "PrismaClientKnownRequestError" }],
  ["redis' class that is no error", new Replied.ErrorReply()],
  ["Hono's class that is no error", new Replied.HTTPException()],
  ["TypeBox's entries of another failure", error({ cause: { source: "Other", errors: [entry] } }, "Parse")],
];

describe("an error that lacks one mark is unknown", () => {
  // Each row has three values, so that the third one has its own type.
  const near = NEAR.map(([what, thrown, context = requestWith()]) => [what, thrown, context] as const);
  test.each(near)("%s", (_what, thrown, context) => {
    judge({ thrown, context }, INTERNAL);
  });
});

describe("what must still be recognized", () => {
  const validated = { validationContext: "body", code: "X" };
  const fastify = { [Symbol.for("fastify-error-generic")]: true, code: "X", statusCode: 404 };
  const httpOf = (status: number, more: object = {}) => error({ ...http, status, statusCode: status, ...more });
  const by = (recognizer: string, expected: Expected): Expected => ({ recognizer, ...expected });
  const unacceptable = { name: "Not Acceptable", status: 406, constructor: { create: nothing } };
  const zstd = { ...corrupt, code: "ZSTD_error_prefix_unknown" };
  const tooLong = { headers: { Allow: Array(200).fill("GET").join(", ") } };
  const notAllowed = { status: 405, code: "acme_method_not_allowed", headers: { Allow: undefined } };
  test.each<[what: string, thrown: unknown, expected: Expected, context?: ReturnType<typeof requestWith>]>([
    ["bytes on a 400", httpOf(400, { body: new Uint8Array() }), by("http-errors", BAD)],
    ["corrupt data with a 404", httpOf(404, corrupt), by("http-errors", NOT_FOUND)],
    ["corrupt data that Fastify gave a 400", error({ ...corrupt, statusCode: 400 }), by("zlib", BAD), GZIP],
    ["corrupt zstd data", error(zstd), by("zlib", BAD), GZIP],
    [
      "an OpenAPI error about what a client accepts",
      error({ ...openapi, ...unacceptable }),
      by("express-openapi-validator", { status: 406, code: "acme_not_acceptable" }),
    ],
    ["Fastify's brand by another name", error(fastify), by("fastify", NOT_FOUND)],
    ["a verdict with a code of its own", error(validated), by("fastify", BAD)],
    ["a validator's error with a 500", error({ ...validated, statusCode: 500 }), by("fastify", INTERNAL)],
    [
      "mysql's code beside a text",
      error({ sqlMessage: "x", code: "PROTOCOL_CONNECTION_LOST" }),
      by("mysql2", UPSTREAM),
    ],
    [
      "issues with a kind and no place",
      [{ kind: "schema", message: "x" }],
      by("validation", issues([null, "This field is not valid."])),
    ],
    ["an `Allow` that is too long", httpOf(405, tooLong), by("http-errors", notAllowed)],
  ])("%s", (_what, thrown, expected, context = requestWith()) => {
    judge({ thrown, context }, expected);
  });
});

describe("a rate limiter's refusal", () => {
  const TEXT = "Rate limit exceeded, retry in 1 minute";
  const fields = (set: Readonly<Record<string, string>>) => ({
    ...requestWith(),
    responseHeader: (name: string) => set[name],
  });
  const refused = fields({ "retry-after": "9", "x-ratelimit-limit": "9", "x-ratelimit-remaining": "1" });
  test.each([
    ["of another service", error({ statusCode: 429, response: {} }, TEXT), refused],
    ["of another status", error({ statusCode: 404 }, TEXT), refused],
    ["with a code", error({ statusCode: 429, code: "x" }, TEXT), refused],
    ["with another text", error({ statusCode: 429 }), refused],
    ["out of JSON", { statusCode: 429, message: TEXT }, refused],
    ["without a wait", error({ statusCode: 429 }, TEXT), fields({ "x-ratelimit-limit": "9" })],
  ])("%s is unknown", (_what, thrown, context) => {
    judge({ thrown, context }, INTERNAL);
  });
});

describe("a mark that only strings have", () => {
  const rebuilt = issues(["a", "This field is not valid."]);
  test.each([
    ["zod's name without its mark", named("ZodError", { issues: marked }), { recognizer: "validation", ...rebuilt }],
    [
      "zod 3's function on another name",
      named("ValiError", { issues: marked, addIssue: nothing }),
      { recognizer: "validation", ...rebuilt },
    ],
    ["a list", marked, { recognizer: "validation", ...rebuilt }],
    [
      "an http error without a code of its own",
      error({ ...http, status: 400, statusCode: 400 }),
      { recognizer: "http-errors", ...BAD },
    ],
  ])("reveals no message: %s", (_what, thrown, expected) => {
    judge({ thrown, context: requestWith() }, expected);
  });

  test.each([0, -1, 1.5, "9", undefined])("is not taken as a limit: %s", (limit) => {
    const thrown = error({ ...http, status: 413, statusCode: 413, limit });
    judge({ thrown, context: requestWith() }, { recognizer: "http-errors", ...TOO_LARGE });
  });
});
