import type { Module } from "./module.ts";
import { findFramework } from "./responses.ts";
import { firstErrorStatus, isErrorStatus, namedStatus, readStatuses } from "./status.ts";
import { firstName, isA, type Node, propertyName, propertyValue, readCall } from "./syntax.ts";

/** A description of error responses, which a document for clients shows. */
export interface ResponseSchemas {
  readonly node: Node;
  readonly library: string;
  readonly note: string;
}

/** Lists the schemas of error responses in a file. They describe the bodies that clients get without the contract. */
export function listSchemas(module: Module): readonly ResponseSchemas[] {
  return module.nodes.flatMap((node): readonly ResponseSchemas[] => {
    const statuses = inRoute(node, module) ?? inDecorator(node, module) ?? [];
    if (statuses.length === 0) return [];
    const usual = node.type === "Decorator" ? "nestjs" : "fastify";
    return [{ node, library: findFramework(module) ?? usual, note: writeNote(statuses) }];
  });
}

function writeNote(statuses: readonly string[]): string {
  const one = statuses.length === 1;
  const list = one ? statuses.join() : `${statuses.slice(0, -1).join(", ")} and ${statuses.at(-1)}`;
  return `The ${one ? "schema" : "schemas"} of ${list} ${one ? "describes" : "describe"} what clients no longer get. Remove ${one ? "it" : "them"}: \`describeErrors\` writes those of the contract.`;
}

/** Fastify's `response: { 404: … }`, and `responses: { 404: … }` in a `createRoute` of @hono/zod-openapi. */
function inRoute(node: Node, module: Module): readonly string[] | undefined {
  if (node.type !== "ObjectProperty" || node.value.type !== "ObjectExpression") return undefined;
  const name = propertyName(node.key, node.computed);
  const around = module.parents.get(module.parents.get(node) ?? node);
  if (name !== "response" && (name !== "responses" || readCall(around)?.name !== "createRoute")) return undefined;
  return node.value.properties.flatMap((property) => {
    if (property.type !== "ObjectProperty" || !isA(property.key, "NumericLiteral", "StringLiteral")) return [];
    const status = String(property.key.value);
    return /^[45](?:\d\d|xx)$/i.test(status) && !isOurs(property.value, module) ? [status] : [];
  });
}

function isOurs(value: Node, { imports }: Module): boolean {
  const name = readCall(value)?.name ?? firstName(value);
  return imports.get(name)?.module.startsWith("@uhp-errors/") === true;
}

/** `@ApiNotFoundResponse({ type: OldError })` and `@ApiResponse({ status: 404, type: OldError })` of NestJS. */
function inDecorator(node: Node, { constants }: Module): readonly string[] | undefined {
  const call = node.type === "Decorator" ? readCall(node.expression) : undefined;
  if (call === undefined) return undefined;
  const named = /^Api(\w*)Response$/.exec(call.name)?.[1];
  const [options] = call.args;
  if (named === undefined || propertyValue(options, "type", "schema", "content") === undefined) return undefined;
  const status =
    named === "" ? firstErrorStatus(readStatuses(propertyValue(options, "status"), constants)) : namedStatus(named);
  return isErrorStatus(status) ? [String(status)] : undefined;
}
