import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { containsToken, type Trigger } from "../../engine/trigger.ts";

/**
 * Makes a rule for tokens that are recognized by their shape.
 *
 * @param id The vendor and the type of token.
 * @param begins The beginnings of such a token, as a string with spaces between them; or the rule's triggers.
 * @param shape The token, from its first character. It ends with a repetition, so that it also matches all of a longer token.
 * @param isToken Checks a match of the shape, if an expression would be slow.
 */
export function token(
  id: string,
  begins: string | readonly Trigger[],
  shape: RegExp,
  isToken?: (text: string) => boolean,
): BuiltInRule {
  return {
    id,
    kind: "credential",
    triggers: typeof begins === "string" ? [containsToken(...begins.split(" "))] : begins,
    pattern: { source: `(?<![A-Za-z0-9])(?:${shape.source})`, flags: shape.flags },
    ...(isToken === undefined ? {} : { locate: (match) => (isToken(match[0]) ? wholeOf(match) : undefined) }),
  };
}
