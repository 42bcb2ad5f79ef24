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
  const [first = ""] = lines;
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
    code: (thrown) => ["errno", "code"].map((key) => peekString(thrown, key) ?? "").find((code) => SQLSTATE.test(code)),
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

/**
 * A form of a message: what comes before the value, and what comes after it. Without the latter, the value goes on to the end. `first` is
 * what comes between `before` and the value, after anything else.
 */
export type Form = readonly [before: RegExp, after?: RegExp | undefined, first?: string];

/** The beginning of an SQL statement, which Knex puts before the driver's message. */
const STATEMENT =
  /(?:^|: )(?=(?:(?:insert|replace|merge) into|delete from) \S|call \S{1,130}\(|update \S{1,130} set |select (?:[*`"[]|\w[\w.]{0,60}(?:[,(]| from \S{1,130} where ))|with \S{1,130} as \()/i;

/**
 * Forms of messages that quote a value, anywhere in a string, by what makes them. They also find a value in a message that was put into
 * another one, where no field says any more who wrote it.
 */
export const FORMS: Readonly<Record<string, readonly Form[]>> = {
  "the language": [
    [/, (?:\.{3})?(?=")/, /(?<=")(?:\.{3})? is not valid JSON/],
    // The same message from JavaScriptCore.
    [/JSON Parse error: \w{1,20} \w{1,20} (?=")/],
    [/Cannot convert (?=\S)/, / to a BigInt/],
    [/The number (?=\S)/, / cannot be converted to a BigInt/],
    [/Invalid regular expression: (?=\/)/, /(?<=\/\w{0,8}): [A-Z]/],
    [/Invalid flags supplied to RegExp constructor /],
    [/Invalid (?:code point|(?:count value|(?:typed )?array length):) (?=[\d-])/],
    [/Invalid (?:time zone specified:|(?:currency code|key|calendar) :) /],
    [/Invalid unit argument for [\w.()]{1,40} (?=')/],
    [/(?<!\S)Value /, / out of range for Intl\./],
    [/Cannot use 'in' operator to search for '[^'\n]{0,200}' in /],
    [/Cannot create property '[^'\n]{0,200}' on \w{1,10} /],
    [/Cannot assign to read only property '[^'\n]{0,200}' of (?:string|number) /],
    [/Iterator value /, / is not an entry object/],
    [/Object prototype may only be an Object or null: /],
    [/Class extends value /, / is not a constructor/],
    [/called on incompatible receiver (?=\S)/],
    [/(?<!\S)(?:string|number) (?=["\d-])/, / is not (?:a function|iterable)/],
  ],
  "URLs and headers": [
    [/Headers\.\w{1,12}: (?=")/, /(?<=") is an invalid header \w{1,10}/],
    [/(?:Failed to parse URL from|Invalid URL:?) (?=\S)/],
    [/URL that includes credentials: /],
    [/must be a valid HTTP token (?=\[)/],
    [/(?<!\S)(?=')/, /(?<=') is not a valid HTTP method/],
  ],
  "Node's arguments": [
    [/ Received type \w{1,20} (?=\()/],
    [/ Received (?=['"{[])/],
    [/ It must be [^\n]{1,100}\. Received (?=[\d-])/],
    [/Unknown encoding: /],
    [/The (?=")/, /(?<=") encoding is not supported/],
  ],
  "`node:assert`": [
    [/Expected (?:values|inputs|"actual") [\w -]{1,60}:\s/],
    [/(?<!\S)(?=["'])/, /(?<=["']) [!=]= (?=["'\d-]|(?:true|false|null|undefined)\b)/],
    [/(?<=["'\]\d]|true|false|null|undefined) [!=]= (?=["'])/],
    [/The input (?:did not match|was expected to not match) the regular expression [^\n]{1,200} Input:\s/],
  ],
  "child processes": [[/Command failed: /, undefined, "\n"]],
  validators: [
    // zod 3
    [/Invalid enum value\. /, undefined, ", received "],
    // yup
    [/, but the final value was: /],
    [/\(cast from the value /],
    // Mongoose
    [/Cast to \w{1,40} failed for value /, / \(type \w{1,40}\)| at path "/],
    [/(?<!\S)(?=`)/, /(?<=`) is not a valid enum value for path /],
    [/Path `[\w.]{1,80}` (?=\()/, /(?<=\)) is (?:less|more|shorter|longer) /],
    [/Path `[\w.]{1,80}` is invalid (?=\()/],
    [/Validator failed for path `[\w.]{1,80}` with value /],
    [/No document found for query (?=")/, / on model "/],
    [/No matching document found for id (?=")/, / version \d{1,10} /],
    [/Parameter "\w{1,40}" to \w{1,40}\(\) must be an object, got /],
    [/Tried to set nested object field `[\w.]{1,80}` to primitive value /],
  ],
  databases: [
    // PostgreSQL's details, where an application adds them to the message.
    [/Key (?=\()/, /(?<=\)) (?:already exists|is (?:not present|still referenced)|conflicts with)/, ")="],
    [/Failing row contains (?=\()/],
    [/ dup key: /],
    [/Duplicate entry (?=')/, / for key '[\w.$-]{1,130}'/],
    [/The duplicate key value is (?=\()/],
    [/no partition for value (?=\S)/],
    [/invalid input (?:syntax for type|value for enum) [\w ."]{1,80}?: (?=")/],
    [/ and propert\w{1,3} `[^`]{1,80}` = /],
    [/(?<!\S)near (?=")/, /(?<="): syntax error/],
    [/ at or near (?=")/],
    // What query builders add: the statement, its parameters.
    [/Failed query: /],
    [STATEMENT, / - /],
    [/, with args beginning with: /],
    // Vitess, and so PlanetScale: the statement and its variables come last.
    [/\(errno \d{1,5}\) \(sqlstate \w{5}\)/],
  ],
};

export function isMarked(thrown: unknown, { marks }: Database): boolean {
  return marks.some((fields) =>
    Object.entries(fields).every(([field, form]) =>
      typeof form === "string" ? typeof peek(thrown, field) === form : form.test(peekString(thrown, field) ?? ""),
    ),
  );
}
