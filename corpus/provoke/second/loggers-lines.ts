import { stripVTControlCharacters } from "node:util";
import { closed, cred, failing, file, type Loose, load, type Provocation, type Provoke } from "../javascript/tools.ts";
import { again, caught } from "./carry.ts";

const bunyan = load("bunyan");
const log4js = load("log4js");
const VError = load("verror");
const fs = load("node:fs/promises");
const net = load("node:net");

const missing = (): unknown => fs.readFile(file("templates/invoice.de.html"));
const refused = (): unknown => failing(net.connect(closed(4317), "127.0.0.1"));
const lost = (host: string) => (): unknown => failing(net.connect(9300, host));

/** A line of bunyan, as the service quotes it. */
const bunyanLine =
  (fields: () => Promise<object> | object, message: string): Provoke =>
  async () => {
    const lines: string[] = [];
    const log = bunyan.createLogger({
      name: "dispatch",
      hostname: "dispatch-5f7c-q8zlm",
      serializers: bunyan.stdSerializers,
      streams: [{ stream: { write: (line: string) => lines.push(line) } }],
    });
    log.error(await fields(), message);
    const line = lines.join("").trim();
    return line.replace(/"pid":\d+/, '"pid":31').replace(/"time":"[^"]+"/, '"time":"2026-02-03T04:05:06.007Z"');
  };

/** A line of log4js in a layout. */
const log4jsLine =
  (layout: object, ...given: (() => unknown)[]): Provoke =>
  async () => {
    const layouts = log4js.levels ? load("log4js/lib/layouts") : load("log4js");
    const data: unknown[] = [];
    for (const make of given) data.push(await make());
    const event = {
      startTime: new Date("2026-02-03T04:05:06.007Z"),
      categoryName: "dispatch",
      level: log4js.levels["ERROR"],
      data,
      pid: 31,
      context: { tenant: "acme-eu" },
    };
    const { type, ...config } = layout as { type: string };
    const render = (layouts as Loose)["layout"](type, config) as unknown as (value: unknown) => string;
    return stripVTControlCharacters(render(event));
  };

/** Lines of loggers and texts of error classes, as services quote them. */
export const provocations: Provocation[] = [
  ...again("bunyan", {
    missing: [
      bunyanLine(async () => ({ err: await caught(missing) }), "no letter"),
      { as: ["json"], hosts: ["dispatch-5f7c-q8zlm"] },
    ],
    refused: [
      bunyanLine(async () => ({ err: await caught(refused) }), "no traces"),
      { as: ["json"], hosts: ["dispatch-5f7c-q8zlm"] },
    ],
    headers: [
      bunyanLine(
        () => ({
          req: {
            method: "GET",
            url: "/v2/labels",
            headers: { host: "labels.home", authorization: `Bearer ${cred("jwt", 1201)}` },
          },
        }),
        "carrier refused",
      ),
      { as: ["json"], hosts: ["dispatch-5f7c-q8zlm"] },
    ],
    plain: [
      bunyanLine(() => ({ orders: 12, carrier: "dhl" }), "12 labels printed"),
      { hosts: ["dispatch-5f7c-q8zlm"] },
    ],
    name: () => bunyan.createLogger({}),
    level: () => bunyan.createLogger({ name: "a", level: "loud" }),
    stream: () => bunyan.createLogger({ name: "a", streams: [{}] }),
    serializer: () => bunyan.createLogger({ name: "a", serializers: { err: "x" } }),
  }),
  ...again("log4js", {
    basic: [
      log4jsLine(
        { type: "basic" },
        () => "cannot print label:",
        () => caught(missing),
      ),
      { as: ["stack"] },
    ],
    pattern: [
      log4jsLine(
        { type: "pattern", pattern: "%d{ISO8601} [%p] %c %X{tenant} - %m" },
        () => `retry 2 of 3 for key ${cred("stripeRestrictedKey", 1202)}`,
      ),
      {},
    ],
    dummy: [
      log4jsLine(
        { type: "messagePassThrough" },
        () => "%s after %d tries: %s",
        () => "LabelError",
        () => 3,
        () => "no rate for EUR",
      ),
      {},
    ],
    coloured: [
      log4jsLine({ type: "colored" }, () => ({
        pool: { host: "192.168.50.4", password: cred("password", 1203), max: 5 },
      })),
      {},
    ],
    refused: [log4jsLine({ type: "basic" }, () => caught(lost("opensearch-data-2.search.home"))), { as: ["stack"] }],
    configuration: () => log4js.configure({ appenders: {}, categories: {} }),
    appender: () =>
      log4js.configure({
        appenders: { out: { type: "fil" } },
        categories: { default: { appenders: ["out"], level: "info" } },
      }),
    level: () =>
      log4js.configure({
        appenders: { out: { type: "stdout" } },
        categories: { default: { appenders: ["out"], level: "loud" } },
      }),
    category: () =>
      log4js.configure({
        appenders: { out: { type: "stdout" } },
        categories: { default: { appenders: ["mail"], level: "info" } },
      }),
  }),
  ...again("verror", {
    chain: async () => {
      throw new VError(await caught(refused), "cannot export traces of %s", "dispatch");
    },
    deep: [
      async () => {
        throw new VError(new VError(await caught(missing), "letter %d", 118), "batch of %s", "May");
      },
      { as: ["message", "stack"] },
    ],
    full: [
      async () => String(VError.fullStack(new VError(await caught(lost("relay.private")), "mail of %j", { id: 7 }))),
      { as: ["stack"] },
    ],
    multi: async () => {
      throw new VError["MultiError"]([await caught(lost("eu-1.cache.home")), await caught(lost("eu-2.cache.home"))]);
    },
    werror: async () => {
      throw new VError["WError"]({ cause: await caught(refused), info: { retry: false } }, "tracing is off");
    },
    string: async () => String(new VError["WError"](await caught(refused), "tracing is off")),
    info: async () => JSON.stringify(VError.info(new VError({ info: { sku: "A-1", left: 0 } }, "sold out"))),
    format: () => new VError("%s %d", "one"),
    cause: () => new VError({ cause: "x" }, "a"),
  }),
];
