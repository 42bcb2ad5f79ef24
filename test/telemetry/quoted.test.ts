import assert from "node:assert";
import { execFile, execFileSync } from "node:child_process";
import { Client } from "@elastic/elasticsearch";
import { ConflictException, HttpException, InternalServerErrorException } from "@nestjs/common";
import { connect } from "@planetscale/database";
import { serializeReport } from "@uhp-errors/core";
import { type } from "arktype";
import knex from "knex";
import mongoose from "mongoose";
import * as superstruct from "superstruct";
import { afterAll, describe, expect, test } from "vitest";
import * as yup from "yup";
import { reportOf } from "../support/report-of.ts";
import { answeredWith, failureOf } from "./planted/servers.ts";

const JSON_TYPE = "application/json";
const ROW = "quartz";

const User = mongoose.model(
  "User",
  new mongoose.Schema({
    age: Number,
    role: { type: String, enum: ["admin"] },
    address: { zip: { type: String, match: /^\d+$/ } },
    orders: [new mongoose.Schema({ count: { type: Number, max: 3 } })],
  }),
);
const invalid = () => failureOf(() => new User(wrong).validate()) as Promise<mongoose.Error.ValidationError>;
const wrong = { age: ROW, role: ROW, address: { zip: ROW }, orders: [{ count: 83_746 }] };

const db = knex({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
const duplicate = async () => {
  await db.schema.createTable("users", (table) => table.string("email").unique());
  await db("users").insert({ email: ROW });
  return failureOf(() => db("users").insert({ email: ROW }));
};
const taken = duplicate();
afterAll(() => db.destroy());

const elastic = (status: number, body: object) =>
  answeredWith(status, JSON_TYPE, JSON.stringify(body), (at) =>
    new Client({ node: `http://${at}`, maxRetries: 0 }).index({ index: "users", document: { age: ROW } }),
  )();

/** PlanetScale's client sends all to port 443. */
const planetscale = (message: string) =>
  answeredWith(200, JSON_TYPE, JSON.stringify({ error: { code: "ALREADY_EXISTS", message } }), (at) => {
    const toHere: typeof fetch = (url, init) => fetch(`http://${at}${new URL(String(url)).pathname}`, init);
    return connect({ host: "a.example", username: "u", password: "p", fetch: toHere as never }).execute("insert");
  })();

/** A program that prints a row on its standard error. The row is not on its command line. */
const PROGRAM = ["-e", `console.error("QUARTZ".toLowerCase()); process.exit(3)`];

const refused = (at: string) => fetch(`http://${at}`);

/** What a log shows of an error of each library. */
const CASES: Readonly<Record<string, readonly [fail: () => unknown, ...lines: readonly (string | RegExp)[]]>> = {
  "NestJS, 500": [() => new HttpException("The payment provider is down.", 500), "The payment provider is down."],
  "NestJS, 409": [() => new HttpException("This address is taken.", 409), "This address is taken."],
  "NestJS, a class": [() => new ConflictException("This address is taken."), "This address is taken."],
  "NestJS, a code": [() => new InternalServerErrorException({ message: "No stock.", code: "E_NO" }), "No stock."],
  "NestJS, a cause": [
    () => new HttpException("No stock.", 500, { cause: new HttpException("No disk.", 500) }),
    "No stock.",
    "No disk.",
  ],
  "Elasticsearch, a document": [
    () => elastic(400, { status: 400, error: { type: "mapper_parsing_exception", reason: `no ${ROW}` } }),
    "another service answered with status 400",
  ],
  "Elasticsearch, no document": [() => elastic(404, { _id: ROW }), "another service answered with status 404"],
  "PlanetScale, a duplicate": [
    () =>
      planetscale(
        `target: shop.-.primary: vttablet: rpc error: code = AlreadyExists desc = Duplicate entry '${ROW}' for key ` +
          `'users.email' (errno 1062) (sqlstate 23000): Sql: "insert", BindVars: {v1: "type:VARCHAR value:\\"${ROW}\\""}`,
      ),
    "target: shop.-.primary: vttablet: rpc error: code = AlreadyExists desc = Duplicate entry [value] for key " +
      "'users.email' (errno 1062) (sqlstate 23000)[value]",
  ],
  "Mongoose, a document": [
    invalid,
    /^values do not fit their schema: (?:(?:age|role|address\.zip|orders(?:\.0\.count)?)(?:, |$)){4,5}/,
  ],
  "Mongoose, a document in another error": [
    async () => new Error(`not saved: ${(await invalid()).message}`),
    /^not saved: User validation failed: /,
  ],
  "Mongoose, a field": [async () => (await invalid()).errors["role"], "values do not fit their schema: role"],
  "Mongoose, a value": [
    async () => (await invalid()).errors["age"],
    'Cast to Number failed for value [value] at path "age" for model "User"',
  ],
  "Mongoose, no document": [
    () => new mongoose.Error.DocumentNotFoundError({ email: ROW } as never),
    /^No document found for query \[value\] on model /,
  ],
  yup: [
    () => failureOf(() => yup.object({ age: yup.number() }).validateSync({ age: ROW })),
    "a value does not fit its schema",
  ],
  "ArkType, a value": [
    () => failureOf(() => type({ a: "'x'" }).assert({ a: ROW })),
    "values do not fit their schema: a",
  ],
  "ArkType, a value in another error": [
    async () => new Error(`no: ${((await failureOf(() => type("'x'").assert(ROW))) as Error).message}`),
    'no: must be "x" (was [value]',
  ],
  "Superstruct, a value": [
    () => failureOf(() => superstruct.assert({ a: ROW }, superstruct.object({ a: superstruct.number() }))),
    "values do not fit their schema: a",
  ],
  "Superstruct, a value in another error": [
    async () => {
      const failed = (await failureOf(() => superstruct.assert(ROW, superstruct.number()))) as Error;
      return new Error(`no: ${failed.message}`);
    },
    "no: Expected a number, but received: [value]",
  ],
  "Knex, a duplicate": [() => taken, "UNIQUE constraint failed: users.email"],
  "Knex, a duplicate in another error": [
    async () => new Error(`not saved: ${((await taken) as Error).message}`),
    "not saved: [value] - UNIQUE constraint failed: users.email",
  ],
  "execFileSync, whose output is bytes": [
    () => failureOf(() => execFileSync(process.execPath, PROGRAM, { stdio: "pipe" })),
    /^Command failed: \S+ -e .+\\n\[stderr\]$/,
  ],
  "execFile, which keeps no output": [
    () => new Promise((resolve) => execFile(process.execPath, PROGRAM, resolve)),
    /^Command failed: \S+ -e .+\\n\[value\]$/,
  ],
  "node:assert, two strings": [() => failureOf(() => assert.equal(ROW, "x")), "the assertion == failed"],
  "node:assert, two objects": [
    () => failureOf(() => assert.deepStrictEqual({ a: ROW }, { a: 1 })),
    "the assertion deepStrictEqual failed",
  ],
  "node:assert, an input": [() => failureOf(() => assert.match(ROW, /^x/)), "the assertion match failed"],
  "node:assert, an input in another error": [
    async () => new Error(`not done: ${((await failureOf(() => assert.match(ROW, /^x/))) as Error).message}`),
    "not done: The input did not match the regular expression /^x/. Input:\\n[value]",
  ],
  "node:assert, two strings in another error": [
    async () => new Error(`not done: ${((await failureOf(() => assert.equal(ROW, "x"))) as Error).message}`),
    "not done: [value] == [value]",
  ],
  "node:assert, a number and a string in another error": [
    async () => new Error(`not done: ${((await failureOf(() => assert.equal(5, ROW))) as Error).message}`),
    "not done: 5 == [value]",
  ],
  "node:assert, two objects in another error": [
    async () => new Error(`not done: ${((await failureOf(() => assert.deepEqual([ROW], [1]))) as Error).message}`),
    /^not done: Expected values to be loosely deep-equal:\\n\[value\]/,
  ],
  "node:assert, a condition": [
    () => failureOf(() => assert.ok(ROW === ("x" as string))),
    /^The expression evaluated to a falsy value:/,
  ],
  "Node, an encoding": [() => failureOf(() => Buffer.from("x", ROW as "hex")), "Unknown encoding: [value]"],
  "Promise.any": [
    () => failureOf(() => Promise.any([1, 2].map((port) => refused(`127.0.0.1:${port}`)))),
    "All promises were rejected",
    "fetch failed",
    "fetch failed",
    /^(?:connect ECONNREFUSED|bad port)/,
    /^(?:connect ECONNREFUSED|bad port)/,
  ],
};

describe("a log shows", () => {
  test.each(Object.entries(CASES))("%s", async (_library, [fail, ...lines]) => {
    const { thrown, causes = [] } = serializeReport(reportOf(await fail()));
    const shown = [thrown, ...causes].map((one) => one?.message);
    expect(shown).toEqual(lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))));
    expect(JSON.stringify([thrown, causes])).not.toMatch(/quartz|83_?746/);
  });
});
