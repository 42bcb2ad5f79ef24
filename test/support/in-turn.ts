import type { Recognizer } from "@uhp-errors/core";
import { expect } from "vitest";
import { RECOGNIZERS } from "../../packages/core/src/recognize/index.ts";
import { candidatesAmong } from "../../packages/core/src/recognize/marks/candidates.ts";
import { readThrown } from "../../packages/core/src/untrusted/thrown.ts";

const candidatesFor = candidatesAmong(RECOGNIZERS);

/** Compares who knows an error among all built-in recognizers and among those of which the error carries a mark. */
export interface InTurn {
  /** For a contract's option `recognize`: it sees each error first, and knows none itself. */
  readonly recognizer: Recognizer;
  /** Fails when the marks of a recognizer kept an error from it, or when no error was seen. */
  readonly expectSame: () => void;
}

/** Asks every built-in recognizer of each error that a contract is told of, whatever marks the error carries. */
export function askedInTurn(): InTurn {
  const seen: { readonly inTurn: readonly string[]; readonly byMarks: readonly string[] }[] = [];
  return {
    recognizer: {
      name: "in turn",
      recognize(thrown, mappingContext) {
        const value = readThrown(thrown);
        const whoKnows = (asked: typeof RECOGNIZERS) =>
          asked.filter(({ map }) => map(value, mappingContext) !== undefined).map(({ name }) => name);
        seen.push({ inTurn: whoKnows(RECOGNIZERS), byMarks: whoKnows(candidatesFor(value)) });
        return undefined;
      },
    },
    expectSame() {
      expect(seen).not.toEqual([]);
      for (const { inTurn, byMarks } of seen.splice(0)) expect(byMarks).toEqual(inTurn);
    },
  };
}
