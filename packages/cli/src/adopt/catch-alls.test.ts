import { describe, expect, test } from "vitest";
import type { Node } from "../scan/syntax.ts";
import { catchAllAround } from "./catch-alls.ts";
import { parseFiles, readManifest } from "./project.ts";

/** Whether the call of `miss` in the first file is in a handler for unknown addresses. */
function isInCatchAll(...texts: readonly string[]): boolean {
  const sources = texts.map((text, index) => ({ file: `${index}.ts`, text }));
  const files = parseFiles(sources, readManifest("{}"));
  const [file] = files;
  const isMiss = (node: Node) => node.type === "Identifier" && node.name === "miss";
  const node = file?.nodes.find(isMiss);
  if (file === undefined || node === undefined) throw new Error("there is no miss");
  return catchAllAround(node, file, files) !== undefined;
}

const HANDLER = "(req, res) => { miss(); }";

describe("a handler is for unknown addresses", () => {
  test.each<readonly [source: string, expected: boolean]>([
    [`app.use(${HANDLER});`, true],
    [`app.use("*", ${HANDLER});`, true],
    [`app.use("/*", ${HANDLER});`, true],
    [`app.all("*", ${HANDLER});`, true],
    [`app.all("*path", ${HANDLER});`, true],
    [`app.all("/*path", ${HANDLER});`, true],
    [`app.all("(.*)", ${HANDLER});`, true],
    [`app.all("/(.*)", ${HANDLER});`, true],
    [`app.all("/{*path}", ${HANDLER});`, true],
    [`app.all("{*path}", ${HANDLER});`, true],
    [`app.setNotFoundHandler(${HANDLER});`, true],
    [`app.setNotFoundHandler({ preHandler }, ${HANDLER});`, true],
    [`app.notFound(${HANDLER});`, true],
    [`app.use(function (req, res, next) { miss(); });`, true],
    [`app.use(() => miss());`, true],
    [`app.all(${HANDLER});`, false],
    [`app.get("*", ${HANDLER});`, false],
    [`app.reuse("*", ${HANDLER});`, false],
    [`app.alls("*", ${HANDLER});`, false],
    [`app.use("*", guard, ${HANDLER});`, false],
    [`app.use("/a", ${HANDLER});`, false],
    [`app.use("/a/*", ${HANDLER});`, false],
    [`app.use("/*/a", ${HANDLER});`, false],
    [`app.use("//*", ${HANDLER});`, false],
    [`app.use("/{*}", ${HANDLER});`, false],
    [`app.use(path, ${HANDLER});`, false],
    [`app.use(${HANDLER}, after);`, false],
    [`app.notFound(${HANDLER}, after);`, false],
    [`use(${HANDLER});`, false],
    [`notFound(${HANDLER});`, false],
    [`app.use((err, req, res, next) => { miss(); });`, false],
    [`app.use(async (req, res) => { go(() => { miss(); }); });`, true],
    ["miss();", false],
  ])("%s: %s", (source, expected) => {
    expect(isInCatchAll(source)).toBe(expected);
  });

  test.each<readonly [source: string, expected: boolean]>([
    ["function missing(req, res) { miss(); }\napp.use(missing);", true],
    [`const missing = ${HANDLER};\napp.use(missing);`, true],
    [`const missing = ${HANDLER};\napp.use(missing as Handler);`, true],
    [`const missing = ${HANDLER};\napp.use(handlers.missing);`, true],
    [`const missing = ${HANDLER};\napp.use(missing.other);`, false],
    [`const missing = ${HANDLER};\napp.use("/a", missing);`, false],
    [`const missing = ${HANDLER};\napp.use(other);`, false],
    [`const missing = ${HANDLER};\nnew app.use(missing);`, false],
    [`go(${HANDLER});\napp.use(go());`, false],
  ])("by its name: %s: %s", (source, expected) => {
    expect(isInCatchAll(source)).toBe(expected);
  });

  test("by its name in another file", () => {
    expect(isInCatchAll(`export const missing = ${HANDLER};`, "app.use(missing);")).toBe(true);
    expect(isInCatchAll(`export const missing = ${HANDLER};`, "app.use(other);")).toBe(false);
  });

  test.each<readonly [body: string, expected: boolean]>([
    ["miss();", true],
    ["miss(); next(error);", true],
    ["miss(); go();", true],
    ['if (req.accepts("html")) miss(); else go();', true],
    ['req.headers.Accept === "a" ? miss() : go();', true],
    ["miss(); next();", false],
    ["if (a) miss(); else go();", false],
    ["a ? miss() : go();", false],
    ["switch (a) { default: miss(); }", false],
    ["try { miss(); } catch {}", false],
    ["for (;;) miss();", false],
    ["for (const a in b) miss();", false],
    ["for (const a of b) miss();", false],
    ["while (a) miss();", false],
    ["do miss(); while (a);", false],
    ["while (req.accepts(a)) miss();", false],
    ["switch (req.accepts(a)) { default: miss(); }", false],
  ])("that does { %s }: %s", (body, expected) => {
    expect(isInCatchAll(`app.use((req, res, next) => { ${body} });`)).toBe(expected);
  });
});
