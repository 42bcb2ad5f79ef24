import { ERROR_HEADERS, type ErrorHeader } from "@uhp-errors/core/internal";
import ts from "typescript";
import { sourceOf } from "./source.ts";

const OVERRIDES: Readonly<Record<ErrorHeader["override"], string>> = {
  nobody: "nobody",
  service: "your code",
  correlationId: "`correlationId: false` leaves it out",
  errorHeaderFilter: "`errorHeaderFilter` may drop it",
};

/** Returns the rows of the table of headers: from the table itself, and from the comment above each of its rows. */
export function headerRows(): readonly string[] {
  const comments = commentsOf("core/src/http/error-headers.ts", "ROWS");
  return ERROR_HEADERS.map(({ name, value, override }, index) => {
    const [, on, told = ""] = /^On ([^:]+)(?:: (.+))?\.$/.exec(comments[index] ?? "") ?? [];
    if (on === undefined || (value === null) !== (told !== ""))
      throw new Error(`${name}: say above it "On …." if its value is always the same, else "On …: …."`);
    return `| \`${name}\` | ${on} | ${value === null ? told : `\`${value}\``} | ${OVERRIDES[override]} |`;
  });
}

/** Returns the comments above the elements of a list, each in one line. */
function commentsOf(path: string, name: string): readonly string[] {
  const source = sourceOf(path);
  const value = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((declaration) => declaration.name.getText() === name)?.initializer;
  const list = value && withoutTypes(value);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) throw new Error(`${path} has no list ${name}`);
  return list.elements.map((element) =>
    (ts.getLeadingCommentRanges(source.text, element.getFullStart()) ?? [])
      .map(({ pos, end }) => source.text.slice(pos, end).replace(/^\/\/ /, ""))
      .join(" "),
  );
}

function withoutTypes(expression: ts.Expression): ts.Expression {
  const isTyped = ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression);
  return isTyped ? withoutTypes(expression.expression) : expression;
}
