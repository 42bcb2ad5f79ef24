import type { Recognizer } from "@uhp-errors/core";
import { expect } from "vitest";
import { RECOGNIZERS } from "../../packages/core/src/recognize/index.ts";
import { candidatesAmong } from "../../packages/core/src/recognize/marks/candidates.ts";
import { readThrown } from "../../packages/core/src/untrusted/thrown.ts";

const candidatesFor = candidatesAmong(RECOGNIZERS);

/** Compares which recognizers know an error when all are asked, and when only those are asked whose mark the error carries. */
export interface InTurn {
  /** For a contract's option `recognize`. It sees each error first, and recognizes none. */
  readonly recognizer: Recognizer;
  /** Fails when a recognizer was not asked about an error that it knows, or when no error was seen. */
  readonly expectSame: () => void;
}

/** Asks every built-in recognizer about each error that a contract gets, whatever marks the error carries. */
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
