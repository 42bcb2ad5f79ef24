import { type BuiltInRule, wholeOf } from "../../engine/rule.ts";
import { beginsWithToken, type Trigger } from "../../engine/trigger.ts";

/** Letters and digits, behind which no token begins. */
export const ALPHANUMERIC = /[A-Za-z0-9]/;

/**
 * A rule for tokens that are known by their shape.
 *
 * @param id The vendor and what the token is.
 * @param begins What such a token begins with: one of some texts with a space between them, or how else it is found.
 * @param shape The token, from its first character; it ends with a repetition, so that a longer one is taken whole.
 * @param redacts A token in the notation of the examples: `{alnum:36}` stands for 36 random letters and digits, so that
 * no file holds a finished one.
 * @param keeps Something that begins alike and is none.
 * @param isToken Takes a second look at what has the shape, for what an expression can tell only slowly.
 */
export function token(
  id: string,
  begins: string | readonly Trigger[],
  shape: RegExp,
  redacts: string,
  keeps: string,
  isToken?: (text: string) => boolean,
): BuiltInRule {
  return {
    id,
    kind: "credential",
    needs: 0,
    triggers: typeof begins === "string" ? [beginsWithToken(...begins.split(" "))] : begins,
    get pattern() {
      return new RegExp(`(?<![A-Za-z0-9])(?:${shape.source})`, shape.flags);
    },
    redacts: [`The key ${redacts} was refused.`],
    keeps: [`The name ${keeps} is fine.`],
    ...(isToken === undefined ? {} : { locate: (match) => (isToken(match[0]) ? wholeOf(match) : undefined) }),
  };
}
