import { about, answer, bytes, closed, cred, type Loose, load, type Provocation } from "./tools.ts";

const { MongoClient, ObjectId } = load("mongodb");
const mongoose = load("mongoose");
const cassandra = load("cassandra-driver");
const neo4j = load("neo4j-driver");
const { Client: Elastic } = load("@elastic/elasticsearch");

const mongo = (url: string, options: object = {}): Loose =>
  new MongoClient(url, { serverSelectionTimeoutMS: 300, ...options }).connect();

/** Messages of the clients of databases without tables. */
export const provocations: Provocation[] = [
  ...about("mongodb", {
    "unknown-host": [() => mongo("mongodb://mongo-0.mongo.data.svc:27017/shop"), { as: ["message", "stack"] }],
    "single-label": [() => mongo("mongodb://mongo:27017/shop"), { hosts: ["mongo"] }],
    refused: [() => mongo(`mongodb://127.0.0.1:${closed(27017)}`), { as: ["message", "stack", "flat"] }],
    scheme: () => mongo(`mongo://root:${cred("simplePassword", 104)}@mongo-1/admin`),
    "no-host": () => mongo("mongodb://"),
    option: () => mongo("mongodb://127.0.0.1/?retry=yes"),
    "option-value": () => mongo("mongodb://127.0.0.1/?maxPoolSize=many"),
    "auth-mechanism": () => mongo(`mongodb://127.0.0.1/?authMechanism=PLAINTEXT`),
    "tls-file": [
      () => mongo("mongodb://127.0.0.1/?tls=true&tlsCAFile=/etc/mongo/ca.pem"),
      { as: ["message", "stack"] },
    ],
    "object-id": () => new ObjectId("order-7"),
    "srv-port": () => mongo("mongodb+srv://cluster0.example.com:27017/shop"),
    "not-connected": async () => {
      const client = new MongoClient(`mongodb://127.0.0.1:${closed(27017)}`, { serverSelectionTimeoutMS: 200 });
      return client.db("shop").collection("orders").findOne({});
    },
    "update-operators": () =>
      new MongoClient("mongodb://127.0.0.1").db("shop").collection("o").updateOne({}, { total: 1 }),
  }),
  ...about("mongoose", {
    uri: () => mongoose.connect(undefined),
    scheme: () => mongoose.createConnection("http://mongo.internal/shop").asPromise(),
    refused: () =>
      mongoose
        .createConnection(`mongodb://localhost:${closed(27017)}/shop`, { serverSelectionTimeoutMS: 200 })
        .asPromise(),
    validation: [
      () => {
        const Order = mongoose.model(
          "Order",
          new mongoose.Schema({
            total: { type: Number, min: 1 },
            status: { type: String, enum: ["paid"], required: true },
          }),
        );
        throw new Order({ total: "many", status: "lost" }).validateSync();
      },
      { as: ["message", "stack"] },
    ],
    cast: () =>
      mongoose
        .model("Line", new mongoose.Schema({ order: mongoose.Types.ObjectId }))
        .findOne({ order: "7" })
        .cast(),
    "cast-other": () =>
      mongoose
        .model("Cart", new mongoose.Schema({ at: Date }))
        .find({ at: "tomorrow" })
        .cast(),
    "missing-schema": () => mongoose.model("Invoice"),
    overwrite: () =>
      mongoose.model("Twice", new mongoose.Schema({})) && mongoose.model("Twice", new mongoose.Schema({})),
    "schema-type": () => new mongoose.Schema({ total: { type: "Money" } }),
    required: () => {
      throw new (mongoose.model(
        "User",
        new mongoose.Schema({ email: { type: String, required: true }, age: { type: Number, max: 150 } }),
      ))({ age: 200 }).validateSync();
    },
    buffering: () => mongoose.model("Late", new mongoose.Schema({}, { bufferTimeoutMS: 60 })).findOne(),
  }),
  ...about("cassandra-driver", {
    refused: [
      () => new cassandra.Client({ contactPoints: [`127.0.0.1:${closed(9042)}`], localDataCenter: "dc1" }).connect(),
      { as: ["message", "stack"] },
    ],
    "unknown-host": () =>
      new cassandra.Client({ contactPoints: ["cassandra-0.ring.internal"], localDataCenter: "dc1" }).connect(),
    "no-points": () => new cassandra.Client({}),
    uuid: () => cassandra.types.Uuid.fromString("order-7"),
    "time-uuid": () => cassandra.types.TimeUuid.fromString("e6d9-1"),
    integer: () => cassandra.types.Integer.fromString(""),
    address: () => cassandra.types.InetAddress.fromString("example"),
  }),
  ...about("neo4j-driver", {
    "unknown-host": [
      () =>
        neo4j
          .driver("bolt://neo4j-core-0.graph.internal", neo4j.auth.basic("neo4j", cred("password", 111)))
          .verifyConnectivity(),
      { as: ["message", "stack"] },
    ],
    refused: [() => neo4j.driver(`bolt://127.0.0.1:${closed(7687)}`).verifyConnectivity(), { as: ["message"] }],
    scheme: () => neo4j.driver("http://example.com:7474"),
    "http-port": async () =>
      neo4j.driver(`bolt://127.0.0.1:${await bytes(7687, "HTTP/1.1 400 Bad Request\r\n\r\n")}`).verifyConnectivity(),
    parameters: () => neo4j.driver("bolt://127.0.0.1").session().run("return $a", "x"),
    option: () => neo4j.driver("bolt://127.0.0.1?x=1"),
    integer: () => neo4j.int("12a", { strictStringValidation: true }),
  }),
  ...about("@elastic/elasticsearch", {
    refused: [
      () => new Elastic({ node: `http://127.0.0.1:${closed(9200)}`, maxRetries: 0 }).info(),
      { as: ["message", "stack"] },
    ],
    "unknown-host": [
      () =>
        new Elastic({
          node: `https://elastic:${cred("base62Key", 112)}@es-master.logging.svc:9200`,
          maxRetries: 0,
        }).info(),
      { as: ["message", "inspect"], tidy: [[/duration: [\d.]+/, "duration: 5.729208"]] },
    ],
    "missing-index": async () =>
      new Elastic({
        node: `http://127.0.0.1:${await answer(9200, 404, { error: { type: "index_not_found_exception", reason: "no such index [orders-2026.04]", root_cause: [{ type: "index_not_found_exception", reason: "no such index [orders-2026.04]" }] }, status: 404 }, { "x-elastic-product": "Elasticsearch" })}`,
      }).search({ index: "orders-2026.04" }),
    product: async () => new Elastic({ node: `http://127.0.0.1:${await answer(9200, 200, {})}` }).info(),
    unauthorized: async () =>
      new Elastic({
        maxRetries: 0,
        node: `http://127.0.0.1:${await answer(9200, 401, { error: { type: "security_exception", reason: "missing authentication credentials for REST request [/]" }, status: 401 }, { "x-elastic-product": "Elasticsearch" })}`,
      }).info(),
    "no-node": () => new Elastic({}),
    "api-key": () => new Elastic({ node: "ftp://x" }),
    "missing-parameter": () => new Elastic({ node: "http://127.0.0.1" }).get({ index: "orders" }),
  }),
];
