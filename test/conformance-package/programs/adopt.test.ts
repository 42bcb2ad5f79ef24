import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { OPTIONS } from "../../packaging/docs-code/check.ts";
import { startFile } from "../../packaging/docs-code/start-program.ts";
import { ADOPTED, SERVICES, type Service } from "../adopt-services.ts";
import { runCli } from "../run-cli.ts";

/** Near the packages that the services import. */
const HOME = fileURLToPath(new URL("../../node_modules/.adopted/", import.meta.url));

afterAll(() => rmSync(HOME, { recursive: true, force: true }));

let made = 0;

/** Writes a service, and returns its folder. */
function folderWith(files: Readonly<Record<string, string>>): string {
  made += 1;
  const folder = join(HOME, `${process.pid}-${made}`);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

function folderOf({ files, manifest }: Service): string {
  return folderWith({ "package.json": `${JSON.stringify({ name: "shop", ...manifest }, null, 2)}\n`, ...files });
}

/** Returns the files in a folder and its subfolders, with their content. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]),
  );
}

const STRICT: ts.CompilerOptions = { ...OPTIONS, emitDecoratorMetadata: true };

/** Returns the compiler's complaints about the TypeScript of a service. */
function mistakesIn(folder: string): readonly string[] {
  const files = Object.keys(filesIn(folder)).filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    STRICT,
  );
  const all = files.flatMap((file) => {
    const source = program.getSourceFile(join(folder, file));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return all.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

/** Compiles a service into a new folder, and returns that folder. */
function compiled(folder: string): string {
  const files = Object.entries(filesIn(folder)).map(([file, text]): [string, string] => {
    if (!file.endsWith(".ts")) return [file, text];
    const compilerOptions = { ...STRICT, module: ts.ModuleKind.ESNext };
    return [file.replace(/ts$/, "js"), ts.transpileModule(text, { compilerOptions }).outputText];
  });
  return folderWith(Object.fromEntries(files));
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

/** Starts a service, and returns its responses by path. */
async function answersOf(folder: string, { main }: Service): Promise<Readonly<Record<string, Answer>>> {
  const program = await startFile(join(compiled(folder), main.replace(/ts$/, "js")), folder);
  const answers: Record<string, Answer> = {};
  try {
    for (const path of ["/orders/7", "/orders/8", "/closed", "/stock"]) {
      const response = await fetch(program.url + path);
      const type = response.headers.get("content-type");
      // Express shows the stack, whose lines and folders differ.
      const body = (await response.text()).replace(/<br>.*/, "");
      answers[path] = { status: response.status, type, body };
    }
  } finally {
    await program.close();
  }
  return answers;
}

function codesOf(answers: Readonly<Record<string, Answer>>): readonly string[] {
  return ["/orders/8", "/closed", "/stock"].map((path) => {
    const { status, body } = answers[path] as Answer;
    return `${status} ${JSON.parse(body).error.code}`;
  });
}

async function adopt(folder: string, ...args: readonly string[]): Promise<string> {
  const { exit, out, err } = await runCli(["adopt", folder, "--yes", ...args]);
  expect([exit, err.replace(/^The codes get the prefix shop_.*\n/, "")]).toEqual([0, ""]);
  return out;
}

describe.each(Object.entries(SERVICES))("a service of %s", (_name, service) => {
  const expected = service.adopted ?? ADOPTED;

  test("is adopted by one command", async () => {
    const folder = folderOf(service);
    const before = await answersOf(folder, service);
    await adopt(folder);
    const adopted = filesIn(folder);
    expect(mistakesIn(folder)).toEqual([]);
    const after = await answersOf(folder, service);
    expect(after["/orders/7"]).toEqual(before["/orders/7"]);
    expect(codesOf(after)).toEqual(expected);

    expect(await adopt(folder)).toContain("Nothing to change.");
    expect(filesIn(folder)).toEqual(adopted);
  });

  test("only reports first, and then is put in force", async () => {
    const folder = folderOf(service);
    const before = await answersOf(folder, service);
    await adopt(folder, "--report-only");
    expect(mistakesIn(folder)).toEqual([]);
    expect(await answersOf(folder, service)).toEqual(before);

    await adopt(folder);
    expect(mistakesIn(folder)).toEqual([]);
    expect(codesOf(await answersOf(folder, service))).toEqual(expected);
  });
});

test("the page shows what the command prints", async () => {
  const page = readFileSync(new URL("../../../docs/adopting.md", import.meta.url), "utf8");
  const blockAfter = (marker: string) =>
    page
      .split(`<!-- adopt: ${marker} -->`)[1]
      ?.split(/^```\w*\n/m)[1]
      ?.split(/^```$/m)[0];
  const app = blockAfter("src/app.ts") ?? "";
  const manifest = '{ "name": "@acme/orders", "type": "module", "dependencies": { "express": "^5.1.0" } }\n';
  const out = await runCli(["adopt", folderWith({ "package.json": manifest, "src/app.ts": app }), "--yes"]);
  // The versions in package.json change with each release.
  const shown = out.out.slice(out.out.indexOf("--- a/src/app.ts"), out.out.indexOf("Wrote 3 files."));
  expect(`${shown.trimEnd()}\n`).toBe(blockAfter("the change"));
});
