import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Ran, runCli } from "../../../../test/conformance-package/run-cli.ts";
import { main } from "../main.ts";

type Files = Readonly<Record<string, string | Buffer>>;

function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "adopt-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** Returns the files in a folder and its subfolders, with their content; links and folders by their kind. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        return [
          path.slice(folder.length + 1),
          entry.isFile() ? readFileSync(path, "latin1") : lstatSync(path).isSymbolicLink() ? "(a link)" : "(a folder)",
        ];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const MANIFEST = '{\n  "name": "shop",\n  "type": "module"\n}\n';

const APP = `import express from "express";

const app = express();
app.get("/closed", (request, response) => {
  response.status(409).json({ error: "The order is closed." });
});
app.listen(0);
`;

const ADOPTED = `import express from "express";
import { install } from "@uhp-errors/express";
import { contract, shop } from "./error-contract.js";

const app = express();
install(app, contract);
app.get("/closed", (request, response) => {
  throw shop.error("shop_order_closed");
});
app.listen(0);
`;

const CONTRACT = `import { createContract, defineCatalog } from "@uhp-errors/core";

/** The error codes of this service. */
export const shop = defineCatalog({
  vendor: "shop",
  codes: {
    shop_order_closed: { status: 409, message: "The order is closed." },
  },
});

export const contract = createContract(shop);
`;

const SMALL: Files = { "package.json": MANIFEST, "app.js": APP };

/** A file with a route, which does not listen. */
const ROUTES = APP.replace("express()", "express.Router()").replace("app.listen(0);\n", "");

const PREFIX = "The codes get the prefix shop_. Pass another one as --vendor.\n";

const PATCH = `--- a/app.js
+++ b/app.js
@@ -1,7 +1,10 @@
 import express from "express";
+import { install } from "@uhp-errors/express";
+import { contract, shop } from "./error-contract.js";
 
 const app = express();
+install(app, contract);
 app.get("/closed", (request, response) => {
-  response.status(409).json({ error: "The order is closed." });
+  throw shop.error("shop_order_closed");
 });
 app.listen(0);
--- /dev/null
+++ b/error-contract.js
@@ -0,0 +1,11 @@
+import { createContract, defineCatalog } from "@uhp-errors/core";
+
+/** The error codes of this service. */
+export const shop = defineCatalog({
+  vendor: "shop",
+  codes: {
+    shop_order_closed: { status: 409, message: "The order is closed." },
+  },
+});
+
+export const contract = createContract(shop);
--- a/package.json
+++ b/package.json
@@ -1,4 +1,8 @@
 {
   "name": "shop",
-  "type": "module"
+  "type": "module",
+  "dependencies": {
+    "@uhp-errors/core": "^V",
+    "@uhp-errors/express": "^V"
+  }
 }
`;

const TEST_STEP =
  "Test the error responses with @uhp-errors/testing. Not done, because the service has neither vitest nor jest.";

const left = (line: number) => `\nLeft for you:\n  package.json:${line}  ${TEST_STEP}\n\n`;

/** The output, with the same version of the library in each release. */
function plain({ exit, out, err }: Ran): Ran {
  return { exit, out: out.replaceAll(/\^\d+\.\d+\.\d+(?:-[\w.]+)?/g, "^V"), err };
}

const adopt = async (folder: string, ...args: string[]) => plain(await runCli(["adopt", folder, ...args]));

describe("adopt", () => {
  test("shows the change and what is left, and writes nothing in a dry run", async () => {
    const folder = folderWith(SMALL);
    expect(await adopt(folder, "--dry-run")).toEqual({ exit: 0, out: `${PATCH}${left(1)}`, err: PREFIX });
    expect(filesIn(folder)).toEqual(SMALL);
  });

  test("writes the change, and changes nothing the second time", async () => {
    const folder = folderWith(SMALL);
    const wrote = "Wrote 3 files. Install the packages, then run the tests of the service.\n";
    expect(await adopt(folder, "--yes")).toEqual({ exit: 0, out: `${PATCH}${left(1)}${wrote}`, err: PREFIX });
    const files = filesIn(folder);
    expect(Object.keys(files)).toEqual(["app.js", "error-contract.js", "package.json"]);
    expect([files["app.js"], files["error-contract.js"]]).toEqual([ADOPTED, CONTRACT]);
    const again = await adopt(folder, "--yes");
    expect(again).toEqual({ exit: 0, out: `${left(1)}Nothing to change.\n`, err: "" });
    expect(filesIn(folder)).toEqual(files);
  });

  test("writes one file, and asks for no installation then", async () => {
    const folder = folderWith(SMALL);
    await adopt(folder, "--yes");
    writeFileSync(join(folder, "seats.js"), ROUTES);
    const { out } = await adopt(folder, "--yes");
    expect(out.slice(out.indexOf("Wrote"))).toBe("Wrote 1 file. Run the tests of the service.\n");
  });

  test("changes all kinds of files", async () => {
    const route = (name: string) =>
      `${name}.get("/", (_request: unknown, response: any) => {\n  response.status(410).json({ error: "The offer is over." });\n});\n`;
    const files = {
      "app.mts": `import express from "express";\nexport const app = express();\n${route("app")}app.listen(0);\n`,
      "old.cts": `import express = require("express");\nconst old = express.Router();\n${route("old")}export = old;\n`,
      "page.tsx": `import express from "express";\nexport const page = express.Router();\nexport const title = <b>Orders</b>;\n${route("page")}`,
    };
    const folder = folderWith({ "package.json": MANIFEST, ...files });
    expect((await adopt(folder, "--yes")).out).not.toContain("Not looked at");
    for (const file of Object.keys(files))
      expect(filesIn(folder)[file]).toContain('throw shop.error("shop_offer_over");');
  });

  test("needs an answer if it may not write without one", async () => {
    const folder = folderWith(SMALL);
    const err = `${PREFIX}error: nobody can be asked here; nothing was written. Pass --yes to write without a question.\n`;
    expect(await adopt(folder)).toEqual({ exit: 2, out: `${PATCH}${left(1)}`, err });
    expect(filesIn(folder)).toEqual(SMALL);
  });

  test("only installs a contract that reports, on request", async () => {
    const folder = folderWith(SMALL);
    expect((await adopt(folder, "--yes", "--report-only")).out).not.toContain("Left for you");
    const files = filesIn(folder);
    expect(files["app.js"]).toContain('response.status(409).json({ error: "The order is closed." });');
    expect(files["error-contract.js"]).toContain("  reportOnly: true,\n");
  });

  test("tells nothing about a prefix that is given", async () => {
    const { out, err } = await adopt(folderWith(SMALL), "--dry-run", "--vendor", "orders");
    expect(err).toBe("");
    expect(out).toContain('+  vendor: "orders",\n');
  });

  test("names what it did not read, and the line of a step after the change", async () => {
    const folder = folderWith({
      ...SMALL,
      "app.js": APP.replace("app.listen", "process.exit(1);\napp.listen"),
      "broken.js": "const = 1;",
      "other/package.json": '{ "name": "other" }',
      "other/a.js": APP,
    });
    const { out } = await adopt(folder, "--dry-run");
    expect(out.slice(out.indexOf("\nLeft"))).toBe(`
Left for you:
  package.json:1  ${TEST_STEP}
  other  Not looked at: it is a package of its own. Run the command there.
  broken.js  Not looked at: it cannot be parsed: Unexpected token (1:6).

`);
  });

  test("shows the lines of a file from Windows without their carriage returns, and tabs as they are", async () => {
    const app = APP.replaceAll("\n", "\r\n").replace("  response", "\tresponse").replace("// ", "");
    const { out } = await adopt(folderWith({ ...SMALL, "app.js": app }), "--dry-run");
    expect(out).not.toContain("\r");
    expect(out).not.toContain("\\u{d}");
    expect(out).toContain('\n-\tresponse.status(409).json({ error: "The order is closed." });\n+\tthrow');
  });

  test("changes no test", async () => {
    const folder = folderWith({ ...SMALL, "test/seats.js": ROUTES });
    await adopt(folder, "--yes");
    expect(filesIn(folder)["test/seats.js"]).toBe(ROUTES);
  });

  test("shows two lines before and after what changes", async () => {
    const app = APP.replace("app.listen(0);\n", "one();\ntwo();\nthree();\nfour();\n");
    const { out } = await adopt(folderWith({ ...SMALL, "app.js": app }), "--dry-run");
    expect(out).toContain('+  throw shop.error("shop_order_closed");\n });\n one();\n--- /dev/null');
  });

  test("shows no line break of a file's name", async () => {
    const { out } = await adopt(folderWith({ ...SMALL, "a\n+evil.js": ROUTES }), "--dry-run");
    expect(out).toContain("--- a/a\\u{a}+evil.js\n");
    expect(out).not.toContain("\n+evil");
  });

  test("shows no control characters of a file, and keeps a line of equal signs", async () => {
    const app = APP.replace('app.get("', `// \u001b[31m 👍\n// ${"=".repeat(20)}\napp.get("`);
    const { out } = await adopt(folderWith({ ...SMALL, "app.js": app }), "--dry-run");
    expect(out).toContain(`\n // \\u{1b}[31m 👍\n // ${"=".repeat(20)}\n`);
    expect(out).not.toMatch(/^=/m);
  });

  test("has colors on a terminal, but not if nobody wants them", async () => {
    const folder = folderWith(SMALL);
    const colored = await runCli(["adopt", folder, "--dry-run"], { isWatched: true, env: { NO_COLOR: "" } });
    const lines = colored.out.split("\n");
    expect(lines.slice(0, 5)).toEqual([
      "\u001b[31m--- a/app.js\u001b[39m",
      "\u001b[32m+++ b/app.js\u001b[39m",
      "@@ -1,7 +1,10 @@",
      ' import express from "express";',
      '\u001b[32m+import { install } from "@uhp-errors/express";\u001b[39m',
    ]);
    expect(lines).toContain('\u001b[31m-  response.status(409).json({ error: "The order is closed." });\u001b[39m');
    const env = { NO_COLOR: "1" };
    const uncolored = await runCli(["adopt", folder, "--dry-run"], { isWatched: true, env });
    expect(plain(uncolored).out).toBe(`${PATCH}${left(1)}`);
  });
});

/** Gives this process other streams until the test has ended. */
function setStreams(streams: Readonly<Record<string, PassThrough>>): void {
  for (const [name, value] of Object.entries(streams)) {
    const before = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, { configurable: true, value });
    onTestFinished(() => {
      if (before !== undefined) Object.defineProperty(process, name, before);
    });
  }
}

/** Runs the command in front of a person, who answers. Returns the question, too. */
async function answered(folder: string, answer: string | undefined): Promise<Ran & { readonly question: string }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = new PassThrough();
  setStreams({ stdin, stdout });
  if (answer === undefined) stdin.end();
  else stdin.write(`${answer}\n`);
  const ran = await runCli(["adopt", folder], { isWatched: true, env: { NO_COLOR: "1" } });
  return { ...plain(ran), question: String(stdout.read()) };
}

describe("adopt writes JSON", () => {
  const open = '\nexport const open = () => ({ statusCode: 409, body: "It is open." });\n';
  const files = { ...SMALL, "app.js": APP + open, "broken.js": "const = 1;" };
  const after = ADOPTED + open;
  const byHand = (line: number) => ({ file: "app.js", line, says: expect.any(String) });
  const skipped = [{ file: "broken.js", reason: "it cannot be parsed: Unexpected token (1:6)" }];
  const read = async (folder: string, ...args: string[]) => JSON.parse((await adopt(folder, "--json", ...args)).out);

  test("with the change and what is left, by the lines of the files as they are", async () => {
    const folder = folderWith(files);
    for (const args of [["--dry-run"], ["--dry-run", "--yes"]])
      expect(await read(folder, ...args)).toEqual({
        written: false,
        changes: [
          { file: "app.js", before: files["app.js"], after },
          { file: "error-contract.js", before: null, after: CONTRACT },
          { file: "package.json", before: MANIFEST, after: expect.any(String) },
        ],
        steps: [byHand(9), { file: "package.json", line: 1, says: TEST_STEP }],
        skipped,
      });
    expect(filesIn(folder)).toEqual(files);
  });

  test("with the lines of the written files", async () => {
    const folder = folderWith(files);
    const { written, steps } = await read(folder, "--yes");
    expect([written, steps]).toEqual([true, [byHand(12), { file: "package.json", line: 1, says: TEST_STEP }]]);
    expect(filesIn(folder)["app.js"]).toBe(after);
    expect(await read(folder, "--yes")).toMatchObject({ written: false, changes: [], skipped });
  });

  test("not without an answer, or a word for it", async () => {
    const folder = folderWith(files);
    const err = "error: --json asks no question; add --dry-run to see the change, or --yes to write it\n";
    expect(await adopt(folder, "--json")).toEqual({ exit: 2, out: expect.any(String), err });
    expect(filesIn(folder)).toEqual(files);
  });
});

describe("adopt asks", () => {
  test.each(["y", "Y", "yes", "YES", " y "])("and writes after the answer %j", async (answer) => {
    const folder = folderWith(SMALL);
    const wrote = "Wrote 3 files. Install the packages, then run the tests of the service.\n";
    expect(await answered(folder, answer)).toEqual({
      exit: 0,
      out: `${PATCH}${left(1)}${wrote}`,
      err: PREFIX,
      question: "Write these 3 files? [y/N] ",
    });
    expect(filesIn(folder)["app.js"]).toBe(ADOPTED);
  });

  test.each([undefined, "", "n", "no", "ye", "yess", "oy", "y n", "yesyes"])(
    "and writes nothing after the answer %j",
    async (answer) => {
      const folder = folderWith(SMALL);
      const { exit, err } = await answered(folder, answer);
      expect([exit, err]).toEqual([0, `${PREFIX}Nothing was written.\n`]);
      expect(filesIn(folder)).toEqual(SMALL);
    },
  );

  test.each<readonly [what: string, isWatched: boolean, isTTY: boolean]>([
    ["the output goes to no terminal", false, true],
    ["the input comes from no terminal", true, false],
  ])("nobody if %s", async (_what, isWatched, isTTY) => {
    setStreams({ stdin: Object.assign(new PassThrough(), { isTTY }).end("y\n") });
    const { exit, err } = await runCli(["adopt", folderWith(SMALL)], { isWatched });
    const message = "nobody can be asked here; nothing was written. Pass --yes to write without a question.";
    expect([exit, err]).toEqual([2, `${PREFIX}error: ${message}\n`]);
  });

  test("after a list with the lines of the files as they are, and shows those of the written files after the answer", async () => {
    const open = '\nexport const open = () => ({ statusCode: 409, body: "It is open." });\n';
    const files = { ...SMALL, "app.js": APP + open };
    const list = (title: string, line: number, end = "") =>
      `\n${title}:\n  app.js:${line}  409 by hand: throw \`shop_open\` instead. Not done, because it cannot be sure for lambda.\n  package.json:1  ${TEST_STEP}\n\n${end}`;
    const before = list("Left for you", 9);
    const listIn = ({ out }: Ran) => out.slice(out.indexOf("\nLeft"));
    expect(listIn(await adopt(folderWith(files), "--dry-run"))).toBe(before);
    expect(listIn(await adopt(folderWith(files)))).toBe(before);
    expect(listIn(await answered(folderWith(files), "n"))).toBe(before);
    const wrote = "Wrote 3 files. Install the packages, then run the tests of the service.\n";
    const after = list("Left for you, by the lines after the change", 12, wrote);
    expect(listIn(await answered(folderWith(files), "y"))).toBe(before + after);
    expect(listIn(await adopt(folderWith(files), "--yes"))).toBe(list("Left for you", 12, wrote));
  });

  test("about one file", async () => {
    const folder = folderWith(SMALL);
    await adopt(folder, "--yes");
    writeFileSync(join(folder, "seats.js"), ROUTES);
    expect((await answered(folder, "n")).question).toBe("Write this file? [y/N] ");
  });
});

describe("adopt writes a test", () => {
  const TESTED: Files = {
    "package.json": '{ "name": "shop", "type": "module", "devDependencies": { "vitest": "^3.0.0" } }\n',
    "app.js": APP.replace("const app", "export const app").replace("app.listen(0);\n", ""),
  };
  const WRITTEN = "test/error-contract.test.js";

  test("in a folder that it makes", async () => {
    const folder = folderWith(TESTED);
    await adopt(folder, "--yes");
    expect(Object.keys(filesIn(folder))).toEqual(["app.js", "error-contract.js", "package.json", "test", WRITTEN]);
  });

  test.each<readonly [what: string, files: Files, isWritten: boolean]>([
    ["beside one that has nothing to do with errors", { "test/other.test.js": "" }, true],
    ["beside one with a longer name", { "test/my-error-contract.test.js": "" }, true],
    ["beside one with another extension", { "test/error-contract.testing.js": "" }, true],
    ["beside one in a folder of the name", { "test/error-contract.test.d/other.test.js": "" }, true],
    ["not if there is one with the test kit", { "test/other.test.js": 'import "@uhp-errors/testing";' }, false],
    ["not if the file is there", { "spec/error-contract.test.ts": "" }, false],
    ["not if the file is there, beside the sources", { "error-contract.test.mjs": "" }, false],
  ])("%s", async (_what, files, isWritten) => {
    const folder = folderWith({ ...TESTED, ...files });
    await adopt(folder, "--yes");
    expect(Object.keys(filesIn(folder)).includes(WRITTEN)).toBe(isWritten);
  });

  test.each<readonly [what: string, spoil: (at: (file: string) => string) => void, err: string]>([
    ["is behind a link", (at) => symlinkSync(folderWith({}), at("test")), `${WRITTEN} is behind a link`],
    ["is below a file", (at) => writeFileSync(at("test"), ""), `${WRITTEN} cannot be written: EEXIST: …`],
    ["is there, as a folder", (at) => mkdirSync(at("error-contract.js")), "error-contract.js is there already"],
    ["is there, as a link", (at) => symlinkSync("a", at("error-contract.js")), "error-contract.js is there already"],
    ["can only be read", (at) => chmodSync(at("package.json"), 0o444), "package.json can only be read"],
  ])("or nothing at all if a file %s", async (_what, spoil, message) => {
    const folder = folderWith(TESTED);
    spoil((file) => join(folder, file));
    const before = filesIn(folder);
    const { exit, err } = await adopt(folder, "--yes", "--vendor", "shop");
    expect([exit, err.replace(/(?<=EEXIST: )[^;]*/, "…")]).toEqual([2, `error: ${message}; nothing was written\n`]);
    expect(filesIn(folder)).toEqual(before);
  });
});

describe("adopt keeps", () => {
  test("the mark at the start of a file", async () => {
    const folder = folderWith({ "package.json": `\ufeff${MANIFEST}`, "app.js": `\ufeff${APP}` });
    await adopt(folder, "--yes");
    expect(readFileSync(join(folder, "app.js"), "utf8")).toBe(`\ufeff${ADOPTED}`);
    expect(readFileSync(join(folder, "package.json"), "utf8").slice(0, 20)).toBe('\ufeff{\n  "name": "shop",');
  });

  test("who may do what with a file", async () => {
    const folder = folderWith(SMALL);
    chmodSync(join(folder, "app.js"), 0o750);
    chmodSync(join(folder, "package.json"), 0o600);
    await adopt(folder, "--yes");
    const modes = ["app.js", "package.json"].map((file) => statSync(join(folder, file)).mode & 0o7777);
    expect(modes).toEqual([0o750, 0o600]);
  });
});

describe("adopt writes nothing if", () => {
  const CHANGED = "app.js is not what was read, or not in UTF-8";

  test.each<readonly [what: string, spoil: (at: (file: string) => string) => void, err: string]>([
    ["a file changes", (at) => writeFileSync(at("app.js"), `${APP}\n`), CHANGED],
    ["a file gets a mark", (at) => writeFileSync(at("app.js"), `\ufeff${APP}\n`), CHANGED],
    ["a file disappears", (at) => rmSync(at("app.js")), CHANGED],
    [
      "a file becomes a link",
      (at) => {
        rmSync(at("app.js"));
        symlinkSync("package.json", at("app.js"));
      },
      "app.js is behind a link",
    ],
    ["a new file is there", (at) => writeFileSync(at("error-contract.js"), ""), "error-contract.js is there already"],
  ])("%s while the change is shown", async (_what, spoil, message) => {
    const folder = folderWith(SMALL);
    let spoiled: object | undefined;
    let err = "";
    const exit = await main(["adopt", folder, "--yes", "--vendor", "shop"], {
      out: () => {
        if (spoiled !== undefined) return;
        spoil((file) => join(folder, file));
        spoiled = filesIn(folder);
      },
      err: (text) => {
        err += text;
      },
      isInteractive: false,
      showsProgress: false,
      env: {},
    });
    expect([exit, err]).toEqual([2, `error: ${message}; nothing was written\n`]);
    expect(filesIn(folder)).toEqual(spoiled);
  });

  test("a file is not in UTF-8", async () => {
    const app = Buffer.from(APP.replace("const app", "// d\xe9j\xe0 vu\nconst app"), "latin1");
    const folder = folderWith({ ...SMALL, "app.js": app });
    const before = filesIn(folder);
    const { exit, err } = await adopt(folder, "--yes", "--vendor", "shop");
    expect([exit, err]).toEqual([2, `error: ${CHANGED}; nothing was written\n`]);
    expect(filesIn(folder)).toEqual(before);
  });
});

describe("adopt refuses", () => {
  const CATALOG = `import { createContract, defineCatalog } from "@uhp-errors/core";
export const acme = defineCatalog({ vendor: "acme" });
export const contract = createContract(acme);
`;

  const UNREAD = "(folder) needs a package.json that can be read:";
  const PREFIXES = "a vendor prefix is lower-case letters and digits and begins with a letter, for example";

  test.each<readonly [what: string, files: Files, args: readonly string[], err: string]>([
    ["a list as package.json", { "package.json": "[]" }, [], `${UNREAD} it is no object`],
    ["null as package.json", { "package.json": "null" }, [], `${UNREAD} it is no object`],
    [
      "dependencies that are none",
      { "package.json": '{ "dependencies": [] }' },
      [],
      `${UNREAD} its \`dependencies\` is no object`,
    ],
    [
      "dependencies of the tests that are none",
      { "package.json": '{ "dependencies": {}, "devDependencies": null }' },
      [],
      `${UNREAD} its \`devDependencies\` is no object`,
    ],
    ["an empty package.json", { "package.json": "" }, [], `${UNREAD} Unexpected end of JSON input`],
    [
      "a prefix that is not allowed",
      {},
      ["--vendor", "Uhp\u001b"],
      `Uhp\\u{1b} cannot be the prefix of codes; pass another one as --vendor. vendor "Uhp\\u{1b}": ${PREFIXES} "acme"`,
    ],
    [
      "a prefix that is not the catalog's",
      { "errors.js": CATALOG },
      ["--vendor", "shop"],
      "the catalog of the service has the prefix acme_; leave --vendor out",
    ],
  ])("%s", async (_what, files, args, message) => {
    const folder = folderWith({ ...SMALL, ...files });
    const err = `error: ${message.replace("(folder)", folder)}\n`;
    expect(await adopt(folder, "--yes", ...args)).toEqual({ exit: 2, out: "", err });
  });

  test("a folder without package.json", async () => {
    const folder = folderWith({ "app.js": APP });
    const reason = "there is none";
    const err = `error: ${UNREAD.replace("(folder)", folder)} ${reason}\n`;
    expect(await adopt(folder, "--yes")).toEqual({ exit: 2, out: "", err });
  });

  test("a folder that is not there", async () => {
    expect(await adopt("nowhere\u001b")).toEqual({
      exit: 2,
      out: "",
      err: "error: there is no folder nowhere\\u{1b}\n",
    });
  });

  test("a file", async () => {
    const file = join(folderWith(SMALL), "app.js");
    expect(await adopt(file)).toEqual({
      exit: 2,
      out: "",
      err: `error: ${file} is no folder; give the one that it is in\n`,
    });
  });

  test("no prefix that is the catalog's", async () => {
    const folder = folderWith({ ...SMALL, "errors.js": CATALOG });
    const { exit, err } = await adopt(folder, "--dry-run", "--vendor", "acme");
    expect([exit, err]).toEqual([0, ""]);
  });
});
