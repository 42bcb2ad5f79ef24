import { about, cred, type Loose, load, type Provocation } from "./tools.ts";

const yaml = load("yaml");
const jsYaml = load("js-yaml");
const toml = load("smol-toml");
const oldToml = load("toml");
const csv = load("csv-parse/sync");
const { XMLParser, XMLValidator } = load("fast-xml-parser");
const graphql = load("graphql");
const Zip = load("jszip");

const shop = (): Loose =>
  graphql.buildSchema("type Query { order(id: ID!): Order } type Order { id: ID! total: Float }");

/** What the validator says of a document. */
const problem = (text: string): never => {
  throw new Error(String(((XMLValidator.validate(text) as Loose).err as Loose).msg));
};

/** The first error of a query. */
const query = (source: string, variables: object = {}): unknown => {
  const result = graphql.graphqlSync({
    schema: shop(),
    source,
    variableValues: variables,
    rootValue: { order: () => ({ id: null }) },
  });
  throw (result["errors"] as Loose)["0"];
};

/** Messages of parsers. */
export const provocations: Provocation[] = [
  ...about("yaml", {
    mapping: () => yaml.parse("a: b: c"),
    indent: () => yaml.parse("server:\n  port: 80\n host: x\n"),
    alias: () => yaml.parse("a: *missing"),
    secret: () => yaml.parse(`token: ${cred("githubToken", 508)}: x`),
    "secret-tab": () => yaml.parse(`database:\n\tpassword: ${cred("simplePassword", 509)}\n`),
    duplicate: () => yaml.parse("a: 1\na: 2"),
    quote: () => yaml.parse('name: "unclosed'),
    documents: () => yaml.parse("a: 1\n---\nb: 2"),
  }),
  ...about("js-yaml", {
    mapping: [() => jsYaml.load("a: b: c"), { as: ["message", "stack"] }],
    file: [
      () => jsYaml.load("server:\n  port: 80\n host: x\n", { filename: "/srv/shop/config/app.yaml" }),
      { excerpt: true },
    ],
    secret: () => jsYaml.load(`redis: {auth: ${cred("simplePassword", 510)}`),
    "secret-indent": () =>
      jsYaml.load(`redis:\n  host: cache.prod.internal\n   password: ${cred("simplePassword", 511)}\n`),
    duplicate: () => jsYaml.load("a: 1\na: 2"),
    tag: () => jsYaml.load("a: !!js/function x"),
    alias: () => jsYaml.load("a: *missing"),
    dump: () => jsYaml.dump({ run: () => 1 }),
  }),
  ...about("smol-toml", {
    value: () => toml.parse("port = eighty"),
    secret: () => toml.parse(`password = ${cred("simplePassword", 512)}`),
    key: () => toml.parse("a = 1\na = 2"),
    string: () => toml.parse('name = "x'),
    table: () => toml.parse("[server\nport = 1"),
  }),
  ...about("toml", {
    value: () => oldToml.parse("port = eighty"),
    table: () => oldToml.parse("[a]\n[a]\n"),
    string: () => oldToml.parse("a = 'x"),
  }),
  ...about("csv-parse", {
    columns: () => csv.parse("id,total\n1,2,3\n", { columns: true }),
    quote: () => csv.parse('id,"name\n1,Ada'),
    opening: () => csv.parse('a,b"c\n'),
    option: () => csv.parse("a", { delimiter: 3 }),
    record: () => csv.parse("aaaaaaaaaa", { max_record_size: 3 }),
    closing: () => csv.parse('"a"b,c\n'),
  }),
  ...about("fast-xml-parser", {
    tag: () => problem("<order><id>1</order>"),
    parse: () => new XMLParser().parse("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a/>"),
    attribute: () => problem("<a b=c></a>"),
    type: () => new XMLParser().parse("<a><![CDATA[x</a>"),
  }),
  ...about("graphql", {
    syntax: [() => graphql.parse("{ order(id: 1 { id } }"), { as: ["message", "stack"] }],
    field: () => query("{ order(id: 1) { price } }"),
    argument: () => query("{ order { id } }"),
    variable: () => query("query ($id: ID!) { order(id: $id) { id } }"),
    "variable-secret": () => query("query ($n: Int) { order(id: 1) { id } }", { n: cred("hexKey32", 513) }),
    "non-null": () => query("{ order(id: 1) { id } }"),
    printed: () => {
      try {
        return graphql.parse("{ order(id: ) }") && 1;
      } catch (error) {
        throw new Error(String(error));
      }
    },
    schema: () => graphql.buildSchema("type Query { a: Money }"),
    leaf: () => query("{ order(id: 1) }"),
    character: () => graphql.parse("{ order§ }"),
    enum: () => graphql.assertValidSchema(graphql.buildASTSchema(graphql.parse("type A { a: Int }"))),
    name: () => graphql.assertName("7days"),
  }),
  ...about("jszip", {
    archive: () => new Zip().loadAsync(Buffer.from("plain text")),
    type: () => new Zip().generateAsync({ type: "papyrus" }),
    data: () => new Zip().file("a.txt", 42).generateAsync({ type: "string" }),
    end: () => new Zip().loadAsync(Buffer.from("PK\u0003\u0004abc")),
  }),
];
