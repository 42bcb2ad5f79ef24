import type { Decorator } from "@babel/types";
import type { Module } from "./module.ts";
import { bare, isA, type Node, propertyName, propertyValue, readCall, stringValue } from "./syntax.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options", "all"]);

/** Returns the route that a place belongs to, such as `GET /orders/:id`; `undefined` if its file does not show it. */
export function findRoute(node: Node, { parents }: Module): string | undefined {
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) {
    const route = readCallRoute(at) ?? readObjectRoute(at) ?? readDecoratorRoute(at, parents);
    if (route !== undefined) return route;
  }
  return undefined;
}

/** `app.get("/orders", …)`, `router.route("/orders").get(…)` and `app.on("GET", "/orders", …)`. */
function readCallRoute(node: Node): string | undefined {
  const call = readCall(node);
  if (call?.object === undefined) return undefined;
  const method = call.name.toLowerCase().replace(/^del$/, "delete");
  if (call.name === "on" && call.args.length > 2) return written(stringValue(call.args[0]), stringValue(call.args[1]));
  if (!METHODS.has(method)) return undefined;
  const path = stringValue(call.args[0]);
  if (path?.startsWith("/") === true) return written(method, path);
  for (let inner = readCall(call.object); inner !== undefined; inner = readCall(inner.object)) {
    if (inner.name === "route") return written(method, stringValue(inner.args[0]));
  }
  return undefined;
}

/** `fastify.route({ method: "GET", url: "/orders", handler })`. */
function readObjectRoute(node: Node): string | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const path = stringValue(propertyValue(node, "url", "path"));
  if (path?.startsWith("/") !== true || propertyValue(node, "method") === undefined) return undefined;
  return written(stringValue(propertyValue(node, "method")), path);
}

/** A method with `@Get(":id")` in a class with `@Controller("orders")`. */
function readDecoratorRoute(node: Node, parents: Module["parents"]): string | undefined {
  if (node.type !== "ClassMethod") return undefined;
  const method = findDecorator(node.decorators, METHODS);
  if (method === undefined) return undefined;
  const around = parents.get(parents.get(node) as Node);
  const decorators = isA(around, "ClassDeclaration") ? around.decorators : undefined;
  const base = findDecorator(decorators, new Set(["controller", "restcontroller", "jsoncontroller"]));
  const parts = [base?.path, method.path].map((part) => part?.replace(/^\/|\/$/g, "")).filter(Boolean);
  return written(method.name, `/${parts.join("/")}`);
}

function findDecorator(
  decorators: readonly Decorator[] | null | undefined,
  names: ReadonlySet<string>,
): { readonly name: string; readonly path: string } | undefined {
  for (const decorator of decorators ?? []) {
    const call = readCall(decorator.expression);
    const name = call?.name ?? propertyName(bare(decorator.expression), false);
    if (name === undefined || !names.has(name.toLowerCase())) continue;
    return { name, path: stringValue(call?.args[0]) ?? stringValue(propertyValue(call?.args[0], "path")) ?? "" };
  }
  return undefined;
}

function written(method: string | undefined, path: string | undefined): string | undefined {
  return path === undefined ? undefined : `${(method ?? "ALL").toUpperCase()} ${path}`;
}
