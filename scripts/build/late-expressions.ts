import ts from "typescript";

/**
 * Changes the text of a file so that its regular expressions are made when they are first used. An engine compiles
 * every literal expression while it loads the file, which takes longer than all other loading.
 *
 * An expression with state (`g`, `y`) in a function stays as it is, because each call has its own. Rules are made once,
 * and so are their expressions.
 */
export function withLateExpressions(file: string, text: string): string {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const sources: string[] = [];
  const late = (literal: ts.RegularExpressionLiteral): string => {
    const end = literal.text.lastIndexOf("/");
    return `expression(${sources.push(literal.text.slice(1, end), literal.text.slice(end + 1)) - 2})`;
  };
  const constants = new Map(constantsOf(tree).map(([name, literal]) => [name, { literal, call: late(literal) }]));
  const edits = [...constants.values()].map(({ literal }) => edit(literal, "undefined"));
  const visit = (node: ts.Node): void => {
    const call = ts.isIdentifier(node) && isUse(node) ? constants.get(node.text)?.call : undefined;
    if (call !== undefined) edits.push(edit(node, call));
    else if (isExpressionOfFunction(file, node)) edits.push(edit(node, late(node)));
    else {
      if (isExpressionOfRule(file, node)) edits.push(...asGetter(node));
      ts.forEachChild(node, visit);
    }
  };
  visit(tree);
  if (sources.length === 0) return text;
  edits.sort((one, other) => other.start - one.start || other.end - one.end);
  const body = edits.reduce((rest, { start, end, to }) => rest.slice(0, start) + to + rest.slice(end), text);
  // On the first line, so that source maps stay correct. Before everything else, because a file may need an expression
  // while it is loaded.
  return `const sources = ${JSON.stringify(sources)}, expressions = []; ${EXPRESSION} ${body}`;
}

/** Makes an expression. Its source and its flags are next to each other in a list. */
const EXPRESSION =
  "function expression(index) { return (expressions[index] ??= new RegExp(sources[index], sources[index + 1])); }";

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

function edit(node: ts.Node, to: string): Edit {
  return { start: node.getStart(), end: node.end, to };
}

/** Turns a property into a getter, around the other edits of its value. */
function asGetter({ name, initializer }: ts.PropertyAssignment): readonly Edit[] {
  return [
    { start: name.getStart(), end: initializer.getStart(), to: `get ${name.getText()}() { return ` },
    { start: initializer.end, end: initializer.end, to: "; }" },
  ];
}

/** Returns the expressions that a file assigns to constants of its own. */
function constantsOf(tree: ts.SourceFile): readonly (readonly [name: string, literal: ts.RegularExpressionLiteral])[] {
  return tree.statements
    .filter(ts.isVariableStatement)
    .filter(({ modifiers = [] }) => modifiers.length === 0)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) =>
      initializer !== undefined && ts.isRegularExpressionLiteral(initializer) ? [[name.getText(), initializer]] : [],
    );
}

/** Whether an identifier reads a variable, and is not the name of a property or a declaration. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !ts.isVariableDeclaration(parent) || parent.initializer === node;
}

/** The properties of a sanitizer rule that hold its expressions. */
const OF_RULES: ReadonlySet<string> = new Set(["pattern", "context"]);

function isExpressionOfRule(file: string, node: ts.Node): node is ts.PropertyAssignment {
  return (
    /[\\/]sanitizer[\\/]rules[\\/]/.test(file) && ts.isPropertyAssignment(node) && OF_RULES.has(node.name.getText())
  );
}

function isExpressionOfFunction(file: string, node: ts.Node): node is ts.RegularExpressionLiteral {
  if (!ts.isRegularExpressionLiteral(node) || ts.findAncestor(node, ts.isFunctionLike) === undefined) return false;
  const hasMemory = /[gy]/.test(node.text.slice(node.text.lastIndexOf("/")));
  return !hasMemory || isExpressionOfRule(file, node.parent);
}
