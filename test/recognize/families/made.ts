import { PassThrough, type Readable } from "node:stream";
import createFastifyError from "@fastify/error";
import fastify from "fastify";
import { SECRETS } from "../../support/secrets.ts";
import { BAD, type Family, INTERNAL, INVALID, type Row } from "../expect-answer.ts";
import { inside, type Provoked } from "../provoke.ts";
import { made } from "./caught.ts";

const rawBody = createRequireOf("express", "body-parser")("raw-body") as (
  stream: Readable,
  options: object,
) => Promise<unknown>;

/** Requires a dependency of a library's dependency. */
function createRequireOf(outer: string, inner: string): NodeJS.Require {
  const { createRequire } = inside(outer)("node:module");
  return createRequire(inside(outer).resolve(inner));
}

/** The error with which raw-body rejects after `prepare` has changed its stream. */
function reading(prepare: (stream: PassThrough) => void, options: object = {}): () => Promise<Provoked> {
  return made(() => {
    const stream = new PassThrough();
    prepare(stream);
    return rawBody(stream, options).catch((error: unknown) => error);
  });
}

const RAW_BODY: readonly Row[] = [
  ["a body that is shorter than its length", reading((stream) => stream.end("x"), { length: 5 }), BAD],
  ["a client that leaves", reading((stream) => void setImmediate(() => stream.emit("aborted"))), "aborted"],
  ["a stream that was given an encoding", reading((stream) => stream.setEncoding("utf8").end("x")), INTERNAL],
  ["a stream that was read before", reading((stream) => stream.destroy()), INTERNAL],
];

const FORM = { "content-type": "multipart/form-data; boundary=b", "transfer-encoding": "chunked" };

/** Codes for which fast-jwt refuses a token. All other codes concern the service's own options and keys. */
const OF_TOKENS = `
  EXPIRED INACTIVE INVALID_CLAIM_TYPE INVALID_CLAIM_VALUE INVALID_CRIT_HEADER INVALID_KEY INVALID_PAYLOAD
  INVALID_SIGNATURE INVALID_TYPE MALFORMED VERIFY_ERROR`;
const OF_OPTIONS = ["INVALID_OPTION", "KEY_FETCHING_ERROR", "MISSING_KEY", "SIGN_ERROR"];
const { TokenError } = inside("@fastify/jwt")("fast-jwt");

const jwt = (code: string, expected: Row[2]): Row => [
  `fast-jwt's ${code}`,
  made(() => new TokenError(`FAST_JWT_${code}`, SECRETS.password), { authorization: "Bearer x" }),
  expected,
];

const FAST_JWT: readonly Row[] = [
  ...OF_TOKENS.trim()
    .split(/\s+/)
    .map((code) => jwt(code, INVALID)),
  ...OF_OPTIONS.map((code) => jwt(code, INTERNAL)),
];

type Made = new (...parts: unknown[]) => Error;

function fastifyError(code: string, status: number): Made {
  return createFastifyError(code, SECRETS.password, status) as unknown as Made;
}

const { errors: formidable } = inside("koa-body")("formidable");

const form = (name: string, code: number, status: number, expected: Row[2]): Row => [
  `its error ${code}, ${name}`,
  made(() => new formidable.default(SECRETS.password, formidable[name], status), FORM),
  expected,
];

/** Errors made with the library's own class, since no input to the library provokes them. */
export const MADE: readonly Family[] = [
  { library: "raw-body", recognizer: "body-parser", rows: RAW_BODY },
  { library: "@fastify/jwt", rows: FAST_JWT },
  {
    library: "@fastify/multipart",
    rows: [["a buffer that is missing", made(() => new (fastifyError("FST_FILE_BUFFER_NOT_FOUND", 500))()), INTERNAL]],
  },
  {
    library: "@fastify/static",
    rows: [
      [
        "an address that cannot be redirected to",
        made(() => new (fastifyError("FST_STATIC_INVALID_REDIRECT_URL", 400))()),
        BAD,
      ],
    ],
  },
  {
    library: "fastify",
    rows: [
      [
        "a route without a body",
        made(() => new (fastify.errorCodes.FST_ERR_ROUTE_MISSING_CONTENT as Made)("POST")),
        BAD,
      ],
      ["a route that is no text", made(() => new (fastify.errorCodes.FST_ERR_INVALID_URL as Made)("x")), INTERNAL],
    ],
  },
  {
    library: "formidable",
    rows: [
      form("pluginFunction", 1000, 500, INTERNAL),
      form("pluginFailed", 1017, 500, INTERNAL),
      form("uninitializedParser", 1004, 500, INTERNAL),
      form("filenameNotString", 1005, 500, INTERNAL),
      form("missingContentType", 1011, 400, BAD),
    ],
  },
];
