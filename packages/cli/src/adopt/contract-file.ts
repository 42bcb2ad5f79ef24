import {
  bare,
  type Call,
  dotted,
  type Node,
  plainCall,
  propertyName,
  propertyValue,
  stringValue,
} from "../scan/syntax.ts";
import type { KnownCode, OwnCode } from "./codes.ts";
import { type Edit, indentAt, inStyle, literal, type Style, sourceText } from "./edits.ts";
import { enforcementEdits, findReportHook } from "./enforcement.ts";
import { importsEdit, type Wanted, writeImport } from "./imports.ts";
import { appended, prepended } from "./lists.ts";
import { type File, importedFile } from "./project.ts";

export interface ImportedClass {
  readonly name: string;
  readonly module: string;
  readonly isDefault: boolean;
}

export interface ContractFacts {
  readonly vendor: string;
  readonly catalog: string;
  readonly contract: string;
  readonly codes: readonly OwnCode[];
  readonly classes: readonly ImportedClass[];
  /** Paths that the contract leaves out, because their errors follow another protocol. */
  readonly leftOut: readonly string[];
  readonly reportOnly: boolean;
}

export function contractFile(facts: ContractFacts, style: Style, isEsm: boolean): string {
  const { catalog, contract, vendor, codes, classes, reportOnly } = facts;
  const loads: readonly Wanted[] = [
    {
      module: "@uhp-errors/core",
      names: ["createContract", "defineCatalog", ...classes.slice(0, 1).map(() => "recognizeClass")],
    },
    ...(reportOnly ? [{ module: "@uhp-errors/core/adoption", names: ["adoptionReport"] }] : []),
    ...groupByModule(classes),
  ];
  const rows = codes.map((code) => `    ${writeRow(code, { quote: '"' })},\n`).join("");
  const definition = rows === "" ? `{ vendor: "${vendor}" }` : `{\n  vendor: "${vendor}",\n  codes: {\n${rows}  },\n}`;
  const options = writeOptions(facts).map((option) => `  ${option},\n`);
  const settings = options.length === 0 ? "" : `, {\n${options.join("")}}`;
  const exported = [catalog, ...(reportOnly ? ["adoption"] : []), contract].join(", ");
  const code = `${loads.map(writeImport).join("\n")}

/** The error codes of this service. */
export const ${catalog} = defineCatalog(${definition});

${reportOnly ? REPORT : ""}export const ${contract} = createContract(${catalog}${settings});
${isEsm ? "" : `\nmodule.exports = { ${exported} };\n`}`;
  return inStyle(code, style, isEsm);
}

const REPORT = `/** What the contract would change. Write \`JSON.stringify(adoption.json())\` to a file, for \`uhp-errors adoption\`. */
export const adoption = adoptionReport();

`;

function groupByModule(classes: readonly ImportedClass[]): readonly Wanted[] {
  const named = classes.filter(({ isDefault }) => !isDefault);
  return [
    ...classes.flatMap(({ name, module, isDefault }) => (isDefault ? [{ module, names: [name], isDefault }] : [])),
    ...[...new Set(named.map(({ module }) => module))].map((module) => ({
      module,
      names: named.filter((one) => one.module === module).map(({ name }) => name),
    })),
  ];
}

function writeRow({ code, status, message }: OwnCode, style: Pick<Style, "quote">): string {
  return `${code}: { status: ${status}, message: ${literal(message, style)} }`;
}

function writeOptions({ reportOnly, classes, leftOut }: ContractFacts): readonly string[] {
  const list = classes.map(({ name }) => `recognizeClass(${name})`);
  const lines = list.length < 3 ? list.join(", ") : `\n${list.map((one) => `    ${one},\n`).join("")}  `;
  return [
    ...(reportOnly ? ["reportOnly: true", "onError: adoption.add"] : []),
    ...(classes.length === 0 ? [] : [`recognize: [${lines}]`]),
    ...(leftOut.length === 0 ? [] : [`appliesTo: ({ path }) => ${leftOutTest(leftOut)}`]),
  ];
}

function leftOutTest(paths: readonly string[]): string {
  const escaped = paths.map((path) => path.slice(1).replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  const one = escaped.length === 1 ? escaped[0] : `(?:${escaped.join("|")})`;
  return `!/^\\/${one}(?:[/?]|$)/.test(path)`;
}

export interface KnownContract {
  readonly file: File;
  readonly catalog: string;
  readonly contract: string;
  readonly vendor: string | undefined;
  readonly codes: readonly KnownCode[];
  readonly definition: Node;
  readonly made: Node;
  readonly options: Node | undefined;
}

/** Finds the contract of a service that was adopted before; `undefined` if there is none whose source can be edited. */
export function knownContract(files: readonly File[]): KnownContract | undefined {
  for (const file of files) {
    const [made, defined] = ["createContract", "defineCatalog"].map((name) => callsTo(name, file)[0]);
    const [contract, catalog] = [made, defined].map((call) => call && variableName(call.node, file));
    const definition = bare(defined?.args[0]);
    if (
      made === undefined ||
      contract === undefined ||
      catalog === undefined ||
      definition?.type !== "ObjectExpression"
    )
      continue;
    const vendor = readVendor(definition);
    const codes = codesIn(propertyValue(definition, "codes"));
    return { file, catalog, contract, vendor, codes, definition, made: made.node, options: bare(made.args[1]) };
  }
  return undefined;
}

function readVendor(definition: Node | undefined): string | undefined {
  const vendor = propertyValue(definition, "vendor");
  return vendor?.type === "StringLiteral" ? vendor.value : undefined;
}

/** Returns the prefix of the service's catalog: of the one that its contract has, or else of the first. */
export function vendorIn(files: readonly File[]): string | undefined {
  const vendors = files.flatMap((file) => callsTo("defineCatalog", file).map(({ args }) => readVendor(bare(args[0]))));
  return knownContract(files)?.vendor ?? vendors.find((vendor) => vendor !== undefined);
}

function codesIn(codes: Node | undefined): readonly KnownCode[] {
  if (codes?.type !== "ObjectExpression") return [];
  return codes.properties.flatMap((property): KnownCode[] => {
    const code = property.type === "ObjectProperty" ? propertyName(property.key, property.computed) : undefined;
    if (property.type !== "ObjectProperty" || code === undefined) return [];
    const status = propertyValue(property.value, "status");
    return [
      {
        code,
        status: status?.type === "NumericLiteral" ? status.value : undefined,
        message: stringValue(propertyValue(property.value, "message")),
        hasDetail: propertyValue(property.value, "detail") !== undefined,
      },
    ];
  });
}

export function hasContract(files: readonly File[]): boolean {
  return files.some((file) => callsTo("createContract", file).length > 0);
}

function callsTo(name: string, { nodes, imports }: File): readonly Call[] {
  const isImported = imports.get(name)?.module === "@uhp-errors/core";
  const calls = isImported ? nodes.flatMap((node) => plainCall(node) ?? []) : [];
  return calls.filter((call) => call.object === undefined && call.name === name);
}

function variableName(node: Node, { parents }: File): string | undefined {
  const around = parents.get(node);
  return around?.type === "VariableDeclarator" && around.id.type === "Identifier" ? around.id.name : undefined;
}

/** Returns the edits that complete an existing contract and put it in force. */
export function contractEdits(known: KnownContract, facts: ContractFacts, files: readonly File[]): readonly Edit[] {
  const { options } = known;
  const hook = facts.reportOnly ? undefined : findReportHook(known);
  const list = newClasses(known, facts).map(({ name }) => `recognizeClass(${name})`);
  // The list of classes takes the place of the hook that goes.
  const added =
    hook !== undefined && list.length > 0 && propertyValue(options, "recognize") === undefined
      ? `recognize: [${list.join(", ")}]`
      : undefined;
  return [
    ...codeEdits(known, facts),
    ...(facts.reportOnly ? [] : enforcementEdits(known, files, added)),
    ...classEdits(known, facts, added !== undefined),
  ];
}

function newClasses({ file }: KnownContract, { classes }: ContractFacts): readonly ImportedClass[] {
  const known = recognizedIn(file);
  return classes.filter(({ name }) => !known.has(name));
}

function codeEdits({ file, definition }: KnownContract, facts: ContractFacts): readonly Edit[] {
  const codes = propertyValue(definition, "codes");
  const missing = facts.codes.filter(({ code }) => propertyValue(codes, code) === undefined);
  const rows = missing.map((code) => writeRow(code, file.style));
  if (rows.length === 0) return [];
  if (codes?.type === "ObjectExpression") return [appended(codes, rows, file)];
  return [withCodes(definition, rows, file)];
}

/** Adds the first codes to a definition, each on a line of its own. */
function withCodes(definition: Node, rows: readonly string[], file: File): Edit {
  const { text, style } = file;
  const { newline, indent } = style;
  const [start, end] = [definition.start ?? 0, definition.end ?? 0];
  const mayHaveComments = /\n|\/\*/.test(text.slice(start, end));
  const outer = indentAt(text, start);
  const known = definition.type === "ObjectExpression" ? definition.properties : [];
  const own = known.length > 0 && mayHaveComments ? indentAt(text, known.at(-1)?.start ?? 0) : `${outer}${indent}`;
  const codes = ["codes: {", ...rows.map((row) => `${indent}${row},`), "}"].join(`${newline}${own}`);
  if (mayHaveComments) return appended(definition, [codes], file);
  const properties = known.map((one) => sourceText(one, file));
  const lines = [...properties, codes].map((property) => `${newline}${own}${property},`).join("");
  return { start, end, text: `{${lines}${newline}${outer}}` };
}

export function recognizedIn(file: File | undefined): ReadonlySet<string> {
  return new Set([...(file?.text ?? "").matchAll(/recognizeClass\(\s*(\w+)/g)].map(([, name = ""]) => name));
}

function classEdits(contract: KnownContract, facts: ContractFacts, isListed: boolean): readonly Edit[] {
  const { file, options } = contract;
  const classes = newClasses(contract, facts);
  const list = classes.map(({ name }) => `recognizeClass(${name})`).join(", ");
  const edit = classes.length === 0 || isListed ? undefined : recognizeEdit(list, options, file);
  if (edit === undefined && !isListed) return [];
  const core = file.imports.has("recognizeClass") ? [] : [{ module: "@uhp-errors/core", names: ["recognizeClass"] }];
  return [...(edit === undefined ? [] : [edit]), importsEdit([...core, ...groupByModule(classes)], file)];
}

function recognizeEdit(list: string, options: Node | undefined, file: File): Edit | undefined {
  if (options?.type !== "ObjectExpression") return undefined;
  const recognize = propertyValue(options, "recognize");
  if (recognize === undefined) return appended(options, [`recognize: [${list}]`], file);
  if (recognize.type !== "ArrayExpression") return undefined;
  return prepended(recognize, list, file);
}

/** Whether loading a file also loads one of the given files, through imports within the project. */
export function reaches(from: File, others: ReadonlySet<string>, files: readonly File[]): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (others.has(file.file)) return true;
    if (seen.has(file.file)) continue;
    seen.add(file.file);
    for (const { module } of file.imports.values()) {
      const next = importedFile(file.file, module, files);
      if (next !== undefined) waiting.push(next);
    }
  }
  return false;
}

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
