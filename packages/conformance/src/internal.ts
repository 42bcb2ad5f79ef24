/** What only our own packages use: the judge of the test kit, and types that nobody needs to name. It may change in any release. */
import type { JudgedResponse } from "./requests/answer.ts";
import { ENVELOPE } from "./rules/envelope.ts";
import { FIELDS } from "./rules/fields.ts";

export type { Clause } from "./audit.ts";
export type { RawExchange } from "./options.ts";
export type { JudgedResponse } from "./requests/answer.ts";
export type { RouteLine, RouteName } from "./routes.ts";
export { misfitOf } from "./rules/fields.ts";

/** The rules about the status and the type of a code. A catalog knows more codes than they do. */
const OF_CODES: ReadonlySet<string> = new Set(["FLD02", "FLD04"]);

/** Returns a sentence for each rule about all errors that a response with an error status breaks. */
export function faultsOf(response: JudgedResponse): readonly string[] {
  return [...ENVELOPE, ...FIELDS].flatMap(({ id, judge }) => {
    const judgement = OF_CODES.has(id) ? undefined : judge?.(response);
    return typeof judgement === "string" ? [judgement] : [];
  });
}
