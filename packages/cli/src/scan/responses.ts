import { findBinding } from "./bindings.ts";
import type { MadeError } from "./finding.ts";
import type { Module } from "./module.ts";
import { isErrorStatus, namedStatus, readErrorStatus, readStatuses, type Statuses } from "./status.ts";
import {
  bare,
  type Call,
  type ClassNode,
  declaredType,
  dotted,
  type FunctionNode,
  functionsAround,
  isA,
  isCall,
  lastName,
  matches,
  type Node,
  type Parents,
  propertyValue,
  readCall,
  statementsIn,
  walk,
} from "./syntax.ts";

/** An error response that is written by hand. */
export interface WrittenResponse extends MadeError {
  readonly statuses: Statuses;
  readonly body: Node | undefined;
}

const RESPONSE = /^(?:_?res|resp|response|reply|rep|httpRes|httpResponse|serverResponse)$/i;
const CONTEXT = /^(?:ctx|context|c|koaCtx|\$|set|event|h)$/;

const TYPED = /^(?:Response|FastifyReply|ServerResponse|Http2ServerResponse|Reply)$/;
const TYPED_CONTEXT = /^(?:Context|ParameterizedContext|KoaContext|RouterContext)$/;

const SENDS: ReadonlySet<string> = new Set("json jsonp send end write render sendFile html text body xml".split(" "));

/** Whether an expression is the response object, or a chain of calls on it: `response.set(…)`. */
function isResponse(node: Node | undefined, module: Module, names: RegExp, types: RegExp): node is Node {
  const call = readCall(node);
  if (call?.object !== undefined) return isResponse(call.object, module, names, types);
  return matches(names, lastName(node)) || isTyped(node, module, types);
}

function isTyped(node: Node | undefined, module: Module, types: RegExp): boolean {
  const variable = bare(node);
  if (!isA(variable, "Identifier")) return false;
  const binding = findBinding(variable.name, variable, module);
  return binding?.kind === "parameter" && matches(types, declaredType(binding.fn.params[binding.index]));
}

/** Frameworks by module. The first that a file imports counts. */
const FRAMEWORKS: readonly (readonly [module: RegExp, name: string])[] = [
  [/^(?:fastify|@fastify\/)/, "fastify"],
  [/^@nestjs\//, "nestjs"],
  [/^(?:koa$|koa-|@koa\/)/, "koa"],
  [/^(?:hono(?:$|\/)|@hono\/)/, "hono"],
  [/^(?:h3|nitropack|nitro)(?:$|\/)/, "h3"],
  [/^express/, "express"],
  [/^(?:node:)?https?2?$/, "node:http"],
];

export function findFramework({ imports }: Module): string | undefined {
  const modules = [...imports.values()].map(({ module }) => module);
  return FRAMEWORKS.find(([pattern]) => modules.some((module) => pattern.test(module)))?.[1];
}

export function listResponses(module: Module): readonly WrittenResponse[] {
  return module.nodes
    .map(
      (node) => byCall(node, module) ?? bySuper(node, module) ?? byAssignment(node, module) ?? byObject(node, module),
    )
    .filter((response) => response !== undefined);
}

function byCall(node: Node, module: Module): WrittenResponse | undefined {
  const call = isCall(node) ? readCall(node) : undefined;
  if (call === undefined) return undefined;
  return (
    byStatusMethod(call, module) ??
    byNamedMethod(call, module) ??
    byContextMethod(call, module) ??
    byInit(call, module) ??
    byFunction(call, module)
  );
}

/** `response.status(404).json(…)`, `reply.code(404).send(…)`, `response.writeHead(404)`. */
function byStatusMethod({ node, object, name, args }: Call, module: Module): WrittenResponse | undefined {
  if (name !== "status" && name !== "code" && name !== "writeHead" && name !== "setStatus") return undefined;
  if (name !== "writeHead" && args.length > 1) return undefined;
  const isOfContext = name === "status" && isResponse(object, module, CONTEXT, TYPED_CONTEXT);
  if (!isOfContext && !isResponse(object, module, RESPONSE, TYPED)) return undefined;
  const usual = name === "code" ? "fastify" : isOfContext ? "hono" : "express";
  return written(node, args[0], findBody(node, object, module), findFramework(module) ?? usual, module);
}

/** `response.sendStatus(404)`, and what @fastify/sensible adds: `reply.notFound("…")`. */
function byNamedMethod({ node, object, name, args }: Call, module: Module): WrittenResponse | undefined {
  if (name === "sendStatus" && isResponse(object, module, RESPONSE, TYPED)) {
    return written(node, args[0], undefined, findFramework(module) ?? "express", module);
  }
  const status = /^[a-z]+(?:[A-Z][a-z]+)*$/.test(name) ? namedStatus(name) : undefined;
  if (!isErrorStatus(status)) return undefined;
  const statuses = { shown: [status], isOpen: false };
  const named = (body: Node | undefined, usual: string): WrittenResponse => {
    return { ...written(node, undefined, body, findFramework(module) ?? usual, module), statuses, status };
  };
  if (isResponse(object, module, RESPONSE, TYPED) && args.length < 2) return named(args[0], "fastify");
  const isNotFound = name === "notFound" && args.length === 0 && isResponse(object, module, CONTEXT, TYPED_CONTEXT);
  return isNotFound ? named(undefined, "hono") : undefined;
}

/** `c.json(body, 404)`. */
function byContextMethod({ node, object, name, args }: Call, module: Module): WrittenResponse | undefined {
  if (!/^(?:json|text|html|body|newResponse|jsonT)$/.test(name)) return undefined;
  if (!isResponse(object, module, CONTEXT, TYPED_CONTEXT)) return undefined;
  const status = propertyValue(args[1], "status") ?? args[1];
  return written(node, status, args[0], findFramework(module) ?? "hono", module);
}

/** `new Response(body, { status: 404 })`, `Response.json(body, { status: 404 })`. */
function byInit({ node, object, name, args }: Call, module: Module): WrittenResponse | undefined {
  const isClass = /^(?:Next|Http)?Response$/;
  const made = node.type === "NewExpression" && isClass.test(name);
  const json =
    name === "json" && (object === undefined ? module.imports.has("json") : matches(isClass, lastName(object)));
  if (!made && !json) return undefined;
  const library = findFramework(module) ?? "fetch";
  if (json && isA(args[1], "NumericLiteral"))
    return { ...written(node, args[1], args[0], library, module), isValue: true };
  return byStatusIn(args[1], node, args[0], library, module);
}

/** `{ status: 404 }`, `init` and `{ ...init }` as the init of a `Response`. */
function byStatusIn(
  init: Node | undefined,
  node: Node,
  body: Node | undefined,
  library: string,
  module: Module,
): WrittenResponse | undefined {
  const value = bare(init);
  const declared = isA(value, "Identifier") ? module.constants.get(value.name) : value;
  const status = propertyValue(declared, "status");
  if (status !== undefined) return { ...written(node, status, body, library, module), isValue: true };
  const spread = isA(value, "ObjectExpression")
    ? value.properties.find(({ type }) => type === "SpreadElement")
    : undefined;
  const whole = isA(spread, "SpreadElement") ? bare(spread.argument) : value;
  if (!isA(whole, "Identifier")) return undefined;
  return { ...written(node, whole, body, library, module), isInit: true, isValue: true };
}

/** `super(body, { status: 404 })` in a class that extends `Response`. */
function bySuper(node: Node, module: Module): WrittenResponse | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Super") return undefined;
  const owner = constructedClass(functionsAround(node, module.parents)[0], module);
  if (!matches(/^(?:Next)?Response$/, lastName(owner?.superClass))) return undefined;
  const [body, init] = node.arguments.map((arg) => initialValue(arg, module));
  return byStatusIn(init, node, body, "fetch", module);
}

export function constructedClass(fn: FunctionNode | undefined, { parents }: Module): ClassNode | undefined {
  if (fn?.type !== "ClassMethod" || fn.kind !== "constructor") return undefined;
  return parents.get(parents.get(fn) as Node) as ClassNode;
}

export function initialValue(node: Node, module: Module): Node {
  const variable = bare(node);
  const binding = isA(variable, "Identifier") ? findBinding(variable.name, variable, module) : undefined;
  return binding?.kind === "value" && binding.path.length === 0 ? (binding.init ?? node) : node;
}

/** h3's `setResponseStatus(event, 404)`. */
function byFunction({ node, object, name, args }: Call, module: Module): WrittenResponse | undefined {
  return object === undefined && name === "setResponseStatus"
    ? written(node, args[1], args[2], findFramework(module) ?? "h3", module)
    : undefined;
}

/** `context.status = 404`, `response.statusCode = 404`. */
function byAssignment(node: Node, module: Module): WrittenResponse | undefined {
  if (node.type !== "AssignmentExpression" || node.operator !== "=" || node.left.type !== "MemberExpression")
    return undefined;
  const name = lastName(node.left);
  if (name !== "status" && name !== "statusCode") return undefined;
  const { object } = node.left;
  const isOfContext = isResponse(object, module, CONTEXT, TYPED_CONTEXT);
  if (!isOfContext && !isResponse(object, module, RESPONSE, TYPED)) return undefined;
  const library = findFramework(module) ?? (isOfContext ? "koa" : "express");
  return written(node, node.right, findBody(node, object, module), library, module);
}

/** `return { statusCode: 404, body: "…" }`, as functions called by an API gateway respond. */
function byObject(node: Node, module: Module): WrittenResponse | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const status = propertyValue(node, "statusCode");
  const body = propertyValue(node, "body");
  if (status === undefined || body === undefined) return undefined;
  return written(node, status, body, "lambda", module);
}

function written(
  node: Node,
  status: Node | undefined,
  body: Node | undefined,
  library: string,
  module: Module,
): WrittenResponse {
  const statuses = readStatuses(status, module.constants);
  const says = body === undefined ? [] : [body];
  const facts = { statuses, status: readErrorStatus(statuses), statusNode: bare(status), body, says };
  return { kind: "response", node, library, ...facts, isInit: false, isValue: false };
}

/** Returns the body that is sent with a status: later in the same chain, or in a nearby statement. */
function findBody(node: Node, response: Node, { parents }: Module): Node | undefined {
  let at = node;
  for (let call = callOn(at, parents); call !== undefined; call = callOn(at, parents)) {
    if (SENDS.has(call.name)) return call.args.at(call.name === "render" ? 1 : 0);
    at = call.node;
  }
  return bodyBeside(at, dotted(response), parents);
}

/** Returns the call of a method of what an expression returns. */
function callOn(object: Node, parents: Parents): Call | undefined {
  const call = readCall(parents.get(parents.get(object) as Node));
  return call?.object === object ? call : undefined;
}

/** How many statements before and after the one that sets the status are searched for the body. */
const AFTER = 4;
const BEFORE = 2;

function bodyBeside(node: Node, response: string | undefined, parents: Parents): Node | undefined {
  const around = parents.get(node) as Node;
  const list = statementsIn(around);
  if (list === undefined) return bodyBeside(around, response, parents);
  if (response === undefined) return undefined;
  const index = list.indexOf(node);
  const near = [...list.slice(index, index + AFTER), ...list.slice(Math.max(0, index - BEFORE), index)];
  for (const one of near.flatMap((part) => walk(part).nodes)) {
    const call = readCall(one);
    if (call?.object !== undefined && SENDS.has(call.name) && dotted(call.object) === response) {
      return call.args.at(call.name === "render" ? 1 : 0);
    }
    if (one.type === "AssignmentExpression" && dotted(one.left) === `${response}.body`) return one.right;
  }
  return list
    .slice(index, index + AFTER)
    .map(returnedBy)
    .find((body) => body !== undefined);
}

/** Returns the object that a statement returns, which Fastify sends. */
function returnedBy(statement: Node): Node | undefined {
  const value = statement.type === "ReturnStatement" ? bare(statement.argument) : undefined;
  return isA(value, "ObjectExpression") ? value : undefined;
}
