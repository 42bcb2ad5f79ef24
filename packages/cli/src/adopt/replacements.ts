import { COPIES } from "../scan/copies.ts";
import { listExceptions, type OwnClasses } from "../scan/exceptions.ts";
import type { Finding, MadeError } from "../scan/finding.ts";
import { saysInput } from "../scan/propose.ts";
import { listResponses, type WrittenResponse } from "../scan/responses.ts";
import { namedStatus } from "../scan/status.ts";
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
  propertyName,
  readCall,
  startLine,
  stringValue,
  walk,
} from "../scan/syntax.ts";
import { type Content, readContent } from "./body.ts";
import { catchAllAround } from "./catch-alls.ts";
import type { Codes } from "./codes.ts";
import { type Edit, literal, sourceText } from "./edits.ts";
import { isErrorMiddleware, overruledHandlers } from "./own-handlers.ts";
import { paramIn } from "./param.ts";
import { type File, majorVersion, type Project } from "./project.ts";
import { LeftToPerson, leave, type Step } from "./result.ts";
import {
  calledHandlersIn,
  expectCatchingCaller,
  findStatement,
  findWayOut,
  isCaught,
  type Surroundings,
} from "./ways-out.ts";

export interface Replaced {
  readonly edits: readonly Edit[];
  /** The nodes that the edits delete. Names that only they use need no import any more. */
  readonly removed: readonly Node[];
}

interface Replacement {
  readonly node: Node;
  readonly write: (error: string, file: File) => string;
  readonly content: Content;
}

/** Replaces the errors of a project with errors of its catalog, and lists those that a person must look at. */
export class Replacements {
  readonly #project: Project;
  readonly #codes: Codes;
  readonly #catalog: string;
  readonly #calledHandlers: ReadonlySet<string>;
  readonly #tested: ReadonlySet<string | undefined>;
  readonly #overruled: ReadonlySet<Node | undefined>;
  readonly #handlers = new Set<Node>();
  readonly steps: Step[] = [];

  constructor(project: Project, codes: Codes, catalog: string) {
    this.#project = project;
    this.#codes = codes;
    this.#catalog = catalog;
    this.#calledHandlers = calledHandlersIn(project.files);
    this.#overruled = overruledHandlers(project.files);
    this.#tested = new Set(project.files.flatMap(({ nodes }) => nodes.map(askedBy)));
  }

  in(file: File): Replaced {
    const own = new Map(this.#project.classes.map((one) => [one.name, one]));
    const made = [...listResponses(file), ...listExceptions(file, own)];
    const places = new Map(made.map((one) => [`${one.kind} ${placeKey(one.node)}`, one]));
    const edits: Edit[] = [];
    const removed: Node[] = [];
    for (const finding of this.#project.findings) {
      const at = `${finding.line}:${finding.column}`;
      if (finding.file !== file.file || this.#isLeftToContract(finding, at, file, own)) continue;
      try {
        const place = expectKnown(finding, places.get(`${finding.kind} ${at}`));
        const { node, write, content } = this.#replace(place, file);
        const error = this.#errorFor(finding, content, place.node, file);
        const [start, end] = [node.start ?? 0, node.end ?? 0];
        // The findings are in the order of the source.
        if (edits.some((edit) => start < edit.end)) throw leave("it is inside another one");
        edits.push({ start, end, text: write(error, file) });
        removed.push(node);
      } catch (thrown) {
        if (!(thrown instanceof LeftToPerson)) throw thrown;
        this.steps.push({ file: file.file, line: finding.line, says: adviceFor(finding, thrown.message) });
      }
    }
    return { edits, removed };
  }

  /** Whether there is nothing to replace: the contract recognizes the class, answers in place of the handler, or makes that of a 404 needless. */
  #isLeftToContract(finding: Finding, at: string, file: File, own: OwnClasses): boolean {
    const { kind, library, status } = finding;
    if (kind !== "response" && kind !== "exception") return true;
    if (own.has(library) && !isCopy(finding)) return true;
    const isHonos = library === "hono";
    const node = status === 404 || isHonos ? file.nodes.find((one) => placeKey(one) === at) : undefined;
    if (node === undefined) return false;
    if (isHonos && functionsAround(node, file.parents).some((fn) => this.#overruled.has(fn))) return true;
    const handler = status === 404 ? catchAllAround(node, file, this.#project.files) : undefined;
    if (handler === undefined) return false;
    const says = "Remove this handler: the contract answers unknown addresses (404) and wrong methods (405) by itself.";
    if (!this.#handlers.has(handler)) this.steps.push({ file: file.file, line: startLine(handler), says });
    this.#handlers.add(handler);
    return true;
  }

  #errorFor({ code, status }: Finding, content: Content, place: Node, file: File): string {
    if (code === undefined || status === undefined) throw leave("its status is only known at run time");
    const { sentence, ownCode } = content;
    const text = stringValue(sentence);
    const named = ownCode === undefined ? code : this.#named(ownCode, code, text);
    const message = this.#codes.add({ code: named, status, sentence: text });
    const param = named === "invalid_input" ? paramIn(text ?? "", place, file) : undefined;
    const cause = findOriginal(place, file);
    const fields = [
      ...(param === undefined ? [] : [`param: ${literal(param, file.style)}`]),
      ...(sentence === undefined || text === message ? [] : [`message: ${sourceText(sentence, file)}`]),
      ...(cause === undefined ? [] : [`cause: ${cause}`]),
    ];
    const init = fields.length === 0 ? "" : `, { ${fields.join(", ")} }`;
    return `${this.#catalog}.error(${literal(named, file.style)}${init})`;
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

  #replace(place: Place, file: File): Replacement {
    const { library } = place;
    if (!("statuses" in place)) return this.#ofException(place.node, library, file);
    const { statuses } = place;
    if (statuses.isOpen || statuses.shown.length !== 1) throw leave("its status is only known at run time");
    if (library === "koa") return this.#ofKoa(place, file);
    if (library === "hono") return replaceReturnedCall(place, { file, calledHandlers: this.#calledHandlers });
    if (["express", "fastify", "node:http"].includes(library)) return this.#ofChain(place, library, file);
    throw leave(`it cannot be sure for ${library}`);
  }

  /** `response.status(404).json(body)` */
  #ofChain({ node }: WrittenResponse, library: string, file: File): Replacement {
    const { whole, response, body } = readChain(node, file);
    const statement = findStatement(whole, file);
    if (statement === undefined) throw leave(IN_EXPRESSION);
    const [handler] = functionsAround(statement, file.parents);
    if (library === "fastify" && handler?.async !== true) throw leave("its handler is not asynchronous");
    const major = majorVersion(this.#project.manifest, "express") ?? 0;
    const catchesRejections = library === "fastify" || major >= 5;
    const next = findWayOut(statement, response, this.#surroundings(file, { catchesRejections, responseFrom: 1 }));
    const replaced = next === undefined ? widen(statement, file) : statement;
    return { node: replaced, content: readContent(body), write: writer(statement, next) };
  }

  #surroundings(file: File, facts: Pick<Surroundings, "catchesRejections" | "responseFrom">): Surroundings {
    return { ...facts, file, files: this.#project.files, calledHandlers: this.#calledHandlers };
  }

  /** `context.status = 404; context.body = body;` */
  #ofKoa({ node, body }: WrittenResponse, file: File): Replacement {
    const { context, first, last } = readSet(node, body, file);
    const next = findWayOut(last, context, this.#surroundings(file, { catchesRejections: true, responseFrom: 0 }));
    if (next !== undefined) throw leave("the `try` around it would catch a throw");
    const span = { ...first, end: widen(last, file).end } as Node;
    return { node: span, content: readContent(body), write: writer(last, undefined) };
  }

  /** `throw new NotFoundException("…")`, `next(createError(404, "…"))`, `context.throw(404, "…")` */
  #ofException(node: Node, library: string, file: File): Replacement {
    const call = readCall(node);
    if (call === undefined) throw leave("the error is made elsewhere");
    const names = [call.name, ...(memberPath(call.object) ?? []), ...(FAMILIES.get(library) ?? [])];
    const tested = names.find((name) => this.#tested.has(name));
    if (tested !== undefined) throw leave(`the service asks for \`${tested}\``);
    if (call.name === "throw" || call.name === "assert") return replaceContextCall(call, file);
    const around = file.parents.get(node);
    const passed = readCall(around);
    const isPassed = passed?.args[0] === node && passed.args.length === 1 && /^(?:next|reject)$/.test(passed.name);
    const [fn] = functionsAround(node, file.parents);
    const isThrown = isA(around, "ThrowStatement");
    if (!isThrown && !isPassed) throw leave("it is not thrown where it is made");
    if (isThrown && isCaught(around, fn, file)) throw leave("the `try` around it would catch it");
    return { node, content: readArguments(call.args), write: (error) => error };
  }
}

type Place = WrittenResponse | MadeError;

/** @throws LeftToPerson if a finding is not what the file shows in its place */
function expectKnown(finding: Finding, place: Place | undefined): Place {
  const { note } = finding;
  if (isCopy(finding)) throw leave(`it ${note?.slice("It ".length, -1)}`);
  if (note?.startsWith("Through ") === true) throw leave("it goes through a function of the service");
  if (place === undefined) throw leave("it could not be found again");
  return place;
}

function adviceFor({ code, status }: Finding, because: string): string {
  const advice = code === undefined ? "choose its code, and throw that" : `throw \`${code}\``;
  return `${status ?? "an error"} by hand: ${advice} instead. Not done, because ${because}.`;
}

/** Returns the variable with the error that a place answers, so that the log keeps it: of a `catch`, or of Express' error handler. */
function findOriginal(node: Node, { parents }: File): string | undefined {
  const hidden = new Set<string | undefined>();
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) {
    const name = errorIn(at, parents);
    if (name !== undefined) return hidden.has(name) ? undefined : name;
    if (isFunction(at)) for (const param of at.params) hidden.add(dotted(param));
  }
  return undefined;
}

/** `catch (error) { … }`, `.catch((error) => …)` and `(error, request, response, next) => …` */
function errorIn(node: Node, parents: File["parents"]): string | undefined {
  if (node.type === "CatchClause") return dotted(node.param);
  if (!isFunction(node)) return undefined;
  const call = readCall(parents.get(node));
  const isCatch = call?.name === "catch" && call.args[0] === node;
  const [first] = node.params;
  return isErrorMiddleware(node) || isCatch ? dotted(first) : undefined;
}

const IN_EXPRESSION = "it is a part of another expression";

/** Returns the context whose status and body are set, and the first and the last statement that sets them. */
function readSet(
  node: Node,
  body: Node | undefined,
  file: File,
): { readonly context: Node; readonly first: Node; readonly last: Node } {
  const statement = findStatement(node, file);
  if (statement === undefined || node.type !== "AssignmentExpression" || node.left.type !== "MemberExpression")
    throw leave(IN_EXPRESSION);
  const block = file.parents.get(statement);
  if (!isA(block, "BlockStatement")) throw leave(IN_EXPRESSION);
  const context = node.left.object;
  const index = block.body.indexOf(statement as never);
  const beside = [block.body[index + 1], block.body[index - 1]].find((one) => setsBody(one, context));
  if (beside === undefined) {
    expectNoBody(statement, block, body, context, file);
    return { context, first: statement, last: statement };
  }
  const [first, last] = beside === block.body[index + 1] ? [statement, beside] : [beside, statement];
  if (file.text.slice(first.end ?? 0, last.start ?? 0).trim() !== "") throw leave("a comment is in it");
  return { context, first, last };
}

function expectNoBody(
  statement: Node,
  block: Extract<Node, { readonly type: "BlockStatement" }>,
  body: Node | undefined,
  context: Node,
  { parents }: File,
): void {
  const isBody = (one: Node) => setsBody(one, context);
  if (block.body.some(isBody)) throw leave("other statements are between its status and its body");
  const { nodes } = walk(functionsAround(statement, parents)[0] ?? block);
  if (body !== undefined || nodes.some(isBody)) throw leave("its body is set elsewhere");
}

/** Koa's `context.throw(404, "…")` and `context.assert(value, 404, "…")` */
function replaceContextCall({ node, name, args }: Call, file: File): Replacement {
  const statement = findStatement(node, file);
  if (statement === undefined) throw leave(IN_EXPRESSION);
  if (isCaught(statement, functionsAround(node, file.parents)[0], file))
    throw leave("the `try` around it would catch it");
  const write = writer(statement, undefined);
  if (name === "throw") return { node: statement, content: readArguments(args), write };
  const [value, ...rest] = args;
  if (value === undefined || statement.type !== "ExpressionStatement") throw leave(IN_EXPRESSION);
  const text = sourceText(value, file);
  const condition = /^[\w$.]+(?:\([^()]*\))?$/.test(text) ? `!${text}` : `!(${text})`;
  const content = readArguments(rest);
  return { node: statement, content, write: (error, of) => `if (${condition}) ${write(error, of)}` };
}

/**
 * Returns what a throw takes the place of: a statement with the `return` after it, which the throw would make unreachable, or the body of an
 * arrow function with the parentheses around it.
 */
function widen(statement: Node, { parents, text }: File): Node {
  const around = parents.get(statement);
  if (isA(around, "ArrowFunctionExpression")) {
    const start = (statement.extra?.["parenStart"] ?? statement.start) as number;
    return { ...statement, start, end: around.end ?? null };
  }
  const after = isA(around, "BlockStatement") ? around.body[around.body.indexOf(statement as never) + 1] : undefined;
  const isBare = isA(after, "ReturnStatement") && !after.argument;
  const isNext = isBare && text.slice(statement.end ?? 0, after.start ?? 0).trim() === "";
  return isNext ? { ...statement, end: after.end ?? null } : statement;
}

function writer(statement: Node, next: string | undefined): Replacement["write"] {
  return (error, file) => {
    const isArrowBody = statement.type !== "ReturnStatement" && statement.type !== "ExpressionStatement";
    if (isArrowBody) return next === undefined ? `{ throw ${error}${file.style.semicolon} }` : `${next}(${error})`;
    const end = writeEnd(statement, file);
    if (next === undefined) return `throw ${error}${end}`;
    return `${statement.type === "ReturnStatement" ? "return " : ""}${next}(${error})${end}`;
  };
}

/** Returns how the place of a statement ends. In a file without semicolons, other code on the same line needs one. */
function writeEnd({ end }: Node, { text, style }: File): string {
  const at = end ?? 0;
  // A `return` after a response is removed.
  const isLast = /^[ \t]*(?:[\r\n}]|\/\/|return\b)/.test(text.slice(at, at + 40));
  const isNeeded = text[at - 1] === ";" && !isLast;
  return isNeeded ? ";" : style.semicolon;
}

/** `return c.json(body, 404)` */
function replaceReturnedCall(
  { node, body }: WrittenResponse,
  surroundings: Pick<Surroundings, "file" | "calledHandlers">,
): Replacement {
  const { file } = surroundings;
  const call = readCall(node);
  if (call === undefined || call.args.length > 2) throw leave("it sets headers");
  const statement = findStatement(node, file);
  if (statement === undefined || statement.type === "ExpressionStatement") throw leave(IN_EXPRESSION);
  const [fn] = functionsAround(statement, file.parents);
  if (isCaught(statement, fn, file)) throw leave("the `try` around it would catch a throw");
  const context = firstName(call.object);
  const isOwn = context !== undefined && fn?.params.some((param) => dotted(param) === context);
  if (fn === undefined || isOwn !== true) throw leave("it is not in a handler that gets the context itself");
  expectCatchingCaller(fn, surroundings);
  return { node: widen(statement, file), content: readContent(body), write: writer(statement, undefined) };
}

/** Returns the chain of calls that a `status` call belongs to. It must only set the status and send the body. */
function readChain(
  node: Node,
  { parents }: File,
): { readonly whole: Node; readonly response: Node; readonly body: Node | undefined } {
  const first = readCall(node);
  if (first?.object === undefined) throw leave("its status and its body are set apart");
  const { object: response } = first;
  if (memberPath(response) === undefined) throw leave("it sets more than the status and the body");
  if (first.name === "sendStatus") return { whole: node, response, body: undefined };
  if (first.name === "writeHead") throw leave("it writes the head by itself");
  // What @fastify/sensible adds: `reply.badRequest("…")`.
  if (namedStatus(first.name) !== undefined) return { whole: node, response, body: first.args[0] };
  if (first.name !== "status" && first.name !== "code") throw leave(`it calls \`${first.name}\``);
  const last = readCall(parents.get(parents.get(node) as Node));
  if (last?.object !== node) throw leave("its status and its body are set apart");
  if (!/^(?:json|send|end|jsonp)$/.test(last.name)) throw leave(`it calls \`${last.name}\``);
  if (last.args.length > 1) throw leave("it passes more than the body");
  return { whole: last.node, response, body: last.args[0] };
}

function setsBody(statement: Node | undefined, context: Node): boolean {
  if (!isA(statement, "ExpressionStatement") || statement.expression.type !== "AssignmentExpression") return false;
  return dotted(statement.expression.left) === `${dotted(context)}.body`;
}

const STATUS = /^(?:HttpStatus|StatusCodes|HTTP_STATUS|status)\b/i;

/** Reads the arguments of an exception, except the status. */
function readArguments(args: readonly Node[]): Content {
  const rest = args.filter((arg) => !isA(bare(arg), "NumericLiteral") && !matches(STATUS, dotted(arg)));
  if (rest.length > 1) throw leave("it carries more than a sentence");
  return readContent(rest[0]);
}

/** What a service may ask an exception of a library for, which an error of the catalog has not. */
const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ["nestjs", ["HttpException", "getStatus", "getResponse"]],
  ["http-errors", ["HttpError", "isHttpError"]],
  ["boom", ["Boom", "isBoom"]],
  ["hono", ["HTTPException", "getResponse"]],
  ["h3", ["H3Error", "HTTPError", "isError"]],
  ["koa", ["HttpError", "isHttpError"]],
]);

const ASKS = /^(?:isHttpError|isBoom|isError|getStatus|getResponse)$/;

/** Returns what a node asks an error for: the class that `x instanceof Class` names, or `getStatus` of `error.getStatus()`. */
function askedBy(node: Node): string | undefined {
  if (isA(node, "MemberExpression", "OptionalMemberExpression")) {
    const name = propertyName(node.property, node.computed);
    return matches(ASKS, name) ? name : undefined;
  }
  return isA(node, "BinaryExpression") && node.operator === "instanceof" ? lastName(node.right) : undefined;
}

function isCopy({ note }: Finding): boolean {
  return note?.startsWith(COPIES) === true;
}

function placeKey({ loc }: Node): string {
  const { line = 1, column = 0 } = loc?.start ?? {};
  return `${line}:${column + 1}`;
}
