import { dotted, type Node } from "../scan/syntax.ts";
import type { File } from "./project.ts";

/** Returns how a file exports a name: under that name, or as its default export. `undefined` if it does not. */
export function findExport({ nodes }: File, name: string): "named" | "default" | undefined {
  if (nodes.some((node) => namesExportedBy(node).includes(name))) return "named";
  return nodes.some((node) => isDefaultExport(node, name)) ? "default" : undefined;
}

function isDefaultExport(node: Node, name: string): boolean {
  if (node.type === "ExportDefaultDeclaration") {
    const { declaration } = node;
    return declaration.type === "ClassDeclaration"
      ? declaration.id?.name === name
      : dotted(declaration as Node) === name;
  }
  const isWhole = node.type === "AssignmentExpression" && dotted(node.left) === "module.exports";
  return isWhole && dotted(node.right) === name;
}

function namesExportedBy(node: Node): readonly string[] {
  if (node.type === "ExportNamedDeclaration")
    return [...declaredBy(node.declaration), ...node.specifiers.flatMap(specified)];
  if (node.type !== "AssignmentExpression") return [];
  const path = dotted(node.left) ?? "";
  if (path !== "module.exports") return [/^(?:module\.)?exports\.(\w+)$/.exec(path)?.[1] ?? ""];
  const { right } = node;
  if (right.type !== "ObjectExpression") return [];
  const parts = right.properties.flatMap((one) => (one.type === "ObjectProperty" ? [one.key, one.value] : []));
  return parts.flatMap((part) => (part.type === "Identifier" ? [part.name] : []));
}

function declaredBy(declaration: Node | null | undefined): readonly string[] {
  if (declaration?.type === "ClassDeclaration") return declaration.id ? [declaration.id.name] : [];
  if (declaration?.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

function specified(specifier: Node): readonly string[] {
  return specifier.type === "ExportSpecifier" && specifier.exported.type === "Identifier"
    ? [specifier.exported.name]
    : [];
}
