import { type Loose, load, type Provocation } from "../javascript/tools.ts";
import { again } from "./carry.ts";

const JSON5 = load("json5");
const math = load("mathjs");
const xml2js = load("xml2js");
const { graphql, buildSchema, parse, validate } = load("graphql");
const semver = load("semver");
const luxon = load("luxon");
const Big = load("big.js");
const yaml = load("yaml");
const jsYaml = load("js-yaml");
const toml = load("smol-toml");
const qs = load("qs");
const csv = load("csv-parse/sync");
const cron = load("cron-parser")["CronExpressionParser"] as Loose;
const { Liquid } = load("liquidjs");
const handlebars = load("handlebars");
const fns = load("date-fns");
const uuid = load("uuid");
const jwt = load("jsonwebtoken");
const { Address4 } = load("ip-address");

const SCHEMA = buildSchema("type Query { order(id: ID!, first: Int): Order } type Order { id: ID! total: Float! }");
const query = async (source: string): Promise<string> => {
  const { errors = [] } = (await graphql({
    schema: SCHEMA,
    source,
    rootValue: { order: () => ({ id: "7" }) },
  })) as unknown as { errors?: unknown[] };
  return JSON.stringify({ errors });
};

/** Messages that a caller may see whole: of validators, parsers and calculators. */
export const provocations: Provocation[] = [
  ...again("json5", {
    character: () => JSON5.parse("{sku: 'A-1', qty: two}"),
    end: () => JSON5.parse("[1, 2"),
    string: () => JSON5.parse("{note: 'a\nb'}"),
    number: () => JSON5.parse("{total: 12.5.1}"),
  }),
  ...again("mathjs", {
    symbol: () => math.evaluate("net * vat"),
    syntax: () => math.evaluate("(12 + 3"),
    units: () => math.evaluate("5 kg to meter"),
    dimension: () => math.multiply([1, 2], [[1], [2], [3]]),
    argument: () => math.sqrt(),
    type: () => math.add(math.unit("5 cm"), 3),
    function: () => math.evaluate("total(1, 2)"),
    index: () => math.evaluate("a[7]", { a: [1, 2] }),
    singular: () =>
      math.inv([
        [1, 2],
        [2, 4],
      ]),
  }),
  ...again("xml2js", {
    close: () => xml2js.parseStringPromise("<order><line></order>"),
    attribute: () => xml2js.parseStringPromise("<order id=7/>"),
    text: () => xml2js.parseStringPromise("order 7"),
    build: () => new xml2js.Builder().buildObject({ "a b": Symbol("x") }),
  }),
  ...again("graphql", {
    body: () => query("{ order(id: 7) { total } }"),
    "unknown-argument": () => query('{ order(id: "7", last: 3) { id } }'),
    unclosed: () => query("{ order(id: "),
    spread: () => (validate(SCHEMA, parse("{ order(id: 1) { ...Money } }")) as unknown as Error[]).join("\n"),
    conflict: () =>
      (validate(SCHEMA, parse("{ a: order(id: 1) { id } a: order(id: 2) { id } }")) as unknown as Error[]).join("\n"),
    schema: () => buildSchema("type Query { order: Ordr }"),
  }),
  ...again("yaml", {
    tab: () => yaml.parse("steps:\n\t- build"),
    flow: () => yaml.parse("on: [push, pull_request\njobs: {}"),
    multi: () => yaml.parse("a: 1\n--- \nb: 2"),
    anchor: () => yaml.parse("a: *base"),
  }),
  ...again("js-yaml", {
    colon: () => jsYaml.load("title: Fehler: 7"),
    flow: () => jsYaml.load("on: {push: [main}"),
    multi: () => jsYaml.load("a: 1\n---\nb: 2"),
  }),
  ...again("smol-toml", {
    date: () => toml.parse("at = 2026-13-01"),
    redefine: () => toml.parse("[a]\nb = 1\n[a]\nc = 2"),
    bare: () => toml.parse("name = orders"),
  }),
  ...again("qs", {
    arrays: () => qs.parse("a[]=1&a[]=2&a[]=3", { arrayLimit: 1, throwOnLimitExceeded: true }),
    decoder: () => qs.parse("a=b", { decoder: 7 }),
  }),
  ...again("csv-parse", {
    trailing: () => csv.parse('id,total\n7,"12"x\n'),
    length: () => csv.parse("id,total\n7\n", { columns: true }),
    delimiter: () => csv.parse("a", { delimiter: 7 }),
  }),
  ...again("cron-parser", {
    range: () => cron.parse("0 25 * * *"),
    zone: () => cron.parse("0 5 * * *", { tz: "Mars/Base" }).next(),
    backwards: () => cron.parse("30-10 * * * *"),
  }),
  ...again("liquidjs", {
    undefined: () => new Liquid({ strictVariables: true }).parseAndRender("Hello {{ customer.name }}", {}),
    unclosed: () => new Liquid().parse("{% if paid %}thanks"),
    filter: () => new Liquid({ strictFilters: true }).parse("{{ 12 | euro: 'DE' }}"),
  }),
  ...again("handlebars", {
    mismatch: () => handlebars.precompile("{{#if a}}x{{/each}}"),
    expression: () => handlebars.precompile("Dear {{name"),
    arity: () => handlebars.compile("{{#with}}a{{/with}}")({}),
  }),
  ...again("semver", {
    range: () => new semver.Range("^1.x.y.z"),
    compare: () => semver.compare("1.2", "1.2.3"),
  }),
  ...again("luxon", {
    parse: () => luxon.DateTime.fromISO("2026-W54", { setZone: true }).invalidExplanation,
    duration: () => luxon.Duration.fromISO("3 days").invalidExplanation,
    "interval-iso": () => luxon.Interval.fromISO("2026-01-01").invalidExplanation,
  }),
  ...again("date-fns", {
    format: () => fns.format(new Date(0), "YYYY-MM-DD"),
    invalid: () => fns.formatISO(new Date("x")),
  }),
  ...again("big.js", {
    fixed: () => new Big(1).toFixed(-1),
    power: () => new Big(2).pow(0.5),
  }),
  ...again("uuid", { stringify: () => uuid.stringify(new Uint8Array(3)), version: () => uuid.version("ord-8123") }),
  ...again("jsonwebtoken", {
    "not-before": () => jwt.sign({ a: 1 }, "x", { notBefore: "soon" }),
    subject: () => jwt.sign({ sub: 1 }, "x", { subject: 7 }),
    algorithm: () => jwt.sign({}, "x", { algorithm: "HS1" }),
  }),
  ...again("ip-address", { octet: () => new Address4("8.8.8.256"), subnet: () => new Address4("8.8.8.0/33") }),
];
