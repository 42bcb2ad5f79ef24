import { peek, peekString } from "../untrusted/peek.ts";

/**
 * Which messages quote values, and where. This is the only list: `docs/operating.md` names its entries, and a test compares the two.
 */

/** A quotation mark. An apostrophe within a word does not count. */
const QUOTE = /"|(?<![A-Za-z])'|'(?![A-Za-z])/g;

/** The same marks, and the brackets around a value or a document. */
const QUOTE_OR_BRACKET = /["{}()]|(?<![A-Za-z])'|'(?![A-Za-z])/g;

/** How a database's libraries report what the database says. */
export interface Database {
  /** Fields that mark its errors, in one or several forms: each field with its type or its form. */
  readonly marks: readonly Readonly<Record<string, "string" | "number" | RegExp>>[];
  /** The place of a value in a message: everything from the first of these marks to the last. */
  readonly value: RegExp;
  /** The code by which its messages differ. */
  readonly code?: (thrown: unknown) => string | number | undefined;
  /** Whether a message with this code quotes only names of tables, columns, constraints and the like. */
  readonly isNaming?: (code: string | number | undefined) => boolean;
  /** Whether a function or a procedure in the database wrote the message. */
  readonly isRaised?: (code: string | number | undefined, thrown: unknown) => boolean;
  /** The end of a message that always stays, because it names a place. */
  readonly place?: RegExp;
  /** Returns the parts of a message that say what is wrong. */
  readonly essence?: (message: string) => string;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Classes of SQLSTATE whose messages name tables, columns and constraints, but no values. */
const PG_NAMING = /^(?:08|0A|23|25|26|34|3D|3F|40|42(?!601)|53|54|55|57|58)/;

const MYSQL_NAMING: ReadonlySet<unknown> = new Set([
  1046, 1048, 1049, 1050, 1051, 1054, 1091, 1136, 1146, 1205, 1213, 1216, 1217, 1264, 1265, 1364, 1406, 1451, 1452,
  3819, 4025,
]);

const MSSQL_NAMING: ReadonlySet<unknown> = new Set([207, 208, 515, 547, 1205, 1222, 2601, 2627]);

function numberIn(thrown: unknown, key: string): number | undefined {
  const read = peek(thrown, key);
  return typeof read === "number" ? read : undefined;
}

/** Returns the failed call and the last line. The lines between them show the call's arguments. */
function essenceOfPrisma(message: string): string {
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const first = String(lines[0]);
  const last = lines.at(-1) ?? "";
  return lines.length > 1 && first.startsWith("Invalid `") ? `${first} ${last}` : last;
}

/** By the name of the database. */
export const DATABASES: Readonly<Record<string, Database>> = {
  PostgreSQL: {
    marks: [
      { code: SQLSTATE, severity: "string" },
      { errno: SQLSTATE, severity: "string" },
    ],
    value: /"/g,
    code: (thrown) =>
      ["errno", "code"].map((key) => peekString(thrown, key)).find((code) => SQLSTATE.test(String(code))),
    isNaming: (code) => PG_NAMING.test(`${code}`),
    isRaised: (code, thrown) => `${code}`.startsWith("P0") || peek(thrown, "routine") === "exec_stmt_raise",
  },
  "MySQL and MariaDB": {
    marks: [{ sqlMessage: "string" }, { sqlState: "string" }],
    value: QUOTE,
    code: (thrown) => numberIn(thrown, "errno"),
    isNaming: (code) => MYSQL_NAMING.has(code),
    isRaised: (code, thrown) => code === 1644 || peek(thrown, "sqlState") === "45000",
    place: / for (?:key|column) '[\w.$-]{1,130}'(?: at row \d{1,10})?$/,
  },
  SQLite: { marks: [{ code: /^(?:SQLITE_|ERR_SQLITE_ERROR$)/ }], value: QUOTE },
  MongoDB: { marks: [{ name: /^Mongo/, code: "number" }], value: /["{}]|(?<![A-Za-z])'|'(?![A-Za-z])/g },
  Prisma: { marks: [{ name: /^(?:PrismaClient|DriverAdapterError$)/ }], value: QUOTE, essence: essenceOfPrisma },
  "SQL Server": {
    marks: [{ number: "number", serverName: "string" }],
    value: QUOTE_OR_BRACKET,
    code: (thrown) => numberIn(thrown, "number"),
    isNaming: (code) => MSSQL_NAMING.has(code),
    isRaised: (code) => Number(code) >= 50_000,
  },
  ClickHouse: { marks: [{ code: /^\d{1,5}$/, type: /^[A-Z][A-Z_\d]+$/ }], value: QUOTE_OR_BRACKET },
  Neo4j: { marks: [{ code: /^Neo\.\w/ }], value: /(?<== )[\s\S]+|"|(?<![A-Za-z])'|'(?![A-Za-z])/g },
  Cassandra: { marks: [{ name: /^ResponseError$/, code: "number", info: "string" }], value: QUOTE_OR_BRACKET },
};

/** Fields in which an error keeps another program's output, which its message may quote. Some count only beside another field. */
export const QUOTED_FIELDS: readonly (readonly [field: string, beside?: string])[] = [
  ["response"],
  ["responseText"],
  ["responseBody"],
  ["body"],
  ["stdout"],
  ["stderr"],
  // gRPC, and what is built on it, such as Firestore.
  ["details", "metadata"],
];

/** Fields in which an SDK keeps facts about another service's response, each with the field of its status. */
export const FACTS_OF_RESPONSES: readonly (readonly [facts: string, status: string])[] = [
  ["$metadata", "httpStatusCode"],
  ["meta", "statusCode"],
];

/** A form of a message that quotes a value, such as `Key (email)=(a@b.c) already exists` with `skipTo: ")="`. */
export interface Form {
  /** What the form begins with. The value follows, unless there is `skipTo`. */
  readonly before: RegExp;
  /** What comes after the value. Without it, the value goes on to the end. */
  readonly after?: RegExp;
  /** What comes right before the value, after other words that stay. */
  readonly skipTo?: string;
}

/** The beginning of an SQL statement, which Knex puts before the driver's message. */
const STATEMENT =
  /(?:^|: )(?=(?:(?:insert|replace|merge) into|delete from) \S|call \S{1,130}\(|update \S{1,130} set |select (?:[*`"[]|\w[\w.]{0,60}(?:[,(]| from \S{1,130} where ))|with \S{1,130} as \()/i;

/**
 * Forms of messages that quote a value, anywhere in a string, by what makes them. They also find a value in a message that was put into
 * another one, where no field says any more who wrote it.
 */
export const FORMS: Readonly<Record<string, readonly Form[]>> = {
  "the language": [
    { before: /, (?:\.{3})?(?=")/, after: /(?<=")(?:\.{3})? is not valid JSON/ },
    // The same message from JavaScriptCore.
    { before: /JSON Parse error: \w{1,20} \w{1,20} (?=")/ },
    { before: /Cannot convert (?=\S)/, after: / to a BigInt/ },
    { before: /The number (?=\S)/, after: / cannot be converted to a BigInt/ },
    { before: /Invalid regular expression: (?=\/)/, after: /(?<=\/\w{0,8}): [A-Z]/ },
    { before: /Invalid flags supplied to RegExp constructor / },
    { before: /Invalid (?:code point|(?:count value|(?:typed )?array length):) (?=[\d-])/ },
    { before: /Invalid (?:time zone specified:|(?:currency code|key|calendar) :) / },
    { before: /Invalid unit argument for [\w.()]{1,40} (?=')/ },
    { before: /(?<!\S)Value /, after: / out of range for Intl\./ },
    { before: /Cannot use 'in' operator to search for '[^'\n]{0,200}' in / },
    { before: /Cannot create property '[^'\n]{0,200}' on \w{1,10} / },
    { before: /Cannot assign to read only property '[^'\n]{0,200}' of (?:string|number) / },
    { before: /Iterator value /, after: / is not an entry object/ },
    { before: /Object prototype may only be an Object or null: / },
    { before: /Class extends value /, after: / is not a constructor/ },
    { before: /called on incompatible receiver (?=\S)/ },
    { before: /(?<!\S)(?:string|number) (?=["\d-])/, after: / is not (?:a function|iterable)/ },
  ],
  // They end with lines of the document.
  "YAML and TOML": [
    { before: / \(\d{1,9}:\d{1,9}\)\n\n/ },
    { before: / at line \d{1,9}, column \d{1,9}:\n/ },
    { before: /Invalid TOML document: /, skipTo: "\n\n" },
  ],
  "URLs and headers": [
    { before: /Headers\.\w{1,12}: (?=")/, after: /(?<=") is an invalid header \w{1,10}/ },
    { before: /(?:Failed to parse URL from|Invalid URL:?) (?=\S)/ },
    { before: /URL that includes credentials: / },
    { before: /must be a valid HTTP token (?=\[)/ },
    { before: /(?<!\S)(?=')/, after: /(?<=') is not a valid HTTP method/ },
  ],
  "Node's arguments": [
    { before: / Received type \w{1,20} (?=\()/ },
    { before: / Received (?=['"{[])/ },
    { before: / It must be [^\n]{1,100}\. Received (?=[\d-])/ },
    { before: /Unknown encoding: / },
    { before: /The (?=")/, after: /(?<=") encoding is not supported/ },
  ],
  "`node:assert`": [
    { before: /Expected (?:values|inputs|"actual") [\w -]{1,60}:\s/ },
    { before: /(?<!\S)(?=["'])/, after: /(?<=["']) [!=]= (?=["'\d-]|(?:true|false|null|undefined)\b)/ },
    { before: /(?<=["'\]\d]|true|false|null|undefined) [!=]= (?=["'])/ },
    { before: /The input (?:did not match|was expected to not match) the regular expression [^\n]{1,200} Input:\s/ },
  ],
  "child processes": [{ before: /Command failed: /, skipTo: "\n" }],
  validators: [
    // zod 3
    { before: /Invalid enum value\. /, skipTo: ", received " },
    { before: /"received": (?=\S)/, after: /(?=,\s{1,20}"code": "invalid_(?:literal|enum_value)")/ },
    // yup
    { before: /, but the final value was: / },
    { before: /\(cast from the value / },
    // joi
    { before: /(?<=") with value (?=")/, after: /(?<=") (?:fails|matches) / },
    // Valibot
    { before: /Invalid \w{1,40}: Received (?=["\d-])/ },
    { before: /Invalid \w{1,40}: Expected /, skipTo: " but received " },
    // ArkType
    { before: / must be /, skipTo: " (was " },
    // Superstruct
    { before: /Expected /, skipTo: ", but received: " },
    // graphql-js
    { before: /Variable "\$\w{1,80}" got invalid value / },
    { before: / cannot represent (?:[\w-]{1,20} ){0,6}value: / },
    // routing-controllers
    { before: /is invalid\. Value (?=\()/, after: /(?<=\)) cannot be parsed into / },
    // Mongoose
    { before: /Cast to \w{1,40} failed for value /, after: / \(type \w{1,40}\)| at path "/ },
    { before: /(?<!\S)(?=`)/, after: /(?<=`) is not a valid enum value for path / },
    { before: /Path `[\w.]{1,80}` (?=\()/, after: /(?<=\)) is (?:less|more|shorter|longer) / },
    { before: /Path `[\w.]{1,80}` is invalid (?=\()/ },
    { before: /Validator failed for path `[\w.]{1,80}` with value / },
    { before: /No document found for query (?=")/, after: / on model "/ },
    { before: /No matching document found for id (?=")/, after: / version \d{1,10} / },
    { before: /Parameter "\w{1,40}" to \w{1,40}\(\) must be an object, got / },
    { before: /Tried to set nested object field `[\w.]{1,80}` to primitive value / },
  ],
  databases: [
    // PostgreSQL's details, where an application adds them to the message.
    {
      before: /Key (?=\()/,
      after: /(?<=\)) (?:already exists|is (?:not present|still referenced)|conflicts with)/,
      skipTo: ")=",
    },
    { before: /Failing row contains (?=\()/ },
    { before: / dup key: / },
    { before: /Duplicate entry (?=')/, after: / for key '[\w.$-]{1,130}'/ },
    { before: /The duplicate key value is (?=\()/ },
    { before: /no partition for value (?=\S)/ },
    { before: /invalid input (?:syntax for type|value for enum) [\w ."]{1,80}?: (?=")/ },
    { before: /(?<!\S)value (?=")/, after: /(?<=") is out of range for type / },
    { before: /(?:field value out of range|malformed \w{1,20} literal|invalid cidr value): (?=")/ },
    { before: /Incorrect \w{1,40} value: (?=')/, after: /(?<=') for (?:column|function) / },
    { before: /Truncated (?:incorrect \w{1,40} )?value: (?=')/ },
    { before: /right syntax to use near (?=')/, after: /(?<=') at line \d/ },
    { before: /converting the \w{1,40} value (?=')/, after: /(?<=') to data type / },
    { before: / and propert\w{1,3} `[^`]{1,80}` = / },
    { before: /(?<!\S)near (?=")/, after: /(?<="): syntax error/ },
    { before: / at or near (?=")/ },
    // Prisma: the call with its arguments, and then what is wrong.
    { before: /Invalid `[\w.$]{1,80}\(\)` invocation(?= in\n|:?\n)/, after: /\n(?=[^\n]+$)/ },
    // What query builders add: the statement, its parameters.
    { before: /Failed query: / },
    { before: STATEMENT, after: / - / },
    { before: /, with args beginning with: / },
    // Vitess, and so PlanetScale: the statement and its variables come last.
    { before: /\(errno \d{1,5}\) \(sqlstate \w{5}\)/ },
  ],
};

export function isMarked(thrown: unknown, { marks }: Database): boolean {
  return marks.some((fields) =>
    Object.entries(fields).every(([field, form]) =>
      typeof form === "string" ? typeof peek(thrown, field) === form : form.test(String(peekString(thrown, field))),
    ),
  );
}
