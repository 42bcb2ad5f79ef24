import "reflect-metadata";
import { type } from "arktype";
import { celebrate, Joi } from "celebrate";
import {
  ArrayNotEmpty,
  IsEmail,
  type ValidationError as RefusedProperty,
  ValidateNested,
  type ValidatorOptions,
  validateOrReject,
} from "class-validator";
import express, { type RequestHandler } from "express";
import { body, checkExact, header, oneOf, validationResult } from "express-validator";
import joi from "joi";
import * as superstruct from "superstruct";
import Type from "typebox";
import { Compile } from "typebox/compile";
import Value from "typebox/value";
import * as yup from "yup";
import { z } from "zod3";
import { SECRETS } from "../../support/secrets.ts";
import type { Family } from "../expect-answer.ts";
import { INTERNAL, issues, type Row } from "../expect-answer.ts";
import { fromExpress } from "../provoke.ts";
import { caught, raised } from "./caught.ts";

const NOT_VALID = "This field is not valid.";
const NOT_KNOWN = "This field is not known.";
const secret = SECRETS.password;

const zodded = (schema: z.ZodTypeAny, value: unknown) => caught(() => schema.parse(value));

const ZOD3: readonly Row[] = [
  [
    "a wrong type",
    zodded(z.object({ a: z.array(z.number()) }), { a: [secret] }),
    issues(["a.0", "Expected number, received string"]),
  ],
  ["a missing field", zodded(z.object({ a: z.string() }), {}), issues(["a", "Required"])],
  [
    "another literal",
    zodded(z.object({ a: z.literal("x") }), { a: secret }),
    issues(["a", 'Invalid literal value, expected "x"']),
  ],
  ["what no enumeration has", zodded(z.object({ a: z.enum(["x"]) }), { a: secret }), issues(["a", NOT_VALID])],
  [
    "what no native enumeration has",
    zodded(z.object({ a: z.nativeEnum({ x: "x" }) }), { a: secret }),
    issues(["a", NOT_VALID]),
  ],
  ["fields that it does not know", zodded(z.object({}).strict(), { [SECRETS.path]: 1 }), issues([null, NOT_KNOWN])],
  ["none of a union", zodded(z.union([z.number(), z.boolean()]), secret), issues([null, "Invalid input"])],
  [
    "no case of a union",
    zodded(z.discriminatedUnion("t", [z.object({ t: z.literal("x") })]), { t: secret }),
    issues(["t", "Invalid discriminator value."]),
  ],
  ["a text", zodded(z.object({ a: z.string().email() }), { a: secret }), issues(["a", "Invalid email"])],
  [
    "an author's text",
    zodded(
      z.string().refine(() => false, { message: `Look into ${SECRETS.path}.` }),
      secret,
    ),
    issues([null, "Look into [path]."]),
  ],
  [
    "a failure result's error, thrown",
    raised(z.object({ a: z.string() }).safeParse({}).error),
    issues(["a", "Required"]),
  ],
];

const ark = type({ a: "number", "b?": { c: "'x'[]" }, "+": "reject" });

const ARKTYPE: readonly Row[] = [
  ["its error", caught(() => ark.assert({ a: secret })), issues(["a", NOT_VALID])],
  ["its list, thrown as it is", raised(ark({ a: 1, b: { c: ["x", secret] } })), issues(["b.c.1", NOT_VALID])],
  ["a missing field", caught(() => ark.assert({})), issues(["a", NOT_VALID])],
  ["a failure result, thrown", raised(ark["~standard"].validate({ a: secret })), issues(["a", NOT_VALID])],
  ["a field that it does not know", caught(() => ark.assert({ a: 1, zz: secret })), issues(["zz", NOT_KNOWN])],
  [
    "at most 20 issues",
    caught(() => type("number[]").assert(Array(50).fill(secret))),
    issues(...Array.from({ length: 20 }, (_, index) => [String(index), NOT_VALID] as const)),
  ],
];

const yupped = (schema: yup.Schema, value: unknown, options: yup.ValidateOptions = {}) =>
  caught(() => schema.validateSync(value, { strict: true, ...options }));
const list = yup.object({ l: yup.array(yup.object({ a: yup.number(), "x.y": yup.string().required() })) });

const YUP: readonly Row[] = [
  ["one failure", yupped(list, { l: [{ a: secret, "x.y": "x" }] }), issues(["l.0.a", NOT_VALID])],
  [
    "several failures",
    yupped(list, { l: [{ a: 1, "x.y": "x" }, { a: secret }] }, { abortEarly: false }),
    issues(["l.1.a", NOT_VALID], ["l.1", NOT_VALID]),
  ],
  ["a whole value", yupped(yup.number(), secret), issues([null, NOT_VALID])],
  ["fields that it does not know", yupped(yup.object({}).noUnknown(), { [secret]: 1 }), issues([null, NOT_KNOWN])],
  ["fields beside the exact ones", yupped(yup.object({}).exact(), { [secret]: 1 }), issues([null, NOT_KNOWN])],
  [
    "an error without a stack",
    yupped(yup.object({ a: yup.number() }), { a: secret }, { disableStackTrace: true }),
    issues(["a", NOT_VALID]),
  ],
  [
    "at most 20 issues",
    yupped(yup.array(yup.number()), Array(50).fill(secret), { abortEarly: false }),
    issues(...Array.from({ length: 20 }, (_, index) => [String(index), NOT_VALID] as const)),
  ],
];

class Address {}
IsEmail()(Address.prototype, "email");
class Person {}
ValidateNested()(Person.prototype, "addresses");
ArrayNotEmpty()(Person.prototype, "addresses");

const refused = (value: object, options: ValidatorOptions = {}) => caught(() => validateOrReject(value, options));
const address = Object.assign(new Address(), { email: secret });
const strict: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true };
const withoutDetails: ValidatorOptions = { validationError: { target: false, value: false } };

const CLASS_VALIDATOR: readonly Row[] = [
  ["one failure", refused(address), issues(["email", NOT_VALID])],
  ["a failure without the value", refused(address, withoutDetails), issues(["email", NOT_VALID])],
  [
    "failures below a field",
    refused(Object.assign(new Person(), { addresses: [address, address] })),
    issues(["addresses.0.email", NOT_VALID], ["addresses.1.email", NOT_VALID]),
  ],
  [
    "a field that it does not know",
    refused(Object.assign(new Address(), { email: "a@b.de", zz: secret }), strict),
    issues(["zz", NOT_KNOWN]),
  ],
  ["a value of no class", refused({ [secret]: 1 }), issues([null, NOT_VALID])],
  [
    "at most 20 issues",
    refused(Object.assign(new Person(), { addresses: Array(50).fill(address) })),
    issues(...Array.from({ length: 20 }, (_, index) => [`addresses.${index}.email`, NOT_VALID] as const)),
  ],
  [
    "a list that never ends",
    caught(() =>
      validateOrReject(address).catch(([found]: RefusedProperty[]) => {
        Object.assign(found ?? {}, { constraints: undefined, children: [found, found] });
        throw [found];
      }),
    ),
    { status: 400, code: "invalid_input" },
  ],
];

const structed = (struct: superstruct.Struct<never, never> | superstruct.Struct, value: unknown) =>
  caught(() => superstruct.assert(value, struct as superstruct.Struct));
const strings = superstruct.object({ a: superstruct.array(superstruct.object({ b: superstruct.string() })) });

const SUPERSTRUCT: readonly Row[] = [
  ["a wrong type", structed(strings as never, { a: [{ b: "x" }, { b: [secret] }] }), issues(["a.1.b", NOT_VALID])],
  ["a whole value", structed(superstruct.number() as never, secret), issues([null, NOT_VALID])],
  [
    "a field that it does not know",
    structed(superstruct.object({}) as never, { zz: secret }),
    issues(["zz", NOT_KNOWN]),
  ],
  ["its error, returned", raised(superstruct.validate({ a: secret }, strings)[0]), issues(["a", NOT_VALID])],
];

const shape = Type.Object({ a: Type.Number(), b: Type.Optional(Type.Object({ c: Type.Literal("x") })) });
const closed = Type.Object({ a: Type.Optional(Type.Number()) }, { additionalProperties: false });
const named = Type.Object({}, { propertyNames: Type.String({ maxLength: 3 }) });

const TYPEBOX: readonly Row[] = [
  ["a wrong type", caught(() => Value.Parse(shape, { a: secret })), issues(["a", "must be number"])],
  [
    "a missing field",
    caught(() => Value.Assert(shape, { b: { c: secret } })),
    issues(["a", "must have required properties a"], ["b.c", "must be equal to constant"]),
  ],
  ["what cannot be decoded", caught(() => Value.Decode(shape, { a: [secret] })), issues(["a", "must be number"])],
  [
    "what a compiled type refuses",
    caught(() => Compile(shape).Parse({ a: [secret] })),
    issues(["a", "must be number"]),
  ],
  ["a field that it does not know", caught(() => Value.Parse(closed, { zz: secret })), issues(["zz", NOT_KNOWN])],
  [
    "an author's text",
    caught(() =>
      Value.Parse(
        Type.Refine(
          Type.String(),
          () => false,
          () => `Look into ${SECRETS.path}.`,
        ),
        secret,
      ),
    ),
    issues([null, "Look into [path]."]),
  ],
  ["an answer that cannot be encoded", caught(() => Value.Encode(shape, { a: secret })), INTERNAL],
];

const TYPEBOX_LISTS: readonly Row[] = [
  ["a missing field", raised(Value.Errors(shape, {})), issues(["a", NOT_VALID])],
  [
    "a field that it does not know",
    raised(Value.Errors(closed, { zz: secret })),
    issues(["zz", NOT_KNOWN], ["zz", NOT_KNOWN]),
  ],
  [
    "names of fields",
    raised([...Value.Errors(named, { [SECRETS.path]: 1 })]),
    issues([null, NOT_VALID], [null, NOT_KNOWN]),
  ],
];

const STANDARD: readonly Row[] = [
  [
    "a failure result, thrown",
    raised(await list["~standard"].validate({ l: [{ a: secret, "x.y": "x" }] })),
    issues(["l.0.a", NOT_VALID]),
  ],
];

const JSON_SENT = { headers: { "Content-Type": "application/json" } };

const chained =
  (...chains: readonly RequestHandler[]) =>
  (sent: object) =>
  () =>
    fromExpress(
      (app) =>
        app.use(express.json(), ...chains, (request, _response, next) => {
          validationResult(request).throw();
          next();
        }),
      { ...JSON_SENT, body: JSON.stringify(sent) },
    );

const EXPRESS_VALIDATOR: readonly Row[] = [
  [
    "fields",
    chained(
      body("user.email").isEmail(),
      body("tags[*].rank").isInt(),
    )({ user: { email: secret }, tags: [{ rank: secret }] }),
    issues(["user.email", NOT_VALID], ["tags.0.rank", NOT_VALID]),
  ],
  ["an author's text", chained(body("a").isEmail().withMessage(secret))({ a: secret }), issues(["a", NOT_VALID])],
  ["a header", chained(header("x-a").exists())({}), issues([null, NOT_VALID])],
  [
    "one of two chains",
    chained(oneOf([body("a").isInt(), body("b").isInt()]) as unknown as RequestHandler)({ a: secret }),
    issues(["a", NOT_VALID], ["b", NOT_VALID]),
  ],
  [
    "one of two groups",
    chained(oneOf([body("a").isInt(), body("b").isInt()], { errorType: "grouped" }) as unknown as RequestHandler)({}),
    issues(["a", NOT_VALID], ["b", NOT_VALID]),
  ],
  [
    "a field that it does not know",
    chained(checkExact(body("a").isInt()) as never)({ a: 1, zz: secret }),
    issues(["zz", NOT_KNOWN]),
  ],
];

const celebrated = (schema: object, sent: object) => () =>
  fromExpress((app) => app.use(express.json(), celebrate(schema)), { ...JSON_SENT, body: JSON.stringify(sent) });

const CELEBRATE: readonly Row[] = [
  [
    "a body",
    celebrated({ body: Joi.object({ a: Joi.object({ b: Joi.number() }) }) }, { a: { b: secret } }),
    issues(["a.b", NOT_VALID]),
  ],
  ["a field that it does not know", celebrated({ body: Joi.object({}) }, { zz: secret }), issues(["zz", NOT_KNOWN])],
  ["a header", celebrated({ headers: Joi.object({ "x-a": Joi.required() }).unknown() }, {}), issues([null, NOT_VALID])],
];

const JOI: readonly Row[] = [
  [
    "an answer that does not fit, to which a router gives a 500",
    raised(Object.assign(joi.object({ a: joi.number() }).validate({ a: secret }).error as Error, { status: 500 })),
    INTERNAL,
  ],
];

/** Validators, grouped by what they throw. */
export const VALIDATORS: readonly Family[] = [
  { library: "zod3", recognizer: "validation", rows: ZOD3 },
  { library: "arktype", rows: ARKTYPE },
  { library: "yup", rows: YUP },
  { library: "joi", rows: JOI },
  { library: "celebrate", rows: CELEBRATE },
  { library: "express-validator", rows: EXPRESS_VALIDATOR },
  { library: "class-validator", rows: CLASS_VALIDATOR },
  { library: "superstruct", rows: SUPERSTRUCT },
  { library: "typebox", rows: TYPEBOX },
  { library: "typebox", recognizer: "ajv", rows: TYPEBOX_LISTS },
  { library: "yup", recognizer: "validation", rows: STANDARD },
];

const copied = (fields: object) => Object.assign(new Error(secret), fields);
const upstream = { response: { data: secret } };
const fromJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const errorOf = async (row: Row | undefined) => (await row?.[1]())?.thrown;

/** Values that look like their errors and are not. */
export const NOT_VALIDATORS: readonly (readonly [what: string, thrown: unknown])[] = [
  ["an arktype error without its list", copied({ name: "TraversalError", arkErrors: [{ path: ["a"] }] })],
  ["a celebrate error out of JSON", fromJson(await errorOf(CELEBRATE[0]))],
  [
    "a celebrate error without errors of joi",
    new (class CelebrateError extends Error {
      readonly details = new Map([["body", { message: secret }]]);
    })(),
  ],
  ["an express-validator error out of JSON", fromJson(await errorOf(EXPRESS_VALIDATOR[0]))],
  [
    "an express-validator error with another service's answer",
    Object.assign((await errorOf(EXPRESS_VALIDATOR[0])) as object, upstream),
  ],
  ["a yup error out of JSON", fromJson(await errorOf(YUP[0]))],
  ["a yup error with another service's answer", Object.assign((await errorOf(YUP[1])) as object, upstream)],
  ["yup's name with another's fields", copied({ name: "ValidationError", inner: [], errors: {} })],
  ["a class-validator list out of JSON", fromJson(await errorOf(CLASS_VALIDATOR[0]))],
  ["a list of a class of that name", [Object.assign(new (class ValidationError {})(), { property: "a" })]],
  ["a typebox error out of JSON", { message: "Parse", cause: { source: "Parse", errors: Value.Errors(shape, {}) } }],
  ["typebox's text without its cause", new Error("Parse")],
  ["typebox's cause without its entries", new Error("Parse", { cause: { source: "Parse", errors: [secret] } })],
  [
    "typebox's cause under another text",
    new Error(secret, { cause: { source: "Parse", errors: Value.Errors(shape, {}) } }),
  ],
];
