import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { blocksOf } from "../docs-code/blocks.ts";
import { OPTIONS } from "../docs-code/check.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** Compiles modules that import the packages, and returns the declarations and the numbers of the complaints of each. */
function declare(modules: Readonly<Record<string, string>>, isolatedDeclarations: boolean) {
  const { noEmit: _, allowImportingTsExtensions: __, ...rest } = OPTIONS;
  const options = { ...rest, declaration: true, emitDeclarationOnly: true, isolatedDeclarations };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const textOf = (file: string) => modules[file.slice(FOLDER.length)];
  host.fileExists = (file) => textOf(file) !== undefined || fileExists.call(host, file);
  host.readFile = (file) => textOf(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, version, ...others) => {
    const text = textOf(file);
    return text === undefined
      ? getSourceFile.call(host, file, version, ...others)
      : ts.createSourceFile(file, text, version);
  };
  const names = Object.keys(modules);
  const program = ts.createProgram(
    names.map((name) => FOLDER + name),
    options,
    host,
  );
  return Object.fromEntries(
    names.map((name) => {
      const source = program.getSourceFile(FOLDER + name);
      const found = [...program.getSemanticDiagnostics(source), ...program.getDeclarationDiagnostics(source)];
      let text = "";
      program.emit(source, (file, emitted) => {
        if (file.endsWith(".d.ts")) text = emitted;
      });
      return [name, { text, complaints: [...new Set(found.map(({ code }) => code))] }];
    }),
  );
}

describe("the code of the page about sharing", () => {
  const [catalog, user] = blocksOf("docs/sharing.md").filter(({ code }) => /\bAcme\b/.test(code));
  const modules = { "catalog.ts": catalog?.code ?? "", "user.ts": `declare const baseUrl: string;\n${user?.code}` };

  test("has one file to compile without isolatedDeclarations", () => {
    const { "catalog.ts": exempt, "user.ts": annotated } = declare(modules, true);
    // TS9010: the variable of the catalog needs an annotation.
    expect(exempt?.complaints).toEqual([9010]);
    expect(annotated?.complaints).toEqual([]);
  });

  test("compiles without the option", () => {
    const declared = declare(modules, false);
    expect(Object.values(declared).map(({ complaints }) => complaints)).toEqual([[], []]);
    expect(declared["catalog.ts"]?.text).toContain("export declare const acme: Acme;");
  });
});

describe("an exported client without an annotation", () => {
  const rows = Array.from(
    { length: 30 },
    (_, index) =>
      `    acme_code_${index}: { status: 409, message: "Code ${index}.", detail: z.object({ a: z.string(), b: z.int() }) },`,
  );
  const codes = `import { defineCatalog } from "@uhp-errors/core";
import { z } from "zod";
const catalog = defineCatalog({ vendor: "acme", codes: {\n${rows.join("\n")}\n} });
type Inferred = typeof catalog;
export interface Acme extends Inferred {}
`;
  const client = `import { createClient } from "@uhp-errors/client";
import { acme } from "./catalog.ts";
export const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
`;

  test.each([
    ["names its catalog", "export const acme: Acme = catalog;", 1_000],
    ["repeats its thirty own codes, and none of the library's", "export const acme = catalog;", 25_000],
  ])("%s", (_what, exported, most) => {
    const declared = declare(
      { "catalog.ts": codes + exported, "client.ts": client.replace("catalog.ts", "catalog.js") },
      false,
    );
    expect(declared["client.ts"]?.complaints).toEqual([]);
    expect(declared["client.ts"]?.text).toContain("export declare const client:");
    expect(declared["client.ts"]?.text.length).toBeLessThan(most);
  });
});
