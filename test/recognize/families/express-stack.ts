import { gzipSync } from "node:zlib";
import express, { type Express, type RequestHandler, type Router } from "express";
import createError from "http-errors";
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
  issues,
  LIMITED,
  NOT_FOUND,
  type Row,
  tooLarge,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from "../expect-answer.ts";
import { fromExpress, type Provoked, untyped } from "../provoke.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

/** What an Express parser passes on. */
function parse(
  parser: RequestHandler,
  headers: Record<string, string>,
  body: string | Uint8Array,
): () => Promise<Provoked> {
  return () => fromExpress((app) => app.use(parser), { headers, body });
}

const json = express.json({ limit: 1_000 });
const form = express.urlencoded({ extended: true, parameterLimit: 10 });

const refuse = () => {
  throw new Error(SECRETS.password);
};

const BODY_PARSER: readonly Row[] = [
  ["JSON that does not parse", parse(json, JSON_TYPE, `{"a": ${SECRETS.password}`), BAD],
  ["JSON that is no object", parse(json, JSON_TYPE, `"${SECRETS.password}"`), BAD],
  [
    "a charset that it does not know",
    parse(json, { "Content-Type": `application/json; charset=${SECRETS.password}` }, "{}"),
    BAD,
  ],
  ["an encoding that it does not know", parse(json, { ...JSON_TYPE, "Content-Encoding": SECRETS.password }, "{}"), BAD],
  ["a corrupt gzip body", parse(json, { ...JSON_TYPE, "Content-Encoding": "gzip" }, SECRETS.password), BAD],
  [
    "a truncated gzip body",
    parse(json, { ...JSON_TYPE, "Content-Encoding": "gzip" }, gzipSync("{}").subarray(0, 15)),
    BAD,
  ],
  ["a corrupt brotli body", parse(json, { ...JSON_TYPE, "Content-Encoding": "br" }, SECRETS.password), BAD],
  ["a body over the limit", parse(json, JSON_TYPE, `{"a":"${"x".repeat(2_000)}"}`), tooLarge(1_000)],
  ["a form of too many fields", parse(form, FORM_TYPE, Array.from({ length: 11 }, (_, n) => `p${n}=1`).join("&")), BAD],
  ["a form that is nested too deeply", parse(form, FORM_TYPE, `a${"[b]".repeat(40)}=${SECRETS.password}`), BAD],
  ["a `verify` that refuses", parse(express.json({ verify: refuse }), JSON_TYPE, "{}"), FORBIDDEN],
];

/** Throws something in a handler, during a request. */
function thrown(make: () => unknown, headers: Record<string, string> = {}): () => Promise<Provoked> {
  const mount = (app: Express) =>
    app.use(() => {
      throw make();
    });
  return () => fromExpress(mount, { headers });
}

const status = (code: number, expected: Expected, props: object = {}): Row => [
  `${code}${Object.keys(props).length > 0 ? " with headers" : ""}`,
  thrown(() => createError(code, SECRETS.password, props)),
  expected,
];

const HTTP_ERRORS: readonly Row[] = [
  status(400, BAD),
  status(401, UNAUTHENTICATED),
  status(403, FORBIDDEN),
  status(404, NOT_FOUND),
  status(
    405,
    { status: 405, code: "acme_method_not_allowed", headers: { Allow: "GET, PUT" } },
    { headers: { Allow: "PUT, GET", "Set-Cookie": SECRETS.header } },
  ),
  status(409, CONFLICT),
  status(418, { status: 418, code: "acme_http_418" }),
  status(429, { ...LIMITED, headers: { "Retry-After": "7" } }, { headers: { "Retry-After": "7" } }),
  status(500, INTERNAL),
  status(503, UNAVAILABLE),
];

const body = z.strictObject({ name: z.string(), tags: z.array(z.enum(["a", "b"])) });
const shape = v.object({ a: v.object({ b: v.number() }) });

/** The routers of Express 4 and of Express 5.0 to 5.2. */
const OLDER_ROUTERS: readonly (readonly [name: string, make: () => Router])[] = [
  ["Express 4", untyped("express4").Router],
  ["router 2.0", untyped("router20")],
  ["router 2.2", untyped("router22")],
];

/** Libraries that every Express service has. */
export const EXPRESS_STACK: readonly Family[] = [
  { library: "body-parser", rows: BODY_PARSER },
  {
    library: "router",
    rows: [
      [
        "a path that cannot be decoded",
        () => fromExpress((app) => app.all("/:id", () => {}), { path: `/%ff${SECRETS.password}` }),
        BAD,
      ],
      ...OLDER_ROUTERS.map(
        ([name, make]): Row => [
          `a path that cannot be decoded, in ${name}`,
          () => fromExpress((app) => app.use(make().all("/:id", () => {})), { path: `/%ff${SECRETS.password}` }),
          BAD,
        ],
      ),
    ],
  },
  { library: "http-errors", rows: HTTP_ERRORS },
  {
    library: "zod",
    recognizer: "validation",
    rows: [
      [
        "a value of the wrong type",
        thrown(() => body.safeParse({ name: 1, tags: [] }).error),
        issues(["name", "Invalid input: expected string, received number"]),
      ],
      [
        "a value inside a list",
        thrown(() => body.safeParse({ name: "x", tags: ["a", SECRETS.password] }).error),
        issues(["tags.1", 'Invalid option: expected one of "a"|"b"']),
      ],
      [
        "an unknown field",
        thrown(() => body.safeParse({ name: "x", tags: [], other: SECRETS.password }).error),
        issues(["other", "This field is not known."]),
      ],
    ],
  },
  {
    library: "valibot",
    recognizer: "validation",
    rows: [
      [
        "its error",
        thrown(
          () => new v.ValiError(v.safeParse(shape, { a: { b: SECRETS.password } }).issues as [v.BaseIssue<unknown>]),
        ),
        issues(["a.b", "This field is not valid."]),
      ],
      [
        "its Standard Schema failure",
        thrown(() => shape["~standard"].validate({ a: { b: SECRETS.password } })),
        issues(["a.b", "This field is not valid."]),
      ],
    ],
  },
];
