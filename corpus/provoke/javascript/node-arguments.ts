import { about, called, cred, type Loose, load, type Provocation, word } from "./tools.ts";

const {
  Buffer: Bytes,
  Intl: Locale,
  structuredClone: clone,
  AbortSignal: Signal,
  URL: Url,
  RegExp: Pattern,
} = globalThis as unknown as Record<string, Loose>;
const crypto = load("node:crypto");
const events = load("node:events");
const stream = load("node:stream");
const timers = load("node:timers/promises");
const util = load("node:util");
const zlib = load("node:zlib");
const { DatabaseSync } = load("node:sqlite");
const test = load("node:test");
const perf = load("node:perf_hooks");
const v8 = load("node:v8");
const readline = load("node:readline");

const parse = (args: string[], options: object, more: object = {}) => util.parseArgs({ args, options, ...more });
const database = (...statements: string[]): Loose => {
  const open = new DatabaseSync(":memory:");
  open.exec(
    "create table orders (id integer primary key, email text not null unique, total integer check (total > 0)) strict",
  );
  for (const statement of statements) open.exec(statement);
  return open;
};

/** Messages about wrong arguments and limits, which a client may see. */
export const provocations: Provocation[] = [
  ...about("node", {
    "args-unknown": () => parse(["--verbos"], { verbose: { type: "boolean" } }),
    "args-missing-value": () => parse(["--port"], { port: { type: "string" } }),
    "args-ambiguous": () => parse(["--port", "--host"], { port: { type: "string" }, host: { type: "string" } }),
    "args-boolean-value": () => parse(["--watch=yes"], { watch: { type: "boolean" } }),
    "args-positional": () => parse(["build"], {}),
    "args-type": () => parse([], { port: { type: "number" } }),
    "args-secret-positional": () => parse([cred("npmToken", 21)], {}),
    "args-secret-option": () => parse([`--${word("simplePassword", 22)}`], {}),
    "sqlite-syntax": () => database("selec * from orders"),
    "sqlite-table": () => database("select * from invoices"),
    "sqlite-column": () => database("insert into orders (mail) values ('a')"),
    "sqlite-unique": () =>
      database(
        "insert into orders values (1, 'a@example.com', 2)",
        "insert into orders values (1, 'b@example.com', 2)",
      ),
    "sqlite-unique-email": () =>
      database(
        "insert into orders values (1, 'a@example.com', 2)",
        "insert into orders values (2, 'a@example.com', 2)",
      ),
    "sqlite-not-null": () => database("insert into orders (total) values (3)"),
    "sqlite-check": () => database("insert into orders values (1, 'a@example.com', -1)"),
    "sqlite-strict": () => database("insert into orders values (1, 'a@example.com', 'many')"),
    "sqlite-bind": () =>
      database()
        .prepare("select ?")
        .get({ a: Symbol("x") }),
    "sqlite-unknown-parameter": () => database().prepare("select $id").get({ $key: 1 }),
    "sqlite-foreign-key": () =>
      database("create table lines (o integer references orders (id))", "insert into lines values (9)"),
    "sqlite-open": [() => new DatabaseSync("/var/lib/orders/none/state.db"), { as: ["message", "stack"] }],
    "sqlite-closed": () => {
      const open = database();
      open.close();
      return open.exec("select 1");
    },
    "buffer-range": () => Bytes.alloc(4).readUInt32LE(2),
    "buffer-value": () => Bytes.alloc(4).writeInt8(200),
    "buffer-encoding": () => Bytes.from("x")["toString" as string]("utf9"),
    "buffer-from-number": () => Bytes.from(42),
    "buffer-size": () => Bytes.alloc(-1),
    "buffer-concat": () => Bytes.concat(["a"]),
    "buffer-odd": () => Bytes.alloc(3).swap16(),
    "text-decoder": () => new TextDecoder("latin-99"),
    "text-decoder-fatal": () => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xff])),
    atob: () => atob("a=b"),
    "intl-locale": () => new Locale.DateTimeFormat("en_US_x"),
    "intl-zone": () => new Locale.DateTimeFormat("en", { timeZone: "Europe/Berln" }),
    "intl-currency": () => new Locale.NumberFormat("de", { style: "currency" }),
    "intl-currency-code": () => new Locale.NumberFormat("de", { style: "currency", currency: "EURO" }),
    "intl-unit": () => new Locale.NumberFormat("en", { style: "unit", unit: "furlong" }),
    "intl-digits": () => new Locale.NumberFormat("en", { maximumFractionDigits: 101 }),
    "intl-style": () => new Locale.DateTimeFormat("en", { dateStyle: "tiny" }),
    "date-range": () => new Date(Number.NaN).toISOString(),
    "number-digits": () => (1).toFixed(101),
    "number-radix": () => (1).toString(37),
    "bigint-mix": () => (1n as unknown as number) + 1,
    "bigint-json": () => JSON.stringify({ total: 12n }),
    "bigint-parse": () => BigInt("12.5"),
    "json-circular": () => {
      const order: Record<string, unknown> = { id: 7, lines: [{ sku: "A-1" }] };
      order["lines"] = [{ sku: "A-1", order }];
      return JSON.stringify(order) && 1;
    },
    "string-repeat": () => "x".repeat(-1),
    "string-length": () => "x".repeat(2 ** 30),
    "array-length": () => new Array(-1),
    regexp: () => new Pattern("(?<year>\\d{4}"),
    "regexp-flags": () => new Pattern("a", "gz"),
    uri: () => decodeURIComponent("%E0%A4%A"),
    normalize: () => "é".normalize("NFX"),
    "not-a-function": () => (({}) as Loose)["total"]?.call(1) ?? (undefined as unknown as Loose)["id"],
    "not-iterable": () => new Map([1 as never]),
    "reduce-empty": () => [].reduce((a) => a),
    frozen: () => Object.assign(Object.freeze({ currency: "EUR" }), { currency: "USD" }),
    "clone-function": () => clone({ run: () => 1 }),
    abort: () => Signal.abort().throwIfAborted(),
    "abort-timer": () => timers.setTimeout(10_000, null, { signal: AbortSignal.abort() }),
    "crypto-hash": () => crypto.createHash("sha257"),
    "crypto-cipher": () => crypto.createCipheriv("aes-512-gcm", "k", "iv"),
    "crypto-key-length": () => crypto.createCipheriv("aes-256-gcm", Buffer.alloc(16), Buffer.alloc(12)),
    "crypto-iv": () => crypto.createCipheriv("aes-256-cbc", Buffer.alloc(32), Buffer.alloc(8)),
    "crypto-final": () => crypto.createDecipheriv("aes-256-cbc", Buffer.alloc(32), Buffer.alloc(16)).final(),
    "crypto-auth": () =>
      crypto.createDecipheriv("aes-256-gcm", Buffer.alloc(32), Buffer.alloc(12)).setAuthTag(Buffer.alloc(16)).final(),
    "crypto-digest-twice": () => {
      const hash = crypto.createHash("sha256");
      hash.digest();
      return hash.digest();
    },
    "crypto-timing": () => crypto.timingSafeEqual(Buffer.alloc(3), Buffer.alloc(4)),
    "crypto-private-key": () => crypto.createPrivateKey("-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----"),
    "crypto-random": () => crypto.randomInt(10, 1),
    "crypto-scrypt": () => crypto.scryptSync("x", "y", 32, { N: 3 }),
    "crypto-pbkdf2": () => crypto.pbkdf2Sync("x", "y", 0, 32, "sha256"),
    "crypto-subtle": () =>
      crypto.subtle.importKey("jwk", { kty: "oct" }, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
    "crypto-subtle-name": () => crypto.subtle.digest("SHA-7", new Uint8Array(1)),
    "crypto-x509": () => new crypto.X509Certificate("nope"),
    "zlib-header": () => zlib.gunzipSync(Buffer.from("plain text")),
    "zlib-end": () => zlib.inflateSync(Buffer.alloc(0)),
    "zlib-brotli": () => zlib.brotliDecompressSync(Buffer.from("xx")),
    "zlib-level": () => zlib.deflateSync("x", { level: 99 }),
    "zlib-size": () => zlib.gunzipSync(zlib.gzipSync("x".repeat(999)), { maxOutputLength: 10 }),
    "stream-ended": () =>
      called((done) => {
        const writable = new stream.PassThrough().on("error", done);
        writable.end();
        return writable.write("x");
      }),
    "stream-destroyed": () =>
      called((done) =>
        new stream.PassThrough()
          .on("error", () => {})
          .destroy()
          .write("x", done),
      ),
    "stream-null": () => new stream.PassThrough().write(null),
    "stream-chunk": () => new stream.PassThrough().write({ a: 1 }),
    "stream-method": () => called((done) => new stream.Readable().on("error", done).resume()),
    "stream-pipeline": () => called((done) => stream.pipeline(stream.Readable.from(["x"]), done)),
    "stream-premature": () =>
      called((done) => {
        const source = new stream.PassThrough();
        stream.finished(source, done);
        source.destroy();
      }),
    "events-listener": () => new events.EventEmitter().on("data", "x"),
    "events-unhandled": () => new events.EventEmitter().emit("error", { code: 42 }),
    "events-max": () => new events.EventEmitter().setMaxListeners(-1),
    timers: () => setTimeout("x" as unknown as () => void, 1),
    "util-promisify": () => util.promisify("x"),
    "util-style": () => util.styleText("crimsonish", "x"),
    "test-plan": () => test.mock.method({}, "missing"),
    "performance-mark": () => perf.performance.measure("boot", "never-marked"),
    "performance-histogram": () => perf.createHistogram({ lowest: 0 }),
    "v8-flags": () => v8.deserialize(Buffer.from("x")),
    "readline-input": () => new readline.Interface(),
    "url-search": () => new Url("https://api.example.com").searchParams.get(),
    "url-parameters": () => new URLSearchParams([["a"]]),
    "process-signal": () => process.kill(process.pid, "SIGNOPE"),
    "process-chdir": () => process.chdir("/srv/shop/none"),
    "process-umask": () => process.umask("9z"),
    "process-setuid": () => process.setuid?.("nobody-here"),
    "process-hrtime": () => process.hrtime([1] as unknown as [number, number]),
    "process-warning": () => process.emitWarning(42 as unknown as string),
    "process-memory": () => v8.setHeapSnapshotNearHeapLimit(0),
  }),
];
