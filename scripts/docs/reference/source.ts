import ts from "typescript";

const ROOT = new URL("../../../packages/", import.meta.url);

/** Parses a source file, by its path in `packages`. */
export function sourceOf(path: string): ts.SourceFile {
  const text = ts.sys.readFile(new URL(path, ROOT).pathname);
  if (text === undefined) throw new Error(`there is no packages/${path}`);
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

/** Returns the integer that a constant is. @param place The file and the constant: `node/src/file.ts#MAX` */
export function constantAt(place: string): number {
  const [path = "", name = ""] = place.split("#");
  for (const statement of sourceOf(path).statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (declaration.name.getText() !== name) continue;
      const value = Number(declaration.initializer?.getText().replaceAll("_", ""));
      if (Number.isSafeInteger(value)) return value;
    }
  }
  throw new Error(`${place} is not an integer`);
}
