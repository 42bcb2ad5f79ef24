import { about, bytes, called, closed, cred, each, type Loose, load, type Provocation, tcp } from "./tools.ts";

const amqp = load("amqplib");
const { Kafka, logLevel } = load("kafkajs");
const nats = load("nats");
const mqtt = load("mqtt");

const kafka = (broker: string, options: object = {}): Loose =>
  new Kafka({
    clientId: "orders",
    brokers: [broker],
    logLevel: logLevel["NOTHING"],
    connectionTimeout: 400,
    retry: { retries: 0 },
    ...options,
  })
    .admin()
    .connect();
const broker = (url: string): Loose => mqtt.connectAsync(url, { reconnectPeriod: 0, connectTimeout: 400 }, false);

/** Messages of message brokers. */
export const provocations: Provocation[] = [
  ...about("amqplib", {
    ...each("unknown-host", ["rabbitmq.messaging.svc", "rabbit"], (host) => [
      () => amqp.connect(`amqp://orders:${cred("simplePassword", 205)}@${host}`),
      { hosts: [host], as: ["message", "stack"] },
    ]),
    refused: [() => amqp.connect(`amqp://127.0.0.1:${closed(5672)}`), { as: ["message", "stack"] }],
    scheme: () => amqp.connect("http://127.0.0.1"),
    vhost: () => amqp.connect("amqp://127.0.0.1/%E0%A4%A"),
    "hang-up": async () => amqp.connect(`amqp://127.0.0.1:${await tcp(5672, (socket) => socket.destroy())}`),
    version: async () => amqp.connect(`amqp://127.0.0.1:${await bytes(5672, "AMQP\u0000\u0000\u0009\u0001")}`),
    heartbeat: () => amqp.connect("amqp://127.0.0.1?heartbeat=-1&frameMax=zz"),
  }),
  ...about("kafkajs", {
    ...each(
      "unknown-host",
      ["kafka-0.kafka-headless.streaming.svc.cluster.local", "streams-0", "kafka-1.prod.internal"],
      (host) => [() => kafka(`${host}:9092`), { hosts: [host], as: ["message", "stack"] }],
    ),
    refused: [() => kafka(`127.0.0.1:${closed(9092)}`), { as: ["message", "stack", "flat"] }],
    "no-brokers": () => new Kafka({ brokers: [] }).producer().connect(),
    "client-missing": () => new Kafka({}).admin().connect(),
    "broker-type": () => new Kafka({ brokers: () => null, retry: { retries: 0 }, logLevel: 0 }).admin().connect(),
    "hang-up": async () => kafka(`127.0.0.1:${await tcp(9092, (socket) => socket.destroy())}`),
    sasl: () => kafka("127.0.0.1:1", { sasl: { mechanism: "kerberos" } }),
    timeout: async () => kafka(`127.0.0.1:${await tcp(9092, () => {})}`, { requestTimeout: 100 }),
    "group-missing": () => new Kafka({ brokers: ["127.0.0.1:1"] }).consumer({}),
    "not-connected": () =>
      new Kafka({ brokers: ["127.0.0.1:1"] }).producer().send({ topic: "orders", messages: [{ value: "x" }] }),
    topic: () => new Kafka({ brokers: ["127.0.0.1:1"] }).producer().send({ messages: [] }),
    messages: () => new Kafka({ brokers: ["127.0.0.1:1"] }).producer().send({ topic: "orders" }),
    "batch-acks": () => new Kafka({ brokers: ["127.0.0.1:1"] }).producer({ idempotent: true, retry: { retries: 0 } }),
  }),
  ...about("nats", {
    refused: [
      () => nats.connect({ servers: `127.0.0.1:${closed(4222)}`, reconnect: false }),
      { as: ["message", "stack"] },
    ],
    "unknown-host": [
      () => nats.connect({ servers: "nats-0.nats.messaging.svc", reconnect: false, timeout: 500 }),
      { as: ["message", "stack"] },
    ],
    protocol: async () =>
      nats.connect({
        servers: `127.0.0.1:${await bytes(4222, "HTTP/1.1 400\r\n", true)}`,
        reconnect: false,
        timeout: 500,
      }),
    auth: async () =>
      nats.connect({
        servers: `127.0.0.1:${await bytes(4222, "-ERR 'Authorization Violation'\r\n", true)}`,
        reconnect: false,
        timeout: 500,
      }),
    json: () => nats.JSONCodec().decode(new Uint8Array([123])),
    subject: () => nats.connect({ servers: 42 }),
    credentials: () => nats.credsAuthenticator(new TextEncoder().encode(cred("hexKey32", 207)))("nonce"),
    seed: () => nats.nkeyAuthenticator(new TextEncoder().encode(cred("hexKey40", 208)))("nonce"),
  }),
  ...about("mqtt", {
    refused: [() => broker(`mqtt://127.0.0.1:${closed(1883)}`), { as: ["message", "stack"] }],
    "unknown-host": [
      () => broker(`mqtt://sensor:${cred("simplePassword", 209)}@mosquitto.iot.lan`),
      { as: ["message", "inspect"] },
    ],
    protocol: async () => broker(`mqtt://127.0.0.1:${await bytes(1883, "HTTP/1.1 400 Bad Request\r\n")}`),
    "bad-login": async () => broker(`mqtt://127.0.0.1:${await bytes(1883, Buffer.from([32, 2, 0, 4]))}`),
    "not-authorized": async () => broker(`mqtt://127.0.0.1:${await bytes(1883, Buffer.from([32, 2, 0, 5]))}`),
    topic: () =>
      called((done) =>
        mqtt
          .connect("mqtt://127.0.0.1:1")
          .on("error", () => {})
          .subscribe("a/#/b", done),
      ),
  }),
];
