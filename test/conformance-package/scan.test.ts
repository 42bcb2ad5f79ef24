import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scan-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(file: string, text: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const SERVICE = `app.get("/seats/:id", (request, response) => {
  if (seats.taken(request.params.id)) return response.status(409).json({ error: "The seat is taken." });
  response.json({});
});
`;

test("scan prints a table with place, status, proposed code and sentence", async () => {
  write("package.json", '{ "name": "@theater/seats" }');
  write("src/app.js", SERVICE);
  const { exit, out, err } = await runCli(["scan", folder]);
  expect([exit, err]).toEqual([0, ""]);
  expect(out).toBe(`Error responses written by hand (1)
  src/app.js:2  409  theater_seat_taken  The seat is taken.

1 file read, 1 place found.
`);
});

const CATALOG =
  'import { defineCatalog } from "@uhp-errors/core";\nexport const conduit = defineCatalog({ vendor: "conduit" });\n';

test.each<readonly [what: string, files: Readonly<Record<string, string>>, scanned: string, code: string]>([
  ["the catalog in the scanned folder", { "src/errors.js": CATALOG }, "src", "conduit_seat_taken"],
  ["the catalog elsewhere in the package", { "lib/errors.js": CATALOG }, "src", "conduit_seat_taken"],
  [
    "the catalog of its contract, before others",
    {
      "src/a.js": CATALOG.replaceAll("conduit", "other"),
      "src/errors.js": `${CATALOG.replace("import { ", "import { createContract, ")}export const contract = createContract(conduit);\n`,
    },
    ".",
    "conduit_seat_taken",
  ],
  ["no catalog of a test", { "test/errors.js": CATALOG }, ".", "theater_seat_taken"],
  [
    "no catalog of another package",
    { "other/package.json": '{ "name": "other" }', "other/errors.js": CATALOG },
    ".",
    "theater_seat_taken",
  ],
  ["the package's name, above the scanned folder", {}, "src", "theater_seat_taken"],
  [
    "the package's name, above a package.json without one",
    { "src/package.json": '{ "type": "module" }' },
    "src",
    "theater_seat_taken",
  ],
  ["no name of a package outside of the repository", { "src/.git/HEAD": "" }, "src", "acme_seat_taken"],
])("scan takes the prefix of %s", async (_what, files, scanned, code) => {
  write("package.json", '{ "name": "@theater/seats" }');
  write("src/app.js", SERVICE);
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { out } = await runCli(["scan", join(folder, scanned), "--report", "json"]);
  expect(JSON.parse(out).findings).toMatchObject([{ code }]);
});

test("scan --report sarif names the rule, the line and the advice", async () => {
  write("src/app.js", SERVICE);
  const { out } = await runCli(["scan", folder, "--report", "sarif", "--vendor", "acme"]);
  const { version, runs } = JSON.parse(out);
  expect(version).toBe("2.1.0");
  expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toContain("response");
  expect(runs[0].results).toEqual([
    {
      ruleId: "response",
      level: "warning",
      message: {
        text: 'Error responses written by hand: status 409, "The seat is taken." Throw `acme_seat_taken` instead.',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/app.js" },
            region: { startLine: 2, startColumn: 46 },
          },
        },
      ],
    },
  ]);
});

test("scan --check fails for an error that the baseline does not have, wherever lines have moved", async () => {
  write("src/app.js", SERVICE);
  const baseline = write("baseline.json", (await runCli(["scan", folder, "--report", "json"])).out);
  write("src/app.js", `// One line more.\n${SERVICE}`);
  expect(await runCli(["scan", folder, "--check", baseline])).toMatchObject({ exit: 0, err: "" });

  write("src/app.js", `${SERVICE}${SERVICE}`);
  const { exit, out, err } = await runCli(["scan", folder, "--check", baseline]);
  expect(exit).toBe(1);
  expect(out).toContain("src/app.js:6");
  expect(out).not.toContain("src/app.js:2 ");
  expect(err).toBe("error: 1 error is written by hand that the baseline does not have\n");
});

test("scan follows no link, and says what it did not read and why", async () => {
  write("package.json", "{}");
  write("src/app.ts", `\ufeff${SERVICE.replaceAll("\n", "\r\n")}`);
  write("src/broken.ts", "const = 1;");
  write("src/large.js", `//${"x".repeat(5_000_000)}`);
  write("node_modules/x/index.js", SERVICE);
  write("dist/app.js", SERVICE);
  write("src/app.test.ts", SERVICE);
  write("src/vendor/app.js", SERVICE);
  write("src/build/app.js", SERVICE);
  write("src/api.generated.ts", SERVICE);
  write("src/api.d.ts", "export {};");
  symlinkSync(folder, join(folder, "src/loop"));
  symlinkSync(join(folder, "src/app.ts"), join(folder, "src/linked.ts"));
  symlinkSync(join(folder, "src/app.ts"), join(folder, "src/linked.txt"));
  symlinkSync(folder, join(folder, "src/node_modules"));
  execFileSync("mkfifo", [join(folder, "src/pipe.ts")]);
  const { exit, out } = await runCli(["scan", folder, "--report", "json"]);
  const { files, tests, findings, skipped } = JSON.parse(out);
  expect(exit).toBe(0);
  expect([files, tests]).toEqual([1, 1]);
  expect(findings.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`)).toEqual(["src/app.ts:2"]);
  const link = "it is a link, which a scan does not follow";
  const foreign = "a scan leaves out folders of this name, which mostly hold what tools or others wrote";
  expect(skipped).toEqual([
    { file: "src/api.generated.ts", reason: "its name says that a tool wrote it" },
    { file: "src/broken.ts", reason: expect.stringContaining("it cannot be parsed") },
    { file: "src/build", reason: foreign },
    { file: "src/large.js", reason: "it has 5000002 bytes, and a scan reads 1048576 of a file at most" },
    { file: "src/linked.ts", reason: link },
    { file: "src/loop", reason: link },
    { file: "src/pipe.ts", reason: "it is no regular file" },
    { file: "src/vendor", reason: foreign },
  ]);
});

test("scan waits for no package.json that is a pipe", async () => {
  write("package.json", "{}");
  write("src/app.ts", SERVICE);
  execFileSync("mkfifo", [join(folder, "src/package.json")]);
  expect((await runCli(["scan", folder])).exit).toBe(0);
  expect((await runCli(["scan", join(folder, "src")])).exit).toBe(0);
});

test("scan reads no more than it has room for", async () => {
  const large = `//${"x".repeat(1_000_000)}\n`;
  for (let index = 10; index < 45; index += 1) write(`src/${index}.js`, large);
  const { out } = await runCli(["scan", folder]);
  const reason = "a scan reads 33554432 bytes at most";
  expect(out).toBe(`src/43.js: ${reason}\nsrc/44.js: ${reason}\n\n33 files read, 0 places found.\n`);
});

test("scan says how many tests it left out", async () => {
  write("src/app.js", SERVICE);
  write("test/app.js", SERVICE);
  expect((await runCli(["scan", folder])).out).toMatch(
    /\n1 file read, 1 place found\. 1 test left out; --tests reads it\.\n$/,
  );
  expect((await runCli(["scan", folder, "--tests"])).out).toMatch(/\n2 files read, 2 places found\.\n$/);
});

test("scan --report sarif names what was not read, and files with any name", async () => {
  write("src/a#b?c%d e.js", SERVICE);
  write("c:x.js", "const = 1;");
  const { out } = await runCli(["scan", folder, "--report", "sarif"]);
  const [run] = JSON.parse(out).runs;
  expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("src/a%23b%3Fc%25d%20e.js");
  expect(run.invocations).toEqual([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [
        {
          level: "warning",
          message: { text: expect.stringMatching(/^c:x\.js: it cannot be parsed: /) },
          locations: [{ physicalLocation: { artifactLocation: { uri: "c%3Ax.js" } } }],
        },
      ],
    },
  ]);
});

test("scan prints no line in which a build log finds a command", async () => {
  write("::error::a.js", SERVICE);
  write("::error::b.js", "const = 1;");
  const { out } = await runCli(["scan", folder]);
  expect(out).toContain("::error::a.js:2");
  expect(out).not.toMatch(/^\s*::/m);
});

test("scan prints no control characters of what it reads", async () => {
  write("src/app.js", 'res.status(409).send("Sold \\u001b[31m out");');
  expect((await runCli(["scan", folder])).out).toContain("  Sold  out\n");
  write("src/\u009b31m\u202e.js", SERVICE);
  for (const report of ["table", "json", "sarif"]) {
    expect((await runCli(["scan", folder, "--report", report])).out).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  }
});

test("a report with odd names is a baseline, too", async () => {
  write("src/\u009b31m\u202e.js", SERVICE);
  const baseline = write("baseline.json", (await runCli(["scan", folder, "--report", "json"])).out);
  expect(await runCli(["scan", folder, "--check", baseline])).toMatchObject({ exit: 0, err: "" });
});

test.each<readonly [what: string, baseline: string]>([
  ["a list", "[]"],
  ["null", "null"],
  ["findings that are no list", '{ "findings": {} }'],
  ["a finding that is none", '{ "findings": [null] }'],
  ["a prototype", '{ "__proto__": { "findings": [] } }'],
  ["a status that is none", '{ "findings": [{ "kind": "response", "file": "a", "library": "b", "status": {} }] }'],
  [
    "a sentence that is nested deeply",
    `{ "findings": [{ "kind": "response", "file": "a", "library": "b", "sentence": ${"[".repeat(9_000)}${"]".repeat(9_000)} }] }`,
  ],
])("scan refuses a baseline with %s", async (_, text) => {
  write("src/app.js", SERVICE);
  const { exit, err } = await runCli(["scan", folder, "--check", write("baseline.json", text)]);
  expect([exit, err]).toEqual([2, "error: baseline: expected what `uhp-errors scan --report json` prints\n"]);
});

test.each<readonly [what: string, args: readonly string[], err: RegExp]>([
  ["no folder", ["scan", "nowhere"], /^error: nowhere is no folder\n/],
  [
    "a baseline that is none",
    ["scan", ".", "--check", "package.json"],
    /^error: baseline: expected what `uhp-errors scan/,
  ],
  ["an unknown report", ["scan", ".", "--report", "xml"], /Allowed choices are table, json, sarif/],
])("scan refuses %s", async (_, args, err) => {
  const ran = await runCli(args);
  expect(ran.exit).toBe(2);
  expect(ran.err).toMatch(err);
});
