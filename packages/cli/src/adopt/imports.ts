import type { VariableDeclaration } from "@babel/types";
import { dotted, isA, isWithin, type Node, readCall, stringValue } from "../scan/syntax.ts";
import { afterComment, type Edit, inStyle, insertion } from "./edits.ts";
import { type File, readsName } from "./project.ts";

export interface Wanted {
  readonly module: string;
  /** Each as `name`, or as `name as other`. */
  readonly names: readonly string[];
  /** Whether the only name is the module's default export. */
  readonly isDefault?: boolean;
}

export function writeImport({ module, names, isDefault }: Wanted): string {
  return `import ${isDefault === true ? names.join() : `{ ${names.join(", ")} }`} from ${JSON.stringify(module)};`;
}

/** Returns the edit that adds an import after a file's last one, in the file's module system. */
export function importsEdit(wanted: readonly Wanted[], file: File): Edit {
  const lines = wanted.map((one) => writeImport({ ...one, names: [...one.names].sort() }));
  const last = lastImport(file);
  const code = last === undefined ? `${lines.join("\n")}\n` : `\n${lines.join("\n")}`;
  const at = last === undefined ? findStart(file) : afterComment(file.text, last);
  return insertion(at, inStyle(code, file.style, file.isEsm));
}

/** Returns the edits that add names to an import which the file has from the same module; `undefined` if it has none. */
export function joinedImport({ module, names, isDefault }: Wanted, file: File): readonly Edit[] | undefined {
  if (isDefault === true) return undefined;
  const lists = file.program.body.map((statement) => namesFrom(module, statement));
  const list = lists.find((one) => one !== undefined && one.length > 0);
  if (list === undefined) return undefined;
  return names.map((name): Edit => {
    const written = file.isEsm ? name : name.replace(" as ", ": ");
    const next = list.find((one) => one.name > name);
    if (next !== undefined) {
      const start = next.node.start ?? 0;
      const space = /\n[ \t]*$/.exec(file.text.slice(0, start))?.[0] ?? " ";
      return { start, end: start, text: `${written},${space}` };
    }
    const end = list.at(-1)?.node.end ?? 0;
    const space = /\n[ \t]*$/.exec(file.text.slice(0, list.at(-1)?.node.start ?? 0))?.[0] ?? " ";
    return { start: end, end, text: `,${space}${written}` };
  });
}

function namesFrom(module: string, statement: Node): readonly Named[] | undefined {
  if (statement.type === "ImportDeclaration") {
    const isOfNames = statement.specifiers.every(({ type }) => type === "ImportSpecifier");
    return isOfNames && statement.importKind !== "type" && statement.source.value === module
      ? namesIn(statement)
      : undefined;
  }
  const [declared] = isRequire(statement) ? statement.declarations : [];
  const id = declared?.id;
  if (!isA(id, "ObjectPattern") || stringValue(readCall(declared?.init)?.args[0]) !== module) return undefined;
  const names = namesIn(statement);
  return names.length === id.properties.length ? names : undefined;
}

/**
 * Returns where the last import of a file ends. Of the `require` calls, only those at the top count, because what they
 * load can only be used after them.
 */
function lastImport({ program, isEsm }: File): number | undefined {
  if (isEsm) return program.body.filter(({ type }) => type === "ImportDeclaration").at(-1)?.end ?? undefined;
  const other = program.body.findIndex((statement) => !isRequire(statement));
  return program.body.slice(0, other < 0 ? program.body.length : other).at(-1)?.end ?? undefined;
}

function isRequire(statement: Node): statement is VariableDeclaration {
  if (statement.type !== "VariableDeclaration") return false;
  return statement.declarations.every(({ init }) => {
    const call = isA(init, "MemberExpression") ? init.object : init;
    return isA(call, "CallExpression") && dotted(call.callee) === "require";
  });
}

/** Comments that have to stay first: those of compilers and linters, and licenses. */
const STAYS_FIRST =
  /^(?:\/\/|\/\*+!?)[ \t]*(?:@ts-|@flow|@license|@jest|eslint|biome|prettier|tslint|istanbul|c8|jshint|globals?\b)/;

function findStart({ text, program }: File): number {
  const directive = program.directives.at(-1)?.end;
  let at = directive ?? /^#![^\n]*/.exec(text)?.[0].length ?? 0;
  if (at > 0) at += /^[^\n]*\n/.exec(text.slice(at))?.[0].length ?? 0;
  for (let end = endOfComment(text, at); end !== undefined; end = endOfComment(text, at)) at = end;
  return at;
}

function endOfComment(text: string, at: number): number | undefined {
  const rest = text.slice(at);
  const comment = /^\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/[ \t]*\r?)\n/.exec(rest)?.[0];
  if (comment === undefined) return undefined;
  const blank = /^(?:[ \t]*\r?\n)+/.exec(rest.slice(comment.length))?.[0] ?? "";
  return blank !== "" || STAYS_FIRST.test(comment.trimStart()) ? at + comment.length + blank.length : undefined;
}

export function unusedImports(file: File, removed: readonly Node[]): readonly Edit[] {
  const isIn = (node: Node) => removed.some((outer) => isWithin(node, outer));
  if (removed.length === 0) return [];
  return file.program.body.flatMap((statement): Edit[] => {
    const names = namesIn(statement);
    const unused = names.filter(({ name, node }) => {
      const uses = file.nodes.filter((one) => readsName(one, name) && !isWithin(one, node));
      return uses.length > 0 && uses.every(isIn);
    });
    if (unused.length === 0) return [];
    if (unused.length === names.length) return [wholeLine(statement, file)];
    return unused.map(({ node }) => listItem(node, file.text));
  });
}

interface Named {
  readonly name: string;
  readonly node: Node;
}

function namesIn(statement: Node): readonly Named[] {
  if (statement.type === "ImportDeclaration") {
    return statement.specifiers.map((node) => ({ name: node.local.name, node }));
  }
  if (!isRequire(statement) || statement.declarations.length !== 1) return [];
  const id = statement.declarations[0]?.id;
  if (isA(id, "Identifier")) return [{ name: id.name, node: id }];
  if (!isA(id, "ObjectPattern")) return [];
  return id.properties.flatMap((node) =>
    node.type === "ObjectProperty" && node.value.type === "Identifier" ? [{ name: node.value.name, node }] : [],
  );
}

/** Deletes a statement and one line break, but not the line break where new imports begin. */
function wholeLine({ start, end }: Node, file: File): Edit {
  const [from, to] = [start ?? 0, end ?? 0];
  const before = /\r?\n[ \t]*$/.exec(file.text.slice(0, from))?.[0].length;
  if (before !== undefined) return { start: from - before, end: to, text: "" };
  const after = lastImport(file) === to ? 0 : (/^[ \t]*\r?\n/.exec(file.text.slice(to))?.[0].length ?? 0);
  return { start: from, end: to + after, text: "" };
}

/** Deletes one element of a list, with the comma after it or, if there is none, before it. Also deletes its line if nothing else is on it. */
export function listItem({ start, end }: Node, text: string): Edit {
  const after = /^\s*,[ \t]*/.exec(text.slice(end ?? 0))?.[0].length;
  if (after !== undefined) {
    const [from, to] = [start ?? 0, (end ?? 0) + after];
    const line = /\r?\n[ \t]*$/.exec(text.slice(0, from))?.[0].length;
    const isAlone = line !== undefined && /^\r?\n/.test(text.slice(to));
    return { start: isAlone ? from - line : from, end: to, text: "" };
  }
  const before = /,\s*$/.exec(text.slice(0, start ?? 0))?.[0].length ?? 0;
  return { start: (start ?? 0) - before, end: end ?? 0, text: "" };
}
