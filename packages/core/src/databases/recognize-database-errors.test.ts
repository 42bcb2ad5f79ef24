import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { Recognizer } from "../recognize/mapping/mapping.ts";
import { type DatabaseErrorOptions, recognizeDatabaseErrors } from "./recognize-database-errors.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_taken: { status: 409, message: "Taken.", retry: "never" } },
});

/** Returns the status and the code that a client gets, and how long it is told to wait. */
function answered(thrown: unknown, recognizer: Recognizer): string {
  const contract = createContract(acme, { recognize: [recognizer], onError: () => {} });
  const answer = contract.respond(thrown, { method: "POST", path: "/", header: () => undefined });
  const wait = answer?.headers["Retry-After"];
  return `${answer?.status} ${JSON.parse(answer?.body ?? "null").error.code}${wait === undefined ? "" : ` in ${wait} s`}`;
}

const RECOGNIZER = recognizeDatabaseErrors();

const CONFLICT = "409 acme_conflict";
const INVALID = "400 invalid_input";
const MISSING = "404 acme_not_found";
const BUSY = "503 acme_unavailable in 1 s";
const INTERNAL = "500 acme_internal_error";

const failure = (fields: object) => Object.assign(new Error("no"), fields);

type Code = string | number;

const LIBRARIES: Readonly<
  Record<string, { make: (code: Code) => unknown; codes: Readonly<Record<string, readonly Code[]>> }>
> = {
  PostgreSQL: {
    make: (code) => failure({ code, severity: "ERROR" }),
    codes: {
      [CONFLICT]: ["23505", "23P01", "23503", "23001"],
      [INVALID]: ["23502", "23514", "22001", "22003", "22007", "22008", "22021", "22P02", "22P03", "22P05"],
      [BUSY]: ["40001", "40P01"],
      [INTERNAL]: ["42P01", "57014", "", 23_505],
    },
  },
  MySQL: {
    make: (errno) => failure({ errno, sqlMessage: "no" }),
    codes: {
      [CONFLICT]: [1022, 1062, 1169, 1586, 1859, 1216, 1217, 1451, 1452],
      [INVALID]: [1048, 1364, 3819, 4025, 1264, 1265, 1292, 1366, 1367, 1406, 3140],
      [BUSY]: [1205, 1213],
      [INTERNAL]: [1146, 0, "1062"],
    },
  },
  SQLite: {
    make: (code) => failure({ code: typeof code === "string" ? `SQLITE_${code}` : code }),
    codes: {
      [CONFLICT]: ["UNIQUE", "PRIMARYKEY", "ROWID", "FOREIGNKEY", "TRIGGER"].map((code) => `CONSTRAINT_${code}`),
      [INVALID]: ["CONSTRAINT_NOTNULL", "CONSTRAINT_CHECK", "CONSTRAINT_DATATYPE", "MISMATCH", "TOOBIG"],
      [BUSY]: ["BUSY", "BUSY_RECOVERY", "BUSY_SNAPSHOT", "BUSY_TIMEOUT", "LOCKED", "LOCKED_SHAREDCACHE"],
      [INTERNAL]: ["CORRUPT", "CONSTRAINT", 2067],
    },
  },
  "node:sqlite": {
    make: (errcode) => failure({ code: "ERR_SQLITE_ERROR", errcode }),
    codes: {
      [CONFLICT]: [2067, 1555, 2579, 787, 1811],
      [INVALID]: [1299, 275, 3091, 20, 18],
      [BUSY]: [5, 261, 517, 773, 6, 262],
      [INTERNAL]: [1, 11, "2067"],
    },
  },
  MongoDB: {
    make: (code) => failure({ code, hasErrorLabel: () => false }),
    codes: {
      [CONFLICT]: [11000, 11001, 12582],
      [INVALID]: [121],
      [BUSY]: [112],
      [INTERNAL]: [13, "11000"],
    },
  },
  Prisma: {
    make: (code) => failure({ code, clientVersion: "7.0.0" }),
    codes: {
      [CONFLICT]: ["P2002", "P2003", "P2014"],
      [INVALID]: ["P2000", "P2004", "P2005", "P2006", "P2007", "P2011", "P2012", "P2019", "P2020", "P2023", "P2033"],
      [MISSING]: ["P2001", "P2015", "P2018", "P2025"],
      [BUSY]: ["P2034"],
      [INTERNAL]: ["P2010", "P1001"],
    },
  },
  "Prisma's own SQL": {
    make: (code) => failure({ code: "P2010", clientVersion: "7.0.0", meta: { code } }),
    codes: {
      [CONFLICT]: ["23505", "1062", "2067"],
      [INVALID]: ["22001", "1048", "1299"],
      [BUSY]: ["40001", "1213", "5"],
      [INTERNAL]: ["42P01", "1146", "no"],
    },
  },
  Sequelize: {
    make: (name) => failure({ name: `Sequelize${name}Error` }),
    codes: {
      [CONFLICT]: ["UniqueConstraint", "ExclusionConstraint", "ForeignKeyConstraint", "OptimisticLock"],
      [INVALID]: ["Validation"],
      [MISSING]: ["EmptyResult"],
      [INTERNAL]: ["Connection"],
    },
  },
};

describe.each(Object.entries(LIBRARIES))("%s", (_library, { make, codes }) => {
  const rows = Object.entries(codes).flatMap(([answer, all]) => all.map((code) => [code, answer] as const));

  test.each(rows)("%j is answered with %s", (code, answer) => {
    expect(answered(make(code), RECOGNIZER)).toBe(answer);
  });
});

const mongo = (fields: object) => failure({ hasErrorLabel: () => false, ...fields });

/** The class of an error that MikroORM throws. */
class NotFound extends Error {
  static findOneFailed() {}
}

describe("an error of another library", () => {
  const state = { code: "23505", severity: "ERROR" };
  const duplicate = (errorLabelSet: unknown) => mongo({ code: 11_000, errorLabelSet });

  test.each<readonly [what: string, thrown: unknown, answer: string]>([
    ["MongoDB's, which may be retried", duplicate(new Set(["TransientTransactionError"])), BUSY],
    ["MongoDB's with another label", duplicate(new Set(["RetryableWriteError"])), CONFLICT],
    ["MongoDB's with labels that are none", duplicate(["TransientTransactionError"]), CONFLICT],
    ["MongoDB's number without its method", failure({ code: 11_000, hasErrorLabel: true }), INTERNAL],
    ["BSON's", failure({ name: "BSONError", bsonError: true }), INVALID],
    ["a name of BSON's without its mark", failure({ name: "BSONError", bsonError: "true" }), INTERNAL],
    ["a mark of BSON's without its name", failure({ bsonError: true }), INTERNAL],
    ["Mongoose's cast", failure({ name: "CastError", stringValue: "x" }), INVALID],
    ["Mongoose's validation", failure({ name: "ValidationError", _message: "x" }), INVALID],
    ["Mongoose's strict mode", failure({ name: "StrictModeError", isImmutableError: false }), INVALID],
    ["Mongoose's missing document", failure({ name: "DocumentNotFoundError", filter: {} }), MISSING],
    ["Mongoose's changed document", failure({ name: "VersionError", modifiedPaths: [] }), CONFLICT],
    ["a cast of something else", failure({ name: "CastError", _message: "x" }), INTERNAL],
    ["a field of Mongoose's with another name", failure({ name: "Cast", stringValue: "x" }), INTERNAL],
    ["TypeORM's missing row", failure({ entityClass: "User", criteria: {} }), MISSING],
    ["a class without criteria", failure({ entityClass: "User" }), INTERNAL],
    ["criteria without a class", failure({ criteria: {} }), INTERNAL],
    ["Kysely's missing row", failure({ node: { kind: "SelectQueryNode" } }), MISSING],
    ["another node", failure({ node: { kind: "SelectQueryNodes" } }), INTERNAL],
    ["a node without a kind", failure({ node: {} }), INTERNAL],
    ["MikroORM's missing row", new NotFound("no"), MISSING],
    ["PostgreSQL's code without a severity", failure({ code: "23505", severity: 1 }), INTERNAL],
    ["MySQL's number without its text", failure({ errno: 1062, sqlMessage: 1 }), INTERNAL],
    ["Prisma's code without its client", failure({ code: "P2025", clientVersion: 7 }), INTERNAL],
    ["SQLite's number without node:sqlite's code", failure({ code: "ERR_OTHER", errcode: 2067 }), INTERNAL],
    [
      "Prisma's own SQL with a code that a driver states",
      failure({
        code: "P2010",
        clientVersion: "7.0.0",
        meta: { code: "1048", driverAdapterError: { cause: { originalCode: "40P01" } } },
      }),
      BUSY,
    ],
    ["parsed JSON", { ...state }, INTERNAL],
    ["a string", "23505", INTERNAL],
    ["nothing", undefined, INTERNAL],
    ["an error that only inherits from the class", Object.assign(Object.create(Error.prototype), state), CONFLICT],
  ])("is answered as it means: %s", (_what, thrown, answer) => {
    expect(answered(thrown, RECOGNIZER)).toBe(answer);
  });

  const validation = { name: "SequelizeValidationError", sql: "select" };
  const driver = failure({ code: "23505", severity: "ERROR" });
  test.each<readonly [what: string, thrown: unknown, answer: string]>([
    ["TypeORM", failure({ query: "select", driverError: driver }), CONFLICT],
    ["Sequelize", failure({ ...validation, parent: driver }), CONFLICT],
    ["Sequelize, if the driver's says no more", failure({ ...validation, parent: failure({}) }), INVALID],
    ["Drizzle", failure({ query: "select", params: [], cause: driver }), CONFLICT],
    ["Drizzle's first form", failure({ name: "DrizzleError", cause: driver }), CONFLICT],
    ["an error with a query alone", failure({ query: "select", cause: driver }), INTERNAL],
    ["an error with parameters alone", failure({ params: [], cause: driver }), INTERNAL],
    ["an error with parameters that are no list", failure({ query: "select", params: {}, cause: driver }), INTERNAL],
    ["an error without a query", failure({ driverError: driver }), INTERNAL],
    ["an error without a statement", failure({ parent: driver }), INTERNAL],
    ["an error of the service with a cause", failure({ cause: driver }), INTERNAL],
    ["an object that wraps one", { query: "select", driverError: driver }, INTERNAL],
    ["an error that wraps parsed JSON", failure({ query: "select", driverError: state }), INTERNAL],
  ])("is answered as the driver's error that it wraps means: %s", (_what, thrown, answer) => {
    expect(answered(thrown, RECOGNIZER)).toBe(answer);
  });
});

describe("the code of a constraint", () => {
  const prisma = (meta: object, code = "P2002") => failure({ code, clientVersion: "7.0.0", meta });
  const byDriver = (cause: object, meta: object = { modelName: "User" }) =>
    prisma({ ...meta, driverAdapterError: { cause } });
  const pg = (fields: object) => failure({ code: "23505", severity: "ERROR", ...fields });
  const letters = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  const LONG = Object.fromEntries(letters(34).map((name) => [name, 1]));

  test.each<readonly [what: string, thrown: unknown, constraint: string]>([
    ["of pg", pg({ constraint: "a" }), "a"],
    ["of postgres", pg({ constraint_name: "a" }), "a"],
    ["of pg rather than of postgres", pg({ constraint: "a", constraint_name: "b" }), "a"],
    ["of an index of MongoDB", mongo({ code: 11_000, keyPattern: { tenant: 1, email: -1 } }), "tenant_1_email_-1"],
    ["of a text index", mongo({ code: 11_000, keyPattern: { _fts: "text", at: {}, b: 1 } }), "_fts_text_b_1"],
    ["of an index with 33 fields", mongo({ code: 11_000, keyPattern: LONG }), `${letters(33).join("_1_")}_1`],
    ["of an index that Prisma names", prisma({ target: "a" }), "a"],
    ["of a constraint that Prisma names", prisma({ constraint: "a", target: "b" }), "a"],
    ["of an index that Prisma's driver names", byDriver({ constraint: { index: "a" } }, { constraint: "b" }), "a"],
    ["of Prisma's fields", prisma({ modelName: "User", target: ["tenant", "email"] }), "User_tenant_email_key"],
    ["of the fields of Prisma's driver", byDriver({ constraint: { fields: ["email"] } }), "User_email_key"],
    ["of Prisma's 32 fields", prisma({ modelName: "User", target: letters(33) }), `User_${letters(32).join("_")}_key`],
  ])("is sent by its name: %s", (_what, thrown, constraint) => {
    const naming = (name: string) => recognizeDatabaseErrors({ catalog: acme, constraints: { [name]: "acme_taken" } });
    expect(answered(thrown, naming(constraint))).toBe("409 acme_taken");
    expect(answered(thrown, naming(`${constraint}_`))).toBe(CONFLICT);
  });

  test.each<readonly [what: string, thrown: unknown, constraint: string]>([
    ["no name", pg({}), "undefined"],
    ["a name that is none", pg({ constraint: 7 }), "7"],
    ["no pattern of an index", mongo({ code: 11_000, keyPattern: "a" }), "a"],
    ["Prisma's fields without a model", prisma({ target: ["email"] }), "_email_key"],
    ["Prisma's model without fields", prisma({ modelName: "User" }), "User_key"],
    ["Prisma's fields that are none", prisma({ modelName: "User", target: ["email", 7] }), "User_email_7_key"],
    ["MySQL's key, which is in the message alone", failure({ errno: 1062, sqlMessage: "a", constraint: "a" }), "a"],
  ])("is not sent for %s", (_what, thrown, constraint) => {
    expect(answered(thrown, recognizeDatabaseErrors({ constraints: { [constraint]: "acme_taken" } }))).toBe(CONFLICT);
  });

  test("is sent for each meaning of an error", () => {
    const recognizer = recognizeDatabaseErrors({ constraints: { a: "acme_taken" } });
    expect(answered(pg({ code: "23514", constraint: "a" }), recognizer)).toBe("409 acme_taken");
    expect(answered(pg({ code: "42P01", constraint: "a" }), recognizer)).toBe(INTERNAL);
  });
});

describe("the recognizer", () => {
  test("has a name and the codes of its constraints", () => {
    const recognizer = recognizeDatabaseErrors({ constraints: { a: "acme_taken", b: "acme_taken" } });
    expect(recognizer).toMatchObject({ name: "databases", codes: ["acme_taken", "acme_taken"] });
    expect(RECOGNIZER.codes).toEqual([]);
    expect(RECOGNIZER.recognize(new Error("x"), {} as never)).toBe(undefined);
  });

  test.each<readonly [what: string, options: unknown, message: string]>([
    ["unknown options", { catalog: acme, constraint: {}, code: 1 }, ": unknown option constraint, code"],
    ["a code that is a number", { constraints: { a: 1 } }, ", constraints.a: expected a code"],
    ["an empty code", { constraints: { a: "acme_taken", b: "" } }, ", constraints.b: expected a code"],
  ])("refuses %s", (_what, options, message) => {
    expect(() => recognizeDatabaseErrors(options as DatabaseErrorOptions)).toThrow(
      new TypeError(`recognizeDatabaseErrors${message}`),
    );
  });
});
