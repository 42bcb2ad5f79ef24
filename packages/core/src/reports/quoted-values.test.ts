import { describe, expect, test } from "vitest";
import { answeredStatus, isShownCode, messageWithoutValues } from "./quoted-values.ts";

/** Makes an error with the fields of a library's errors. */
const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

const pg = (code: string, message: string) => failure(message, { name: "error", code, severity: "ERROR", length: 99 });
const mysql = (errno: number, message: string) => failure(message, { errno, sqlState: "23000", sqlMessage: message });
const mongo = (code: number, message: string) => failure(message, { name: "MongoServerError", code });
const sqlite = (message: string) => failure(message, { code: "SQLITE_ERROR" });
const prisma = (message: string) => failure(message, { name: "PrismaClientKnownRequestError", clientVersion: "7.0.0" });
const upstream = (message: string, fields: object = {}) => failure(message, { status: 401, request: {}, ...fields });

const ANSWERED = "another service answered with status 401";

/** The value that each of the messages quotes. */
const SECRET = "o'Neil\"7@example.com";

const CASES: Readonly<Record<string, readonly [error: Error, shown: string]>> = {
  "pg, a value": [pg("22P02", `no integer: "${SECRET}"`), "no integer: [value]"],
  "pg, a value within the sentence": [pg("22003", `value "${SECRET}" is too large`), "value [value] is too large"],
  "pg, a function's own text": [pg("P0001", `no ${SECRET}`), "a function of the database raised P0001"],
  "a query builder on pg": [pg("23505", `insert into "a" values ('${SECRET} - x') - no "b"`), 'no "b"'],
  "mysql2, a duplicate": [
    mysql(1062, `Duplicate entry '${SECRET}' for key 'users.email'`),
    "Duplicate entry [value] for key 'users.email'",
  ],
  "mysql2, a value of a wrong type": [
    mysql(1366, `No integer: '${SECRET}' for column 'age' at row 1`),
    "No integer: [value] for column 'age' at row 1",
  ],
  "mysql2, a procedure's own text": [mysql(1644, `no ${SECRET}`), "a function of the database raised 1644"],
  "sqlite, a constraint": [sqlite("UNIQUE failed: users.email"), "UNIQUE failed: users.email"],
  "sqlite, a syntax error": [sqlite(`near "${SECRET}": syntax error`), "near [value]: syntax error"],
  "mongodb, a document": [
    mongo(16755, `No geo keys: { _id: 1, at: "${SECRET}" } must be an array`),
    "No geo keys: [value] must be an array",
  ],
  "prisma, a constraint": [
    prisma(`\nInvalid \`user.create()\` call:\n\n{\n  email: "${SECRET}"\n}\n\nNot unique: (\`email\`)`),
    "Invalid `user.create()` call: Not unique: (`email`)",
  ],
  "drizzle, whose cause is pg's": [
    failure(`Failed query: insert ($1)\nparams: ${SECRET}`, { cause: pg("23505", "duplicate") }),
    "Failed query: [value]",
  ],
  "sequelize, which keeps the driver's error": [
    failure(`No integer: '${SECRET}'`, { parent: mysql(1366, `No integer: '${SECRET}'`) }),
    "No integer: [value]",
  ],
  "a message of one's own with the driver's in it": [
    failure(`not saved: error near "${SECRET}"`, { cause: pg("42601", `error near "${SECRET}"`) }),
    "not saved: error near [value]",
  ],
  "axios, another service's response": [
    upstream("Request failed with status code 401", { response: { status: 401 } }),
    "Request failed with status code 401",
  ],
  "got, another service's response": [
    upstream(`Request failed with status code 401 (${SECRET}): GET https://a.example/x?q=${SECRET}`),
    "Request failed with status code 401: GET https://a.example/x?[query]",
  ],
  "an SDK, whose message is the body": [upstream(`401 {"email":"${SECRET}"}`), ANSWERED],
  "the AWS SDK, whose message is of the body": [
    failure(`No key ${SECRET}`, { name: "InvalidAccessKeyId", $metadata: { httpStatusCode: 401 } }),
    ANSWERED,
  ],
  "NestJS, whose response is the service's own": [
    failure("no such order", { status: 404, response: { statusCode: 404 }, getStatus: () => 404 }),
    "no such order",
  ],
  "nodemailer, which quotes the server": [
    failure(`No login: 535 ${SECRET}`, { response: `535 ${SECRET}` }),
    "No login: [response]",
  ],
  "a program that failed": [failure(`Command failed: x\n${SECRET}`, { stderr: SECRET }), "Command failed: x\n[stderr]"],
  "a validator that has issues": [
    failure(`No number: "${SECRET}"`, { issues: [{ path: ["items", 0, "price"] }, { path: [{ key: "email" }] }] }),
    "values do not fit their schema: items.0.price, email",
  ],
  "ArkType, whose text has the value": [
    failure(`age must be 7 (was "${SECRET}")`, { arkErrors: [{ path: ["age"] }] }),
    "values do not fit their schema: age",
  ],
  "Superstruct, whose text has the value": [
    failure(`At path: age -- Expected 7, but got "${SECRET}"`, { failures: () => [], branch: [], path: ["age"] }),
    "values do not fit their schema: age",
  ],
  "joi, whose text has the value": [
    failure(`"age" with value "${SECRET}" fails`, { _original: {}, details: [{ path: ["age"] }] }),
    "values do not fit their schema: age",
  ],
  "yup, whose text has the value": [
    failure(`must be a number, but was "${SECRET}"`, { value: {}, inner: [{ path: "age" }] }),
    "values do not fit their schema: age",
  ],
  "tsoa on Koa, whose text is JSON with the value": [
    failure(`{"fields":{"body.age":{"value":"${SECRET}"}}}`, {
      name: "ValidateError",
      fields: { "body.age": { message: "invalid float number", value: SECRET } },
    }),
    "values do not fit their schema: body.age",
  ],
  "routing-controllers, whose text has the value": [
    failure(`Given parameter id is invalid. Value ("${SECRET}") cannot be parsed into number.`),
    "Given parameter id is invalid. Value [value] cannot be parsed into number.",
  ],
  "Elysia, whose text is JSON with the value": [
    failure(`{"found":"${SECRET}"}`, { validator: {}, valueError: { path: "/age" } }),
    "values do not fit their schema: /age",
  ],
  "a list of any validator under Fastify": [
    failure(`body ${SECRET}`, { validationContext: "body", validation: [{ message: SECRET, path: ["age"] }] }),
    "values do not fit their schema: age",
  ],
  "a list of ajv under Fastify": [
    failure("body/age must be integer", {
      validationContext: "body",
      validation: [{ keyword: "type", schemaPath: "#/type", instancePath: "/age", params: {} }],
    }),
    "body/age must be integer",
  ],
  "a list that Fastify did not check": [failure("no", { validation: [{ path: ["age"] }] }), "no"],
  "an URL that is none": [failure(`Failed to parse URL from ${SECRET}`), "Failed to parse URL from [value]"],
  "a path with a query that names a URL": [failure("no /v1/x?token=abc&next=https://y.example"), "no /v1/x?[query]"],
  "a header's value that is longer than what is read": [
    failure(`Headers.append: "${"a b".repeat(6_000)}" is an invalid header value.`),
    "Headers.append: [value]",
  ],
  "a query with a byte order mark in it": [
    failure("failed: https://x.example/f?sv=1&sig\ufeff=xxxxxxxxx"),
    "failed: https://x.example/f?[query]",
  ],
  "a header that is none": [
    failure(`Headers.append: "${SECRET}" is an invalid header value.`),
    "Headers.append: [value] is an invalid header value.",
  ],
  "an argument of a wrong type": [
    failure(`It is none. Received type number ('${SECRET}')`),
    "It is none. Received type number [value]",
  ],
  "a message that quotes nothing": [failure("connect ECONNREFUSED 127.0.0.1"), "connect ECONNREFUSED 127.0.0.1"],
};

describe("a message without values", () => {
  test.each(Object.entries(CASES))("%s", (_, [error, shown]) => {
    expect(messageWithoutValues(error, error.message)).toBe(shown);
  });

  test.each([`x ${SECRET}`, `{"${SECRET}":1}`, `[1,"${SECRET}"`])("strings that only look like JSON: %s", (text) => {
    try {
      JSON.parse(text);
      expect.unreachable();
    } catch (error) {
      const shown = messageWithoutValues(error, (error as Error).message);
      for (const part of ["Neil", "example"]) expect(shown).not.toContain(part);
    }
  });

  test("an error that wraps itself does not loop", () => {
    const error = failure("around");
    Object.assign(error, { cause: error, parent: error, original: error, driverError: error });
    expect(messageWithoutValues(error, error.message)).toBe("around");
  });
});

/** Wraps an error so many times. Each message ends with the one below it. */
const wrapped = (times: number, error: Error): Error =>
  times === 0 ? error : wrapped(times - 1, failure(`again: ${error.message}`, { cause: error }));

/** Keeps an error so many levels below one with a message of its own. */
function below(levels: number, error: Error): Error {
  const causes = Array.from({ length: levels - 1 }).reduce<Error>((cause) => failure("else", { cause }), error);
  return failure('no "x" here', { cause: causes });
}

describe("values go from the message", () => {
  test.each<readonly [what: string, error: Error, shown: string]>([
    ["of MySQL's error with only a text", failure("No 'x'", { errno: 1366, sqlMessage: "no" }), "No [value]"],
    ["of MySQL's error with only a state", failure("No 'x'", { errno: 1366, sqlState: "HY000" }), "No [value]"],
    ["of node:sqlite's error", failure('near "x": no', { code: "ERR_SQLITE_ERROR" }), "near [value]: no"],
    ["from the only quotation mark on", sqlite('unrecognized token: "x y'), "unrecognized token: [value]"],
    ["of a database's error three levels above it", below(3, sqlite("no")), "no [value] here"],
    ["of the second of its inner errors", failure('no "x"', { cause: {}, original: sqlite("no") }), "no [value]"],
    ["of Prisma's error with only one line", prisma("Invalid `user.create()` call"), "Invalid `user.create()` call"],
    ["of Prisma's error without a call", prisma("Some words:\n  data\n  the end 'x'\n   \n"), "the end [value]"],
    ["of Prisma's error without words", prisma(""), ""],
    ["that is another service's response", failure("failed: body", { response: "body" }), "failed: [response]"],
    [
      "that an inner error of another service has",
      failure("not loaded: text", { cause: upstream("text") }),
      `not loaded: ${ANSWERED}`,
    ],
    ["that an error wrapped three times has", wrapped(3, upstream("text")), `again: again: again: ${ANSWERED}`],
    ["of a URL without a name for it", failure("GET https://a.b/x?7 no"), "GET https://a.b/x?[query] no"],
    ["of a URL without its scheme's name", failure("no ://a.example/x?7"), "no ://a.example/x?[query]"],
    ["of a URL's fragment", failure("GET https://a.example/x#7"), "GET https://a.example/x?[query]"],
    ["of a path's query with a name", failure("GET /v1/x?a=7 failed"), "GET /v1/x?[query] failed"],
  ])("%s", (_what, error, shown) => expect(messageWithoutValues(error, error.message)).toBe(shown));
});

describe("a message that an error repeats in a field", () => {
  const exception = { getStatus: () => 500 };

  test.each<readonly [what: string, fields: object, shown: string]>([
    ["stays if an exception of NestJS has it as its response", { response: "no stock", ...exception }, "no stock"],
    ["stays if a class of one's own has it as its body", { body: "no stock" }, "no stock"],
    ["stays if a class of one's own has it as its output", { stderr: "no stock" }, "no stock"],
    ["goes if it is another service's response", { response: "no stock" }, "[response]"],
    ["goes if it is the text of another service's response", { responseText: "no stock" }, "[responseText]"],
    ["goes if another service's status is beside it", { response: "no stock", status: 401 }, ANSWERED],
  ])("%s", (_what, fields, shown) => {
    expect(messageWithoutValues(failure("no stock", fields), "no stock")).toBe(shown);
    const outer = failure("order 7: no stock", { cause: failure("no stock", fields) });
    expect(messageWithoutValues(outer, outer.message)).toBe(`order 7: ${shown}`);
  });
});

function fail(): never {
  throw new Error("no");
}

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  return expect.unreachable();
}

/** Bytes, as a program's output is if no encoding was asked for. */
const bytes = (text: string) => new TextEncoder().encode(text);

describe("what a program printed goes from the message", () => {
  test.each<readonly [what: string, error: Error, shown: string]>([
    [
      "if it is bytes",
      failure("Command failed: x\n7 rows", { stderr: bytes("7 rows") }),
      "Command failed: x\n[stderr]",
    ],
    ["if no field has it", failure("Command failed: x\n7 rows"), "Command failed: x\n[value]"],
    [
      "if it is the beginning of a long output",
      failure("no: 7 rows", { stdout: bytes("7 rows").subarray(0, 6) }),
      "no: [stdout]",
    ],
    ["but not if the bytes are of something else", failure("no: 7", { stdout: new Float64Array(2) }), "no: 7"],
  ])("%s", (_what, error, shown) => expect(messageWithoutValues(error, error.message)).toBe(shown));
});

describe("a database is known by its fields", () => {
  const raised = { name: "error", severity: "ERROR", routine: "exec_stmt_raise" };
  const mssql = (number: number, message: string) =>
    failure(message, { code: "EREQUEST", number, state: 1, class: 14, serverName: "a", procName: "", lineNumber: 1 });
  const cassandra = { name: "ResponseError", code: 8704, info: "Represents an error message from the server" };
  const grpc = { code: 6, details: "users/x y", metadata: {} };

  test.each<readonly [what: string, error: Error, shown: string]>([
    ["Bun's PostgreSQL", failure('no "x"', { code: "ERR_X", errno: "22003", severity: "ERROR" }), "no [value]"],
    ["Bun's, names", failure('no "x"', { code: "ERR_X", errno: "23505", severity: "ERROR" }), 'no "x"'],
    ...["23514", "42501", "45000", "P0001"].map((code): readonly [string, Error, string] => [
      `PostgreSQL's function, ${code}`,
      failure('no "x"', { ...raised, code }),
      `a function of the database raised ${code}`,
    ]),
    [
      "MySQL's procedure with a number of its own",
      failure("no x", { errno: 30_001, sqlState: "45000" }),
      "a function of the database raised 30001",
    ],
    [
      "MySQL, a number without quotes",
      mysql(1526, "Table has no partition for value 8374"),
      "Table has no partition for value [value]",
    ],
    [
      "Vitess",
      failure("desc = Duplicate entry 'x' for key 'a.b' (errno 1062) (sqlstate 23000): Sql: \"y\""),
      "desc = Duplicate entry [value] for key 'a.b' (errno 1062) (sqlstate 23000)[value]",
    ],
    [
      "SQL Server, a duplicate",
      mssql(2627, "Violation of constraint 'UQ_a'. The duplicate key value is (x y)."),
      "Violation of constraint 'UQ_a'. The duplicate key value is [value]",
    ],
    ["SQL Server, a value", mssql(245, "No varchar value 'x y' to int."), "No varchar value [value] to int."],
    ["SQL Server's procedure", mssql(50_001, "no x"), "a function of the database raised 50001"],
    [
      "ClickHouse",
      failure("Cannot parse: expected ',' before: 'x'", { code: "27", type: "CANNOT_PARSE" }),
      "Cannot parse: expected [value]",
    ],
    [
      "Neo4j",
      failure("Node(3) exists with label `U` and property `a` = 7", { code: "Neo.ClientError.Schema.X" }),
      "Node(3) exists with label `U` and property `a` = [value]",
    ],
    ["Cassandra", failure('No STRING (x) for "a" of type int', cassandra), "No STRING [value] of type int"],
    ["Firestore, over gRPC", failure("6 ALREADY_EXISTS: users/x y", grpc), "6 ALREADY_EXISTS: [details]"],
    ["Prisma's driver", failure("no 'x'", { name: "DriverAdapterError" }), "no [value]"],
    ["Elasticsearch", failure("no x", { meta: { statusCode: 401 }, name: "ResponseError" }), ANSWERED],
  ])("%s", (_what, error, shown) => expect(messageWithoutValues(error, error.message)).toBe(shown));

  test.each<readonly [what: string, fields: object]>([
    ["a longer SQLSTATE", { code: "X42601", severity: "ERROR" }],
    ["a SQLSTATE and more", { code: "42601X", severity: "ERROR" }],
    ["SQLite's prefix within", { code: "X_SQLITE_BUSY" }],
    ["a code that begins as SQLite's", { code: "ERR_SQLITE_ERRORS" }],
    ["MongoDB's prefix within", { name: "NoMongoError", code: 1 }],
    ["Prisma's prefix within", { name: "NoPrismaClient" }],
    ["a name that begins as Prisma's driver's", { name: "DriverAdapterErrors" }],
    ["a number that is too long", { code: "123456", type: "CANNOT_PARSE" }],
    ["a number within", { code: "E27", type: "CANNOT_PARSE" }],
    ["a type with other letters first", { code: "27", type: "aCANNOT_PARSE" }],
    ["a type with other letters last", { code: "27", type: "CANNOT_PARSEa" }],
    ["Neo4j's prefix within", { code: "X.Neo.ClientError" }],
    ["Neo4j's prefix alone", { code: "Neo." }],
    ["Cassandra's name within", { name: "MyResponseError", code: 1, info: "x" }],
    ["a name that begins as Cassandra's", { name: "ResponseErrors", code: 1, info: "x" }],
  ])("what only resembles a database's keeps its message: %s", (_what, fields) => {
    expect(messageWithoutValues(failure('no "x y"', fields), 'no "x y"')).toBe('no "x y"');
  });

  test.each<readonly [what: string, fields: object]>([
    ["PostgreSQL's", { errno: { toString: fail }, code: "P0001", severity: "ERROR" }],
    ["MySQL's", { errno: Symbol("x"), sqlState: "45000" }],
  ])("a hostile number beside the marks does no harm: %s", (_what, fields) => {
    expect(messageWithoutValues(failure('no "x"', fields), 'no "x"')).toMatch(
      /^a function of the database raised (?:P0001|an error)$/,
    );
  });

  test("a message of one's own around what a function raised stays", () => {
    const error = failure("order 7 is not saved", { cause: failure("no x", { ...raised, code: "P0001" }) });
    expect(messageWithoutValues(error, error.message)).toBe("order 7 is not saved");
  });
});

describe("Mongoose's errors show the paths", () => {
  const cast = { path: "age", value: "x", kind: "Number" };
  test.each<readonly [what: string, fields: object, shown: string]>([
    ["of what was checked", { errors: { age: cast, "a.b": cast } }, "values do not fit their schema: age, a.b"],
    ["of a document within it", { errors: { a: { errors: { b: cast } } } }, "values do not fit their schema: a"],
    ["of a single one", { ...cast, properties: cast }, "values do not fit their schema: age"],
    ["of the first five", { errors: Object.fromEntries([..."abcdef"].map((path) => [path, cast])) }, "a, b, c, d, e"],
    ["of 80 characters", { errors: { ["a".repeat(81)]: cast } }, "a".repeat(80)],
  ])("%s", (_what, fields, shown) => {
    const prefix = shown.startsWith("values") ? "" : "values do not fit their schema: ";
    expect(messageWithoutValues(failure("no", fields), "no")).toBe(`${prefix}${shown}`);
  });

  test.each<readonly [what: string, fields: object]>([
    ["an object of texts", { errors: { age: "is no number" } }],
    ["an empty object", { errors: {} }],
    ["a list", { errors: [cast] }],
    ["an object that throws", { errors: new Proxy({}, { ownKeys: fail }) }],
    ["a path without what was checked", cast],
    ["properties of another path", { path: "a", properties: { path: "b" } }],
  ])("but a message with %s stays", (_what, fields) => {
    expect(messageWithoutValues(failure("no", fields), "no")).toBe("no");
  });
});

describe("an assertion of Node", () => {
  const made = { code: "ERR_ASSERTION", operator: "strictEqual", generatedMessage: true };
  test.each<readonly [what: string, message: string, fields: object, shown: string]>([
    ["shows its name", "Expected values: x", made, "the assertion strictEqual failed"],
    ["keeps a message of one's own", "no stock", { ...made, generatedMessage: false }, "no stock"],
    ["keeps the source of what is false", "The expression evaluated to a falsy value:\n\n  assert(x)", made, "same"],
  ])("%s", (_what, message, fields, shown) => {
    expect(messageWithoutValues(failure(message, fields), message)).toBe(shown === "same" ? message : shown);
  });
});

describe("a message stays as it is", () => {
  test.each<readonly [what: string, error: Error]>([
    ["with a severity but no code", failure('no "x"', { severity: "ERROR" })],
    ["with a severity and another code", failure('no "x"', { severity: "ERROR", code: "ENOENT_" })],
    ["with a severity and a number", failure('no "x"', { severity: "ERROR", code: 22_001 })],
    ["with a code like PostgreSQL's but no severity", failure('no "x"', { code: "22P02" })],
    ["with the code of a system call", failure("ENOENT: no such file, open 'x'", { code: "ENOENT" })],
    ["with a name of MongoDB's but no code", failure('no "x"', { name: "MongoParseError" })],
    ["with a number for a code", failure('no "x"', { code: 7 })],
    ["with a database's error four levels below it", below(4, sqlite("no"))],
    ["with a list of details", failure('no "x"', { details: [{ path: ["a"] }] })],
    ["with a list of inner errors", failure('no "x"', { inner: [{ path: "a" }] })],
    ["with a response of three characters", failure("a bad day", { response: "bad" })],
    ["with the word undefined", failure("x is undefined", { cause: { status: 401, request: {} } })],
    ["with an inner message of three characters", failure("a bad day", { cause: upstream("bad") })],
    ["of another service's error that was wrapped four times", wrapped(4, upstream("text"))],
    ["that ends before the words after a value", failure('Headers.append: "x"')],
    ["with the words around a value in another order", failure('"a" is not valid JSON, "b" is')],
    ["with a question", failure("is it a=b? or b#7?")],
    ["with a word like a query", failure("is it a?b=c")],
    ["with an equation", failure("it is a=b")],
    ["with a path in a question", failure("was it /v1/x?")],
    ["with a path in a question after a name", failure("was it path=/v1/x?")],
    ["with a URL without a query", failure("was it https://a.example/x")],
  ])("%s", (_what, error) => expect(messageWithoutValues(error, error.message)).toBe(error.message));
});

describe("of a validator's issues", () => {
  test.each<readonly [what: string, issues: readonly unknown[], paths: string]>([
    ["the paths are shown", [{ path: ["a", 0] }, { path: "b" }], "a.0, b"],
    ["an empty path is left out", [{ path: [] }, { path: ["a"] }], "a"],
    ["none may have a path", [{ path: [] }, {}], ""],
    ["there may be none", [], ""],
    ["the first five are shown", [..."abcdef"].map((path) => ({ path })), "a, b, c, d, e"],
    ["a path as text is cut after 80 characters", [{ path: "a".repeat(81) }], "a".repeat(80)],
    ["a step is cut after 40 characters", [{ path: ["a".repeat(41), 1] }], `${"a".repeat(40)}.1`],
    ["a path has at most 8 steps", [{ path: [..."abcdefghi"] }], "a.b.c.d.e.f.g.h"],
    ["other steps are left out", [{ path: [true, "a", null, { key: {} }, { key: "b" }] }], "a.b"],
  ])("%s", (_what, issues, paths) => {
    const shown = messageWithoutValues(failure("no", { issues }), "no");
    expect(shown).toBe(paths === "" ? "a value does not fit its schema" : `values do not fit their schema: ${paths}`);
  });
});

describe("the status of another service's response", () => {
  test.each<readonly [what: string, thrown: unknown, status: number | undefined]>([
    ["is the error's status", { request: {}, status: 401 }, 401],
    ["is the error's status code", { request: {}, statusCode: 402 }, 402],
    ["is the response's status", { response: { status: 403 } }, 403],
    ["is the response's status code", { response: { statusCode: 404 } }, 404],
    ["is the first one that is a number", { status: "405", response: { status: 405 } }, 405],
    ["is that of an SDK's facts", { $metadata: { httpStatusCode: 406 } }, 406],
    ["is not that of an error without marks of a client", failure("no", { status: 407 }), undefined],
    ["is none with a method for it", { status: 408, response: {}, getStatus: () => 408 }, undefined],
    ["is none in a response without one", { response: { status: "409" } }, undefined],
    ["is none if nothing was thrown", undefined, undefined],
  ])("%s", (_what, thrown, status) => expect(answeredStatus(thrown)).toBe(status));
});

describe("a code", () => {
  test.each<readonly [code: string, ofService: boolean]>([
    ["ERR_BAD_REQUEST", true],
    ["E_2", true],
    ["AxiosError", true],
    ["TypeError", true],
    [`A_${"B".repeat(58)}`, true],
    [`A_${"B".repeat(59)}`, false],
    ["ERR", false],
    ["no such user", false],
    ["a_secret", false],
    ["_SECRET", false],
    ["TypeErrorX", false],
  ])("%s that another service may have chosen is shown: %s", (code, ofService) => {
    expect(isShownCode(upstream("no"), code)).toBe(ofService);
    expect(isShownCode(new Error("no"), code)).toBe(true);
  });
});

describe("a value goes from a message without fields", () => {
  test.each<readonly [what: string, message: string, shown: string]>([
    ["of V8's JSON.parse", "No 'x', \"x y\" is not valid JSON", "No 'x', [value] is not valid JSON"],
    ["of V8's, cut at both ends", "No 'x', ...\"x y\"... is not valid JSON", "No 'x', ...[value]... is not valid JSON"],
    ["of V8's, with its words", 'bad, "x" is not valid JSON" is not valid JSON', "bad, [value] is not valid JSON"],
    ["of JavaScriptCore's", 'JSON Parse error: Unexpected a "x y"', "JSON Parse error: Unexpected a [value]"],
    ["of a header", 'Headers.set: "x y" is an invalid header name.', "Headers.set: [value] is an invalid header name."],
    ["of a URL", "Invalid URL: x y", "Invalid URL: [value]"],
    ["of a URL without a colon", "Invalid URL x y", "Invalid URL [value]"],
    ["of a URL with a password", "a URL that includes credentials: x y", "a URL that includes credentials: [value]"],
    ["of Node's check of a type", "It is none. Received type number (17)", "It is none. Received type number [value]"],
    ["of Node's check of a string", "It must be one of a. Received 'x y'", "It must be one of a. Received [value]"],
    ["of Node's check of a list", "It must be a string. Received [ 1 ]", "It must be a string. Received [value]"],
    ["of Node's check of an object", "It must be a string. Received { a: 1 }", "It must be a string. Received [value]"],
    ["of js-yaml", "no: bad indentation (2:3)\n\n 1 | a: x\n-----^", "no: bad indentation (2:3)\n\n[value]"],
    [
      "of js-yaml 3",
      "bad indentation at line 2, column 3:\n    x\n    ^",
      "bad indentation at line 2, column 3:\n[value]",
    ],
    ["of yaml", "No. at line 1, column 4:\n\na: x\n   ^\n", "No. at line 1, column 4:\n[value]"],
    ["of TOML", "Invalid TOML document: no\n\n1:  a = x\n    ^\n", "Invalid TOML document: no\n\n[value]"],
    ["of MongoDB's index", "E11000 x dup key: { a: 1 }", "E11000 x dup key: [value]"],
    ["of PostgreSQL's detail", "no: Key (a, b)=(x, y)) already exists.", "no: Key (a, b)=[value] already exists."],
    [
      "of PostgreSQL's foreign key",
      'no: Key (lower(a))=(x) is not present in table "b".',
      'no: Key (lower(a))=[value] is not present in table "b".',
    ],
    ["of PostgreSQL's row", "no: Failing row contains (1, x (y), null).", "no: Failing row contains [value]"],
    ["of MySQL's index", "Duplicate entry 'x' for key 'a.b-c_$'", "Duplicate entry [value] for key 'a.b-c_$'"],
    ["of PostgreSQL's type", 'invalid input syntax for type a: "x y"', "invalid input syntax for type a: [value]"],
    ["of PostgreSQL's enum", 'invalid input value for enum "a": "x y"', 'invalid input value for enum "a": [value]'],
    ["of PostgreSQL's range", 'value "1 2" is out of range for type a', "value [value] is out of range for type a"],
    ["of PostgreSQL's list", 'malformed array literal: "x y"', "malformed array literal: [value]"],
    ["of PostgreSQL's day", 'date/time field value out of range: "x"', "date/time field value out of range: [value]"],
    ["of PostgreSQL's network", 'invalid cidr value: "x"', "invalid cidr value: [value]"],
    [
      "of MySQL's column",
      "Incorrect integer value: 'x y' for column 'a' at row 1",
      "Incorrect integer value: [value] for column 'a' at row 1",
    ],
    [
      "of MariaDB's column",
      "Incorrect datetime value: 'x' for column `a`.`b` at row 1",
      "Incorrect datetime value: [value] for column `a`.`b` at row 1",
    ],
    ["of MySQL's number", "Truncated incorrect DOUBLE value: 'x y'", "Truncated incorrect DOUBLE value: [value]"],
    [
      "of MySQL's syntax",
      "the right syntax to use near 'x' y'' at line 1",
      "the right syntax to use near [value] at line 1",
    ],
    ["of SQL Server's column", "in column 'a'. Truncated value: 'x y'.", "in column 'a'. Truncated value: [value]"],
    [
      "of SQL Server's conversion",
      "Conversion failed when converting the varchar value 'x' to data type int.",
      "Conversion failed when converting the varchar value [value] to data type int.",
    ],
    [
      "of Prisma's call",
      'no: \nInvalid `prisma.user.create()` invocation in\n/a.ts:1:2\n\n→ 1 data: {\n  a: "x"\n}\n\nUnique constraint failed on (`a`)',
      "no: \nInvalid `prisma.user.create()` invocation[value]\nUnique constraint failed on (`a`)",
    ],
    ["of a query", "Failed query: select 1", "Failed query: [value]"],
    ["of a command", "ERR x, with args beginning with: 'x y'", "ERR x, with args beginning with: [value]"],
    ["of Mongoose's type", 'Cast to A failed for value "x y" (type a)', "Cast to A failed for value [value] (type a)"],
    [
      "of Zod 3's literal",
      '[{ "received": "x y",\n "code": "invalid_literal" }]',
      '[{ "received": [value],\n "code": "invalid_literal" }]',
    ],
    [
      "of Zod 3's literal, a number",
      '[{ "received": 4111,\n "code": "invalid_literal" }]',
      '[{ "received": [value],\n "code": "invalid_literal" }]',
    ],
    ["of joi", '"a" with value "x" y" fails to match', '"a" with value [value] fails to match'],
    [
      "of Valibot",
      'Invalid type: Expected number but received "x"',
      "Invalid type: Expected number but received [value]",
    ],
    ["of Valibot's check", 'Invalid email: Received "x y"', "Invalid email: Received [value]"],
    ["of ArkType", 'a must be "b" or "c" (was "x y")', 'a must be "b" or "c" (was [value]'],
    [
      "of Superstruct",
      'At path: a -- Expected b, but received: "x"',
      "At path: a -- Expected b, but received: [value]",
    ],
    [
      "of a variable of GraphQL",
      'Variable "$a" got invalid value { b: "x" } at "a.b"; No.',
      'Variable "$a" got invalid value [value]',
    ],
    [
      "of a scalar of GraphQL",
      'Int cannot represent non 32-bit signed integer value: "x"',
      "Int cannot represent non 32-bit signed integer value: [value]",
    ],
    ["of an enum of GraphQL", 'Enum "A" cannot represent value: "x"', 'Enum "A" cannot represent value: [value]'],
    [
      "of Zod 3",
      "Invalid enum value. Expected 'a', received 'x y'",
      "Invalid enum value. Expected 'a', received [value]",
    ],
    [
      "of yup",
      "a must be a `number`, but the final value was: `x`",
      "a must be a `number`, but the final value was: [value]",
    ],
    [
      "of Mongoose's enum",
      "No: role: `x y` is not a valid enum value for path `role`.",
      "No: role: [value] is not a valid enum value for path `role`.",
    ],
    ["of Mongoose's limit", "Path `a.b` (x y) is longer than 3", "Path `a.b` [value] is longer than 3"],
    ["of Mongoose's expression", "Path `a` is invalid (x y).", "Path `a` is invalid [value]"],
    [
      "of Mongoose's validator",
      "Validator failed for path `a` with value `x y`",
      "Validator failed for path `a` with value [value]",
    ],
    [
      "of Mongoose's filter",
      'No document found for query "{ a: 1 }" on model "A"',
      'No document found for query [value] on model "A"',
    ],
    [
      "of Mongoose's version",
      'No matching document found for id "x y" version 0 modifiedPaths "a"',
      'No matching document found for id [value] version 0 modifiedPaths "a"',
    ],
    [
      "of Mongoose's parameter",
      'Parameter "a" to find() must be an object, got "x y"',
      'Parameter "a" to find() must be an object, got [value]',
    ],
    [
      "of Mongoose's object",
      "Tried to set nested object field `a` to primitive value `x y`",
      "Tried to set nested object field `a` to primitive value [value]",
    ],
    ["of SQL Server's key", "No. The duplicate key value is (x y).", "No. The duplicate key value is [value]"],
    [
      "of Neo4j's property",
      "Node(3) exists with label `U` and property `a` = 'x y'",
      "Node(3) exists with label `U` and property `a` = [value]",
    ],
    ["of SQLite's syntax", 'near "x y": syntax error', "near [value]: syntax error"],
    ["of PostgreSQL's syntax", 'syntax error at or near "x y"', "syntax error at or near [value]"],
    ["of Knex", "insert into `a` (`b`) values ('x - y') - UNIQUE failed: a.b", "[value] - UNIQUE failed: a.b"],
    ["of Knex, with words before it", "not saved: update `a` set `b` = 'x' - no", "not saved: [value] - no"],
    ["of Knex's selection", "select * from `a` where `b` = 'x' - no", "[value] - no"],
    ["of a selection by hand", "SELECT a FROM b WHERE c = 'x' - no", "[value] - no"],
    ["of a program", "Command failed: x\n7 rows\n", "Command failed: x\n[value]"],
    [
      "in a string of JSON",
      '{"m":"Duplicate entry \'x\' for key \'a\'","n":"\\"x\\" is not valid JSON, \\"x\\" is not valid JSON"}',
      '{"m":"Duplicate entry [value] for key \'a\'","n":""x" is not valid JSON, [value] is not valid JSON"}',
    ],
    [
      "of Mongoose's path",
      'Cast to A failed for value "x" at path "a"',
      'Cast to A failed for value [value] at path "a"',
    ],
  ])("%s", (_what, message, shown) => expect(messageWithoutValues(failure(message), message)).toBe(shown));

  const X = "o7 quartz";
  const big = 83_746_152.5;
  const strictly = (code: string) => () => new Function("x", `"use strict"; ${code}`)(X);
  test.each<readonly [what: string, run: () => unknown]>([
    ["a time zone", () => new Intl.DateTimeFormat("en", { timeZone: X })],
    ["a currency", () => new Intl.NumberFormat("en", { style: "currency", currency: X })],
    ["a unit", () => new Intl.NumberFormat("en", { style: "unit", unit: X })],
    ["an option of Intl", () => new Intl.NumberFormat("en", { style: X as "unit" })],
    ["a key of Intl", () => Intl.supportedValuesOf(X as "unit")],
    ["an integer", () => BigInt(X)],
    ["an integer from a fraction", () => BigInt(big)],
    ["a code point", () => String.fromCodePoint(big)],
    ["a length", () => new Uint8Array(-big)],
    ["a count", () => "x".repeat(-big)],
    ["an expression", () => new RegExp(`(${X}: A`)],
    ["flags of an expression", () => new RegExp("x", X)],
    ["a string with a field", () => "x" in (X as never)],
    ["a field of a string", strictly("x[0] = 1")],
    ["a new field of a string", strictly("x.y = 1")],
    ["an entry", () => new Map([X] as never)],
    ["a prototype", () => Object.create(X as never)],
    ["a class", strictly("class A extends x {}")],
    ["a receiver", () => Map.prototype.get.call(X as never, 1)],
    ["a function", () => [1].map(X as never)],
    ["something to iterate over", () => new Set(big as never)],
    ["an encoding of bytes", () => new TextDecoder(X)],
    ["a method", () => new Request("http://x.example", { method: X })],
    ["a limit", () => AbortSignal.timeout(-big)],
  ])("that the runtime itself quotes: %s", (_what, run) => {
    const error = thrownBy(run);
    const inAnother = failure(`not done: ${error.message}`);
    for (const shown of [error, inAnother].map((one) => messageWithoutValues(one, one.message))) {
      expect(shown).not.toMatch(/quartz|83746152/);
      expect(shown).toMatch(/\[value\]|failed/);
    }
  });

  test.each([
    'Unexpected token, "x" is no JSON',
    "JSON Parse error: Unexpected EOF",
    "Headers.set: x is an invalid header name.",
    "Invalid URL",
    "Invalid key: users",
    "We received 'x' twice",
    "Select a size - none is left",
    "Update failed - try again",
    "with cart - no stock",
    "Command failed: x",
    "Call failed - try again",
    "Select 3 items - none is left",
    "Order with value `7` is open",
    "options must be an object, got a string",
    "Expected a list, received 'x'",
    "The final value was: 7",
    "Set `a` to primitive value `7`",
    "call me - now",
    "Cannot create property 5 Main Street",
    "Cannot assign to read only property 'a' of object '#<Object>'",
    "Cannot convert undefined or null to object",
    "C:\\a\\b is no file",
    "It must be a string. Received undefined",
    "It must be a string. Received an instance of X",
    "Incorrect integer value: x for column 'a'",
    'The value "x" is out of range',
    "It cannot represent a value",
    "Invalid `a()` invocation in b",
    "at line 2, column 3: x",
    "The order (1:2) is open",
    "a must be a number, and it was 7",
    '[{ "received": "undefined",\n "code": "invalid_type" }]',
    "Invalid key: Received nothing",
    "Invalid TOML document: no",
    "Duplicate entry x for key 'a'",
    "Duplicate entry 'x' for key a",
    "Cast to Number failed for value x",
    "Cast to failed for value 1 (type number)",
  ])("but nothing from others: %s", (message) => {
    expect(messageWithoutValues(failure(message), message)).toBe(message);
  });
});

describe("a database's message that names only columns and tables stays", () => {
  test.each("08006 0A000 23505 25P02 26000 34000 3D000 3F000 40001 42703 53300 54000 55P03 57014 58030".split(" "))(
    "PostgreSQL's %s",
    (code) => {
      expect(messageWithoutValues(pg(code, 'no "x" here'), 'no "x" here')).toBe('no "x" here');
    },
  );

  test.each(["22001", "28000", "42601", "2B000", "XX000"])("but not PostgreSQL's %s", (code) => {
    expect(messageWithoutValues(pg(code, 'no "x" here'), 'no "x" here')).toBe("no [value] here");
  });

  test.each([
    1046, 1048, 1049, 1050, 1051, 1054, 1091, 1136, 1146, 1205, 1213, 1216, 1217, 1264, 1265, 1364, 1406, 1451, 1452,
    3819, 4025,
  ])("MySQL's %i", (errno) => {
    expect(messageWithoutValues(mysql(errno, "no 'x' here"), "no 'x' here")).toBe("no 'x' here");
  });

  test.each([1045, 1062, 1064, 1366])("but not MySQL's %i", (errno) => {
    expect(messageWithoutValues(mysql(errno, "no 'x' here"), "no 'x' here")).toBe("no [value] here");
  });
});

describe("the work does not grow with how errors wrap each other", () => {
  const ALL = "All promises were rejected";

  test("in circles", () => {
    const errors = Array.from({ length: 6 }, () => new AggregateError([], ALL));
    for (const error of errors) {
      error.errors = errors.filter((other) => other !== error);
      const [cause, parent, original, driverError] = errors;
      Object.assign(error, { cause, parent, original, driverError });
    }
    const before = performance.now();
    expect(messageWithoutValues(errors[0], ALL)).toBe(ALL);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test("in a tree", () => {
    const tree = (depth: number): Error =>
      new AggregateError(depth === 0 ? [] : Array.from({ length: 5 }, () => tree(depth - 1)), ALL);
    expect(messageWithoutValues(tree(4), ALL)).toBe(ALL);
  });

  test("with more errors in a message than are read", () => {
    const errors = Array.from({ length: 30 }, (_, index) => pg("22P02", `no integer: "${SECRET}" (${index})`));
    const chained = errors.reduceRight((cause, error) => Object.assign(error, { original: cause }));
    const nested = new AggregateError(
      Array.from({ length: 5 }, () => new AggregateError(Array.from({ length: 5 }, (_, at) => errors[at]))),
    );
    const message = errors.map((error) => error.message).join("; ");
    for (const thrown of [failure(message, { cause: chained }), Object.assign(nested, { message })]) {
      expect(messageWithoutValues(thrown, message)).not.toContain(SECRET);
    }
  });
});

describe("a message does not become longer than it may be", () => {
  const issues = Array.from({ length: 5 }, () => ({ path: Array(8).fill("p".repeat(40)) }));
  const inner = (message: string) => failure(message, { issues });

  test.each([
    ["by what stands for inner errors", new AggregateError([inner("aaaa"), inner("pppp"), inner("alue")])],
    ["by what stands for fields", failure("", { response: "aaaa", responseText: "resp", body: "onse" })],
  ])("%s", (_what, thrown) => {
    expect(messageWithoutValues(thrown, "aaaa".repeat(4_000)).length).toBeLessThan(33_000);
  });
});
