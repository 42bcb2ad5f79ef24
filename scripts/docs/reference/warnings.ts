import { readdirSync } from "node:fs";
import ts from "typescript";
import { sourceOf } from "./source.ts";

interface Warning {
  readonly code: string;
  readonly from: string;
  readonly says: string;
}

/** Returns the rows of the table of warnings: each call of `warnOnce` in the packages, by its code. */
export function warningRows(): readonly string[] {
  const folder = new URL("../../../packages/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /^[\w-]+\/src\/.*\.ts$/.test(path) && !/\.test(?:-d)?\.ts$/.test(path))
    .sort();
  const warnings = files.flatMap((path) => warningsIn(path));
  if (warnings.length === 0) throw new Error("no package warns of anything");
  return warnings
    .sort((one, other) => one.code.localeCompare(other.code) || one.says.localeCompare(other.says))
    .map(
      ({ code, from, says }) => `| [\`${code}\`](troubleshooting.md#${code.toLowerCase()}) | \`${from}\` | ${says} |`,
    );
}

function warningsIn(path: string): readonly Warning[] {
  const source = sourceOf(path);
  const found: Warning[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "warnOnce") {
      const [code, message] = node.arguments;
      if (code === undefined || !ts.isStringLiteral(code) || message === undefined)
        throw new Error(`${path}: a warning without a code`);
      found.push({ code: code.text, from: `@uhp-errors/${path.split("/", 1)[0]}`, says: textOf(message, source) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the text of a warning, with dots for parts that are only known at run time. */
function textOf(message: ts.Expression, source: ts.SourceFile): string {
  if (ts.isStringLiteralLike(message)) return message.text;
  if (ts.isTemplateExpression(message)) {
    return [message.head.text, ...message.templateSpans.map(({ literal }) => `…${literal.text}`)].join("");
  }
  for (const statement of source.statements) {
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const named = declared.find(({ name }) => name.getText() === message.getText());
    if (named?.initializer !== undefined) return textOf(named.initializer, source);
  }
  throw new Error(`${source.fileName}: what does ${message.getText()} say?`);
}
