import type { Module } from "./module.ts";
import { findFramework } from "./responses.ts";
import {
  bare,
  type Call,
  dotted,
  firstName,
  functionsAround,
  isA,
  isFunction,
  lastName,
  matches,
  memberPath,
  type Node,
  plainCall,
  propertyName,
  propertyValue,
  readCall,
  startLine,
  walk,
} from "./syntax.ts";

export interface ErrorHandler {
  readonly node: Node;
  /** What stands on its line: in a chain over several lines, the name of the method. */
  readonly at: Node;
  readonly library: string;
  readonly note: string;
  /** Whether the framework passes all errors to it alone, so that a contract gets none. */
  readonly getsAll?: boolean;
}

type Found = Omit<ErrorHandler, "at">;

/** Methods that set an error handler, or a handler for addresses without a route. */
const SETTERS: Readonly<Record<string, Omit<ErrorHandler, "node" | "at">>> = {
  setErrorHandler: { library: "fastify", note: "Fastify's error handler.", getsAll: true },
  setNotFoundHandler: { library: "fastify", note: "Fastify's handler for addresses without a route." },
  onError: { library: "hono", note: "The error handler.", getsAll: true },
  notFound: { library: "hono", note: "The handler for addresses without a route." },
  useGlobalFilters: { library: "nestjs", note: "Nest's filters for exceptions." },
  setupExpressErrorHandler: {
    library: "express",
    note: "An error handler of another library, which looks at errors.",
  },
};

/** Finds the declaration of a name, as in `["errors", "handler"]`; `undefined` if its source is not at hand. */
export type Declared = (path: readonly string[], module: Module) => Node | undefined;

export function listHandlers(module: Module, declared: Declared = () => undefined): readonly ErrorHandler[] {
  return module.nodes.flatMap((node) => {
    const handler =
      bySetter(node, module) ??
      byUse(node, module, declared) ??
      byDecorator(node) ??
      byOption(node, module) ??
      byParameters(node, module) ??
      byMiddleware(node, module);
    return handler === undefined ? [] : [{ ...handler, at: findPlace(handler.node) }];
  });
}

/** A chain of calls begins far above the call in it that sets a handler. */
function findPlace(node: Node): Node {
  const callee = node.type === "CallExpression" ? node.callee : undefined;
  if (!isA(callee, "MemberExpression")) return node;
  const { property } = callee;
  return startLine(property) === startLine(node) ? node : property;
}

function bySetter(node: Node, module: Module): Found | undefined {
  const call = plainCall(node);
  if (call === undefined) return undefined;
  if (call.object === undefined && module.imports.get(call.name)?.module === "koa-onerror")
    return { node, library: "koa", note: "An error handler of another library." };
  const setter = Object.hasOwn(SETTERS, call.name) ? SETTERS[call.name] : undefined;
  if (setter !== undefined && call.args.length > 0 && (call.object === undefined || call.args.some(takesHandler))) {
    return { ...setter, node, library: findFramework(module) ?? setter.library };
  }
  const event = bare(call.args[0]);
  const isListener = call.name === "on" && isA(event, "StringLiteral") && event.value === "error";
  if (!isListener || lastName(call.object) !== "app" || findFramework(module) !== "koa") return undefined;
  return { node, library: "koa", note: "Koa's listener for errors." };
}

function takesHandler(node: Node | undefined): boolean {
  const value = bare(node);
  return isFunction(value) || isA(value, "Identifier", "MemberExpression") || readCall(value) !== undefined;
}

/** `app.use((error, request, response, next) => …)`, also with the handler's name. */
function byUse(node: Node, module: Module, declared: Declared): Found | undefined {
  const call = plainCall(node);
  if (call?.name !== "use" || call.object === undefined) return undefined;
  const note = call.args.map((arg) => describeMounted(bare(arg), module, declared)).find((one) => one !== undefined);
  return note === undefined ? undefined : { node, library: findFramework(module) ?? "express", note };
}

function describeMounted(value: Node | undefined, module: Module, declared: Declared): string | undefined {
  const { functions, imports } = module;
  const called = readCall(value)?.name;
  const name = lastName(value) ?? called ?? "";
  const handler = isFunction(value) ? value : functions.get(name);
  if (handler !== undefined) return handler.params.length === 4 ? "Express' error handler." : undefined;
  const isImported = imports.has(firstName(value) ?? called);
  if (!isImported || !NAMED_SO.test(name)) return undefined;
  // A name alone counts, unless its source is at hand and shows that it handles nothing.
  const source = declared(memberPath(value) ?? [name], module);
  const isHarmless = source !== undefined && !/not_?found/i.test(name) && !handlesErrors(source);
  return isHarmless ? undefined : `Mounts \`${name}\`.`;
}

function handlesErrors(node: Node): boolean {
  return walk(node).nodes.some((one) => one.type === "CatchClause" || (isFunction(one) && one.params.length === 4));
}

const NAMED_SO =
  /^(?=.*(?:error|not_?found|exception))(?:handle|on|not|convert|catch)|(?:error|exception|not_?found)s?_?(?:handler|middleware|converter|logger)?$/i;

/** Nest's `@Catch()`. */
function byDecorator(node: Node): Found | undefined {
  if (node.type !== "ClassDeclaration") return undefined;
  const isFilter = node.decorators?.some(({ expression }) => readCall(expression)?.name === "Catch");
  return isFilter ? { node, library: "nestjs", note: "Nest's filter for exceptions.", getsAll: true } : undefined;
}

/** `new H3({ onError })`, `createApp({ onError })`, `defineNitroErrorHandler(…)`. */
function byOption(node: Node, module: Module): Found | undefined {
  const call = node.type === "CallExpression" || node.type === "NewExpression" ? readCall(node) : undefined;
  if (call === undefined) return undefined;
  if (call.name === "defineNitroErrorHandler")
    return { node, library: "h3", note: "Nitro's error handler.", getsAll: true };
  if (!/^(?:H3|createApp|createServer|serve|Elysia)$/.test(call.name)) return undefined;
  const options = call.args.find((arg) => hasFunction(arg, "onError") || hasFunction(arg, "error"));
  return options === undefined
    ? undefined
    : { node, library: findFramework(module) ?? "h3", note: "The error handler, as an option.", getsAll: true };
}

function hasFunction(node: Node, name: string): boolean {
  const object = bare(node);
  if (!isA(object, "ObjectExpression")) return false;
  if (propertyValue(object, name) !== undefined) return true;
  return object.properties.some(
    (property) => property.type === "ObjectMethod" && propertyName(property.key, property.computed) === name,
  );
}

/** `(error, request, response, next) => …`, declared apart from the code that mounts it. */
function byParameters(node: Node, module: Module): Found | undefined {
  if (!isFunction(node) || node.params.length !== 4 || readCall(module.parents.get(node))?.name === "use")
    return undefined;
  const [error, , response] = node.params.map(dotted);
  const isHandler = matches(/^_?(?:e|er|err|error|ex|exception|thrown)$/i, error) && matches(/^_?res/i, response);
  return isHandler ? { node, library: findFramework(module) ?? "express", note: "Express' error handler." } : undefined;
}

/** Middleware that catches errors of later middleware or of a router: `try { await next() } catch …`. */
function byMiddleware(node: Node, module: Module): Found | undefined {
  if (node.type !== "TryStatement" || !node.handler) return undefined;
  if (throwsAgain(node.handler)) return undefined;
  const calls = node.block.body.map(awaitedBy);
  if (calls.some((call) => call?.name === "next" && call.object === undefined))
    return {
      node,
      library: findFramework(module) ?? "koa",
      note: "Middleware that catches what later middleware throws.",
    };
  const isRouter = calls.some(
    (call) =>
      call?.object !== undefined &&
      /^(?:fetch|handle)$/.test(call.name) &&
      matches(/^req(?:uest)?$/, dotted(call.args[0])),
  );
  return isRouter || getsResponse(node, node.block, module)
    ? { node, library: findFramework(module) ?? "fetch", note: "Catches what a router throws." }
    : undefined;
}

/** Whether a `catch` only inspects each error and then rethrows it. */
function throwsAgain({ param, body }: Node & { readonly type: "CatchClause" }): boolean {
  const last = body.body.at(-1);
  const isAgain = isA(last, "ThrowStatement") && dotted(last.argument) === dotted(param);
  return isAgain && !walk(body).nodes.some(({ type }) => type === "ReturnStatement");
}

/** Whether a fetch handler gets its response from a function that it calls with its request, in a `try`. */
function getsResponse(node: Node, block: Node, module: Module): boolean {
  const [handler] = functionsAround(node, module.parents);
  const params = (handler?.params ?? []).map(dotted);
  const request = params.find((name) => matches(/^req(?:uest)?$/, name));
  if (request === undefined || params.some((name) => matches(/^(?:res|reply|next$)/i, name))) return false;
  if (findFramework(module) !== undefined) return false;
  return walk(block).nodes.some((one) => {
    const call = one.type === "AwaitExpression" ? bare(one.argument) : undefined;
    if (!isA(call, "CallExpression") || dotted(call.callee as Node) === "fetch") return false;
    return call.arguments.some((arg) => dotted(arg as Node) === request) && becomesResponse(one, module);
  });
}

function becomesResponse(value: Node, { parents }: Module): boolean {
  const user = parents.get(value);
  if (isA(user, "ReturnStatement")) return true;
  const target = isA(user, "VariableDeclarator") ? user.id : isA(user, "AssignmentExpression") ? user.left : undefined;
  return matches(/^res(?:p(?:onse)?)?$/, dotted(target));
}

/** Returns the call that a statement waits for. */
function awaitedBy(statement: Node): Call | undefined {
  let value: Node | null | undefined;
  if (statement.type === "ExpressionStatement") value = statement.expression;
  if (statement.type === "ReturnStatement") value = statement.argument;
  if (statement.type === "VariableDeclaration") value = statement.declarations[0]?.init;
  return isA(value, "AwaitExpression") ? readCall(value) : undefined;
}
