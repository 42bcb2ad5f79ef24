import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import type { OwnText } from "../mapping/own-text.ts";

/** Recognizes the errors of one library. */
export interface BuiltInRecognizer {
  /** The library's name in the report. */
  readonly name: string;
  /** A recognizer is only asked about a thrown value that carries at least one of these marks. */
  readonly marks: Marks;
  /**
   * Returns the mapping of `thrown` if this library made it; `"aborted"` if the client left, so that no response is needed; `undefined` if
   * another library made it. A mark is only a hint: the checks that make it certain belong here.
   */
  map(thrown: ThrownValue, mappingContext: MappingContext): Mapping | "aborted" | undefined;
  /**
   * Returns the messages that the service itself gave an error which `map` recognizes; `undefined` if they may come from elsewhere. Called
   * only if the service exposes them.
   */
  ownText?(thrown: ThrownValue): OwnText | undefined;
}

/**
 * What the errors of a library have in common. A recognizer is asked only if the thrown value carries at least one of its marks. A mark
 * that many errors carry costs a call; a missing mark loses errors. So take marks from the tables by which `map` decides, or choose what
 * `map` requires of every error.
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
  /** Its class or a class that it inherits from has one of these names. */
  readonly classes?: readonly string[];
  /** It has one of these fields. */
  readonly fields?: readonly PropertyKey[];
  /** It is a list. */
  readonly isList?: true;
}
