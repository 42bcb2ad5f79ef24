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

const { factory } = ts;
const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };

/** Instruments all sources that are loaded from now on. */
export function instrument(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const file = url.startsWith("file:") ? relative(PACKAGES, fileURLToPath(url)) : "";
      if (!SOURCE.test(file)) return nextLoad(url, context);
      const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), "utf8"), {
        compilerOptions,
        transformers: { before: [notesIn(file)] },
      });
      return { format: "module", shortCircuit: true, source: outputText };
    },
  });
}

function notesIn(file: string): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (source) => {
    const visit = (node: ts.Node): ts.Node => {
      const seen = ts.visitEachChild(node, visit, context);
      if (!ts.isFunctionLike(node) || !("body" in seen) || seen.body === undefined) return seen;
      return withBody(seen as ts.FunctionLikeDeclaration, file, nameOf(node));
    };
    return ts.visitEachChild(source, visit, context);
  };
}

/** Returns a function that says when it begins. One that does not wait also says when it ends. */
function withBody(seen: ts.FunctionLikeDeclaration, file: string, name: string): ts.Node {
  const body = seen.body as ts.ConciseBody;
  const statements = ts.isBlock(body)
    ? body.statements
    : [factory.createReturnStatement(factory.createParenthesizedExpression(body))];
  const enter = note("enterFunction", file, name);
  const isAsync = ts.getCombinedModifierFlags(seen as ts.Declaration) & ts.ModifierFlags.Async;
  const isPlain = !isAsync && !("asteriskToken" in seen && seen.asteriskToken);
  const leave = note("leaveFunction");
  const noted = isPlain
    ? [enter, factory.createTryStatement(factory.createBlock(statements), undefined, factory.createBlock([leave]))]
    : [enter, leave, ...statements];
  const block = factory.createBlock(noted, true);
  if (ts.isArrowFunction(seen)) {
    const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken } = seen;
    return factory.updateArrowFunction(
      seen,
      modifiers,
      typeParameters,
      parameters,
      type,
      equalsGreaterThanToken,
      block,
    );
  }
  if (ts.isFunctionDeclaration(seen)) {
    const { modifiers, asteriskToken, name: own, typeParameters, parameters, type } = seen;
    return factory.updateFunctionDeclaration(
      seen,
      modifiers,
      asteriskToken,
      own,
      typeParameters,
      parameters,
      type,
      block,
    );
  }
  if (ts.isFunctionExpression(seen)) {
    const { modifiers, asteriskToken, name: own, typeParameters, parameters, type } = seen;
    return factory.updateFunctionExpression(
      seen,
      modifiers,
      asteriskToken,
      own,
      typeParameters,
      parameters,
      type,
      block,
    );
  }
  if (ts.isMethodDeclaration(seen)) {
    const { modifiers, asteriskToken, name: own, questionToken, typeParameters, parameters, type } = seen;
    return factory.updateMethodDeclaration(
      seen,
      modifiers,
      asteriskToken,
      own,
      questionToken,
      typeParameters,
      parameters,
      type,
      block,
    );
  }
  if (ts.isConstructorDeclaration(seen)) {
    return factory.updateConstructorDeclaration(seen, seen.modifiers, seen.parameters, block);
  }
  if (ts.isGetAccessorDeclaration(seen)) {
    return factory.updateGetAccessorDeclaration(seen, seen.modifiers, seen.name, seen.parameters, seen.type, block);
  }
  return factory.updateSetAccessorDeclaration(seen, seen.modifiers, seen.name, seen.parameters, block);
}

function note(name: string, ...args: readonly string[]): ts.Statement {
  const texts = args.map((arg) => factory.createStringLiteral(arg));
  return factory.createExpressionStatement(factory.createCallExpression(factory.createIdentifier(name), [], texts));
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
