import { functionName, type Module } from "../scan/module.ts";
import {
  bare,
  dotted,
  type FunctionNode,
  firstName,
  functionsAround,
  isA,
  isFunction,
  lastName,
  matches,
  type Node,
  plainCall,
  readCall,
} from "../scan/syntax.ts";
import { sourceText } from "./edits.ts";
import { type File, findDeclaration } from "./project.ts";
import { leave } from "./result.ts";

export interface Surroundings {
  readonly file: File;
  readonly files: readonly File[];
  readonly catchesRejections: boolean;
  /** Which parameter of a handler the response or the context is, at least. */
  readonly responseFrom: number;
  readonly calledHandlers: ReadonlySet<string>;
}

/** Returns the statement that consists only of an expression, or the arrow function whose body it is; otherwise `undefined`. */
export function findStatement(node: Node, { parents }: Module): Node | undefined {
  let at = node;
  let around = parents.get(at);
  while (isA(around, "AwaitExpression") || (isA(around, "UnaryExpression") && around.operator === "void")) {
    at = around;
    around = parents.get(at);
  }
  if (isA(around, "ArrowFunctionExpression")) return at;
  return isA(around, "ExpressionStatement", "ReturnStatement") ? around : undefined;
}

/** Whether a statement is the last one that its function runs. Only a `return` without a value may follow it. */
export function isLast(statement: Node, fn: FunctionNode, { parents }: Module): boolean {
  if (statement.type === "ReturnStatement") return true;
  let at: Node = statement;
  for (let around = parents.get(at); around !== undefined && at !== fn; around = parents.get(at)) {
    const next = around.type === "BlockStatement" ? around.body[around.body.indexOf(at as never) + 1] : undefined;
    if (next !== undefined) return next.type === "ReturnStatement" && !next.argument;
    if (around !== fn && !PASSED_ONCE.has(around.type)) return false;
    at = around;
  }
  return true;
}

const PASSED_ONCE: ReadonlySet<string> = new Set(["BlockStatement", "IfStatement", "TryStatement", "CatchClause"]);

export function isCaught(node: Node, fn: Node | undefined, { parents }: Module): boolean {
  let at = node;
  for (let around = parents.get(at); around !== undefined && at !== fn; around = parents.get(at)) {
    if (around.type === "TryStatement" && (around.finalizer || around.block === at)) return true;
    at = around;
  }
  return false;
}

/**
 * Returns the name of `next`, if a handler has to call it to pass an error on in place of a response; `undefined` if it can throw.
 *
 * @throws LeftToPerson if it can do neither
 */
export function findWayOut(statement: Node, response: Node, surroundings: Surroundings): string | undefined {
  const { file, files, catchesRejections, responseFrom } = surroundings;
  const around = functionsAround(statement, file.parents);
  const inner = isFunction(statement) ? statement : around[0];
  const name = firstName(response);
  const handler = around.find((fn) => name !== undefined && fn.params.some((param) => paramName(param) === name));
  const isHandler = handler?.params.slice(responseFrom).some((param) => paramName(param) === name) === true;
  if (inner === undefined || handler === undefined || !isHandler)
    throw leave("it is not in a handler that gets the response itself");
  if (!isLast(statement, inner, file)) throw leave("more statements run after it");
  expectCatchingCaller(handler, surroundings);
  const isRejection = inner.async && !catchesRejections && !isWrapped(inner, file, files);
  if (inner === handler && !isCaught(statement, inner, file) && !isRejection) return undefined;
  const next = handler.params.map(paramName).find((param) => matches(/^next$/i, param));
  if (next !== undefined) return next;
  if (inner !== handler) throw leave("it is in a callback, where nothing would catch a throw");
  throw leave(isRejection ? "this framework does not catch rejections" : "the `try` around it would catch a throw");
}

const CATCH_NOTHING = /^(?:on|once|addListener|prependListener|addEventListener|createServer|onRequest|onCall|http)$/;

/** @throws LeftToPerson if the caller of a handler may not pass on its errors */
export function expectCatchingCaller(
  handler: FunctionNode,
  { file: { parents }, calledHandlers }: Pick<Surroundings, "file" | "calledHandlers">,
): void {
  const name = functionName(handler, parents);
  if (name !== undefined && calledHandlers.has(name)) throw leave(`\`${name}\` is also called as a function`);
  const call = readCall(parents.get(handler));
  const isPassed = call?.args.includes(handler) === true;
  if (isPassed && CATCH_NOTHING.test(call.name)) throw leave(`\`${call.name}\` would not catch a throw`);
  const taker = takerName(handler, parents);
  if (taker !== undefined && !REGISTERS.test(taker)) throw leave(`\`${taker}\` may not catch a throw`);
}

function takerName(handler: FunctionNode, parents: Module["parents"]): string | undefined {
  const property = handler.type === "ObjectMethod" ? handler : parents.get(handler);
  if (!isA(property, "ObjectMethod", "ObjectProperty")) return undefined;
  const options = parents.get(property) as Node;
  const call = readCall(parents.get(options));
  return call?.args.includes(options) === true ? call.name : undefined;
}

function paramName(param: Node): string | undefined {
  const of = param.type === "TSParameterProperty" ? param.parameter : param;
  return dotted(of);
}

const REGISTERS = /^(?:get|post|put|patch|delete|del|head|options|all|use|route|param)$/;

/**
 * Whether a function is wrapped in another one, such as `asyncHandler(async (request, response) => …)`. A wrapper of
 * the service's own has to catch something.
 */
function isWrapped(fn: FunctionNode, file: File, files: readonly File[]): boolean {
  const call = readCall(file.parents.get(fn));
  if (call?.args.includes(fn) !== true || REGISTERS.test(call.name)) return false;
  const declared = findDeclaration(call.name, file, files);
  if (declared === undefined) return true;
  const wrapper = declared.file.functions.get(declared.name);
  return wrapper === undefined || /catch|\.then\(/.test(sourceText(wrapper, declared.file));
}

const REQUEST = /^_?(?:req(?:uest)?|res(?:p|ponse)?|reply|ctx|context|c)$/;

export function calledHandlersIn(files: readonly File[]): ReadonlySet<string> {
  const names = files.flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      const call = plainCall(node);
      if (call?.args.some((arg) => isRequest(bare(arg))) !== true) return [];
      const isIndirect = /^(?:call|apply|bind)$/.test(call.name);
      return isIndirect ? [lastName(call.object) ?? call.name] : [call.name];
    }),
  );
  return new Set(names);
}

function isRequest(node: Node | undefined): boolean {
  if (isA(node, "ArrayExpression")) return node.elements.some((one) => isRequest(one ?? undefined));
  return isA(node, "Identifier") && REQUEST.test(node.name);
}
