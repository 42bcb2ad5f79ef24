import type { Module } from "./module.ts";
import { firstErrorStatus, readStatuses } from "./status.ts";
import { dotted, isA, lastName, memberPath, type Node, propertyName, readCall, walk } from "./syntax.ts";

export interface ErrorClass {
  readonly node: Node;
  readonly name: string;
  readonly base: string;
  /** The status of all its errors; `undefined` if it is passed to the constructor, or if they have none. */
  readonly status: number | undefined;
  readonly fields: readonly string[];
}

/** Names of classes that are errors even if their base class is unknown. */
const ERROR = /(?:Error|Exception|Boom)$/;

/** Lists the classes of a file that extend another class. Only once all files are read is it known which of them are errors. */
export function listClasses(module: Module): readonly ErrorClass[] {
  return module.nodes.flatMap((node) => {
    if (node.type !== "ClassDeclaration" && node.type !== "ClassExpression") return [];
    const base = lastName(node.superClass) ?? readCall(node.superClass)?.name;
    const parent = module.parents.get(node);
    const variable = isA(parent, "VariableDeclarator") ? dotted(parent.id) : undefined;
    const name = node.id?.name ?? variable;
    return base === undefined || name === undefined ? [] : [{ node, name, base, ...readFacts(node, module) }];
  });
}

/** Returns the classes that are errors, because they extend one, directly or through other classes. */
export function errorClassesAmong(classes: readonly ErrorClass[]): readonly ErrorClass[] {
  const errors = new Set<string>();
  for (let before = -1; before !== errors.size; ) {
    before = errors.size;
    for (const { name, base } of classes) if (ERROR.test(base) || errors.has(base)) errors.add(name);
  }
  return classes.filter(({ name }) => errors.has(name));
}

const STATUS = /^(?:status|statusCode|httpStatus|httpCode|httpStatusCode)$/;

function readFacts(node: Node, module: Module): Pick<ErrorClass, "status" | "fields"> {
  const parts = walk(node).nodes;
  const set = parts.flatMap(fieldsSetBy).filter(({ name }) => name !== "name" && name !== "stack");
  const inSuper = parts.flatMap((part) =>
    part.type === "CallExpression" && part.callee.type === "Super" ? part.arguments : [],
  );
  const values = [...set.filter(({ name }) => STATUS.test(name)).map(({ value }) => value), ...inSuper];
  const statuses = values.map((value) => firstErrorStatus(readStatuses(value, module.constants)));
  return { status: statuses.find((status) => status !== undefined), fields: [...new Set(set.map(({ name }) => name))] };
}

interface SetField {
  readonly name: string;
  readonly value: Node | undefined;
}

/** Returns the fields that a node declares or sets: a property, a parameter property, or `this.status = 404`. */
function fieldsSetBy(node: Node): readonly SetField[] {
  if (node.type === "ClassProperty" && !node.static) {
    return field(propertyName(node.key, node.computed), node.value);
  }
  if (node.type === "TSParameterProperty") return field(parameterName(node.parameter), undefined);
  if (node.type !== "AssignmentExpression") return [];
  const path = memberPath(node.left);
  return path?.length === 2 && path[0] === "this" ? field(path[1], node.right) : [];
}

function field(name: string | undefined, value: Node | null | undefined): readonly SetField[] {
  return name === undefined ? [] : [{ name, value: value ?? undefined }];
}

function parameterName(parameter: Node): string | undefined {
  const of = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  return dotted(of);
}
