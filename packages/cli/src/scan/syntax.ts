import type * as t from "@babel/types";

export type Node = t.Node;

function listChildren(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof (value as Partial<Node> | null | undefined)?.type === "string";
}

export function isA<T extends Node["type"]>(
  node: Node | undefined | null,
  ...types: readonly T[]
): node is Extract<Node, { readonly type: T }> {
  return types.some((type) => type === node?.type);
}

/** The parent of each node of a tree. */
export type Parents = ReadonlyMap<Node, Node>;

/** How deep a tree may be. What reads it calls itself for inner nodes. */
const MAX_DEPTH = 3_000;

/**
 * Returns all nodes of a tree, with an outer node before those in it, and the parent of each.
 *
 * @throws RangeError if the tree is deeper than any that a person writes
 */
export function walk(root: Node): { readonly nodes: readonly Node[]; readonly parents: Parents } {
  const nodes: Node[] = [];
  const parents = new Map<Node, Node>();
  const waiting: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DEPTH) throw new RangeError(`a tree is deeper than ${MAX_DEPTH} nodes`);
    nodes.push(node);
    for (const child of listChildren(node).reverse()) {
      parents.set(child, node);
      waiting.push({ node: child, depth: depth + 1 });
    }
  }
  return { nodes, parents };
}

export type FunctionNode =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.ObjectMethod
  | t.ClassMethod
  | t.ClassPrivateMethod;

export type ClassNode = t.ClassDeclaration | t.ClassExpression;

export function isFunction(node: Node | undefined | null): node is FunctionNode {
  return isA(
    node,
    "FunctionDeclaration",
    "FunctionExpression",
    "ArrowFunctionExpression",
    "ObjectMethod",
    "ClassMethod",
    "ClassPrivateMethod",
  );
}

export function functionsAround(node: Node, parents: Parents): FunctionNode[] {
  const functions: FunctionNode[] = [];
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) if (isFunction(at)) functions.push(at);
  return functions;
}

export function isWithin(node: Node, outer: Node): boolean {
  return (outer.start as number) <= (node.start as number) && (node.end as number) <= (outer.end as number);
}

/** Returns an expression without type assertions and `await`. */
export function bare(node: Node): Node;
export function bare(node: Node | undefined | null): Node | undefined;
export function bare(node: Node | undefined | null): Node | undefined {
  let at = node ?? undefined;
  while (isA(at, "TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression", "TSTypeAssertion"))
    at = at.expression;
  return isA(at, "AwaitExpression") ? bare(at.argument) : at;
}

/** Returns the names in an expression such as `a.b.c`, `this.a` or `a?.b`; `undefined` for anything else. */
export function memberPath(node: Node | undefined | null): readonly string[] | undefined {
  const expression = bare(node);
  if (isA(expression, "Identifier")) return [expression.name];
  if (isA(expression, "ThisExpression")) return ["this"];
  if (!isA(expression, "MemberExpression", "OptionalMemberExpression")) return undefined;
  const before = memberPath(expression.object);
  const name = propertyName(expression.property, expression.computed);
  return before === undefined || name === undefined ? undefined : [...before, name];
}

export function propertyName(key: Node, computed: boolean): string | undefined {
  if (key.type === "Identifier" && !computed) return key.name;
  if (key.type === "PrivateName") return `#${key.id.name}`;
  return key.type === "StringLiteral" ? key.value : undefined;
}

/** Returns the names in such an expression as one string: `a.b.c`. */
export function dotted(node: Node | undefined | null): string | undefined {
  return memberPath(node)?.join(".");
}

export function firstName(node: Node | undefined | null): string | undefined {
  return memberPath(node)?.[0];
}

export function lastName(node: Node | undefined | null): string | undefined {
  return memberPath(node)?.at(-1);
}

export function matches(pattern: RegExp, name: string | undefined): boolean {
  return name !== undefined && pattern.test(name);
}

export function startLine({ loc }: Node): number {
  return (loc as t.SourceLocation).start.line;
}

/** Returns the last name of the type that a parameter or a field is declared with: `Response` for `express.Response`. */
export function declaredType(node: Node | undefined): string | undefined {
  const declared = isA(node, "TSParameterProperty") ? node.parameter : node;
  const annotation = isA(declared, "Identifier", "ClassProperty") ? declared.typeAnnotation : undefined;
  const type = isA(annotation, "TSTypeAnnotation") ? annotation.typeAnnotation : undefined;
  if (!isA(type, "TSTypeReference")) return undefined;
  return propertyName(type.typeName.type === "TSQualifiedName" ? type.typeName.right : type.typeName, false);
}

type CallNode = t.CallExpression | t.OptionalCallExpression | t.NewExpression;

export function isCall(node: Node): node is CallNode {
  return node.type === "CallExpression" || node.type === "OptionalCallExpression" || node.type === "NewExpression";
}

export interface Call {
  readonly node: CallNode;
  /** The object of a method call; `undefined` for a function call. */
  readonly object: Node | undefined;
  readonly name: string;
  readonly args: readonly Node[];
}

export function readCall(node: Node | undefined | null): Call | undefined {
  const call = bare(node);
  if (call === undefined || !isCall(call)) return undefined;
  const callee = bare(call.callee as Node);
  const args = call.arguments as readonly Node[];
  if (isA(callee, "Identifier")) return { node: call, object: undefined, name: callee.name, args };
  if (!isA(callee, "MemberExpression", "OptionalMemberExpression")) return undefined;
  const name = propertyName(callee.property, callee.computed);
  return name === undefined ? undefined : { node: call, object: bare(callee.object), name, args };
}

/** Returns the names in what a call calls, such as `a.b` in `a.b()`; `?` stands in for an object without a name. */
export function calledPath({ node, name }: Call): readonly string[] {
  return memberPath(node.callee as Node) ?? ["?", name];
}

/** Reads a node that is itself a call: no `new`, and nothing around it. */
export function plainCall(node: Node | undefined | null): Call | undefined {
  return isA(node, "CallExpression") ? readCall(node) : undefined;
}

/** Returns the value of a property of an object literal. If several names are given, the first one that the object has counts. */
export function propertyValue(node: Node | undefined, ...names: readonly string[]): Node | undefined {
  const object = bare(node);
  if (!isA(object, "ObjectExpression")) return undefined;
  for (const name of names) {
    for (const property of object.properties) {
      if (property.type === "ObjectProperty" && propertyName(property.key, property.computed) === name) {
        return bare(property.value);
      }
    }
  }
  return undefined;
}

/** Returns what is spread into an object literal: `a` in `{ ...a }`. */
export function spreadInto({ properties }: t.ObjectExpression): readonly Node[] {
  return properties.flatMap((one) => (one.type === "SpreadElement" ? [one.argument] : []));
}

/** Stands in for a part of a string that is only known at run time. */
const HOLE = "{}";

/** Returns the string that an expression makes, with `{}` in place of unknown parts; `undefined` if it may not be a string. */
export function stringValue(node: Node | undefined | null): string | undefined {
  const expression = bare(node);
  if (isA(expression, "StringLiteral")) return expression.value;
  if (isA(expression, "TemplateLiteral")) {
    return expression.quasis.map(({ value }) => value.cooked ?? value.raw).join(HOLE);
  }
  if (isA(expression, "BinaryExpression") && expression.operator === "+") {
    const [left, right] = [stringValue(expression.left as Node), stringValue(expression.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? HOLE}${right ?? HOLE}`;
  }
  if (isA(expression, "LogicalExpression")) return stringValue(expression.right);
  if (isA(expression, "ConditionalExpression")) {
    return stringValue(expression.consequent) ?? stringValue(expression.alternate);
  }
  return translated(readCall(expression));
}

/** Returns the first argument of a translation or format call, which is its sentence. */
function translated(call: Call | undefined): string | undefined {
  const isFormat = call?.object === undefined && matches(/^(?:t|__|_|i18n|format)$/, call?.name);
  return isFormat ? stringValue(call?.args[0]) : undefined;
}

export function statementsIn(node: Node): readonly Node[] | undefined {
  if (node.type === "BlockStatement" || node.type === "Program") return node.body;
  return node.type === "SwitchCase" ? node.consequent : undefined;
}
