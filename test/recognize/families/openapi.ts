import express from "express";
import { middleware } from "express-openapi-validator";
import { SECRETS } from "../../support/secrets.ts";
import {
  BAD,
  type Family,
  FORBIDDEN,
  INTERNAL,
  issues,
  NOT_FOUND,
  type Row,
  TOO_LARGE,
  UNAUTHENTICATED,
} from "../expect-answer.ts";
import { fromExpress, type Provoked } from "../provoke.ts";

const secret = SECRETS.password;
const JSON_TYPE = { "Content-Type": "application/json" };
const NOT_VALID = "This field is not valid.";
const NOT_KNOWN = "This field is not known.";

const ok = { 200: { description: "ok" } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const field = (name: string, place: string) => ({ name, in: place, required: true, schema: { type: "integer" } });

const item = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { type: "string", maxLength: 20 },
    kind: { enum: ["a", "b"] },
    nested: { type: "object", properties: { list: { type: "array", items: { type: "integer" } } } },
  },
};

const apiSpec = {
  openapi: "3.0.3",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      post: { requestBody: { required: true, ...json(item) }, responses: ok },
      get: { parameters: [field("q", "query"), field("x-a", "header")], responses: ok },
    },
    "/items/{id}": { get: { parameters: [field("id", "path")], responses: ok } },
    "/wrong": {
      get: { responses: { 200: { description: "ok", ...json({ type: "object", required: ["z"] }) } } },
    },
    "/who": { get: { security: [{ bearer: [] }], responses: ok } },
    "/key": { get: { security: [{ key: [] }], responses: ok } },
    "/upload": {
      post: {
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: { type: "object", properties: { f: { type: "string", format: "binary" } } },
            },
          },
        },
        responses: ok,
      },
    },
  },
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    },
  },
};

const refusing = { bearer: () => false, key: () => true };
const forbidding = {
  bearer: () => {
    throw Object.assign(new Error(secret), { status: 403 });
  },
};

type Sent = Parameters<typeof fromExpress>[1];

function asked(sent: Sent, handlers: object = refusing): () => Promise<Provoked> {
  return () =>
    fromExpress((app) => {
      app.use(express.json());
      app.use(
        middleware({
          apiSpec: apiSpec as never,
          validateResponses: true,
          validateSecurity: { handlers: handlers as never },
          fileUploader: { limits: { fileSize: 9 } },
        }),
      );
      app.get("/wrong", (_request, response) => void response.json({ secret }));
    }, sent);
}

const get = (path: string, headers: Record<string, string> = {}, handlers?: object) =>
  asked({ method: "GET", path, headers }, handlers);
const post = (body: unknown) =>
  asked({ method: "POST", path: "/items", headers: JSON_TYPE, body: JSON.stringify(body) });
const bearer = { Authorization: `Bearer ${secret}` };

const upload = asked({
  method: "POST",
  path: "/upload",
  headers: { "Content-Type": "multipart/form-data; boundary=b" },
  body: `--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n${secret}\r\n--b--\r\n`,
});

const ROWS: readonly Row[] = [
  ["a body of the wrong type", post({ name: 5 }), issues(["name", "must be string"])],
  ["a body without a field", post({}), issues(["name", "must have required property 'name'"])],
  ["a field that is not known", post({ name: "x", zz: secret }), issues(["zz", NOT_KNOWN])],
  ["a field that is no plain name", post({ name: "x", [`${secret} ${SECRETS.path}`]: 1 }), issues([null, NOT_KNOWN])],
  [
    "a value that is none of a list",
    post({ name: "x", kind: secret }),
    issues(["kind", "must be equal to one of the allowed values: a, b"]),
  ],
  [
    "a value in a list",
    post({ name: "x", nested: { list: [1, secret] } }),
    issues(["nested.list.1", "must be integer"]),
  ],
  ["a query", get(`/items?q=${secret}`, { "X-A": "1" }), issues(["q", "must be integer"])],
  ["a query that is not known", get(`/items?q=1&zz=${secret}`, { "X-A": "1" }), issues(["zz", NOT_KNOWN])],
  ["a query that is not escaped", get("/items?q=a[b", { "X-A": "1" }), issues(["q", NOT_VALID])],
  ["a header", get("/items?q=1", { "X-A": secret }), issues([null, "must be integer"])],
  ["a parameter of the path", get(`/items/${secret}`), issues(["id", "must be integer"])],
  ["a path that cannot be decoded", get(`/items/%ff${secret}`), BAD],
  [
    "a type that it does not know",
    asked({ method: "POST", path: "/items", headers: { "Content-Type": `x/${secret}` }, body: "x" }),
    BAD,
  ],
  ["an unknown path", get(`/${secret}`), NOT_FOUND],
  [
    "another method",
    asked({ method: "PUT", path: "/items" }),
    { status: 405, code: "acme_method_not_allowed", headers: { Allow: "GET, POST" } },
  ],
  ["no credential", get("/who"), UNAUTHENTICATED],
  ["no key", get("/key"), UNAUTHENTICATED],
  ["a credential that is refused", get("/who", bearer), UNAUTHENTICATED],
  ["a security handler that forbids", get("/who", bearer, forbidding), FORBIDDEN],
  ["a security handler that is missing", get("/who", bearer, {}), INTERNAL],
  ["an answer of the service that is not valid", get("/wrong"), INTERNAL],
  ["a file over the limit", upload, TOO_LARGE],
];

/** Errors of express-openapi-validator, which have a status and no `expose`. */
export const OPENAPI: readonly Family[] = [{ library: "express-openapi-validator", rows: ROWS }];

class BadRequest extends Error {
  static create(): BadRequest {
    return new BadRequest();
  }
  override readonly name = "Bad Request";
  readonly status = 400;
  readonly path = "/";
  readonly errors: unknown = [{ path: "/body/a", message: secret }];
}

const but = (fields: object) => Object.assign(new BadRequest(), fields);
class Plain extends Error {}

/** Values that each lack one of the marks. */
export const NOT_OPENAPI: readonly (readonly [what: string, thrown: unknown])[] = [
  ["an OpenAPI error out of JSON", { ...new BadRequest(), message: secret }],
  ["an OpenAPI error of another class", Object.assign(new Plain(), { ...new BadRequest() })],
  ["an OpenAPI error with another's name", but({ name: "HttpError" })],
  ["an OpenAPI error with another name's status", but({ status: 404 })],
  ["an OpenAPI error without its list", but({ errors: undefined })],
  ["an OpenAPI error with an empty list", but({ errors: [] })],
  ["an OpenAPI error whose list has no places", but({ errors: [{ message: secret }] })],
  ["an OpenAPI error whose list has no texts", but({ errors: [{ path: "/body/a" }] })],
  ["an OpenAPI error of a client", but({ response: {} })],
];
