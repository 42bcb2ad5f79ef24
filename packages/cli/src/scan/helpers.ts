import { type Binding, findBinding } from "./bindings.ts";
import { listPossibleExceptions, type OwnClasses } from "./exceptions.ts";
import type { MadeError } from "./finding.ts";
import { functionName, type Module } from "./module.ts";
import type { Modules } from "./modules.ts";
import { constructedClass, initialValue, listResponses } from "./responses.ts";
import { findSentence, sentenceOfFields } from "./sentence.ts";
import { type Constants, firstErrorStatus, readErrorStatus, readStatuses } from "./status.ts";
import {
  bare,
  type ClassNode,
  calledPath,
  dotted,
  type FunctionNode,
  firstName,
  functionsAround,
  isA,
  isCall,
  lastName,
  matches,
  memberPath,
  type Node,
  propertyValue,
  readCall,
  spreadInto,
  walk,
} from "./syntax.ts";

interface Helper {
  readonly names: readonly string[];
  readonly made: MadeError;
  readonly module: Module;
  /** The argument with the status; `undefined` if the helper itself has it. */
  readonly status: Argument | undefined;
  readonly message: Argument | undefined;
  /** The class that it makes, with `new`; `undefined` for a function. */
  readonly owner: ClassNode | undefined;
}

interface Argument {
  readonly index: number;
  readonly key?: string | undefined;
  /** Whether it is the whole options of an exception, which have the status in them. */
  readonly isOptions?: boolean;
  readonly fallback?: Node | undefined;
}

export interface HelperCall extends Pick<MadeError, "kind" | "node" | "library"> {
  readonly name: string;
  readonly status: number | undefined;
  readonly sentence: string | undefined;
}

export interface GivenStatus extends Pick<MadeError, "kind" | "library"> {
  readonly call: Node;
  readonly name: string;
  readonly mechanism: Node;
  /** The argument with the status, and the property of it that is the status, if it has several. */
  readonly argument: Node;
  readonly path: readonly string[];
}

const MOST_LAYERS = 3;

/** The helpers of a project and their calls. A helper may be a function that calls another one. */
export class Helpers {
  readonly #modules: Modules;
  readonly #byPlace = new Map<string, Helper>();
  readonly #names = new Set<string>();
  readonly #mechanisms = new Set<Node>();
  readonly #classes = new Set<Node>();
  readonly #calls = new Map<Module, readonly (HelperCall & { readonly helper: Helper })[]>();

  constructor(modules: readonly Module[], files: Modules, own: OwnClasses) {
    this.#modules = files;
    for (const module of modules) {
      for (const made of [...listResponses(module), ...listPossibleExceptions(module, own)])
        this.#add(findHelper(made, module));
    }
    for (let layer = 1; layer < MOST_LAYERS; layer++) {
      const made = modules.flatMap((module) => this.#calling(module).map((one) => ({ one, module })));
      for (const { one, module } of made) this.#add(findHelper(one, module));
    }
    for (const module of modules) this.#calls.set(module, this.#find(module));
    const inner = new Map(
      modules.flatMap((module) => this.#listCalls(module).map(({ node, helper }) => [node, helper] as const)),
    );
    // A function that nothing calls is a handler, not a helper.
    for (const { helper } of [...this.#calls.values()].flat()) {
      let made: Node | undefined = helper.made.node;
      // A helper may pass on to another one what only its own caller knows.
      for (; made !== undefined && !this.#mechanisms.has(made); made = inner.get(made)?.made.node)
        this.#mechanisms.add(made);
    }
  }

  #add(helper: Helper | undefined): void {
    if (helper === undefined) return;
    // A class that takes any init makes successes too.
    if (helper.owner !== undefined && !helper.made.isInit) this.#classes.add(helper.owner);
    for (const name of helper.names) {
      const place = placeOf(helper.module.file, name);
      if (!this.#byPlace.has(place)) this.#byPlace.set(place, helper);
      this.#names.add(name.slice(name.lastIndexOf(".") + 1));
    }
  }

  /** Whether a helper makes the error from its arguments. In that case, the calls of the helper count instead. */
  isMechanism(node: Node): boolean {
    return this.#mechanisms.has(node);
  }

  isClass(node: Node): boolean {
    return this.#classes.has(node);
  }

  callsIn(module: Module): readonly HelperCall[] {
    return (this.#calls.get(module) ?? []).filter(({ node }) => !this.#mechanisms.has(node));
  }

  statusesGivenIn(module: Module): readonly GivenStatus[] {
    return this.#listCalls(module).flatMap(({ node, helper, args }): readonly GivenStatus[] => {
      const { status, names, made } = helper;
      if (status === undefined) return [];
      const given = bare(args[status.index]);
      const argument = status.isOptions === true ? propertyValue(given, ...STATUS_FIELDS) : given;
      if (argument === undefined) return [];
      const path = status.key === undefined ? [] : [status.key];
      const { kind, library, node: mechanism } = made;
      return [{ call: node, kind, library, name: names[0] as string, mechanism, argument, path }];
    });
  }

  #calling(module: Module): readonly MadeError[] {
    return this.#listCalls(module).map(({ node, helper, args }): MadeError => {
      const { kind, library, isValue } = helper.made;
      const argument = helper.status;
      const { value, constants } = valueIn(args, argument, helper.module, module);
      const status = argument === undefined ? helper.made.status : readErrorStatus(readStatuses(value, constants));
      const message = argumentIn(args, argument?.isOptions === true ? { index: argument.index } : helper.message);
      const says = message === undefined ? [] : [message];
      return { kind, node, library, status, statusNode: value, isInit: false, isValue, says };
    });
  }

  #find(module: Module): readonly (HelperCall & { readonly helper: Helper })[] {
    return this.#listCalls(module).flatMap(({ node, helper, args }) => {
      const { kind, library } = helper.made;
      const status = statusIn(args, helper, module);
      if (status === null) return [];
      const sentence = sentenceIn(args, helper, module);
      return [{ kind, node, library, name: helper.names[0] as string, status, sentence, helper }];
    });
  }

  #listCalls(
    module: Module,
  ): readonly { readonly node: Node; readonly helper: Helper; readonly args: readonly Node[] }[] {
    return module.nodes.flatMap((node) => {
      const call = isCall(node) ? readCall(node) : undefined;
      if (call === undefined || !this.#mayBe(call.name, module)) return [];
      const { args } = call;
      const helper = this.#helperAt(calledPath(call), module);
      if (helper === undefined || (helper.owner !== undefined) !== (node.type === "NewExpression")) return [];
      return isUsed(node, helper, args, module) ? [{ node, helper, args }] : [];
    });
  }

  /** Whether a name may be a helper's. Most calls are none, and need no search. */
  #mayBe(name: string, { imports }: Module): boolean {
    const names = [name, imports.get(name)?.name ?? ""];
    return names.some((one) => this.#names.has(one) || this.#modules.isRenamed(one));
  }

  #helperAt(path: readonly string[], module: Module): Helper | undefined {
    const from = module.imports.get(path[0]);
    if (from === undefined) return this.#ownHelperAt(path, module.file);
    const name = path.at(-1) as string;
    const file = this.#modules.resolveFile(from.module, module.file);
    if (file === undefined) return undefined;
    const rest = path.length > 1 ? name : undefined;
    // Of a module's default export, the name is the caller's own.
    const exported = from.name === "default" && rest === undefined ? name : from.name;
    for (const place of this.#modules.listPlaces(file, exported)) {
      const names = rest === undefined ? [place.name] : [`${place.name}.${rest}`, rest];
      const found = names
        .map((one) => this.#byPlace.get(placeOf(place.file, one)))
        .find((helper) => helper !== undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #ownHelperAt(path: readonly string[], file: string): Helper | undefined {
    const isOfThis = (path[0] === "this" && path.length === 2) || path[0] === "?";
    return this.#byPlace.get(placeOf(file, isOfThis ? (path.at(-1) as string) : path.join(".")));
  }
}

function placeOf(file: string, name: string): string {
  return `${file}\n${name}`;
}

/** Whether a call of a helper sends what it makes. A value must be used. Otherwise it takes the object to write to. */
function isUsed(node: Node, { made }: Helper, args: readonly Node[], { parents }: Module): boolean {
  if (made.kind === "exception") return true;
  if (!made.isValue) return args.length > 1;
  const user = parents.get(node);
  return !isA(isA(user, "AwaitExpression") ? parents.get(user) : user, "ExpressionStatement");
}

function findHelper(made: MadeError, module: Module): Helper | undefined {
  const { parents, functions } = module;
  let result = made.node;
  for (const around of functionsAround(made.node, parents)) {
    const isSmall = made.kind === "response" || doesNoMore(around, result, module);
    if (!isSmall) return undefined;
    // A function may return one without a name that makes the exception.
    result = around;
    if (functionName(around, parents) === undefined) continue;
    const owner = constructedClass(around, module);
    const names =
      owner === undefined
        ? [...functions].filter(([, node]) => node === around).map(([name]) => name)
        : [owner.id?.name ?? ""];
    return helperBy(made, around, names, owner, module);
  }
  return undefined;
}

function helperBy(
  made: MadeError,
  around: FunctionNode,
  names: readonly string[],
  owner: ClassNode | undefined,
  module: Module,
): Helper | undefined {
  const isResponse = made.kind === "response";
  if (owner !== undefined && !isResponse) return undefined;
  const status = findStatusArgument(made, around, module);
  const message = findMessageArgument(made.says, around, module, status);
  const isFixed = made.status !== undefined && (message !== undefined || owner !== undefined);
  return status !== undefined || isFixed ? { names, made, module, status, message, owner } : undefined;
}

const STATUS_FIELDS = ["statusCode", "status"] as const;

function findStatusArgument(
  { kind, status, says, statusNode, isInit }: MadeError,
  around: FunctionNode,
  module: Module,
): Argument | undefined {
  if (kind === "exception" && status === undefined && statusNode === undefined)
    return findOptions(says, around, module);
  const argument = findArgument(statusNode, around, module);
  if (!isInit || argument === undefined) return argument;
  if (argument.key !== undefined) return undefined;
  return { index: argument.index, key: "status", fallback: propertyValue(argument.fallback, "status") };
}

/** Finds the argument that is passed on whole, or with others in a new object: `new Failure({ ...options })`. */
function findOptions(says: readonly Node[], around: FunctionNode, module: Module): Argument | undefined {
  const wholes = says.flatMap((said) => {
    const object = bare(said);
    return object.type === "ObjectExpression" ? spreadInto(object) : [said];
  });
  for (const whole of wholes) {
    const argument = findArgument(whole, around, module);
    if (argument !== undefined && argument.key === undefined)
      return { index: argument.index, isOptions: true, fallback: argument.fallback };
  }
  return undefined;
}

function doesNoMore({ body }: FunctionNode, node: Node, { parents }: Module): boolean {
  if (body.type !== "BlockStatement") return bare(body) === node;
  const statements = body.body.length === 1 ? body.body.flatMap(branchStatements) : body.body;
  const last = statements.at(-1);
  if (!isA(last, "ReturnStatement", "ThrowStatement")) return false;
  const set = node.type === "AssignmentExpression" ? firstName(node.left) : undefined;
  const target = bare(parents.get(node));
  const variable = isA(target, "VariableDeclarator") ? firstName(target.id) : undefined;
  const made = set ?? variable;
  const isIt = bare(last.argument) === node || (made !== undefined && dotted(last.argument) === made);
  return (
    isIt &&
    statements.slice(0, -1).every(({ type }) => type === "VariableDeclaration" || type === "ExpressionStatement")
  );
}

function branchStatements(statement: Node): readonly Node[] {
  if (!isA(statement, "IfStatement") || statement.alternate) return [statement];
  const { consequent } = statement;
  return consequent.type === "BlockStatement" ? consequent.body : [consequent];
}

const MESSAGE =
  /^(?:message|msg|error|err|errors|errorMessage|text|detail|details|reason|description|title|body|data|payload)$/i;

function findMessageArgument(
  says: readonly Node[],
  around: FunctionNode,
  module: Module,
  status: Argument | undefined,
): Argument | undefined {
  const isOther = (argument: Argument | undefined) =>
    argument !== undefined &&
    (argument.index !== status?.index || argument.key !== status?.key || status?.isOptions === true);
  const whole = says.length === 1 ? findArgument(says[0], around, module) : undefined;
  if (isOther(whole)) return whole;
  for (const node of says.flatMap((said) => walk(initialValue(said, module)).nodes)) {
    if (!matches(MESSAGE, lastName(node))) continue;
    const argument = findArgument(node, around, module);
    if (isOther(argument)) return argument;
  }
  return undefined;
}

const MAX_DEPTH = 3;

function findArgument(node: Node | undefined, around: FunctionNode, module: Module, depth = 0): Argument | undefined {
  const expression = bare(node);
  if (expression === undefined || depth > MAX_DEPTH) return undefined;
  if (expression.type === "LogicalExpression") {
    const argument = findArgument(expression.left, around, module, depth);
    return argument === undefined ? undefined : { ...argument, fallback: argument.fallback ?? expression.right };
  }
  const path = memberPath(expression);
  if (path === undefined) return undefined;
  const binding = findBinding(path[0] as string, expression, module);
  if (binding?.kind === "parameter") return binding.fn === around ? readParameter(binding, path) : undefined;
  if (binding?.kind !== "value" || path.length > 1) return undefined;
  const object = findArgument(binding.init, around, module, depth + 1);
  return object === undefined || binding.path.length === 0 ? object : readPart(object, binding);
}

/** Returns what a parameter, or a property of it, is. What an error carries is not the caller's choice. */
function readParameter(
  binding: Binding & { readonly kind: "parameter" },
  [name = "", key, ...deeper]: readonly string[],
): Argument | undefined {
  const { fn, index, path } = binding;
  if (isA(fn.params[index], "RestElement") || deeper.length > 0) return undefined;
  if (key === undefined) return readPart({ index }, binding);
  return path.length > 0 || /^(?:e|er|err|error|ex|exception)$/i.test(name) ? undefined : { index, key };
}

/** Returns the part of an argument that a pattern gives a name, unless it lies deeper than a property of the argument. */
function readPart({ index, key: outer }: Argument, { path, fallback }: Binding): Argument | undefined {
  const [key, ...deeper] = path;
  if (key === undefined) return { index, fallback };
  return outer === undefined && deeper.length === 0 && !/^[\d*]/.test(key) ? { index, key, fallback } : undefined;
}

/** Returns the value that a call passes for an argument of a helper; `undefined` if it is only known at run time. */
function argumentIn(args: readonly Node[], argument: Argument | undefined): Node | undefined {
  if (argument === undefined) return undefined;
  const { index, key, isOptions, fallback } = argument;
  const given = bare(args[index]);
  if (isOptions === true) return propertyValue(given ?? fallback, ...STATUS_FIELDS);
  if (given === undefined) return fallback;
  if (key === undefined) return given;
  return given.type === "ObjectExpression" ? (propertyValue(given, key) ?? fallback) : undefined;
}

/** Returns the value of `argumentIn`, and the constants that its names refer to. A default value is in the helper's file. */
function valueIn(
  args: readonly Node[],
  argument: Argument | undefined,
  home: Module,
  caller: Module,
): { readonly value: Node | undefined; readonly constants: Constants } {
  const value = argumentIn(args, argument);
  return { value, constants: (value === argument?.fallback ? home : caller).constants };
}

/** Returns the status in a call of a helper; `undefined` if it is only known at run time, `null` if it may be no error's. */
function statusIn(
  args: readonly Node[],
  { status, made, module: home }: Helper,
  caller: Module,
): number | undefined | null {
  if (status === undefined) return made.status === "open" ? undefined : made.status;
  const { value, constants } = valueIn(args, status, home, caller);
  const given = readStatuses(value, constants);
  const shown = readErrorStatus(given);
  if (shown !== undefined) return shown === "open" ? undefined : shown;
  const usual = firstErrorStatus(readStatuses(status.fallback, home.constants));
  return !given.isOpen || usual === undefined ? null : undefined;
}

function sentenceIn(
  args: readonly Node[],
  { message, made, module: home }: Helper,
  caller: Module,
): string | undefined {
  if (message === undefined) {
    const sentences = [
      ...made.says.map((said) => findSentence(said, home.constants)),
      ...args.map((arg) => findSentence(arg, caller.constants)),
    ];
    return sentences.find((sentence) => sentence !== undefined);
  }
  const { value, constants } = valueIn(args, message, home, caller);
  return findSentence(value, constants) ?? sentenceOfFields(value, constants);
}
