import type { Answer, Ask } from "./requests/answer.ts";

/** What came of an audit. Texts in it hold no token and no control characters but line breaks in `response`. */
export type Outcome =
  | { readonly status: "pass" }
  | {
      readonly status: "skip";
      /** Why it could not be judged: a sentence. */
      readonly reason: string;
    }
  | {
      readonly status: "fail";
      /** What is wrong: a sentence or two. */
      readonly reason: string;
      /** The request as a command line that repeats it; the token is written as `$TOKEN`. */
      readonly curl: string;
      /** The head of the response and the beginning of its body. */
      readonly response: string;
    };

/** The rule is broken. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly ask: Ask;
  /** Left out where none came. */
  readonly answer: Answer | undefined;

  constructor(reason: string, { ask, answer }: { readonly ask: Ask; readonly answer?: Answer }) {
    super(reason);
    this.ask = ask;
    this.answer = answer;
  }
}

/** Whether the rule is kept cannot be told. */
export class Unjudged extends Error {
  override readonly name = "Unjudged";
}

/** The fault of an answer. */
export function faultOf(answer: Answer, reason: string): Fault {
  return new Fault(reason, { ask: answer.ask, answer });
}
