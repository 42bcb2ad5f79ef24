import type { ClassDeclaration, ClassMethod, ClassProperty } from "@babel/types";
import { packageName } from "../scan/libraries.ts";
import { functionName, type Import } from "../scan/module.ts";
import {
  bare,
  type Call,
  dotted,
  type FunctionNode,
  firstName,
  functionsAround,
  isA,
  isFunction,
  type Node,
  plainCall,
  propertyName,
  propertyValue,
  readCall,
  startLine,
  stringValue,
  walk,
} from "../scan/syntax.ts";
import { afterComment, type Edit, indentAt, insertion } from "./edits.ts";
import { appended, prepended } from "./lists.ts";
import { type File, findDeclaration, importedFile, type Project, readsName } from "./project.ts";

export interface App {
  readonly file: File;
  readonly line: number;
  /** The adapter, without its scope: `express`. */
  readonly adapter: string;
  /** `named` returns the file's name for an export of the adapter, and imports it. */
  readonly edits: (contract: string, named: (name: string) => string) => readonly Edit[];
  /** The variable that holds the app, and whether its file exports it. */
  readonly variable: string | undefined;
  readonly isServed?: boolean;
  /** Whether the contract is put in force after the code that follows, because no `await` waits for its plugin. */
  readonly isLate?: boolean;
}

/** What a service calls to make an app: an export of a module, with or without `new`. */
const MAKERS: readonly Maker[] = [
  { module: /^express$/, names: /^(?:default|\*)$/, adapter: "express", isNew: false },
  { module: /^koa$/, names: /^(?:default|\*)$/, adapter: "koa", isNew: true },
  { module: /^fastify$/, names: /^(?:default|\*|fastify|Fastify)$/, adapter: "fastify", isNew: false },
  { module: /^hono$/, names: /^Hono$/, adapter: "hono", isNew: true },
  { module: /^@hono\/zod-openapi$/, names: /^OpenAPIHono$/, adapter: "hono", isNew: true },
  { module: /^h3$/, names: /^H3$/, adapter: "h3", isNew: true },
];

interface Maker {
  readonly module: RegExp;
  readonly names: RegExp;
  readonly adapter: string;
  readonly isNew: boolean;
}

const SCRIPTS = /(?:^|\/)(?:scripts?|tools?|bench(?:marks?)?|examples?)\//;

/**
 * Finds the apps that need a contract, those of scripts only if there are no others. If some of several apps are served, only the served
 * ones do. Otherwise, only the apps that no other app mounts do, because a mounted app is a part of another.
 */
export function listApps(project: Project): readonly App[] {
  const { files } = project;
  const makers = listPartMakers(files);
  const all = files.flatMap((file) => file.nodes.flatMap((node) => appMadeBy(node, file, files, makers)));
  const own = all.filter(({ file: { file } }) => !SCRIPTS.test(file));
  const made = own.length > 0 ? own : all;
  const outer = made.filter((app) => !isMounted(app, files));
  const apps = [outer.filter(isServed), outer].find((some) => some.length > 0) ?? made;
  return [...apps, ...listNestApps(files), ...files.flatMap(fetchHandlersIn)];
}

/** A function that returns an app of Hono and is called more than once. At most one of the apps is the whole, and the others are its parts. */
interface PartMaker {
  readonly name: string;
  readonly file: File;
}

function listPartMakers(files: readonly File[]): readonly PartMaker[] {
  return files.flatMap((file) =>
    file.nodes.flatMap((node): PartMaker[] => {
      const name = makerName(node, file);
      if (name === undefined) return [];
      const calls = files.flatMap((other) => other.nodes.filter((one) => readCallTo(one, name, file, other, files)));
      return calls.length > 1 ? [{ name, file }] : [];
    }),
  );
}

function makerName(node: Node, file: File): string | undefined {
  const call = readCall(node);
  if (call === undefined || findAdapter(call, file) !== "hono") return undefined;
  const [fn] = functionsAround(node, file.parents);
  const around = file.parents.get(node);
  const isReturned = around === fn || isA(around, "ReturnStatement");
  return fn !== undefined && isReturned ? functionName(fn, file.parents) : undefined;
}

/** Hono's `createFactory({ initApp }).createApp()`: the contract comes first in the function that gets the app. */
function initializedApp(call: Call | undefined, node: Node, file: File, files: readonly File[]): App[] {
  const options = call?.name === "createApp" ? findFactory(call.object, file)?.args[0] : undefined;
  const found = functionAt(propertyValue(options, "initApp"), node, file, files);
  const param = found?.fn.params[0];
  if (found === undefined || !isA(param, "Identifier") || found.fn.body.type !== "BlockStatement") return [];
  const { fn, file: home } = found;
  const indent = `${home.style.newline}${indentAt(home.text, fn.start ?? 0)}${home.style.indent}`;
  const edits: App["edits"] = (contract, named) => [
    insertion(
      (fn.body.start ?? 0) + 1,
      `${indent}${named("install")}(${param.name}, ${contract})${home.style.semicolon}`,
    ),
  ];
  return [{ file: home, line: startLine(fn), adapter: "hono", edits, variable: undefined }];
}

/** The maximum number of functions that pass a function on. */
const MAX_PASSED = 5;

function functionAt(
  value: Node | undefined,
  place: Node,
  file: File,
  files: readonly File[],
  depth = 0,
): { readonly fn: FunctionNode; readonly file: File } | undefined {
  const name = dotted(value);
  if (isFunction(value)) return { fn: value, file };
  if (name === undefined || depth > MAX_PASSED) return undefined;
  const declared = findDeclaration(name, file, files);
  const fn = declared?.file.functions.get(declared.name);
  if (declared !== undefined && fn !== undefined) return { fn, file: declared.file };
  const argument = findArgument(name, place, file, files);
  return argument && functionAt(argument.node, argument.node, argument.file, files, depth + 1);
}

function findArgument(
  param: string,
  place: Node,
  file: File,
  files: readonly File[],
): { readonly node: Node; readonly file: File } | undefined {
  const [around] = functionsAround(place, file.parents);
  const index = around?.params.findIndex((one) => dotted(one) === param) ?? -1;
  const name = around && functionName(around, file.parents);
  if (name === undefined) return undefined;
  for (const other of files) {
    const calls = other.nodes.flatMap((one) => readCallTo(one, name, file, other, files) ?? []);
    const node = calls[0]?.args[index];
    if (node !== undefined) return { node, file: other };
  }
  return undefined;
}

function readCallTo(node: Node, name: string, home: File, file: File, files: readonly File[]): Call | undefined {
  const call = plainCall(node);
  const declared =
    call === undefined || call.object !== undefined ? undefined : findDeclaration(call.name, file, files);
  return declared?.name === name && declared.file === home ? call : undefined;
}

function appMadeBy(node: Node, file: File, files: readonly File[], makers: readonly PartMaker[]): App[] {
  const call = readMakerCall(node);
  const initialized = initializedApp(call, node, file, files);
  if (initialized.length > 0) return initialized;
  const isPart = makers.some((maker) => readCallTo(node, maker.name, maker.file, file, files) !== undefined);
  const adapter = isPart ? "hono" : call && findAdapter(call, file);
  if (call === undefined || adapter === undefined || isInMaker(node, file, makers)) return [];
  const field = file.parents.get(node);
  if (isA(field, "ClassProperty")) return appInField(field, node, adapter, call.args, file);
  const place = findPlace(node, file);
  if (place === undefined) return [];
  const variable = findTarget(node, file);
  return variable !== undefined && isA(place.inner, "VariableDeclaration", "ExpressionStatement")
    ? [appWith(variable, node, adapter, call.args, afterComment(file.text, place.statement.end ?? 0), file)]
    : usedAtOnce(node, adapter, call.args, place, file);
}

/** `class Server { app = express(); … }`: the contract comes first in the constructor. */
function appInField(field: ClassProperty, node: Node, adapter: string, args: readonly Node[], file: File): App[] {
  const { nodes, parents } = file;
  const name = propertyName(field.key, field.computed);
  const made = nodes.find(
    (one): one is ClassMethod =>
      isA(one, "ClassMethod") && one.kind === "constructor" && parents.get(one) === parents.get(field),
  );
  const first = made?.body.body[0];
  if (made === undefined || first === undefined || name === undefined || field.static) return [];
  const isSuper =
    first.type === "ExpressionStatement" &&
    first.expression.type === "CallExpression" &&
    first.expression.callee.type === "Super";
  const at = isSuper ? afterComment(file.text, first.end ?? 0) : (made.body.start ?? 0) + 1;
  return [appWith(`this.${name}`, node, adapter, args, at, file, { inside: first })];
}

/**
 * `new Koa().use(first)`, `return express()`, `export default new Hono().get(…)`: the app gets a name, so that the contract is put in force before
 * anything is mounted on it, and before anyone gets it.
 */
function usedAtOnce(node: Node, adapter: string, args: readonly Node[], place: Place, file: File): App[] {
  const { parents, text, style } = file;
  const use = readUse(place);
  const { nodes } = walk(functionsAround(node, parents)[0] ?? file.program);
  const name = ["app", "baseApp", "contractApp"].find((one) => !nodes.some((other) => readsName(other, one)));
  if (use === undefined || name === undefined || use.isMounted) return [];
  const [start, end, made] = [place.statement.start ?? 0, node.start ?? 0, node.end ?? 0];
  const app = appWith(name, node, adapter, args, made, file, { before: style.semicolon });
  const rest = `${style.newline}${indentAt(text, start)}${text.slice(start, end)}${name}`;
  const edits: App["edits"] = (contract, named) => [
    { start, end, text: `const ${name} = ` },
    ...app.edits(contract, named),
    insertion(made, rest),
  ];
  return [{ ...app, variable: use.variable, isServed: use.isServed, edits }];
}

interface Use {
  /** The variable that holds the app after all calls on it; `undefined` if none does. */
  readonly variable: string | undefined;
  readonly isServed: boolean;
  readonly isMounted: boolean;
}

/** Nodes that may be around a new app in its statement, and always run. */
const AROUND =
  /^(?:(?:Optional)?CallExpression|(?:New|Await|Object|Member|Assignment|Sequence|TSAs|TSSatisfies|TSNonNull)Expression|ObjectProperty|VariableDeclarator)$/;

const STATEMENT = /^(?:(?:VariableDeclaration|(?:Expression|Return)Statement)|ExportDefaultDeclaration)$/;

const SERVES = /^(?:listen|callback|fetch|handle|handler|request|inject|ready)$/;
const SERVED_BY = /^(?:createServer|serve)$/;
const MOUNTS = /^(?:route|use|mount|register)$/;

interface Level {
  readonly inner: Node;
  readonly outer: Node;
}

interface Place {
  readonly levels: readonly Level[];
  /** The statement in a block that makes the app. */
  readonly statement: Node;
  /** The statement without its `export`. */
  readonly inner: Node;
}

/** Returns where an app is made; `undefined` if that is not sure to run with its statement. */
function findPlace(node: Node, { parents }: File): Place | undefined {
  const levels: Level[] = [];
  let inner = node;
  let outer = parents.get(inner);
  for (; outer !== undefined && AROUND.test(outer.type); outer = parents.get(inner)) {
    levels.push({ inner, outer });
    inner = outer;
  }
  if (outer === undefined || !STATEMENT.test(outer.type)) return undefined;
  const around = parents.get(outer);
  const statement = isA(around, "ExportNamedDeclaration") ? around : outer;
  return isA(parents.get(statement), "BlockStatement", "Program") ? { levels, statement, inner: outer } : undefined;
}

/** Returns how a statement uses an app that it makes; `undefined` if other parts of the statement may have to run first. */
function readUse({ levels, inner }: Place): Use | undefined {
  const isAlone = inner.type !== "VariableDeclaration" || inner.declarations.length === 1;
  if (!isAlone || levels.some(losesValue)) return undefined;
  const holder = levels.find((level) => !isLink(level))?.outer;
  const variable = holderName(holder);
  if (isA(holder, "VariableDeclarator") && variable === undefined) return undefined;
  const isServed = inner.type === "ExportDefaultDeclaration" || levels.some(serves);
  return { variable, isServed, isMounted: levels.some(mounts) };
}

/** Whether the outer node may neither read nor pass on the value of the inner one, as `{ [app]: 1 }` and `(app, 1)`. */
function losesValue({ inner, outer }: Level): boolean {
  if (outer.type === "MemberExpression") return outer.object !== inner;
  if (outer.type === "AssignmentExpression") return outer.left === inner;
  return outer.type === "SequenceExpression" || (outer.type === "ObjectProperty" && outer.key === inner);
}

function isLink({ inner, outer }: Level): boolean {
  if (outer.type === "MemberExpression") return !SERVES.test(memberName(outer));
  if (outer.type === "CallExpression") return outer.callee === inner;
  return /Await|TS/.test(outer.type);
}

function holderName(holder: Node | undefined): string | undefined {
  if (isA(holder, "VariableDeclarator")) return dotted(holder.id);
  return isA(holder, "AssignmentExpression") ? dotted(holder.left) : undefined;
}

function serves({ inner, outer }: Level): boolean {
  if (outer.type === "MemberExpression") return SERVES.test(memberName(outer));
  const call = readCall(outer);
  return call?.args.includes(inner) === true && SERVED_BY.test(call.name);
}

function mounts({ inner, outer }: Level): boolean {
  const call = readCall(outer);
  return call?.object !== undefined && call.args.includes(inner) && MOUNTS.test(call.name);
}

function memberName(node: Node & { readonly type: "MemberExpression" }): string {
  return propertyName(node.property, node.computed) ?? "";
}

function isInMaker(node: Node, file: File, makers: readonly PartMaker[]): boolean {
  const [fn] = functionsAround(node, file.parents);
  const name = fn && functionName(fn, file.parents);
  return makers.some((maker) => maker.file === file && maker.name === name);
}

function appWith(
  variable: string,
  node: Node,
  adapter: string,
  args: readonly Node[],
  at: number,
  file: File,
  { before = "", inside = node }: { readonly before?: string; readonly inside?: Node } = {},
): App {
  const { newline, semicolon } = file.style;
  const indent = indentAt(file.text, inside.start ?? 0);
  const line = (code: string) => insertion(at, `${before}${newline}${indent}${code}${semicolon}`);
  const app = { file, line: startLine(node), adapter, variable };
  if (adapter !== "fastify") {
    const edits: App["edits"] = (contract, named) => [line(`${named("install")}(${variable}, ${contract})`)];
    return { ...app, edits };
  }
  const [fn] = functionsAround(inside, file.parents);
  const mayAwait = fn === undefined ? file.mayAwait : fn.async;
  const edits: App["edits"] = (contract, named) => [
    ...serverOptions(args, node, `${named("uhpServerOptions")}(${contract})`, file),
    line(`${mayAwait ? "await " : ""}${variable}.register(${named("uhp")}, ${contractOption(contract)})`),
  ];
  const registered = registrationIn(file);
  const isLate = registered === undefined ? !mayAwait : !isA(file.parents.get(registered), "AwaitExpression");
  return { ...app, edits, isLate };
}

function registrationIn({ nodes, imports }: File): Node | undefined {
  return nodes.find((node) => {
    const call = plainCall(node);
    const plugin = firstName(call?.args[0]);
    return call?.name === "register" && imports.get(plugin)?.module === "@uhp-errors/fastify";
  });
}

/** Reads a call that may make an app. The call in `require("fastify")()` has no name. */
function readMakerCall(node: Node): Call | undefined {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return undefined;
  const args = node.arguments as readonly Node[];
  return requiredIn(node) === undefined ? readCall(node) : { node, object: undefined, name: "", args };
}

/** Returns the module of `require("fastify")()`. */
function requiredIn({ callee }: Call["node"]): Import | undefined {
  const call = readCall(callee as Node);
  const module = call?.object === undefined && call?.name === "require" ? stringValue(call.args[0]) : undefined;
  return module === undefined ? undefined : { module, name: "default" };
}

function findAdapter({ node, object, name }: Call, file: File): string | undefined {
  if (name === "createApp" && findFactory(object, file) !== undefined) return "hono";
  const from = name === "" ? requiredIn(node) : object === undefined ? file.imports.get(name) : undefined;
  if (from === undefined) return undefined;
  const isNew = node.type === "NewExpression";
  return MAKERS.find((maker) => maker.isNew === isNew && maker.module.test(from.module) && maker.names.test(from.name))
    ?.adapter;
}

/** `createFactory()` of Hono, also in a variable. */
function findFactory(object: Node | undefined, { imports, constants }: File): Call | undefined {
  const name = firstName(object);
  const call = readCall(name === undefined ? object : constants.get(name));
  return call?.object === undefined && imports.get(call?.name)?.module === "hono/factory" ? call : undefined;
}

/** Returns the target that a new value is assigned to: `app`, `this.app`. Calls that only change the type of an app count as the app. */
function findTarget(node: Node, file: File): string | undefined {
  const { parents } = file;
  const around = parents.get(node);
  const isTyped = isA(around, "MemberExpression") && memberName(around) === "withTypeProvider";
  const typed = isTyped ? parents.get(around) : undefined;
  if (typed !== undefined) return findTarget(typed, file);
  return holderName(isA(around, "TSAsExpression") ? parents.get(around) : around);
}

function contractOption(contract: string): string {
  return `{ contract${contract === "contract" ? "" : `: ${contract}`} }`;
}

/** Adds `uhpServerOptions(contract)`, as `options`, to the options of Fastify's constructor. */
function serverOptions([first]: readonly Node[], node: Node, options: string, file: File): readonly Edit[] {
  if (first === undefined) return [insertion((node.end ?? 1) - 1, options)];
  const object = bare(first);
  if (!isA(object, "ObjectExpression"))
    return [insertion(first.start ?? 0, "{ ..."), insertion(first.end ?? 0, `, ...${options} }`)];
  return [appended(object, [`...${options}`], file)];
}

function isServed({ variable, isServed, file: { nodes } }: App): boolean {
  if (isServed === true) return true;
  if (variable === undefined) return false;
  return nodes.some((node) => {
    if (node.type === "ExportDefaultDeclaration") return dotted(node.declaration as Node) === variable;
    if (node.type === "ObjectProperty") return dotted(node.value) === `${variable}.fetch`;
    const call = plainCall(node);
    if (call?.name === "listen" && dotted(call.object) === variable) return true;
    return call !== undefined && SERVED_BY.test(call.name) && call.args.some((arg) => dotted(arg) === variable);
  });
}

function isMounted({ file: { file: home }, variable }: App, files: readonly File[]): boolean {
  return files.some((file) => {
    const isApp = (arg: Node) => {
      const name = dotted(arg);
      const from = file.imports.get(name);
      if (from === undefined) return file.file === home && variable !== undefined && name === variable;
      return importedFile(file.file, from.module, files)?.file === home;
    };
    return file.nodes.some((node) => {
      const call = plainCall(node);
      return call?.object !== undefined && MOUNTS.test(call.name) && call.args.some(isApp);
    });
  });
}

/** Finds the Nest apps that listen, or all if none does. The others may seed a database or run a command. */
function listNestApps(files: readonly File[]): readonly App[] {
  const listening = files.filter(({ nodes }) => nodes.some((node) => plainCall(node)?.name === "listen"));
  const apps = listening.flatMap((file) => nestAppsIn(file, files));
  return apps.length > 0 ? apps : files.flatMap((file) => nestAppsIn(file, files));
}

/** `NestFactory.create(AppModule)` */
function nestAppsIn(file: File, files: readonly File[]): App[] {
  return file.nodes.flatMap((node): App[] => {
    const call = plainCall(node);
    if (call?.name !== "create" || dotted(call.object) !== "NestFactory") return [];
    const name = firstName(call.args[0]);
    const from = file.imports.get(name);
    const home = from === undefined ? file : importedFile(file.file, from.module, files);
    const root = home?.nodes.find(
      (one): one is ClassDeclaration => one.type === "ClassDeclaration" && one.id?.name === name,
    );
    return home === undefined || root === undefined ? [] : appOfModule(root, home);
  });
}

function appOfModule(root: ClassDeclaration, file: File): App[] {
  const edit = moduleEdit(root, file);
  if (edit === undefined) return [];
  const edits: App["edits"] = (contract, named) => [edit(contract, named("UhpModule"))];
  return [{ file, line: startLine(root), adapter: "nestjs", variable: undefined, edits }];
}

/** Adds `UhpModule` to the imports of a class with `@Module({ … })`. */
function moduleEdit(root: ClassDeclaration, file: File): ((contract: string, name: string) => Edit) | undefined {
  const decorator = root.decorators?.find(({ expression }) => readCall(expression)?.name === "Module");
  const options = bare(readCall(decorator?.expression)?.args[0]);
  if (!isA(options, "ObjectExpression")) return undefined;
  const imports = propertyValue(options, "imports");
  const module = (contract: string, name: string) => `${name}.forRoot(${contractOption(contract)})`;
  if (imports === undefined)
    return (contract, name) => insertion((options.start ?? 0) + 1, ` imports: [${module(contract, name)}],`);
  if (imports.type !== "ArrayExpression") return undefined;
  return (contract, name) => prepended(imports, module(contract, name), file);
}

const FRAMEWORKS = /^(?:hono|h3|express|koa|fastify)(?:$|\/)/;

/** `export default { fetch: handler }`, `Bun.serve({ fetch: handler })` and `Deno.serve(handler)` */
function fetchHandlersIn(file: File): App[] {
  if ([...file.imports.values()].some(({ module }) => FRAMEWORKS.test(module))) return [];
  return file.nodes.flatMap((node): App[] => {
    const handler = handlerIn(node);
    if (handler === undefined) return [];
    const edits: App["edits"] = (contract, named) => wrapped(handler, `${named("uhp")}(${contract}, `, file);
    return [{ file, line: startLine(node), adapter: "web", edits, variable: undefined }];
  });
}

/** Wraps a handler in `uhp(contract, …)`. A method becomes an arrow function for it. */
function wrapped(handler: Node, call: string, { text, parents }: File): readonly Edit[] {
  const [start, end] = [handler.start ?? 0, handler.end ?? 0];
  if (handler.type !== "ObjectMethod") {
    const parent = parents.get(handler);
    const isShorthand = isA(parent, "ObjectProperty") && parent.shorthand;
    const key = isShorthand ? `${text.slice(start, end)}: ` : "";
    return [insertion(start, key + call), insertion(end, ")")];
  }
  const parameters = text.indexOf("(", handler.key.end ?? start);
  return [
    { start, end: parameters, text: `fetch: ${call}${handler.async ? "async " : ""}` },
    insertion(handler.body.start ?? end, "=> "),
    insertion(end, ")"),
  ];
}

function fetchIn(object: Node | undefined): Node | undefined {
  const literal = bare(object);
  const methods = isA(literal, "ObjectExpression") ? literal.properties : [];
  const method = methods.find(
    (one) =>
      one.type === "ObjectMethod" &&
      one.kind === "method" &&
      !one.generator &&
      propertyName(one.key, one.computed) === "fetch" &&
      !walk(one.body).nodes.some(({ type }) => type === "ThisExpression" || type === "Super"),
  );
  return propertyValue(object, "fetch") ?? method;
}

function handlerIn(node: Node): Node | undefined {
  if (node.type === "ExportDefaultDeclaration") return fetchIn(node.declaration as Node);
  const call = plainCall(node);
  const owner = dotted(call?.object);
  if (call?.name !== "serve" || (owner !== "Bun" && owner !== "Deno")) return undefined;
  if (owner === "Bun") return fetchIn(call.args[0]);
  const last = bare(call.args.at(-1));
  return isA(last, "ObjectExpression") ? propertyValue(last, "handler") : last;
}

/** Returns the path under which a call mounts an export of a module: `/graphql` for `app.use("/graphql", yoga)`. */
export function findMountPath(module: string, files: readonly File[]): string | undefined {
  const library = packageName(module);
  for (const file of files) {
    const imported = [...file.imports].filter(([, from]) => packageName(from.module) === library);
    const names = new Set(imported.map(([name]) => name));
    for (const node of names.size === 0 ? [] : file.nodes) {
      const call = plainCall(node);
      const path = call && pathIn(call);
      if (path !== undefined && call?.args.some((arg) => mentions(arg, names, file, new Set()))) return path;
    }
  }
  return undefined;
}

/** A path, and a part at its end that stands for any path: that of `/auth/*`, `/auth/{*rest}` and `/auth/:rest*`. */
const MOUNT_PATH = /^(\/[\w./-]*[\w.-])\/?(?:\/(?:\*{0,2}|\*\w+|\{\*\w+\}|:\w+[*+]))?$/;

function pathIn({ object, name, args }: Call): string | undefined {
  if (object === undefined || !/^(?:use|all|get|post|on|mount)$/.test(name)) return undefined;
  // Hono's `app.on(methods, path, …)`
  const path = stringValue(args[name === "on" && args.length > 2 ? 1 : 0]);
  return MOUNT_PATH.exec(path ?? "")?.[1];
}

const MAX_READ = 1_000;

function mentions(node: Node | undefined, names: ReadonlySet<string>, file: File, seen: Set<Node>): boolean {
  const value = bare(node);
  if (value === undefined || seen.has(value) || seen.size > MAX_READ) return false;
  seen.add(value);
  const next = (one: Node | undefined) => mentions(one, names, file, seen);
  const call = readCall(value);
  if (call !== undefined) return names.has(call.name) || next(call.object) || call.args.some(next);
  const first = firstName(value);
  return first !== undefined && (names.has(first) || next(file.constants.get(first)));
}
