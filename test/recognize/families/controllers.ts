import "reflect-metadata";
import { initContract } from "@ts-rest/core";
import { createExpressEndpoints, initServer, RequestValidationError } from "@ts-rest/express";
import { ExpressTemplateService, ValidateError } from "@tsoa/runtime";
import { IsEmail, IsInt } from "class-validator";
import express, { type Express } from "express";
import {
  BadRequestError,
  Body,
  ForbiddenError,
  Get,
  HeaderParams,
  HttpError,
  InternalServerError,
  JsonController,
  NotFoundError,
  Param,
  Post,
  UnauthorizedError,
  useExpressServer,
} from "routing-controllers";
import { z } from "zod3";
import { SECRETS } from "../../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  type Family,
  FORBIDDEN,
  INTERNAL,
  issues,
  NOT_FOUND,
  type Row,
  UNAUTHENTICATED,
} from "../expect-answer.ts";
import { fromExpress } from "../provoke.ts";
import { raised } from "./caught.ts";

const NOT_VALID = "This field is not valid.";
const NOT_KNOWN = "This field is not known.";
const secret = SECRETS.password;

const sent = (body: object, path = "/") => ({
  path,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

const item = z.object({ a: z.object({ b: z.number() }) });
// Its types are made for zod 3 alone.
const tsRestContract = initContract().router({
  make: {
    method: "POST",
    path: "/",
    headers: z.object({ "x-a": z.string().optional() }),
    query: z.object({ q: z.string().optional() }),
    body: item,
    responses: { 200: z.unknown() },
  },
  keyed: {
    method: "POST",
    path: "/keyed",
    headers: z.object({ "x-a": z.string() }),
    body: item,
    responses: { 200: z.unknown() },
  },
} as never) as never;

const throughTsRest = (body: object, path?: string) => () =>
  fromExpress(
    (app) => {
      const answer = async () => ({ status: 200 as const, body: {} });
      const router = initServer().router(tsRestContract, { make: answer, keyed: answer } as never);
      app.use(express.json());
      createExpressEndpoints(tsRestContract, router as never, app as never, {
        requestValidationErrorHandler: (error, _request, _response, next) => next(error),
      });
    },
    sent(body, path),
  );

const TS_REST: readonly Row[] = [
  [
    "a refused body, passed on",
    throughTsRest({ a: { b: secret } }),
    issues(["a.b", "Expected number, received string"]),
  ],
  [
    "a missing header and a refused body, passed on",
    throughTsRest({ a: secret }, "/keyed"),
    issues([null, "Required"], ["a", "Expected object, received string"]),
  ],
];

const models = {
  Item: {
    dataType: "refObject",
    additionalProperties: false,
    properties: {
      a: { dataType: "nestedObjectLiteral", required: true, nestedProperties: { b: { dataType: "double" } } },
      tags: { dataType: "array", array: { dataType: "double" } },
    },
  },
};
const requestBody = { in: "body", name: "requestBody", required: true, ref: "Item" };
const limit = { in: "query", name: "limit", required: true, dataType: "double" };

const throughTsoa = (argument: object, body: object, path?: string) => () =>
  fromExpress(
    (app) => {
      const template = new ExpressTemplateService(models as never, {
        noImplicitAdditionalProperties: "throw-on-extras",
        bodyCoercion: true,
      });
      app.use(express.json(), (request, response, next) => {
        try {
          template.getValidatedArgs({ args: { argument }, request, response } as never);
        } catch (error) {
          next(error);
        }
      });
    },
    sent(body, path),
  );

const fields = { "requestBody.a": { message: `Not match in '${secret}'`, value: secret } };

const TSOA: readonly Row[] = [
  ["a field of the body", throughTsoa(requestBody, { a: { b: secret } }), issues(["a.b", NOT_VALID])],
  ["an element of a list", throughTsoa(requestBody, { a: {}, tags: [1, secret] }), issues(["tags.1", NOT_VALID])],
  ["a field that it does not know", throughTsoa(requestBody, { a: {}, zz: secret }), issues(["zz", NOT_KNOWN])],
  ["a parameter", throughTsoa(limit, {}, `/?limit=${encodeURIComponent(secret)}`), issues(["limit", NOT_VALID])],
  [
    "what its routes throw under Koa",
    raised(
      Object.assign(new ValidateError(fields, JSON.stringify({ fields })), {
        expose: true,
        status: 400,
        statusCode: 400,
      }),
    ),
    issues(["a", NOT_VALID]),
  ],
];

class Person {}
IsEmail()(Person.prototype, "email");
class Keys {}
IsInt()(Keys.prototype, "x-a");

/** Makes a controller as decorators do it: a method, and the type of its one argument. */
function controller(
  decorate: (prototype: object) => void,
  argument: (target: object, key: string, index: number) => void,
  type: unknown,
): new () => object {
  class Controller {
    run() {
      return {};
    }
  }
  JsonController()(Controller);
  decorate(Controller.prototype);
  Reflect.defineMetadata("design:paramtypes", [type], Controller.prototype, "run");
  argument(Controller.prototype, "run", 0);
  return Controller;
}

const controlled = (make: () => new () => object, request: Parameters<typeof fromExpress>[1]) => () =>
  fromExpress((app: Express) => {
    useExpressServer(app, { controllers: [make()], defaultErrorHandler: false, validation: true });
  }, request);

const post = (prototype: object) => Post("/")(prototype, "run");
const get = (prototype: object) => Get("/:id")(prototype, "run");

const ROUTING_CONTROLLERS: readonly Row[] = [
  ["401", raised(new UnauthorizedError(secret)), UNAUTHENTICATED],
  ["403", raised(new ForbiddenError(secret)), FORBIDDEN],
  ["404", raised(new NotFoundError(secret)), NOT_FOUND],
  ["a status of the service's", raised(new HttpError(409, secret)), CONFLICT],
  ["500", raised(new InternalServerError(secret)), INTERNAL],
  [
    "a refused body",
    controlled(() => controller(post, Body() as never, Person), sent({ email: secret })),
    issues(["email", NOT_VALID]),
  ],
  [
    "a refused header",
    controlled(() => controller(post, HeaderParams() as never, Keys), { ...sent({}), method: "POST" }),
    BAD,
  ],
  [
    "a parameter that is no number",
    controlled(() => controller(get, Param("id") as never, Number), { method: "GET", path: `/${SECRETS.host}` }),
    BAD,
  ],
];

/** Frameworks of controllers on top of Express and Koa. */
export const CONTROLLERS: readonly Family[] = [
  { library: "@ts-rest/express", recognizer: "ts-rest", rows: TS_REST },
  { library: "@tsoa/runtime", recognizer: "tsoa", rows: TSOA },
  { library: "routing-controllers", rows: ROUTING_CONTROLLERS },
];

const copied = (own: object) => Object.assign(new Error(secret), own);
const fromJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Values that look like their errors and are not. */
export const NOT_CONTROLLERS: readonly (readonly [what: string, thrown: unknown])[] = [
  ["an error of ts-rest without issues", new RequestValidationError(null, null, null, null)],
  ["an error of ts-rest with issues out of JSON", new RequestValidationError(null, null, null, fromJson({}) as never)],
  ["an error of tsoa out of JSON", fromJson(new ValidateError(fields, secret))],
  ["an error of tsoa with another service's answer", Object.assign(new ValidateError(fields, ""), { response: {} })],
  ["tsoa's name without its fields", copied({ name: "ValidateError", status: 400 })],
  ["tsoa's name with other fields", copied({ name: "ValidateError", status: 400, fields: { a: secret } })],
  ["an error of routing-controllers out of JSON", fromJson(new BadRequestError(secret))],
  ["an HttpError with another service's answer", Object.assign(new HttpError(404), { response: {} })],
  ["an HttpError of a client with headers", Object.assign(new HttpError(404), { headers: {} })],
  ["the field of routing-controllers alone", copied({ httpCode: 404 })],
  ["an HttpError that is no failure", new HttpError(304)],
];
