import { cred, failing, file, load, type Provocation, type Provoke, ROOT, type Traits } from "../javascript/tools.ts";
import { again } from "./carry.ts";

const child = load("node:child_process");
const threads = load("node:worker_threads");

/** What a script that fails prints, as the service quotes it that started it. */
function stderr(name: string, script: string, flags: readonly string[] = [], words = ""): Provoke {
  const path = file(`bin/${name}`, script);
  return () => {
    const options = { encoding: "utf8", cwd: ROOT, env: { TZ: "UTC" }, timeout: 4_000 };
    return words + String(child.spawnSync(process.execPath, [...flags, path], options)["stderr"]).trim();
  };
}

const STACKED: Traits = { as: ["stack"], tidy: [[/\(node:\d+\)/g, "(node:7)"]] };
const FLAT: Traits = { ...STACKED, as: ["flat"] };
const NESTED = `
function price(order) { return order.lines.reduce((sum, line) => sum + line.net.amount, 0); }
class Cart { get total() { return price({ lines: [{}] }); } static async load() { return new Cart().total; } }
`;

/** Whole outputs of scripts that ended with an error nobody caught. */
export const provocations: Provocation[] = [
  ...again("node", {
    "script-getter": [stderr("cart.cjs", `${NESTED}Cart.load().then(() => {});\n`), STACKED],
    "script-getter-flat": [stderr("cart.cjs", `${NESTED}Cart.load().then(() => {});\n`, [], "pricing exited:\n"), FLAT],
    "script-esm": [stderr("book.mjs", `${NESTED}await Cart.load();\n`), STACKED],
    "script-typescript": [
      stderr(
        "tax.ts",
        "type Rate = { de: number };\nconst rate = undefined as unknown as Rate;\nconsole.log(rate.de);\n",
      ),
      STACKED,
    ],
    "script-host": [stderr("peer.cjs", 'require("node:net").connect(4222, "nats-9.edge.home");\n'), STACKED],
    "script-refused": [
      stderr("dial.cjs", `require("node:http").get("http://127.0.0.1:9187/metrics");\n`, [], "exporter wrote:\n"),
      STACKED,
    ],
    "script-cause": [
      stderr(
        "why.cjs",
        'try { JSON.parse("{"); } catch (cause) { throw new Error("tariff 7 is unreadable", { cause }); }\n',
      ),
      STACKED,
    ],
    "script-aggregate": [
      stderr(
        "all.mjs",
        'throw new AggregateError([new Error("eu is down"), new TypeError("us has no rate")], "no region");\n',
      ),
      STACKED,
    ],
    "script-generator": [
      stderr(
        "gen.cjs",
        'function* ids() { yield 1; throw new RangeError("only one id"); }\nconsole.log([...ids()]);\n',
      ),
      STACKED,
    ],
    "script-proxy": [
      stderr(
        "proxy.cjs",
        'const safe = new Proxy({}, { get(_, name) { throw new ReferenceError("no setting " + String(name)); } });\nsafe.port;\n',
      ),
      FLAT,
    ],
    "script-timer": [
      stderr("tick.cjs", 'setTimeout(function tick() { throw new Error("tick 3 was late"); }, 5);\n'),
      STACKED,
    ],
    "script-emit": [
      stderr(
        "emit.cjs",
        'const { EventEmitter } = require("node:events");\nnew EventEmitter().emit("error", new Error("queue mails closed"));\n',
      ),
      STACKED,
    ],
    "script-rejection": [stderr("reject.cjs", 'Promise.reject({ code: 7, order: "ord_8123" });\n'), STACKED],
    "script-throw-string": [stderr("string.cjs", 'throw "no carrier for CH";\n'), STACKED],
    "script-warning": [
      stderr(
        "warn.cjs",
        'process.emitWarning("limit of 10 is near", { code: "ORD001", detail: "see /v1/limits" });\n',
        ["--trace-warnings"],
      ),
      STACKED,
    ],
    "script-deprecated": [stderr("old.cjs", "new Buffer(7);\n", ["--trace-deprecation"]), STACKED],
    "script-dsn": [
      stderr("dsn.cjs", `const pool = open("postgres://etl:${cred("simplePassword", 1601)}@pg.warehouse.home/etl");\n`),
      { ...STACKED, hosts: ["pg.warehouse.home"] },
    ],
    "script-key-argument": [
      stderr(
        "args.cjs",
        `throw Object.assign(new Error("charge failed"), { apiKey: "${cred("stripeKey", 1602)}", attempt: 2 });\n`,
      ),
      STACKED,
    ],
    "script-env": [
      stderr(
        "env.cjs",
        `console.error("env:", { MYSQL_PWD: "${cred("base62Key", 1603)}", MYSQL_HOST: "maria.home" }); process.exit(1);\n`,
      ),
      {},
    ],
    "script-syntax": [stderr("syntax.cjs", "const total = net * (1 + vat;\n"), STACKED],
    "script-await": [stderr("wait.cjs", "const rates = await load();\n"), STACKED],
    "script-missing": [stderr("need.cjs", 'require("../lib/rates.js");\n'), STACKED],
    "script-import": [stderr("need.mjs", 'import { rate } from "./rates.mjs";\n'), STACKED],
    "script-package": [stderr("dep.mjs", 'import "@acme/labels";\n', [], "labels worker said:\n"), FLAT],
    "script-eval": [stderr("eval.cjs", 'new Function("order", "return order.total.toFixed(2)")({});\n'), STACKED],
    "script-json": [stderr("conf.cjs", 'require("./conf.json");\n'), STACKED],
    "script-assert": [
      stderr("assert.cjs", 'require("node:assert").strictEqual(12, 13, "lines do not add up");\n'),
      STACKED,
    ],
    "script-inspector": [stderr("flag.cjs", "", ["--max-http-header-sizes=7"]), {}],
    "script-option": [stderr("opt.cjs", "", ["--require", "./preload-none.cjs"]), STACKED],
    "worker-clone": () => new threads.Worker("", { eval: true, workerData: () => {} }),
    "worker-exit": [
      () => failing(new threads.Worker('throw new Error("label 118: no weight")', { eval: true })),
      { as: ["stack", "json"] },
    ],
    "worker-import": [() => failing(new threads.Worker(file("bin/none-worker.mjs"))), { as: ["message", "json"] }],
  }),
];
file("bin/conf.json", '{"rate": 0.19,\n}');
