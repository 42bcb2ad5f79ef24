import { fileURLToPath } from "node:url";
import ts from "typescript";

/** What an editor shows for a program. */
export interface Editor {
  /** The complaints within the first occurrence of a string, each with the words that it marks. */
  complaints(text: string): readonly (readonly [at: string, message: string])[];
  /** What is shown when hovering over the end of the first occurrence of a string. */
  hover(text: string): string;
  /** The completions offered after the first occurrence of a string. */
  completions(text: string): readonly string[];
}

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Opens a program as an editor does, as if it were a file in the folder of the tests. */
export function openEditor(program: string): Editor {
  const file = `${folder}program.ts`;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const options = ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, { types: [] }, host)?.options ?? {};
  const read = (name: string) => (name === file ? program : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  });
  const diagnostics = service.getSemanticDiagnostics(file);
  const endOf = (text: string) => {
    const start = program.indexOf(text);
    if (start < 0) throw new Error(`the program does not hold ${text}`);
    return start + text.length;
  };
  return {
    complaints: (text) =>
      diagnostics
        .map(({ start = 0, length = 0, messageText }) => ({ start, end: start + length, messageText }))
        .filter(({ start, end }) => start >= endOf(text) - text.length && end <= endOf(text))
        .map(({ start, end, messageText }) => [
          program.slice(start, end),
          ts.flattenDiagnosticMessageText(messageText, "\n"),
        ]),
    hover: (text) => ts.displayPartsToString(service.getQuickInfoAtPosition(file, endOf(text) - 1)?.displayParts),
    completions: (text) =>
      service.getCompletionsAtPosition(file, endOf(text), {})?.entries.map(({ name }) => name) ?? [],
  };
}
