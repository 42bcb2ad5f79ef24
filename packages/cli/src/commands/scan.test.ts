import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCli } from "../../../../test/conformance-package/run-cli.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "scan-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const TAKEN = 'res.status(409).json({ error: "The seat is taken." });\n';
const SOLD = 'res.status(410).json({ error: "The seat is sold." });\n';

test("scan finds errors by hand, and fails for none of them", async () => {
  const folder = folderWith({ "a.js": TAKEN, "package.json": '{ "name": "theater" }' });
  expect(await runCli(["scan", folder])).toEqual({
    exit: 0,
    out: `Error responses written by hand (1)
  a.js:1  409  theater_seat_taken  The seat is taken.

1 file read, 1 place found.
`,
    err: "",
  });
});

test("scan proposes codes with the prefix that is given", async () => {
  const folder = folderWith({ "a.js": TAKEN });
  expect((await runCli(["scan", folder, "--vendor", "hall"])).out).toContain("  a.js:1  409  hall_seat_taken  ");
});

test("scan says how many tests it left out, and reads them on request", async () => {
  const folder = folderWith({ "a.js": TAKEN, "test/a.js": TAKEN });
  expect((await runCli(["scan", folder])).out).toContain(
    "\n1 file read, 1 place found. 1 test left out; --tests reads",
  );
  expect((await runCli(["scan", folder, "--tests"])).out).toContain("\n2 files read, 2 places found.\n");
});

test("scan names what it did not read in the order of the names", async () => {
  const folder = folderWith({ "a.js": "const = 1;", "b.gen.js": TAKEN, "c.js": "const = 1;", "vendor/a.js": "" });
  const { out } = await runCli(["scan", folder]);
  expect(out).toBe(`a.js: it cannot be parsed: Unexpected token (1:6)
b.gen.js: its name says that a tool wrote it
c.js: it cannot be parsed: Unexpected token (1:6)
vendor: a scan leaves out folders of this name, which mostly hold what tools or others wrote

0 files read, 0 places found.
`);
});

test.each<readonly [what: string, now: string, exit: number, err: string]>([
  ["passes if nothing is new", TAKEN, 0, ""],
  ["passes if one is gone", "", 0, ""],
  ["passes if the line moved", `\n${TAKEN}`, 0, ""],
  ["fails for a new one", TAKEN + SOLD, 1, "error: 1 error is written by hand that the baseline does not have\n"],
  [
    "fails for two new ones",
    TAKEN + SOLD + TAKEN,
    1,
    "error: 2 errors are written by hand that the baseline does not have\n",
  ],
])("scan with a baseline %s", async (_what, now, exit, err) => {
  // A name that the report has to escape.
  const file = "a\u009b31m\u202e.js";
  const folder = folderWith({ [file]: TAKEN });
  const { out } = await runCli(["scan", folder, "--report", "json"]);
  const baseline = join(folder, "baseline.json");
  writeFileSync(baseline, out);
  writeFileSync(join(folder, file), now);
  const ran = await runCli(["scan", folder, "--check", baseline]);
  expect([ran.exit, ran.err]).toEqual([exit, err]);
});

test("scan with a baseline shows only what is new", async () => {
  const folder = folderWith({ "a.js": TAKEN, "package.json": '{ "name": "theater" }' });
  const baseline = join(folder, "baseline.json");
  writeFileSync(baseline, (await runCli(["scan", folder, "--report", "json"])).out);
  writeFileSync(join(folder, "a.js"), `${TAKEN}${SOLD}`);
  const { out } = await runCli(["scan", folder, "--check", baseline]);
  expect(out).toBe(`Error responses written by hand (1)
  a.js:2  410  theater_seat_sold  The seat is sold.

1 file read, 1 place found.
`);
  const { findings } = JSON.parse((await runCli(["scan", folder, "--check", baseline, "--report", "json"])).out);
  expect(findings).toMatchObject([{ file: "a.js", line: 2 }]);
});

test("scan refuses a baseline before it reads the sources", async () => {
  const folder = folderWith({ "a.js": TAKEN });
  expect(await runCli(["scan", folder, "--check", join(folder, "nowhere.json")])).toEqual({
    exit: 2,
    out: "",
    err: `error: ${folder}/nowhere.json cannot be read: there is no such file\n`,
  });
});
