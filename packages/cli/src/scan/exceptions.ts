import type { MadeError } from "./finding.ts";
import type { Module } from "./module.ts";
import { findSentence } from "./sentence.ts";
import { isErrorStatus, namedStatus, readErrorStatus, readStatuses } from "./status.ts";
import {
  type Call,
  calledPath,
  isCall,
  lastName,
  matches,
  memberPath,
  type Node,
  propertyValue,
  readCall,
} from "./syntax.ts";

/** An error that is meant for clients: a framework's exception, or an error with a status. */
export interface MadeException extends MadeError {
  readonly sentence: string | undefined;
  /** Whether it is meant for clients even if its status is unknown. */
  readonly isSure: boolean;
}

/** Libraries of exceptions. Their classes and functions are named after statuses. */
const LIBRARIES: readonly (readonly [module: RegExp, name: string])[] = [
  [/^@nestjs\/common(?:\/|$)/, "nestjs"],
  [/^http-errors$/, "http-errors"],
  [/^@hapi\/boom$|^boom$/, "boom"],
  [/^hono\/http-exception$/, "hono"],
  [/^(?:h3|nitro|nitropack|#imports)(?:$|\/)/, "h3"],
  [/^@feathersjs\/errors$/, "feathers"],
  [/^@fastify\/error$/, "fastify"],
  [/^routing-controllers$/, "routing-controllers"],
  [/^@tsed\/exceptions$/, "tsed"],
  [/^restify-errors$/, "restify"],
  [/^@loopback\/rest$/, "loopback"],
  [/^@adonisjs\//, "adonis"],
  [/^@sveltejs\/kit$/, "sveltekit"],
  [/^http-assert$/, "http-errors"],
];

/** The service's error classes by name, each with its status if that is always the same. */
export type OwnClasses = ReadonlyMap<string, { readonly status: number | undefined }>;

export function listExceptions(module: Module, own: OwnClasses): readonly MadeException[] {
  return listPossibleExceptions(module, own).filter(({ status, isSure }) => isSure || status !== undefined);
}

/** Lists the exceptions of a file, and errors that get a status which the source does not show. */
export function listPossibleExceptions(module: Module, own: OwnClasses): readonly MadeException[] {
  return module.nodes
    .map((node) => (isCall(node) ? byCall(readCall(node), module, own) : byStatusField(node, module)))
    .filter((exception) => exception !== undefined);
}

function byCall(call: Call | undefined, module: Module, own: OwnClasses): MadeException | undefined {
  if (call === undefined) return undefined;
  return (
    ofLibrary(call, module) ??
    ofContext(call, module) ??
    ofSensible(call, module) ??
    ofFields(call, module) ??
    ofOwnClass(call, module, own)
  );
}

/** `new NotFoundException("…")`, `createError(404, "…")`, `Boom.notFound("…")`. */
function ofLibrary(call: Call, module: Module): MadeException | undefined {
  const { node, name, args } = call;
  const path = calledPath(call);
  const from = module.imports.get(path[0]);
  if (from === undefined) return undefined;
  const library = LIBRARIES.find(([pattern]) => pattern.test(from.module))?.[1];
  if (library === undefined) return undefined;
  // The service itself chooses the name of a default import.
  const isNamed = path.length > 1 || (from.name !== "default" && from.name !== "*");
  const called = isNamed && path.length === 1 ? from.name : name;
  if (!isMaker(called, isNamed, node, library)) return undefined;
  const named = namedStatus(called);
  const exception = made(node, library, args, module, /Exception|Error|Boom/.test(called));
  return isErrorStatus(named) ? { ...exception, status: named, statusNode: undefined } : exception;
}

function made(node: Node, library: string, args: readonly Node[], module: Module, isSure: boolean): MadeException {
  const fields = args.map((arg) => propertyValue(arg, "statusCode", "status")).filter((field) => field !== undefined);
  const candidates = [...fields, ...args];
  const statuses = candidates.map((one) => readErrorStatus(readStatuses(one, module.constants)));
  const status = statuses.find((one) => typeof one === "number") ?? statuses.find((one) => one !== undefined);
  const statusNode = fields[0] ?? args.find((arg) => matches(/status|code/i, lastName(arg)));
  const facts = { status, statusNode, says: args, isSure, sentence: sentenceOfArguments(args, module) };
  return { kind: "exception", node, library, ...facts, isInit: false, isValue: false };
}

/**
 * Whether a function or class of such a library makes an exception. Some only check for one.
 *
 * @param isNamed Whether it is called by the name that the library gave it.
 */
function isMaker(called: string, isNamed: boolean, node: Node, library: string): boolean {
  if (/(?:Filter|Pipe|Factory|Handler)$/.test(called)) return false;
  if (node.type === "NewExpression") return /Exception|Error|Boom/.test(called) || namedStatus(called) !== undefined;
  if (library === "nestjs") return false;
  return (
    /^(?:createError|createHttpError|httpError|httpErrors|error|assert|boomify)$/i.test(called) ||
    (isNamed && namedStatus(called) !== undefined) ||
    /^create\w*Error$/.test(called)
  );
}

/** Koa's `context.throw(404, "…")` and `context.assert(value, 404, "…")`. */
function ofContext({ node, object, name, args }: Call, module: Module): MadeException | undefined {
  if ((name !== "throw" && name !== "assert") || !matches(/^(?:ctx|context|app|this)$/, lastName(object)))
    return undefined;
  return made(node, "koa", name === "throw" ? args : args.slice(1), module, false);
}

/** `fastify.httpErrors.notFound("…")`. */
function ofSensible({ node, object, name, args }: Call, module: Module): MadeException | undefined {
  if (lastName(object) !== "httpErrors") return undefined;
  return { ...made(node, "fastify", args, module, true), status: namedStatus(name), statusNode: undefined };
}

/** `Object.assign(new Error("…"), { status: 404 })`, and `createError({ statusCode: 404 })` without an import. */
function ofFields({ node, object, name, args }: Call, module: Module): MadeException | undefined {
  const isAssigned = name === "assign" && memberPath(object)?.join() === "Object" && isNewError(args[0]);
  const isMade = object === undefined && /^create(?:Http)?Error$/.test(name);
  if (!isAssigned && !isMade) return undefined;
  const hasStatus = args.some((arg) => propertyValue(arg, "statusCode", "status") !== undefined);
  return hasStatus ? made(node, isMade ? "h3" : "error", args, module, false) : undefined;
}

function isNewError(node: Node | undefined): boolean {
  const call = readCall(node);
  return call !== undefined && /Error$/.test(call.name);
}

/** `new OrderError("…", 404)` with a class of the service. */
function ofOwnClass({ node, name, args }: Call, module: Module, own: OwnClasses): MadeException | undefined {
  const known = node.type === "NewExpression" ? own.get(name) : undefined;
  if (known === undefined) return undefined;
  const exception = made(node, name, args, module, true);
  return { ...exception, status: exception.status ?? known.status };
}

/** `error.status = 404` if the variable holds an error. */
function byStatusField(node: Node, module: Module): MadeException | undefined {
  if (node.type !== "AssignmentExpression" || node.operator !== "=" || node.left.type !== "MemberExpression")
    return undefined;
  const path = memberPath(node.left);
  if (path?.length !== 2 || !matches(/^status(?:Code)?$/, path[1])) return undefined;
  const value = module.constants.get(path[0]);
  const error = isNewError(value) ? readCall(value) : undefined;
  if (error === undefined && !matches(/^(?:e|er|err|error|ex|exception)$|Err(?:or)?$/, path[0])) return undefined;
  const status = readErrorStatus(readStatuses(node.right, module.constants));
  return { ...made(node, "error", error?.args ?? [], module, false), status, statusNode: node.right };
}

/** `sold-out`, `seat.taken_twice`, `SOLD_OUT` */
const KEY = /^(?:[a-z]+(?:[._-][a-z]+)*|[A-Z]+(?:_[A-Z]+)+)$/;

/** What `util.format` and @fastify/error replace. */
const PLACEHOLDER = /%[sdifjoO]\b/g;

function sentenceOfArguments(args: readonly Node[], { constants }: Module): string | undefined {
  const sentences = args.map((arg) => findSentence(arg, constants)).filter((sentence) => sentence !== undefined);
  const sentence = sentences.find((one) => !KEY.test(one)) ?? sentences[0];
  return sentence?.replaceAll(PLACEHOLDER, "{}");
}
