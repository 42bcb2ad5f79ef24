import { findBinding, writtenTo } from "./bindings.ts";
import { functionName, type Import, type Module } from "./module.ts";
import type { Modules } from "./modules.ts";
import { onceFor } from "./once.ts";
import {
  bare,
  type Call,
  calledPath,
  declaredType,
  dotted,
  type FunctionNode,
  firstName,
  isFunction,
  matches,
  type Node,
  plainCall,
  propertyName,
  propertyValue,
  readCall,
  spreadInto,
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
const GLOBAL = /^\$?fetch$/;

const OF_GLOBAL = /^(?:globalThis|window|self|global)\.(\$?fetch)$/;

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

/** Returns a search one step deeper; `undefined` where it ends. */
function deeper({ module, depth, read }: Search): Search | undefined {
  read.count += 1;
  return depth > MAX_DEPTH || read.count > MAX_READ ? undefined : { module, depth: depth + 1, read };
}

/** Finds values that come from the response of another service, through variables and functions of the project. */
export class Upstreams {
  readonly #files: Modules;
  readonly #modules: readonly Module[];
  #calls: ReadonlyMap<string | undefined, readonly CallIn[]> | undefined;

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
    return this.#trace(node, path, { module, depth: 0, read: { count: 0 } });
  }

  #trace(node: Node | undefined, path: readonly string[], search: Search): Upstream | undefined {
    const value = bare(node);
    const inner = deeper(search);
    if (value === undefined || inner === undefined) return undefined;
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
    return asPart(
      this.#first(spreadInto(object), path, search) ??
        (key === undefined ? this.#first(readOf(object), path, search) : undefined),
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
    if (!matches(OF_ERROR, path[0])) return undefined;
    for (const node of walk(tries).nodes) {
      const client = this.#responseOf(plainCall(node), search);
      if (client !== undefined) return { client, isPart: true };
    }
    return ofSomeClient(path);
  }

  /** Returns what a function gets as an argument: from a promise, from a client, or from its callers. */
  #given(fn: FunctionNode, index: number, path: readonly string[], search: Search): Upstream | undefined {
    const { module } = search;
    const call = readCall(module.parents.get(fn));
    const passed = call && this.#passed(call, fn, path, search);
    if (passed !== undefined) return passed;
    const error = matches(ERROR, dotted(fn.params[index])) ? ofSomeClient(path) : undefined;
    if (error !== undefined) return error;
    for (const { call: one, module: caller } of this.#callsOf(functionName(fn, module.parents))) {
      if (this.#functionOf(one, caller)?.fn !== fn) continue;
      const found = this.#trace(one.args[index], path, { ...search, module: caller });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** `response.then((…) => …)`, `response.catch((error) => …)` and `https.get(url, (…) => …)` */
  #passed(call: Call, fn: FunctionNode, path: readonly string[], search: Search): Upstream | undefined {
    const { object, name, args } = call;
    if (isNodesRequest(call, search.module)) return { client: "node:http", isPart: false };
    const isCatch = name === "catch" || (name === "then" && args[1] === fn);
    if (isCatch && object !== undefined) return this.#ofError(path, object, search);
    return name === "then" ? this.#trace(object, path, search) : undefined;
  }

  #callsOf(name: string | undefined): readonly CallIn[] {
    this.#calls ??= callsIn(this.#modules);
    return (this.#calls.get(name) ?? []).slice(0, MAX_CALLS);
  }

  #called(
    node: Node & { readonly type: "CallExpression" | "OptionalCallExpression" },
    path: readonly string[],
    search: Search,
  ): Upstream | undefined {
    const call = readCall(node);
    if (call === undefined) return undefined;
    const client = this.#responseOf(call, search);
    if (client !== undefined) return { client, isPart: false };
    if (PASSES_ON.test(call.name)) {
      // Of `Promise.all([…])`, the first name in a path is an index.
      const rest = call.name === "all" ? path.slice(1) : path;
      return this.#first(call.args, rest, search);
    }
    const declared = this.#functionOf(call, search.module);
    if (declared !== undefined)
      return this.#first(returnedBy(declared.fn), path, { ...search, module: declared.module });
    // `response.json()`, `response.clone()`
    const of = this.#trace(call.object, [], search);
    return /^(?:clone|catch|finally)$/.test(call.name) ? of : asPart(of);
  }

  #responseOf(call: Call | undefined, search: Search): string | undefined {
    if (call === undefined || MAKES.test(call.name) || SENDS_NOTHING.test(call.name)) return undefined;
    return this.#clientIn(call.node.callee as Node, search);
  }

  /** Returns the client of HTTP that an expression is, or belongs to: `axios` for `axios.get`. */
  #clientIn(node: Node, search: Search): string | undefined {
    const value = bare(node);
    const inner = deeper(search);
    if (inner === undefined) return undefined;
    if (value.type === "Identifier") return this.#clientNamed(value, inner);
    if (value.type === "MemberExpression") return this.#clientOfMember(value, inner);
    const call = readCall(value);
    if (call === undefined) return undefined;
    const isMade = call.node.type === "NewExpression" || MAKES.test(call.name);
    return isMade ? this.#clientIn(call.node.callee as Node, inner) : undefined;
  }

  /** `globalThis.fetch`, `this.http`, `axios.get` */
  #clientOfMember(node: Node & { readonly type: "MemberExpression" }, search: Search): string | undefined {
    const path = dotted(node) ?? "";
    const isOwn = node.object.type === "ThisExpression";
    return (
      OF_GLOBAL.exec(path)?.[1] ?? (isOwn ? this.#clientInField(path, search) : this.#clientIn(node.object, search))
    );
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
    return declared && this.#clientIn(declared.node, { ...search, module: declared.module });
  }

  /** Finds the client that a class sets a field to, or declares it as. */
  #clientInField(field: string, search: Search): string | undefined {
    const { module } = search;
    const found = this.#firstClient(writtenTo(field, module), search);
    if (found !== undefined) return found;
    const declared = module.nodes.filter((one) => `this.${declaredName(one)}` === field);
    return declared.map((one) => clientOfType(one, module)).find((client) => client !== undefined);
  }

  #functionOf(call: Call, module: Module): { readonly fn: FunctionNode; readonly module: Module } | undefined {
    const { object, name } = call;
    const path = calledPath(call);
    const own = module.functions.get(path.join(".")) ?? (path[0] === "this" ? module.functions.get(name) : undefined);
    if (own !== undefined && !module.imports.has(path[0])) return { fn: own, module };
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
    one.type === "ObjectProperty" && matches(READ, propertyName(one.key, one.computed)) ? [one.value] : [],
  );
}

function asPart(found: Upstream | undefined): Upstream | undefined {
  return found === undefined ? undefined : { ...found, isPart: true };
}

/** Returns the name of a field that a class declares, or its constructor: `constructor(private http: HttpService)`. */
function declaredName(node: Node): string | undefined {
  if (node.type === "ClassProperty") return propertyName(node.key, node.computed);
  return node.type === "TSParameterProperty" ? dotted(node.parameter) : undefined;
}

function clientFrom({ module }: Import): string | undefined {
  return CLIENTS.test(module) ? module : undefined;
}

/** `https.get(url, (response) => …)` */
function isNodesRequest({ object, name }: Call, { imports }: Module): boolean {
  const from = imports.get(object === undefined ? name : firstName(object));
  return matches(/^(?:node:)?https?$/, from?.module) && /^(?:get|request)$/.test(name);
}

/** Returns the client of HTTP that a type names: `HttpService`, `AxiosInstance`. */
function clientOfType(node: Node | undefined, { imports }: Module): string | undefined {
  const from = imports.get(declaredType(node));
  return from === undefined ? undefined : clientFrom(from);
}

/** `error.response.status`: no other error has such a part. */
function ofSomeClient(path: readonly string[]): Upstream | undefined {
  return path[0] === "response" && path.length > 1 ? OF_SOME_CLIENT : undefined;
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

const returnedBy = onceFor((fn: FunctionNode): readonly Node[] => {
  const { nodes, parents } = walk(fn.body);
  const isInner = (node: Node) => {
    for (let at = parents.get(node); at !== undefined; at = parents.get(at)) if (isFunction(at)) return true;
    return false;
  };
  if (fn.body.type !== "BlockStatement") return [fn.body];
  return nodes.flatMap((node) =>
    node.type === "ReturnStatement" && node.argument && !isInner(node) ? [node.argument] : [],
  );
});
