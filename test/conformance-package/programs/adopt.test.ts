import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "@uhp-errors/cli";
import ts from "typescript";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { OPTIONS } from "../../packaging/docs-code/check.ts";
import { startFile } from "../../packaging/docs-code/start-program.ts";
import { ADOPTED, SERVICES, type Service } from "../adopt-services.ts";
import { runCli } from "../run-cli.ts";

/** Near the packages that the services import. */
const HOME = fileURLToPath(new URL("../../node_modules/.adopted/", import.meta.url));

afterAll(() => rmSync(HOME, { recursive: true, force: true }));

let made = 0;

/** Writes a service, and returns its folder. */
function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  made += 1;
  const folder = join(HOME, `${process.pid}-${made}`);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

function folderOf({ files, manifest }: Service): string {
  return folderWith({ "package.json": `${JSON.stringify({ name: "shop", ...manifest }, null, 2)}\n`, ...files });
}

/** Returns the files in a folder and its subfolders, with their content. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]),
  );
}

const STRICT: ts.CompilerOptions = { ...OPTIONS, emitDecoratorMetadata: true };

/** Returns the compiler's complaints about the TypeScript of a service. */
function mistakesIn(folder: string): readonly string[] {
  const files = Object.keys(filesIn(folder)).filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    STRICT,
  );
  const all = files.flatMap((file) => {
    const source = program.getSourceFile(join(folder, file));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return all.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

/** Compiles a service into a new folder, and returns that folder. */
function compiled(folder: string): string {
  const files = Object.entries(filesIn(folder)).map(([file, text]): [string, string] => {
    if (!file.endsWith(".ts")) return [file, text];
    const compilerOptions = { ...STRICT, module: ts.ModuleKind.ESNext };
    return [file.replace(/ts$/, "js"), ts.transpileModule(text, { compilerOptions }).outputText];
  });
  return folderWith(Object.fromEntries(files));
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

/** Starts a service, and returns its responses by path. */
async function answersOf(folder: string, { main }: Service): Promise<Readonly<Record<string, Answer>>> {
  const program = await startFile(join(compiled(folder), main.replace(/ts$/, "js")), folder);
  const answers: Record<string, Answer> = {};
  try {
    for (const path of ["/orders/7", "/orders/8", "/closed", "/stock"]) {
      const response = await fetch(program.url + path);
      const type = response.headers.get("content-type");
      // Express shows the stack, whose lines and folders differ.
      const body = (await response.text()).replace(/<br>.*/, "");
      answers[path] = { status: response.status, type, body };
    }
  } finally {
    await program.close();
  }
  return answers;
}

function codesOf(answers: Readonly<Record<string, Answer>>): readonly string[] {
  return ["/orders/8", "/closed", "/stock"].map((path) => {
    const { status, body } = answers[path] as Answer;
    return `${status} ${JSON.parse(body).error.code}`;
  });
}

async function adopt(folder: string, ...args: readonly string[]): Promise<string> {
  const { exit, out, err } = await runCli(["adopt", folder, "--yes", ...args]);
  expect([exit, err.replace(/^The codes get the prefix shop_.*\n/, "")]).toEqual([0, ""]);
  return out;
}

describe.each(Object.entries(SERVICES))("a service of %s", (_name, service) => {
  const expected = service.adopted ?? ADOPTED;

  test("is adopted by one command", async () => {
    const folder = folderOf(service);
    const before = await answersOf(folder, service);
    await adopt(folder);
    const adopted = filesIn(folder);
    expect(mistakesIn(folder)).toEqual([]);
    const after = await answersOf(folder, service);
    expect(after["/orders/7"]).toEqual(before["/orders/7"]);
    expect(codesOf(after)).toEqual(expected);

    expect(await adopt(folder)).toContain("Nothing to change.");
    expect(filesIn(folder)).toEqual(adopted);
  });

  test("only reports first, and then is put in force", async () => {
    const folder = folderOf(service);
    const before = await answersOf(folder, service);
    await adopt(folder, "--report-only");
    expect(mistakesIn(folder)).toEqual([]);
    expect(await answersOf(folder, service)).toEqual(before);

    await adopt(folder);
    expect(mistakesIn(folder)).toEqual([]);
    expect(codesOf(await answersOf(folder, service))).toEqual(expected);
  });
});

const SMALL = `import express from "express";

const app = express();
app.get("/closed", (request, response) => {
  response.status(409).json({ error: "The order is closed." });
});
app.listen(0);
`;

const MANIFEST = '{ "name": "shop", "type": "module" }\n';

test("adopt asks for an installation only if it has added a package", async () => {
  const folder = folderWith({ "package.json": MANIFEST, "app.js": SMALL });
  expect(await adopt(folder)).toContain("Wrote 3 files. Install the packages, then run the tests of the service.\n");
  writeFileSync(
    join(folder, "seats.js"),
    SMALL.replace("express()", "express.Router()").replace("app.listen(0);\n", ""),
  );
  expect(await adopt(folder)).toContain("Wrote 1 file. Run the tests of the service.\n");
});

test("adopt keeps the mark at the start of a file, its line breaks and the lines that it does not change", async () => {
  const folder = folderWith({
    "package.json": `\ufeff${MANIFEST}`,
    "app.js": `\ufeff${SMALL.replaceAll("\n", "\r\n")}`,
  });
  await adopt(folder);
  const text = readFileSync(join(folder, "app.js"), "utf8");
  expect(
    text.startsWith('\ufeffimport express from "express";\r\nimport { install } from "@uhp-errors/express";\r\n'),
  ).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  const kept = SMALL.split("\n").filter((line) => !line.includes("409"));
  expect(text.replace("\ufeff", "").split("\r\n")).toEqual(expect.arrayContaining(kept));
});

test("adopt --dry-run, and adopt without an answer, write nothing", async () => {
  const folder = folderWith({ "package.json": MANIFEST, "app.js": SMALL });
  const before = filesIn(folder);
  const dry = await runCli(["adopt", folder, "--dry-run"]);
  expect(dry.out).toContain('+  throw shop.error("shop_order_closed");');
  const unanswered = await runCli(["adopt", folder]);
  expect(unanswered.exit).toBe(2);
  expect(unanswered.err).toContain("Pass --yes to write without a question.");
  expect(filesIn(folder)).toEqual(before);
});

test.each<readonly [what: string, spoil: (folder: string) => void]>([
  ["changes while the change is shown", (folder) => writeFileSync(join(folder, "app.js"), `// New.\n${SMALL}`)],
  ["disappears while the change is shown", (folder) => rmSync(join(folder, "app.js"))],
  [
    "becomes a link while the change is shown",
    (folder) => {
      writeFileSync(join(dirname(folder), "elsewhere.js"), SMALL);
      rmSync(join(folder, "app.js"));
      symlinkSync(join(dirname(folder), "elsewhere.js"), join(folder, "app.js"));
    },
  ],
  ["is there where a new file should be", (folder) => writeFileSync(join(folder, "error-contract.js"), "mine\n")],
])("adopt writes nothing at all if a file %s", async (_what, spoil) => {
  const folder = folderWith({ "package.json": MANIFEST, "app.js": SMALL });
  onTestFinished(() => rmSync(join(HOME, "elsewhere.js"), { force: true }));
  let spoiled: object | undefined;
  let err = "";
  const exit = await main(["adopt", folder, "--yes"], {
    out: () => {
      if (spoiled !== undefined) return;
      spoil(folder);
      spoiled = filesIn(folder);
    },
    err: (text) => {
      err += text;
    },
    isInteractive: false,
    showsProgress: false,
    env: {},
  });
  expect([exit, err]).toEqual([
    2,
    expect.stringMatching(/error: (?:app|error-contract)\.js .*; nothing was written\n$/),
  ]);
  expect(filesIn(folder)).toEqual(spoiled);
});

/** A service that gets a test in the folder `test`. */
const TESTED = {
  "package.json": '{ "name": "shop", "type": "module", "devDependencies": { "vitest": "^3.0.0" } }\n',
  "app.js": SMALL.replace("const app", "export const app").replace("app.listen(0);\n", ""),
};

test.each<readonly [what: string, spoil: (folder: string) => void, err: RegExp]>([
  [
    "leads out of the folder by a link",
    (folder) => {
      mkdirSync(join(HOME, "outside"), { recursive: true });
      symlinkSync(join(HOME, "outside"), join(folder, "test"));
    },
    /^error: test\/error-contract\.test\.js is behind a link; nothing was written\n$/m,
  ],
  [
    "is below a file",
    (folder) => writeFileSync(join(folder, "test"), ""),
    /^error: test\/error-contract\.test\.js cannot be written: .*; nothing was written\n$/m,
  ],
  [
    "is a folder",
    (folder) => mkdirSync(join(folder, "error-contract.js")),
    /^error: error-contract\.js is there already; nothing was written\n$/m,
  ],
  [
    "is a link to nowhere",
    (folder) => symlinkSync("nowhere.js", join(folder, "error-contract.js")),
    /^error: error-contract\.js is there already; nothing was written\n$/m,
  ],
  [
    "can only be read",
    (folder) => chmodSync(join(folder, "package.json"), 0o444),
    /^error: package\.json can only be read; nothing was written\n$/m,
  ],
])("adopt writes nothing at all if a file %s", async (_what, spoil, message) => {
  const folder = folderWith(TESTED);
  spoil(folder);
  const before = filesIn(folder);
  const { exit, err } = await runCli(["adopt", folder, "--yes"]);
  expect([exit, err]).toEqual([2, expect.stringMatching(message)]);
  expect(filesIn(folder)).toEqual(before);
  expect(readdirSync(HOME)).not.toContain("outside/error-contract.test.js");
});

test("adopt says that package.json is a link", async () => {
  const folder = folderWith({ "shared.json": MANIFEST, "app.js": SMALL });
  symlinkSync("shared.json", join(folder, "package.json"));
  const { err } = await runCli(["adopt", folder, "--yes"]);
  expect(err).toContain("error: package.json is behind a link; nothing was written\n");
});

test("adopt keeps who may do what with a file", async () => {
  const folder = folderWith({ "package.json": MANIFEST, "app.js": `#!/usr/bin/env node\n${SMALL}` });
  chmodSync(join(folder, "app.js"), 0o750);
  await adopt(folder);
  expect(statSync(join(folder, "app.js")).mode & 0o777).toBe(0o750);
});

test("adopt does not change other packages in its folder", async () => {
  const folder = folderWith({
    "package.json": MANIFEST,
    "app.js": SMALL,
    "packages/api/package.json": '{ "name": "api" }',
    "packages/api/src/app.js": SMALL,
    "lib/package.json": '{ "type": "module" }',
    "lib/routes.js": SMALL.replace("express()", "express.Router()").replace("app.listen(0);\n", ""),
  });
  const out = await adopt(folder);
  expect(out).toContain("packages/api  Not looked at: it is a package of its own. Run the command there.\n");
  const files = filesIn(folder);
  expect(files["packages/api/src/app.js"]).toBe(SMALL);
  expect(files["lib/routes.js"]).toContain('throw shop.error("shop_order_closed")');
});

test("adopt prints no line break of a file's name", async () => {
  const route = SMALL.replace("express()", "express.Router()").replace("app.listen(0);\n", "");
  const folder = folderWith({ "package.json": MANIFEST, "app.js": SMALL, "a\n+evil.js": route });
  const { out } = await runCli(["adopt", folder, "--dry-run"]);
  expect(out).toContain("--- a/a\\u{a}+evil.js\n");
  expect(out).not.toContain("\n+evil");
});

test.each<readonly [what: string, manifest: string, expected: string]>([
  [
    "tabs",
    '{\n\t"name": "shop",\n\t"dependencies": {\n\t\t"a": "1"\n\t}\n}\n',
    '{\n\t"name": "shop",\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"@uhp-errors/core": "^V",\n\t\t"@uhp-errors/express": "^V"\n\t}\n}\n',
  ],
  [
    "no last line break",
    '{\n  "dependencies": {}\n}',
    '{\n  "dependencies": {\n    "@uhp-errors/core": "^V",\n    "@uhp-errors/express": "^V"\n  }\n}',
  ],
  [
    "Windows' line breaks",
    '{\r\n  "name": "shop"\r\n}\r\n',
    '{\r\n  "name": "shop",\r\n  "dependencies": {\r\n    "@uhp-errors/core": "^V",\r\n    "@uhp-errors/express": "^V"\r\n  }\r\n}\r\n',
  ],
  [
    "one line",
    '{"name":"shop","dependencies":{"a":"1"},"x":1}',
    '{"name":"shop","dependencies":{"a":"1","@uhp-errors/core": "^V","@uhp-errors/express": "^V"},"x":1}',
  ],
  ["nothing", "{}", '{\n  "dependencies": {\n    "@uhp-errors/core": "^V",\n    "@uhp-errors/express": "^V"\n  }\n}'],
  [
    "a key that is a prototype",
    '{ "__proto__": 1, "name": "shop", "dependencies": { "constructor": "1", "__proto__": "2" } }\n',
    '{ "__proto__": 1, "name": "shop", "dependencies": { "constructor": "1", "__proto__": "2", "@uhp-errors/core": "^V", "@uhp-errors/express": "^V" } }\n',
  ],
])("adopt keeps the form of a package.json with %s", async (_what, manifest, expected) => {
  const folder = folderWith({ "package.json": manifest, "app.js": SMALL });
  await runCli(["adopt", folder, "--yes", "--vendor", "shop"]);
  expect(readFileSync(join(folder, "package.json"), "utf8").replaceAll(/\^\d+\.\d+\.\d+/g, "^V")).toBe(expected);
});

test("adopt does not write a file that is not in UTF-8", async () => {
  const folder = folderWith({
    "package.json": MANIFEST,
    "app.js": Buffer.from(SMALL.replace("const app", "// d\xe9j\xe0 vu\nconst app"), "latin1"),
  });
  const before = filesIn(folder);
  const { exit, err } = await runCli(["adopt", folder, "--yes"]);
  expect([exit, err]).toEqual([2, expect.stringContaining("not in UTF-8; nothing was written")]);
  expect(filesIn(folder)).toEqual(before);
});

test("adopt lists what it cannot read, and changes the rest", async () => {
  const folder = folderWith({
    "package.json": MANIFEST,
    "app.js": SMALL,
    "broken.js": "const = 1;",
    "large.js": `//${"x".repeat(5_000_000)}`,
  });
  symlinkSync(folder, join(folder, "loop"));
  symlinkSync(join(folder, "app.js"), join(folder, "linked.js"));
  const out = await adopt(folder);
  for (const file of ["broken.js", "large.js", "linked.js"])
    expect(out).toMatch(new RegExp(`${file}  Not looked at: `));
  expect(readFileSync(join(folder, "app.js"), "utf8")).toContain('shop.error("shop_order_closed")');
});

test("adopt changes all kinds of files", async () => {
  const route = (name: string) =>
    `${name}.get("/${name}", (_request: unknown, response: any) => {\n  response.status(410).json({ error: "The offer is over." });\n});\n`;
  const folder = folderWith({
    "package.json": MANIFEST,
    "src/app.mts": `import express from "express";\n\nexport const app = express();\n${route("app")}app.listen(0);\n`,
    "src/old.cts": `import express = require("express");\n\nconst old = express.Router();\n${route("old")}export = old;\n`,
    "src/page.tsx": `import express from "express";\n\nexport const page = express.Router();\nexport const title = <b>Orders</b>;\n${route("page")}`,
  });
  const out = await adopt(folder);
  expect(out).not.toContain("Not looked at");
  for (const file of ["src/app.mts", "src/old.cts", "src/page.tsx"])
    expect(readFileSync(join(folder, file), "utf8")).toContain('throw shop.error("shop_offer_over");');
});

test.each<readonly [what: string, files: Readonly<Record<string, string>>, args: readonly string[], err: RegExp]>([
  ["a folder without package.json", { "app.js": SMALL }, [], /needs a package\.json that can be read/],
  [
    "a package.json that is a list",
    { "package.json": "[]", "app.js": SMALL },
    [],
    /package\.json that can be read: it is no object/,
  ],
  [
    "a package.json that is null",
    { "package.json": "null", "app.js": SMALL },
    [],
    /package\.json that can be read: it is no object/,
  ],
  [
    "dependencies that are none",
    { "package.json": '{ "dependencies": [] }', "app.js": SMALL },
    [],
    /package\.json that can be read: its `dependencies` is no object/,
  ],
  [
    "a package.json with comments",
    { "package.json": '{ "name": "shop" /* our shop */ }', "app.js": SMALL },
    [],
    /needs a package\.json that can be read: /,
  ],
  ["a package.json that is not JSON", { "package.json": "{" }, [], /needs a package\.json that can be read/],
  ["a prefix that is not allowed", { "package.json": MANIFEST, "app.js": SMALL }, ["--vendor", "uhp"], /--vendor/],
  [
    "a prefix that is not the catalog's",
    {
      "package.json": MANIFEST,
      "app.js": `import { createContract, defineCatalog } from "@uhp-errors/core";\nconst acme = defineCatalog({ vendor: "acme" });\nconst contract = createContract(acme);\n`,
    },
    ["--vendor", "shop"],
    /the catalog of the service has the prefix acme_; leave --vendor out/,
  ],
])("adopt refuses %s", async (_what, files, args, message) => {
  const { exit, err } = await runCli(["adopt", folderWith(files), "--yes", ...args]);
  expect(exit).toBe(2);
  expect(err).toMatch(message);
});

test("the page shows what the command prints", async () => {
  const page = readFileSync(new URL("../../../docs/adopting.md", import.meta.url), "utf8");
  const blockAfter = (marker: string) =>
    page
      .split(`<!-- adopt: ${marker} -->`)[1]
      ?.split(/^```\w*\n/m)[1]
      ?.split(/^```$/m)[0];
  const app = blockAfter("src/app.ts") ?? "";
  const manifest = '{ "name": "@acme/orders", "type": "module", "dependencies": { "express": "^5.1.0" } }\n';
  const out = await runCli(["adopt", folderWith({ "package.json": manifest, "src/app.ts": app }), "--yes"]);
  // The versions in package.json change with each release.
  const shown = out.out.slice(out.out.indexOf("--- a/src/app.ts"), out.out.indexOf("Wrote 3 files."));
  expect(`${shown.trimEnd()}\n`).toBe(blockAfter("the change"));
});

test("adopt prints no control characters of what it reads", async () => {
  const folder = folderWith({ "package.json": MANIFEST, "app.js": SMALL.replace("app.get", "// \u001b[31m\napp.get") });
  expect(await adopt(folder)).not.toContain("\u001b");
});
