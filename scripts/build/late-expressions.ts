import ts from "typescript";

/** What the expressions of a rule are called. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["pattern", "hint"]);

/**
 * The text of a file of rules with the expressions of its rules as texts, from which they are made when a rule is first wanted.
 * An engine reads each expression that is written as one while it loads the file, which takes it longer than all the rest.
 */
export function withLateExpressions(file: string, text: string): string {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const literals: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isExpressionOfRule(node)) literals.push(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(tree);
  return literals.reduceRight((rest, literal) => {
    const made = madeOf(literal.getText());
    return made === undefined ? rest : rest.slice(0, literal.getStart()) + made + rest.slice(literal.end);
  }, text);
}

/** The call that makes an expression; `undefined` where a text between back quotes would not be the same. */
function madeOf(literal: string): string | undefined {
  const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
  return source === "" || /`|\$\{|\\$/.test(source) ? undefined : `new RegExp(String.raw\`${source}\`, "${flags}")`;
}

function isExpressionOfRule(node: ts.Node): node is ts.PropertyAssignment {
  return (
    ts.isPropertyAssignment(node) &&
    ts.isIdentifier(node.name) &&
    EXPRESSIONS.has(node.name.text) &&
    ts.isRegularExpressionLiteral(node.initializer)
  );
}
