import {
  bare,
  type Call,
  dotted,
  isA,
  type Node,
  plainCall,
  propertyName,
  propertyValue,
  stringValue,
} from "../scan/syntax.ts";
import type { KnownCode } from "./codes.ts";
import type { File } from "./project.ts";

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
    if (made === undefined || contract === undefined || catalog === undefined || !isA(definition, "ObjectExpression"))
      continue;
    const vendor = readVendor(definition);
    const codes = codesIn(propertyValue(definition, "codes"));
    return { file, catalog, contract, vendor, codes, definition, made: made.node, options: bare(made.args[1]) };
  }
  return undefined;
}

function readVendor(definition: Node | undefined): string | undefined {
  const vendor = propertyValue(definition, "vendor");
  return isA(vendor, "StringLiteral") ? vendor.value : undefined;
}

/** Returns the prefix of the service's catalog: of the one that its contract has, or else of the first. */
export function vendorIn(files: readonly File[]): string | undefined {
  const vendors = files.flatMap((file) => callsTo("defineCatalog", file).map(({ args }) => readVendor(bare(args[0]))));
  return knownContract(files)?.vendor ?? vendors.find((vendor) => vendor !== undefined);
}

function codesIn(codes: Node | undefined): readonly KnownCode[] {
  if (!isA(codes, "ObjectExpression")) return [];
  return codes.properties.flatMap((property): KnownCode[] => {
    if (property.type !== "ObjectProperty") return [];
    const code = propertyName(property.key, property.computed);
    if (code === undefined) return [];
    const status = propertyValue(property.value, "status");
    return [
      {
        code,
        status: isA(status, "NumericLiteral") ? status.value : undefined,
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
  return isA(around, "VariableDeclarator") ? dotted(around.id) : undefined;
}

/** Returns the names of the classes that a contract's file recognizes. */
export function recognizedIn(file: File | undefined): ReadonlySet<string> {
  return new Set([...(file?.text ?? "").matchAll(/recognizeClass\(\s*(\w+)/g)].map(([, name = ""]) => name));
}
