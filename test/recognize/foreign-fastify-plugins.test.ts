import { fileURLToPath } from "node:url";
import type { RouteHandlerMethod } from "fastify";
import { describe } from "vitest";
import { SECRETS } from "../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  FORBIDDEN,
  INTERNAL,
  INVALID,
  LIMITED,
  MISSING,
  rows,
  UNAUTHENTICATED,
  UNAVAILABLE,
  uploadTooLarge,
} from "./expect-answer.ts";
import { fastifyApp, get, JSON_TYPE, json, type Mount, plugin } from "./fastify-app.ts";
import { FASTIFIES, field, file, form, MULTIPART, type Part } from "./provoke.ts";

describe.each(FASTIFIES)("%s", (version, framework) => {
  const { run, handled } = fastifyApp(version, framework);

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
  const tooLargeFile = { ...uploadTooLarge(9), param: "f" };
  const other = (sent: Parameters<typeof run>[1]) =>
    run(
      uploads(async (request) => await all(request as unknown as Multipart)),
      sent,
    );

  const authorized = (name: string, hook: string, options: object, authorization?: string) =>
    run(
      async (app) => {
        await app.register(plugin(version, name), options);
        const guards = app as unknown as Readonly<Record<string, never>>;
        app.after(() => app.get("/", { onRequest: guards[hook] as never }, async () => ({})));
      },
      get("/", authorization === undefined ? {} : { authorization }),
    );
  const byToken = (authorization?: string) =>
    authorized("bearer-auth", "verifyBearerAuth", { keys: new Set(["k"]), addHook: false }, authorization);
  rows("@fastify/bearer-auth", [
    ["no header", byToken(), MISSING],
    ["another scheme", byToken(`Basic ${SECRETS.password}`), MISSING],
    ["another token", byToken(`Bearer ${SECRETS.password}`), INVALID],
  ]);
  const refuse = async () => {
    throw new Error(SECRETS.password);
  };
  rows(
    "WWW-Authenticate",
    [
      [
        "a password that the service refuses",
        authorized("basic-auth", "basicAuth", { validate: refuse, authenticate: true }, "Basic eDp5"),
        UNAUTHENTICATED,
      ],
    ],
    undefined,
    "@fastify/basic-auth",
  );

  rows("@fastify/multipart", [
    ["a file over the limit, in memory", upload(buffered, small, [file]), tooLargeFile],
    ["a file over the limit, on disk", upload((sent) => sent.saveRequestFiles(), small, [file]), tooLargeFile],
    ["too many parts", upload(all, { limits: { parts: 1 } }, [field, field]), BAD],
    ["too many files", upload(all, { limits: { files: 1 } }, [file, file]), BAD],
    ["too many fields", upload(all, { limits: { fields: 1 } }, [field, field]), BAD],
    ["a field named like a prototype's", upload(all, {}, [{ ...field, name: "toString" }]), BAD],
    ["a field that is no JSON", upload(all, {}, [{ ...field, type: "application/json" }]), BAD],
    ["a request that is no form", other(json("{}")), BAD],
    ["a use that is wrong", upload((request) => request.formData?.(), {}, [field]), INTERNAL],
  ]);
  rows("busboy", [
    ["no boundary", other({ headers: { "Content-Type": "multipart/form-data" }, body: SECRETS.password }), BAD],
    ["a file that ends too early", upload(all, {}, [file], false), BAD],
  ]);

  // Longer than the longest wait that is stated, which is a year, so that the stated wait does not depend on the time.
  const timeWindow = 63_072_000_000;
  const limited = (options: object = {}) =>
    handled(async () => ({}), {}, [["rate-limit", { max: 1, timeWindow, ...options }]]);
  const twice = { before: 1 };
  const refused = { ...LIMITED, headers: { "Retry-After": "31536000", "retry-after-ms": "31536000000" } };
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
      { ...UNAVAILABLE, headers: { "Retry-After": "10", "retry-after-ms": "10000" } },
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
        root: fileURLToPath(new URL("../conformance/files", import.meta.url)),
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
    ["@fastify/sensible, 409", run(sensible("conflict"), get()), CONFLICT],
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
  const missing = { ...MISSING, headers: { "WWW-Authenticate": "Bearer" } };
  const refusedToken = { ...INVALID, headers: { "WWW-Authenticate": "Bearer" } };
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
