/** Counts the functions of the packages' sources: a hook loads each source with a note at the beginning and the end of every function. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const PACKAGES = fileURLToPath(new URL("../../packages/", import.meta.url));
const SOURCE = /^[a-z]+\/src\/.*(?<!\.test)\.ts$/;

/** One call: how deep it is below the first one, the file, and the function's name. */
export interface Call {
  readonly depth: number;
  readonly file: string;
  readonly name: string;
}

let calls: Call[] = [];
let depth = 0;

/** Returns the calls since the last time, and forgets them. */
export function takeCalls(): readonly Call[] {
  const taken = calls;
  calls = [];
  depth = 0;
  return taken;
}

Object.assign(globalThis, {
  enterFunction(file: string, name: string) {
    calls.push({ depth, file, name });
    depth += 1;
  },
  leaveFunction() {
    depth -= 1;
  },
});

const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };

/** Instruments all sources that are loaded from now on. */
export function instrument(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const file = url.startsWith("file:") ? relative(PACKAGES, fileURLToPath(url)) : "";
      if (!SOURCE.test(file)) return nextLoad(url, context);
      const text = withNotes(file, readFileSync(fileURLToPath(url), "utf8"));
      const { outputText } = ts.transpileModule(text, { compilerOptions });
      return { format: "module", shortCircuit: true, source: outputText };
    },
  });
}

/** Returns a source in which each function says when it begins. One that does not wait also says when it ends. */
function withNotes(file: string, text: string): string {
  const notes: { readonly at: number; readonly note: string }[] = [];
  const visit = (node: ts.Node): void => {
    const body = ts.isFunctionLike(node) && "body" in node ? (node.body as ts.ConciseBody | undefined) : undefined;
    if (body === undefined) {
      ts.forEachChild(node, visit);
      return;
    }
    const fn = node as ts.FunctionLikeDeclaration;
    const waits = ts.getCombinedModifierFlags(fn) & ts.ModifierFlags.Async || fn.asteriskToken !== undefined;
    const begin = `enterFunction(${JSON.stringify(file)}, ${JSON.stringify(nameOf(fn))}); ${waits ? "leaveFunction();" : "try {"}`;
    const end = waits ? "" : "} finally { leaveFunction(); }";
    const isBlock = ts.isBlock(body);
    notes.push(
      isBlock ? { at: body.getStart() + 1, note: begin } : { at: body.getStart(), note: `{ ${begin} return (` },
    );
    // The notes of inner functions come before the end of this one, also where both end.
    ts.forEachChild(node, visit);
    notes.push(isBlock ? { at: body.end - 1, note: end } : { at: body.end, note: `); ${end} }` });
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true));
  notes.sort((one, other) => one.at - other.at);
  let noted = "";
  let from = 0;
  for (const { at, note } of notes) {
    noted += text.slice(from, at) + note;
    from = at;
  }
  return noted + text.slice(from);
}

/** The name of a function as its author would say it: with its class, or the variable or field that holds it. */
function nameOf(node: ts.SignatureDeclaration): string {
  const own = ts.isConstructorDeclaration(node) ? "constructor" : textOf(node.name);
  const { parent } = node;
  if (ts.isClassLike(parent)) return `${textOf(parent.name) ?? "class"}.${own}`;
  if (own !== undefined) return own;
  const named = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? textOf(parent.name) : undefined;
  if (named !== undefined) return named;
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return `a function at line ${line + 1}`;
}

function textOf(name: ts.Node | undefined): string | undefined {
  return name?.getText();
}
