import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import { tryOr } from "../../untrusted/attempt.ts";
import { peek, peekItems, peekString } from "../../untrusted/peek.ts";
import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID, WITH_PARAMS } from "./issues.ts";

/** Recognizes joi by the mark of its errors. Their messages quote what was sent, so they are replaced. */
export const joi: BuiltInRecognizer = {
  name: "joi",
  marks: { fields: ["isJoi"] },
  map: (thrown) => (isJoi(thrown) ? invalidInput(thrown, issuesOf(thrown)) : undefined),
};

const CELEBRATE = "CelebrateError";

/** Recognizes celebrate by its class and its map, which has an error of joi for each part of the request. */
export const celebrate: BuiltInRecognizer = {
  name: "celebrate",
  marks: { classes: [CELEBRATE] },
  map(thrown) {
    const parts = thrown.classes[0] === CELEBRATE && isOwnError(thrown) ? entriesOf(thrown.field("details")) : [];
    const issues = parts.flatMap(([part, error]) => {
      const refused = readThrown(error);
      const found = isJoi(refused) ? issuesOf(refused) : [];
      return WITH_PARAMS.has(part) ? found : found.map(({ message }) => ({ param: null, message }));
    });
    return issues.length === 0 ? undefined : invalidInput(thrown, issues.slice(0, MAX_ISSUES));
  },
};

function entriesOf(map: unknown): readonly (readonly [unknown, unknown])[] {
  const found: [unknown, unknown][] = [];
  tryOr(() => {
    for (const entry of Map.prototype.entries.call(map)) if (found.push(entry) >= MAX_ISSUES) break;
  }, undefined);
  return found;
}

function isJoi(thrown: ThrownValue): boolean {
  return thrown.field("isJoi") === true && isOwnError(thrown);
}

function issuesOf({ field }: ThrownValue): readonly Issue[] {
  const details = peekItems(field("details"), MAX_ISSUES);
  return details.map((detail) => ({
    param: toParam(peek(detail, "path")),
    message: peekString(detail, "type") === "object.unknown" ? NOT_KNOWN : NOT_VALID,
  }));
}
