import { closed, cred, failing, file, type Loose, load, type Provocation, type Provoke } from "../javascript/tools.ts";
import { again, caught } from "./carry.ts";

const pino = load("pino");
const winston = load("winston");
const fs = load("node:fs/promises");
const net = load("node:net");

const missing = (): unknown => fs.readFile(file("templates/invoice.de.html"));
const refused = (): unknown => failing(net.connect(closed(4317), "127.0.0.1"));
const lost = (host: string) => (): unknown => failing(net.connect(9300, host));

const pinoLine =
  (options: object, log: (logger: Loose) => unknown): Provoke =>
  async () => {
    const lines: string[] = [];
    await log(pino({ timestamp: false, ...options }, { write: (line: string) => lines.push(line) }));
    return `worker wrote ${lines.join("").trim()}`;
  };

const winstonLine =
  (format: (all: Loose) => Loose, info: () => Promise<object> | object): Provoke =>
  async () => {
    const given = Object.assign(await info(), { level: "error" });
    const made = format(winston.format).transform(given, {}) as Loose;
    return String(made[Symbol.for("message") as unknown as string]);
  };

/** Lines of loggers and texts of error classes, as services quote them. */
export const provocations: Provocation[] = [
  ...again("pino", {
    child: [
      pinoLine({ base: { hostname: "worker-0", pid: 31 } }, async (log) =>
        log.child({ job: "labels" }).error(await caught(missing), "job failed"),
      ),
      { as: ["json"], hosts: ["worker-0"] },
    ],
    redacted: [
      pinoLine({ base: null, redact: ["password"] }, (log) =>
        log.warn({ user: "ann@example.com", password: cred("password", 1204) }, "login failed"),
      ),
      {},
    ],
    "partly-redacted": [
      pinoLine({ base: null, redact: ["password"] }, (log) =>
        log.warn({ password: "x", dsn: `mysql://root:${cred("simplePassword", 1205)}@maria.home/shop` }, "pool lost"),
      ),
      {},
    ],
    fatal: [
      pinoLine({ base: null, messageKey: "message", errorKey: "error" }, async (log) =>
        log.fatal(await caught(refused)),
      ),
      { as: ["json"] },
    ],
    formatter: () => pino({ formatters: { level: 7 } }),
    prefix: [pinoLine({ base: null, msgPrefix: "[labels] " }, (log) => log.info("%d labels in %s", 12, "PDF")), {}],
  }),
  ...again("winston", {
    printf: [
      winstonLine(
        ({ combine, errors, printf }) =>
          combine(
            errors({ stack: true }),
            printf((info: Loose) => `${info.level}: ${info.stack}`),
          ) as Loose,
        () => caught(missing),
      ),
      { as: ["stack"] },
    ],
    simple: [
      winstonLine(
        ({ simple }) => simple() as Loose,
        () => ({ message: "sms not sent", provider: "twilio", authToken: cred("twilioAuthToken", 1206) }),
      ),
      {},
    ],
    logstash: [
      winstonLine(
        ({ logstash }) => logstash() as Loose,
        () => ({ message: "cannot reach 10.31.0.9:5044", timestamp: "2026-02-03T04:05:06.007Z", service: "labels" }),
      ),
      {},
    ],
    pretty: [
      winstonLine(
        ({ prettyPrint }) => prettyPrint() as Loose,
        async () => ({
          message: "upload failed",
          cause: (await caught(lost("minio.intranet"))).message,
          file: "/mnt/labels/2026/118.pdf",
        }),
      ),
      {},
    ],
    splat: [
      winstonLine(
        ({ combine, splat, simple }) => combine(splat(), simple()) as Loose,
        () => ({ message: "%s has %d of %d labels", [Symbol.for("splat")]: ["ord_8123", 2, 3] }),
      ),
      {},
    ],
    level: () => winston.createLogger({ levels: { a: 0 } }).log("loud"),
    http: () => new winston.transports.Stream({ stream: 7 }),
  }),
];
