import { describe, expect, test } from "vitest";
import { planAdoption } from "./plan.ts";
import { readProject } from "./project.ts";

type Files = Readonly<Record<string, string>>;

function planned(files: Files, runner = "vitest", vendor = "acme") {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const manifest = JSON.stringify({ type: "module", devDependencies: { [runner]: "1" } }, null, 2);
  const options = { range: "^0.1.0", reportOnly: false, isTested: false };
  const { changes, steps } = planAdoption(readProject(sources, manifest, vendor), options);
  const made = changes.filter(({ file }) => file.includes("error-contract.test"));
  return { made: made.map(({ file, after }) => ({ file, after })), says: steps.map(({ says }) => says), changes };
}

const APP = 'import express from "express";\nexport const app = express();\n';

describe("the test of a service is", () => {
  test("in TypeScript, for vitest", () => {
    const { made, says } = planned({ "src/app.ts": APP });
    expect(says).toEqual([]);
    expect(made).toEqual([
      {
        file: "test/error-contract.test.ts",
        after: `import type { AddressInfo } from "node:net";
import { expectKeepsContract } from "@uhp-errors/testing";
import { test } from "vitest";
import { app } from "../src/app.js";
import { acme } from "../src/error-contract.js";

test("an unknown address gets an error of the contract", async () => {
  const server = app.listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    await expectKeepsContract(fetch(\`http://127.0.0.1:\${port}/no-such-address\`), acme);
  } finally {
    server.close();
  }
});
`,
      },
    ]);
  });

  test("in CommonJS, for jest, in the style of the app's file", () => {
    const app =
      "const express = require('express')\nconst app = express()\nif (app) {\n\tapp.get('/')\n}\nmodule.exports = app\n";
    expect(planned({ "app.js": app }, "jest").made).toEqual([
      {
        file: "test/error-contract.test.js",
        after: `const { expectKeepsContract } = require('@uhp-errors/testing')
const app = require('../app.js')
const { acme } = require('../error-contract.js')

test('an unknown address gets an error of the contract', async () => {
	const server = app.listen(0)
	try {
		const { port } = server.address()
		await expectKeepsContract(fetch(\`http://127.0.0.1:\${port}/no-such-address\`), acme)
	} finally {
		server.close()
	}
})
`,
      },
    ]);
  });

  test.each<readonly [beside: string, file: string]>([
    ["test/a.ts", "test/error-contract.test.ts"],
    ["tests/a.ts", "tests/error-contract.test.ts"],
    ["src/__tests__/a.ts", "src/__tests__/error-contract.test.ts"],
    ["testing/a.ts", "test/error-contract.test.ts"],
    ["src/tests/a.ts", "test/error-contract.test.ts"],
  ])("beside %s in %s", (beside, file) => {
    expect(planned({ "src/app.ts": APP, [beside]: "export const a = 1;\n" }).made.map((one) => one.file)).toEqual([
      file,
    ]);
  });

  test("with line breaks like the app's file", () => {
    const [made] = planned({ "app.ts": APP.replaceAll("\n", "\r\n") }).made;
    expect(made?.after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("with the test kit as a package of development", () => {
    const { changes } = planned({ "app.ts": APP });
    expect(changes.find(({ file }) => file === "package.json")?.after).toBe(
      '{\n  "type": "module",\n  "devDependencies": {\n    "vitest": "1",\n    "@uhp-errors/testing": "^0.1.0"\n  },\n  "dependencies": {\n    "@uhp-errors/core": "^0.1.0",\n    "@uhp-errors/express": "^0.1.0"\n  }\n}',
    );
  });
});

const NOT = (reason: string) => `Test the error responses with @uhp-errors/testing. Not done, because ${reason}.`;
const NO_APP = NOT("no app of Express or Koa is exported by a file that does not listen");

describe("no test is written for", () => {
  test.each<readonly [what: string, text: string, says: string]>([
    ["an app that listens", `${APP}app.listen(1);\n`, NO_APP],
    ["an app that is not exported", APP.replace("export ", ""), NO_APP],
    ["an app of Hono", 'import { Hono } from "hono";\nexport const app = new Hono();\n', NO_APP],
    ...["server", "test", "port", "expectKeepsContract"].map(
      (name) =>
        [
          `an app with the name \`${name}\``,
          APP.replace("app =", `${name} =`),
          NOT(`the app has the name \`${name}\`, which the test itself uses`),
        ] as const,
    ),
  ])("%s", (_what, text, says) => {
    const plan = planned({ "app.ts": text });
    expect(plan.made).toEqual([]);
    expect(plan.says).toEqual([says]);
  });

  test("a service with another runner", () => {
    expect(planned({ "app.ts": APP }, "mocha").says).toEqual([NOT("the service has neither vitest nor jest")]);
  });

  test.each(["appServer", "servers", "report", "tests", "import_", "listener"])(
    "but for an app with the name %s",
    (name) => {
      const text = APP.replace("app =", `${name} =`);
      expect(planned({ "app.ts": text }).made.map(({ file }) => file)).toEqual(["test/error-contract.test.ts"]);
    },
  );
});

test("an app of Koa is tested, beside one of Hono", () => {
  const { made } = planned({
    "a.ts": 'import { Hono } from "hono";\nexport const hono = new Hono();\n',
    "b.ts": 'import Koa from "koa";\nexport const koa = new Koa();\n',
  });
  expect(made.map(({ after }) => after.split("\n")[3])).toEqual(['import { koa } from "../b.js";']);
});
