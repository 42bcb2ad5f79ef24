import { dotted, isA, type Node } from "../scan/syntax.ts";
import type { File } from "./project.ts";

/** Returns how a file exports a name: under that name, or as its default export. `undefined` if it does not. */
export function findExport({ nodes }: File, name: string): "named" | "default" | undefined {
  if (nodes.some((node) => isNamedExport(node, name))) return "named";
  return nodes.some((node) => isDefaultExport(node, name)) ? "default" : undefined;
}

function isDefaultExport(node: Node, name: string): boolean {
  if (node.type === "ExportDefaultDeclaration") {
    const { declaration } = node;
    return dotted(isA(declaration, "ClassDeclaration") ? declaration.id : declaration) === name;
  }
  const isWhole = node.type === "AssignmentExpression" && dotted(node.left) === "module.exports";
  return isWhole && dotted(node.right) === name;
}

function isNamedExport(node: Node, name: string): boolean {
  if (node.type === "ExportNamedDeclaration") {
    const named = [...declaredBy(node.declaration), ...node.specifiers.map(({ exported }) => exported)];
    return named.some((one) => dotted(one) === name);
  }
  if (node.type !== "AssignmentExpression") return false;
  const target = dotted(node.left);
  if (target === `exports.${name}` || target === `module.exports.${name}`) return true;
  const properties = target === "module.exports" && isA(node.right, "ObjectExpression") ? node.right.properties : [];
  return properties.some(
    (one) => isA(one, "ObjectProperty") && [one.key, one.value].some((part) => dotted(part) === name),
  );
}

function declaredBy(declaration: Node | null | undefined): readonly (Node | null | undefined)[] {
  if (isA(declaration, "ClassDeclaration")) return [declaration.id];
  return isA(declaration, "VariableDeclaration") ? declaration.declarations.map(({ id }) => id) : [];
}
