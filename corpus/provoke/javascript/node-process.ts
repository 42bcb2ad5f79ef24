import { about, called, cred, each, failing, file, load, type Provocation, ROOT, type Traits } from "./tools.ts";

const child = load("node:child_process");
const threads = load("node:worker_threads");
const vm = load("node:vm");

const quiet = { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", cwd: "/" };

/** What a command that fails makes the runtime say; the named program is a script that fails. */
function command(line: string): () => unknown {
  return async () => {
    // Whether the output or the exit comes last varies, and with it the frames below these.
    Error.stackTraceLimit = 4;
    const options = { cwd: ROOT, env: { PATH: `${ROOT}/bin:/usr/bin:/bin` } };
    const over = called((done) => child.exec(line, options, done));
    return over.finally(() => {
      Error.stackTraceLimit = 10;
    });
  };
}

for (const [name, says, code] of [
  ["curl", "curl: (7) Failed to connect", 7],
  ["psql", "psql: error: connection to server failed", 2],
  ["mysqldump", "mysqldump: Got error: 1045", 2],
  ["docker", "Error response from daemon: denied", 1],
  ["git", "fatal: Authentication failed", 128],
  ["aws", "Unable to locate credentials", 255],
  ["ffmpeg", "Conversion failed!", 1],
] as const) {
  file(`bin/${name}`, `#!/bin/sh\necho '${says}' >&2\nexit ${code}\n`);
  load("node:fs").chmodSync(file(`bin/${name}`), 0o755);
}

/** The script's text run by this runtime, which prints what an uncaught error prints. */
function uncaught(name: string, script: string, flags: readonly string[] = []): () => unknown {
  const path = file(`scripts/${name}`, script);
  return () => child.spawnSync(process.execPath, [...flags, path], { encoding: "utf8", cwd: ROOT, env: {} })["stderr"];
}

const STACKED: Traits = { as: ["stack"], tidy: [[/\(node:\d+\)/g, "(node:18)"]] };

/** A permission that the runtime refuses, as its thrown error prints it. */
const denied = (name: string, script: string): (() => unknown) =>
  uncaught(name, `try { ${script} } catch (error) { process.stderr.write(error.message); }`, [
    "--permission",
    `--allow-fs-read=${ROOT}/scripts`,
    "--no-warnings",
  ]);

const worker = (script: string, options: object = {}): Promise<never> =>
  failing(new threads.Worker(script, { eval: true, ...options }));

/** Messages of child processes, threads, contexts and permissions. */
export const provocations: Provocation[] = [
  ...about("node", {
    "exec-curl-user": [
      command(`curl -sf -u deploy:${cred("password", 31)} https://artifacts.corp/api/v1/builds`),
      { as: ["message", "stack"] },
    ],
    "exec-curl-header": [
      command(`curl -H 'Authorization: Bearer ${cred("githubToken", 32)}' https://api.github.com/user`),
      { as: ["json"] },
    ],
    "exec-psql": [
      command(`psql postgres://app:${cred("simplePassword", 33)}@pg-primary.prod.internal:5432/orders -c 'select 1'`),
      { as: ["message", "inspect"] },
    ],
    "exec-mysqldump": [
      command(`mysqldump -h mysql-0 -u root -p${cred("simplePassword", 34)} shop > ${file("backup/shop.sql")}`),
      { hosts: ["mysql-0"] },
    ],
    "exec-docker": [command(`docker login -u ci -p ${cred("gitlabToken", 35)} registry.gitlab.com`), { as: ["flat"] }],
    "exec-git": [
      command(`git clone https://oauth2:${cred("gitlabToken", 36)}@gitlab.acme.corp/platform/api.git`),
      { as: ["flat"] },
    ],
    "exec-aws": command(
      `AWS_SECRET_ACCESS_KEY=${cred("awsSecretKey", 37)} aws s3 cp ${file("out/report.csv")} s3://acme-reports/`,
    ),
    "exec-unknown": [command("imagemagick-convert a.png b.jpg"), { as: ["message", "stack"] }],
    "exec-sync-status": () => child.execSync("exit 3", quiet),
    "exec-timeout": () => child.execSync("sleep 5", { timeout: 50 }),
    "exec-max-buffer": () => called((done) => child.exec("yes", { maxBuffer: 20 }, done)),
    "exec-abort": () => called((done) => child.exec("sleep 5", { signal: AbortSignal.timeout(20) }, done)),
    ...each("spawn-missing", ["pdftotext-none", "/opt/wkhtmltox/bin/wkhtmltopdf", "./bin/migrate.sh"], (name) => [
      () => failing(child.spawn(name, ["--quiet"])),
      { paths: name.includes("/") ? [name] : [], as: ["message", "inspect", "stack"] },
    ]),
    "spawn-directory": [() => failing(child.spawn("true", [], { cwd: "/srv/jobs/none" })), { as: ["message"] }],
    "spawn-not-executable": () => failing(child.spawn(file("bin/readme.txt", "x"))),
    "spawn-options": () => child.spawn("true", { stdio: "loud" }),
    "spawn-arguments": () => child.spawn("true", "x y"),
    "spawn-empty": () => child.spawn(""),
    "spawn-null-byte": () => child.spawn("true", [`--token=${cred("slackToken", 38)}\u0000`]),
    "spawn-environment": [
      () =>
        child.spawnSync("true", [], {
          env: { DATABASE_URL: `postgres://app:${cred("password", 39)}@db/orders\u0000` },
        }),
      { hosts: ["db"] },
    ],
    "fork-missing": [
      () => failing(child.fork("/srv/shop/workers/none.js", { execPath: "/usr/local/bin/node22" })),
      { as: ["message", "json"] },
    ],
    "uncaught-error": [
      uncaught("boot.mjs", 'import { readFileSync } from "node:fs";\n\nreadFileSync("/etc/shop/none.yaml");\n'),
      STACKED,
    ],
    "uncaught-type": [
      uncaught(
        "price.cjs",
        "const order = undefined;\nfunction total() {\n  return order.lines.length;\n}\ntotal();\n",
      ),
      { ...STACKED, as: ["stack", "flat"] },
    ],
    "uncaught-rejection": [
      uncaught("sync.mjs", "await Promise.reject(new Error('upstream answered 502'));\n"),
      STACKED,
    ],
    "uncaught-not-an-error": [uncaught("throw.cjs", 'throw { code: "E_CONFIG" };\n'), STACKED],
    "uncaught-cause": [
      uncaught(
        "cause.cjs",
        'throw new Error("boot failed", { cause: new Error("no config", { cause: new RangeError("port 70000") }) });\n',
      ),
      STACKED,
    ],
    "uncaught-module": [
      uncaught("start.cjs", 'require("./settings.cjs");\n'),
      { ...STACKED, paths: ["./settings.cjs"] },
    ],
    "uncaught-syntax": [uncaught("odd.cjs", "function (\n"), STACKED],
    "uncaught-assertion": [
      uncaught("check.mjs", 'import assert from "node:assert";\nassert.strictEqual(1, 2);\n'),
      STACKED,
    ],
    "uncaught-secret": [
      uncaught("login.cjs", `throw new Error("login failed for token ${cred("stripeKey", 30)}");\n`),
      STACKED,
    ],
    deprecation: [
      uncaught("old.cjs", "new Buffer(3);\nrequire('node:url').parse('http://a:b');\n", ["--trace-deprecation"]),
      STACKED,
    ],
    "flag-unknown": () => child.spawnSync(process.execPath, ["--no-such-flag"], { encoding: "utf8" })["stderr"],
    "permission-read": denied("read.cjs", "require('fs').readFileSync('/etc/passwd')"),
    "permission-write": denied("write.cjs", "require('fs').writeFileSync('/var/www/x.html', '')"),
    "permission-child": denied("child.cjs", "require('child_process').execSync('ls')"),
    "permission-worker": denied("worker.cjs", "new (require('worker_threads').Worker)('x', { eval: true })"),
    "worker-throws": [
      () => worker("function parse() { throw new TypeError('rate is not a number'); } parse();"),
      { as: ["message", "stack"] },
    ],
    "worker-missing": [
      () => failing(new threads.Worker("/srv/shop/workers/resize.js")),
      { as: ["message", "stack", "flat"] },
    ],
    "worker-relative": [() => new threads.Worker("workers/resize.js"), { paths: ["workers/resize.js"] }],
    "worker-memory": () =>
      worker("const a = []; for (;;) a.push(new Array(1e5).fill(1));", {
        resourceLimits: { maxOldGenerationSizeMb: 4 },
      }),
    "worker-clone": () => worker("1", { workerData: { run: () => 1 } }),
    "worker-flag": () => worker("1", { execArgv: ["--title=x"] }),
    "worker-environment": () => worker("1", { env: 42 }),
    "message-port": () => new threads.MessageChannel()["port1"]?.postMessage({ done: Symbol("x") }),
    "vm-syntax": [
      () => new vm.Script("const total = price *;\n", { filename: "/srv/shop/rules/discount.js" }),
      { as: ["message", "stack", "flat"] },
    ],
    "vm-reference": [
      () => vm.runInNewContext("price * rate", { price: 3 }, "pricing-rule.js"),
      { as: ["message", "stack"] },
    ],
    "vm-timeout": [() => vm.runInNewContext("for (;;);", {}, { timeout: 20 }), { as: ["message", "stack"] }],
    "vm-context": () => vm.runInContext("1", {}),
    "vm-type": () => vm.runInNewContext("null.total"),
    "vm-import": [() => vm.runInNewContext('import("./rule.js")', {}) as unknown, { as: ["message"] }],
    "vm-eval": () => vm.runInThisContext("total +* 2"),
    "vm-function": () => new Function("a b", "return a"),
    "vm-recursion": () => vm.runInNewContext("const f = () => f(); f()"),
  }),
];
