import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Block } from "./blocks.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const TRANSPORTS = fileURLToPath(new URL("../../transports/node_modules/", import.meta.url));

/** The settings of a strict user. The packages are read from source, so that no build is needed. */
export const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.es2024.string.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  customConditions: ["@uhp-errors/source"],
  paths: {
    // This package stands for one of the reader's own.
    "@acme/errors": [`${FOLDER}preludes/acme-errors.ts`],
    // Libraries that are installed only for the tests of transports.
    "json-rpc-2.0": [`${TRANSPORTS}json-rpc-2.0/dist/index.d.ts`],
    "socket.io": [`${TRANSPORTS}socket.io/dist/index.d.ts`],
    ws: [`${TRANSPORTS}@types/ws`],
    "@nestjs/websockets": [`${TRANSPORTS}@nestjs/websockets/index.d.ts`],
    "pg-boss": [`${TRANSPORTS}pg-boss/dist/index.d.ts`],
    "socket.io-client": [`${TRANSPORTS}socket.io-client/build/esm/index.d.ts`],
  },
  types: ["node"],
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** A block as a module: its first line imports, from the prelude, the names that the block does not declare. */
interface Module {
  readonly file: string;
  readonly text: string;
}

/** Type-checks blocks, all in one program. Returns the mistakes as `page:line: message`, in the order of the blocks. */
export function check(blocks: readonly Block[]): string[] {
  const preludes = exportsOfPreludes([...new Set(blocks.flatMap(({ prelude }) => prelude ?? []))]);
  const misuses: string[] = [];
  const modules = new Map<string, Module & { readonly block: Block }>();
  for (const block of blocks) {
    const names = block.prelude === undefined ? [] : preludes.get(block.prelude);
    if (names === undefined) {
      misuses.push(`${block.page}:${block.line}: there is no prelude "${block.prelude}"`);
      continue;
    }
    const taken = namesTaken(block.code, names);
    if (block.prelude !== undefined && taken.length === 0) {
      misuses.push(`${block.page}:${block.line}: needs nothing of the prelude "${block.prelude}"; remove the comment`);
    }
    const file = `${FOLDER}${block.page.replaceAll(/[^\w]/g, "-")}-${block.line}.ts`;
    const head = taken.length === 0 ? "" : `import { ${taken.join(", ")} } from "./preludes/${block.prelude}.ts";`;
    modules.set(file, { file, text: `${head}\n${block.code}`, block });
  }
  const program = ts.createProgram([...modules.keys()], OPTIONS, hostOf(modules));
  for (const { file, block } of modules.values()) {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    misuses.push(...found.map((diagnostic) => `${placeOf(diagnostic, block)}: ${sentenceOf(diagnostic)}`));
  }
  return misuses;
}

/** A host that finds the blocks as well as the files on disk. */
function hostOf(modules: ReadonlyMap<string, Module>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => modules.has(file) || fileExists.call(host, file);
  host.readFile = (file) => modules.get(file)?.text ?? readFile.call(host, file);
  const { getSourceFile } = host;
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = modules.get(file)?.text;
    return text === undefined
      ? getSourceFile.call(host, file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion);
  };
  return host;
}

/** The names that each prelude exports. A prelude that does not exist is left out. */
function exportsOfPreludes(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const exported = names.flatMap((name): [string, string[]][] => {
    const text = ts.sys.readFile(`${FOLDER}preludes/${name}.ts`);
    return text === undefined ? [] : [[name, declaredBy(text).exported]];
  });
  return new Map(exported);
}

/** The line that imports, from a prelude, the names that a block uses and does not declare itself. @param folder Where the preludes are. */
export function preludeLine(code: string, prelude: string, folder: string): string {
  const taken = namesTaken(code, exportsOfPreludes([prelude]).get(prelude) ?? []);
  return taken.length === 0 ? "" : `import { ${taken.join(", ")} } from "${folder}/${prelude}.ts";`;
}

/** The names of a prelude that a block uses and does not declare itself. */
function namesTaken(code: string, offered: readonly string[]): string[] {
  const { declared, used } = declaredBy(code);
  return offered.filter((name) => used.has(name) && !declared.has(name));
}

/** The names that a module declares at the top level, those that it exports, and all identifiers in it. */
function declaredBy(text: string) {
  const source = ts.createSourceFile("block.ts", text, ts.ScriptTarget.ES2023, true);
  const declared = new Set<string>();
  const exported: string[] = [];
  for (const statement of source.statements) {
    const names = namesOf(statement);
    for (const name of names) declared.add(name);
    const isExport = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (isExport || ts.isExportDeclaration(statement)) exported.push(...names);
  }
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { declared, exported, used };
}

/** The names that one statement declares, imports or exports from elsewhere. */
function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(name));
  }
  if (ts.isImportDeclaration(statement)) {
    const { name, namedBindings } = statement.importClause ?? {};
    return [...(name === undefined ? [] : [name.text]), ...namesIn(namedBindings)];
  }
  if (ts.isExportDeclaration(statement)) return namesIn(statement.exportClause);
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** The names in the braces of an import or export, or after its `* as`. */
function namesIn(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] {
  if (bindings === undefined) return [];
  const named = "elements" in bindings ? [...bindings.elements] : [bindings];
  return named.map(({ name }) => name.text);
}

function boundBy(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundBy(element.name)));
}

function placeOf({ file, start = 0 }: ts.Diagnostic, { page, line }: Block): string {
  // The block begins on the second line of the module.
  const inModule = file === undefined ? 1 : file.getLineAndCharacterOfPosition(start).line;
  return `${page}:${line + inModule - 1}`;
}

function sentenceOf({ code, messageText }: ts.Diagnostic): string {
  return `TS${code} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
}
