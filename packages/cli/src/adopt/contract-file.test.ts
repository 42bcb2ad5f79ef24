import { describe, expect, test } from "vitest";
import { vendorIn } from "./known-contract.ts";
import { planAdoption } from "./plan.ts";
import { parseFiles, readManifest, readProject } from "./project.ts";

type Files = Readonly<Record<string, string>>;

function planned(files: Files, { vendor = "acme", reportOnly = false, type = "module" } = {}) {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const manifest = JSON.stringify({ type, dependencies: { express: "^5.1.0" } });
  return planAdoption(readProject(sources, manifest, vendor), { range: "^0.1.0", reportOnly, isTested: true });
}

const changed = (files: Files, file: string, given?: Parameters<typeof planned>[1]) =>
  planned(files, given).changes.find((change) => change.file === file)?.after ?? files[file] ?? "";

const APP = 'import express from "express";\nconst app = express();\n';
const SEAT = 'app.get("/a", (req, res) => res.status(409).json({ error: "The seat is taken." }));\n';
const CLASS = (name: string, base = "Error") =>
  `export class ${name} extends ${base} {\n  constructor(readonly status: number) {\n    super();\n  }\n}\n`;

describe("a new contract", () => {
  test("has an empty catalog where no error needs a code", () => {
    expect(changed({ "app.ts": APP }, "error-contract.ts")).toBe(
      'import { createContract, defineCatalog } from "@uhp-errors/core";\n\n/** The error codes of this service. */\nexport const acme = defineCatalog({ vendor: "acme" });\n\nexport const contract = createContract(acme);\n',
    );
  });

  test("has its codes in lines", () => {
    const gone = 'app.get("/gone", (req, res) => { return res.status(410).json({ error: "The seat is gone." }); });\n';
    expect(changed({ "app.ts": APP + SEAT + gone }, "error-contract.ts")).toContain(
      '  codes: {\n    acme_seat_gone: { status: 410, message: "The seat is gone." },\n    acme_seat_taken: { status: 409, message: "The seat is taken." },\n  },\n',
    );
  });

  test("only reports in an ES module", () => {
    expect(changed({ "app.ts": APP + SEAT }, "error-contract.ts", { reportOnly: true })).toBe(
      'import { createContract, defineCatalog } from "@uhp-errors/core";\nimport { adoptionReport } from "@uhp-errors/core/adoption";\n\n/** The error codes of this service. */\nexport const acme = defineCatalog({ vendor: "acme" });\n\n/** What the contract would change. Write `JSON.stringify(adoption.json())` to a file, for `uhp-errors adoption`. */\nexport const adoption = adoptionReport();\n\nexport const contract = createContract(acme, {\n  reportOnly: true,\n  onError: adoption.add,\n});\n',
    );
  });

  test("only reports in CommonJS, in the style of the largest file", () => {
    const files = {
      "app.js":
        "const express = require('express')\nconst app = express()\nconst a = 1\nif (a) {\n    app.listen(a)\n}\n",
    };
    expect(changed(files, "error-contract.js", { reportOnly: true, type: "commonjs" })).toBe(
      "const { createContract, defineCatalog } = require('@uhp-errors/core')\nconst { adoptionReport } = require('@uhp-errors/core/adoption')\n\n/** The error codes of this service. */\nconst acme = defineCatalog({ vendor: 'acme' })\n\n/** What the contract would change. Write `JSON.stringify(adoption.json())` to a file, for `uhp-errors adoption`. */\nconst adoption = adoptionReport()\n\nconst contract = createContract(acme, {\n    reportOnly: true,\n    onError: adoption.add,\n})\n\nmodule.exports = { acme, adoption, contract }\n",
    );
  });

  test("is in force in CommonJS", () => {
    const files = {
      "app.js": `const express = require("express");\nconst app = express();\n${SEAT}`,
      "errors.js":
        "class Gone extends Error {\n  constructor(status) {\n    super();\n    this.status = status;\n  }\n}\nmodule.exports = Gone;\n",
    };
    expect(changed(files, "error-contract.js", { type: "commonjs" })).toBe(
      'const { createContract, defineCatalog, recognizeClass } = require("@uhp-errors/core");\nconst Gone = require("./errors");\n\n/** The error codes of this service. */\nconst acme = defineCatalog({\n  vendor: "acme",\n  codes: {\n    acme_seat_taken: { status: 409, message: "The seat is taken." },\n  },\n});\n\nconst contract = createContract(acme, {\n  recognize: [recognizeClass(Gone)],\n});\n\nmodule.exports = { acme, contract };\n',
    );
  });

  test("recognizes classes of several files, each file in one import", () => {
    const files = {
      "app.ts": APP,
      "a.ts": CLASS("One") + CLASS("Two", "TypeError"),
      "b.ts": CLASS("Three", "RangeError"),
      "c.ts": `${CLASS("Four").replace("export ", "")}export default Four;\n`,
    };
    expect(changed(files, "error-contract.ts")).toBe(
      'import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";\nimport Four from "./c.js";\nimport { One, Two } from "./a.js";\nimport { Three } from "./b.js";\n\n/** The error codes of this service. */\nexport const acme = defineCatalog({ vendor: "acme" });\n\nexport const contract = createContract(acme, {\n  recognize: [\n    recognizeClass(One),\n    recognizeClass(Two),\n    recognizeClass(Three),\n    recognizeClass(Four),\n  ],\n});\n',
    );
  });

  test("recognizes two classes on one line", () => {
    const files = { "app.ts": APP, "a.ts": CLASS("One") + CLASS("Two") };
    expect(changed(files, "error-contract.ts")).toContain(
      "\n  recognize: [recognizeClass(One), recognizeClass(Two)],\n",
    );
  });

  test("recognizes three classes in lines", () => {
    const files = { "app.ts": APP, "a.ts": CLASS("One") + CLASS("Two") + CLASS("Three") };
    expect(changed(files, "error-contract.ts")).toContain(
      "\n  recognize: [\n    recognizeClass(One),\n    recognizeClass(Two),\n    recognizeClass(Three),\n  ],\n",
    );
  });

  test("takes the line breaks of the app's file, and the rest of the largest file's style", () => {
    const files = {
      "app.ts": APP.replaceAll("\n", "\r\n"),
      "large.ts": "export const a = 'b'\nexport const c = 'd'\nexport const f = 'g'\n",
    };
    expect(changed(files, "error-contract.ts")).toBe(
      "import { createContract, defineCatalog } from '@uhp-errors/core'\r\n\r\n/** The error codes of this service. */\r\nexport const acme = defineCatalog({ vendor: 'acme' })\r\n\r\nexport const contract = createContract(acme)\r\n",
    );
  });

  test.each<readonly [vendor: string, catalog: string]>([
    ["acme", "acme"],
    ["shop2", "shop2"],
    ["true", "trueErrors"],
    ["arguments", "argumentsErrors"],
    ["truer", "truer"],
    ["express", "expressErrors"],
    ["contract", "contractErrors"],
    ["install", "installErrors"],
  ])("of the prefix %s has the catalog %s", (vendor, catalog) => {
    expect(changed({ "app.ts": APP }, "error-contract.ts", { vendor })).toContain(
      `export const ${catalog} = defineCatalog({ vendor: "${vendor}" });\n`,
    );
  });

  test.each<readonly [source: string, name: string]>([
    ["", "contract"],
    ["const contract = 1;\n", "errorContract"],
    ["const contract = 1;\nconst errorContract = 2;\n", "uhpErrorContract"],
  ])("has a name that no file has: %j", (source, name) => {
    expect(changed({ "app.ts": APP, "a.ts": `${source}export {};\n` }, "error-contract.ts")).toContain(
      `\nexport const ${name} = createContract(acme);\n`,
    );
  });
});

describe("an error class", () => {
  const recognized = (text: string, more: Files = {}) => {
    const { changes, steps } = planned({ "app.ts": APP, "errors.ts": text, ...more });
    const made = changes.find(({ file }) => file === "error-contract.ts")?.after ?? "";
    return {
      load: made.split("\n").find((line) => line.includes("./errors")),
      says: steps.map(({ file, line, says }) => `${file}:${line} ${says}`),
    };
  };
  const BODY = "{ statusCode = 410; }";

  const GONE = `class Gone extends Error ${BODY}\n`;
  const BY_NAME = 'import { Gone } from "./errors.js";';
  const BY_DEFAULT = 'import Gone from "./errors.js";';

  test.each<readonly [how: string, text: string, load: string]>([
    ["with its class", `export ${GONE}`, BY_NAME],
    ["in a list", `${GONE}export { Gone };`, BY_NAME],
    ["as a constant", `export const Gone = class extends Error ${BODY};`, BY_NAME],
    ["as the default", `export default ${GONE}`, BY_DEFAULT],
    ["as the default, later", `${GONE}export default Gone;`, BY_DEFAULT],
    ["as a property", `${GONE}exports.Gone = Gone;`, BY_NAME],
    ["as a property of module.exports", `${GONE}module.exports.Gone = Gone;`, BY_NAME],
    ["in an object", `${GONE}module.exports = { a: 1, Gone };`, BY_NAME],
    ["as the whole module", `${GONE}module.exports = Gone;`, BY_DEFAULT],
    ["with a field `status`", "export class Gone extends Error { status = 410; }", BY_NAME],
  ])("is recognized if its file exports it %s", (_how, text, load) => {
    expect(recognized(`${text}\n`)).toEqual({ load, says: [] });
  });

  const LEFT = (reason: string, line = 1) =>
    `errors.ts:${line} Add \`recognizeClass(Gone)\` to the contract's \`recognize\`. Not done, because ${reason}.`;

  test.each<readonly [what: string, text: string]>([
    ["itself", ""],
    ["but others", "export class Other {}"],
    ["but under another name", "export { Gone as Went };"],
    ["but another default", "export default class Other {}"],
    ["but a function as the whole", "module.exports = () => new Gone();"],
    ["but in another object", "module.exports.all.Gone = Gone;"],
    ["but in an object with another name", "myexports.Gone = Gone;"],
  ])("is left to the author if its file does not export it %s", (_what, text) => {
    expect(recognized(GONE + text).says).toEqual([LEFT("its file does not export it")]);
  });

  test("is left to the author with a field of another name", () => {
    const { says } = recognized("export class Gone extends Error { httpStatus = 410; }");
    expect(says).toEqual([LEFT("its status is in a field of another name")]);
  });

  test.each(["app", "b"])("is left to the author if its file loads ./%s.js, which loads the app", (file) => {
    const b = 'import { app } from "./app.js";\nimport { Gone } from "./errors.js";\nexport const b = app;\n';
    const { says } = recognized(`import { ${file} } from "./${file}.js";\nexport ${GONE}`, { "b.ts": b });
    expect(says).toEqual([LEFT("its file loads one that loads the contract", 2)]);
  });

  test.each<readonly [what: string, text: string]>([
    ["without a status", "export class Gone extends Error {}"],
    ["of a framework", `export class Gone extends HttpError ${BODY}`],
    ["whose base has more in its name", `export class Gone extends TypeErrors ${BODY}`],
    ["whose base has a prefix", `export class Gone extends MyTypeError ${BODY}`],
  ])("is not recognized %s", (_what, text) => {
    expect(recognized(`${text}\n`)).toEqual({ load: undefined, says: [] });
  });

  test("is not recognized beside its base class", () => {
    const { load, says } = recognized(
      `export class Failed extends Error { status = 400; }\nexport class Gone extends Failed ${BODY}\n`,
    );
    expect(load).toBe('import { Failed } from "./errors.js";');
    expect(says).toEqual([]);
  });

  test("without a status is left to the author if a class that extends it has one", () => {
    const { says } = recognized(`export class Gone extends Error {}\nexport class Lost extends Gone ${BODY}\n`);
    expect(says).toEqual([LEFT("its status is in a field of another name")]);
  });
});

describe("a contract that the service has", () => {
  const head = (names = "createContract, defineCatalog") => `import { ${names} } from "@uhp-errors/core";\n`;
  const files = (contract: string, more: Files = {}) => ({
    "app.ts": APP + SEAT,
    "errors.ts": CLASS("Gone"),
    "contract.ts": contract,
    ...more,
  });
  const MADE = "const contract = createContract(acme);\n";
  const ROW = 'acme_seat_taken: { status: 409, message: "The seat is taken." }';

  const OTHER = 'acme_a: { status: 400, message: "A." }';
  test.each<readonly [what: string, before: string, after: string]>([
    ["on one line", "{ VENDOR, codes: {} }", `{ VENDOR, codes: { ${ROW} } }`],
    ["on one line, with another", `{ VENDOR, codes: { ${OTHER} } }`, `{ VENDOR, codes: { ${OTHER}, ${ROW} } }`],
    [
      "in lines",
      `{\n  VENDOR,\n  codes: {\n    ${OTHER},\n  },\n}`,
      `{\n  VENDOR,\n  codes: {\n    ${OTHER},\n    ${ROW},\n  },\n}`,
    ],
    ["in lines, without another", "{\n  VENDOR,\n  codes: {\n  },\n}", `{\n  VENDOR,\n  codes: {\n    ${ROW}\n  },\n}`],
    ["without codes", "{ VENDOR }", `{\n  VENDOR,\n  codes: {\n    ${ROW},\n  },\n}`],
    ["without codes, in lines", "{\n  VENDOR,\n}", `{\n  VENDOR,\n  codes: {\n    ${ROW},\n  },\n}`],
    ["without codes, after a comment", "{ /* short */ VENDOR }", `{ /* short */ VENDOR, codes: {\n  ${ROW},\n} }`],
    ["with the codes of a variable", "{ VENDOR, codes: CODES }", `{ VENDOR, codes: { ...CODES, ${ROW} } }`],
    ["with the codes of a variable of that name", "{ VENDOR, codes }", `{ VENDOR, codes: { ...codes, ${ROW} } }`],
    [
      "with the codes of a call",
      "{ VENDOR, codes: list() as Codes }",
      `{ VENDOR, codes: { ...list(), ${ROW} } as Codes }`,
    ],
    ["with the code", `{ VENDOR, codes: { ${ROW} } }`, `{ VENDOR, codes: { ${ROW} } }`],
  ])("gets a code in a catalog %s", (_what, before, after) => {
    const contract = (of: string) =>
      `${head()}const acme = defineCatalog(${of.replace("VENDOR", 'vendor: "acme"')});\n${MADE}`;
    const { "errors.ts": _errors, ...rest } = files(contract(before));
    expect(changed(rest, "contract.ts")).toBe(contract(after));
  });

  test.each<readonly [what: string, before: string, after: string]>([
    ["with options", "{ onError: print }", "{ onError: print, recognize: [recognizeClass(Gone)] }"],
    ["with an empty list", "{ recognize: [] }", "{ recognize: [recognizeClass(Gone)] }"],
    ["with a list", "{ recognize: [a] }", "{ recognize: [recognizeClass(Gone), a] }"],
    [
      "with a list in lines",
      "{\n  recognize: [\n    a,\n  ],\n}",
      "{\n  recognize: [\n    recognizeClass(Gone),\n    a,\n  ],\n}",
    ],
  ])("recognizes a class more, %s", (_what, before, after) => {
    const contract = (options: string) =>
      `const acme = defineCatalog({ vendor: "acme", codes: { ${ROW} } });\nconst contract = createContract(acme, ${options});\n`;
    expect(changed(files(head() + contract(before)), "contract.ts")).toBe(
      `${head()}import { recognizeClass } from "@uhp-errors/core";\nimport { Gone } from "./errors.js";\n${contract(after)}`,
    );
  });

  test.each(["", ", options", ", { recognize: all }"])("recognizes no class with the options %j", (options) => {
    const contract = `${head()}const acme = defineCatalog({ vendor: "acme", codes: { ${ROW} } });\nconst contract = createContract(acme${options});\n`;
    expect(changed(files(contract), "contract.ts")).toBe(contract);
  });

  test("is not recognized twice", () => {
    const names = "createContract, defineCatalog, recognizeClass";
    const contract = `${head(names)}import { Gone } from "./errors.js";\nconst acme = defineCatalog({ vendor: "acme", codes: { ${ROW} } });\nconst contract = createContract(acme, { recognize: [recognizeClass( Gone)] });\n`;
    expect(changed(files(contract), "contract.ts")).toBe(contract);
  });

  const REFUSED = {
    changes: [],
    steps: [{ file: "package.json", line: 1, says: "The service has a contract that this command cannot change." }],
  };
  test.each<readonly [what: string, contract: string]>([
    ["without a name", "const acme = ACME;\nexport default createContract(acme);\n"],
    ["of a catalog without a name", "const contract = createContract(ACME);\n"],
    ["of a catalog with a variable", `const acme = defineCatalog(options);\n${MADE}`],
    ["of a catalog without an argument", `const acme = defineCatalog();\n${MADE}`],
    ["of a catalog of another file", `import { acme } from "./acme.js";\n${MADE}`],
    ["that is taken apart", "const acme = ACME;\nconst { a } = createContract(acme);\n"],
  ])("is not changed %s", (_what, contract) => {
    const text = contract.replace("ACME", 'defineCatalog({ vendor: "acme" })');
    expect(planned(files(head() + text))).toEqual(REFUSED);
  });

  test.each<readonly [what: string, contract: string]>([
    [
      "of another package",
      `import { createContract, defineCatalog } from "other";\nconst acme = defineCatalog({ vendor: "acme" });\n${MADE}`,
    ],
    ["of a method", `${head()}const acme = lib.defineCatalog({});\nconst contract = lib.createContract(acme);\n`],
  ])("is none %s", (_what, contract) => {
    expect(planned(files(contract)).changes.map(({ file }) => file)).toContain("error-contract.ts");
  });

  test.each<readonly [what: string, facts: string, reason: string]>([
    [
      "with a status that is no number",
      "status: CLOSED",
      "the status of `acme_seat_taken` is not a number in the catalog",
    ],
    ["with a detail", "status: 409, detail: Seat", "`acme_seat_taken` has a detail"],
    ["with another status", "status: 410", "`acme_seat_taken` would also be the code of a 410"],
  ])("keeps a code %s", (_what, facts, reason) => {
    const code = `acme_seat_taken: { message: "The seat is taken.", ${facts} }`;
    const contract = `${head()}const acme = defineCatalog({ vendor: "acme", codes: { ${code} } });\n${MADE}`;
    const { steps } = planned({ "app.ts": APP + SEAT, "contract.ts": contract });
    expect(steps.map(({ says }) => says)).toEqual([
      `409 by hand: throw \`acme_seat_taken\` instead. Not done, because ${reason}.`,
    ]);
  });
});

const DEFINES = (name: string, vendor: string) => `export const ${name} = defineCatalog({ vendor: "${vendor}" });\n`;

test.each<readonly [what: string, texts: readonly string[], vendor: string | undefined]>([
  ["of no catalog", ["go();\n"], undefined],
  ["of the only catalog", [DEFINES("acme", "acme")], "acme"],
  ["of a catalog that has none", ["export const acme = defineCatalog({});\n"], undefined],
  ["of a catalog whose prefix is a variable", ["export const acme = defineCatalog({ vendor });\n"], undefined],
  ["of the first catalog that has one", ["export const a = defineCatalog(b);\n", DEFINES("c", "shop")], "shop"],
  [
    "of the catalog with the contract",
    [DEFINES("one", "shop"), `${DEFINES("acme", "acme")}export const contract = createContract(acme);\n`],
    "acme",
  ],
])("the prefix of a service is that %s", (_what, texts, vendor) => {
  const head = 'import { createContract, defineCatalog } from "@uhp-errors/core";\n';
  const sources = texts.map((text, index) => ({ file: `${index}.ts`, text: head + text }));
  expect(vendorIn(parseFiles(sources, readManifest("{}")))).toBe(vendor);
});
