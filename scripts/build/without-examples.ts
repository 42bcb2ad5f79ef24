import ts from "typescript";

/** What a rule's examples are called. */
const EXAMPLES: ReadonlySet<string> = new Set(["redacts", "keeps"]);

/**
 * The text of a file of sanitizer rules without the examples by which tests prove the rules: nothing reads them at run time, and they
 * are a quarter of all that a page would load of them. Lines stay where they are, so that source maps do.
 */
export function withoutExamples(file: string, text: string): string {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const cuts: { readonly start: number; readonly end: number; readonly by: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (isExamples(node)) cuts.push({ start: node.initializer.getStart(), end: node.initializer.end, by: "[]" });
    else if (isToken(node)) {
      for (const example of node.arguments.slice(3, 5)) {
        cuts.push({ start: example.getStart(), end: example.end, by: '""' });
      }
    } else ts.forEachChild(node, visit);
  };
  visit(tree);
  return cuts.reduceRight((rest, { start, end, by }) => {
    const lines = rest.slice(start, end).replace(/[^\n]/g, "");
    return rest.slice(0, start) + by + lines + rest.slice(end);
  }, text);
}

/** Whether a node is the property of a rule that lists examples. */
function isExamples(node: ts.Node): node is ts.PropertyAssignment {
  return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && EXAMPLES.has(node.name.text);
}

/** Whether a node makes the rule of a token, of which the fourth and the fifth argument are examples. */
function isToken(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "token";
}
