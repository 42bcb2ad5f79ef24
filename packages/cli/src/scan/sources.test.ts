import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSources } from "./sources.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sources-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(file: string, text = ""): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Folders have their entries in no order that counts. */
const byFile = <T extends { readonly file: string }>(list: readonly T[]) =>
  [...list].sort((one, other) => (one.file < other.file ? -1 : 1));

const OF_TOOLS = "a scan leaves out folders of this name, which mostly hold what tools or others wrote";
const BY_TOOL = "its name says that a tool wrote it";
const IS_LINK = "it is a link, which a scan does not follow";

describe("a file is read", () => {
  test.each([
    ..."a.js a.ts a.cjs a.mjs a.cts a.mts a.jsx a.tsx a.d.js a.min.jsx min.js generated.ts a.generated.b.js".split(" "),
    ..."src/a/b/c.ts mytest/a.ts tester/a.ts latest/a.ts testing.ts test.ts a.testing.ts specs/a.ts".split(" "),
    ..."mydist/a.ts distribution/a.ts".split(" "),
  ])("%s", async (file) => {
    write(file, "text");
    expect(await readSources(folder, false)).toEqual({ sources: [{ file, text: "text" }], skipped: [], tests: 0 });
  });
});

describe("a file is not read, without a word,", () => {
  test.each([
    ..."a.json a.jsonc a.xjs ajs a.js.map a.cjsx a.mtsx a.d.ts a.d.mts a.d.cts a.vue node_modules/a.js".split(" "),
    ..."src/node_modules/a.js bower_components/a.js .git/a.js src/.next/a.js".split(" "),
  ])("if it is %s", async (file) => {
    write(file);
    expect(await readSources(folder, true)).toEqual({ sources: [], skipped: [], tests: 0 });
  });
});

describe("a test is left out:", () => {
  test.each([
    ..."test/a.ts tests/a.ts src/test/a.ts __tests__/a.ts __mocks__/a.ts spec/a.ts e2e/a.ts cypress/a.ts".split(" "),
    ..."fixture/a.ts fixtures/a.ts a.test.ts a.test.js a.test.tsx a.test.mts a.test.cjs a.spec.js".split(" "),
    ..."a.e2e-spec.ts a.stories.jsx a.bench.ts".split(" "),
  ])("%s", async (file) => {
    write(file, "text");
    expect(await readSources(folder, false)).toEqual({ sources: [], skipped: [], tests: 1 });
    expect(await readSources(folder, true)).toEqual({ sources: [{ file, text: "text" }], skipped: [], tests: 0 });
  });
});

describe("a file that a tool wrote is not read:", () => {
  test.each(["a.min.js", "a.bundle.js", "a.generated.ts", "a.gen.ts", "a.gen.mts", "a.min.cjs"])("%s", async (file) => {
    write(file);
    expect(await readSources(folder, false)).toEqual({ sources: [], skipped: [{ file, reason: BY_TOOL }], tests: 0 });
  });
});

test("folders of build output are left out, and named where nobody expects them", async () => {
  for (const at of ["", "src/"]) {
    for (const name of ["dist", "build", "out", "coverage", "vendor", "generated"]) write(`${at}${name}/a.js`);
  }
  write("package.json");
  const { sources, skipped } = await readSources(folder, false);
  expect(sources).toEqual([]);
  const names = "generated src/build src/coverage src/dist src/generated src/out src/vendor vendor".split(" ");
  expect(byFile(skipped)).toEqual(names.map((file) => ({ file, reason: OF_TOOLS })));
});

test("sources are in the order of their paths", async () => {
  for (const file of ["b/a.ts", "a/b.ts", "a/a.ts", "c.ts", "B.ts"]) write(file);
  const { sources } = await readSources(folder, false);
  expect(sources.map(({ file }) => file)).toEqual(["B.ts", "a/a.ts", "a/b.ts", "b/a.ts", "c.ts"]);
});

test("links are not followed, and only those to sources and folders are named", async () => {
  write("real/a.ts");
  write("package.json");
  symlinkSync(join(folder, "real"), join(folder, "folder"));
  symlinkSync(join(folder, "real"), join(folder, "dist"));
  symlinkSync(join(folder, "real/a.ts"), join(folder, "file.ts"));
  symlinkSync(join(folder, "nowhere.ts"), join(folder, "broken.ts"));
  symlinkSync(join(folder, "nowhere"), join(folder, "broken"));
  const { sources, skipped } = await readSources(folder, false);
  expect(sources.map(({ file }) => file)).toEqual(["real/a.ts"]);
  expect(byFile(skipped)).toEqual([
    { file: "broken.ts", reason: IS_LINK },
    { file: "file.ts", reason: IS_LINK },
    { file: "folder", reason: IS_LINK },
  ]);
});

test("a file of 1 MiB is read, without the mark of its encoding, and no larger one", async () => {
  write("a.js", `\ufeff${"x".repeat(1_048_573)}`);
  write("b.js", "x".repeat(1_048_577));
  write("c.js", "x\ufeff");
  const { sources, skipped } = await readSources(folder, false);
  expect(sources.map(({ file, text }) => [file, text.length])).toEqual([
    ["a.js", 1_048_573],
    ["c.js", 2],
  ]);
  expect(skipped).toEqual([
    { file: "b.js", reason: "it has 1048577 bytes, and a scan reads 1048576 of a file at most" },
  ]);
});

test("no more than 32 MiB of files are read", async () => {
  for (let index = 10; index < 45; index += 1) write(`${index}.js`, "x".repeat(1_000_000));
  const { sources, skipped } = await readSources(folder, false);
  expect(sources).toHaveLength(33);
  const reason = "a scan reads 33554432 bytes at most";
  expect(skipped.map((one) => one.reason)).toEqual([reason, reason]);
});

test("nobody waits for a pipe", async () => {
  execFileSync("mkfifo", [join(folder, "pipe.ts")]);
  const { skipped } = await readSources(folder, false);
  expect(skipped).toEqual([{ file: "pipe.ts", reason: "it is no regular file" }]);
});

test("a folder that does not exist is an error", async () => {
  await expect(readSources(join(folder, "nowhere"), false)).rejects.toThrow("ENOENT: no such file or directory");
});
