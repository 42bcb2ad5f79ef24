import type { TryStatement } from "@babel/types";
import type { Module } from "./module.ts";
import { onceFor } from "./once.ts";
import {
  dotted,
  type FunctionNode,
  isA,
  isFunction,
  isWithin,
  type Node,
  propertyName,
  statementsIn,
} from "./syntax.ts";

interface Bound {
  /** The property of the value that the name has, by destructuring. */
  readonly path: readonly string[];
  /** What the name has in place of `undefined`. */
  readonly fallback?: Node | undefined;
}

/** What a name stands for at a place. */
export type Binding = Bound &
  (
    | {
        readonly kind: "value";
        readonly init: Node | undefined;
        /** All values, the initial one first. */
        readonly values: readonly Node[];
      }
    | { readonly kind: "parameter"; readonly fn: FunctionNode; readonly index: number }
    | {
        readonly kind: "caught";
        /** The block whose errors are caught. */
        readonly tries: Node;
      }
  );

/** Returns what a name stands for at a node, by the blocks and functions around it; `undefined` for an import or a global. */
export function findBinding(name: string, node: Node, module: Module): Binding | undefined {
  const { parents } = module;
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    const found = isFunction(at)
      ? findParameter(name, at)
      : at.type === "CatchClause"
        ? caughtBy(name, at, module)
        : variableIn(name, at, module);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findParameter(name: string, fn: FunctionNode): Binding | undefined {
  for (const [index, param] of fn.params.entries()) {
    const bound = namesIn(param).get(name);
    if (bound !== undefined) return { kind: "parameter", fn, index, ...bound };
  }
  return undefined;
}

function caughtBy(
  name: string,
  clause: Node & { readonly type: "CatchClause" },
  { parents }: Module,
): Binding | undefined {
  const { block } = parents.get(clause) as TryStatement;
  const bound = clause.param ? namesIn(clause.param).get(name) : undefined;
  return bound && { kind: "caught", tries: block, ...bound };
}

interface Variable extends Bound {
  readonly init: Node | undefined;
  readonly isConstant: boolean;
}

const MAX_WRITES = 20;

function variableIn(name: string, block: Node, module: Module): Binding | undefined {
  const variable = readVariables(block).get(name);
  if (variable === undefined) return undefined;
  const { init, isConstant, ...bound } = variable;
  const later = isConstant ? [] : writtenIn(block, name, module);
  return { kind: "value", init, values: [...(init === undefined ? [] : [init]), ...later], ...bound };
}

/** Lists the first values that a block assigns to a variable. It is asked for each use of the variable, so it does not read those of all blocks. */
function writtenIn(block: Node, name: string, module: Module): readonly Node[] {
  const all = writtenTo(name, module);
  let [first, end] = [0, all.length];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (startOf(all[middle] as Node) < startOf(block)) first = middle + 1;
    else end = middle;
  }
  return all.slice(first, first + MAX_WRITES).filter((node) => isWithin(node, block));
}

function startOf({ start }: Node): number {
  return start as number;
}

const readVariables = onceFor((block: Node): ReadonlyMap<string, Variable> => {
  const found = new Map<string, Variable>();
  for (const statement of blockStatements(block)) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (!isA(declaration, "VariableDeclaration")) continue;
    for (const { id, init } of declaration.declarations) {
      for (const [name, bound] of namesIn(id))
        found.set(name, { init: init ?? undefined, ...bound, isConstant: declaration.kind === "const" });
    }
  }
  return found;
});

function blockStatements(block: Node): readonly Node[] {
  if (block.type === "SwitchStatement") return block.cases.flatMap(({ consequent }) => consequent);
  if (block.type === "ForStatement") return block.init ? [block.init] : [];
  return (block.type === "SwitchCase" ? undefined : statementsIn(block)) ?? [];
}

function namesIn(pattern: Node, path: readonly string[] = [], fallback?: Node): ReadonlyMap<string, Bound> {
  if (pattern.type === "Identifier") return new Map([[pattern.name, { path, fallback }]]);
  if (pattern.type === "AssignmentPattern") return namesIn(pattern.left, path, pattern.right);
  if (pattern.type === "TSParameterProperty") return namesIn(pattern.parameter, path);
  if (pattern.type === "RestElement") return namesIn(pattern.argument, path);
  if (pattern.type === "ArrayPattern")
    return new Map(
      pattern.elements.flatMap((one, index) => (one === null ? [] : [...namesIn(one, [...path, String(index)])])),
    );
  if (pattern.type !== "ObjectPattern") return new Map();
  return new Map(
    pattern.properties.flatMap((one) =>
      one.type === "RestElement"
        ? [...namesIn(one.argument, path)]
        : [...namesIn(one.value, [...path, propertyName(one.key, one.computed) ?? "*"])],
    ),
  );
}

/**
 * Lists what a file assigns to a variable or a field, in the order of the source: `this.client = …`, also where a class declares
 * the field.
 */
export function writtenTo(target: string, module: Module): readonly Node[] {
  return readWrites(module).get(target) ?? [];
}

const readWrites = onceFor(({ nodes }: Module): ReadonlyMap<string | undefined, readonly Node[]> => {
  const found = new Map<string | undefined, Node[]>();
  const add = (name: string | undefined, value: Node | null | undefined) => {
    if (!value) return;
    const list = found.get(name);
    if (list === undefined) found.set(name, [value]);
    else list.push(value);
  };
  for (const node of nodes) {
    if (node.type === "AssignmentExpression") add(dotted(node.left), node.right);
    if (node.type === "ClassProperty") add(`this.${propertyName(node.key, node.computed)}`, node.value);
  }
  // Of a `case`, the statements come before the value that it stands for.
  for (const list of found.values()) list.sort((one, other) => startOf(one) - startOf(other));
  return found;
});
