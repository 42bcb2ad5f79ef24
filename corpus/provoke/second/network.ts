import { fileURLToPath } from "node:url";
import type { Kit } from "../tools/kit.ts";
import type { Provocation } from "../tools/provocation.ts";

const MODULES = fileURLToPath(new URL("../node_modules", import.meta.url));

const HEAD = `
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});
const said = (name, text) => process.stdout.write("@@ " + name + "\\n" + text + "\\n");
const patience = () => new Promise((done) => setTimeout(() => done("nothing"), 3000));
const on = (emitter) => new Promise((_, reject) => emitter.on("error", reject));
const jobs = [];
const t = (name, start, carry = (error) => error.message) => jobs.push([name, start, carry]);
setImmediate(async () => {
  for (const [name, start, carry] of jobs) {
    try { await Promise.race([start(), patience()]); } catch (error) { said(name, carry(error)); }
  }
  process.exit(0);
});
`;

const NET = `
const net = require("node:net"); const tls = require("node:tls"); const http = require("node:http"); const dgram = require("node:dgram");
t("private-refused", () => on(net.connect(5432, "10.20.3.17")));
t("private-words", () => on(net.connect(9000, "192.168.40.12")), (e) => "Provider said: " + e);
t("carrier-refused", () => on(net.connect(8080, "100.64.3.9")));
t("link-local-refused", () => on(http.get("http://169.254.169.254/latest/meta-data")), (e) => "no credentials <- " + e.message);
t("public-refused", () => on(net.connect(443, "203.0.113.9")), (e) => "Webhook target: " + e.message);
t("unique-local", () => on(net.connect(5432, "fd00:ad::17")));
t("unreachable", () => on(net.connect(5432, "198.51.100.7")));
t("named-refused", () => on(net.connect(6379, "cache.prod.internal")), (e) => JSON.stringify(e));
t("again-later", () => on(tls.connect(8883, "mqtt.factory.home")));
t("again-single", () => on(http.get("http://thumbnailer/x.png")), (e) => "thumbnail failed: " + e.message);
t("again-inspect", () => on(net.connect(9200, "es-client.search.svc")), (e) => require("node:util").inspect({ ...e }));
t("fetch-cause", () => fetch("http://ratings.prod.internal:9080/1"), (e) => e.message + " <- " + e.cause.message);
t("fetch-aggregate", () => fetch("http://two.prod.internal:9080/1"), (e) => e.cause.errors.map((one) => one.message).join("; "));
t("not-available", () => on(net.createServer().listen(8080, "10.20.3.99")));
t("udp-send", () => on(dgram.createSocket("udp4").send("x", 8125, "statsd.home", () => {})));
t("proxy", () => on(http.get({ host: "10.20.3.17", port: 3128, path: "http://api.example.com/" })), (e) => "proxy: " + e.message);
`;

const PG = `
const pg = require("pg");
const run = (url) => new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500 }).connect();
t("private-refused", () => run("postgres://app@10.20.3.17/orders"));
t("again-later", () => run("postgres://app@pg-rw.pg.svc.cluster.local/orders"));
t("named-refused", () => run("postgres://app@cache.prod.internal:5432/orders"), (e) => "migrate: " + e.stack.split("\\n")[0]);
`;

const REDIS = `
const Redis = require("ioredis").default;
t("private-refused", () => on(new Redis({ host: "192.168.40.12", retryStrategy: () => null })));
t("again-later", () => on(new Redis({ host: "redis-headless.cache.svc", retryStrategy: () => null })), (e) => "session store: " + e);
t("private-v6", () => on(new Redis({ host: "fd00:ad::17", family: 6, retryStrategy: () => null })));
`;

const MONGO = `
const { MongoClient } = require("mongodb");
const run = (url) => new MongoClient(url, { serverSelectionTimeoutMS: 300 }).connect();
t("private-refused", () => run("mongodb://10.20.3.17:27017/shop"));
t("several", () => run("mongodb://10.20.3.17:27017,192.168.40.12:27017/shop?replicaSet=rs0"), (e) => [...e.reason.servers].map(([name, server]) => name + ": " + server.error.message).join("\\n"));
`;

const AXIOS = `
const axios = require("axios");
t("private-refused", () => axios.get("http://10.20.3.17:8080/v1/stock"));
t("again-later", () => axios.get("http://inventory.prod.svc.cluster.local/v1"));
t("shown", () => axios.get("http://ratings.prod.internal:9080/x", { headers: { "x-api-key": "{{hexKey32:1701}}" } }), (e) => JSON.stringify({ message: e.message, code: e.code, headers: e.config.headers, url: e.config.url }));
t("bearer", () => axios.get("http://192.168.40.12:8088/jobs", { headers: { authorization: "Bearer {{openaiKey:1702}}" } }), (e) => e.message + " " + e.config.headers);
`;

const KAFKA = `
const { Kafka } = require("kafkajs");
t("private-refused", () => new Kafka({ clientId: "a", brokers: ["10.20.3.17:9092"], logLevel: 0, retry: { retries: 0 } }).admin().connect());
`;

const AMQP = `
const amqp = require("amqplib");
t("private-refused", () => amqp.connect("amqp://mails:{{simplePassword:1703}}@10.20.3.17:5672/mails"), (e) => "consumer stopped: " + e);
t("again-later", () => amqp.connect("amqp://rabbitmq.mq.svc"));
`;

const MYSQL = `
const mysql = require("mysql2/promise");
t("private-refused", () => mysql.createConnection({ host: "100.64.3.9", user: "shop" }));
t("again-later", () => mysql.createConnection({ host: "aurora-rw.data.home", user: "shop" }), (e) => e.code + " " + e.message);
`;

const net: Record<string, string> = {
  "db-1.prod.internal": "10.20.3.17",
  "cache.prod.internal": "192.168.40.12",
  "edge-7.lan": "100.64.3.9",
  "meta.local": "169.254.169.254",
  "hooks.example.com": "203.0.113.9",
  "ratings.prod.internal": "10.20.3.21",
};

/** Runs this area: drivers in a network of their own, in which real private addresses refuse and no name server is. */
export async function provoke(kit: Kit): Promise<void> {
  const all: [string, string][] = [
    ["node", NET],
    ["pg", PG],
    ["ioredis", REDIS],
    ["mongodb", MONGO],
    ["axios", AXIOS],
    ["kafkajs", KAFKA],
    ["amqplib", AMQP],
    ["mysql2", MYSQL],
  ];
  for (const [source, program] of all) {
    const options: Provocation = {
      files: { "main.cjs": HEAD + program },
      env: { NODE_PATH: MODULES },
      hosts: ["203.0.113.9", "198.51.100.7", "thumbnailer", "fd00:ad::17"],
      net,
    };
    await kit.batch(`${source}/2-net-`, [process.execPath, "main.cjs"], options);
  }
}
