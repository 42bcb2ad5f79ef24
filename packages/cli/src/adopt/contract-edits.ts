import { isA, type Node, propertyValue } from "../scan/syntax.ts";
import { type ContractFacts, groupByModule, type ImportedClass, writeRow } from "./contract-file.ts";
import { type Edit, indentAt, insertion, sourceText } from "./edits.ts";
import { enforcementEdits, findReportOptions } from "./enforcement.ts";
import { importsEdit } from "./imports.ts";
import type { KnownContract } from "./known-contract.ts";
import { appended, prepended } from "./lists.ts";
import type { File } from "./project.ts";

/** Returns the edits that complete an existing contract and put it in force. */
export function contractEdits(known: KnownContract, facts: ContractFacts, files: readonly File[]): readonly Edit[] {
  const { file, options } = known;
  const { classes } = facts;
  const list = classes.map(({ name }) => `recognizeClass(${name})`).join(", ");
  const isEnforced = !facts.reportOnly && findReportOptions(known).length > 0;
  const takesTheirPlace = isEnforced && classes.length > 0 && propertyValue(options, "recognize") === undefined;
  const listed = takesTheirPlace || classes.length === 0 ? undefined : recognizeEdit(list, options, file);
  return [
    ...codeEdits(known, facts),
    ...(facts.reportOnly ? [] : enforcementEdits(known, files, takesTheirPlace ? `recognize: [${list}]` : undefined)),
    ...(listed === undefined ? [] : [listed]),
    ...(takesTheirPlace || listed !== undefined ? [classImports(classes, file)] : []),
  ];
}

function codeEdits({ file, definition }: KnownContract, facts: ContractFacts): readonly Edit[] {
  const codes = propertyValue(definition, "codes");
  const rows = facts.codes.map((code) => writeRow(code, file.style));
  if (rows.length === 0) return [];
  if (codes === undefined) return [withCodes(definition, rows, file)];
  if (isA(codes, "ObjectExpression")) return [appended(codes, rows, file)];
  const property = file.parents.get(codes);
  const key = isA(property, "ObjectProperty") && property.shorthand ? "codes: " : "";
  return [insertion(codes.start ?? 0, `${key}{ ...`), insertion(codes.end ?? 0, `, ${rows.join(", ")} }`)];
}

/** Adds the first codes to a definition, each on a line of its own. */
function withCodes(definition: Node, rows: readonly string[], file: File): Edit {
  const { text, style } = file;
  const { newline, indent } = style;
  const [start, end] = [definition.start ?? 0, definition.end ?? 0];
  const mayHaveComments = /\n|\/\*/.test(text.slice(start, end));
  const outer = indentAt(text, start);
  const known = definition.type === "ObjectExpression" ? definition.properties : [];
  const own = mayHaveComments ? indentAt(text, known.at(-1)?.start ?? 0) : `${outer}${indent}`;
  const codes = ["codes: {", ...rows.map((row) => `${indent}${row},`), "}"].join(`${newline}${own}`);
  if (mayHaveComments) return appended(definition, [codes], file);
  const properties = known.map((one) => sourceText(one, file));
  const lines = [...properties, codes].map((property) => `${newline}${own}${property},`).join("");
  return { start, end, text: `{${lines}${newline}${outer}}` };
}

function classImports(classes: readonly ImportedClass[], file: File): Edit {
  const core = file.imports.has("recognizeClass") ? [] : [{ module: "@uhp-errors/core", names: ["recognizeClass"] }];
  return importsEdit([...core, ...groupByModule(classes)], file);
}

function recognizeEdit(list: string, options: Node | undefined, file: File): Edit | undefined {
  if (!isA(options, "ObjectExpression")) return undefined;
  const recognize = propertyValue(options, "recognize");
  if (recognize === undefined) return appended(options, [`recognize: [${list}]`], file);
  if (recognize.type !== "ArrayExpression") return undefined;
  return prepended(recognize, list, file);
}
