import type { VariableDeclaration, VariableDeclarator } from "@babel/types";
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
  const lines = wanted.map((one) => writeImport({ ...one, names: [...one.names].sort() })).join("\n");
  const last = lastImport(file);
  const [at, code] =
    last === undefined ? [findStart(file), `${lines}\n`] : [afterComment(file.text, last), `\n${lines}`];
  return insertion(at, inStyle(code, file.style, file.isEsm));
}

/** Returns the edits that add names to an import which the file has from the same module; `undefined` if it has none. */
export function joinedImport({ module, names, isDefault }: Wanted, file: File): readonly Edit[] | undefined {
  if (isDefault === true) return undefined;
  const list = file.program.body.map((statement) => namesFrom(module, statement)).find((one) => one.length > 0);
  const last = list?.at(-1);
  if (last === undefined) return undefined;
  return names.map((name) => {
    const written = file.isEsm ? name : name.replace(" as ", ": ");
    const next = list?.find((one) => one.name > name);
    const { start, end } = (next ?? last).node;
    const space = /\n[ \t]*$/.exec(file.text.slice(0, start ?? 0))?.[0] ?? " ";
    return next === undefined
      ? insertion(end ?? 0, `,${space}${written}`)
      : insertion(start ?? 0, `${written},${space}`);
  });
}

/** Returns the names that a statement loads from a module; none if it loads anything else. */
function namesFrom(module: string, statement: Node): readonly Named[] {
  const names = namesIn(statement);
  if (statement.type === "ImportDeclaration") {
    const isOfNames = statement.specifiers.every(({ type }) => type === "ImportSpecifier");
    return isOfNames && statement.importKind !== "type" && statement.source.value === module ? names : [];
  }
  const { id, init } = requiredBy(statement) ?? {};
  const isOfNames = isA(id, "ObjectPattern") && names.length === id.properties.length;
  return isOfNames && stringValue(readCall(init)?.args[0]) === module ? names : [];
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
  const head = (program.directives.at(-1) ?? program.interpreter)?.end;
  // The lines below the head; if there are none, its end.
  let at = typeof head === "number" ? text.indexOf("\n", head) + 1 || head : 0;
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

/** Returns the variable of a statement that only loads one module by `require`. */
function requiredBy(statement: Node): VariableDeclarator | undefined {
  return isRequire(statement) && statement.declarations.length === 1 ? statement.declarations[0] : undefined;
}

interface Named {
  readonly name: string;
  readonly node: Node;
}

function namesIn(statement: Node): readonly Named[] {
  if (statement.type === "ImportDeclaration") {
    return statement.specifiers.map((node) => ({ name: node.local.name, node }));
  }
  const id = requiredBy(statement)?.id;
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
