import type { Answer, Ask } from "./requests/answer.ts";

/** The outcome of an audit. Its strings contain no token, and no control characters except line breaks in `response`. */
export type AuditOutcome =
  | { readonly status: "pass" }
  | {
      readonly status: "skip";
      /** Why the rule could not be judged, in a sentence. */
      readonly reason: string;
    }
  | {
      readonly status: "fail";
      /** What is wrong, in a sentence or two. */
      readonly reason: string;
      /** The request as a command line that repeats it, with `$TOKEN` for the token. */
      readonly curl: string;
      /** The head of the response and the beginning of its body. */
      readonly response: string;
    };

export class Fault extends Error {
  override readonly name = "Fault";
  readonly ask: Ask;
  /** The response; undefined if there was none. */
  readonly answer: Answer | undefined;

  constructor(reason: string, { ask, answer }: { readonly ask: Ask; readonly answer?: Answer }) {
    super(reason);
    this.ask = ask;
    this.answer = answer;
  }
}

/** It cannot be determined whether the service follows the rule. */
export class Unjudged extends Error {
  override readonly name = "Unjudged";
}

export function faultOf(answer: Answer, reason: string): Fault {
  return new Fault(reason, { ask: answer.ask, answer });
}
