import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as boom from "@hapi/boom";
import { sValidator } from "@hono/standard-validator";
import { vValidator } from "@hono/valibot-validator";
import { zValidator } from "@hono/zod-validator";
import * as nest from "@nestjs/common";
import { ThrottlerException } from "@nestjs/throttler";
import { validationHook } from "@uhp-errors/hono";
import type { RequestHandler } from "express";
import { Hono, type MiddlewareHandler } from "hono";
import { basicAuth } from "hono/basic-auth";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { jwt } from "hono/jwt";
import { timeout } from "hono/timeout";
import { validator } from "hono/validator";
import multer from "multer";
import send from "send";
import * as v from "valibot";
import { z } from "zod";
import { SECRETS } from "../../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  type Expected,
  type Family,
  FORBIDDEN,
  INTERNAL,
  INVALID,
  issues,
  LIMITED,
  MISSING,
  NOT_FOUND,
  type Row,
  TIMEOUT,
  TOO_LARGE,
  UNAUTHENTICATED,
  UNAVAILABLE,
  UPSTREAM,
} from "../expect-answer.ts";
import { fromExpress, type Provoked, untyped } from "../provoke.ts";
import { raised, requestWith } from "./caught.ts";

const secret = SECRETS.password;
const BEARER = { authorization: `Bearer ${secret}` };
const BASIC: Expected = { ...UNAUTHENTICATED, headers: { "WWW-Authenticate": 'Basic realm="Secure Area"' } };

const limited = boom.tooManyRequests(secret);
Object.assign(limited.output.headers, { "Retry-After": "9", [SECRETS.header]: secret });
const down = boom.serverUnavailable(secret);
Object.assign(down.output.headers, { "retry-after": 9 });
/** How hapi's HTTP client reports another service's response. */
const answered = new boom.Boom(secret, { statusCode: 401, data: { isResponseError: true, payload: secret } });

const BOOM: readonly Row[] = [
  ["400", raised(boom.badRequest(secret, { secret })), BAD],
  [
    "401 without a credential",
    raised(boom.unauthorized(secret, "Basic", { realm: SECRETS.host })),
    { ...UNAUTHENTICATED, headers: { "WWW-Authenticate": "Basic" } },
  ],
  ["401 with a bearer token", raised(boom.unauthorized(secret), BEARER), UNAUTHENTICATED],
  ["401 that asks for a bearer token", raised(boom.unauthorized(secret, "Bearer"), BEARER), INVALID],
  ["403", raised(boom.forbidden(secret)), FORBIDDEN],
  ["404", raised(boom.notFound(secret)), NOT_FOUND],
  [
    "405 and the methods",
    raised(boom.methodNotAllowed(secret, undefined, ["PUT", "GET"])),
    { status: 405, code: "acme_method_not_allowed", headers: { Allow: "GET, PUT" } },
  ],
  ["409", raised(boom.conflict(secret)), CONFLICT],
  ["413", raised(boom.entityTooLarge(secret)), TOO_LARGE],
  ["418", raised(boom.teapot(secret)), { status: 418, code: "acme_http_418" }],
  ["422", raised(boom.badData(secret)), BAD],
  ["429 and a wait", raised(limited), { ...LIMITED, headers: { "Retry-After": "9", [SECRETS.header]: undefined } }],
  ["500", raised(boom.internal(secret)), INTERNAL],
  ["503 and a wait", raised(down), { ...UNAVAILABLE, headers: { "Retry-After": "9" } }],
  ["an error that was given a status", raised(boom.boomify(new Error(secret), { statusCode: 409 })), CONFLICT],
  ["another service's answer", raised(answered), UPSTREAM],
];

/** An error of multer, as Nest's file interceptors throw it. */
function wrapped(code: multer.ErrorCode, Exception: new (text: string, options: object) => Error): Error {
  return new Exception(secret, { cause: new multer.MulterError(code, "file") });
}

/** What Nest's rate limiter throws. */
const THROTTLER: readonly Row[] = [["a request too many", raised(new ThrottlerException(secret)), LIMITED]];

/** The exceptions of nestjs-zod. */
class ZodRefused extends nest.BadRequestException {
  readonly error: unknown;
  constructor(error: unknown) {
    super({ statusCode: 400, message: "Validation failed", errors: [] });
    this.error = error;
  }
}
class ZodUnfit extends nest.InternalServerErrorException {
  readonly error: unknown;
  constructor(error: unknown) {
    super();
    this.error = error;
  }
}

const coded = (errorCode: string) => new nest.ConflictException(secret, { errorCode });

class BlockedByPolicy extends nest.HttpException {}

const NEST: readonly Row[] = [
  ["400", raised(new nest.BadRequestException([secret])), BAD],
  ["401 without a credential", raised(new nest.UnauthorizedException(secret)), UNAUTHENTICATED],
  ["401 with a bearer token", raised(new nest.UnauthorizedException(secret), BEARER), UNAUTHENTICATED],
  ["403", raised(new nest.ForbiddenException(secret)), FORBIDDEN],
  ["404", raised(new nest.NotFoundException({ secret })), NOT_FOUND],
  ["409", raised(new nest.ConflictException(secret, { cause: new Error(SECRETS.host) })), CONFLICT],
  ["413", raised(new nest.PayloadTooLargeException(secret)), TOO_LARGE],
  ["422", raised(new nest.UnprocessableEntityException(secret)), BAD],
  ["429", raised(new nest.HttpException(secret, 429)), LIMITED],
  ["500", raised(new nest.InternalServerErrorException(secret)), INTERNAL],
  ["503", raised(new nest.ServiceUnavailableException(secret)), UNAVAILABLE],
  ["504", raised(new nest.GatewayTimeoutException(secret)), TIMEOUT],
  [
    "a file over the limit of its interceptor, which wraps multer's error",
    raised(wrapped("LIMIT_FILE_SIZE", nest.PayloadTooLargeException)),
    { ...TOO_LARGE, param: "file" },
  ],
  [
    "a file that its interceptor does not expect",
    raised(wrapped("LIMIT_UNEXPECTED_FILE", nest.BadRequestException)),
    { ...BAD, param: "file" },
  ],
  ["a file over the limit, as Nest 11 says it", raised(new nest.PayloadTooLargeException("File too large")), TOO_LARGE],
  [
    "nestjs-zod, a body that its schema refuses",
    raised(new ZodRefused(z.object({ a: z.object({ b: z.number() }) }).safeParse({ a: { b: secret } }).error)),
    issues(["a.b", "Invalid input: expected number, received string"]),
  ],
  [
    "nestjs-zod, an answer that its schema refuses",
    raised(new ZodUnfit(z.object({ a: z.number() }).safeParse({ a: secret }).error)),
    INTERNAL,
  ],
  ["a class that wraps another error", raised(new ZodRefused(new Error(secret))), BAD],
  ["an errorCode of the catalog", raised(coded("acme_teapot")), { status: 418, code: "acme_teapot" }],
  ["an errorCode of the catalog, without its prefix", raised(coded("gone")), { status: 410, code: "acme_gone" }],
  ["an errorCode that the catalog does not have", raised(coded("EMAIL_TAKEN")), CONFLICT],
  ["an errorCode of a task", raised(coded("acme_agent_crashed")), CONFLICT],
  ["an errorCode whose detail is missing", raised(coded("acme_gpu_cold")), { status: 503, code: "acme_gpu_cold" }],
  ["a class of the service's own", raised(new BlockedByPolicy(secret, 403)), FORBIDDEN],
  [
    "a pipe that refuses a parameter",
    async () => {
      const pipe = new nest.ParseIntPipe();
      const thrown = await pipe.transform(secret, { type: "param" }).catch((reason: unknown) => reason);
      return { thrown, context: requestWith() };
    },
    BAD,
  ],
];

/** What reaches the error handler of a Hono app, or leaves the app because it is not an Error. */
function fromHono(mount: (app: Hono) => unknown, request: RequestInit = {}): () => Promise<Provoked> {
  return async () => {
    const app = new Hono();
    let thrown: unknown;
    app.onError((error, context) => {
      thrown = error;
      return context.body(null, 500);
    });
    mount(app);
    const escaped = app.request("/", { method: "POST", ...request });
    await Promise.resolve(escaped).catch((reason: unknown) => {
      thrown = reason;
    });
    if (thrown === undefined) throw new Error("nothing was thrown");
    return { thrown, context: requestWith(Object.fromEntries(new Headers(request.headers))) };
  };
}

const ownAnswer = new Response(secret, { status: 401, headers: { [SECRETS.header]: secret } });

const JSON_SENT = { headers: { "Content-Type": "application/json" }, body: JSON.stringify({ a: { b: secret } }) };

/** What reaches the error handler if a middleware refuses a request. */
const checkedBy = (middleware: unknown, sent: RequestInit = JSON_SENT) =>
  fromHono((app) => app.post("/", middleware as MiddlewareHandler), sent);

const HONO: readonly Row[] = [
  ["401 without a credential", fromHono((app) => app.use(bearerAuth({ token: secret }))), MISSING],
  [
    "401 with a bearer token",
    fromHono((app) => app.use(bearerAuth({ token: SECRETS.host })), { headers: BEARER }),
    INVALID,
  ],
  [
    "400, a header that is no credential",
    fromHono((app) => app.use(bearerAuth({ token: secret })), { headers: { Authorization: secret } }),
    BAD,
  ],
  [
    "413",
    fromHono((app) => app.post("/", bodyLimit({ maxSize: 1 }), (context) => context.body(null)), {
      body: secret,
      headers: { "Content-Length": "15" },
    }),
    TOO_LARGE,
  ],
  [
    "504",
    fromHono((app) => {
      app.use(timeout(1));
      app.post("/", () => new Promise<Response>(() => {}));
    }),
    TIMEOUT,
  ],
  ["basic-auth", fromHono((app) => app.use(basicAuth({ username: "u", password: secret }))), BASIC],
  ["jwt without a token", fromHono((app) => app.use(jwt({ secret, alg: "HS256" }))), MISSING],
  [
    "jwt, a token that is none",
    fromHono((app) => app.use(jwt({ secret, alg: "HS256" })), { headers: BEARER }),
    INVALID,
  ],
  ["csrf", fromHono((app) => app.use(csrf()), { headers: { "Content-Type": "text/plain" } }), FORBIDDEN],
  [
    "validator, JSON that does not parse",
    checkedBy(
      validator("json", () => ({})),
      { ...JSON_SENT, body: `{${secret}` },
    ),
    BAD,
  ],
  ["403", raised(new HTTPException(403, { message: secret })), FORBIDDEN],
  ["404", raised(new HTTPException(404, { message: secret, cause: new Error(SECRETS.host) })), NOT_FOUND],
  ["500", raised(new HTTPException()), INTERNAL],
  ["an answer of its own", raised(new HTTPException(401, { res: ownAnswer })), UNAUTHENTICATED],
];

const NUMBER = z.object({ a: z.object({ b: z.number() }) });
const NOT_VALID = "This field is not valid.";

const WANTED = "Invalid input: expected";

const ZOD_VALIDATOR: readonly Row[] = [
  [
    "a refused body, with validationHook",
    checkedBy(zValidator("json", NUMBER, validationHook)),
    issues(["a.b", `${WANTED} number, received string`]),
  ],
  [
    "a refused header, with validationHook",
    checkedBy(zValidator("header", z.object({ "x-a": z.string() }), validationHook), {}),
    issues([null, `${WANTED} string, received undefined`]),
  ],
];

const STANDARD_VALIDATOR: readonly Row[] = [
  [
    "a refused body, with validationHook",
    checkedBy(sValidator("json", NUMBER, validationHook)),
    issues(["a.b", NOT_VALID]),
  ],
];

const ofValibot = v.object({ a: v.object({ b: v.number() }) });

const VALIBOT_VALIDATOR: readonly Row[] = [
  [
    "a refused body, with validationHook",
    checkedBy(vValidator("json", ofValibot, validationHook)),
    issues(["a.b", NOT_VALID]),
  ],
];

/** A folder whose path no response may show. */
const root = join(mkdtempSync(join(tmpdir(), "files-")), SECRETS.path);
mkdirSync(root, { recursive: true });
writeFileSync(join(root, "a.txt"), secret);
writeFileSync(join(root, ".hidden"), secret);
symlinkSync("loop", join(root, "loop"));

const serve =
  (path: string, headers: Record<string, string> = {}, options: send.SendOptions = {}) =>
  () =>
    fromExpress(
      (app) => {
        app.use(((request, response, next) => {
          send(request, path, { root, ...options })
            .on("error", next)
            .on("directory", () => next())
            .pipe(response);
        }) satisfies RequestHandler);
      },
      { method: "GET", headers },
    );

const SEND: readonly Row[] = [
  ["a missing file (ENOENT)", serve(`/${secret}`), NOT_FOUND],
  ["a path through a file (ENOTDIR)", serve("/a.txt/b"), NOT_FOUND],
  ["a name that is too long (ENAMETOOLONG)", serve(`/${"x".repeat(300)}`), NOT_FOUND],
  ["a hidden file that is ignored", serve("/.hidden"), NOT_FOUND],
  ["a hidden file that is denied", serve("/.hidden", {}, { dotfiles: "deny" }), FORBIDDEN],
  ["a path that leaves the folder", serve("/../../x"), FORBIDDEN],
  ["a path that cannot be decoded", serve("/%zz"), BAD],
  ["a path with a zero byte", serve("/%00"), BAD],
  ["a precondition", serve("/a.txt", { "If-Match": `"${secret}"` }), { status: 412, code: "acme_precondition_failed" }],
  ["a range", serve("/a.txt", { Range: "bytes=99-" }), { status: 416, code: "acme_range_not_satisfiable" }],
  ["a link that leads nowhere (ELOOP)", serve("/loop"), INTERNAL],
];

const serveStatic = untyped("serve-static");
const fromStatic =
  (path: string, headers: Record<string, string> = {}) =>
  () =>
    fromExpress((app) => app.use(serveStatic(root, { fallthrough: false })), { method: "GET", path, headers });

const SERVE_STATIC: readonly Row[] = [
  ["a missing file", fromStatic(`/${secret}`), NOT_FOUND],
  ["a path that cannot be decoded", fromStatic("/%zz"), BAD],
  ["a range", fromStatic("/a.txt", { Range: "bytes=99-" }), { status: 416, code: "acme_range_not_satisfiable" }],
];

/** Errors that state the status of their response. */
export const EXCEPTIONS: readonly Family[] = [
  { library: "@hapi/boom", rows: BOOM },
  { library: "@nestjs/common", rows: NEST },
  { library: "@nestjs/throttler", recognizer: "@nestjs/common", rows: THROTTLER },
  { library: "hono", rows: HONO },
  { library: "@hono/zod-validator", recognizer: "validation", rows: ZOD_VALIDATOR },
  { library: "@hono/standard-validator", recognizer: "validation", rows: STANDARD_VALIDATOR },
  { library: "@hono/valibot-validator", recognizer: "validation", rows: VALIBOT_VALIDATOR },
  { library: "send", recognizer: "http-errors", rows: SEND },
  { library: "serve-static", recognizer: "http-errors", rows: SERVE_STATIC },
];

const copied = (fields: object) => Object.assign(new Error(secret), fields);
const fromJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Values that look like their errors and are not. */
export const NOT_EXCEPTIONS: readonly (readonly [what: string, thrown: unknown])[] = [
  ["a boom out of JSON", fromJson({ ...boom.notFound(secret), message: secret })],
  ["a boom without a status", copied({ isBoom: true, output: {} })],
  ["an exception of Nest's out of JSON", fromJson(new nest.NotFoundException(secret))],
  ["the fields of Nest's exception", copied({ name: "NotFoundException", status: 404, response: secret, options: {} })],
  [
    "an exception of Nest's with another service's request",
    Object.assign(new nest.NotFoundException(), { request: {} }),
  ],
  ["an exception of Nest's that is no failure", new nest.HttpException(secret, 304)],
  ["an exception of Hono's out of JSON", fromJson({ ...new HTTPException(404), message: secret })],
  ["an exception of Hono's that is no failure", new HTTPException(304 as 404)],
  ["a missing file of the service's own", copied({ code: "ENOENT", syscall: "open", path: SECRETS.path })],
];
