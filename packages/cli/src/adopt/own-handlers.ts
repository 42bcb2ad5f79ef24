import { listHandlers } from "../scan/handlers.ts";
import {
  bare,
  dotted,
  type FunctionNode,
  functionsAround,
  isA,
  isFunction,
  matches,
  type Node,
  plainCall,
  readCall,
  startLine,
} from "../scan/syntax.ts";
import { type Edit, insertion, sourceText } from "./edits.ts";
import { type File, findDeclaration } from "./project.ts";

/** One of the service's own error handlers, which answers before the contract does. */
export interface OwnHandler {
  readonly file: File;
  readonly line: number;
  /** The edits that make it pass on errors of a catalog, none if it does; `undefined` if no edit is certain to work. */
  readonly edits: readonly Edit[] | undefined;
  /** Whether the contract answers instead, as on Hono. */
  readonly isOverruled?: boolean;
  readonly app?: string | undefined;
  /** The function that it is, if it is middleware around all that comes later. */
  readonly middleware?: FunctionNode | undefined;
}

const GUARD = "isContractError";

/** Lists the error handlers of a file that answer before the contract, also those that pass errors of a catalog on. */
export function ownHandlersIn(file: File, hasHono: boolean): readonly OwnHandler[] {
  const patched = file.nodes.flatMap((node) => [...errorMiddleware(node, file), ...catchingMiddleware(node, file)]);
  const others = listHandlers(file).filter(({ getsAll }) => getsAll);
  return [
    ...patched,
    ...others.map(({ node, at }) => {
      const call = readCall(node);
      const isOverruled = hasHono && call?.name === "onError";
      const passesOn = isOverruled || sourceText(node, file).includes(`${GUARD}(`);
      const app = call?.name === "setErrorHandler" ? dotted(call.object) : undefined;
      return { file, line: startLine(at), edits: passesOn ? [] : undefined, isOverruled, app };
    }),
  ];
}

/** Lists the functions that are `onError` of an app of Hono, by their names too. The contract answers in their place. */
export function overruledHandlers(files: readonly File[]): ReadonlySet<Node | undefined> {
  const handlers = files.flatMap((file) =>
    file.nodes.map((node) => {
      const call = plainCall(node);
      const handler = call?.name === "onError" ? bare(call.args[0]) : undefined;
      if (handler?.type !== "Identifier") return handler;
      const declared = findDeclaration(handler.name, file, files);
      return declared?.file.functions.get(declared.name);
    }),
  );
  return new Set(handlers);
}

/** `(error, request, response, next) => …` */
function errorMiddleware(node: Node, file: File): readonly OwnHandler[] {
  if (!isFunction(node) || !isErrorMiddleware(node)) return [];
  const [error, , , next] = paramNames(node);
  const line = startLine(node);
  if (next === undefined || node.body.type !== "BlockStatement") return [{ file, line, edits: undefined }];
  return guarded(node.body, `if (${GUARD}(${error})) return ${next}(${error})`, file, line);
}

export function isErrorMiddleware(fn: FunctionNode): boolean {
  const [error, , response] = paramNames(fn);
  if (fn.params.length !== 4) return false;
  return matches(/^_?(?:e|er|err|error|ex|exception|thrown)$/i, error) && matches(/^_?res/i, response);
}

function paramNames({ params }: FunctionNode): readonly (string | undefined)[] {
  return params.map((param) => dotted(param));
}

/** `try { await next() } catch (error) { … }` */
function catchingMiddleware(node: Node, file: File): readonly OwnHandler[] {
  const handler = isA(node, "TryStatement") ? node.handler : undefined;
  if (!handler || listHandlers({ ...file, nodes: [node] }).length === 0) return [];
  const line = startLine(node);
  const [middleware] = functionsAround(node, file.parents);
  const { param, body } = handler;
  if (!isA(param, "Identifier")) return [{ file, line, edits: undefined, middleware }];
  const own = guarded(body, `if (${GUARD}(${param.name})) throw ${param.name}`, file, line);
  return own.map((one) => ({ ...one, middleware }));
}

/** Returns the handler with the edit that puts a statement before all others of its block. */
function guarded(block: Node, statement: string, file: File, line: number): readonly OwnHandler[] {
  const { text, style } = file;
  const start = (block.start ?? 0) + 1;
  const source = text.slice(start, block.end ?? 0);
  if (source.includes(`${GUARD}(`)) return [{ file, line, edits: [] }];
  // The indentation of the first statement, if that is on a line of its own.
  const indent = /^[ \t]*\r?\n([ \t]*)(?=\S)/.exec(source)?.[1];
  const guard =
    indent === undefined
      ? ` ${statement}${style.semicolon || ";"}`
      : `${style.newline}${indent}${statement}${style.semicolon}`;
  return [{ file, line, edits: [insertion(start, guard)] }];
}
