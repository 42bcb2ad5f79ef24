import { functionName } from "../scan/module.ts";
import {
  bare,
  type Call,
  type FunctionNode,
  functionsAround,
  isA,
  lastName,
  matches,
  type Node,
  readCall,
  stringValue,
  walk,
} from "../scan/syntax.ts";
import { sourceText } from "./edits.ts";
import type { File } from "./project.ts";

/**
 * Returns the handler around a 404 if it answers every address without a route, which the contract does by itself; `undefined` if the handler
 * may do anything else.
 */
export function catchAllAround(node: Node, file: File, files: readonly File[]): FunctionNode | undefined {
  return functionsAround(node, file.parents).find(
    (fn) => fn.params.length <= 3 && alwaysAnswers(fn, file) && isMounted(fn, file, files),
  );
}

function isMounted(fn: FunctionNode, file: File, files: readonly File[]): boolean {
  if (takesAll(readCall(file.parents.get(fn)), (arg) => arg === fn)) return true;
  const name = functionName(fn, file.parents);
  const isNamed = (arg: Node | undefined) => name !== undefined && lastName(arg) === name;
  return files.some(({ nodes }) =>
    nodes.some((node) => node.type === "CallExpression" && takesAll(readCall(node), isNamed)),
  );
}

/** `app.use(handler)`, `app.all("*", handler)`, Fastify's `setNotFoundHandler(handler)` and Hono's `notFound(handler)`. */
function takesAll(call: Call | undefined, isHandler: (arg: Node | undefined) => boolean): boolean {
  if (call?.object === undefined || !isHandler(bare(call.args.at(-1)))) return false;
  if (call.name === "setNotFoundHandler" || call.name === "notFound") return true;
  const [first, ...others] = call.args;
  if (call.name === "use" && others.length === 0) return true;
  return /^(?:use|all)$/.test(call.name) && others.length === 1 && matches(EVERYTHING, stringValue(first));
}

const EVERYTHING = /^\/?(?:\*\w*|\(\.\*\)|\{\*\w+\})$/;

const BRANCHES = /^(?:(?:If|Switch|Try|For|ForIn|ForOf|While|DoWhile)Statement|ConditionalExpression)$/;

/** Whether a handler neither passes a request on nor answers some of them otherwise. It may choose a format. */
function alwaysAnswers(fn: FunctionNode, file: File): boolean {
  return !walk(fn.body).nodes.some((node) => {
    const call = readCall(node);
    if (call?.name === "next" && call.args.length === 0) return true;
    const isOfFormat = isA(node, "IfStatement", "ConditionalExpression") && /accept/i.test(sourceText(node.test, file));
    return BRANCHES.test(node.type) && !isOfFormat;
  });
}
