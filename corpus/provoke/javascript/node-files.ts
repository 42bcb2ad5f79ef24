import { about, called, file, load, type Provocation, ROOT } from "./tools.ts";

const fs = load("node:fs");
const promises = load("node:fs/promises");
const path = load("node:path");
const url = load("node:url");
const { createRequire } = load("node:module");

const read = (name: string) => () => fs.readFileSync(file(name));
const requireFrom = (name: string) => createRequire(file(name));

/** Messages of the file system and of the loading of modules. */
export const provocations: Provocation[] = [
  ...about("node", {
    "fs-missing-file": read("config/production.json"),
    "fs-secret-file": [() => promises.readFile("/run/secrets/db_password", "utf8"), { as: ["message", "json"] }],
    "fs-windows-open": () => fs.readFileSync("C:\\inetpub\\shop\\web.config"),
    "fs-windows-stat": () => fs.statSync("D:\\data\\tenants\\acme.mdb"),
    "fs-windows-list": () => fs.readdirSync("C:\\Users\\svc-shop\\AppData\\Local\\orders"),
    "fs-windows-share": () => fs.readFileSync("\\\\fs01\\share\\payroll.xlsx"),
    "fs-access": [() => fs.accessSync("/etc/shop/tls/server.key"), { as: ["message", "json"] }],
    "fs-lstat": () => promises.lstat("/var/lib/orders/state.db"),
    "fs-realpath": () => promises.realpath("/home/deploy/.aws/credentials"),
    "fs-list": () => fs.readdirSync(file("uploads/8c1f")),
    "fs-chmod": () => fs.chmodSync(file("secrets/signing.pem"), 0o600),
    "fs-chown": () => promises.chown("/srv/shop/spool/mail.queue", 1, 1),
    "fs-link": () => fs.linkSync(file("data/exports/2026-04.csv"), file("data/latest.csv")),
    "fs-times": () => fs.utimesSync("/opt/acme/billing/run/heartbeat", 1, 1),
    "fs-statfs": () => fs.statfsSync("/mnt/nfs/archive"),
    "fs-mkdir": () => fs.mkdirSync("/mnt/nfs/archive/2026"),
    "fs-home": () => fs.readFileSync("~/.ssh/id_ed25519"),
    "fs-spaces": [
      () => fs.openSync(file("Customer Files/May report.xlsx")),
      { paths: [file("Customer Files/May report.xlsx")] },
    ],
    "fs-directory-read": [() => fs.readFileSync(file("dir/one.txt", "x").replace("/one.txt", "")), { as: ["stack"] }],
    "fs-mkdir-exists": () => fs.mkdirSync(file("cache/x", "x").replace("/x", "")),
    "fs-rmdir-full": () => fs.rmdirSync(file("full/x", "x").replace("/x", "")),
    "fs-not-a-directory": () => fs.readdirSync(`${file("plain.txt", "x")}/inner`),
    "fs-rename": () => fs.renameSync(file("upload.part"), file("done/upload.bin")),
    "fs-copy": () => fs.copyFileSync(file("a/source.csv"), file("b/target.csv")),
    "fs-symlink-loop": () => {
      fs.symlinkSync(file("loop-b"), file("loop-a"));
      fs.symlinkSync(file("loop-a"), file("loop-b"));
      return fs.readFileSync(file("loop-a"));
    },
    "fs-name-too-long": () => fs.statSync(file(`long/${"x".repeat(300)}`)),
    "fs-unlink-promise": [() => promises.unlink(file("tmp/session-1b2.lock")), { as: ["stack", "flat", "inspect"] }],
    "fs-stat-callback": [() => called((done) => fs.stat(file("media/cover.png"), done)), { as: ["stack"] }],
    "fs-read-stream": [() => fs.createReadStream(file("feeds/products.xml")).toArray(), { as: ["message", "json"] }],
    "fs-write-stream": () =>
      called((done) => fs.createWriteStream(file("no/dir/x.log").replace("no/dir", "absent")).on("error", done)),
    "fs-opendir": () => promises.opendir(file("queue/none")),
    "fs-truncate": () => promises.truncate(file("journal.wal"), 10),
    "fs-readlink": () => fs.readlinkSync(file("current.txt", "x")),
    "fs-mkdtemp": () => fs.mkdtempSync(file("void/x").replace("/x", "/absent/prefix-")),
    "fs-watch": () => fs.watch(file("watched/none.json")),
    "fs-read-closed": () => fs.readSync(9_999, Buffer.alloc(2)),
    "fs-cp-directory": () => fs.cpSync(file("tree/x", "x").replace("/x", ""), file("copy-of-tree")),
    "fs-rm-directory": () => fs.rmSync(file("branch/x", "x").replace("/x", "")),
    "fs-path-null-byte": [
      () => fs.readFileSync(`${file("reports/a.txt")}\u0000.png`),
      { paths: [`${file("reports/a.txt")}\\x00.png`] },
    ],
    "fs-proc": () => fs.writeFileSync("/proc/version", "1"),
    "fs-uncaught-shape": [read("config/feature-flags.yaml"), { as: ["stack", "flat", "json", "inspect"] }],
    "fs-stat-release": [() => fs.statSync(file("releases/next")), { root: "/srv/releases/20260411" }],
    "cjs-missing-package": [() => requireFrom("server/index.js")("pg-native"), { as: ["message", "stack", "flat"] }],
    "cjs-missing-file": [() => requireFrom("server/index.js")("./routes/orders.js"), { paths: ["./routes/orders.js"] }],
    "cjs-missing-absolute": [() => requireFrom("server/index.js")(file("plugins/tax.js")), { as: ["message", "json"] }],
    "cjs-syntax": [
      () => requireFrom("server/index.js")(file("server/broken.cjs", "const a = 1;\nconst b = ;\n")),
      { as: ["stack", "flat"] },
    ],
    "cjs-json": [
      () => requireFrom("server/index.js")(file("server/settings.json", '{"port": 80,,}')),
      { as: ["message", "stack"] },
    ],
    "cjs-throws": [
      () =>
        requireFrom("server/index.js")(file("server/boot.cjs", "module.exports = null;\nmodule.exports.start();\n")),
      { as: ["stack", "json"] },
    ],
    "cjs-relative-unknown": () => requireFrom("server/index.js").resolve("../lib/money.ts"),
    "cjs-create-require": [() => createRequire("server/index.js"), { paths: ["server/index.js"] }],
    "esm-missing-file": [
      () => import(url.pathToFileURL(file("jobs/nightly.mjs")).toString()),
      { as: ["message", "stack"] },
    ],
    "esm-missing-import": () => import(`file://${file("jobs/weekly.mjs", 'import "./helpers.mjs";')}`),
    "esm-missing-package": () => import(`file://${file("jobs/mail.mjs", 'import "left-padding";')}`),
    "esm-missing-name": [
      () => import(`file://${file("jobs/none.mjs", 'import { nothing } from "node:fs";')}`),
      { as: ["message", "stack"] },
    ],
    "esm-syntax": [
      () => import(`file://${file("jobs/odd.mjs", "export const a = {\n  b: 1\n  c: 2\n};\n")}`),
      { as: ["message", "stack", "flat"] },
    ],
    "esm-directory": () => import(`file://${ROOT}/server`),
    "esm-json-type": () => import(`file://${file("jobs/list.json", "[]")}`),
    "esm-extension": () => import(`file://${file("jobs/list.png", "x")}`),
    "esm-scheme": () => import(String("https://esm.example.com/react@19.0.0")),
    "esm-attribute": () =>
      import(`data:text/javascript,${encodeURIComponent('import "node:fs" with { type: "yaml" }')}`),
    "esm-builtin": () => import(String("node:sqlite3")),
    "esm-throws": [
      () =>
        import(`file://${file("jobs/start.mjs", 'export const limit = Number.parseInt("x");\nconsole.missing();\n')}`),
      { as: ["stack", "inspect"] },
    ],
    "esm-typescript": [() => import(`file://${file("jobs/kinds.ts", "enum Kind { One }\n")}`), { as: ["message"] }],
    "esm-exports": () => {
      file("node_modules/@acme/kit/package.json", '{"name":"@acme/kit","exports":{".":"./index.js"}}');
      return requireFrom("server/index.js")("@acme/kit/internal");
    },
    "esm-bad-manifest": () => {
      file("node_modules/bad-kit/package.json", '{"name":"bad-kit",}');
      return requireFrom("server/index.js")("bad-kit");
    },
    "esm-bad-target": () => {
      file("node_modules/odd-kit/package.json", '{"name":"odd-kit","exports":{".":"index.js"}}');
      return requireFrom("server/index.js")("odd-kit");
    },
    "path-type": () => path.join("uploads", undefined),
    "url-to-path": () => url.fileURLToPath("https://cdn.example.com/app.js"),
    "fs-encoding": () => fs.readFileSync(file("a.txt", "x"), "utf-9"),
    "fs-flags": () => fs.openSync(file("b.txt", "x"), "rq"),
    "fs-buffer-offset": () => fs.readSync(0, Buffer.alloc(4), 9, 1, 0),
    "fs-fd-type": () => fs.closeSync("3"),
    "fs-path-type": () => fs.readFileSync({ path: "x" }),
    "fs-mode": () => fs.chmodSync(file("c.txt", "x"), "rwxr"),
    "fs-date": () => fs.utimesSync(file("d.txt", "x"), "yesterday", "today"),
    "fs-length": () => fs.ftruncateSync(1, 1.5),
  }),
];
