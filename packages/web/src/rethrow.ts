import { peek } from "@uhp-errors/core/internal";

/** Options of `uhp`. */
export interface UhpOptions {
  /**
   * Says which thrown values are the framework's own control flow, such as its redirects. They are thrown on, and not
   * reported. The function says so if it returns `true`, or if it throws the very value that it got, as Next's
   * `unstable_rethrow` does. If it throws anything else, the contract answers.
   *
   * @defaultValue the contract answers every thrown value
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: with `void` alone, an asynchronous function would fit.
  readonly rethrow?: (thrown: unknown) => boolean | void;
}

export type Rethrow = NonNullable<UhpOptions["rethrow"]>;

/** Whether a thrown value goes on to the framework. Never throws: if the service's function fails, the contract answers. */
export function isForFramework(rethrow: Rethrow | undefined, thrown: unknown): boolean {
  if (rethrow === undefined) return false;
  try {
    const answer: unknown = rethrow(thrown);
    if (answer instanceof Promise) answer.catch(() => {});
    return answer === true;
  } catch (rethrown) {
    return rethrown === thrown;
  }
}

/** Returns the options of `uhp`. @throws TypeError that names what is wrong. */
export function checkOptions(options: unknown): { readonly rethrow: Rethrow | undefined } {
  if (typeof options !== "object" || options === null) throw new TypeError("uhp, options: expected an object");
  const unknown = Object.keys(options).filter((name) => name !== "rethrow");
  if (unknown.length > 0) throw new TypeError(`uhp: unknown option ${unknown.join(", ")}; the option is rethrow`);
  const rethrow = peek(options, "rethrow");
  if (rethrow !== undefined && typeof rethrow !== "function") {
    throw new TypeError(`uhp, rethrow: expected a function, got ${typeof rethrow}`);
  }
  return { rethrow: rethrow as Rethrow | undefined };
}
