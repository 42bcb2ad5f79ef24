import { type Loose, load, type Provocation } from "../javascript/tools.ts";
import { after, again, carried, named } from "./carry.ts";

const { z } = load("zod");
const Ajv = load("ajv")["default"] as Loose;
const Joi = load("joi");
const v = load("valibot");
const yup = load("yup");
const s = load("superstruct");
const envalid = load("envalid");
const { expect } = load("chai");
const ajv = (schema: object, data: unknown): unknown => {
  const own = new Ajv({ allErrors: true });
  return own.validate(schema, data) ? undefined : own.errorsText();
};
const environment = (specs: object, given: object): unknown =>
  envalid.cleanEnv(given, specs, {
    reporter: ({ errors }: { errors: Record<string, Error> }) => {
      const all = Object.entries(errors).map(([name, error]) => `${name}: ${error.message}`);
      if (all.length > 0) throw new Error(`bad environment (${all.join("; ")})`);
    },
  });

/** Messages that a caller may see whole: of validators, parsers and calculators. */
export const provocations: Provocation[] = [
  ...again("zod", {
    transform: () =>
      z
        .object({ sku: z.string().regex(/^[A-Z]-\d+$/), qty: z.number().int().multipleOf(6) })
        .parse({ sku: "a1", qty: 7.5 }),
    discriminated: () =>
      z
        .discriminatedUnion("type", [z.object({ type: z.literal("card") }), z.object({ type: z.literal("sepa") })])
        .parse({ type: "cash" }),
    "words-url": carried(() => z.url().parse("www.example.com"), after("webhook address")),
    formats: carried(
      () => z.tuple([z.ipv4(), z.cuid(), z.base64(), z.e164()]).parse(["x", "y", "#", "030 1"]),
      named("invalid row 12"),
    ),
    refine: () =>
      z
        .string()
        .refine((value: unknown) => String(value).startsWith("DE"), "IBAN must start with DE")
        .parse("FR76"),
    record: () => z.record(z.string(), z.number().max(100)).parse({ "tax/DE": 19, "tax/XX": 119 }),
  }),
  ...again("ajv", {
    nested: () =>
      ajv(
        { properties: { lines: { items: { properties: { qty: { minimum: 1 } } } } } },
        { lines: [{ qty: 1 }, { qty: 0 }] },
      ),
    additional: () => ajv({ additionalProperties: false, properties: { id: {} } }, { id: 1, "x-trace": 2 }),
    conditional: () =>
      ajv(JSON.parse('{"if":{"required":["country"]},"then":{"required":["vatId"]}}'), { country: "DE" }),
    unique: () => ajv({ uniqueItems: true, contains: { const: "EUR" } }, ["USD", "USD"]),
    "multiple-of": () => ajv({ multipleOf: 0.05, exclusiveMaximum: 10 }, 10.01),
    property: () => ajv({ propertyNames: { pattern: "^[a-z]+$" }, maxProperties: 1 }, { A: 1, b: 2 }),
  }),
  ...again("joi", {
    references: () =>
      Joi.attempt({ from: 9, to: 3 }, Joi.object({ from: Joi.number(), to: Joi.number().greater(Joi.ref("from")) })),
    alternatives: () => Joi.attempt(true, Joi.alternatives(Joi.string(), Joi.number()), "limit"),
    peers: () => Joi.attempt({ card: 1, sepa: 1 }, Joi.object({ card: 1, sepa: 1 }).xor("card", "sepa")),
    email: () => Joi.attempt("ann@", Joi.string().email()),
    "array-unique": () => Joi.attempt([1, 2, 1], Joi.array().unique().max(2)),
  }),
  ...again("valibot", {
    nested: () =>
      JSON.stringify(
        v.flatten(v.safeParse(v.object({ to: v.pipe(v.string(), v.isoDate()) }), { to: "morgen" })["issues"]),
      ),
    variant: () => v.parse(v.variant("kind", [v.object({ kind: v.literal("a") })]), { kind: "b" }),
    check: () =>
      v.parse(
        v.pipe(
          v.number(),
          v.check((n: unknown) => Number(n) % 2 === 0, "must be even"),
        ),
        7,
      ),
  }),
  ...again("yup", {
    list: () => yup.array().of(yup.number().positive()).min(2).validate([-1], { abortEarly: false }),
    when: () =>
      yup
        .object({
          a: yup.boolean(),
          b: yup.string().when("a", ([a]: unknown[], text: Loose) => (a ? text.required() : text)),
        })
        .validate({ a: true }),
    "of-unknown": () => yup.object({ id: yup.number() }).noUnknown().strict().validate({ id: 1, sku: "A-1" }),
  }),
  ...again("superstruct", {
    union: () => s.assert({ unit: "stone" }, s.object({ unit: s.union([s.literal("kg"), s.literal("lb")]) })),
    tuple: () => s.assert([52.5], s.tuple([s.number(), s.number()])),
  }),
  ...again("envalid", {
    missing: () => environment({ STRIPE_KEY: envalid.str(), PORT: envalid.port() }, {}),
    wrong: () => environment({ PORT: envalid.port(), MAIL: envalid.email() }, { PORT: "99999", MAIL: "ann" }),
    choice: () => environment({ NODE_ENV: envalid.str({ choices: ["production", "test"] }) }, { NODE_ENV: "prod" }),
    described: () =>
      environment({ API_BASE: envalid.url({ desc: "where the API is", example: "https://api.example.com" }) }, {}),
    property: () => (envalid.cleanEnv({ A: "1" }, { A: envalid.num() }) as unknown as { B: unknown }).B,
  }),
  ...again("chai", {
    deep: () => expect({ total: 12.5, currency: "EUR" }).to.deep.equal({ total: 12.5, currency: "USD" }),
    close: () => expect(0.1 + 0.2).to.be.closeTo(0.4, 0.05),
    keys: () => expect({ id: 7 }).to.have.all.keys("id", "sku"),
    throwing: () => expect(() => {}).to.throw(RangeError, /limit/),
    words: () => expect([1, 2], "lines of ord_8123").to.have.lengthOf(3),
    type: () => expect("12").to.be.a("number"),
    unknown: () => expect(7).to.be.positive,
  }),
];
