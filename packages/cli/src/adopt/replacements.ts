import { COPIES } from "../scan/copies.ts";
import { listExceptions } from "../scan/exceptions.ts";
import type { Finding } from "../scan/finding.ts";
import { saysInput } from "../scan/propose.ts";
import { listResponses, type WrittenResponse } from "../scan/responses.ts";
import { namedStatus } from "../scan/status.ts";
import {
  bare,
  type Call,
  dotted,
  functionsAround,
  isFunction,
  memberPath,
  type Node,
  propertyName,
  readCall,
  startLine,
  statementsIn,
  stringValue,
  walk,
} from "../scan/syntax.ts";
import { type Said, saidBy } from "./body.ts";
import { catchAllAround } from "./catch-alls.ts";
import type { Codes } from "./codes.ts";
import { type Edit, literal, sourceText } from "./edits.ts";
import { isErrorMiddleware } from "./own-handlers.ts";
import { paramIn } from "./param.ts";
import { type File, majorVersion, type Project } from "./project.ts";
import type { Step } from "./result.ts";
import { calledHandlersIn, findStatement, findWayOut, isCaught, refuseCaller, type Surroundings } from "./ways-out.ts";

export interface Replaced {
  readonly edits: readonly Edit[];
  /** The nodes that the edits delete. Names that only they use need no import any more. */
  readonly removed: readonly Node[];
}

interface Replacement {
  readonly node: Node;
  readonly write: (error: string, file: File) => string;
  readonly said: Said;
}

type Result = Replacement | { readonly reason: string };

/** Replaces the errors of a project with errors of its catalog, and lists those that a person must look at. */
export class Replacements {
  readonly #project: Project;
  readonly #codes: Codes;
  readonly #catalog: string;
  readonly #calledHandlers: ReadonlySet<string>;
  readonly #tested: ReadonlySet<string>;
  readonly #handlers = new Set<Node>();
  readonly steps: Step[] = [];

  constructor(project: Project, codes: Codes, catalog: string) {
    this.#project = project;
    this.#codes = codes;
    this.#catalog = catalog;
    this.#calledHandlers = calledHandlersIn(project.files);
    this.#tested = new Set(project.files.flatMap(({ nodes }) => nodes.flatMap(askedBy)));
  }

  in(file: File): Replaced {
    const own = new Map(this.#project.classes.map(({ name, status }) => [name, { status }]));
    const responses = new Map(listResponses(file).map((one) => [placeKey(one.node), one]));
    const exceptions = new Map(listExceptions(file, own).map((one) => [placeKey(one.node), one.node]));
    const edits: Edit[] = [];
    const removed: Node[] = [];
    for (const finding of this.#project.findings) {
      if (finding.file !== file.file || !isCoded(finding)) continue;
      // The contract recognizes this class.
      if (finding.kind === "exception" && own.has(finding.library) && !isCopy(finding)) continue;
      const at = `${finding.line}:${finding.column}`;
      if (this.#isLeftToContract(finding, at, file)) continue;
      const result = this.#written(finding, file, responses.get(at), exceptions.get(at));
      if ("reason" in result) this.#leave(finding, result.reason);
      else if (edits.some((edit) => edit.start < result.edit.end && result.edit.start < edit.end)) {
        this.#leave(finding, "it is inside another one");
      } else {
        edits.push(result.edit);
        removed.push(result.node);
      }
    }
    return { edits, removed };
  }

  #written(
    finding: Finding,
    file: File,
    response: WrittenResponse | undefined,
    exception: Node | undefined,
  ): { readonly edit: Edit; readonly node: Node } | { readonly reason: string } {
    const result = this.#replacementOf(finding, file, response, exception);
    if ("reason" in result) return result;
    const error = this.#errorFor(finding, result.said, response?.node ?? exception, file);
    if ("reason" in error) return error;
    const { node, write } = result;
    return { node, edit: { start: node.start ?? 0, end: node.end ?? 0, text: write(error.text, file) } };
  }

  /** Whether a 404 is in a handler that the contract makes needless. Lists the handler once. */
  #isLeftToContract({ status }: Finding, at: string, file: File): boolean {
    const node = status === 404 ? file.nodes.find((one) => placeKey(one) === at) : undefined;
    const handler = node === undefined ? undefined : catchAllAround(node, file, this.#project.files);
    if (handler === undefined) return false;
    const line = startLine(handler);
    const says = "Remove this handler: the contract answers unknown addresses (404) and wrong methods (405) by itself.";
    if (!this.#handlers.has(handler)) this.steps.push({ file: file.file, line, says });
    this.#handlers.add(handler);
    return true;
  }

  #leave({ file, line, code, status }: Finding, reason: string): void {
    const what = status ?? "an error";
    const advice = code === undefined ? "choose its code, and throw that" : `throw \`${code}\``;
    this.steps.push({ file, line, says: `${what} by hand: ${advice} instead. Not done, because ${reason}.` });
  }

  #errorFor(
    { code, status }: Finding,
    said: Said,
    place: Node | undefined,
    file: File,
  ): { readonly text: string } | { readonly reason: string } {
    if ("reason" in said) return said;
    if (code === undefined || status === undefined) return { reason: "its status is only known at run time" };
    const { sentence, ownCode } = said;
    const text = stringValue(sentence);
    const named = ownCode === undefined ? code : this.#named(ownCode, code, text);
    const taken = this.#codes.take({ code: named, status, sentence: text });
    if ("reason" in taken) return taken;
    const { quote } = file.style;
    const fields = [
      ...(named === "invalid_input" && place !== undefined ? paramField(text, place, file) : []),
      ...(taken.needsMessage && sentence !== undefined ? [`message: ${sourceText(sentence, file)}`] : []),
      ...causeField(place, file),
    ];
    const init = fields.length === 0 ? "" : `, { ${fields.join(", ")} }`;
    return { text: `${this.#catalog}.error(${quote}${named}${quote}${init})` };
  }

  /** Returns the code in a body, under the vendor's prefix, if it can be a code of the catalog. */
  #named(ownCode: string, proposed: string, sentence: string | undefined): string {
    const words = ownCode
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_|_$/g, "");
    // A code says more than that the input is wrong, unless the sentence says that too.
    const isProposedOwn =
      proposed === "invalid_input"
        ? !saysInput(`${sentence ?? ""} ${words}`)
        : proposed.startsWith(`${this.#project.vendor}_`);
    return isProposedOwn && /^[a-z]/.test(words) && words.includes("_") ? `${this.#project.vendor}_${words}` : proposed;
  }

  #replacementOf(
    finding: Finding,
    file: File,
    response: WrittenResponse | undefined,
    exception: Node | undefined,
  ): Result {
    if (isCopy(finding)) return { reason: `it ${finding.note?.slice("It ".length, -1)}` };
    if (finding.note?.startsWith("Through ") === true) return { reason: "it goes through a function of the service" };
    if (exception !== undefined && finding.kind === "exception")
      return this.#ofException(exception, finding.library, file);
    if (response === undefined) return { reason: "it could not be found again" };
    if (response.statuses.isOpen || response.statuses.shown.length !== 1)
      return { reason: "its status is only known at run time" };
    if (finding.library === "koa") return this.#ofKoa(response, file);
    if (finding.library === "hono") return replaceReturnedCall(response, this.#in(file, true, true));
    if (/^(?:express|fastify|node:http)$/.test(finding.library)) return this.#ofChain(response, finding.library, file);
    return { reason: `it cannot be sure for ${finding.library}` };
  }

  /** `response.status(404).json(body)` */
  #ofChain({ node }: WrittenResponse, library: string, file: File): Result {
    const chain = readChain(node, file);
    if ("reason" in chain) return chain;
    const statement = findStatement(chain.whole, file);
    if (statement === undefined) return { reason: "it is a part of another expression" };
    const [handler] = functionsAround(statement, file.parents);
    if (library === "fastify" && handler?.async !== true) return { reason: "its handler is not asynchronous" };
    const major = majorVersion(this.#project.manifest, "express");
    const catchesRejections = library === "fastify" || (major !== undefined && major >= 5);
    const way = findWayOut(statement, chain.response, this.#in(file, catchesRejections, false));
    if ("reason" in way) return way;
    const replaced = way.next === undefined ? widen(statement, file) : statement;
    return { node: replaced, said: saidBy(chain.body), write: writer(statement, way.next) };
  }

  #in(file: File, catchesRejections: boolean, isOfContext: boolean): Surroundings {
    const responseFrom = isOfContext ? 0 : 1;
    return { file, files: this.#project.files, catchesRejections, responseFrom, calledHandlers: this.#calledHandlers };
  }

  /** `context.status = 404; context.body = body;` */
  #ofKoa({ node, body }: WrittenResponse, file: File): Result {
    const set = readSet(node, body, file);
    if ("reason" in set) return set;
    const { context, first, last } = set;
    const way = findWayOut(last, context, this.#in(file, true, true));
    if ("reason" in way) return way;
    if (way.next !== undefined) return { reason: "the `try` around it would catch a throw" };
    const span = { ...first, end: widen(last, file).end } as Node;
    return { node: span, said: saidBy(body), write: writer(last, undefined) };
  }

  /** `throw new NotFoundException("…")`, `next(createError(404, "…"))`, `context.throw(404, "…")` */
  #ofException(node: Node, library: string, file: File): Result {
    const call = readCall(node);
    if (call === undefined) return { reason: "the error is made elsewhere" };
    const tested = [call.name, ...(memberPath(call.object) ?? []), ...familyNames(library)].find((name) =>
      this.#tested.has(name),
    );
    if (tested !== undefined) return { reason: `the service asks for \`${tested}\`` };
    const [fn] = functionsAround(node, file.parents);
    if (call.name === "throw" || call.name === "assert") return replaceContextCall(call, file);
    const said = saidByArguments(call.args);
    const around = file.parents.get(node);
    const write = (error: string) => error;
    if (around?.type === "ThrowStatement") {
      return isCaught(around, fn, file) ? { reason: "the `try` around it would catch it" } : { node, said, write };
    }
    const passed = readCall(around);
    const isPassed = passed?.args[0] === node && passed.args.length === 1 && /^(?:next|reject)$/.test(passed.name);
    return isPassed ? { node, said, write } : { reason: "it is not thrown where it is made" };
  }
}

function paramField(sentence: string | undefined, place: Node, file: File): readonly string[] {
  const param = paramIn(sentence ?? "", place, file);
  return param === undefined ? [] : [`param: ${literal(param, file.style)}`];
}

function causeField(place: Node | undefined, file: File): readonly string[] {
  const original = findOriginal(place, file);
  return original === undefined ? [] : [`cause: ${original}`];
}

/** Returns the variable with the error that a place answers, so that the log keeps it: of a `catch`, or of Express' error handler. */
function findOriginal(node: Node | undefined, { parents }: File): string | undefined {
  const hidden = new Set<string>();
  for (let at = node; at !== undefined; at = parents.get(at)) {
    const name = errorIn(at, parents);
    if (name !== undefined) return hidden.has(name) ? undefined : name;
    for (const param of isFunction(at) ? at.params : []) if (param.type === "Identifier") hidden.add(param.name);
  }
  return undefined;
}

/** `catch (error) { … }`, `.catch((error) => …)` and `(error, request, response, next) => …` */
function errorIn(node: Node, parents: File["parents"]): string | undefined {
  if (node.type === "CatchClause") return node.param?.type === "Identifier" ? node.param.name : undefined;
  if (!isFunction(node)) return undefined;
  const call = readCall(parents.get(node));
  const isCatch = call?.name === "catch" && call.object !== undefined && call.args[0] === node;
  const [first] = node.params;
  return isErrorMiddleware(node) || isCatch ? (first?.type === "Identifier" ? first.name : undefined) : undefined;
}

interface SetOfKoa {
  readonly context: Node;
  readonly first: Node;
  readonly last: Node;
}

function readSet(node: Node, body: Node | undefined, file: File): SetOfKoa | { readonly reason: string } {
  if (node.type !== "AssignmentExpression" || node.left.type !== "MemberExpression") return IN_EXPRESSION;
  const context = node.left.object;
  const statement = findStatement(node, file);
  const block = statement === undefined ? undefined : file.parents.get(statement);
  if (statement === undefined || block?.type !== "BlockStatement") return IN_EXPRESSION;
  const index = block.body.indexOf(statement as never);
  const beside = [block.body[index + 1], block.body[index - 1]].find((one) => setsBody(one, context));
  if (beside === undefined) {
    const reason = reasonOfBody(statement, body, context, file);
    return reason === undefined ? { context, first: statement, last: statement } : { reason };
  }
  const isAfter = (beside.start ?? 0) > (statement.start ?? 0);
  const [first, last] = isAfter ? [statement, beside] : [beside, statement];
  const isPlain = file.text.slice(first.end ?? 0, last.start ?? 0).trim() === "";
  return isPlain ? { context, first, last } : { reason: "a comment is in it" };
}

const IN_EXPRESSION = { reason: "it is a part of another expression" };

function reasonOfBody(statement: Node, body: Node | undefined, context: Node, { parents }: File): string | undefined {
  const isBody = (one: Node) => setsBody(one, context);
  const block = parents.get(statement);
  if (block !== undefined && statementsIn(block)?.some(isBody) === true)
    return "other statements are between its status and its body";
  const [fn] = functionsAround(statement, parents);
  const isAround = fn !== undefined && walk(fn).nodes.some(isBody);
  return isAround || body !== undefined ? "its body is set elsewhere" : undefined;
}

/** Koa's `context.throw(404, "…")` and `context.assert(value, 404, "…")` */
function replaceContextCall({ node, name, args }: Call, file: File): Result {
  const statement = findStatement(node, file);
  if (statement === undefined) return { reason: "it is a part of another expression" };
  if (isCaught(statement, functionsAround(node, file.parents)[0], file))
    return { reason: "the `try` around it would catch it" };
  const write = writer(statement, undefined);
  if (name === "throw") return { node: statement, said: saidByArguments(args), write };
  const [value, ...rest] = args;
  if (value === undefined || statement.type !== "ExpressionStatement")
    return { reason: "it is a part of another expression" };
  const text = sourceText(value, file);
  const condition = /^[\w$.]+(?:\([^()]*\))?$/.test(text) ? `!${text}` : `!(${text})`;
  return {
    node: statement,
    said: saidByArguments(rest),
    write: (error, of) => `if (${condition}) ${write(error, of)}`,
  };
}

/**
 * Returns what a throw takes the place of: a statement with the `return` after it, which the throw would make unreachable, or the body of an
 * arrow function with the parentheses around it.
 */
function widen(statement: Node, { parents, text }: File): Node {
  const around = parents.get(statement);
  if (around?.type === "ArrowFunctionExpression") {
    const start = statement.extra?.["parenStart"] ?? statement.start;
    return typeof start === "number" ? { ...statement, start, end: around.end ?? null } : statement;
  }
  const after =
    around?.type === "BlockStatement" ? around.body[around.body.indexOf(statement as never) + 1] : undefined;
  const isBare = after?.type === "ReturnStatement" && (after.argument === null || after.argument === undefined);
  const isNext = isBare && text.slice(statement.end ?? 0, after.start ?? 0).trim() === "";
  return isNext ? { ...statement, end: after.end ?? null } : statement;
}

function writer(statement: Node, next: string | undefined): Replacement["write"] {
  return (error, file) => {
    const isBody = statement.type !== "ReturnStatement" && statement.type !== "ExpressionStatement";
    if (isBody) return next === undefined ? `{ throw ${error}${file.style.semicolon} }` : `${next}(${error})`;
    const end = writeEnd(statement, file);
    if (next === undefined) return `throw ${error}${end}`;
    return `${statement.type === "ReturnStatement" ? "return " : ""}${next}(${error})${end}`;
  };
}

/** Returns how the place of a statement ends. In a file without semicolons, other code on the same line needs one. */
function writeEnd({ end }: Node, { text, style }: File): string {
  const at = end ?? 0;
  // A `return` after a response is removed.
  const isLast = /^[ \t]*(?:$|[\r\n}]|\/\/|return\b)/.test(text.slice(at, at + 40));
  const isNeeded = text[at - 1] === ";" && !isLast;
  return isNeeded ? ";" : style.semicolon;
}

/** `return c.json(body, 404)` */
function replaceReturnedCall({ node, body }: WrittenResponse, surroundings: Surroundings): Result {
  const { file } = surroundings;
  const call = readCall(node);
  if (call === undefined || call.args.length > 2) return { reason: "it sets headers" };
  const statement = findStatement(node, file);
  if (statement === undefined || statement.type === "ExpressionStatement")
    return { reason: "it is a part of another expression" };
  const [fn] = functionsAround(statement, file.parents);
  if (isCaught(statement, fn, file)) return { reason: "the `try` around it would catch a throw" };
  const context = memberPath(call.object)?.[0];
  const isOwn = fn?.params.some((param) => param.type === "Identifier" && param.name === context);
  if (fn === undefined || isOwn !== true) return { reason: "it is not in a handler that gets the context itself" };
  const caller = refuseCaller(fn, surroundings);
  if (caller !== undefined) return { reason: caller };
  return { node: widen(statement, file), said: saidBy(body), write: writer(statement, undefined) };
}

function readChain(
  node: Node,
  { parents }: File,
): { readonly whole: Node; readonly response: Node; readonly body: Node | undefined } | { readonly reason: string } {
  const first = readCall(node);
  const response = bare(first?.object);
  if (first === undefined || response === undefined) return { reason: "its status and its body are set apart" };
  if (memberPath(response) === undefined) return { reason: "it sets more than the status and the body" };
  if (first.name === "sendStatus") return { whole: node, response, body: undefined };
  if (first.name === "writeHead") return { reason: "it writes the head by itself" };
  // What @fastify/sensible adds: `reply.badRequest("…")`.
  if (namedStatus(first.name) !== undefined) return { whole: node, response, body: first.args[0] };
  if (first.name !== "status" && first.name !== "code") return { reason: `it calls \`${first.name}\`` };
  const member = parents.get(node);
  const whole = member === undefined ? undefined : parents.get(member);
  const last = readCall(whole);
  if (whole === undefined || last === undefined || last.object !== node)
    return { reason: "its status and its body are set apart" };
  if (!/^(?:json|send|end|jsonp)$/.test(last.name)) return { reason: `it calls \`${last.name}\`` };
  if (last.args.length > 1) return { reason: "it passes more than the body" };
  return { whole, response, body: last.args[0] };
}

function setsBody(statement: Node | undefined, context: Node): boolean {
  if (statement?.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return false;
  return dotted(statement.expression.left) === [...(memberPath(context) ?? []), "body"].join(".");
}

function saidByArguments(args: readonly Node[]): Said {
  const rest = args.filter((arg) => {
    const value = bare(arg);
    return (
      value?.type !== "NumericLiteral" && !/^(?:HttpStatus|StatusCodes|HTTP_STATUS|status)\b/i.test(dotted(value) ?? "")
    );
  });
  if (rest.length > 1) return { reason: "it carries more than a sentence" };
  return saidBy(rest[0]);
}

/** What a service may ask an exception of a library for, which an error of the catalog has not. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  nestjs: ["HttpException", "getStatus", "getResponse"],
  "http-errors": ["HttpError", "isHttpError"],
  boom: ["Boom", "isBoom"],
  hono: ["HTTPException", "getResponse"],
  h3: ["H3Error", "HTTPError", "isError"],
  koa: ["HttpError", "isHttpError"],
};

function familyNames(library: string): readonly string[] {
  return Object.hasOwn(FAMILIES, library) ? (FAMILIES[library] ?? []) : [];
}

const ASKS = /^(?:isHttpError|isBoom|isError|getStatus|getResponse)$/;

/** Returns what a node asks an error for, in a list: the class that `x instanceof Class` names, or `getStatus` of `error.getStatus()`. */
function askedBy(node: Node): readonly string[] {
  if (node.type === "MemberExpression" || node.type === "OptionalMemberExpression") {
    const name = propertyName(node.property, node.computed);
    return name !== undefined && ASKS.test(name) ? [name] : [];
  }
  if (node.type !== "BinaryExpression" || node.operator !== "instanceof") return [];
  const name = memberPath(node.right)?.at(-1);
  return name === undefined ? [] : [name];
}

function isCoded({ kind }: Finding): boolean {
  return kind === "response" || kind === "exception";
}

function isCopy({ note }: Finding): boolean {
  return note?.startsWith(COPIES) === true;
}

function placeKey({ loc }: Node): string {
  const { line = 1, column = 0 } = loc?.start ?? {};
  return `${line}:${column + 1}`;
}
