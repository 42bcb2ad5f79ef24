import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import { aliasedPath, Modules } from "./modules.ts";

const modulesOf = (files: Readonly<Record<string, string>>) =>
  new Modules(Object.entries(files).map(([file, text]) => parseModule(file, text)));

test.each<readonly [module: string, path: string | undefined]>([
  ["@/errors", "errors"],
  ["~/errors", "errors"],
  ["#/errors", "errors"],
  ["src/errors", "errors"],
  ["src/api/errors", "api/errors"],
  ["@/", ""],
  ["@me/errors", undefined],
  ["./src/errors", undefined],
  ["errors", undefined],
  ["source/errors", undefined],
])("%s is the path %s", (module, path) => {
  expect(aliasedPath(module)).toBe(path);
});

describe("the file of a module:", () => {
  const FILES = {
    "index.ts": "",
    "app.ts": "",
    "src/errors.ts": "",
    "src/index.ts": "",
    "src/api/errors.js": "",
    "src/api/index.tsx": "",
    "src/pages/reindex.ts": "",
    "src/pages/a.test.mts": "",
    "src/pages/b.js.ts": "",
    "src/pages/c.ts": "",
    "src/pages/c.js": "",
  };

  test.each<readonly [module: string, from: string, file: string | undefined]>([
    ["./errors", "src/app.ts", "src/errors.ts"],
    ["./errors.js", "src/app.ts", "src/errors.ts"],
    ["./errors.ts", "src/app.ts", "src/errors.ts"],
    ["./errors.mjs", "src/app.ts", "src/errors.ts"],
    ["./errors.cjs", "src/app.ts", "src/errors.ts"],
    ["./errors.jsx", "src/app.ts", "src/errors.ts"],
    ["./errors.tsx", "src/app.ts", "src/errors.ts"],
    ["./errors.json", "src/app.ts", undefined],
    ["../errors", "src/api/app.ts", "src/errors.ts"],
    ["./api", "src/app.ts", "src/api/index.tsx"],
    ["./api/index.js", "src/app.ts", "src/api/index.tsx"],
    [".", "src/app.ts", "src/index.ts"],
    ["..", "src/api/app.ts", "src/index.ts"],
    [".", "app.ts", "index.ts"],
    ["./", "app.ts", "index.ts"],
    ["./api/", "src/app.ts", "src/api/index.tsx"],
    ["../api/", "src/jobs/app.ts", "src/api/index.tsx"],
    ["..", "src/app.ts", "index.ts"],
    ["../", "src/app.ts", "index.ts"],
    ["./app", "index.ts", "app.ts"],
    ["./pages/reindex", "src/app.ts", "src/pages/reindex.ts"],
    ["./pages/re", "src/app.ts", undefined],
    ["./pages/a.test", "src/app.ts", "src/pages/a.test.mts"],
    ["./pages/b.js", "src/app.ts", undefined],
    ["./pages/b.js.js", "src/app.ts", "src/pages/b.js.ts"],
    ["./pages/c", "src/app.ts", "src/pages/c.ts"],
    ["@/errors", "src/pages/c.ts", "src/errors.ts"],
    ["@/errors.js", "src/pages/c.ts", "src/errors.ts"],
    ["@/app", "src/pages/c.ts", "app.ts"],
    ["~/api/errors", "src/pages/c.ts", "src/api/errors.js"],
    ["@/pi/errors", "src/pages/c.ts", undefined],
    ["errors", "src/app.ts", undefined],
    ["express", "src/app.ts", undefined],
  ])("%s in %s is %s", (module, from, file) => {
    const files = modulesOf(FILES);
    expect(files.resolveFile(module, from)).toBe(file);
    expect(files.resolveFile(module, from)).toBe(file);
  });

  test("may be another one in another folder", () => {
    const files = modulesOf(FILES);
    expect(files.resolveFile("./errors", "src/api/app.ts")).toBe("src/api/errors.js");
    expect(files.resolveFile("./errors", "src/app.ts")).toBe("src/errors.ts");
  });
});

describe("an exported name may be declared:", () => {
  test.each<readonly [text: string, places: readonly string[]]>([
    ["export const a = 1;", ["a.ts a"]],
    ['export * from "./b";', ["a.ts a", "b.ts a"]],
    ['export * from "b";', ["a.ts a"]],
    ['export { a } from "./b";', ["a.ts a", "b.ts a"]],
    ['export { b as a } from "./b";', ["a.ts a", "b.ts b", "a.ts b"]],
    ['export { a as b } from "./b";', ["a.ts a"]],
    ['export * as a from "./b";', ["a.ts a"]],
    ['import { a } from "./b"; export { a };', ["a.ts a", "b.ts a"]],
    ['import { b as a } from "./b"; export { a };', ["a.ts a", "b.ts b", "a.ts b"]],
    ['import { b } from "./b"; export { b as a };', ["a.ts a", "b.ts b", "a.ts b"]],
    ['import a from "./b"; export { a };', ["a.ts a", "b.ts default", "a.ts default"]],
    ["const a = 1; export { a };", ["a.ts a"]],
    ['export * from "./a";', ["a.ts a"]],
    ['export * from "./b"; export * from "./b";', ["a.ts a", "b.ts a"]],
    ['export * from "./b"; export * from "./c";', ["a.ts a", "b.ts a", "c.ts a", "d.ts a"]],
  ])("%s", (text, places) => {
    const files = modulesOf({
      "a.ts": text,
      "b.ts": 'export * from "./a";',
      "c.ts": 'export * from "./d";',
      "d.ts": "",
    });
    expect(files.listPlaces("a.ts", "a").map(({ file, name }) => `${file} ${name}`)).toEqual(places);
  });

  test("at no more than a hundred places", () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`m${at}.ts`, `export * from "./m${at + 1}.js";`]),
    );
    expect(modulesOf(files).listPlaces("m0.ts", "a").length).toBe(100);
  });

  test.each<readonly [text: string, name: string, isRenamed: boolean]>([
    ['export { a as b } from "./b";', "b", true],
    ['export { a as b } from "./b";', "a", false],
    ['export { a } from "./b";', "a", false],
    ['import { a as b } from "./b"; export { b };', "b", true],
    ['export * from "./b";', "*", false],
    ["export const a = 1;", "a", false],
  ])("%s renames %s: %s", (text, name, isRenamed) => {
    expect(modulesOf({ "a.ts": text }).isRenamed(name)).toBe(isRenamed);
  });
});

describe("the declaration of an imported name:", () => {
  const LIBRARY = "export function a() {}\nexport const b = 1;\nconst c = { d() {} };\nexport default c;";

  test.each<readonly [imported: string, path: readonly string[], line: number | undefined]>([
    ['import { a } from "./b";', ["a"], 1],
    ['import { a as x } from "./b";', ["x"], 1],
    ['import { b } from "./b";', ["b"], 2],
    ['import * as all from "./b";', ["all", "b"], 2],
    ['import c from "./b";', ["c"], 3],
    ['import c from "./b";', ["c", "d"], 3],
    ['import c from "./b";', ["c", "x", "a"], 1],
    ['import x from "./b";', ["x"], undefined],
    ['import { x } from "./b";', ["x"], undefined],
    ['import { a } from "./c";', ["a"], undefined],
    ['import { a } from "b";', ["a"], undefined],
    ['import { a } from "./b";', ["b"], undefined],
    ['import { a } from "./b";', [], undefined],
  ])("%s %j", (imported, path, line) => {
    const module = parseModule("a.ts", imported);
    const files = new Modules([module, parseModule("b.ts", LIBRARY)]);
    expect(files.findDeclaration(path, module)?.node.loc?.start.line).toBe(line);
  });

  test("is behind what passes it on", () => {
    const module = parseModule("a.ts", 'import { x } from "./index.js";');
    const files = new Modules([
      module,
      parseModule("index.ts", 'export { a as x } from "./b.js";'),
      parseModule("b.ts", `\n\n${LIBRARY}`),
    ]);
    expect(files.findDeclaration(["x"], module)?.node.loc?.start.line).toBe(3);
  });
});
