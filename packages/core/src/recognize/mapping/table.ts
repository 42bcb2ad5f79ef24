import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** What one code of a library means: always the same, or what a function reads from the error and its request. */
export type CodeMapping =
  | Mapping
  | "aborted"
  | ((thrown: ThrownValue, mappingContext: MappingContext) => Mapping | "aborted");

/** What the codes, names or texts of a library mean. */
export type Mappings<Code> = ReadonlyMap<Code, CodeMapping>;

/** Makes such a table. Each argument is a list of codes that mean the same, and what they mean. */
export function mappingsOf<Code>(
  ...groups: readonly (readonly [codes: readonly Code[], mapping: CodeMapping])[]
): Mappings<Code> {
  return new Map(groups.flatMap(([codes, mapping]) => codes.map((code) => [code, mapping] as const)));
}

/** What the table says of a code, which may be any value; `undefined` when it says nothing. */
export function mappingOfCode(
  mappings: Mappings<unknown>,
  code: unknown,
  thrown: ThrownValue,
  mappingContext: MappingContext,
): Mapping | "aborted" | undefined {
  const mapping = mappings.get(code);
  return typeof mapping === "function" ? mapping(thrown, mappingContext) : mapping;
}
