/**
 * How far the answer of an intercepted response has come. The transitions are listed in docs/architecture.md.
 *
 * - `open`: nothing of an answer has left, though Node may have stored the head of a success
 * - `settling`: listeners that wait for a head are told of ours; nobody's head counts meanwhile
 * - `buffering`: an error is collected until it is whole or a limit is reached
 * - `passing`: Node's own methods are called, as they were
 * - `replaced`: the contract's answer has left; what its writer still writes is dropped
 */
export type Stage = "open" | "settling" | "buffering" | "passing" | "replaced";

/** Stands where the methods of a response that nobody intercepts are not kept. */
export function unpatched(): never {
  throw new TypeError("the response is not intercepted");
}
