import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** The mapping of one code: always the same, or made from the error and the mapping context. */
export type CodeMapping =
  | Mapping
  | "aborted"
  | ((thrown: ThrownValue, mappingContext: MappingContext) => Mapping | "aborted");

/** The mappings of a library's codes, which may also be names or texts. */
export type Mappings<Code> = ReadonlyMap<Code, CodeMapping>;

/** Makes the mappings of a library from lists of codes that mean the same. */
export function mappingsOf<Code>(
  ...groups: readonly (readonly [codes: readonly Code[], mapping: CodeMapping])[]
): Mappings<Code> {
  return new Map(groups.flatMap(([codes, mapping]) => codes.map((code) => [code, mapping] as const)));
}

/** The mapping of a code, which may be any value; `undefined` when there is none. */
export function mappingOfCode(
  mappings: Mappings<unknown>,
  code: unknown,
  thrown: ThrownValue,
  mappingContext: MappingContext,
): Mapping | "aborted" | undefined {
  const mapping = mappings.get(code);
  return typeof mapping === "function" ? mapping(thrown, mappingContext) : mapping;
}
