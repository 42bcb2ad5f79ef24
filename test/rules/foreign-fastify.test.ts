import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from "fastify";
import joi from "joi";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { describe } from "vitest";
import { z } from "zod";
import { SECRETS } from "../support/secrets.ts";
import { BAD, type Expected, FORBIDDEN, INTERNAL, issues, rows, tooLarge } from "./judge.ts";
import { FASTIFIES, field, file, form, fromFastify, inside, MULTIPART, type Part, untyped } from "./provoke.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

/** The plugins of a version. */
const plugin = (version: string, name: string) =>
  untyped(version === "fastify4" ? `fastify4-${name}` : `@fastify/${name}`);

describe.each(FASTIFIES)("%s", (version, framework) => {
  type Mount = (app: FastifyInstance) => unknown;
  type Sent = Parameters<typeof fromFastify>[2];
  type More = Parameters<typeof fromFastify>[3];
  const run = (mount: Mount, sent: Sent, more?: More) => () => fromFastify(framework, mount, sent, more);
  const handled = (
    handler: RouteHandlerMethod,
    route: Partial<RouteOptions> = {},
    registered: readonly [string, object][] = [],
  ) => {
    return async (app: FastifyInstance) => {
      for (const [name, options] of registered) await app.register(plugin(version, name), options);
      const method = route.schema && "body" in route.schema ? "POST" : ["GET", "POST"];
      app.route({ ...route, method, url: "/", handler });
    };
  };
  const answering = handled(async () => ({}));
  const throwing = (make: () => unknown) =>
    handled(async () => {
      throw make();
    });
  const json = (body: string) => ({ headers: JSON_TYPE, body });
  const get = (path = "/", headers: Record<string, string> = {}) => ({ method: "GET", path, headers });
  const toId: Mount = (app) => app.get("/:id", async () => ({}));
  const createError = inside(version === "fastify4" ? "fastify4" : "fastify")("@fastify/error");
  const made = (code: string, status: number) =>
    run(
      throwing(() => createError(code, SECRETS.password, status)()),
      get(),
    );

  rows("fastify", [
    [
      "a body over the limit",
      run(answering, json(`{"a":"${SECRETS.password}"}`), { options: { bodyLimit: 9 } }),
      tooLarge(9),
    ],
    [
      "a body over the route's limit",
      run(
        handled(async () => ({}), { bodyLimit: 7 }),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      tooLarge(7),
    ],
    [
      "a type without a parser",
      run(answering, { headers: { "Content-Type": `x/${SECRETS.password}` }, body: "x" }),
      BAD,
    ],
    ["an empty body", run(answering, { headers: JSON_TYPE }), BAD],
    ["JSON that does not parse", run(answering, json(`{"a": ${SECRETS.password}`)), BAD],
    ["JSON with a prototype", run(answering, json(`{"__proto__": "${SECRETS.password}"}`)), BAD],
    [
      "a length that is wrong",
      run(
        (app) => {
          app.addHook("preParsing", async () => Readable.from(["{}"]));
          answering(app);
        },
        json(`{"a":"${SECRETS.password}"}`),
      ),
      BAD,
    ],
    ["a path that cannot be decoded", run(toId, get(`/%zz${SECRETS.password}`)), BAD],
    [
      "its not found",
      run(
        throwing(() => new framework.errorCodes.FST_ERR_NOT_FOUND()),
        get(),
      ),
      { status: 404, code: "acme_route_not_found" },
    ],
    [
      "a payload that cannot be sent",
      run(
        handled((_request, reply) => reply.type("text/plain").send({})),
        get(),
      ),
      INTERNAL,
    ],
    [
      "a parser that is added too late",
      run(
        handled(async (request) => {
          request.server.addContentTypeParser(SECRETS.password, () => {});
        }),
        get(),
      ),
      INTERNAL,
    ],
    ["a code that is new, 4xx", made("FST_NEW", 409), { status: 409, code: "acme_conflict" }],
    ["a code that is new, 403", made("FST_NEW", 403), FORBIDDEN],
    ["a code that is new, 500", made("FST_NEW", 500), INTERNAL],
    ["a code that is new, 503", made("FST_NEW", 503), { status: 503, code: "acme_unavailable" }],
    ["the service's own 404", made("ACME_GONE", 404), { status: 404, code: "acme_route_not_found" }],
    ["the service's own 401", made("ACME_WHO", 401), { status: 401, code: "missing_credential" }],
    ["the service's own 403", made("ACME_NO", 403), FORBIDDEN],
    ["the service's own 503", made("ACME_LATER", 503), { status: 503, code: "acme_unavailable" }],
    ["the service's own 500", made("ACME_BUG", 500), INTERNAL],
  ]);

  const NOT_VALID = "This field is not valid.";
  const NOT_KNOWN = "This field is not known.";
  const strict = { options: { ajv: { customOptions: { removeAdditional: false } } } };
  const nested = { type: "object", properties: { b: { type: "array", items: { type: "integer" } } } };
  const closed = { type: "object", additionalProperties: false };
  const checked = (schema: object, sent: Sent, more?: More) =>
    run(
      handled(async () => ({}), { schema }),
      sent,
      more,
    );
  const compiled = (compiler: () => (value: unknown) => object, part = "body") =>
    handled(async () => ({}), { schema: { [part]: { type: "object" } }, validatorCompiler: compiler });

  rows("fastify", [
    [
      "a body that is not valid",
      checked({ body: { type: "object", properties: { a: nested } } }, json(`{"a":{"b":[1,"${SECRETS.password}"]}}`)),
      issues(["a.b.1", "must be integer"]),
    ],
    [
      "a query without a field",
      checked({ querystring: { type: "object", required: ["q"] } }, get("/")),
      issues(["q", "must have required property 'q'"]),
    ],
    ["a field that is not known", checked({ body: closed }, json('{"z": 1}'), strict), issues(["z", NOT_KNOWN])],
    [
      "a field that is not known and no plain name",
      checked({ body: closed }, json(`{"${SECRETS.password} ${SECRETS.path}": 1}`), strict),
      issues([null, NOT_KNOWN]),
    ],
    [
      "a header",
      checked({ headers: { type: "object", required: ["x-a"] } }, get()),
      issues([null, "must have required property 'x-a'"]),
    ],
    [
      "a text of the service's formatter",
      run(
        handled(async () => ({}), {
          schema: { body: nested },
          schemaErrorFormatter: () => new Error(`${SECRETS.password} ${SECRETS.path}`),
        }),
        json(`{"b":["${SECRETS.password}"]}`),
      ),
      issues(["b.0", "must be integer"]),
    ],
    [
      "typebox",
      run(
        compiled(() => (body: unknown) => {
          const errors = [...Compile(Type.Object({ a: Type.Number() })).Errors(body)];
          return errors.length > 0 ? { error: errors } : { value: body };
        }),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", "must be number"]),
    ],
    [
      "a list that nothing is known of",
      run(
        compiled(() => () => ({ error: [{ message: SECRETS.password, path: ["a", SECRETS.path] }] })),
        json("{}"),
      ),
      issues(["a", NOT_VALID]),
    ],
    [
      "an error that nothing is known of",
      run(
        compiled(() => () => ({ error: new Error(SECRETS.password) })),
        json("{}"),
      ),
      BAD,
    ],
  ]);

  const crash = () => {
    throw new TypeError(`${SECRETS.password} is not a function`);
  };
  const asynchronous = (make: () => unknown) =>
    run(
      compiled(() => async () => (await make()) as object),
      json("{}"),
    );
  rows("fastify", [
    // Fastify 4 puts no mark on what a validator throws at once.
    ...(version === "fastify4"
      ? []
      : [
          [
            "a validator that crashes",
            run(
              compiled(() => crash),
              json("{}"),
            ),
            INTERNAL,
          ] as const,
        ]),
    ["a validator that crashes later", asynchronous(crash), INTERNAL],
    [
      "a validator that rejects with an error that nothing is known of",
      asynchronous(() => Promise.reject(new Error(SECRETS.password))),
      BAD,
    ],
    [
      "a validator that rejects with a class of its own",
      asynchronous(() => Promise.reject(new (class Refused extends TypeError {})(SECRETS.password))),
      BAD,
    ],
    [
      "a formatter that returns an error of the language's",
      run(
        handled(async () => ({}), {
          schema: { body: nested },
          schemaErrorFormatter: () => new TypeError(SECRETS.password),
        }),
        json(`{"b":["${SECRETS.password}"]}`),
      ),
      issues(["b.0", "must be integer"]),
    ],
  ]);

  rows("validation", [
    [
      "zod, of a validator that throws",
      run(
        compiled(() => (body: unknown) => z.object({ a: z.int() }).parse(body)),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", "Invalid input: expected number, received string"]),
    ],
    [
      "zod",
      run(
        compiled(() => (body: unknown) => z.object({ a: z.int() }).safeParse(body)),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", "Invalid input: expected number, received string"]),
    ],
    [
      "zod, of the headers",
      run(
        compiled(() => (headers: unknown) => z.object({ "x-a": z.string() }).safeParse(headers), "headers"),
        get(),
      ),
      issues([null, "Invalid input: expected string, received undefined"]),
    ],
  ]);

  const joiSchema = joi.object({ a: joi.number() });
  rows("joi", [
    [
      "joi",
      run(
        compiled(() => (body: unknown) => joiSchema.validate(body)),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", NOT_VALID]),
    ],
    [
      "joi, a field that is not known",
      run(
        compiled(() => (body: unknown) => joiSchema.validate(body)),
        json('{"z":1}'),
      ),
      issues(["z", NOT_KNOWN]),
    ],
    [
      "joi, of the headers",
      run(
        compiled(() => (sent: unknown) => joiSchema.validate(sent), "headers"),
        get(),
      ),
      issues([null, NOT_KNOWN]),
    ],
  ]);

  const uploads = (handler: RouteHandlerMethod, options: object = {}) => handled(handler, {}, [["multipart", options]]);
  type Multipart = {
    file(): Promise<{ toBuffer(): Promise<Buffer> }>;
    saveRequestFiles(): Promise<void>;
    parts(): AsyncIterable<unknown>;
    formData?(): Promise<void>;
  };
  const upload = (use: (request: Multipart) => unknown, options: object, parts: readonly Part[], whole = true) =>
    run(
      uploads(async (request) => await use(request as unknown as Multipart), options),
      { headers: MULTIPART, body: form(parts, whole) },
    );
  const buffered = async (request: Multipart) => (await request.file()).toBuffer();
  const all = async (request: Multipart) => {
    for await (const part of request.parts()) await (part as { toBuffer?(): unknown }).toBuffer?.();
  };
  const small = { limits: { fileSize: 9 } };

  rows("@fastify/multipart", [
    ["a file over the limit, in memory", upload(buffered, small, [file]), { ...tooLarge(9), param: "f" }],
    [
      "a file over the limit, on disk",
      upload((request) => request.saveRequestFiles(), small, [file]),
      { ...tooLarge(9), param: "f" },
    ],
    ["too many parts", upload(all, { limits: { parts: 1 } }, [field, field]), BAD],
    ["too many files", upload(all, { limits: { files: 1 } }, [file, file]), BAD],
    ["too many fields", upload(all, { limits: { fields: 1 } }, [field, field]), BAD],
    ["a field named like a prototype's", upload(all, {}, [{ ...field, name: "toString" }]), BAD],
    ["a field that is no JSON", upload(all, {}, [{ ...field, type: "application/json" }]), BAD],
    [
      "a request that is no form",
      run(
        uploads(async (request) => await all(request as unknown as Multipart)),
        json("{}"),
      ),
      BAD,
    ],
    ["a use that is wrong", upload((request) => request.formData?.(), {}, [field]), INTERNAL],
  ]);
  rows("busboy", [
    [
      "no boundary",
      run(
        uploads(async (request) => await all(request as unknown as Multipart)),
        { headers: { "Content-Type": "multipart/form-data" }, body: SECRETS.password },
      ),
      BAD,
    ],
    ["a file that ends too early", upload(all, {}, [file], false), BAD],
  ]);

  const limited = (options: object = {}) =>
    handled(async () => ({}), {}, [["rate-limit", { max: 1, timeWindow: 5_000, ...options }]]);
  const twice = { before: 1 };
  const refused: Expected = {
    status: 429,
    code: "rate_limited",
    headers: { "Retry-After": "5", "retry-after-ms": "5000" },
  };
  const builder = (_request: unknown, { statusCode }: { statusCode: number }) => ({
    statusCode,
    error: SECRETS.password,
    message: SECRETS.path,
  });
  rows("@fastify/rate-limit", [
    ["its own error", run(limited(), get(), twice), refused],
    ["the fields of the draft", run(limited({ enableDraftSpec: true }), get(), twice), refused],
    ["what a builder returns", run(limited({ errorResponseBuilder: builder }), get(), twice), refused],
    ["its ban", run(limited({ ban: 0 }), get(), twice), FORBIDDEN],
    ["its ban, by a builder", run(limited({ ban: 0, errorResponseBuilder: builder }), get(), twice), FORBIDDEN],
  ]);

  rows("@fastify/under-pressure", [
    [
      "a service that is not well",
      run(
        handled(async () => ({}), {}, [
          ["under-pressure", { healthCheck: async () => false, healthCheckInterval: 500, message: SECRETS.password }],
        ]),
        get(),
      ),
      { status: 503, code: "acme_unavailable", headers: { "Retry-After": "10", "retry-after-ms": "10000" } },
    ],
  ]);

  const decompressing = handled(async () => ({}), {}, [["compress", {}]]);
  rows("@fastify/compress", [
    [
      "an encoding that it does not know",
      run(decompressing, { headers: { ...JSON_TYPE, "Content-Encoding": SECRETS.password }, body: "{}" }),
      BAD,
    ],
    [
      "a corrupt body",
      run(decompressing, { headers: { ...JSON_TYPE, "Content-Encoding": "gzip" }, body: SECRETS.password }),
      BAD,
    ],
  ]);

  const serving =
    (options: object): Mount =>
    async (app) => {
      await app.register(plugin(version, "static"), {
        root: fileURLToPath(new URL("../files", import.meta.url)),
        ...options,
      });
    };
  rows("http-errors", [["a file that is denied", run(serving({ dotfiles: "deny" }), get("/.hidden")), FORBIDDEN]]);

  const sensible = (use: string) =>
    handled(
      async (_request, reply) =>
        (reply as unknown as Record<string, (text: string) => unknown>)[use]?.(SECRETS.password),
      {},
      [["sensible", {}]],
    );
  rows("http-errors", [
    ["@fastify/sensible, 409", run(sensible("conflict"), get()), { status: 409, code: "acme_conflict" }],
    ["@fastify/sensible, 403", run(sensible("forbidden"), get()), FORBIDDEN],
    ["@fastify/sensible, 500", run(sensible("internalServerError"), get()), INTERNAL],
  ]);

  type Jwt = { jwtVerify(): Promise<unknown>; server: { jwt: { sign(payload: object, options?: object): string } } };
  const guarded =
    (options: object = {}, prepare: Mount = () => {}): Mount =>
    async (app) => {
      await prepare(app);
      await app.register(plugin(version, "jwt"), { secret: "acme", ...options });
      app.get("/", async (request) => {
        const { authorization } = request.headers;
        if (authorization === "Bearer expired") {
          request.headers.authorization = `Bearer ${(request as unknown as Jwt).server.jwt.sign({ iat: 1 }, { expiresIn: 1 })}`;
        } else if (authorization === "Bearer valid") {
          request.headers.authorization = `Bearer ${(request as unknown as Jwt).server.jwt.sign({ a: 1 })}`;
        }
        return await (request as unknown as Jwt).jwtVerify();
      });
    };
  const bearing = (authorization: string) => get("/", { Authorization: authorization });
  const missing: Expected = { status: 401, code: "missing_credential", headers: { "WWW-Authenticate": "Bearer" } };
  const refusedToken: Expected = { ...missing, code: "invalid_credential" };
  const segment = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsigned = `${segment({ alg: "none", typ: "JWT" })}.${segment({ a: SECRETS.password })}.`;
  const cookie = { cookie: { cookieName: "token" } };
  rows("@fastify/jwt", [
    ["no header", run(guarded(), get()), missing],
    ["another scheme", run(guarded(), bearing(`Basic ${SECRETS.password}`)), missing],
    ["a header of three parts", run(guarded(), bearing(`Bearer ${SECRETS.password} x`)), refusedToken],
    ["no token found", run(guarded({ verify: { extractToken: () => undefined } }), get()), missing],
    ["cookies without their plugin", run(guarded(cookie), get()), missing],
    [
      "no cookie",
      run(
        guarded(cookie, (app) => app.decorateRequest("cookies" as "x", { getter: () => ({}) })),
        get(),
      ),
      missing,
    ],
    ["a malformed token", run(guarded(), bearing(`Bearer ${SECRETS.password}`)), refusedToken],
    [
      "a token of another key",
      run(guarded(), bearing(`Bearer ${segment({ alg: "HS256" })}.${segment({})}.AAAA`)),
      refusedToken,
    ],
    ["a token without a signature", run(guarded(), bearing(`Bearer ${unsigned}`)), refusedToken],
    ["an expired token", run(guarded(), bearing("Bearer expired")), refusedToken],
    ["a token that is not trusted", run(guarded({ trusted: () => false }), bearing("Bearer valid")), refusedToken],
    [
      "a token of a wrong algorithm",
      run(guarded({ verify: { algorithms: ["HS512"] } }), bearing("Bearer valid")),
      refusedToken,
    ],
    [
      "a token without a claim",
      run(guarded({ verify: { requiredClaims: ["sub"] } }), bearing("Bearer valid")),
      refusedToken,
    ],
  ]);

  if (version === "fastify4") return;
  rows("@fastify/static", [["a path that hides another", run(serving({}), get("/a//b")), FORBIDDEN]]);
  rows("busboy", [["a form that ends too early", upload(all, {}, [field], false), BAD]]);
  rows("fastify", [
    [
      "a query in the body, without a type",
      run((app) => app.route({ method: "QUERY", url: "/", handler: async () => ({}) }), { method: "QUERY" }),
      BAD,
    ],
    [
      "a parameter that is too long",
      run(toId, get(`/${SECRETS.password.repeat(20)}`)),
      { status: 414, code: "acme_uri_too_long" },
    ],
    [
      "a handler that takes too long",
      run(
        handled(() => new Promise(() => {})),
        get(),
        { options: { handlerTimeout: 20 } },
      ),
      { status: 504, code: "acme_upstream_timeout", detail: { correlation_id: "test" } },
    ],
  ]);
  rows("@fastify/multipart", [
    [
      "a request that closes",
      run(
        uploads(async ({ server }) => {
          throw new (
            server as unknown as { multipartErrors: { PrematureCloseError: new () => Error } }
          ).multipartErrors.PrematureCloseError();
        }),
        get(),
      ),
      "aborted",
    ],
  ]);
});
