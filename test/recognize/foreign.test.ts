import { brotliCompressSync, gzipSync } from "node:zlib";
import { bodyParser } from "@koa/bodyparser";
import Router from "@koa/router";
import { Ajv } from "ajv";
import joi from "joi";
import Koa, { type Middleware } from "koa";
import { koaBody } from "koa-body";
import multer from "multer";
import { describe } from "vitest";
import { SECRETS } from "../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  type Expected,
  FORBIDDEN,
  INTERNAL,
  issues,
  LIMITED,
  rows,
  TOO_LARGE,
  tooLarge,
  uploadTooLarge,
} from "./expect-answer.ts";
import { raised, requestWith } from "./families/caught.ts";
import {
  brokenOff,
  field,
  file,
  form,
  fromExpress,
  fromKoa,
  inside,
  KOAS,
  MULTIPART,
  type Part,
  untyped,
} from "./provoke.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

describe.each(KOAS)("bodies on %s", (_name, Framework) => {
  const parse =
    (
      headers: Record<string, string>,
      body: string | Uint8Array,
      middleware: Middleware = bodyParser({ jsonLimit: "1kb" }),
    ) =>
    () =>
      fromKoa(Framework, (use) => use(middleware), { headers, body });
  const direct = (parser: string, options: object = {}): Middleware => {
    const coBody = untyped("co-body");
    return async (context) => {
      context.body = await (parser === "any" ? coBody : coBody[parser])(context, options);
    };
  };
  const limited = { queryString: { parameterLimit: 1, throwOnLimitExceeded: true } };

  rows("co-body", [
    ["JSON that does not parse", parse(JSON_TYPE, `{"a": ${SECRETS.password}`), BAD],
    ["JSON that is no object", parse(JSON_TYPE, `"${SECRETS.password}"`), BAD],
    ["JSON with a prototype", parse(JSON_TYPE, `{"__proto__": {"a": "${SECRETS.password}"}}`), BAD],
    ["JSON in koa-body", parse(JSON_TYPE, `{"a": ${SECRETS.password}`, koaBody()), BAD],
    ["a form of too many fields", parse(FORM_TYPE, `a=1&b=${SECRETS.password}`, direct("form", limited)), BAD],
    ["an encoding that it does not know", parse({ ...JSON_TYPE, "Content-Encoding": SECRETS.password }, "{}"), BAD],
    ["a type that it does not know", parse({ "Content-Type": `x/${SECRETS.password}` }, "a", direct("any")), BAD],
    ["no type", parse({}, "a", direct("any")), BAD],
  ]);

  rows("zlib", [
    ["a corrupt gzip body", parse({ ...JSON_TYPE, "Content-Encoding": "gzip" }, SECRETS.password), BAD],
    ["a truncated gzip body", parse({ ...JSON_TYPE, "Content-Encoding": "gzip" }, gzipSync("{}").subarray(0, 15)), BAD],
    ["a corrupt brotli body", parse({ ...JSON_TYPE, "Content-Encoding": "br" }, SECRETS.password), BAD],
    [
      "a truncated brotli body in koa-body",
      parse({ ...JSON_TYPE, "Content-Encoding": "br" }, brotliCompressSync("{}".repeat(99)).subarray(0, 4), koaBody()),
      BAD,
    ],
  ]);

  rows("body-parser", [
    ["a body over the limit", parse(JSON_TYPE, `{"a":"${"x".repeat(1_024)}"}`), tooLarge(1_024)],
    ["a charset that it does not know", parse(JSON_TYPE, "{}", bodyParser({ encoding: "nope" as never })), BAD],
  ]);
});

describe("uploads on Express", () => {
  type Limits = multer.Options["limits"];
  const upload =
    (limits: Limits, parts: readonly Part[], use = (made: multer.Multer) => made.any(), more: multer.Options = {}) =>
    () =>
      fromExpress((app) => app.use(use(multer({ ...(limits && { limits }), ...more }))), {
        headers: MULTIPART,
        body: form(parts),
      });
  const bad = (param: string | null = null): Expected => ({ ...BAD, param });

  rows("multer", [
    ["a file over a limit that is not known", upload({ fileSize: 9 }, [file]), { ...TOO_LARGE, param: "f" }],
    ["too many parts", upload({ parts: 1 }, [field, field]), bad()],
    ["too many files", upload({ files: 1 }, [file, file]), bad()],
    ["too many fields", upload({ fields: 1 }, [field, field]), bad()],
    ["a name that is too long", upload({ fieldNameSize: 2 }, [{ ...field, name: SECRETS.password }]), bad()],
    ["a value that is too long", upload({ fieldSize: 2 }, [field]), bad("a")],
    ["a file that is not expected", upload({}, [file], (made) => made.single("g")), bad("f")],
    [
      "a name that is text",
      upload({}, [{ ...file, name: `${SECRETS.password} ${SECRETS.path}` }], (made) => made.single("g")),
      bad(),
    ],
    ["no name", upload({}, [{ content: SECRETS.password }]), bad()],
    ["a name that nests", upload({ fieldNestingDepth: 1 } as Limits, [{ ...field, name: "a[b][c]" }]), bad("a.b.c")],
    ["an index", upload({ fieldArrayIndexLimit: 1 } as Limits, [{ ...field, name: "a[7]" }]), bad("a.7")],
    [
      "a name that cannot be followed",
      upload({}, [
        { ...field, name: "a[4294967294]" },
        { ...field, name: "a[]" },
      ]),
      bad("a"),
    ],
    [
      "a stream that the service destroyed",
      upload({}, [file], undefined, {
        storage: multer.diskStorage({
          filename: (_request, { stream }, done) => {
            stream.destroy();
            done(null, "x");
          },
        }),
      }),
      INTERNAL,
    ],
  ]);

  const raw = (contentType: string, body: string) => () =>
    fromExpress((app) => app.use(multer().any()), { headers: { "Content-Type": contentType }, body });

  rows("busboy", [
    ["no boundary", raw("multipart/form-data", SECRETS.password), BAD],
    ["a type that is no form", raw(`multipart/mixed; boundary=${SECRETS.password}`, "x"), BAD],
    [
      "a malformed part",
      raw("multipart/form-data; boundary=b", `--b\r\n${SECRETS.password}\r\n\r\nx\r\n--b--\r\n`),
      BAD,
    ],
    ["a form that ends too early", raw(MULTIPART["Content-Type"], form([field], false)), BAD],
    ["a file that ends too early", raw(MULTIPART["Content-Type"], form([file], false)), BAD],
    ["a client that leaves", () => fromExpress((app) => app.use(multer().any()), brokenOff([file])), "aborted"],
  ]);
});

describe.each(KOAS)("uploads on %s", (_name, Framework) => {
  rows("multer", [
    [
      "@koa/multer",
      () =>
        fromKoa(Framework, (use) => use(untyped("@koa/multer")({ limits: { fileSize: 9 } }).single("f")), {
          headers: MULTIPART,
          body: form([file]),
        }),
      { ...TOO_LARGE, param: "f" },
    ],
  ]);
});

describe.each(KOAS)("middleware of %s", (_name, Framework) => {
  const run =
    (...middleware: readonly Middleware[]) =>
    () =>
      fromKoa(
        Framework,
        (use) => {
          for (const one of middleware) use(one);
        },
        {},
      );
  const limit = (options: object): Middleware => {
    const common = { driver: "memory", db: new Map(), max: 0, errorMessage: SECRETS.password, throw: true };
    return untyped("koa-ratelimit")({ ...common, ...options });
  };
  const router = new Router();
  router.get("/", () => {});

  rows("http-errors", [
    ["ctx.throw", run((context) => context.throw(409, SECRETS.password)), CONFLICT],
    ["koa-ratelimit", run(limit({ duration: 60_000 })), LIMITED],
    ["koa-ratelimit, its black list", run(limit({ blacklist: () => true })), FORBIDDEN],
    [
      "@koa/router, another method",
      run(router.routes() as Middleware, router.allowedMethods({ throw: true }) as Middleware),
      { status: 405, code: "acme_method_not_allowed" },
    ],
  ]);
});

describe("uploads in koa-body", () => {
  const upload =
    (formidable: object, parts: readonly Part[], headers: Record<string, string> = MULTIPART, whole = true) =>
    () =>
      fromKoa(Koa, (use) => use(koaBody({ multipart: true, formidable })), { headers, body: form(parts, whole) });

  rows("formidable", [
    ["1000, no parser at all", upload({ enabledPlugins: [] }, []), INTERNAL],
    ["1001, a parser that is none", upload({ enabledPlugins: ["x"] }, []), INTERNAL],
    ["1003, no parser for it", upload({ enabledPlugins: [() => undefined] }, []), BAD],
    ["1006, fields too large", upload({ maxFieldsSize: 5 }, [field]), TOO_LARGE],
    ["1007, too many fields", upload({ maxFields: 1 }, [field, field]), BAD],
    ["1008, a file too small", upload({ minFileSize: 999 }, [file]), BAD],
    ["1009, files too large", upload({ maxFileSize: 9 }, [file]), uploadTooLarge(9)],
    ["1010, an empty file", upload({}, [{ ...file, content: "" }]), BAD],
    ["1012, a form that ends too early", upload({}, [file], MULTIPART, false), BAD],
    ["1013, no boundary", upload({}, [file], { "Content-Type": "multipart/form-data" }), BAD],
    ["1014, an encoding that it does not know", upload({}, [{ ...file, encoding: SECRETS.password }]), BAD],
    ["1015, too many files", upload({ maxFiles: 1 }, [file, file]), BAD],
    ["1016, a file too large", upload({ maxFileSize: 9, maxTotalFileSize: 999 }, [file]), uploadTooLarge(9)],
    [
      "1018, a folder that cannot be made",
      upload({ createDirsFromUploads: true, uploadDir: "/dev/null", filename: () => `${SECRETS.password}/x` }, [file]),
      INTERNAL,
    ],
    [
      "1002, a client that leaves",
      () => fromKoa(Koa, (use) => use(koaBody({ multipart: true })), brokenOff([file])),
      "aborted",
    ],
  ]);
});

describe("busboy on its own", () => {
  const parser = inside("multer")("busboy");
  const parse = (contentType: string, body: string) => () =>
    fromExpress(
      (app) => {
        app.use((request, _response, next) => {
          request.pipe(parser({ headers: request.headers })).on("error", next);
        });
      },
      { headers: { "Content-Type": contentType }, body },
    );
  rows("busboy", [
    ["a malformed content type", parse("multipart/form-data; boundary", "x"), BAD],
    ["a malformed form", parse("application/x-www-form-urlencoded", `${SECRETS.password}=%zz`), BAD],
  ]);
});

describe("validators on their own", () => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const refuse = (schema: object, value: unknown) => {
    const validate = ajv.compile(schema);
    validate(value);
    return new Ajv.ValidationError(validate.errors ?? []);
  };
  const fields = {
    properties: { a: { type: "object", properties: { "b/c~d": { type: "string" }, e: { type: "string" } } } },
    required: ["f"],
    dependentRequired: { a: ["g"] },
    unevaluatedProperties: false,
  };

  rows("ajv", [
    [
      "pointers, missing fields",
      raised(refuse({ ...fields, unevaluatedProperties: true }, { a: { "b/c~d": 1, e: 1 } })),
      issues(["f", "must have required property 'f'"], ["a", "must be string"], ["a.e", "must be string"]),
    ],
    [
      "names of fields",
      raised(refuse({ propertyNames: { maxLength: 1 } }, { bb: SECRETS.password })),
      issues([null, "must NOT have more than 1 characters"], ["bb", "This field is not known."]),
    ],
    [
      "at most 20 issues",
      raised(refuse({ items: { type: "string" } }, Array(50).fill(1))),
      issues(...Array.from({ length: 20 }, (_, index) => [String(index), "must be string"] as const)),
    ],
    [
      "texts that were switched off",
      raised(new Ajv.ValidationError([{ keyword: "type", schemaPath: "#/type", instancePath: "", params: {} }])),
      issues([null, "This field is not valid."]),
    ],
    [
      "a text of the author's",
      raised(
        new Ajv.ValidationError([
          { keyword: "x", schemaPath: "#/x", instancePath: "/a", params: {}, message: `see ${SECRETS.path}` },
        ]),
      ),
      issues(["a", "see [path]"]),
    ],
    [
      "its list alone, which may be another service's JSON",
      raised(refuse({ required: ["b"] }, {}).errors),
      issues(["b", "This field is not valid."]),
    ],
    [
      "an asynchronous schema",
      async () => {
        const validate = ajv.compile({ $async: true, properties: { a: { type: "string" } } });
        const failure = await (validate({ a: 1 }) as unknown as Promise<unknown>).catch((reason: unknown) => reason);
        return { thrown: failure, context: requestWith() };
      },
      issues(["a", "must be string"]),
    ],
  ]);

  rows("joi", [
    [
      "joi",
      raised(joi.object({ a: joi.array().items(joi.number()) }).validate({ a: [1, SECRETS.password] }).error),
      issues(["a.1", "This field is not valid."]),
    ],
  ]);
});
