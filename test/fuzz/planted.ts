import type { Invariant } from "./target.ts";

/** A defect that fuzzing must find. */
export interface Planted {
  readonly invariant: Invariant;
  /** The target that finds it. */
  readonly target: string;
  /** A path from the root of the repository. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

export const PLANTED: readonly Planted[] = [
  {
    invariant: "nothing private leaves",
    target: "messages",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "const looked = lookAt(text, settings.search());",
    to: "const looked = lookAt(text.slice(0, 40), settings.search());",
  },
];
