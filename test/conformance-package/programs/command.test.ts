import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMPTY } from "../../support/adoption-summary.ts";
import { FLAWS } from "../flaws.ts";
import { ROUTES, startService, TOKEN } from "../right-service.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BIN = join(ROOT, "packages/cli/bin/uhp-errors.js");
const README = readFileSync(join(ROOT, "packages/cli/README.md"), "utf8");

const COMMANDS = ["check", "explain", "check-catalog", "export", "compare", "mock", "scan", "adopt", "adoption"];

/** A folder with a service and a catalog, near the packages that they import. */
const HOME = join(ROOT, `test/node_modules/.command-${process.pid}`);

const COLD = 'acme_gpu_cold: { status: 503, message: "It is cold." }';
const LOST = 'acme_lost: { status: 409, message: "It is lost." }';

/** A module that exports a catalog with these codes, and prints. */
const catalogOf = (...codes: string[]) => `import { defineCatalog } from "@uhp-errors/core";
console.log("It prints.");
export const catalog = defineCatalog({ vendor: "acme", codes: { ${codes.join(", ")} } });
`;

const APP = `import express from "express";
const app = express();
app.get("/closed", (request, response) => {
  response.status(409).json({ error: "The order is closed." });
});
app.listen(0);
`;

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "orders", "type": "module" }',
  "catalog.js": catalogOf(COLD),
  "more.js": catalogOf(COLD, LOST),
  "broken.js": 'export const definition = { vendor: "acme", codes: { acme_bad: { status: 200, message: "Bad." } } };\n',
  "node_modules/@acme/errors/package.json": '{ "name": "@acme/errors", "exports": "./index.js", "type": "module" }',
  "node_modules/@acme/errors/index.js": catalogOf(COLD),
  "routes.json": JSON.stringify({ success: ROUTES.success }),
  "adoption.json": JSON.stringify(EMPTY),
  "nothing.json": '{ "findings": [] }',
  "src/app.js": APP,
  "src/vendor/app.js": APP,
  "services/orders/package.json": '{ "name": "orders", "type": "module" }',
  "services/orders/app.js": APP,
};

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in a process of its own. A server is stopped once it has printed its address. */
async function run(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@uhp-errors/source", BIN, ...args], {
    cwd: HOME,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    if (args[0] === "mock" && out.includes("http://127.0.0.1:")) child.kill("SIGTERM");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, out, err }));
  });
}

type Service = Awaited<ReturnType<typeof startService>>;

let right: Service;
let wrong: Service;

beforeAll(async () => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(HOME, file)), { recursive: true });
    writeFileSync(join(HOME, file), text);
  }
  const stored = {
    "catalog.json": ["export", "catalog.js"],
    "more.json": ["export", "more.js"],
    "errors-by-hand.json": ["scan", "src"],
  };
  for (const [file, args] of Object.entries(stored))
    writeFileSync(join(HOME, file), (await run(...args, "--json")).out);
  right = await startService({});
  wrong = await startService(FLAWS["ENV03"] ?? {});
});

afterAll(async () => {
  rmSync(HOME, { recursive: true, force: true });
  await Promise.all([right.close(), wrong.close()]);
});

/** Returns the arguments of a line: what the shell does with its output is left out. The address is that of a service. */
const argsOf = (line: string) =>
  line
    .replace(/ > \S+$/, "")
    .replace("http://right", right.url)
    .replace("http://wrong", wrong.url)
    .replace("http://127.0.0.1:3000", right.url)
    .split(" ");

const helps = new Map<string, Promise<string>>();

function helpOf(command: string): Promise<string> {
  const help = helps.get(command) ?? run(command, "--help").then(({ out }) => out);
  helps.set(command, help);
  return help;
}

const examplesIn = (help: string) => [...help.matchAll(/^ {2}\$ npx uhp-errors (.+)$/gm)].map(([, line = ""]) => line);
const statusesIn = (help: string) => [...help.matchAll(/^ {2}(\d) {2}\S/gm)].map(([, status]) => Number(status));

describe("the help of", () => {
  test.each([...COMMANDS, ""])("%j has examples that run, and end as it says", async (command) => {
    const help = command === "" ? (await run("--help")).out : await helpOf(command);
    const examples = examplesIn(help);
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      const { status, err } = await run(...argsOf(example));
      expect(example.startsWith(command)).toBe(true);
      expect([example, statusesIn(help), err]).toEqual([
        example,
        expect.arrayContaining([status]),
        expect.not.stringContaining("--help"),
      ]);
    }
  });

  test.each([...COMMANDS, ""])("%j ends with where to read on", async (command) => {
    const help = command === "" ? (await run("--help")).out : await helpOf(command);
    const [, place = ""] = /\n\nRead on: (.+)\n$/.exec(help) ?? [];
    expect(existsSync(resolve(HOME, place))).toBe(true);
  });
});

describe("the exit status", () => {
  const RUNS: readonly (readonly [command: string, status: number, args: string])[] = [
    ["check", 0, `http://right --token ${TOKEN}`],
    ["check", 1, `http://wrong --token ${TOKEN}`],
    ["check", 2, "right"],
    ["check", 3, "http://127.0.0.1:4"],
    ["check", 4, "http://right"],
    ["explain", 0, "session_busy"],
    ["explain", 1, "session_free"],
    ["explain", 2, "session_busy --catalog package.json"],
    ["check-catalog", 0, "catalog.js"],
    ["check-catalog", 1, "broken.js"],
    ["check-catalog", 2, "package.json"],
    ["export", 0, "catalog.js --json"],
    ["export", 2, "catalog.js"],
    ["compare", 0, "catalog.json more.js"],
    ["compare", 1, "more.json catalog.js"],
    ["compare", 2, "package.json catalog.js"],
    ["mock", 0, "catalog.js"],
    ["mock", 2, "catalog.js --port x"],
    ["scan", 0, "src"],
    ["scan", 1, "src --check nothing.json"],
    ["scan", 2, "nowhere"],
    ["adopt", 0, "--dry-run"],
    ["adopt", 2, "src --dry-run"],
    ["adoption", 0, "adoption.json"],
    ["adoption", 2, "package.json"],
  ];

  test.each(RUNS)("of %s is %i for: %s", async (command, status, args) => {
    expect((await run(...argsOf(`${command} ${args}`))).status).toBe(status);
  });

  test.each(COMMANDS)("of %s is none but those of its help", async (command) => {
    const known = RUNS.filter(([name]) => name === command).map(([, status]) => status);
    expect(statusesIn(await helpOf(command))).toEqual(known);
  });
});

test.each(["-V", "--version"])("%s is the version of the package", async (option) => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"));
  expect(await run(option)).toEqual({ status: 0, out: `${version}\n`, err: "" });
});

describe("with --json, the standard output holds one document alone:", () => {
  /** The names in the README's row about a command. A name with `?` may be missing. */
  function fieldsOf(command: string): readonly string[] {
    const [, cell = ""] = new RegExp(`^\\| (?:\`${command}\`|${command}) +\\| (.*) \\|$`, "m").exec(README) ?? [];
    return [...cell.matchAll(/`([\w?]+)`/g)].map(([, name = ""]) => name);
  }

  /** The names of the fields of an object, and of the objects in its lists. */
  function namesIn(value: object): readonly string[] {
    const rows = Object.values(value).flatMap((part) => (Array.isArray(part) ? part : []));
    return [value, ...rows].flatMap((part) => (typeof part === "object" ? Object.keys(part) : []));
  }

  test.each<readonly [what: string, args: string, status: number]>([
    ["check", `check http://right --token ${TOKEN} --json`, 0],
    ["check", `check http://wrong --token ${TOKEN} --json`, 1],
    ["check", "check http://right --json", 4],
    ["check-catalog", "check-catalog catalog.js --json", 0],
    ["check-catalog", "check-catalog broken.js --json", 1],
    ["compare", "compare more.json catalog.js --json", 1],
    ["mock", "mock catalog.js --json", 0],
    ["scan", "scan --json", 0],
    ["scan", "scan --json --check nothing.json", 1],
    ["adopt", "adopt --json --dry-run", 0],
    ["any", "check http://127.0.0.1:4 --json", 3],
    ["any", "check 127.0.0.1:4 --json", 2],
    ["any", "explain session_free --json", 1],
    ["any", "check-catalog package.json --json", 2],
    ["any", "export catalog.js --json --format html", 2],
    ["any", "compare --json", 2],
    ["any", "mock catalog.js --port x --json", 2],
    ["any", "scan nowhere --json", 2],
    ["any", "adopt --json", 2],
    ["any", "adoption package.json --json", 2],
    ["any", "explian session_busy --json", 2],
  ])("%s, as %s", async (what, args, status) => {
    const ran = await run(...argsOf(args));
    const names = new Set(namesIn(JSON.parse(ran.out)));
    const fields = fieldsOf(what);
    expect(ran.status).toBe(status);
    expect(fields.map((name) => name.replace("?", ""))).toEqual(expect.arrayContaining([...names]));
    expect([...names]).toEqual(expect.arrayContaining(fields.filter((name) => !name.endsWith("?"))));
    if (what === "any") expect(ran.err).toContain(`error: ${JSON.parse(ran.out).error}\n`);
  });

  test("export, explain and adoption", async () => {
    const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).out);
    const stored = JSON.parse(readFileSync(join(HOME, "catalog.json"), "utf8"));
    expect(stored).toMatchObject({ format: 1, vendor: "acme" });
    const row = stored.codes.find(({ code }: { code: string }) => code === "acme_gpu_cold");
    expect(await json("explain", "acme_gpu_cold", "--catalog", "catalog.js")).toEqual(row);
    expect(await json("adoption", "adoption.json")).toEqual(EMPTY);
  });
});
