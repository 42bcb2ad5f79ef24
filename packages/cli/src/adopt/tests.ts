import { posix } from "node:path";
import type { App } from "./apps.ts";
import { inStyle } from "./edits.ts";
import { findExport } from "./exported.ts";
import { writeImport } from "./imports.ts";
import { type Project, writeSpecifier } from "./project.ts";
import type { Adoption } from "./result.ts";

/** Returns a new test with the test kit, or the step that is left to a person where none can be written. */
export function kitTest(
  project: Project,
  apps: readonly App[],
  { home, catalog }: { readonly home: string; readonly catalog: string },
): Adoption {
  const { manifest, files } = project;
  const runner = ["vitest", "jest"].find((name) => manifest.ranges.has(name));
  const app = apps.find(
    ({ file, variable, adapter }) =>
      variable !== undefined &&
      findExport(file, variable) !== undefined &&
      ["express", "koa"].includes(adapter) &&
      !/\.listen\(/.test(file.text),
  );
  const notDone = (reason: string) => {
    const says = `Test the error responses with @uhp-errors/testing. Not done, because ${reason}.`;
    return { changes: [], steps: [{ file: "package.json", line: 1, says }] };
  };
  if (runner === undefined) return notDone("the service has neither vitest nor jest");
  if (app?.variable === undefined)
    return notDone("no app of Express or Koa is exported by a file that does not listen");
  if (["server", "test", "port", "expectKeepsContract", catalog].includes(app.variable))
    return notDone(`the app has the name \`${app.variable}\`, which the test itself uses`);
  const folder =
    ["test", "tests", "src/__tests__"].find((name) => files.some(({ file }) => file.startsWith(`${name}/`))) ?? "test";
  const extension = posix.extname(app.file.file);
  const file = `${folder}/error-contract.test${extension}`;
  const isDefault = findExport(app.file, app.variable) === "default";
  const isTyped = extension.endsWith("ts");
  const imports = [
    { module: "@uhp-errors/testing", names: ["expectKeepsContract"] },
    ...(runner === "vitest" ? [{ module: "vitest", names: ["test"] }] : []),
    { module: writeSpecifier(file, app.file.file, project), names: [app.variable], isDefault },
    { module: writeSpecifier(file, home, project), names: [catalog] },
  ];
  const code = `${isTyped ? 'import type { AddressInfo } from "node:net";\n' : ""}${imports.map(writeImport).join("\n")}

test("an unknown address gets an error of the contract", async () => {
  const server = ${app.variable}.listen(0);
  try {
    const { port } = server.address()${isTyped ? " as AddressInfo" : ""};
    await expectKeepsContract(fetch(\`http://127.0.0.1:\${port}/no-such-address\`), ${catalog});
  } finally {
    server.close();
  }
});
`;
  const after = inStyle(code, app.file.style, app.file.isEsm);
  return { changes: [{ file, before: undefined, after }], steps: [] };
}
