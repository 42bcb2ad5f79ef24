import type { AssignmentExpression, ObjectProperty, VariableDeclarator } from "@babel/types";
import { dotted, isA, isWithin, type Node, propertyName, readCall, startLine } from "../scan/syntax.ts";
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
function findReportHook({ options }: Pick<Reporting, "options">): Node | undefined {
  const mode = propertyNamed(options, "reportOnly");
  const hook = propertyNamed(options, "onError");
  const isLiteral = mode === undefined || mode.value.type === "BooleanLiteral";
  return isLiteral && dotted(hook?.value) === "adoption.add" ? hook : undefined;
}

/** Returns the options that a contract in force does not need, in the order of the source. */
export function findReportOptions({ options }: Pick<Reporting, "options">): readonly Node[] {
  const hook = findReportHook({ options });
  const mode = propertyNamed(options, "reportOnly");
  const properties = isA(options, "ObjectExpression") ? options.properties : [];
  return properties.filter((one) => one === hook || (one === mode && mode.value.type === "BooleanLiteral"));
}

/**
 * Returns the edits that put a contract in force which only reports so far, and delete what only served the report.
 *
 * @param added The property that takes the place of one of these options, if there is one to add.
 */
export function enforcementEdits(
  reporting: Reporting,
  files: readonly File[],
  added: string | undefined,
): readonly Edit[] {
  const { file } = reporting;
  const hook = findReportHook(reporting);
  const report = hook === undefined ? undefined : reportIn(file);
  const isUnused = report !== undefined && !isReportUsed(report, hook, file, files);
  return [
    ...optionEdits(reporting, findReportOptions(reporting), added),
    ...(isUnused ? reportEdits(report, file) : []),
  ];
}

export function reportSteps(reporting: Reporting, files: readonly File[]): readonly Step[] {
  const { file, options } = reporting;
  const hook = propertyNamed(options, "onError");
  if (hook === undefined || dotted(hook.value) !== "adoption.add") return [];
  const step = (node: Node, says: string) => [{ file: file.file, line: startLine(node), says }];
  if (findReportHook(reporting) === undefined)
    return step(
      hook,
      "Remove `onError: adoption.add`, `adoption` and what prints it. The contract then prints server errors again.",
    );
  const report = reportIn(file);
  return report !== undefined && isReportUsed(report, hook, file, files)
    ? step(report, "Remove `adoption` and what prints it. The contract is in force, so it gets no more reports.")
    : [];
}

function propertyNamed(object: Node | undefined, name: string): ObjectProperty | undefined {
  if (!isA(object, "ObjectExpression")) return undefined;
  return object.properties.find(
    (one): one is ObjectProperty => one.type === "ObjectProperty" && propertyName(one.key, one.computed) === name,
  );
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
  const replaced = added === undefined ? undefined : gone.at(-1);
  const deleted = gone.filter((property) => property !== replaced);
  const kept = options.properties.filter((property) => !deleted.includes(property)).at(-1);
  const tail = kept === undefined ? [] : deleted.filter(({ start }) => (start ?? 0) > (kept.start ?? 0));
  return [
    ...(replaced === undefined ? [] : [{ start: replaced.start ?? 0, end: replaced.end ?? 0, text: added ?? "" }]),
    ...deleted.filter((property) => !tail.includes(property)).map((property) => withCommaAfter(property, text)),
    ...tailEdits(kept, tail, text),
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
function tailEdits(kept: Node | undefined, tail: readonly Node[], text: string): readonly Edit[] {
  const [first, last] = [tail[0], tail.at(-1)];
  if (kept === undefined || first === undefined || last === undefined) return [];
  const comma = /^\s*,/.exec(text.slice(last.end ?? 0))?.[0].length ?? 0;
  const before = text.slice(kept.end ?? 0, first.start ?? 0);
  const isBare = comma === 0 && /^\s*,\s*$/.test(before);
  const start = isBare ? (kept.end ?? 0) : (kept.end ?? 0) + before.trimEnd().length;
  return [{ start, end: (last.end ?? 0) + comma, text: "" }];
}

function reportIn({ nodes, imports, parents }: File): Node | undefined {
  const isReport = ({ id, init }: VariableDeclarator) =>
    dotted(id) === "adoption" && imports.get(readCall(init)?.name)?.module === "@uhp-errors/core/adoption";
  const statement = nodes.find(
    (node) =>
      node.type === "VariableDeclaration" && node.declarations.length === 1 && node.declarations.every(isReport),
  );
  const around = statement && parents.get(statement);
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
  const whole = nodes.find(
    (node): node is AssignmentExpression =>
      node.type === "AssignmentExpression" && dotted(node.left) === "module.exports",
  );
  return propertyNamed(whole?.right, "adoption");
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
