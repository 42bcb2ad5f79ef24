import { MongoClient, ObjectId, ServerApiVersion } from "mongodb";
import mongoose from "mongoose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECRETS } from "../../support/secrets.ts";
import { answered, answeredWithout, BUSY, CONFLICT, caught, INVALID, isLeft, MISSING } from "./answered.ts";
import { type MongodbStub, startMongodbStub } from "./mongodb-stub.ts";

const duplicate = {
  ok: 1,
  n: 0,
  writeErrors: [
    {
      index: 0,
      code: 11000,
      keyPattern: { tenant: 1, email: -1 },
      keyValue: { tenant: 1, email: SECRETS.password },
      errmsg: `E11000 duplicate key error collection: shop.users index: tenant_1_email_-1 dup key: { email: "${SECRETS.password}" }`,
    },
  ],
};
const refused = (code: number, more: object = {}) => ({ ok: 0, code, errmsg: SECRETS.password, ...more });
const writeError = (code: number) => ({ ok: 1, n: 0, writeErrors: [{ index: 0, code, errmsg: SECRETS.password }] });

/** What the server sends, in the form of MongoDB 8. */
const CONDITIONS: readonly (readonly [condition: string, reply: object, answer: string])[] = [
  ["a duplicate", duplicate, CONFLICT],
  ["a duplicate of an old index", writeError(11001), CONFLICT],
  ["a document that fails the collection's validator", writeError(121), INVALID],
  ["a write conflict", refused(112), BUSY],
  ["a transaction that may be tried again", refused(251, { errorLabels: ["TransientTransactionError"] }), BUSY],
];

let stub: MongodbStub;
let client: MongoClient;
let connection: mongoose.Connection;
beforeAll(async () => {
  stub = await startMongodbStub();
  const serverApi = ServerApiVersion.v1;
  client = await new MongoClient(stub.url, { serverApi, retryWrites: false }).connect();
  connection = await mongoose
    .createConnection(stub.url, { serverApi, retryWrites: false, autoCreate: false, autoIndex: false })
    .asPromise();
});
afterAll(async () => {
  await client.close();
  await connection.close();
  await stub.stop();
});

const users = () => client.db().collection("users");
const userSchema = new mongoose.Schema({ email: { type: String, required: true }, age: Number, tags: [String] });
const model = () => connection.model("User", userSchema, undefined, { overwriteModels: true });

const SENDERS: Readonly<Record<string, () => Promise<unknown>>> = {
  mongodb: () => users().insertOne({ email: SECRETS.password }),
  "mongodb, many at once": () => users().insertMany([{ email: SECRETS.password }]),
  mongoose: () => model().create({ email: SECRETS.password }),
};

describe.each(Object.entries(SENDERS))("MongoDB's packets with %s", (_library, send) => {
  test.each(CONDITIONS)("%s", async (_condition, reply, answer) => {
    stub.reply = reply;
    const thrown = await caught(send);
    expect(answered(thrown)).toBe(answer);
    expect(answeredWithout(thrown)).toBeGreaterThanOrEqual(500);
  });

  test("the service's own mistake stays an internal error", async () => {
    stub.reply = refused(59);
    expect(isLeft(await caught(send))).toBe(true);
  });
});

test("the code of an index", async () => {
  stub.reply = duplicate;
  const thrown = await caught(() => users().insertOne({}));
  const constraints = { "tenant_1_email_-1": "acme_teapot" };
  expect(answered(thrown, { constraints })).toBe("418 acme_teapot");
});

test("BSON: a string that is not an id", async () => {
  expect(answered(await caught(() => new ObjectId(SECRETS.password)))).toBe(INVALID);
});

describe("Mongoose", () => {
  test("a string that is not an id", async () => {
    expect(answered(await caught(() => model().findById(SECRETS.password)))).toBe(INVALID);
  });

  test("a document that fails its schema", async () => {
    const document = new (model())({ age: SECRETS.password });
    expect(answered(await caught(() => document.validate()))).toBe(INVALID);
  });

  test("a field that the schema does not have", async () => {
    const strict = new mongoose.Schema({ email: String }, { strict: "throw" });
    const Strict = connection.models["Strict"] ?? connection.model("Strict", strict);
    expect(answered(await caught(() => new Strict({ [SECRETS.host]: 1 }).save()))).toBe(INVALID);
  });

  test("a document that has to exist", async () => {
    stub.reply = { ok: 1, cursor: { id: 0n, ns: "shop.users", firstBatch: [] } };
    const thrown = await caught(() => model().findOne({ email: SECRETS.password }).orFail());
    expect(answered(thrown)).toBe(MISSING);
  });

  test("a document that was changed since it was read", async () => {
    const document = model().hydrate({ _id: new mongoose.Types.ObjectId(), email: "a", tags: ["a", "b"], __v: 3 });
    stub.reply = { ok: 1, n: 0, nModified: 0, cursor: { id: 0n, ns: "shop.users", firstBatch: [] } };
    document["tags"] = ["c"];
    expect(answered(await caught(() => document.save()))).toBe(CONFLICT);
  });
});
