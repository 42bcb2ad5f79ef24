import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { readProject } from "./project.ts";

type Files = Readonly<Record<string, string>>;

function adopt(files: Files, reportOnly = false) {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const options = { range: "^0.1.0", reportOnly, isTested: true };
  return planAdoption(readProject(sources, '{ "type": "module" }', "acme"), options);
}

/** Returns a file after the adoption, without what it imports and without the guard of a handler. */
function after(files: Files, file = "app.ts"): string {
  const change = adopt(files).changes.find((one) => one.file === file);
  const lines = (change?.after ?? files[file] ?? "").split("\n");
  return lines.filter((line) => !/^import |isContractError/.test(line)).join("\n");
}

const HANDLER =
  "async (ctx, next) => {\n  try {\n    await next();\n  } catch (error) {\n    answer(ctx, error);\n  }\n}";
const KOA = 'import Koa from "koa";\n';
const APP = `${KOA}const app = new Koa();\n`;
const INSTALLED = "const app = new Koa();\ninstall(app, contract);\n";

describe("the contract's middleware stands above an error handler", () => {
  test.each<readonly [what: string, load: string, make: string, handler: string]>([
    ["Koa", 'import Koa from "koa";', "new Koa()", HANDLER],
    [
      "Hono",
      'import { Hono } from "hono";',
      "new Hono()",
      HANDLER.replace("answer(ctx, error)", 'c.res = c.text("No.", 500)').replace("ctx", "c"),
    ],
    [
      "h3",
      'import { H3 } from "h3";',
      "new H3()",
      HANDLER.replace("await next()", "return await next()")
        .replace("answer(ctx, error)", "return failed(error)")
        .replace("ctx", "event"),
    ],
  ])("on %s", (_what, load, make, handler) => {
    const text = `${load}\nconst app = ${make};\napp.use(logger());\napp.use(${handler});\napp.use(routes);\n`;
    expect(after({ "app.ts": text })).toBe(
      `const app = ${make};\ninstall(app, contract);\napp.use(logger());\napp.use(uhp(contract));\napp.use(${handler});\napp.use(routes);\n`,
    );
  });

  test.each<readonly [what: string, before: string, after: string]>([
    ["with a path", `app.use("/v1/*", ${HANDLER});`, `app.use("/v1/*", uhp(contract));\napp.use("/v1/*", ${HANDLER});`],
    [
      "with a path in backticks",
      `app.use(\`/v1\`, ${HANDLER});`,
      `app.use(\`/v1\`, uhp(contract));\napp.use(\`/v1\`, ${HANDLER});`,
    ],
    ["of a router", `router.use(${HANDLER});`, `router.use(uhp(contract));\nrouter.use(${HANDLER});`],
    [
      "in a function",
      `function go() {\n  app.use(${HANDLER});\n}`,
      `function go() {\n  app.use(uhp(contract));\n  app.use(${HANDLER});\n}`,
    ],
    ["in a wrapper", `app.use(named(${HANDLER}));`, `app.use(uhp(contract));\napp.use(named(${HANDLER}));`],
    [
      "with a name",
      `const failed = ${HANDLER};\napp.use(failed);`,
      `const failed = ${HANDLER};\napp.use(uhp(contract));\napp.use(failed);`,
    ],
    [
      "that a function makes",
      `const failed = () => ${HANDLER};\napp.use(failed());`,
      `const failed = () => ${HANDLER};\napp.use(uhp(contract));\napp.use(failed());`,
    ],
    ["after parentheses", `(app.use(a)).use(${HANDLER});`, `(app.use(a)).use(uhp(contract)).use(${HANDLER});`],
    ["in a chain", `app.use(a).use(${HANDLER}).use(b);`, `app.use(a).use(uhp(contract)).use(${HANDLER}).use(b);`],
    [
      "in a chain of lines",
      `app\n  .use(a)\n  .use(${HANDLER})\n  .use(b);`,
      `app\n  .use(a)\n  .use(uhp(contract))\n  .use(${HANDLER})\n  .use(b);`,
    ],
    [
      "in a chain of lines that end with dots",
      `app.use(a).\n  use(${HANDLER});`,
      `app.use(a).\n  use(uhp(contract)).\n  use(${HANDLER});`,
    ],
  ])("%s", (_what, before, expected) => {
    expect(after({ "app.ts": `${APP}${before}\n` })).toBe(`${INSTALLED}${expected}\n`);
  });

  test.each<readonly [what: string, chain: string, expected: string]>([
    ["first in it", `.use(${HANDLER}).use(b)`, `.use(uhp(contract)).use(${HANDLER}).use(b)`],
    ["later in it", `.use(a)\n  .use(${HANDLER})`, `.use(a)\n  .use(uhp(contract))\n  .use(${HANDLER})`],
  ])("in the chain of the app, %s", (_what, chain, expected) => {
    expect(after({ "app.ts": `${KOA}export const app = new Koa()${chain};\n` })).toBe(
      `const baseApp = new Koa();\ninstall(baseApp, contract);\nexport const app = baseApp${expected};\n`,
    );
  });

  test.each<readonly [how: string, load: string, use: string, exported: string]>([
    ["by name", 'import { failed } from "./failed.js";', "failed", `export const failed = ${HANDLER};\n`],
    [
      "by another name",
      'import { failed as other } from "./failed.js";',
      "other",
      `export const failed = ${HANDLER};\n`,
    ],
    ["by default", 'import failed from "./failed.js";', "failed", `export default ${HANDLER};\n`],
    [
      "by default, under its name",
      'import failed from "./failed.js";',
      "failed",
      `const failed = ${HANDLER};\nexport default failed;\n`,
    ],
    [
      "by default, under another name",
      'import failed from "./failed.js";',
      "failed()",
      `export default function make() {\n  return ${HANDLER};\n}\n`,
    ],
    [
      "by a function that makes it",
      'import { failed } from "./failed.js";',
      "failed({ all: true })",
      `export function failed() {\n  return ${HANDLER};\n}\n`,
    ],
    ["as a module", 'import * as errors from "./failed.js";', "errors.failed", `export const failed = ${HANDLER};\n`],
  ])("that is imported %s", (_how, load, use, exported) => {
    const files = { "app.ts": `${load}\n${APP}app.use(${use});\n`, "failed.ts": exported };
    expect(after(files)).toBe(`${INSTALLED}app.use(uhp(contract));\napp.use(${use});\n`);
    expect(adopt(files).changes.find(({ file }) => file === "failed.ts")?.after).not.toContain("uhp(");
  });

  test.each<readonly [how: string, load: string, exported: string]>([
    [
      "whose default export is another",
      'import failed from "./failed.js";',
      `export const own = ${HANDLER};\nexport default go;\n`,
    ],
    [
      "that exports it by another name",
      'import { failed } from "./failed.js";',
      `export const own = ${HANDLER};\nexport const failed = go;\n`,
    ],
    [
      "that has it for itself",
      'import { failed } from "./failed.js";',
      `export default ${HANDLER};\nexport const failed = go;\n`,
    ],
    ["of a package", 'import failed from "failed";', `export default ${HANDLER};\n`],
  ])("but not for what a file imports of one %s", (_how, load, exported) => {
    const files = { "app.ts": `${load}\n${APP}app.use(failed);\n`, "failed.ts": exported };
    expect(after(files)).toBe(`${INSTALLED}app.use(failed);\n`);
  });

  test("in another file than the app", () => {
    const files = { "app.ts": APP, "chain.ts": `export const chain = (app) => {\n  app.use(${HANDLER});\n};\n` };
    const chain = adopt(files).changes.find(({ file }) => file === "chain.ts")?.after;
    expect(chain).toContain("  app.use(uhp(contract));\n  app.use(async");
    expect(chain).toContain(
      'import { uhp } from "@uhp-errors/koa";\nimport { contract } from "./error-contract.js";\n',
    );
  });
});

test.each<readonly [what: string, text: string]>([
  [
    "on Express",
    `import express from "express";\nconst app = express();\napp.use(async (req, res, next) => {\n  try {\n    await next();\n  } catch (error) {\n    res.status(500).end();\n  }\n});\n`,
  ],
  ["for a handler that is mounted nowhere", `${APP}export const failed = ${HANDLER};\n`],
  ["for a handler that a function gets", `${APP}use(${HANDLER});\n`],
  ["for a handler in a list", `${APP}handlers.push(${HANDLER});\n`],
  ["for a handler of another name", `${APP}export const failed = ${HANDLER};\napp.use(other);\n`],
  [
    "for a function beside the handler",
    `${APP}const other = async (ctx) => {};\nexport const failed = ${HANDLER};\napp.use(other);\n`,
  ],
  [
    "for Hono's handler",
    'import { Hono } from "hono";\nconst app = new Hono();\napp.onError((error, c) => c.text("No.", 500));\n',
  ],
])("no middleware of the contract is mounted %s", (_what, text) => {
  expect(after({ "app.ts": text })).not.toContain("uhp(");
});

describe("a handler whose place the contract has", () => {
  const text = `${APP}app.use(${HANDLER});\n`;
  const instead = " `uhp(contract)`, which is mounted above it, then answers in its place.";

  test("is left to be removed", () => {
    const passes =
      "This error handler passes errors of the catalog on. All others it still answers, so the contract knows their status alone: until you remove the handler, clients get none of their codes and details.";
    expect(adopt({ "app.ts": text }).steps).toEqual([{ file: "app.ts", line: 4, says: passes + instead }]);
    const { steps } = adopt({ "app.ts": `${text}export const other = ${HANDLER};\n` });
    expect(steps.map(({ says }) => says)).toEqual([passes + instead, passes]);
  });

  test("is left to be removed, too, if it cannot pass errors on", () => {
    const blocking = text.replace("catch (error)", "catch");
    const answers =
      "This error handler answers before the contract. Remove it or let it pass errors on; then run this command again.";
    expect(adopt({ "app.ts": blocking }).steps).toEqual([{ file: "app.ts", line: 4, says: answers + instead }]);
    expect(after({ "app.ts": blocking })).toContain("app.use(uhp(contract));\napp.use(async");
  });

  test("gets it once", () => {
    const { changes } = adopt({ "app.ts": text });
    const files = Object.fromEntries(
      changes.filter(({ file }) => file.endsWith(".ts")).map((one) => [one.file, one.after]),
    );
    expect(adopt(files).changes.map(({ file }) => file)).toEqual(["package.json"]);
  });

  test("keeps it for itself at report only", () => {
    const change = adopt({ "app.ts": text }, true).changes.find(({ file }) => file === "app.ts");
    expect(change?.after).not.toContain("uhp(");
  });
});
