import type { Module } from "./module.ts";
import { bare, callOf, type Node, propertyName, propertyOf, stringOf } from "./syntax.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options", "all"]);

/** Returns the route that a place belongs to, such as `GET /orders/:id`; `undefined` if its file does not show it. */
export function routeOf(node: Node, { parents }: Module): string | undefined {
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) {
    const route = routeOfCall(at) ?? routeOfObject(at) ?? routeOfDecorator(at, parents);
    if (route !== undefined) return route;
  }
  return undefined;
}

/** `app.get("/orders", …)`, `router.route("/orders").get(…)` and `app.on("GET", "/orders", …)`. */
function routeOfCall(node: Node): string | undefined {
  const call = callOf(node);
  if (call?.object === undefined) return undefined;
  const method = call.name.toLowerCase().replace(/^del$/, "delete");
  if (call.name === "on" && call.args.length > 2) return written(stringOf(call.args[0]), stringOf(call.args[1]));
  if (!METHODS.has(method)) return undefined;
  const path = stringOf(call.args[0]);
  if (path?.startsWith("/") === true) return written(method, path);
  for (let inner = callOf(call.object); inner !== undefined; inner = callOf(inner.object)) {
    if (inner.name === "route") return written(method, stringOf(inner.args[0]));
  }
  return undefined;
}

/** `fastify.route({ method: "GET", url: "/orders", handler })`. */
function routeOfObject(node: Node): string | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const path = stringOf(propertyOf(node, "url", "path"));
  if (path?.startsWith("/") !== true || propertyOf(node, "method") === undefined) return undefined;
  return written(stringOf(propertyOf(node, "method")), path);
}

/** A method with `@Get(":id")` in a class with `@Controller("orders")`. */
function routeOfDecorator(node: Node, parents: Module["parents"]): string | undefined {
  if (node.type !== "ClassMethod") return undefined;
  const method = decoratorOf(node.decorators, METHODS);
  if (method === undefined) return undefined;
  const around = parents.get(parents.get(node) as Node);
  const decorators = around?.type === "ClassDeclaration" ? around.decorators : undefined;
  const base = decoratorOf(decorators, new Set(["controller", "restcontroller", "jsoncontroller"]));
  const parts = [base?.path, method.path].map((part) => part?.replace(/^\/|\/$/g, "")).filter(Boolean);
  return written(method.name, `/${parts.join("/")}`);
}

function decoratorOf(
  decorators: readonly Node[] | null | undefined,
  names: ReadonlySet<string>,
): { readonly name: string; readonly path: string } | undefined {
  for (const decorator of decorators ?? []) {
    if (decorator.type !== "Decorator") continue;
    const call = callOf(decorator.expression);
    const expression = bare(decorator.expression);
    const name = call?.name ?? (expression === undefined ? undefined : propertyName(expression, false));
    if (name === undefined || !names.has(name.toLowerCase())) continue;
    return { name, path: stringOf(call?.args[0]) ?? stringOf(propertyOf(call?.args[0], "path")) ?? "" };
  }
  return undefined;
}

function written(method: string | undefined, path: string | undefined): string | undefined {
  return path === undefined ? undefined : `${(method ?? "ALL").toUpperCase()} ${path}`;
}
