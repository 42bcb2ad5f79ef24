import { about, cred, file, type Loose, load, type Provocation } from "./tools.ts";

const Ajv = load("ajv")["default"] as Loose;
const { z } = load("zod");
const joi = load("joi");
const yup = load("yup");
const v = load("valibot");
const struct = load("superstruct");
const convict = load("convict");
const order = { id: "ord_1", total: -5, currency: "Euro", email: "ada(at)example.com", lines: [] };

const check = (schema: object, data: unknown = order): unknown => {
  const ajv = new Ajv({ allErrors: true, strict: true });
  const valid = ajv.compile(schema);
  throw new Error(String(valid(data) ? "valid" : ajv.errorsText(valid["errors"])));
};

/** Messages of validators. */
export const provocations: Provocation[] = [
  ...about("ajv", {
    types: () => check({ type: "object", properties: { total: { type: "string" }, id: { type: "integer" } } }),
    ranges: () =>
      check({
        properties: { total: { minimum: 0 }, currency: { maxLength: 3 }, lines: { minItems: 1 } },
        type: "object",
      }),
    required: () => check({ type: "object", required: ["customer"], additionalProperties: false }),
    choice: () => check({ type: "object", properties: { currency: { enum: ["EUR", "USD"], type: "string" } } }),
    pattern: () => check({ type: "object", properties: { id: { type: "string", pattern: "^ord_\\d{4}$" } } }),
    keyword: () => check({ type: "object", propertes: {} }),
    format: () => check({ type: "string", format: "e-mail" }),
    reference: () => check({ $ref: "#/definitions/order" }),
    schema: () => check({ type: "money" }),
    duplicate: () =>
      new Ajv()
        .addSchema({ $id: "https://example.com/order.json" })
        .addSchema({ $id: "https://example.com/order.json", type: "object" }),
  }),
  ...about("zod", {
    object: () =>
      z.object({ total: z.number().min(0), currency: z.enum(["EUR", "USD"]), email: z.email() }).parse(order),
    pretty: () =>
      z.prettifyError(
        z.object({ total: z.number().min(0), lines: z.array(z.string()).min(1) }).safeParse(order)["error"],
      ),
    keys: [() => z.strictObject({ id: z.string() }).parse(order), { as: ["message", "stack"] }],
    union: () => z.union([z.string(), z.number()]).parse(null),
    date: () => z.coerce.date().parse("yesterday"),
    async: () =>
      z
        .string()
        .refine(async () => true)
        .parse("x"),
  }),
  ...about("joi", {
    object: () =>
      joi.attempt(
        order,
        joi
          .object({ id: joi.string(), total: joi.number().positive(), currency: joi.string()["length" as string](3) })
          .unknown(),
      ),
    annotated: () => joi.attempt({ port: 99_999, host: "x" }, joi.object({ port: joi.number().port() })),
    label: () => joi.attempt("", joi.string().required().label("Shipping address")),
    secret: () => joi.attempt({ token: cred("githubToken", 502) }, joi.object({ token: joi.string().max(10) })),
    schema: () => joi.object({ a: joi.string().min("x") }),
    assert: [
      () => joi.assert(order, joi.object({ email: joi.string().email() }).unknown(), "Invalid order:"),
      { as: ["message", "stack"] },
    ],
  }),
  ...about("yup", {
    object: () =>
      yup.object({ total: yup.number().min(0), email: yup.string().email() }).validateSync(order, { abortEarly: true }),
    type: () => yup.number().validateSync("many"),
    secret: () => yup.object({ apiKey: yup.number() }).validateSync({ apiKey: cred("sendgridKey", 503) }),
    required: [
      () => yup.object({ customer: yup.string().required() }).validateSync(order),
      { as: ["message", "stack"] },
    ],
    choice: () => yup.string().oneOf(["EUR", "USD"]).validateSync("Euro"),
    url: () => yup.string().url().validateSync("10.0.0"),
  }),
  ...about("valibot", {
    type: () => v.parse(v.object({ total: v.string() }), order),
    secret: () => v.parse(v.pipe(v.string(), v.maxLength(5)), cred("npmToken", 504)),
    choice: () => v.parse(v.picklist(["EUR", "USD"]), cred("slackToken", 505)),
    range: () => v.parse(v.pipe(v.number(), v.minValue(0)), -5),
    email: () => v.parse(v.pipe(v.string(), v.email()), "ada(at)example.com"),
  }),
  ...about("superstruct", {
    type: () => struct.assert(order, struct.type({ total: struct.string() })),
    choice: () => struct.assert("Euro", struct.enums(["EUR", "USD"])),
    secret: () => struct.assert({ key: cred("openaiKey", 506) }, struct.object({ key: struct.number() })),
    size: () => struct.assert([], struct.size(struct.array(), 1, 9)),
  }),
  ...about("convict", {
    port: () =>
      convict({ port: { format: "port", default: 80 } })
        .load({ port: 70_000 })
        .validate(),
    secret: () =>
      convict({ password: { format: ["x"], default: "x" } })
        .load({ password: cred("password", 517) })
        .validate({ allowed: "strict" }),
    unknown: () =>
      convict({ a: { default: 1 } })
        .load({ b: 2 })
        .validate({ allowed: "strict" }),
    missing: () => convict({ a: { default: 1 } }).get("db.host"),
    file: () => convict({ a: { default: 1 } }).loadFile("/etc/shop/config.json"),
    format: () => convict({ a: { format: "money", default: 1 } }),
    "file-syntax": () => convict({ a: { default: 1 } }).loadFile(file("conf/app.json", "{a:}")),
  }),
];
