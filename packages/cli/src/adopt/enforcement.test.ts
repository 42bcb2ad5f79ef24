import { describe, expect, test } from "vitest";
import { contractEdits } from "./contract-edits.ts";
import { withEdits } from "./edits.ts";
import { reportSteps } from "./enforcement.ts";
import { knownContract } from "./known-contract.ts";
import { parseFiles, readManifest } from "./project.ts";

/** Returns the contract's file once its contract is in force and recognizes the given classes, and what is left to the author. */
function enforced(
  text: string,
  more: Readonly<Record<string, string>> = {},
  file = "contract.ts",
  ...names: readonly string[]
) {
  const sources = [{ file, text }, ...Object.entries(more).map(([name, one]) => ({ file: name, text: one }))];
  const files = parseFiles(sources, readManifest("{}"));
  const known = knownContract(files);
  if (known === undefined) throw new Error("there is no contract");
  const classes = names.map((name) => ({ name, module: "./errors.js", isDefault: false }));
  const facts = { vendor: "acme", catalog: "acme", contract: "contract", codes: [], classes, leftOut: [] };
  return {
    after: withEdits(text, contractEdits(known, { ...facts, reportOnly: false }, files)),
    steps: reportSteps(known, files),
    reporting: withEdits(text, contractEdits(known, { ...facts, reportOnly: true }, files)),
  };
}

const CORE = 'import { createContract, defineCatalog } from "@uhp-errors/core";\n';
const LOAD = 'import { adoptionReport } from "@uhp-errors/core/adoption";\n';
const CATALOG = 'export const acme = defineCatalog({ vendor: "acme" });\n';
const COMMENT =
  "/** What the contract would change. Write `JSON.stringify(adoption.json())` to a file, for `uhp-errors adoption`. */\n";
const REPORT = "export const adoption = adoptionReport();\n";
const made = (options: string) => `export const contract = createContract(acme${options});\n`;
const HOOKED = ", { reportOnly: true, onError: adoption.add }";
const DONE = CORE + CATALOG + made("");

describe("a contract in force", () => {
  test.each<readonly [what: string, before: string]>([
    ["its comment", CORE + LOAD + CATALOG + COMMENT + REPORT + made(HOOKED)],
    ["no comment", CORE + LOAD + CATALOG + REPORT + made(HOOKED)],
    ["no export", CORE + LOAD + CATALOG + REPORT.replace("export ", "") + made(HOOKED)],
    ["a blank line", `${CORE}${LOAD}${CATALOG}${COMMENT}${REPORT}\n${made(HOOKED)}`],
    ["a blank line with CRLF", `${CORE}${LOAD}${CATALOG}${REPORT.trimEnd()}\r\n\r\n${made(HOOKED)}`],
    ["spaces after it", `${CORE}${LOAD}${CATALOG}${REPORT.trimEnd()}  \n${made(HOOKED)}`],
  ])("has no report any more, which had %s", (_what, before) => {
    expect(enforced(before)).toMatchObject({ after: DONE, steps: [] });
  });

  test("keeps one blank line of two, and a comment of the author's", () => {
    expect(enforced(`${CORE}${LOAD}${CATALOG}// The report.\n${REPORT}\n\n${made(HOOKED)}`).after).toBe(
      `${CORE}${CATALOG}// The report.\n\n${made("")}`,
    );
  });

  test.each([
    "/** What the contract would change. */ // Print it.\n",
    "/* What the contract would change. */\n",
    "/** What the contract would do. */\n",
  ])("keeps a comment that is not this command's: %s", (comment) => {
    expect(enforced(CORE + LOAD + CATALOG + comment + REPORT + made(HOOKED)).after).toBe(
      CORE + CATALOG + comment + made(""),
    );
  });

  test("has no report any more in CommonJS", () => {
    const core = 'const { createContract, defineCatalog } = require("@uhp-errors/core");\n';
    const load = 'const { adoptionReport } = require("@uhp-errors/core/adoption");\n';
    const rest = 'const acme = defineCatalog({ vendor: "acme" });\n';
    const before = `${core}${load}${rest}const adoption = adoptionReport();\n\nconst contract = createContract(acme, { reportOnly: true, onError: adoption.add });\nmodule.exports = { acme, adoption, contract };\n`;
    expect(enforced(before, {}, "contract.cjs")).toMatchObject({
      after: `${core}${rest}const contract = createContract(acme);\nmodule.exports = { acme, contract };\n`,
      steps: [],
    });
  });

  test.each<readonly [before: string, after: string]>([
    [", { reportOnly: true }", ""],
    [", { reportOnly: false }", ""],
    [", { reportOnly: true, }", ""],
    [", { reportOnly: true, recognize: [] }", ", { recognize: [] }"],
    [", { recognize: [], reportOnly: true }", ", { recognize: [] }"],
    [", { recognize: [], reportOnly: true, }", ", { recognize: [], }"],
    [",{recognize: [],reportOnly: true}", ",{recognize: []}"],
    [", {\n  reportOnly: true,\n  recognize: [],\n}", ", {\n  recognize: [],\n}"],
    [", {\n  recognize: [],\n  reportOnly: true,\n}", ", {\n  recognize: [],\n}"],
    [", {\n  recognize: [],\n  reportOnly: true\n}", ", {\n  recognize: []\n}"],
    [", { recognize: [] , reportOnly: true }", ", { recognize: [] }"],
    [", { recognize: [], reportOnly: true , }", ", { recognize: [], }"],
    [", { reportOnly: true , recognize: [] }", ", { recognize: [] }"],
    [", { recognize: [], onError: adoption.add, reportOnly: true }", ", { recognize: [] }"],
    [", { onError: adoption.add, recognize: [], reportOnly: true }", ", { recognize: [] }"],
    [", {\n  recognize: [], // All.\n  reportOnly: true\n}", ", {\n  recognize: [], // All.\n}"],
    [", { recognize: [] /* All. */, reportOnly: true }", ", { recognize: [] /* All. */, }"],
    [", {\n  // Soon.\n  reportOnly: true\n}", ", {\n  // Soon.\n  \n}"],
    [", { onError: adoption.add }", ""],
    [", { onError() { adoption.add(); } }", ", { onError() { adoption.add(); } }"],
    [", { reportOnly: isTrial }", ", { reportOnly: isTrial }"],
    [", {}", ", {}"],
    [', { "reportOnly": true, a: 1 }', ", { a: 1 }"],
    [", { recognize: [] }", ", { recognize: [] }"],
    [", { onError: print }", ", { onError: print }"],
    [", options", ", options"],
    ["", ""],
    [", { [reportOnly]: true, a: 1 }", ", { [reportOnly]: true, a: 1 }"],
  ])("has of its options %j only %j", (before, after) => {
    const rest = "go(a, b);\n";
    expect(enforced(CORE + CATALOG + made(before) + rest).after).toBe(CORE + CATALOG + made(after) + rest);
  });

  const LIST = "recognize: [recognizeClass(Gone), recognizeClass(Lost)]";
  test.each<readonly [before: string, after: string]>([
    [", { reportOnly: true }", `, { ${LIST} }`],
    [", {\n  reportOnly: true,\n}", `, {\n  ${LIST},\n}`],
    [", { onError: adoption.add }", `, { ${LIST} }`],
    [", { reportOnly: true, onError: adoption.add }", `, { ${LIST} }`],
    [", { onError: adoption.add, reportOnly: true }", `, { ${LIST} }`],
    [", {\n  reportOnly: true,\n  onError: adoption.add,\n}", `, {\n  ${LIST},\n}`],
    [", {\n  onError: print,\n  reportOnly: true,\n}", `, {\n  onError: print,\n  ${LIST},\n}`],
    [", { reportOnly: true, onError: print }", `, { ${LIST}, onError: print }`],
    [
      ", { reportOnly: true, onError: adoption.add, recognize: [a] }",
      ", { recognize: [recognizeClass(Gone), recognizeClass(Lost), a] }",
    ],
    [", { reportOnly: isTrial }", `, { reportOnly: isTrial, ${LIST} }`],
  ])("has in place of the options %j its classes: %j", (before, after) => {
    const load = 'import { recognizeClass } from "@uhp-errors/core";\nimport { Gone, Lost } from "./errors.js";\n';
    expect(enforced(CORE + CATALOG + made(before), {}, "contract.ts", "Gone", "Lost").after).toBe(
      CORE + load + CATALOG + made(after),
    );
  });

  test("loads what recognizes its classes once", () => {
    const core = 'import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";\n';
    const options = (list: string) => made(`, { recognize: [${list}] }`);
    expect(enforced(core + CATALOG + options("recognizeClass(a)"), {}, "contract.ts", "Gone").after).toBe(
      `${core}import { Gone } from "./errors.js";\n${CATALOG}${options("recognizeClass(Gone), recognizeClass(a)")}`,
    );
  });

  test("keeps a comment beside its report", () => {
    expect(enforced(`${CORE}${LOAD}${CATALOG}${REPORT.trimEnd()} // Print it.\n${made(HOOKED)}`).after).toBe(
      `${CORE}${CATALOG} // Print it.\n${made("")}`,
    );
  });

  test("keeps a comment among its options", () => {
    expect(enforced(CORE + CATALOG + made(", {\n  // Soon.\n  reportOnly: true,\n}")).after).toContain(
      "createContract(acme, {\n  // Soon.\n",
    );
  });

  test("only reports for as long as it shall", () => {
    const before = CORE + LOAD + CATALOG + COMMENT + REPORT + made(HOOKED);
    expect(enforced(before).reporting).toBe(before);
  });
});

const REMOVE = "Remove `adoption` and what prints it. The contract is in force, so it gets no more reports.";
const REMOVE_HOOK =
  "Remove `onError: adoption.add`, `adoption` and what prints it. The contract then prints server errors again.";

describe("a report stays", () => {
  test.each<readonly [what: string, rest: string, more: Readonly<Record<string, string>>]>([
    ["which its file prints", "print(adoption);\n", {}],
    ["which its file keeps elsewhere", "module.other = { adoption };\n", {}],
    ["which its file passes on", "export const b = { adoption };\n", {}],
    [
      "which another file prints",
      "",
      { "a.ts": 'import { print } from "./print.js";\nimport { adoption } from "./contract.js";\nprint(adoption);\n' },
    ],
    [
      "which another file takes from the whole module",
      "",
      { "a.ts": 'import * as all from "./contract.js";\nprint(all.adoption);\n' },
    ],
  ])("%s", (_what, rest, more) => {
    const text = CORE + LOAD + CATALOG + REPORT + made(HOOKED) + rest;
    expect(enforced(text, more)).toMatchObject({
      after: CORE + LOAD + CATALOG + REPORT + made("") + rest,
      steps: [{ file: "contract.ts", line: 4, says: REMOVE }],
    });
  });

  test.each<readonly [what: string, more: Readonly<Record<string, string>>]>([
    ["has another variable of its name", { "a.ts": 'import { adoption } from "./other.js";\nprint(adoption);\n' }],
    ["loads the contract alone", { "a.ts": 'import { contract } from "./contract.js";\nprint(contract);\n' }],
  ])("not if another file %s", (_what, more) => {
    expect(enforced(CORE + LOAD + CATALOG + REPORT + made(HOOKED), more)).toMatchObject({ after: DONE, steps: [] });
  });

  test.each<readonly [what: string, report: string]>([
    ["of another package", 'import { adoptionReport } from "other";\nexport const adoption = adoptionReport();\n'],
    ["of another function", "export const adoption = report();\n"],
    ["of no value", "export let adoption;\n"],
    ["under another name", `${LOAD}export const report = adoptionReport();\n`],
    ["beside another variable", `${LOAD}export const adoption = adoptionReport(), b = 1;\n`],
  ])("%s", (_what, report) => {
    expect(enforced(CORE + CATALOG + report + made(HOOKED))).toMatchObject({
      after: CORE + CATALOG + report + made(""),
      steps: [],
    });
  });

  test.each<readonly [options: string]>([
    [", { reportOnly: isTrial, onError: adoption.add }"],
    [", { reportOnly: isTrial, onError: adoption.add, recognize: [] }"],
  ])("with its hook if only the run shows the mode: %s", (options) => {
    const text = `${CORE}${LOAD}${CATALOG}${REPORT}\n${made(options)}`;
    expect(enforced(text)).toMatchObject({
      after: text,
      steps: [{ file: "contract.ts", line: 6, says: REMOVE_HOOK }],
    });
  });

  test.each([", { reportOnly: true, onError: adoption.added }", ", { reportOnly: true, onError: report.add }"])(
    "without a step if the hook is another: %s",
    (options) => {
      expect(enforced(CORE + LOAD + CATALOG + REPORT + made(options))).toMatchObject({
        after: CORE + LOAD + CATALOG + REPORT + made(options.replace("reportOnly: true, ", "")),
        steps: [],
      });
    },
  );
});
