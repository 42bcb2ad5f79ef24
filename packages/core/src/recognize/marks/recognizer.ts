import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import type { OwnText } from "../mapping/own-text.ts";

/** Recognizes the errors of one library. */
export interface BuiltInRecognizer {
  /** The library, as the report names it. */
  readonly name: string;
  /** What a thrown value must carry for the recognizer to be asked. */
  readonly marks: Marks;
  /**
   * The mapping of `thrown` when this library made it; `"aborted"` when the client left, so that no response is needed;
   * `undefined` when it is not this library's. A mark is only a hint: whatever makes the library certain is checked here.
   */
  map(thrown: ThrownValue, mappingContext: MappingContext): Mapping | "aborted" | undefined;
  /**
   * The messages that the service itself gave an error which `map` knows; `undefined` when they may come from elsewhere. It is asked
   * only where the service exposes them.
   */
  ownText?(thrown: ThrownValue): OwnText | undefined;
}

/**
 * What the errors of a library have in common. One mark is enough for its recognizer to be asked, and without one it is never
 * asked. A mark that many errors carry costs a call; a mark that is missing loses errors. So take marks from the very tables
 * by which `map` decides, or choose what `map` demands of every error.
 */
export interface Marks {
  /** Its `name` is one of these. */
  readonly names?: readonly string[];
  /** Its `code` is one of these. */
  readonly codes?: readonly string[];
  /** Its `code` begins with one of these. */
  readonly codePrefixes?: readonly string[];
  /** Its `message` begins with one of these. */
  readonly messages?: readonly string[];
  /** It is made from a class of one of these names. */
  readonly classes?: readonly string[];
  /** It has one of these fields. */
  readonly fields?: readonly PropertyKey[];
  /** It is a list. */
  readonly isList?: true;
}
