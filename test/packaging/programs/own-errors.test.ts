import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CORE = fileURLToPath(new URL("../../../packages/core/src/", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Another copy of the package, as an application has it that loads both builds, or whose shared catalog brings its own. */
let copy = "";

beforeAll(async () => {
  copy = await mkdtemp(join(HERE, ".copy-"));
  await cp(CORE, join(copy, "core"), { recursive: true, filter: (name) => !name.endsWith(".test.ts") });
});
afterAll(() => rm(copy, { recursive: true, force: true }));

const TOKEN = "ghp_aB3dE5fG7hJ9kL2maB3dE5fG7hJ9kL2m";
const SECRETS = [TOKEN, "db-primary.internal", "/srv/orders", "hunter2"];

/** Runs a program with an error `error` of the catalog `acme`, and with `other`, another copy of the package. Returns what it prints. */
async function run(program: string): Promise<string> {
  const script = `
    import { createContract, defineCatalog } from ${JSON.stringify(pathToFileURL(join(CORE, "index.ts")))};
    const other = await import(${JSON.stringify(pathToFileURL(join(copy, "core", "index.ts")))});
    const acme = defineCatalog({ vendor: "acme", codes: { acme_closed: { status: 409, message: "The order is closed." } } });
    const make = () => acme.error("acme_closed", {
      message: "No ${TOKEN} for db-primary.internal in /srv/orders",
      param: "input.password.aB3dE5fG7hJ9kL2m",
      detail: { note: "Bearer ${TOKEN}", password: "hunter2", left: 3, "${TOKEN}": 1 },
    });
    const error = make();
    const silent = { onError: () => {} };
    const context = { method: "GET", path: "/", header: () => undefined };
    const write = (value) => process.stdout.write(value);
    ${program}`;
  const args = ["--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: HERE });
  return stdout;
}

const CLOSED = {
  type: "invalid_request_error",
  code: "acme_closed",
  message: "The order is closed.",
  param: null,
  detail: null,
};
const CLEAN = {
  ...CLOSED,
  message: "No [credential] for [host] in [path]",
  param: "input.password",
  detail: { note: "Bearer [credential]", password: "[credential]", left: 3 },
};

describe("the JSON of an own error", () => {
  const show = "write(JSON.stringify(error));";
  test.each<readonly [when: string, program: string, shown: object]>([
    ["before any contract exists has the default message alone", show, CLOSED],
    [
      "after a contract was made is clean, though the error was made before",
      `createContract(acme, silent);${show}`,
      CLEAN,
    ],
    ["after another copy of the package made a contract is clean", `other.createContract(acme, silent);${show}`, CLEAN],
    ["of another copy is clean", `other.createContract(other.defineCatalog({ vendor: "x" }), silent);${show}`, CLEAN],
    [
      "has the default message alone after a contract that was refused",
      `try { createContract(acme, { nope: 1 }); } catch {} ${show}`,
      CLOSED,
    ],
    [
      "has the default message alone if another program put something else in the place of the rules",
      `globalThis[Symbol.for("@uhp-errors/core/clean-json")] = 7; ${show}`,
      CLOSED,
    ],
    [
      "is clean on a frozen global object",
      `Object.preventExtensions(globalThis); createContract(acme, silent); ${show}`,
      CLEAN,
    ],
    [
      "of a structured clone has no message, param or detail",
      "write(JSON.stringify({ cloned: structuredClone(error) }));",
      { cloned: {} },
    ],
    [
      "of a contract's code has the contract's message",
      'write(JSON.stringify(acme.error("session_busy", { message: error.message })))',
      { code: "session_busy", param: null, detail: null },
    ],
  ])("%s", async (_when, program, shown) => {
    const printed = await run(program);
    expect(JSON.parse(printed)).toMatchObject(shown);
    expect(SECRETS.filter((secret) => printed.includes(secret))).toEqual([]);
  });
});

test("a secret that a schema renames does not leave, whichever copy of the package answers", async () => {
  const printed = await run(`
    const rename = (value) => ({ value: { hint: value.password ?? value.hint } });
    const detail = { "~standard": { version: 1, vendor: "own", validate: rename } };
    const codes = { acme_hint: { status: 409, message: "It is closed.", detail } };
    const [own, others] = [defineCatalog({ vendor: "acme", codes }), other.defineCatalog({ vendor: "acme", codes })];
    const contract = createContract(own, silent);
    const init = () => ({ detail: { password: "hunter2" } });
    const errors = [own.error("acme_hint", init()), others.error("acme_hint", init())];
    const bodies = errors.map((one) => JSON.parse(contract.respond(one, context).body).error);
    write(JSON.stringify([...bodies, ...errors]));`);
  const details = (JSON.parse(printed) as readonly { detail: unknown }[]).map(({ detail }) => detail);
  expect(details).toEqual(Array(4).fill({ hint: "[credential]" }));
});

test.each<readonly [what: string, program: string]>([
  ["a response", "createContract(acme, silent).respond(error, context)?.body"],
  ["the response of another copy's contract", "other.createContract(acme, silent).respond(error, context)?.body"],
  ["a call", "JSON.stringify(createContract(acme, silent).handleError(error, { transport: 'x', name: 'y' }))"],
  [
    "a response to an error that was changed",
    "createContract(acme, silent).respond(Object.defineProperty(error, 'param', { value: error.param }), context)?.body",
  ],
])("%s has nothing of an own error's secrets", async (_what, program) => {
  const printed = await run(`write(${program});`);
  expect(SECRETS.filter((secret) => printed.includes(secret))).toEqual([]);
  const { message, param, detail } = JSON.parse(printed).error ?? JSON.parse(printed);
  expect({ message, param, detail }).toEqual({ message: CLEAN.message, param: CLEAN.param, detail: CLEAN.detail });
});
