import { findBinding, writtenTo } from "./bindings.ts";
import { functionName, type Import, type Module } from "./module.ts";
import type { Modules } from "./modules.ts";
import {
  bare,
  type Call,
  declaredType,
  type FunctionNode,
  isFunction,
  memberPath,
  type Node,
  plainCall,
  propertyName,
  propertyValue,
  readCall,
  walk,
} from "./syntax.ts";

/** What a value is, or is made of: the response of another service. */
export interface Upstream {
  /** What got the response: `fetch`, or the module of a client library, such as `axios`. */
  readonly client: string;
  /** Whether it is only a part of the response, such as its status. */
  readonly isPart: boolean;
}

const CLIENTS =
  /^(?:axios|got|ky|ky-universal|ofetch|undici|node-fetch|node-fetch-native|cross-fetch|isomorphic-fetch|isomorphic-unfetch|make-fetch-happen|minipass-fetch|superagent|needle|wretch|phin|bent|centra|@nestjs\/axios|request|request-promise(?:-native)?)$/;

/** Functions that send requests and need no import. `$fetch` is Nitro's. */
const GLOBAL = /^(?:\$?fetch)$/;

/** Methods of a client that return another client. */
const MAKES = /^(?:create\w*|extend|instance|defaults)$/;

const SENDS_NOTHING = /^(?:is[A-Z]\w*|mergeOptions|setGlobal\w*)$/;

/** Functions that return what they get, perhaps as another type. */
const PASSES_ON =
  /^(?:Number|parseInt|String|parse|stringify|structuredClone|firstValueFrom|lastValueFrom|resolve|all|race|any)$/;

const ERROR = /^_?(?:e|er|err|error|ex|exception|cause|reason|thrown)$/i;

/** Fields of a client's error that are the response of the other service, or a part of it. */
const OF_ERROR = /^(?:response|status|statusCode|data|body|_data)$/;

/** Fields of an error body whose value clients read. */
const READ = /^(?:errors?|err|message|msg|details?|description|reason|title|data|body|cause)$/i;

/** How many variables and functions are followed, and how many expressions are read for one value. */
const MAX_DEPTH = 14;
const MAX_READ = 400;

const MAX_CALLS = 20;

/** What an error has whose client the sources do not show. */
const OF_SOME_CLIENT: Upstream = { client: "an HTTP client", isPart: true };

interface CallIn {
  readonly call: Call;
  readonly module: Module;
}

interface Search {
  readonly module: Module;
  readonly depth: number;
  readonly read: { count: number };
}

/** Finds values that come from the response of another service, through variables and functions of the project. */
export class Upstreams {
  readonly #files: Modules;
  readonly #modules: readonly Module[];
  #calls: ReadonlyMap<string, readonly CallIn[]> | undefined;

  constructor(modules: readonly Module[], files: Modules) {
    this.#modules = modules;
    this.#files = files;
  }

  /**
   * Returns what a value comes from; `undefined` if the sources do not show that another service sent it.
   *
   * @param path The property of the value that counts: `["status"]` for that of a response.
   */
  of(node: Node | undefined, module: Module, path: readonly string[] = []): Upstream | undefined {
    return node === undefined ? undefined : this.#trace(node, path, { module, depth: 0, read: { count: 0 } });
  }

  #trace(node: Node, path: readonly string[], search: Search): Upstream | undefined {
    const value = bare(node);
    search.read.count += 1;
    if (value === undefined || search.depth > MAX_DEPTH || search.read.count > MAX_READ) return undefined;
    const inner = { ...search, depth: search.depth + 1 };
    const first = (nodes: readonly Node[]) => this.#first(nodes, path, inner);
    if (value.type === "Identifier") return this.#named(value, path, inner);
    if (value.type === "MemberExpression" || value.type === "OptionalMemberExpression") {
      const key = propertyName(value.property, value.computed) ?? "*";
      return asPart(this.#trace(value.object, [key, ...path], inner));
    }
    if (value.type === "CallExpression" || value.type === "OptionalCallExpression")
      return this.#called(value, path, inner);
    if (value.type === "LogicalExpression") return first([value.left, value.right]);
    if (value.type === "ConditionalExpression") return first([value.consequent, value.alternate]);
    if (value.type === "AssignmentExpression") return first([value.right]);
    if (value.type === "ArrayExpression") return first(value.elements.filter((one) => one !== null) as Node[]);
    return value.type === "ObjectExpression" ? this.#inObject(value, path, inner) : undefined;
  }

  #first(nodes: readonly Node[], path: readonly string[], search: Search): Upstream | undefined {
    for (const node of nodes) {
      const found = this.#trace(node, path, search);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #inObject(
    object: Node & { readonly type: "ObjectExpression" },
    path: readonly string[],
    search: Search,
  ): Upstream | undefined {
    const [key, ...rest] = path;
    const own = key === undefined ? undefined : propertyValue(object, key);
    if (own !== undefined) return this.#trace(own, rest, search);
    const spread = object.properties.flatMap((one) => (one.type === "SpreadElement" ? [one.argument] : []));
    return asPart(
      this.#first(spread, path, search) ?? (key === undefined ? this.#first(readOf(object), [], search) : undefined),
    );
  }

  #named(node: Node & { readonly type: "Identifier" }, path: readonly string[], search: Search): Upstream | undefined {
    const { module } = search;
    const binding = findBinding(node.name, node, module);
    if (binding === undefined) return undefined;
    const whole = [...binding.path, ...path];
    const found =
      binding.kind === "value"
        ? this.#first(binding.values, whole, search)
        : binding.kind === "caught"
          ? this.#ofError(whole, binding.tries, search)
          : this.#given(binding.fn, binding.index, whole, search);
    return binding.path.length === 0 ? found : asPart(found);
  }

  /** `error.response.status`, and `error.status` where a client of HTTP may have thrown the error. */
  #ofError(path: readonly string[], tries: Node, search: Search): Upstream | undefined {
    const [key = "", next] = path;
    if (!OF_ERROR.test(key)) return undefined;
    for (const node of walk(tries).nodes) {
      const client = node.type === "CallExpression" ? this.#responseOf(node, search) : undefined;
      if (client !== undefined) return { client, isPart: true };
    }
    return key === "response" && next !== undefined ? OF_SOME_CLIENT : undefined;
  }

  /** Returns what a function gets as an argument: from a promise, from a client, or from its callers. */
  #given(fn: FunctionNode, index: number, path: readonly string[], search: Search): Upstream | undefined {
    const { module } = search;
    const call = readCall(module.parents.get(fn));
    const passed = call?.args.includes(fn) === true ? this.#passed(call, fn, index, path, search) : undefined;
    if (passed !== undefined) return passed;
    if (isErrorParameter(fn.params[index], index) && path[0] === "response" && path.length > 1) return OF_SOME_CLIENT;
    for (const { call: one, module: caller } of this.#callsOf(functionName(fn, module.parents))) {
      const given = one.args[index];
      if (given === undefined || this.#functionOf(one, caller)?.fn !== fn) continue;
      const found = this.#trace(given, path, { ...search, module: caller });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** `response.then((…) => …)`, `response.catch((error) => …)` and `https.get(url, (…) => …)` */
  #passed(call: Call, fn: FunctionNode, index: number, path: readonly string[], search: Search): Upstream | undefined {
    const { object, name, args } = call;
    if (index > 0) return undefined;
    if (isNodesRequest(call, search.module)) return { client: "node:http", isPart: path.length > 0 };
    if (object === undefined) return undefined;
    const isCatch = name === "catch" || (name === "then" && args[1] === fn);
    if (isCatch) return this.#ofError(path, object, search);
    return name === "then" ? this.#trace(object, path, search) : undefined;
  }

  #callsOf(name: string | undefined): readonly CallIn[] {
    this.#calls ??= callsIn(this.#modules);
    return (this.#calls.get(name ?? "") ?? []).slice(0, MAX_CALLS);
  }

  #called(
    node: Node & { readonly type: "CallExpression" | "OptionalCallExpression" },
    path: readonly string[],
    search: Search,
  ): Upstream | undefined {
    const client = this.#responseOf(node, search);
    if (client !== undefined) return { client, isPart: path.length > 0 };
    const call = readCall(node);
    if (call === undefined) return undefined;
    if (PASSES_ON.test(call.name)) {
      // Of `Promise.all([…])`, the first name in a path is an index.
      const rest = call.name === "all" ? path.slice(1) : path;
      return this.#first(call.args, rest, search);
    }
    const declared = this.#functionOf(call, search.module);
    if (declared !== undefined)
      return this.#first(returnedBy(declared.fn), path, { ...search, module: declared.module });
    if (call.object === undefined) return undefined;
    // `response.json()`, `response.clone()`
    const of = this.#trace(call.object, [], search);
    return call.name === "clone" || call.name === "catch" || call.name === "finally" ? of : asPart(of);
  }

  #responseOf(node: Node, search: Search): string | undefined {
    const call = readCall(node);
    const callee = bare((node as Call["node"]).callee as Node);
    if (call === undefined || MAKES.test(call.name) || SENDS_NOTHING.test(call.name)) return undefined;
    return this.#clientIn(callee, search);
  }

  /** Returns the client of HTTP that an expression is, or belongs to: `axios` for `axios.get`. */
  #clientIn(node: Node | undefined, search: Search): string | undefined {
    const value = bare(node);
    const { depth, read } = search;
    read.count += 1;
    if (value === undefined || depth > MAX_DEPTH || read.count > MAX_READ) return undefined;
    const inner = { ...search, depth: depth + 1 };
    if (value.type === "Identifier") return this.#clientNamed(value, inner);
    if (value.type === "MemberExpression") return this.#clientOfMember(value, inner);
    const call = readCall(value);
    const isMade = call?.node.type === "NewExpression" || MAKES.test(call?.name ?? "");
    return call !== undefined && isMade ? this.#clientIn(call.node.callee as Node, inner) : undefined;
  }

  /** `globalThis.fetch`, `this.http`, `axios.get` */
  #clientOfMember(node: Node & { readonly type: "MemberExpression" }, search: Search): string | undefined {
    const [object, name = "", more] = memberPath(node) ?? [];
    if (more === undefined && object === "this") return this.#clientInField(name, search);
    if (more === undefined && /^(?:globalThis|window|self|global)$/.test(object ?? ""))
      return GLOBAL.test(name) ? name : undefined;
    return this.#clientIn(node.object, search);
  }

  #clientNamed(node: Node & { readonly type: "Identifier" }, search: Search): string | undefined {
    const { module } = search;
    const from = module.imports.get(node.name);
    if (from !== undefined) return clientFrom(from) ?? this.#clientImported(node.name, search);
    const binding = findBinding(node.name, node, module);
    if (binding === undefined)
      return GLOBAL.test(node.name) && !module.functions.has(node.name) ? node.name : undefined;
    if (binding.kind === "value") return this.#firstClient(binding.values, search);
    if (binding.kind !== "parameter") return undefined;
    return GLOBAL.test(node.name) ? node.name : clientOfType(binding.fn.params[binding.index], module);
  }

  #firstClient(values: readonly Node[], search: Search): string | undefined {
    for (const value of values) {
      const client = this.#clientIn(value, search);
      if (client !== undefined) return client;
    }
    return undefined;
  }

  #clientImported(name: string, search: Search): string | undefined {
    const declared = this.#files.findDeclaration([name], search.module);
    return declared === undefined || isFunction(declared.node)
      ? undefined
      : this.#clientIn(declared.node, { ...search, module: declared.module });
  }

  #clientInField(name: string, search: Search): string | undefined {
    const { module } = search;
    const found = this.#firstClient(writtenTo(`this.${name}`, module), search);
    if (found !== undefined) return found;
    const params = module.nodes.filter((one) => one.type === "TSParameterProperty" || one.type === "ClassProperty");
    for (const one of params) {
      const declared = one.type === "TSParameterProperty" ? one.parameter : one;
      const key = declared.type === "Identifier" ? declared.name : undefined;
      const own = declared.type === "ClassProperty" ? propertyName(declared.key, declared.computed) : key;
      const client = own === name ? clientOfType(declared, module) : undefined;
      if (client !== undefined) return client;
    }
    return undefined;
  }

  #functionOf(
    { object, name }: Call,
    module: Module,
  ): { readonly fn: FunctionNode; readonly module: Module } | undefined {
    const path = object === undefined ? [name] : [...(memberPath(object) ?? ["?"]), name];
    const own = module.functions.get(path.join(".")) ?? (path[0] === "this" ? module.functions.get(name) : undefined);
    if (own !== undefined && !module.imports.has(path[0] ?? "")) return { fn: own, module };
    const declared = this.#files.findDeclaration(path, module);
    if (isFunction(declared?.node)) return { fn: declared.node, module: declared.module };
    if (object === undefined) return undefined;
    // `this.rates.latest()`: the only method of that name in the project.
    const all = this.#modules.flatMap((one) => {
      const fn = one.functions.get(name);
      return fn === undefined ? [] : [{ fn, module: one }];
    });
    const isOwn =
      all.length === 1 &&
      !/^(?:get|post|put|patch|delete|json|text|send|status|then|catch|map|fetch|request)$/.test(name);
    return isOwn ? all[0] : undefined;
  }
}

function readOf({ properties }: Node & { readonly type: "ObjectExpression" }): readonly Node[] {
  return properties.flatMap((one) =>
    one.type === "ObjectProperty" && READ.test(propertyName(one.key, one.computed) ?? "") ? [one.value] : [],
  );
}

function asPart(found: Upstream | undefined): Upstream | undefined {
  return found === undefined ? undefined : { ...found, isPart: true };
}

function clientFrom({ module }: Import): string | undefined {
  return CLIENTS.test(module) ? module : undefined;
}

/** `https.get(url, (response) => …)` */
function isNodesRequest({ object, name }: Call, { imports }: Module): boolean {
  const from = imports.get(object === undefined ? name : (memberPath(object)?.[0] ?? ""));
  return /^(?:node:)?https?$/.test(from?.module ?? "") && /^(?:get|request)$/.test(name);
}

/** Returns the client of HTTP that a type names: `HttpService`, `AxiosInstance`. */
function clientOfType(node: Node | undefined, { imports }: Module): string | undefined {
  const name = declaredType(node);
  const from = name === undefined ? undefined : imports.get(name);
  return from === undefined ? undefined : clientFrom(from);
}

/** `(error, request, response, next) => …` and `(error) => …` */
function isErrorParameter(param: Node | undefined, index: number): boolean {
  return index === 0 && param?.type === "Identifier" && ERROR.test(param.name);
}

function callsIn(modules: readonly Module[]): ReadonlyMap<string, readonly CallIn[]> {
  const calls = new Map<string, CallIn[]>();
  for (const module of modules) {
    for (const node of module.nodes) {
      const call = plainCall(node);
      if (call === undefined) continue;
      const known = calls.get(call.name);
      if (known === undefined) calls.set(call.name, [{ call, module }]);
      else known.push({ call, module });
    }
  }
  return calls;
}

const RETURNED = new WeakMap<FunctionNode, readonly Node[]>();

function returnedBy(fn: FunctionNode): readonly Node[] {
  const known = RETURNED.get(fn);
  if (known !== undefined) return known;
  const { nodes, parents } = walk(fn.body);
  const isInner = (node: Node) => {
    for (let at = parents.get(node); at !== undefined; at = parents.get(at)) if (isFunction(at)) return true;
    return false;
  };
  const found =
    fn.body.type === "BlockStatement"
      ? nodes.flatMap((node) =>
          node.type === "ReturnStatement" && node.argument && !isInner(node) ? [node.argument] : [],
        )
      : [fn.body];
  RETURNED.set(fn, found);
  return found;
}
