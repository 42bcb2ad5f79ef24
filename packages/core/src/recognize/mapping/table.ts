import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** The mapping of one code: fixed, or made from the error and the mapping context. */
export type CodeMapping =
  | Mapping
  | "aborted"
  | ((thrown: ThrownValue, mappingContext: MappingContext) => Mapping | "aborted");

/** The mappings of a library's codes, names or messages. */
export type Mappings<Code> = ReadonlyMap<Code, CodeMapping>;

/** Makes a library's mappings from groups of codes that mean the same. */
export function mappingsOf<Code>(
  ...groups: readonly (readonly [codes: readonly Code[], mapping: CodeMapping])[]
): Mappings<Code> {
  return new Map(groups.flatMap(([codes, mapping]) => codes.map((code) => [code, mapping] as const)));
}

/** Returns the mapping of a code, which may be any value; `undefined` if there is none. */
export function mappingOfCode(
  mappings: Mappings<unknown>,
  code: unknown,
  thrown: ThrownValue,
  mappingContext: MappingContext,
): Mapping | "aborted" | undefined {
  const mapping = mappings.get(code);
  return typeof mapping === "function" ? mapping(thrown, mappingContext) : mapping;
}
