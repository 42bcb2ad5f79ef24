import { dotted, isA, isWithin, memberPath, type Node, readCall } from "../scan/syntax.ts";
import type { Edit } from "./edits.ts";
import { listItem, unusedImports } from "./imports.ts";
import { type File, importedFile, readsName } from "./project.ts";
import type { Step } from "./result.ts";

interface Reporting {
  readonly file: File;
  readonly made: Node;
  readonly options: Node | undefined;
}

const COMMENT = "/** What the contract would change.";

/** Returns the property `onError: adoption.add`, if nothing but a report needs it and it can go. */
export function findReportHook({ options }: Pick<Reporting, "options">): Node | undefined {
  const mode = propertyNamed(options, "reportOnly");
  const hook = propertyNamed(options, "onError");
  const isLiteral = mode === undefined || isA(valueIn(mode), "BooleanLiteral");
  return isLiteral && dotted(valueIn(hook)) === "adoption.add" ? hook : undefined;
}

/**
 * Returns the edits that put a contract in force which only reports so far, and delete what only served the report.
 *
 * @param added The property that takes the place of the report's hook, if there is one to add.
 */
export function enforcementEdits(
  reporting: Reporting,
  files: readonly File[],
  added: string | undefined,
): readonly Edit[] {
  const { file, options } = reporting;
  const mode = propertyNamed(options, "reportOnly");
  const hook = findReportHook(reporting);
  const isReporting = isA(valueIn(mode), "BooleanLiteral");
  const report = hook === undefined ? undefined : reportIn(file);
  const isUnused = report !== undefined && !isReportUsed(report, hook, file, files);
  return [
    ...optionEdits(
      reporting,
      [isReporting ? mode : undefined, hook].filter((one) => one !== undefined),
      added,
    ),
    ...(isUnused ? reportEdits(report, file) : []),
  ];
}

export function reportSteps(reporting: Reporting, files: readonly File[]): readonly Step[] {
  const { file, options } = reporting;
  const hook = propertyNamed(options, "onError");
  if (dotted(valueIn(hook)) !== "adoption.add") return [];
  const isRemoved = findReportHook(reporting) !== undefined;
  const report = reportIn(file);
  if (isRemoved && (report === undefined || !isReportUsed(report, hook, file, files))) return [];
  const line = (isRemoved ? report : hook)?.loc?.start.line ?? 1;
  const says = isRemoved
    ? "Remove `adoption` and what prints it. The contract is in force, so it gets no more reports."
    : "Remove `onError: adoption.add`, `adoption` and what prints it. The contract then prints server errors again.";
  return [{ file: file.file, line, says }];
}

function propertyNamed(object: Node | undefined, name: string): Node | undefined {
  const list = isA(object, "ObjectExpression") ? object.properties : [];
  return list.find((one) => one.type === "ObjectProperty" && dotted(one.key) === name);
}

function valueIn(property: Node | undefined): Node | undefined {
  return isA(property, "ObjectProperty") ? property.value : undefined;
}

/** Deletes options, and the whole argument if no other is left. */
function optionEdits(
  { file: { text }, made, options }: Reporting,
  gone: readonly Node[],
  added: string | undefined,
): readonly Edit[] {
  if (!isA(options, "ObjectExpression") || gone.length === 0) return [];
  const hasComment = /\/[/*]/.test(text.slice(options.start ?? 0, options.end ?? 0));
  const [catalog, given] = readCall(made)?.args ?? [];
  if (gone.length === options.properties.length && added === undefined && !hasComment && catalog !== undefined)
    return [{ start: catalog.end ?? 0, end: given?.end ?? options.end ?? 0, text: "" }];
  const hook = added === undefined ? undefined : gone.at(-1);
  const others = gone.filter((property) => property !== hook);
  const kept = options.properties.filter((property) => !others.includes(property));
  const isTail = (property: Node) => kept.length > 0 && (property.start ?? 0) > (kept.at(-1)?.start ?? 0);
  const tail = others.filter(isTail);
  return [
    ...(hook === undefined ? [] : [{ start: hook.start ?? 0, end: hook.end ?? 0, text: added ?? "" }]),
    ...others.filter((property) => !isTail(property)).map((property) => withCommaAfter(property, text)),
    ...(tail.length === 0 ? [] : [tailEdit(kept.at(-1), tail, text)]),
  ];
}

function withCommaAfter({ start, end }: Node, text: string): Edit {
  const after = /^\s*,[ \t]*(?:\r?\n[ \t]*)?/.exec(text.slice(end ?? 0))?.[0].length ?? 0;
  return { start: start ?? 0, end: (end ?? 0) + after, text: "" };
}

function commentBefore(text: string, start: number): number {
  const line = text.slice(text.lastIndexOf("\n", start - 2) + 1, start);
  return line.startsWith(COMMENT) && line.trimEnd().endsWith("*/") ? line.length : 0;
}

/** Deletes the last properties. The comma before them stays only where they had one after them. */
function tailEdit(kept: Node | undefined, tail: readonly Node[], text: string): Edit {
  const [first, last] = [tail[0]?.start ?? 0, tail.at(-1)?.end ?? 0];
  const comma = /^\s*,/.exec(text.slice(last))?.[0].length ?? 0;
  const before = text.slice(kept?.end ?? 0, first);
  const isBare = comma === 0 && /^\s*,\s*$/.test(before);
  return {
    start: isBare ? (kept?.end ?? 0) : first - (before.length - before.trimEnd().length),
    end: last + comma,
    text: "",
  };
}

function reportIn({ nodes, imports, parents }: File): Node | undefined {
  const declared = nodes.find(
    (node) =>
      node.type === "VariableDeclarator" &&
      memberPath(node.id)?.join() === "adoption" &&
      imports.get(readCall(node.init)?.name)?.module === "@uhp-errors/core/adoption",
  );
  const statement = declared === undefined ? undefined : parents.get(declared);
  if (!isA(statement, "VariableDeclaration") || statement.declarations.length !== 1) return undefined;
  const around = parents.get(statement);
  return isA(around, "ExportNamedDeclaration") ? around : statement;
}

function isReportUsed(report: Node, hook: Node | undefined, file: File, files: readonly File[]): boolean {
  const exported = exportedIn(file);
  return files.some((other) => {
    const reads = other.nodes.filter((node) => readsName(node, "adoption"));
    if (other !== file)
      return (
        reads.length > 0 &&
        [...other.imports.values()].some(({ module }) => importedFile(other.file, module, files) === file)
      );
    return reads.some(
      (node) => ![report, hook, exported].some((outer) => outer !== undefined && isWithin(node, outer)),
    );
  });
}

function exportedIn({ nodes }: File): Node | undefined {
  for (const node of nodes) {
    if (node.type !== "AssignmentExpression" || dotted(node.left) !== "module.exports") continue;
    return propertyNamed(node.right, "adoption");
  }
  return undefined;
}

function reportEdits(report: Node, file: File): readonly Edit[] {
  const { text } = file;
  const exported = exportedIn(file);
  const before = commentBefore(text, report.start ?? 0);
  const after = /^[ \t]*(?:\r?\n){1,2}/.exec(text.slice(report.end ?? 0))?.[0].length ?? 0;
  return [
    { start: (report.start ?? 0) - before, end: (report.end ?? 0) + after, text: "" },
    ...(exported === undefined ? [] : [listItem(exported, text)]),
    ...unusedImports(file, [report]),
  ];
}
