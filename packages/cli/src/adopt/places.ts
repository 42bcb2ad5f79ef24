import {
  bare,
  type Call,
  type FunctionNode,
  firstName,
  functionsAround,
  isA,
  isWithin,
  lastName,
  memberPath,
  type Node,
  plainCall,
  readCall,
} from "../scan/syntax.ts";
import { type Edit, indentAt, insertion, sourceText } from "./edits.ts";
import type { OwnHandler } from "./own-handlers.ts";
import { type File, importedFile } from "./project.ts";

export interface Place {
  readonly handler: OwnHandler;
  readonly file: File;
  readonly edit: (middleware: string) => Edit;
}

/** The adapters whose middleware can take the place of an error handler. */
export const HAVE_PLACES: ReadonlySet<string> = new Set(["koa", "hono", "h3"]);

export function findPlaces(handlers: readonly OwnHandler[], files: readonly File[]): readonly Place[] {
  return handlers.flatMap((handler) => {
    const { middleware } = handler;
    return middleware === undefined ? [] : findPlace(handler, middleware, files);
  });
}

function findPlace(handler: OwnHandler, middleware: FunctionNode, files: readonly File[]): readonly Place[] {
  for (const file of files) {
    for (const node of file.nodes) {
      const call = plainCall(node);
      const object = call?.object;
      if (call?.name !== "use" || object === undefined) continue;
      if (call.args.some((arg) => isMiddleware(arg, middleware, handler.file, file, files)))
        return [{ handler, file, edit: (ours) => mounting(call, object, ours, file) }];
    }
  }
  return [];
}

function isMiddleware(arg: Node, middleware: FunctionNode, home: File, file: File, files: readonly File[]): boolean {
  if (file === home && isWithin(middleware, arg)) return true;
  const name = lastName(arg) ?? readCall(arg)?.name;
  if (name === undefined) return false;
  const from = file.imports.get(firstName(arg) ?? name);
  if ((from === undefined ? file : importedFile(file.file, from.module, files)) !== home) return false;
  const declared = home.functions.get(
    from === undefined || from.name === "default" || from.name === "*" ? name : from.name,
  );
  if (declared !== undefined) return [middleware, ...functionsAround(middleware, home.parents)].includes(declared);
  if (from?.name !== "default") return false;
  return home.nodes.some((node) => node.type === "ExportDefaultDeclaration" && isWithin(middleware, node));
}

/** Mounts middleware before that of a call of `use`: in a statement of its own, or as the link of a chain before. */
function mounting({ node, args }: Call, object: Node, middleware: string, file: File): Edit {
  const { text, parents, style } = file;
  const path = bare(args[0]);
  const isBelow = isA(path, "StringLiteral", "TemplateLiteral");
  const ours = `${isBelow ? `${sourceText(path, file)}, ` : ""}${middleware}`;
  const end = object.end ?? 0;
  const statement = parents.get(node);
  if (isA(statement, "ExpressionStatement") && memberPath(object) !== undefined) {
    const start = statement.start ?? 0;
    const line = `${text.slice(object.start ?? 0, end)}.use(${ours})${style.semicolon}`;
    return { start, end: start, text: `${line}${style.newline}${indentAt(text, start)}` };
  }
  // The object may be in parentheses, and the dot on a line of its own.
  const [, closing = "", dot = "."] = /^(\)*)(\s*\.\s*)/.exec(text.slice(end)) ?? [];
  return insertion(end + closing.length, `${dot}use(${ours})`);
}
