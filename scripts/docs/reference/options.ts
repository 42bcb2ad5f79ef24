import ts from "typescript";
import { sourceOf } from "./source.ts";

/** An option, as its declaration and docstring describe it. */
export interface Option {
  readonly name: string;
  /** Its type in words. */
  readonly type: string;
  /** The default; `undefined` for a required option. */
  readonly defaultValue: string | undefined;
  /** The first sentence of its docstring, since a page says the rest. */
  readonly does: string;
}

/** Types in words. A type that is not here must be added, so that no reader has to guess. */
const WORDS: Readonly<Record<string, string>> = {
  boolean: "boolean",
  number: "number",
  object: "object",
  string: "string",
  Contract: "contract",
  Version: "a version",
  "readonly (Version | EndingVersion)[]": "list of versions, or of `{ version, deprecation, sunset }`",
  Sanitizer: "sanitizer",
  "readonly (Recognizer | BareFunction)[]": "list of recognizers",
  HeaderFilter: "`{ keep, drop }`, lists of header names",
  OnError: "function of a report",
  "(context: RequestContext) => boolean": "function of a request",
  "false | ((context: RequestContext) => string | undefined)": "`false`, or a function of a request",
  "CheckedPrefix<Vendor>": "string",
  "CheckedDefinitions<Vendor, Definitions> | Inferred<Definitions>": "object: a definition by each code",
  "CheckedUse<Used> | Inferred<Used>": "list of groups and codes",
  StackTraces: '`"server_errors"` or `"all"`',
  "readonly string[]": "list of strings",
  "readonly (string | RegExp)[]": "list of strings and regular expressions",
  "readonly SanitizerRule[]": "list of rules",
  "{ readonly deprecatedDetail?: boolean; readonly nullCancelledError?: boolean }":
    "`{ deprecatedDetail, nullCancelledError }`, booleans",
  OutsideHandlers: "`{ errorHandler, notFoundHandler }`",
  "((head: StreamHead) => void)": "function of `{ status, headers }`",
  "((thrown: unknown) => void)": "function of the thrown value",
};

/** Returns the options that an interface declares, in its order. @throws Error if one has no docstring or default */
export function optionsOf(path: string, name: string): readonly Option[] {
  const found = sourceOf(path).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined) throw new Error(`${path} has no interface ${name}`);
  return found.members
    .filter(ts.isPropertySignature)
    .map((member) => optionOf(member, `${name}.${member.name.getText()}`));
}

function optionOf(member: ts.PropertySignature, place: string): Option {
  const does = textOf(ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc)?.comment);
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === "defaultValue");
  const isRequired = member.questionToken === undefined;
  if (does === "") throw new Error(`${place} has no docstring`);
  if ((tag === undefined) !== isRequired)
    throw new Error(`${place}: give a @defaultValue to every optional option, and to no other`);
  const type = (member.type?.getText() ?? "").replaceAll(/\s+/g, " ").replace(/ \| undefined$/, "");
  const words = WORDS[type];
  if (words === undefined) throw new Error(`${place}: say in words what ${type} is`);
  return {
    name: member.name.getText(),
    type: words,
    defaultValue: tag && textOf(tag.comment),
    does: firstSentence(does),
  };
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.) (?=[A-Z`])/, 1)[0] ?? "";
}

/** Returns the text of a comment in one line. */
function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  return (ts.getTextOfJSDocComment(comment) ?? "")
    .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
    .replaceAll(/\s+/g, " ")
    .trim();
}
