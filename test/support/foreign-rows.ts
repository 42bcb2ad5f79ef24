import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const FOLDER = fileURLToPath(new URL("../../packages/core/src/recognize/", import.meta.url));

/** The tables of one file: its recognizers, and the codes, names and strings that they know. */
export interface Tables {
  readonly file: string;
  readonly recognizers: readonly string[];
  readonly rows: readonly string[];
}

/** The tables of the recognizers. Throws when it finds none, since then it is looking for the wrong name. */
export function tables(): readonly Tables[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const found = files
    .filter((file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file))
    .map((file) => ({ file, recognizers: recognizersIn(file), rows: rowsIn(file) }))
    .filter(({ rows }) => rows.length > 0);
  if (found.length === 0) throw new Error(`no table of a recognizer in ${FOLDER}`);
  return found;
}

function recognizersIn(file: string): string[] {
  const text = readFileSync(FOLDER + file, "utf8");
  return [...text.matchAll(/(?:\bname: |\bplugin\(|\btableRecognizer\(\s*|\bknown\(|\bsdk\()"([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
}

/** The codes of each row, after its meaning, in every call of `mappingsOf`. */
function rowsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(FOLDER + file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "mappingsOf") {
      for (const row of node.arguments) {
        const [, ...codes] = ts.isArrayLiteralExpression(row) ? row.elements : [];
        found.push(...codes.map(textOf));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(element: ts.Expression): string {
  return ts.isStringLiteralLike(element) || ts.isNumericLiteral(element) ? element.text : element.getText();
}

/** The strings by which a recognizer may know an error, in every form that a table may use. */
export function marksOf(thrown: unknown): readonly string[] {
  if (typeof thrown !== "object" || thrown === null) return [];
  const field = (key: string): string[] => {
    const value: unknown = Reflect.get(thrown, key);
    return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
  };
  const [code = ""] = field("code");
  const [message = ""] = field("message");
  return [
    ...["name", "code", "errno", "type", "message"].flatMap(field),
    // A table lists a class of SQL states by two characters, and a reply of redis by its first word.
    code.slice(0, 2),
    message.split(" ", 1)[0] ?? "",
  ];
}
