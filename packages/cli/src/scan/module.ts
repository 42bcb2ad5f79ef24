import { parse } from "@babel/parser";
import type { Program } from "@babel/types";
import type { Constants, Lookup } from "./status.ts";
import {
  bare,
  dotted,
  type FunctionNode,
  isA,
  isFunction,
  lastName,
  type Node,
  type Parents,
  propertyName,
  readCall,
  stringValue,
  walk,
} from "./syntax.ts";

export interface Import {
  readonly module: string;
  /** The name of the export: `default` for the default export, `*` for the whole module. */
  readonly name: string;
}

export interface Module {
  readonly file: string;
  readonly program: Program;
  /** Its nodes. An outer node comes before those in it. */
  readonly nodes: readonly Node[];
  readonly parents: Parents;
  readonly imports: Lookup<Import>;
  /** The initial values of constants that are declared once. */
  readonly constants: Constants;
  /** Its named functions by name. Methods also have the name with their class or object, such as `Api.fail`. */
  readonly functions: ReadonlyMap<string, FunctionNode>;
  /** The number of syntax errors that the parser recovered from, and the line of the first one. */
  readonly mistakes: { readonly count: number; readonly line: number };
}

/** Parses a file without running it. @throws SyntaxError with the line, if it is not JavaScript or TypeScript */
export function parseModule(file: string, text: string): Module {
  const isTypes = /\.[cm]?tsx?$/.test(file);
  const { program, errors } = parse(text, {
    sourceType: "unambiguous",
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowUndeclaredExports: true,
    attachComment: false,
    plugins: [
      ...(isTypes ? (["typescript"] as const) : (["flow"] as const)),
      ...(/\.[cm]?ts$/.test(file) ? [] : (["jsx"] as const)),
      "decorators-legacy",
      // `import … assert { type: "json" }`, as it was before `with`.
      "deprecatedImportAssert",
    ],
  });
  const { nodes, parents } = walk(program);
  const lines = (errors ?? []).map(({ loc }) => loc.line);
  return {
    file,
    program,
    nodes,
    parents,
    imports: new Map(nodes.flatMap(importedBy)),
    constants: readConstants(nodes),
    functions: listFunctions(nodes, parents),
    mistakes: { count: lines.length, line: lines.sort((one, other) => one - other)[0] ?? 1 },
  };
}

type Named = readonly [local: string, from: Import];

function importedBy(node: Node): readonly Named[] {
  if (node.type === "ImportDeclaration") {
    const module = node.source.value;
    return node.specifiers.map((specifier): Named => {
      if (specifier.type === "ImportNamespaceSpecifier") return [specifier.local.name, { module, name: "*" }];
      const imported = specifier.type === "ImportSpecifier" ? propertyName(specifier.imported, false) : undefined;
      return [specifier.local.name, { module, name: imported ?? "default" }];
    });
  }
  if (node.type === "TSImportEqualsDeclaration" && node.moduleReference.type === "TSExternalModuleReference") {
    return [[node.id.name, { module: node.moduleReference.expression.value, name: "default" }]];
  }
  if (node.type !== "VariableDeclarator") return [];
  const required = requiredBy(node.init);
  return required === undefined ? [] : namesIn(node.id, required);
}

function requiredBy(node: Node | undefined | null): Import | undefined {
  const expression = bare(node);
  if (isA(expression, "MemberExpression")) {
    const required = requiredBy(expression.object);
    const name = propertyName(expression.property, expression.computed);
    return required === undefined || name === undefined ? undefined : { module: required.module, name };
  }
  if (isA(expression, "CallExpression") && expression.callee.type === "Import") {
    const module = stringValue(expression.arguments[0]);
    return module === undefined ? undefined : { module, name: "*" };
  }
  const call = readCall(expression);
  if (call?.object !== undefined || call?.name !== "require") return undefined;
  const module = stringValue(call.args[0]);
  return module === undefined ? undefined : { module, name: "default" };
}

function namesIn(pattern: Node, { module, name }: Import): readonly Named[] {
  if (pattern.type === "Identifier") return [[pattern.name, { module, name }]];
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property): Named[] => {
    if (property.type !== "ObjectProperty" || property.value.type !== "Identifier") return [];
    return [[property.value.name, { module, name: propertyName(property.key, property.computed) ?? "default" }]];
  });
}

function readConstants(nodes: readonly Node[]): Constants {
  const constants = new Map<string, Node>();
  const twice = new Set<string>();
  for (const node of nodes) {
    if (node.type === "AssignmentExpression" && node.left.type === "Identifier") twice.add(node.left.name);
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") continue;
    if (constants.has(node.id.name)) twice.add(node.id.name);
    if (node.init) constants.set(node.id.name, node.init);
  }
  for (const name of twice) constants.delete(name);
  return constants;
}

function listFunctions(nodes: readonly Node[], parents: Parents): ReadonlyMap<string, FunctionNode> {
  const functions = new Map<string, FunctionNode>();
  for (const node of nodes) {
    if (!isFunction(node)) continue;
    const name = functionName(node, parents);
    if (name === undefined) continue;
    functions.set(name, node);
    const owner = ownerName(node, parents);
    if (owner !== undefined) functions.set(`${owner}.${name}`, node);
  }
  return functions;
}

/** Returns a function's name: its own, or that of the variable, property or method that it is assigned to. */
export function functionName(node: FunctionNode, parents: Parents): string | undefined {
  if (node.type === "ObjectMethod" || node.type === "ClassMethod") return propertyName(node.key, node.computed);
  if (node.type === "ClassPrivateMethod") return `#${node.key.id.name}`;
  const own = node.type === "ArrowFunctionExpression" ? undefined : node.id?.name;
  return own ?? valueName(parents.get(node), parents);
}

function valueName(parent: Node | undefined, parents: Parents): string | undefined {
  if (isA(parent, "VariableDeclarator")) return dotted(parent.id);
  if (isA(parent, "ObjectProperty", "ClassProperty")) return propertyName(parent.key, parent.computed);
  if (isA(parent, "AssignmentExpression")) return lastName(parent.left);
  // A wrapped handler, such as `asyncHandler(async (request, response) => …)`.
  const wrapper = isA(parent, "CallExpression") ? parents.get(parent) : undefined;
  return isA(wrapper, "VariableDeclarator") ? valueName(wrapper, parents) : undefined;
}

function ownerName(node: FunctionNode, parents: Parents): string | undefined {
  let at: Node | undefined = parents.get(node);
  if (isA(at, "ObjectProperty", "ClassProperty")) at = parents.get(at);
  if (isA(at, "ClassBody")) at = parents.get(at);
  if (isA(at, "ClassDeclaration")) return at.id?.name;
  if (!isA(at, "ObjectExpression", "ClassExpression")) return undefined;
  const variable = parents.get(at);
  return isA(variable, "VariableDeclarator") ? dotted(variable.id) : undefined;
}
