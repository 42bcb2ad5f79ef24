import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import type { Mapping, MappingContext } from "./mapping.ts";

/** The mapping of one code: fixed, or made from the error and the mapping context. */
export type CodeMapping =
  | Mapping
  | "aborted"
  | ((thrown: ThrownValue, mappingContext: MappingContext) => Mapping | "aborted");

/** The mappings of a library's codes, names or messages. */
export type Mappings<Code> = ReadonlyMap<Code, CodeMapping>;

/** Makes a library's mappings from rows of what they mean (a code of ours, or a mapping) and the library's codes that mean it. */
export function mappingsOf<Code>(
  ...rows: readonly (readonly [meaning: Mapping["code"] | CodeMapping, ...codes: readonly Code[]])[]
): Mappings<Code> {
  return new Map(rows.flatMap(([meaning, ...codes]) => codes.map((code) => [code, asMapping(meaning)] as const)));
}

function asMapping(meaning: Mapping["code"] | CodeMapping): CodeMapping {
  return typeof meaning === "string" && meaning !== "aborted" ? { code: meaning } : meaning;
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

/** Maps a refused `Authorization` header: it holds a bearer token that is not accepted, or no bearer token. */
export function byBearer(_thrown: ThrownValue, { bearer }: Pick<MappingContext, "bearer">): Mapping {
  return { code: bearer ? "invalid_credential" : "missing_credential" };
}

/**
 * Makes the recognizer of a library whose errors one of their fields distinguishes.
 *
 * @param isMade Whether the library made a value, whatever is in that field.
 */
export function tableRecognizer(
  name: string,
  key: "code" | "name" | "message",
  mappings: Mappings<string>,
  isMade: (thrown: ThrownValue) => boolean,
): BuiltInRecognizer {
  return {
    name,
    marks: { [`${key}s`]: [...mappings.keys()] },
    map: (thrown, mappingContext) =>
      isMade(thrown) ? mappingOfCode(mappings, thrown[key], thrown, mappingContext) : undefined,
  };
}
