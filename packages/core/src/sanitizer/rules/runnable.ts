import { type BuiltInRule, type RunnableRule, runnable } from "../engine/rule.ts";
import { here, type Start, type Trigger } from "../engine/trigger.ts";
import { rulesOfFile } from "./index.ts";
import { type ListedRule, type ListedTrigger, listRules } from "./listed.ts";

let rules: readonly RunnableRule[] | undefined;

/** Returns all rules of this package, ready to run: one list for all sanitizers. Each rule is made when it first looks at a message. */
export function runnableRules(): readonly RunnableRule[] {
  rules ??= listRules().flatMap((list, file) => list.map((listed, index) => new LateRule(listed, file, index)));
  return rules;
}

/** A rule known only from the list until it looks at a message. */
class LateRule implements RunnableRule {
  readonly kind: RunnableRule["kind"];
  readonly triggers: readonly Trigger[];
  readonly #file: number;
  readonly #index: number;
  #made: RunnableRule | undefined;

  constructor({ kind, triggers }: ListedRule, file: number, index: number) {
    this.kind = kind;
    this.triggers = triggers.map((trigger, place) => this.#trigger(trigger, place));
    this.#file = file;
    this.#index = index;
  }

  get id(): string {
    return this.#rule.id;
  }

  get context(): RegExp | undefined {
    return this.#rule.context;
  }

  get locate(): RunnableRule["locate"] {
    return this.#rule.locate;
  }

  everywhere(): RegExp {
    return this.#rule.everywhere();
  }

  there(): RegExp {
    return this.#rule.there();
  }

  get #rule(): RunnableRule {
    this.#made ??= runnable(this.#builtIn);
    return this.#made;
  }

  get #builtIn(): BuiltInRule {
    return rulesOfFile(this.#file)[this.#index] as BuiltInRule;
  }

  #trigger({ texts = [], words = 0, token = false, start }: ListedTrigger, place: number): Trigger {
    if (start !== "function") return { texts, words, token, start: start === undefined ? here : undefined };
    let own: Start | undefined;
    const late: Start = (text, at, least) => {
      own ??= this.#builtIn.triggers[place]?.start as Start;
      return own(text, at, least);
    };
    return { texts, words, token, start: late };
  }
}
