import { about, cred, type Loose, load, type Provocation, word } from "./tools.ts";

const csv = load("csv-parse/sync");
const { Decimal } = load("decimal.js");
const semver = load("semver");
const joi = load("joi");
const v = load("valibot");
const yup = load("yup");
const struct = load("superstruct");
const convict = load("convict");
const graphql = load("graphql");
const { Command } = load("commander");
const yaml = load("yaml");
const toml = load("smol-toml");
const babel = load("@babel/core");
const typescript = load("typescript");
const { CronExpressionParser } = load("cron-parser");

/** Messages of parsers and validators that repeat a secret. */
export const provocations: Provocation[] = [
  ...about("csv-parse", { "secret-quote": () => csv.parse(`id,key\n1,${cred("npmToken", 912)}"x\n`) }),
  ...about("decimal.js", { "secret-value": () => new Decimal(cred("hexKey40", 914)) }),
  ...about("semver", {
    "secret-version": () => new semver.SemVer(cred("uuidKey", 915)),
    "secret-range": () => new semver.Range(cred("sourcegraphToken", 916)),
  }),
  ...about("joi", {
    "secret-pattern": () =>
      joi.attempt({ token: cred("slackAppToken", 917) }, joi.object({ token: joi.string().pattern(/^xoxb-/) })),
    "secret-choice": () => joi.attempt(cred("linearKey", 918), joi.string().pattern(/^sk-/).label("API key")),
    "secret-object": [
      () =>
        joi.assert(
          { host: "mongo-1.internal", password: cred("password", 919) },
          joi.object({ host: joi.number(), password: joi.string() }),
        ),
      { as: ["message", "stack"] },
    ],
  }),
  ...about("valibot", { "secret-choice": () => v.parse(v.literal("none"), cred("notionToken", 920)) }),
  ...about("yup", {
    "secret-type": () => yup.object({ secret: yup.boolean() }).validateSync({ secret: cred("awsSecretKey", 922) }),
    "secret-date": () => yup.date().validateSync(cred("jwt", 923)),
  }),
  ...about("superstruct", {
    "secret-pattern": () =>
      struct.assert({ key: cred("figmaToken", 924) }, struct.object({ key: struct.pattern(struct.string(), /^sk-/) })),
    "secret-extra": () => struct.assert({ password: cred("password", 925) }, struct.object({})),
  }),
  ...about("convict", {
    "secret-url": () =>
      convict({ db: { format: ["none"], default: "none" } })
        .load({ db: `mysql://root:${cred("simplePassword", 927)}@mysql-0.lan/shop` })
        .validate(),
  }),
  ...about("graphql", {
    "secret-variable": () => graphqlError(cred("githubToken", 928)),
    "secret-enum": () => {
      throw (
        graphql.validate(
          graphql.buildSchema("type Query { a(kind: Kind): Int } enum Kind { X }"),
          graphql.parse(`{ a(kind: ${word("simplePassword", 929)}) }`),
        ) as Loose
      )["0"];
    },
    "secret-name": () => graphql.assertName(cred("anthropicKey", 930)),
  }),
  ...about("commander", {
    "secret-argument": () =>
      new Command("x")
        .exitOverride()
        .configureOutput({ writeErr: () => {} })
        .allowExcessArguments(false)
        .action(() => {})
        .parse([cred("pypiToken", 935)], { from: "user" }),
    "secret-option": () =>
      new Command("x")
        .exitOverride()
        .configureOutput({ writeErr: () => {} })
        .parse([`--${cred("hexKey32", 936)}`], { from: "user" }),
  }),
  ...about("yaml", {
    "secret-alias": () => yaml.parse(`key: *${cred("base62Key", 941)}`),
    "secret-duplicate": () => yaml.parse(`token: a\ntoken: ${cred("mistralKey", 942)}`),
    "secret-tag": () => yaml.parse(`env:\n  KEY: "${cred("cohereKey", 943)}\n`),
  }),
  ...about("smol-toml", {
    "secret-array": () => toml.parse(`keys = ["${cred("voyageKey", 944)}"`),
    "secret-duplicate": () => toml.parse(`key = "a"\nkey = "${cred("uuidKey", 945)}"`),
  }),
  ...about("@babel/core", {
    "secret-source": [
      () =>
        babel.transformSync(`const key = "${cred("elevenlabsKey", 946)}" 1;\n`, {
          filename: "/srv/shop/src/keys.js",
          configFile: false,
          babelrc: false,
        }),
      { excerpt: true },
    ],
  }),
  ...about("typescript", {
    "secret-option": () => {
      throw new Error(
        String(
          ((typescript.parseCommandLine([`--${cred("pulumiToken", 947)}`])["errors"] as Loose)["0"] as Loose)[
            "messageText"
          ],
        ),
      );
    },
  }),
  ...about("cron-parser", { "secret-field": () => CronExpressionParser.parse(`${word("pin", 949)} * * * *`) }),
];

/** What a schema says of a variable with the wrong type. */
function graphqlError(value: string): never {
  const schema = graphql.buildSchema("type Query { order(n: Int!): Int }");
  const result = graphql.graphqlSync({
    schema,
    source: "query ($n: Int!) { order(n: $n) }",
    variableValues: { n: value },
  });
  throw (result["errors"] as Loose)["0"];
}
