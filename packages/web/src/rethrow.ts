import { peek } from "@uhp-errors/core/internal";

/** Says whether a thrown value is a framework's own: by `true`, or by throwing that very value. */
export type Rethrow = (thrown: unknown) => boolean | void;

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
