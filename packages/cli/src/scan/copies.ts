import { isChecked } from "./checks.ts";
import { listPossibleExceptions, type OwnClasses } from "./exceptions.ts";
import type { Finding } from "./finding.ts";
import type { Helpers } from "./helpers.ts";
import type { Module } from "./module.ts";
import { findFramework, listResponses, type WrittenResponse } from "./responses.ts";
import { findRoute } from "./routes.ts";
import { bare, dotted, functionsAround, isFunction, matches, type Node, readCall } from "./syntax.ts";
import type { Upstreams } from "./upstream.ts";

export interface Copy {
  readonly kind: Extract<Finding["kind"], "response" | "exception">;
  readonly node: Node;
  readonly library: string;
  readonly note: string;
  readonly isCopied: true;
}

export const COPIES = "It copies ";

const COPIED = {
  status: ["the status of another service's response", ": a 401 of that service would be yours"],
  whole: ["the whole response of another service", ": a 401 of that service would be yours"],
  body: ["the body of another service's response", ", which clients would no longer get"],
} as const;

function writeNote(part: keyof typeof COPIED, client: string, through?: string): string {
  const [what, effect] = COPIED[part];
  const by = through === undefined ? "" : `, through \`${through}\``;
  const from = client.includes(" ") ? client : `\`${client}\``;
  return `${COPIES}${what} (${from}${by})${effect}. To let some errors of that service pass, name them with \`relay\`.`;
}

/** The places of a project that answer with the status of another service, by which the contract would choose a wrong code. */
export class Copies {
  readonly #upstreams: Upstreams;
  readonly #byModule: ReadonlyMap<Module, readonly Copy[]>;
  /** The nodes of all copies, and of the errors inside helpers, which are none themselves: the calls of those helpers are. */
  readonly #nodes = new Set<Node>();

  constructor(modules: readonly Module[], upstreams: Upstreams, helpers: Helpers, own: OwnClasses) {
    this.#upstreams = upstreams;
    // First, because the errors inside helpers are left out below.
    const through = modules.map((module) => [module, this.#throughHelpers(module, helpers)] as const);
    this.#byModule = new Map(
      through.map(([module, copies]) => [module, [...copies, ...this.#made(module, own), ...this.#whole(module)]]),
    );
    for (const copies of this.#byModule.values()) for (const { node } of copies) this.#nodes.add(node);
  }

  in(module: Module): readonly Copy[] {
    return this.#byModule.get(module) ?? [];
  }

  has(node: Node): boolean {
    return this.#nodes.has(node);
  }

  noteOfBody({ body, node }: WrittenResponse, module: Module): string | undefined {
    const client = isChecked(node, module) ? undefined : this.#upstreams.of(body, module)?.client;
    return client === undefined ? undefined : writeNote("body", client);
  }

  #throughHelpers(module: Module, helpers: Helpers): readonly Copy[] {
    return helpers.statusesGivenIn(module).flatMap(({ call, kind, library, name, mechanism, argument, path }) => {
      const client = this.#findClient(argument, path, call, module);
      if (client === undefined) return [];
      this.#nodes.add(mechanism);
      return [{ kind, node: call, library, note: writeNote("status", client, name), isCopied: true }];
    });
  }

  #made(module: Module, own: OwnClasses): readonly Copy[] {
    const errors = [...listResponses(module), ...listPossibleExceptions(module, own)];
    return errors.flatMap(({ kind, node, library, statusNode, isInit }): readonly Copy[] => {
      const client = statusNode && this.#findClient(statusNode, isInit ? ["status"] : [], node, module);
      if (client === undefined || this.#nodes.has(node)) return [];
      return [{ kind, node, library, note: writeNote("status", client), isCopied: true }];
    });
  }

  /** `return await fetch(url)` in the handler of a route, and `context.body = response` */
  #whole(module: Module): readonly Copy[] {
    return module.nodes.flatMap((node): readonly Copy[] => {
      const found = this.#upstreams.of(sentBy(node, module), module);
      if (found === undefined || found.isPart || isChecked(node, module)) return [];
      const note = writeNote("whole", found.client);
      return [{ kind: "response", node, library: findFramework(module) ?? "fetch", note, isCopied: true }];
    });
  }

  #findClient(status: Node, path: readonly string[], place: Node, module: Module): string | undefined {
    return isChecked(place, module) ? undefined : this.#upstreams.of(status, module, path)?.client;
  }
}

/** Returns what a node sends as a whole response: `response` in `ctx.body = response`, `return response` or `return reply.send(response)`. */
function sentBy(node: Node, module: Module): Node | undefined {
  if (node.type === "AssignmentExpression")
    return matches(/^(?:ctx|context)\.(?:response\.)?body$/, dotted(node.left)) ? node.right : undefined;
  const value = node.type === "ReturnStatement" ? node.argument : isFunction(node) ? node.body : undefined;
  if (!value || findRoute(node, module) === undefined) return undefined;
  const handler = isFunction(node) ? node : functionsAround(node, module.parents)[0];
  const isHandler = handler && readCall(module.parents.get(handler))?.args.includes(handler);
  const sends = readCall(value);
  const isSend = sends?.name === "send" && sends.object !== undefined;
  return isHandler ? bare(isSend ? sends.args[0] : value) : undefined;
}
