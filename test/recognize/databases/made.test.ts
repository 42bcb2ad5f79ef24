import { NotFoundError, UniqueConstraintViolationException } from "@mikro-orm/core";
import { PrismaClientKnownRequestError } from "@prisma/client/runtime/library";
import { createContract } from "@uhp-errors/core";
import { type DatabaseErrorOptions, recognizeDatabaseErrors } from "@uhp-errors/core/databases";
import { expect, test } from "vitest";
import { acme } from "../../support/catalog.ts";
import { SECRETS } from "../../support/secrets.ts";
import { answered, BUSY, CONFLICT, INVALID, isLeft, MISSING } from "./answered.ts";

// Prisma would need a generated client, and MikroORM a driver. So their errors are made here from their own classes.

const prisma = (code: string, meta?: Record<string, unknown>) =>
  new PrismaClientKnownRequestError(SECRETS.password, { code, clientVersion: "7.0.0", ...(meta && { meta }) });
/** What Prisma keeps of a driver's error now that it has no engine of its own. */
const byAdapter = (cause: object) => ({ modelName: "User", driverAdapterError: { name: "DriverAdapterError", cause } });

test.each([
  ...["P2002", "P2003", "P2014"].map((code) => [code, CONFLICT] as const),
  ...["P2000", "P2004", "P2005", "P2006", "P2007", "P2011", "P2012", "P2019", "P2020", "P2023", "P2033"].map(
    (code) => [code, INVALID] as const,
  ),
  ...["P2001", "P2015", "P2018", "P2025"].map((code) => [code, MISSING] as const),
  ["P2034", BUSY] as const,
])("Prisma's %s is %s", (code, answer) => {
  expect(answered(prisma(code, { modelName: "User", cause: SECRETS.host }))).toBe(answer);
});

test.each<[what: string, meta: Record<string, unknown>, answer: string]>([
  ["a code of PostgreSQL's", { code: "23505", message: SECRETS.password }, CONFLICT],
  ["a code of MySQL's", { code: "1452" }, CONFLICT],
  ["a code of SQLite's", { code: "1299" }, INVALID],
  ["a code that a driver states", byAdapter({ originalCode: "40P01", kind: "postgres" }), BUSY],
])("Prisma's P2010, a query in SQL, with %s", (_what, meta, answer) => {
  expect(answered(prisma("P2010", meta))).toBe(answer);
});

test.each<[what: string, code: string, meta: Record<string, unknown>, constraint: string]>([
  ["an index", "P2002", { target: "User_email_key" }, "User_email_key"],
  ["a model and fields", "P2002", { modelName: "User", target: ["tenant", "email"] }, "User_tenant_email_key"],
  ["a driver's fields", "P2002", byAdapter({ constraint: { fields: ["email"] } }), "User_email_key"],
  ["a driver's index", "P2002", byAdapter({ constraint: { index: "users_email" } }), "users_email"],
  ["a foreign key", "P2003", { modelName: "Order", constraint: "Order_buyer_fkey" }, "Order_buyer_fkey"],
])("the code of a constraint that Prisma states by %s", (_what, code, meta, constraint) => {
  expect(answered(prisma(code, meta), { constraints: { [constraint]: "acme_teapot" } })).toBe("418 acme_teapot");
  expect(
    answered(prisma(code, meta), { constraints: { toString: "acme_teapot", [`${constraint}_`]: "acme_teapot" } }),
  ).toBe(CONFLICT);
});

test("MikroORM", () => {
  expect(answered(NotFoundError.findOneFailed("User", { email: SECRETS.password }))).toBe(MISSING);
  const driver = Object.assign(new Error(SECRETS.password), { code: "23505", severity: "ERROR", constraint: "c" });
  expect(answered(new UniqueConstraintViolationException(driver))).toBe(CONFLICT);
  expect(answered(new UniqueConstraintViolationException(driver), { constraints: { c: "acme_teapot" } })).toBe(
    "418 acme_teapot",
  );
});

const copied = (fields: object) => Object.assign(new Error(SECRETS.password), fields);
const state = { code: "23505", severity: "ERROR" };
const throwing = new Proxy({}, { get: () => fail(), ownKeys: () => fail() });
function fail(): never {
  throw new Error(SECRETS.password);
}

test.each<[what: string, thrown: unknown]>([
  ["JSON of PostgreSQL's", state],
  ["JSON of Prisma's", JSON.parse(JSON.stringify(prisma("P2025")))],
  ["JSON below an error", copied({ query: "select", driverError: state })],
  ["a state without a severity", copied({ code: "23505" })],
  ["a code of SQLite's that is a number", copied({ code: 2067 })],
  ["a number of MySQL's without its text", copied({ errno: 1062 })],
  ["a code of Prisma's without a client", copied({ code: "P2025" })],
  ["a cast error of something else", copied({ name: "CastError" })],
  ["a validation error of something else", copied({ name: "ValidationError", errors: {} })],
  ["a constraint error as the cause of an error of the service", copied({ cause: copied(state) })],
  ["an error without marks", new Error(SECRETS.password)],
  ["nothing", undefined],
  ["a hostile value", throwing],
  ["a hostile driver's error", copied({ query: "select", driverError: throwing })],
  ["hostile facts", copied({ code: "P2025X", clientVersion: "7", meta: throwing })],
])("is not recognized: %s", (_what, thrown) => {
  expect(isLeft(thrown)).toBe(true);
});

test.each<[what: string, thrown: unknown]>([
  ["labels and a pattern", copied({ hasErrorLabel: fail, errorLabelSet: throwing, code: 11000, keyPattern: throwing })],
  ["Prisma's facts", prisma("P2002", throwing as Record<string, unknown>)],
])("is answered despite hostile parts: %s", (_what, thrown) => {
  expect(answered(thrown, { constraints: { a_1: "acme_teapot" } })).toBe(CONFLICT);
});

test.each<[what: string, options: unknown, text: string]>([
  ["an unknown option", { constraint: {} }, "recognizeDatabaseErrors: unknown option constraint"],
  ["a code that is none", { constraints: { a: 1 } }, "recognizeDatabaseErrors, constraints.a: expected a code"],
  ["no code", { constraints: { a: "" } }, "recognizeDatabaseErrors, constraints.a: expected a code"],
])("refuses %s", (_what, options, text) => {
  expect(() => recognizeDatabaseErrors(options as DatabaseErrorOptions)).toThrow(new TypeError(text));
});

test("says who recognized an error", () => {
  const contract = createContract(acme, { recognize: [recognizeDatabaseErrors()] });
  expect(contract.explain(prisma("P2025")).because[0]).toBe(
    'The service\'s own recognizer "databases" knows it (option `recognize`).',
  );
});
