import {
  bytes,
  closed,
  cred,
  each,
  failing,
  file,
  type Loose,
  load,
  type Provocation,
  tcp,
} from "../javascript/tools.ts";
import { after, again, asQuotedBody, carried, chained, inOneLine, named, shown } from "./carry.ts";

const { Kafka } = load("kafkajs");
const amqp = load("amqplib");
const nats = load("nats");
const mqtt = load("mqtt");
const { Client: Ldap } = load("ldapts");
const { Client: Ssh } = load("ssh2");
const mailer = load("nodemailer");
const Ftp = load("basic-ftp");

const producer = (options: object): Loose =>
  new Kafka({ clientId: "mails", logLevel: 0, connectionTimeout: 300, retry: { retries: 0 }, ...options }).producer();
const ftp = async (port: number, ...login: readonly string[]): Promise<unknown> => {
  const client = new Ftp.Client(500);
  return client.access({ host: "127.0.0.1", port, user: login[0] ?? "edi", password: login[1] ?? "x" });
};

/** Messages of caches, document stores, brokers and other servers. */
export const provocations: Provocation[] = [
  ...again("kafkajs", {
    "not-connected": () => producer({ brokers: ["b-1.msk.corp:9094"] }).sendBatch({ topicMessages: [{ topic: "a" }] }),
    "unknown-broker": carried(() => producer({ brokers: ["b-1.msk.private:9094"] }).connect(), inOneLine()),
    "refused-shown": carried(() => producer({ brokers: [`127.0.0.1:${closed(9095)}`] }).connect(), shown("mail lost")),
    compression: () => producer({ brokers: ["b:1"] }).sendBatch({ compression: 9 }),
  }),
  ...again("amqplib", {
    ...each("refused", ["5673", "15672"], (port) =>
      carried(
        () => amqp.connect(`amqp://mails:${cred("simplePassword", 1125)}@127.0.0.1:${closed(Number(port))}/mails`),
        after(`Queue mails on port ${port} is away`),
      ),
    ),
    "url-object": () => amqp.connect({ protocol: "amqps", hostname: "lavinmq.svc.test", port: 5671 }),
    frame: () => amqp.connect("amqp://127.0.0.1?frameMax=9999999999"),
  }),
  ...again("nats", {
    "no-servers": carried(
      () =>
        nats.connect({
          servers: ["nats-1.edge.home", "nats-2.edge.home"],
          noRandomize: true,
          reconnect: false,
          timeout: 400,
        }),
      shown("telemetry:"),
    ),
    option: () =>
      nats.connect({
        user: "a",
        pass: "b",
        token: "c",
        authenticator: 7,
        servers: `127.0.0.1:${closed(4223)}`,
        reconnect: false,
      }),
    headers: () => nats.headers().set("X: y", "7"),
    subject: () => nats.connect({ servers: `127.0.0.1:${closed(4223)}`, inboxPrefix: "a.*", reconnect: false }),
  }),
  ...again("mqtt", {
    "refused-quoted": carried(
      () => mqtt.connectAsync(`mqtt://127.0.0.1:${closed(8883)}`, { reconnectPeriod: 0 }, false),
      asQuotedBody,
    ),
    "missing-key": () => mqtt.connect("mqtts://broker.example.com", { cert: "x", protocolId: "MQTT" }),
    closed: async () =>
      mqtt.connectAsync(
        `mqtt://127.0.0.1:${await bytes(1884, "", true)}`,
        { reconnectPeriod: 0, connectTimeout: 300 },
        false,
      ),
  }),
  ...again("ldapts", {
    "bind-refused": carried(
      () => new Ldap({ url: `ldap://127.0.0.1:${closed(636)}` }).bind("uid=sync,ou=svc", cred("password", 1126)),
      asQuotedBody,
    ),
    "unknown-named": carried(
      () => new Ldap({ url: "ldaps://dc01.ad.home" }).bind("uid=a", "b"),
      named("sync of groups"),
    ),
  }),
  ...again("ssh2", {
    "key-parse": () => new Ssh().connect({ host: "jump.corp", username: "ops", privateKey: "-----BEGIN NOTHING-----" }),
    "agent-line": carried(
      () =>
        failing(
          new Ssh().connect({
            host: "127.0.0.1",
            port: closed(2222),
            username: "ops",
            agent: "/run/user/1000/none.sock",
          }),
        ),
      inOneLine(" / "),
    ),
    banner: async () =>
      failing(
        new Ssh().connect({
          host: "127.0.0.1",
          port: await bytes(2222, "220 ftp ready\r\n", true),
          username: "ops",
          password: "x",
        }),
      ),
    algorithm: () => new Ssh().connect({ host: "127.0.0.1", username: "ops", algorithms: { cipher: ["rot13"] } }),
  }),
  ...again("nodemailer", {
    ...each("refused", ["587", "465"], (port) =>
      carried(
        () =>
          mailer
            .createTransport(`smtp://mailer:${cred("simplePassword", 1127)}@127.0.0.1:${closed(Number(port))}`)
            .sendMail({ from: "a@example.com", to: "b@example.com" }),
        shown("invoice 118 was not sent:"),
      ),
    ),
    "relay-denied": carried(
      async () =>
        mailer
          .createTransport({
            host: "127.0.0.1",
            port: await bytes(25, "554 5.7.1 relay-3.mail.home: access denied for [192.168.7.31]\r\n", true),
          })
          .sendMail({ to: "b@example.com" }),
      after("bounced"),
    ),
    dkim: carried(
      () => mailer.createTransport({ host: "postfix.home", port: 25, dnsTimeout: 300 }).verify(),
      inOneLine(" <br> "),
    ),
  }),
  ...again("basic-ftp", {
    refused: [() => ftp(closed(2121)), { as: ["message", "stack"] }],
    denied: async () => ftp(await bytes(2121, "530 Login incorrect: user edi from 172.20.9.4\r\n", true)),
    closed: [async () => ftp(await tcp(2121, (socket) => socket.destroy())), { as: ["message", "stack"] }],
    busy: async () => ftp(await bytes(2121, "421 Too many connections (8) from this internet address.\r\n", true)),
    timeout: async () => ftp(await tcp(2121, () => {})),
    "unknown-host": carried(
      () =>
        new Ftp.Client(500).access({ host: "edi-gw.partner.lan", user: "edi", password: cred("simplePassword", 1128) }),
      named("stock feed"),
    ),
    upload: carried(() => new Ftp.Client(500).uploadFrom(file("outbox/none.edi"), "none.edi"), chained),
  }),
];
