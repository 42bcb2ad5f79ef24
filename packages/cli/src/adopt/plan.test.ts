import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { readProject } from "./project.ts";
import type { Adoption } from "./result.ts";

const MANIFEST = '{ "name": "shop", "type": "module", "dependencies": { "express": "^5.1.0" } }\n';

type Files = Readonly<Record<string, string>>;

interface Given {
  readonly manifest?: string;
  readonly reportOnly?: boolean;
}

function adopt(files: Files, { manifest = MANIFEST, reportOnly = false }: Given = {}): Adoption {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  return planAdoption(readProject(sources, manifest, "acme"), { range: "^0.1.0", reportOnly, isTested: true });
}

/** Returns the text of a file after the adoption. */
function after(files: Files, file: string, given: Given = {}): string {
  const change = adopt(files, given).changes.find((one) => one.file === file);
  return change?.after ?? files[file] ?? "";
}

/** Returns the files as they are after the adoption, and its `package.json`. */
function adopted(files: Files, given: Given = {}): readonly [files: Files, manifest: string] {
  const changed = Object.fromEntries(adopt(files, given).changes.map((change) => [change.file, change.after]));
  const { "package.json": manifest = given.manifest ?? MANIFEST, ...rest } = { ...files, ...changed };
  return [rest, manifest];
}

const APP = 'import express from "express";\n\nconst app = express();\n';
const SEAT = 'app.get("/seats", (req, res) => { return res.status(409).json({ error: "The seat is taken." }); });\n';

test("replaces an exception, and deletes its import alone", () => {
  const before =
    'import { ConflictException, Injectable } from "@nestjs/common";\n\n@Injectable()\nclass A { b() { throw new ConflictException("The order is closed."); } }\n';
  expect(after({ "app.ts": APP, "orders.ts": before }, "orders.ts")).toBe(
    'import { Injectable } from "@nestjs/common";\nimport { acme } from "./error-contract.js";\n\n@Injectable()\nclass A { b() { throw acme.error("acme_order_closed"); } }\n',
  );
});

test("joins a name to the import that a file has of the contract", () => {
  const own =
    'import { createContract, defineCatalog } from "@uhp-errors/core";\nexport const acme = defineCatalog({ vendor: "acme" });\nexport const contract = createContract(acme);\n';
  const seats = `import { contract } from "./error-contract.js";\n${SEAT}`;
  expect(after({ "app.js": APP, "error-contract.js": own, "seats.js": seats }, "seats.js")).toContain(
    'import { acme, contract } from "./error-contract.js";\n',
  );
});

test("imports nothing again that a file has of the contract", () => {
  const own =
    'import { createContract, defineCatalog } from "@uhp-errors/core";\nexport const acme = defineCatalog({ vendor: "acme" });\nexport const contract = createContract(acme);\n';
  const seats = `import { acme } from "./error-contract.js";\n${SEAT}`;
  expect(after({ "app.js": APP, "error-contract.js": own, "seats.js": seats }, "seats.js")).toContain(
    'import { acme } from "./error-contract.js";\napp.get("/seats", (req, res) => { throw acme.error("acme_seat_taken"); });\n',
  );
});

test("imports nothing again that a file has of a package", () => {
  const app = `import { isContractError } from "@uhp-errors/core";\n${APP}`;
  const own = "app.use((err, req, res, next) => {\n  res.json(1);\n});\n";
  const text = after({ "app.ts": app + own }, "app.ts");
  expect(text).toContain("  if (isContractError(err)) return next(err);\n");
  expect(text.match(/isContractError/g)).toHaveLength(2);
});

test("imports packages before files, each by name", () => {
  const app =
    'import { Hono } from "hono";\nconst app = new Hono();\napp.use(async (c, next) => { try { await next(); } catch (error) { return c.text("No.", 500); } });\n';
  const loads = after({ "app.js": app }, "app.js").match(/^import .*$/gm);
  expect(loads).toEqual([
    'import { Hono } from "hono";',
    'import { isContractError } from "@uhp-errors/core";',
    'import { install, uhp } from "@uhp-errors/hono";',
    'import { contract } from "./error-contract.js";',
  ]);
});

describe("installs the contract", () => {
  test.each<readonly [framework: string, before: string, after: string]>([
    [
      "on Fastify",
      'import Fastify from "fastify";\nconst app = Fastify({ logger: true });\n',
      'import Fastify from "fastify";\nimport { uhp, uhpServerOptions } from "@uhp-errors/fastify";\nimport { contract } from "./error-contract.js";\nconst app = Fastify({ logger: true, ...uhpServerOptions(contract) });\nawait app.register(uhp, { contract });\n',
    ],
    [
      "around a fetch method",
      "export default {\n  async fetch(request: Request): Promise<Response> {\n    return new Response();\n  },\n};\n",
      'import { uhp } from "@uhp-errors/web";\nimport { contract } from "./error-contract.js";\nexport default {\n  fetch: uhp(contract, async (request: Request): Promise<Response> => {\n    return new Response();\n  }),\n};\n',
    ],
    [
      "on what require gives at once",
      "const server = require('fastify')(config)\n",
      "const { uhp, uhpServerOptions } = require('@uhp-errors/fastify')\nconst { contract } = require('./error-contract.js')\nconst server = require('fastify')({ ...config, ...uhpServerOptions(contract) })\nserver.register(uhp, { contract })\n",
    ],
    [
      "in the root module of NestJS",
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n\n@Module({ imports: [A] })\nclass Root {}\nconst app = await NestFactory.create(Root);\n',
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\nimport { UhpModule } from "@uhp-errors/nestjs";\nimport { contract } from "./error-contract.js";\n\n@Module({ imports: [UhpModule.forRoot({ contract }), A] })\nclass Root {}\nconst app = await NestFactory.create(Root);\n',
    ],
    [
      "by require, in quotes and lines like the file's",
      "'use strict'\r\n\r\nconst express = require('express')\r\n\r\nconst app = express()\r\n",
      "'use strict'\r\n\r\nconst express = require('express')\r\nconst { install } = require('@uhp-errors/express')\r\nconst { contract } = require('./error-contract.js')\r\n\r\nconst app = express()\r\ninstall(app, contract)\r\n",
    ],
  ])("%s", (_framework, before, expected) => {
    expect(after({ "server.js": before }, "server.js")).toBe(expected);
  });

  test.each<readonly [before: string, after: string]>([
    ["  return (new Koa());", "  const app = new Koa();\n  install(app, contract);\n  return (app);"],
    ["  return new Koa(); // New.", "  const app = new Koa();\n  install(app, contract);\n  return app; // New."],
  ])("in the function that returns the app: %s", (before, expected) => {
    const make = (body: string) => `import Koa from "koa";\n\nexport function makeApp() {\n${body}\n}\n`;
    expect(after({ "make.ts": make(before) }, "make.ts")).toContain(`makeApp() {\n${expected}\n}\n`);
  });

  test("on no function that Hono's factory gets from the function around it alone", () => {
    const make =
      'import { createFactory } from "hono/factory";\nexport function makeApp(initApp) {\n  makeApp(initApp);\n  const app = createFactory({ initApp }).createApp();\n  return app;\n}\n';
    expect(after({ "make.ts": make }, "make.ts")).toContain("createApp();\n  install(app, contract);\n  return app;");
  });

  test("first in the function that Hono's factory calls", () => {
    const files = {
      "config.ts": "export const config = (app: Hono) => {\n  app.use(logger());\n};\n",
      "main.ts":
        'import { config } from "./config.js";\nimport { makeApp } from "./make.js";\nexport default makeApp(config);\n',
      "make.ts":
        'import { createFactory } from "hono/factory";\nexport function makeApp(initApp) {\n  return createFactory({ initApp }).createApp();\n}\n',
    };
    expect(after(files, "config.ts")).toContain(
      "export const config = (app: Hono) => {\n  install(app, contract);\n  app.use(logger());\n};\n",
    );
    expect(after(files, "make.ts")).toBe(files["make.ts"]);
  });

  test.each<readonly [how: string, module: string, rest: string]>([
    ["is served", "./make.js", "export default app;\n"],
    ["mounts the others", "./make.js", "export { app };\n"],
    ["has its maker by an alias", "@/make", "export default { fetch: app.fetch };\n"],
  ])("on the app that %s, and not in the function that makes its parts too", (_how, module, rest) => {
    const files = {
      "src/make.ts":
        'import { Hono } from "hono";\nexport function makeApp() {\n  return new Hono({ strict: false });\n}\n',
      "src/part.ts": 'import { makeApp } from "./make.js";\nconst part = makeApp();\nexport default part;\n',
      "src/main.ts": `import { makeApp } from "${module}";\nimport part from "./part.js";\nconst app = makeApp();\napp.route("/", part);\n${rest}`,
    };
    expect(adopt(files).changes.map(({ file }) => file)).toEqual([
      "package.json",
      "src/error-contract.ts",
      "src/main.ts",
    ]);
    expect(after(files, "src/main.ts")).toContain("const app = makeApp();\ninstall(app, contract);\n");
  });

  test.each<readonly [range: string, isOld: boolean]>([
    ["~5.3.3", true],
    ["^5.4.0", false],
  ])("and says whether TypeScript %s is too old for it", (range, isOld) => {
    const manifest = MANIFEST.replace("^5.1.0", `^5.1.0", "typescript": "${range}`);
    const says = "Update typescript to version 5.4 or later first. @uhp-errors/core needs it.";
    expect(adopt({ "app.ts": APP }, { manifest }).steps).toEqual(
      isOld ? [{ file: "package.json", line: 1, says }] : [],
    );
  });

  test("on the Nest app that listens, and not on others", () => {
    const app = (name: string, rest: string) =>
      `import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Module({ imports: [] })\nclass ${name} {}\nconst app = await NestFactory.create(${name});\n${rest}`;
    const files = { "main.ts": app("Root", "await app.listen(3000);\n"), "seed.ts": app("Seed", "") };
    expect(adopt(files).changes.map(({ file }) => file)).toEqual(["error-contract.ts", "main.ts", "package.json"]);
  });

  test("but not if another file does", () => {
    const setup = 'import { install } from "@uhp-errors/express";\nexport const setUp = install;\n';
    const { changes } = adopt({ "app.ts": APP, "setup.ts": setup });
    expect(changes.map(({ file }) => file)).toEqual(["error-contract.ts", "package.json"]);
  });
});

describe("writes the contract", () => {
  const CLASS = (name: string) =>
    `export class ${name} extends Error {\n  constructor(readonly status: number) {\n    super();\n  }\n}\n`;
  const SERVICE = { "src/app-error.ts": CLASS("AppError"), "src/app.ts": APP + SEAT };
  const CONTRACT = "src/error-contract.ts";

  /** Returns a service at report only, the one that it becomes, and what is left of it. */
  function enforced(service: Files, change: (contract: string) => Files = () => ({})) {
    const [reporting, manifest] = adopted(service, { reportOnly: true });
    const files = { ...reporting, ...change(reporting[CONTRACT] ?? "") };
    return { files: adopted(files, { manifest })[0], ...adopt(files, { manifest }) };
  }

  test.each<readonly [what: string, service: Files]>([
    ["with an option more", SERVICE],
    ["without one", { "src/app.ts": SERVICE["src/app.ts"] }],
    ["in CommonJS", { "app.js": APP.replace(/import.*/, 'const express = require("express");') + SEAT }],
  ])("in force, as if it had never only reported: %s", (_what, service) => {
    const { files, steps } = enforced(service);
    expect(files).toEqual(adopted(service)[0]);
    expect(steps).toEqual([]);
  });

  test("in force, with a class that came later", () => {
    const { files } = enforced({ "src/app.ts": APP }, () => ({ "src/later.ts": CLASS("LaterError") }));
    expect(files[CONTRACT]).toContain(
      "export const contract = createContract(acme, {\n  recognize: [recognizeClass(LaterError)],\n});\n",
    );
  });

  test("in force, with what prints the report first in the list", () => {
    const leftover = { "a.ts": 'export const a = () => ({ statusCode: 409, body: "It is closed." });\n' };
    const prints = (contract: string) => ({ ...leftover, [CONTRACT]: `${contract}\nconsole.log(adoption.json());\n` });
    const { files, steps } = enforced(SERVICE, prints);
    expect(files[CONTRACT]).toContain("export const adoption = adoptionReport();");
    const said = steps.map(({ file, line, says }) => `${file}:${line} ${says.split(" ", 3).join(" ")}`);
    expect(said).toEqual([`${CONTRACT}:9 Remove \`adoption\` and`, "a.ts:1 409 by hand:"]);
  });

  test("and leaves a class to the author until the contract recognizes it", () => {
    const contract =
      'import { createContract, defineCatalog } from "@uhp-errors/core";\nconst acme = defineCatalog({ vendor: "acme" });\nconst contract = createContract(acme, { recognize: [] });\n';
    const files = {
      "app.ts": APP,
      "errors.ts": "class Gone extends Error { status = 410; }\n",
      "contract.ts": contract,
    };
    expect(adopt(files).steps).toHaveLength(1);
    const recognizing = contract.replace("[]", "[recognizeClass(Gone)]");
    expect(adopt({ ...files, "contract.ts": recognizing }).steps).toEqual([]);
  });

  test("and says nothing of a class without a status, which others extend", () => {
    const errors = "export class Gone extends Error {}\nexport class Sold extends Gone {}\n";
    expect(adopt({ "app.ts": APP, "errors.ts": errors }).steps).toEqual([]);
  });

  test.each([false, true])("once: a second run changes nothing, at report only: %s", (reportOnly) => {
    const [files, manifest] = adopted(SERVICE, { reportOnly });
    expect(adopt(files, { manifest, reportOnly })).toEqual({ changes: [], steps: [] });
  });
});

describe("an error handler of the service's own", () => {
  test("on Express passes errors of the catalog on", () => {
    const own = "app.use((err, req, res, next) => {\n  res.status(500).json({ error: err.message });\n});\n";
    const text = after({ "app.ts": APP + own }, "app.ts");
    expect(text).toContain("=> {\n  if (isContractError(err)) return next(err);\n  res.status(500)");
    expect(text).toContain('import { isContractError } from "@uhp-errors/core";');
  });

  const GONE = '(error, c) => c.json({ error: "The order is gone." }, 410);\n';
  test.each<readonly [how: string, set: string, others: Readonly<Record<string, string>>]>([
    ["", `app.onError(${GONE.replace(";\n", "")});`, {}],
    [", with a name", `const failed = ${GONE}app.onError(failed);`, {}],
    [
      ", from another file",
      'import { failed } from "./failed.js";\napp.onError(failed);',
      { "failed.ts": `export const failed = ${GONE}` },
    ],
  ])("of Hono%s stays, because the contract answers in its place", (_how, set, others) => {
    const own = `import { Hono } from "hono";\nconst app = new Hono();\n${set}\n`;
    const files = { "app.ts": `${own}app.get("/", (c) => c.json({ error: "The seat is taken." }, 409));\n`, ...others };
    const { steps } = adopt(files);
    expect(after(files, "app.ts")).toContain('throw acme.error("acme_seat_taken");');
    expect(after(files, "error-contract.ts")).not.toContain("acme_order_gone");
    expect(steps.map(({ file, says }) => `${file} ${says}`)).toEqual([
      "app.ts The contract answers in place of this error handler, which still runs. Of errors that no recognizer knows, it takes the handler's status alone: remove the handler once it recognizes them.",
    ]);
  });

  test("that cannot pass an error on prevents the replacement", () => {
    const files = {
      "app.ts":
        'import Fastify from "fastify";\nconst app = Fastify();\napp.setErrorHandler((error, request, reply) => reply.code(500).send({}));\napp.get("/", async (request, reply) => { return reply.code(409).send({ error: "The seat is taken." }); });\n',
    };
    const { steps } = adopt(files);
    expect(after(files, "app.ts")).toContain("return reply.code(409)");
    expect(steps).toContainEqual({
      file: "app.ts",
      line: 3,
      says: expect.stringContaining("This error handler answers before the contract."),
    });
  });
});

describe("a handler for unknown addresses", () => {
  const FASTIFY = 'import Fastify from "fastify";\nconst app = Fastify();\n';
  const advised = (text: string) => adopt({ "app.ts": text }).steps.map(({ says }) => says);

  test.each<readonly [what: string, text: string]>([
    ["of Express", `${APP}app.use((req, res) => res.status(404).json({ error: "Nothing is here." }));\n`],
    [
      "with an exception",
      `import createError from "http-errors";\n${APP}app.use((req, res, next) => next(createError(404)));\n`,
    ],
    [
      "with two responses",
      `${APP}app.use((req, res) => {\n  if (req.accepts("json")) res.status(404).json({ error: "Not here." });\n  else res.status(404).send("Not here.");\n});\n`,
    ],
    [
      "of Fastify",
      `${FASTIFY}app.setNotFoundHandler(async (request, reply) => { return reply.code(404).send({ error: "Nothing is here." }); });\n`,
    ],
  ])("%s is left to be removed", (_what, text) => {
    expect(advised(text)).toEqual([
      "Remove this handler: the contract answers unknown addresses (404) and wrong methods (405) by itself.",
    ]);
    expect(after({ "app.ts": text }, "app.ts")).toContain(text.split("\n").at(-2));
    expect(after({ "app.ts": text }, "error-contract.ts")).not.toContain("codes:");
  });

  test.each<readonly [what: string, text: string]>([
    ["that is a route", `${APP}app.get("/old", (req, res) => { res.status(404).json({ error: "It is gone." }); });\n`],
    ["with another status", `${APP}app.use((req, res) => { res.status(409).json({ error: "It is closed." }); });\n`],
    [
      "of Hono with another status",
      'import { Hono } from "hono";\nconst app = new Hono();\napp.notFound((c) => c.json({ error: "It is closed." }, 409));\n',
    ],
  ])("is none %s", (_what, text) => {
    expect(advised(text)).toEqual([]);
    expect(after({ "app.ts": text }, "app.ts")).toContain("throw acme.error(");
  });
});

describe("waits for the contract's plugin of Fastify", () => {
  const LOAD = 'import Fastify from "fastify";\n';
  const TYPELESS = MANIFEST.replace('"type": "module", ', "");

  test.each<readonly [where: string, text: string, expected: string, manifest: string]>([
    ["in a module", "const app = Fastify();", "\nawait app.register(", MANIFEST],
    ["in an asynchronous function", "async () => {\n  const app = Fastify();\n};", "  await app.register(", TYPELESS],
    ["but not in another function", "() => {\n  const app = Fastify();\n};", "\n  app.register(", MANIFEST],
    ["but not where TypeScript may be compiled to require", "const app = Fastify();", "\napp.register(", TYPELESS],
  ])("%s", (_where, text, expected, manifest) => {
    expect(after({ "app.ts": `${LOAD}${text}\n` }, "app.ts", { manifest })).toContain(expected);
  });

  test("and says what becomes of an error handler if it cannot, in a later run too", () => {
    const OWN = "app.setErrorHandler((error, request, reply) => reply.code(500).send({}));\n";
    const [later, manifest] = adopted({ "app.ts": `${LOAD}const app = Fastify();\n${OWN}` }, { manifest: TYPELESS });
    const says = (files: Files) => adopt(files, { manifest }).steps.map((step) => step.says.split(" ", 4).join(" "));
    expect(says(later)).toEqual(["The contract replaces this"]);
    const awaited = later["app.ts"]?.replace("app.register(", "await app.register(") ?? "";
    expect(says({ ...later, "app.ts": awaited })).toEqual(["This error handler answers"]);
  });
});

describe("imports under another name what a file has already", () => {
  test.each<readonly [taken: string, source: string, loads: string, uses: string]>([
    [
      "install",
      'import express from "express";\nconst install = 1;\nconst app = express();\n',
      'import { install as installContract } from "@uhp-errors/express";',
      "installContract(app, contract);",
    ],
    [
      "uhp",
      'import Fastify from "fastify";\nconst uhp = 1;\nconst app = Fastify();\n',
      'import { uhp as uhpErrors, uhpServerOptions } from "@uhp-errors/fastify";',
      "await app.register(uhpErrors, { contract });",
    ],
    [
      "uhpServerOptions",
      'import Fastify from "fastify";\nconst uhpServerOptions = 1;\nconst app = Fastify();\n',
      'import { uhp, uhpServerOptions as contractServerOptions } from "@uhp-errors/fastify";',
      "const app = Fastify(contractServerOptions(contract));",
    ],
    [
      "UhpModule",
      'import { Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\nconst UhpModule = 1;\n@Module({ imports: [] })\nclass Root {}\nawait NestFactory.create(Root);\n',
      'import { UhpModule as UhpErrorsModule } from "@uhp-errors/nestjs";',
      "@Module({ imports: [UhpErrorsModule.forRoot({ contract })] })",
    ],
    [
      "isContractError",
      `${APP}const isContractError = 1;\napp.use((err, req, res, next) => {\n  res.json(1);\n});\n`,
      'import { isContractError as isContractErrorOfUhp } from "@uhp-errors/core";',
      "app.use((err, req, res, next) => {",
    ],
  ])("%s", (_taken, source, loads, uses) => {
    const lines = after({ "app.ts": source }, "app.ts").split("\n");
    expect(lines).toContain(loads);
    expect(lines).toContain(uses);
  });
});

describe("says of an error handler", () => {
  const OWN = "app.use((err, req, res, next) => {\n  res.status(500).json({});\n});\n";
  const BLOCKING = "app.use((err, req, res, next) => res.status(500).json({}));\n";
  const passes =
    "This error handler passes errors of the catalog on. All others it still answers, so the contract knows their status alone: until you remove the handler, clients get none of their codes and details.";
  const answers =
    "This error handler answers before the contract. Remove it or let it pass errors on; then run this command again.";
  const replaced =
    "The contract replaces this error handler: its plugin is registered without `await`, so it loads later. Remove the handler; then run this command again.";
  const FASTIFY =
    'import Fastify from "fastify";\nconst app = Fastify();\napp.setErrorHandler((error, request, reply) => {});\n';

  test.each<readonly [what: string, text: string, type: string, steps: readonly string[]]>([
    ["what it does", APP + OWN, "module", [`4 ${passes}`]],
    ["that it answers first", APP + BLOCKING, "module", [`4 ${answers}`]],
    ["that it answers first, and nothing of another", APP + OWN + BLOCKING, "module", [`7 ${answers}`]],
    [
      "that it answers first, and what another does that was changed before",
      `${APP}${OWN.replace("{\n", "{\n  if (isContractError(err)) return next(err);\n")}${BLOCKING}`,
      "module",
      [`4 ${passes}`, `8 ${answers}`],
    ],
    ["of Fastify that it answers first", FASTIFY, "module", [`3 ${answers}`]],
    ["of Fastify that the contract replaces it", FASTIFY, "commonjs", [`3 ${replaced}`]],
    ["of one of two apps of Fastify", `${FASTIFY}const other = Fastify();\n`, "commonjs", [`3 ${replaced}`]],
    ["of another app of Fastify", FASTIFY.replace("app.set", "other.set"), "commonjs", [`3 ${answers}`]],
  ])("%s", (_what, text, type, expected) => {
    const { steps } = adopt({ "app.ts": text }, { manifest: JSON.stringify({ type }) });
    expect(steps.map(({ line, says }) => `${line} ${says}`)).toEqual(expected);
  });
});

test.each([false, true])("names the schemas of error responses in routes, at report only: %s", (reportOnly) => {
  const text =
    'import Fastify from "fastify";\nconst app = Fastify();\napp.get("/", { schema: { response: { 404: Gone } } }, async () => 1);\n';
  const says =
    "The schema of 404 describes what clients no longer get. Remove it: `describeErrors` writes those of the contract.";
  const { steps } = adopt({ "app.ts": text }, { reportOnly });
  expect(steps).toEqual(reportOnly ? [] : [{ file: "app.ts", line: 3, says }]);
});

test("lists steps by file and line, and changes by file", () => {
  const closed = (name: string) => `export const ${name} = () => ({ statusCode: 409, body: "It is closed." });\n`;
  const { changes, steps } = adopt({ "z.ts": closed("a"), "app.ts": APP, "b.ts": closed("c") + closed("d") });
  expect(steps.map(({ file, line }) => `${file}:${line}`)).toEqual(["b.ts:1", "b.ts:2", "z.ts:1"]);
  expect(changes.map(({ file }) => file)).toEqual(["app.ts", "error-contract.ts", "package.json"]);
});
