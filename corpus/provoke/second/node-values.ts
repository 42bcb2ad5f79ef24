import { each, type Loose, load, type Provocation } from "../javascript/tools.ts";
import { after, again, carried, named } from "./carry.ts";

const crypto = load("node:crypto");
const zlib = load("node:zlib");
const stream = load("node:stream/promises");
const { Readable, Writable, compose } = load("node:stream");
const util = load("node:util");
const timers = load("node:timers/promises");
const events = load("node:events");
const querystring = load("node:querystring");
const path = load("node:path");
const assert = load("node:assert/strict");
const { Temporal, structuredClone: clone, Intl: intl } = globalThis as unknown as Record<string, Loose>;
const {
  Iterator: Iter,
  URLPattern: Pattern,
  CompressionStream: Compression,
  BroadcastChannel: Channel,
} = globalThis as unknown as Record<string, Loose>;
const pattern = (source: string) => (): unknown => new RegExp(source);
const none = undefined as unknown as Loose;

/** What the runtime says of wrong arguments, most of it harmless. */
export const provocations: Provocation[] = [
  ...again("node", {
    "crypto-curve": () => crypto.generateKeyPairSync("ec", { namedCurve: "secp257" }),
    "crypto-kind": () => crypto.generateKeySync("rsa", { length: 64 }),
    "crypto-sign": () => crypto.sign("sha256", Buffer.from("a"), "no key"),
    "crypto-jwk": () => crypto.createPublicKey({ key: { kty: "RSA", n: "x" }, format: "jwk" }),
    "crypto-hkdf": () => crypto.hkdfSync("sha256", "a", "b", "c", 99_999),
    "crypto-ecdh": () => crypto.createECDH("secp256k1").computeSecret("00", "hex"),
    "crypto-prime": () => crypto.checkPrimeSync("seven"),
    "zlib-brotli": () => zlib.brotliDecompressSync(Buffer.from("plain text")),
    "zlib-gunzip": () => zlib.gunzipSync(Buffer.from("plain text")),
    "zlib-strategy": () => zlib.deflateSync("a", { strategy: 77 }),
    "compression-format": () => new Compression("lzma"),
    "stream-write": () => new Writable({ write: () => {} }).write(null),
    "stream-high": () => new Readable({ highWaterMark: -5 }),
    "stream-finished": () => stream.finished({}),
    "stream-pipeline-one": () => stream.pipeline(Readable.from(["a"])),
    "stream-compose": () => compose(7),
    "readable-from": () => Readable.from(7),
    "util-inherits": () => util.inherits(class {}, {}),
    "util-style": () => util.styleText("pink", "a"),
    "util-types": () => util.parseArgs({ args: ["--limit"], options: { limit: { type: "string" } } }),
    "util-short": () => util.parseArgs({ args: [], options: { limit: { type: "string", short: "li" } } }),
    "util-mime": () => new util.MIMEType("application json"),
    "util-callbackify": () => util.callbackify(7),
    "timers-interval": () => timers.setTimeout("soon", 7, { signal: 3 }),
    "events-once": () => events.once({}, "ready"),
    "events-name": () => new events.EventEmitter().emit("error", { status: 429 }),
    "query-decode": () => querystring.stringify("a", 7).repeat(-1),
    "path-join": () => path.join("a", 7),
    "path-ext": () => path.basename("a", 7),
    "clone-symbol": () => clone(Symbol("order")),
    "clone-transfer": () => clone({}, { transfer: [{}] }),
    "iterator-take": () => Iter.from([1]).take(-1),
    "iterator-next": () => [...(7 as unknown as unknown[])],
    "url-pattern": () => new Pattern("/orders/:id(", "https://api.example.com"),
    "broadcast-closed": () => {
      const channel = new Channel("orders");
      channel.close();
      channel.postMessage("x");
    },
    "intl-list": () => new intl.ListFormat("en", { type: "both" }),
    "intl-plural": () => new intl.PluralRules("en_US!"),
    "intl-segment": () => new intl.Segmenter("en", { granularity: "letter" }),
    "intl-fraction": () => new intl.NumberFormat("de", { minimumFractionDigits: 5, maximumFractionDigits: 2 }),
    "intl-relative": () => new intl.RelativeTimeFormat("en").format(3, "fortnight"),
    "temporal-missing": () => Temporal.PlainDate.from("2026-02-30"),
    "class-new": () => (Map as unknown as Loose)(),
    "class-this": () => Map.prototype.get.call({} as never, 1),
    "const-assign": () => new Function("const rate = 1; rate = 2")(),
    tdz: () => new Function("return rate; let rate = 1")(),
    "private-in": () => new Function('"use strict"; undefinedVariable = 1')(),
    "extends-null": () => new Function("class A extends 7 {}; new A()")(),
    "super-twice": () => new Function("class A extends Object { constructor() {} }; new A()")(),
    "proxy-revoked": () => {
      const { proxy, revoke } = Proxy.revocable({ total: 1 }, {});
      revoke();
      return proxy.total;
    },
    "define-twice": () => Object.defineProperty(Object.freeze({ id: 7 }), "id", { value: 8 }),
    "symbol-string": () => `${Symbol("sku") as unknown as string}`,
    "bigint-float": () => BigInt(12.5),
    "bigint-divide": () => 1n / 0n,
    "to-precision": () => (12.5).toPrecision(101),
    "date-iso": () => new Date("31.12.2026").toISOString(),
    "typed-array": () => new Float64Array(new ArrayBuffer(7)),
    "data-view": () => new DataView(new ArrayBuffer(2)).getInt32(0),
    "array-buffer": () => new ArrayBuffer(-1),
    "shared-wait": () => Atomics.add(new Float32Array(1) as never, 0, 1),
    "regexp-group": pattern("(?<year>\\d{4})-(?<year>\\d\\d)"),
    "regexp-range": pattern("[z-a]"),
    "regexp-lookbehind": pattern("(?<!order"),
    "string-normalize": () => "é".normalize("NFX" as "NFC"),
    "string-code-point": () => String.fromCodePoint(1_114_112),
    "decode-uri": () => decodeURIComponent("100%"),
    "json-raw": () => JSON.parse('{"price": 12,50}') as unknown,
    "json-words": carried(() => JSON.parse("Too many requests") as unknown, named("The carrier answered with no JSON")),
    "json-html": carried(() => JSON.parse("<!DOCTYPE html>") as unknown, after("rates")),
    "assert-words": () => assert.ok(false, "12 lines were booked, 13 were paid"),
    "assert-partial": () => assert.partialDeepStrictEqual({ sku: "A-1" }, { sku: "A-2", qty: 1 }),
    "assert-no-match": () => assert.doesNotMatch("GET /v1/orders", /v1/),
    ...each("read-of-undefined", ["map", "length", "0", "customer id"], (name) =>
      carried(() => none[name], named("quote failed")),
    ),
    "call-of-undefined": carried(
      () => (({}) as Loose)["orders"]?.["list"]?.() ?? ({} as Loose)["close"](),
      named("sync"),
    ),
    "fetch-integrity": () => new Request("https://api.example.com", { mode: "navigate" }),
    "fetch-duplex": () => new Request("https://api.example.com", { method: "POST", body: new ReadableStream() }),
    "response-status": () => new Response("a", { status: 99 }),
    "response-redirect": () => (Response as unknown as Loose)["redirect"]("https://example.com/new", 200),
    "form-data": () => new FormData().append("file", "a", "b.txt"),
    "headers-name": () => new Headers({ "x rate": "7" }),
    "blob-type": () => new Blob("text" as unknown as string[]),
    "event-target": () => new EventTarget().dispatchEvent({} as Event),
    "text-decoder": () => new TextDecoder("utf-7"),
  }),
];
