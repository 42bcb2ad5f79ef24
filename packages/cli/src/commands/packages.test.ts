import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listFolders, manifestText, ownOf, packageAround } from "./packages.ts";
import { catalogVendor, findVendor, nameVendor } from "./vendor.ts";

type Files = Readonly<Record<string, string>>;

function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

test.each<readonly [file: string, folders: readonly string[]]>([
  ["c.ts", []],
  ["a/c.ts", ["a"]],
  ["a/b/c.ts", ["a", "a/b"]],
])("the folders of %s are %j", (file, folders) => {
  expect(listFolders(file)).toEqual(folders);
});

describe("the sources of a service are without those of", () => {
  const NAMED = '{ "name": "other" }';
  const OWN = "it is a package of its own. Run the command there";

  test.each<
    readonly [
      what: string,
      manifests: Files,
      files: readonly string[],
      left: readonly string[],
      skipped: readonly string[],
    ]
  >([
    ["no other package", {}, ["a.ts", "b/c.ts"], ["a.ts", "b/c.ts"], []],
    ["a package with a name", { "b/package.json": NAMED }, ["a.ts", "b/c.ts"], ["a.ts"], ["b"]],
    [
      "a package with dependencies",
      { "b/package.json": '{ "dependencies": {} }' },
      ["b/c.ts", "bc.ts", "bc/d.ts"],
      ["bc.ts", "bc/d.ts"],
      ["b"],
    ],
    ["the folders in it", { "b/package.json": NAMED }, ["b/c/d.ts", "b/e.ts"], [], ["b"]],
    [
      "a package in a package, which is named once",
      { "b/package.json": NAMED, "b/c/package.json": NAMED },
      ["b/c/d.ts", "b/e.ts"],
      [],
      ["b"],
    ],
    [
      "several packages, in order",
      { "c/package.json": NAMED, "b/package.json": NAMED },
      ["c/a.ts", "b/a.ts"],
      [],
      ["b", "c"],
    ],
    [
      "no folder whose package.json only says how to read its files",
      { "b/package.json": '{ "type": "module" }', "c/package.json": "[]", "d/package.json": "{" },
      ["b/a.ts", "c/a.ts", "d/a.ts"],
      ["b/a.ts", "c/a.ts", "d/a.ts"],
      [],
    ],
  ])("%s", async (_what, manifests, files, left, skipped) => {
    const sources = files.map((file) => ({ file, text: "" }));
    expect(await ownOf(folderWith(manifests), { sources, skipped: [], tests: 0 })).toEqual({
      sources: left.map((file) => ({ file, text: "" })),
      skipped: skipped.map((file) => ({ file, reason: OWN })),
    });
  });

  test("what was not read, if it is in another package", async () => {
    const reason = "it cannot be parsed";
    const skipped = [
      { file: "a.ts", reason },
      { file: "b/c.ts", reason },
    ];
    const sources = [{ file: "b/d.ts", text: "" }];
    const own = await ownOf(folderWith({ "b/package.json": NAMED }), { sources, skipped, tests: 0 });
    expect(own.skipped).toEqual([
      { file: "a.ts", reason },
      { file: "b", reason: OWN },
    ]);
  });
});

describe("the package that a folder is in is", () => {
  const NAMED = '{ "name": "shop" }';
  test.each<readonly [what: string, files: Files, folder: string, around: string]>([
    ["the folder itself", { "package.json": NAMED }, ".", ""],
    ["a folder above it", { "package.json": NAMED, "a/b/c.ts": "" }, "a/b", ""],
    ["the nearest one", { "package.json": NAMED, "a/package.json": NAMED, "a/b/c.ts": "" }, "a/b", "a"],
    ["above a package.json without a name", { "package.json": NAMED, "a/package.json": "{}" }, "a", ""],
    [
      "the folder itself, at the edge of its repository",
      { "package.json": NAMED, "a/.git/HEAD": "", "a/b/c.ts": "" },
      "a/b",
      "a/b",
    ],
    ["at the edge of its repository", { "package.json": NAMED, ".git/HEAD": "", "a/b.ts": "" }, "a", ""],
    ["the folder itself, where there is none", { ".git/HEAD": "", "a/b.ts": "" }, "a", "a"],
  ])("%s", async (_what, files, folder, around) => {
    const root = folderWith(files);
    expect(relative(root, await packageAround(join(root, folder)))).toBe(around);
  });
});

describe("the text of a package.json", () => {
  test("is read", async () => {
    expect(await manifestText(folderWith({ "package.json": "{}\n" }))).toBe("{}\n");
  });

  test("is not waited for in a pipe", async () => {
    const folder = folderWith({});
    const file = join(folder, "package.json");
    execFileSync("mkfifo", [file]);
    await expect(manifestText(folder)).rejects.toThrow(new TypeError(`${file} is no regular file`));
  });
});

describe("the prefix that a name gives is", () => {
  test.each<readonly [manifest: string, prefix: string]>([
    ['{ "name": "orders" }', "orders"],
    ['{ "name": "@theater/seats" }', "theater"],
    ['{ "name": "Orders2Go" }', "orders2go"],
    ['{ "name": "2go-orders" }', "go"],
    ['{ "name": "my-shop-api" }', "shop"],
    ['{ "name": "apis" }', "apis"],
    ['{ "name": "webapi" }', "webapi"],
    ['{ "name": "my-api" }', "acme"],
    ['{ "name": "123" }', "acme"],
    ['{ "name": "" }', "acme"],
    ['{ "name": null }', "acme"],
    ['{ "name": 5 }', "acme"],
    ["{}", "acme"],
    ["null", "acme"],
    ["{", "acme"],
    ['\ufeff{ "name": "orders" }', "orders"],
  ])("of %j: %s", async (manifest, prefix) => {
    expect(await nameVendor(folderWith({ "package.json": manifest }))).toBe(prefix);
  });

  test("acme without a package.json", async () => {
    expect(await nameVendor(folderWith({}))).toBe("acme");
  });

  const EMPTY =
    "a an api app backend boilerplate create demo example express fastify graphql h3 hono http js koa my nest nestjs node nodejs realworld rest restful sample server service starter template the ts typescript web";

  test.each(EMPTY.split(" "))("not %s, which says nothing", async (word) => {
    expect(await nameVendor(folderWith({ "package.json": `{ "name": "${word}-x${word}" }` }))).toBe(`x${word}`);
    expect(await nameVendor(folderWith({ "package.json": `{ "name": "${word}-${word}x" }` }))).toBe(`${word}x`);
  });
});

describe("the prefix of a service is", () => {
  const CATALOG = `import { defineCatalog } from "@uhp-errors/core";\nexport const errors = defineCatalog({ vendor: "conduit" });\n`;
  const NAMED = '{ "name": "shop" }';

  test.each<readonly [what: string, files: Files, folder: string, prefix: string]>([
    ["that of its catalog", { "package.json": NAMED, "a.ts": CATALOG }, ".", "conduit"],
    ["that of the catalog beside the folder", { "package.json": NAMED, "a.ts": CATALOG, "b/c.ts": "" }, "b", "conduit"],
    ["from its name", { "package.json": NAMED, "a.ts": "" }, ".", "shop"],
    [
      "from its name, if only another package has a catalog",
      { "package.json": NAMED, "b/package.json": '{ "name": "other" }', "b/a.ts": CATALOG },
      ".",
      "shop",
    ],
    ["from its name, if only a test has a catalog", { "package.json": NAMED, "test/a.ts": CATALOG }, ".", "shop"],
  ])("%s", async (_what, files, folder, prefix) => {
    expect(await findVendor(join(folderWith(files), folder))).toBe(prefix);
  });

  test("unknown without a catalog in the sources", () => {
    expect(catalogVendor([{ file: "a.ts", text: "export const defineCatalog = 1;" }])).toBe(undefined);
  });
});
