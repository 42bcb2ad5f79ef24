import type { OwnCode } from "./codes.ts";
import { inStyle, literal, type Style } from "./edits.ts";
import { type Wanted, writeImport } from "./imports.ts";

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

export function groupByModule(classes: readonly ImportedClass[]): readonly Wanted[] {
  const named = classes.filter(({ isDefault }) => !isDefault);
  return [
    ...classes.flatMap(({ name, module, isDefault }) => (isDefault ? [{ module, names: [name], isDefault }] : [])),
    ...[...new Set(named.map(({ module }) => module))].map((module) => ({
      module,
      names: named.filter((one) => one.module === module).map(({ name }) => name),
    })),
  ];
}

export function writeRow({ code, status, message }: OwnCode, style: Pick<Style, "quote">): string {
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
