import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ROOT } from "../packages.ts";
import type { Program } from "./pages.ts";
import { Project } from "./project.ts";
import { runProgram, shownIn } from "./run.ts";
import type { Table } from "./table.ts";

const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The ways in which a reader's compiler may resolve packages. */
const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext", outDir: "out" },
  bundler: { module: "esnext", moduleResolution: "bundler", noEmit: true },
} as const;

/** The compiler options that Nest's decorators need. */
const DECORATORS = { experimentalDecorators: true, emitDecoratorMetadata: true };

const STRICT = { strict: true, target: "es2023", lib: ["es2023"], types: ["node"], skipLibCheck: true };

/** Returns the program as a CommonJS module, in which `await` is only possible in a function. */
export function asCommonJs(code: string): string {
  if (!/^(?:const .* = )?await /m.test(code)) return code;
  const lines = code.split("\n");
  const last = lines.findLastIndex((line) => /^(?:import\b.*;|\} from .*;)$/.test(line));
  const body = lines.slice(last + 1).join("\n");
  return `${lines.slice(0, last + 1).join("\n")}\n(async () => {\n${body}\n})();\n`;
}

/**
 * Whether a program is JavaScript without changes. Node cannot decide that: it would read the types of `get<{ id:
 * string }>(path)` as a comparison and a block.
 */
export function isJavaScript(code: string): boolean {
  const hasTypes = (node: ts.Node): boolean =>
    ts.isDecorator(node) ||
    ts.isInterfaceDeclaration(node) ||
    ((ts.isImportSpecifier(node) || ts.isImportClause(node)) && node.isTypeOnly) ||
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    (ts.forEachChild(node, hasTypes) ?? false);
  return !hasTypes(ts.createSourceFile("program.ts", code, ts.ScriptTarget.Latest));
}

/** Installs what a page says into an empty folder, and runs its program there in each form and on each Node. */
export async function tryProgram(
  { page, line, code, install, beside }: Program,
  { work, registry, nodes, table }: Rehearsal,
): Promise<void> {
  const name = `${page}:${line}`;
  const project = new Project(work, page.replaceAll(/\W+/g, "-"), registry);
  const isFetch = code.includes("export default");
  const installed = await table.step(`${name}: ${install}`, async () => {
    // What a service has before it installs this library, and what serves a fetch handler on Node.
    const before = [...beside, ...(isFetch ? ["srvx"] : [])];
    const tools = ["@types/node@20", `typescript@${devDependencies.typescript}`];
    // A new npm project is CommonJS.
    await project.sh("npm init -y");
    await project.sh(`npm install --save-dev ${[...before, ...tools].map((one) => JSON.stringify(one)).join(" ")}`);
    await project.sh(install);
    return before.length > 0 ? `next to ${before.join(", ")}` : "into an empty folder";
  });
  if (installed === undefined) return;

  project.write("program.mts", code);
  project.write("program.cts", asCommonJs(code));
  const decorators = /^\s*@\w+\(/m.test(code) ? DECORATORS : {};
  for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
    await table.step(`${name}: tsc --strict, ${resolution}`, async () => {
      const files = resolution === "nodenext" ? ["program.mts", "program.cts"] : ["program.mts"];
      project.write(
        `tsconfig.${resolution}.json`,
        JSON.stringify({ compilerOptions: { ...STRICT, ...decorators, ...options }, files }),
      );
      await project.sh(`npx tsc -p tsconfig.${resolution}.json`);
      return files.join(", ");
    });
  }

  // A program without types runs as written.
  project.write("program.mjs", code);
  const isPlain = isJavaScript(code);
  const forms = { ESM: isPlain ? "program.mjs" : "out/program.mjs", CommonJS: "out/program.cjs" };
  const host = join(project.folder, "serve-fetch.mjs");
  if (isFetch) copyFileSync(fileURLToPath(new URL("serve-fetch.mjs", import.meta.url)), host);
  const ask = shownIn(readFileSync(join(ROOT, page), "utf8"));
  for (const [form, file] of Object.entries(forms)) {
    for (const [major, node] of Object.entries(nodes)) {
      const args = isFetch ? [host, join(project.folder, file)] : [join(project.folder, file)];
      await table.step(`${name}: ${form}, Node ${major}`, async () => {
        const seen = await runProgram(node, project.folder, args, ask);
        return isPlain && form === "ESM" ? `${seen}, as written` : `${seen}, compiled`;
      });
    }
  }
}

/** What all steps of a rehearsal use. */
export interface Rehearsal {
  /** The folder for projects. */
  readonly work: string;
  /** The address of the registry. */
  readonly registry: string;
  /** The program for each version of Node. */
  readonly nodes: Readonly<Record<string, string>>;
  readonly table: Table;
}
