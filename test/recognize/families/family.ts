import type { Row } from "../expect-answer.ts";

/** Errors of one library, each made by the library itself. */
export interface Family {
  /** Its npm name, as in the package.json of the tests; `node` for Node's own. */
  readonly library: string;
  /** The producer that recognizes them, where it goes by another name. */
  readonly recognizer?: string;
  readonly rows: readonly Row[];
}
