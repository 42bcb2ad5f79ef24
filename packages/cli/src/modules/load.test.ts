import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileOf } from "../../../../test/conformance-package/run-cli.ts";
import { UsageError } from "../exit.ts";
import {
  catalogIn,
  isCatalog,
  loadCatalog,
  loadModule,
  loadOperationList,
  loadOperations,
  ModuleError,
} from "./load.ts";

const acme = defineCatalog({ vendor: "acme" });
const globex = defineCatalog({ vendor: "globex" });

describe("the catalog of a module is", () => {
  test.each<readonly [what: string, exported: Readonly<Record<string, unknown>>]>([
    ["its default export", { acme: globex, catalog: globex, default: acme }],
    ["the export named catalog", { other: globex, catalog: acme }],
    ["the export named catalog, beside another default export", { default: {}, other: globex, catalog: acme }],
    ["its only catalog", { a: 1, errors: acme, b: null }],
    ["its only catalog under two names", { errors: acme, codes: acme }],
    ["its only catalog, beside something else that is named catalog", { catalog: {}, errors: acme }],
  ])("%s", (_what, exported) => {
    expect(catalogIn("a.ts", exported)).toBe(acme);
  });

  test.each<readonly [what: string, exported: Readonly<Record<string, unknown>>, message: string]>([
    ["not one of two", { a: acme, x: 1, b: globex }, "a.ts exports 2 catalogs (a, b); name one of them `catalog`"],
    [
      "not there",
      { answer: 42, other: {} },
      "a.ts exports no catalog of defineCatalog or joinCatalogs; it exports answer, other",
    ],
    ["not there at all", {}, "a.ts exports no catalog of defineCatalog or joinCatalogs; it exports nothing"],
  ])("%s", (_what, exported, message) => {
    expect(() => catalogIn("a.ts", exported)).toThrow(new UsageError(message));
  });
});

test.each<readonly [what: string, value: unknown, expected: boolean]>([
  ["a catalog", acme, true],
  ["a catalog of another copy", { vendor: "acme", codes: {}, definition: () => undefined }, true],
  ["null", null, false],
  ["nothing", undefined, false],
  ["a text", "acme", false],
  ["a function", Object.assign(() => {}, { vendor: "acme", codes: {}, definition: () => undefined }), false],
  ["no vendor", { codes: {}, definition: () => undefined }, false],
  ["no codes", { vendor: "acme", definition: () => undefined }, false],
  ["no definition", { vendor: "acme", codes: {} }, false],
])("whether a value is a catalog: %s", (_what, value, expected) => {
  expect(isCatalog(value)).toBe(expected);
});

/** A folder below the working directory, relative to it. */
function folderHere(): string {
  const folder = `test/node_modules/.modules-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("a module is loaded from", () => {
  test.each(["a.js", "a.mjs", "./a.mjs", "./a.js"])("the file %s, relative to the working directory", async (name) => {
    const folder = folderHere();
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, name), "export const answer = 42;\n");
    const specifier = `${name.startsWith("./") ? "./" : ""}${folder}/${name.replace("./", "")}`;
    expect((await loadModule(specifier))["answer"]).toBe(42);
  });

  test("a file of CommonJS", async () => {
    const folder = folderHere();
    writeFileSync(join(folder, "a.cjs"), "exports.answer = 42;\n");
    expect((await loadModule(`${folder}/a.cjs`))["answer"]).toBe(42);
  });

  test("a file in TypeScript", async () => {
    const { vendor } = await loadCatalog("test/conformance-package/catalogs/named.ts");
    expect(vendor).toBe("acme");
  });

  test("a package that is installed", async () => {
    await expect(loadCatalog("picocolors")).rejects.toThrow(
      /^picocolors exports no catalog of defineCatalog or joinCatalogs; it exports .*\bcreateColors\b/,
    );
  });

  test.each<readonly [specifier: string, reason: string]>([
    ["./nowhere", "there is no such file"],
    ["nowhere.ts", "there is no such file"],
    ["no-such-package", "there is no such file, and no package of this name is installed here"],
    [
      "test/conformance-package/catalogs/named",
      "there is no such file. Did you mean test/conformance-package/catalogs/named.ts?",
    ],
    ["./test", "it is a folder; give the file in it"],
    ["test", "it is a folder; give the file in it"],
    ["package.json", "it is JSON, and no module"],
    ["./package.json", "it is JSON, and no module"],
    ["https://acme.example/errors.js", "give a file, or the name of a package"],
    ["file:///errors.js", "give a file, or the name of a package"],
  ])("no %s, which is no module", async (specifier, reason) => {
    await expect(loadModule(specifier)).rejects.toThrow(new UsageError(`${specifier} cannot be loaded: ${reason}`));
  });

  test("no empty string", async () => {
    const reason = '"" cannot be loaded: give a file, or the name of a package';
    await expect(loadModule("")).rejects.toThrow(new UsageError(reason));
  });

  test("no file that throws, and the error has what it threw", async () => {
    const file = fileOf('throw new RangeError("Too much.");', "a.mjs");
    await expect(loadModule(file)).rejects.toMatchObject({
      exit: 2,
      message: `${file} cannot be loaded: Too much.`,
      cause: new RangeError("Too much."),
    });
  });
});

describe("a module that cannot be loaded", () => {
  const failure = (message: string, more: object) => Object.assign(new Error(message), more);
  const NOT_FOUND = "ERR_MODULE_NOT_FOUND";
  const ADVICE = "Give the built file, or run it with tsx: npx tsx node_modules/@uhp-errors/cli/bin/uhp-errors.js …";
  const WITH_TSX = `; Node does not load a .ts file for an import of the .js file that is built from it. ${ADVICE}`;
  const EXTENSION = "ERR_UNKNOWN_FILE_EXTENSION";
  const unknown = (ending: string) => `Unknown file extension "${ending}" for /a${ending}`;

  test.each<readonly [what: string, cause: unknown, message: string]>([
    ["with an error", new Error("No."), "No."],
    ["with a text", "No.", "No."],
    ["with null", null, "null"],
    ["with undefined", undefined, "undefined"],
    [
      "as TypeScript",
      failure(unknown(".ts"), { code: EXTENSION }),
      `${unknown(".ts")}; TypeScript needs Node 22.18 or later, and this is Node ${process.versions.node}. ${ADVICE}`,
    ],
    ["as Markdown", failure(unknown(".md"), { code: EXTENSION }), unknown(".md")],
    ["with an enum", failure("No enum", { code: "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" }), `No enum. ${ADVICE}`],
    ["with a syntax error", new SyntaxError("No."), "No.; run the file with node to see the line"],
    ["with another code", failure("No.", { code: "ERR_OTHER" }), "No."],
    ["because another package is missing", failure("No.", { code: NOT_FOUND }), "No."],
  ])("%s says so", (_what, cause, message) => {
    const error = new ModuleError("a.ts", cause);
    expect([error.message, error.cause]).toEqual([`a.ts cannot be loaded: ${message}`, cause]);
  });

  test.each<readonly [source: string, imported: string, code: string, hint: string]>([
    ["errors.ts", "errors.js", NOT_FOUND, WITH_TSX],
    ["errors.mts", "errors.mjs", NOT_FOUND, WITH_TSX],
    ["errors.cts", "errors.cjs", NOT_FOUND, WITH_TSX],
    ["errors.ts", "errors.js", "ERR_OTHER", ""],
    ["errors.ts", "other.js", NOT_FOUND, ""],
    ["errors.ts", "errors.mjs", NOT_FOUND, ""],
    ["errors.ts", "errors.ts", NOT_FOUND, ""],
    ["errors.js.ts", "errors.js.js", NOT_FOUND, WITH_TSX],
    ["errors.tson", "errors.json", NOT_FOUND, ""],
    ["errors-ts", "errors-js", NOT_FOUND, ""],
  ])("beside %s, since it imports %s with %s, gets the hint %j", (source, imported, code, hint) => {
    const { href } = pathToFileURL(join(dirname(fileOf("", source)), imported));
    const { message } = new ModuleError("a.ts", failure("No.", { code, url: href }));
    expect(message).toBe(`a.ts cannot be loaded: No.${hint}`);
  });

  test.each([42, "node:errors.js", "https://file:a.js", "afile:///errors.js"])(
    "because of %j, which is no file, gets no hint",
    (url) => {
      expect(new ModuleError("a.ts", failure("No.", { code: NOT_FOUND, url })).message).toBe(
        "a.ts cannot be loaded: No.",
      );
    },
  );
});

describe("the operations of a module are", () => {
  const GET = '{ method: "GET", path: "/a", codes: ["acme_cold"] }';
  const PUT = '{ method: "PUT", path: "/b", codes: [] }';
  const get = { method: "GET", path: "/a", codes: ["acme_cold"] };
  const put = { method: "PUT", path: "/b", codes: [] };

  test.each<readonly [what: string, text: string, expected: unknown]>([
    ["its default export", `export default [${GET}];\nexport const operations = [${PUT}];`, [get]],
    ["the export named operations", `export const b = ${GET};\nexport const operations = [${PUT}];`, [put]],
    [
      "the export named operations, beside another default export",
      `export default [1];\nexport const operations = [${PUT}];`,
      [put],
    ],
    ["an empty list", "export default [];", []],
    ["each by itself", `export const a = ${GET};\nexport const b = ${PUT};\nexport const c = 1;`, [get, put]],
    ["one under two names, once", `export const a = ${GET};\nexport { a as default };`, [get]],
    [
      "none of a list with something else in it",
      `export const operations = [${GET}, 1];\nexport const b = ${PUT};`,
      [put],
    ],
    [
      "no values that only look like one",
      `export const a = { method: "GET", path: "/a" };
       export const b = { path: "/a", codes: [] };
       export const c = { method: "GET", codes: [] };
       export const d = null;
       export const e = { method: "GET", path: "/a", codes: "acme_cold" };
       export const f = Object.assign(() => {}, ${GET});
       export const g = ${PUT};`,
      [put],
    ],
  ])("%s", async (_what, text, expected) => {
    expect(await loadOperations(fileOf(text, "operations.mjs"))).toEqual(expected);
  });

  test("what a JSON file has", async () => {
    const file = fileOf({ "GET /a": ["acme_cold"] });
    expect(await loadOperations(file)).toEqual({ "GET /a": ["acme_cold"] });
    await expect(loadOperationList(file)).rejects.toThrow(
      new UsageError(`${file} is no list of operations, each with method, path and codes`),
    );
  });

  test("a list in a JSON file", async () => {
    expect(await loadOperationList(fileOf([get]))).toEqual([get]);
  });

  test("missing if it exports something else", async () => {
    const file = fileOf("export const answer = 42;", "operations.mjs");
    await expect(loadOperations(file)).rejects.toThrow(
      new UsageError(`${file} exports no operation; expected objects with method, path and codes`),
    );
  });
});
