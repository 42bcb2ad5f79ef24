import { posix } from "node:path";
import type { App } from "./apps.ts";
import { findExport } from "./contract-file.ts";
import { literal } from "./edits.ts";

import { type Project, writeSpecifier } from "./project.ts";
import type { Change, Step } from "./result.ts";

/** Returns a test for the service that uses the test kit, or a step for a person if it cannot be written. */
export function kitTest(
  project: Project,
  apps: readonly App[],
  { home, catalog }: { readonly home: string; readonly catalog: string },
): Change | { readonly step: Step } {
  const { manifest, files } = project;
  const runner = ["vitest", "jest"].find((name) => manifest.ranges.has(name));
  const app = apps.find(
    ({ file, variable, adapter }) =>
      variable !== undefined &&
      findExport(file, variable) !== undefined &&
      /^(?:express|koa)$/.test(adapter) &&
      !/\.listen\(/.test(file.text),
  );
  const leave = (reason: string) => ({
    step: {
      file: "package.json",
      line: 1,
      says: `Test the error responses with @uhp-errors/testing. Not done, because ${reason}.`,
    },
  });
  if (runner === undefined) return leave("the service has neither vitest nor jest");
  if (app?.variable === undefined) return leave("no app of Express or Koa is exported by a file that does not listen");
  if (/^(?:server|test|port|expectKeepsContract)$/.test(app.variable) || app.variable === catalog) {
    return leave(`the app has the name \`${app.variable}\`, which the test itself uses`);
  }
  const { style, isEsm } = app.file;
  const { newline, indent, semicolon } = style;
  const folder =
    ["test", "tests", "src/__tests__"].find((name) => files.some(({ file }) => file.startsWith(`${name}/`))) ?? "test";
  const extension = posix.extname(app.file.file);
  const file = `${folder}/error-contract.test${extension}`;
  const text = (value: string) => literal(value, style);
  const load = (names: string, module: string) =>
    isEsm
      ? `import ${names} from ${text(module)}${semicolon}`
      : `const ${names} = require(${text(module)})${semicolon}`;
  const loaded = findExport(app.file, app.variable) === "default" ? app.variable : `{ ${app.variable} }`;
  const isTyped = extension.endsWith("ts");
  const lines = [
    ...(isTyped ? [`import type { AddressInfo } from ${text("node:net")}${semicolon}`] : []),
    load("{ expectKeepsContract }", "@uhp-errors/testing"),
    ...(runner === "vitest" ? [load("{ test }", "vitest")] : []),
    load(loaded, writeSpecifier(file, app.file.file, project)),
    load(`{ ${catalog} }`, writeSpecifier(file, home, project)),
    "",
    `test(${text("an unknown address gets an error of the contract")}, async () => {`,
    `${indent}const server = ${app.variable}.listen(0)${semicolon}`,
    `${indent}try {`,
    `${indent}${indent}const { port } = server.address()${isTyped ? " as AddressInfo" : ""}${semicolon}`,
    `${indent}${indent}await expectKeepsContract(fetch(\`http://127.0.0.1:\${port}/no-such-address\`), ${catalog})${semicolon}`,
    `${indent}} finally {`,
    `${indent}${indent}server.close()${semicolon}`,
    `${indent}}`,
    `})${semicolon}`,
    "",
  ];
  return { file, before: undefined, after: lines.join(newline) };
}
