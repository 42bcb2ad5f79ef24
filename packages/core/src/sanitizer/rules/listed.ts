import type { PrivateKind } from "../engine/rule.ts";
import { here, type Trigger } from "../engine/trigger.ts";
import { FILE_COUNT, rulesOfFile } from "./index.ts";

/** What the sanitizer needs to know of a rule before the rule looks at a message, as JSON. */
export interface ListedRule {
  readonly kind: PrivateKind;
  readonly triggers: readonly ListedTrigger[];
}

/** A trigger. Absent fields are as in a trigger made by `beginsWith`. */
export interface ListedTrigger {
  readonly texts?: readonly string[];
  readonly words?: number;
  readonly token?: boolean;
  /** Where a match begins if not with the string: anywhere in the message, or where the trigger's own function finds it. */
  readonly start?: "anywhere" | "function";
}

/**
 * Lists the rules of this package, by file. The build writes the list to a file, so that the first message makes only the rules
 * that look at it.
 */
export function listRules(): readonly (readonly ListedRule[])[] {
  return Array.from({ length: FILE_COUNT }, (_, file) =>
    rulesOfFile(file).map(({ kind, triggers }) => ({ kind, triggers: triggers.map(listed) })),
  );
}

function listed({ texts, words, token, start }: Trigger): ListedTrigger {
  return {
    ...(texts.length > 0 && { texts }),
    ...(words !== 0 && { words }),
    ...(token && { token }),
    ...(start !== here && { start: start === undefined ? "anywhere" : "function" }),
  };
}
