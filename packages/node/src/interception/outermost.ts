import { EXCHANGE, type Interception, type Method, type PatchedResponse } from "../request/exchange.ts";
import { fieldsIn, headArgs } from "./head.ts";
import { PATCHED_METHODS } from "./methods.ts";

/**
 * `writeHead` as a property that sees what middleware puts in its place. Such middleware sets the fields of a head one by one
 * before it hands on the rest, and then nobody could tell another service's fields from those that this one has set.
 */
export const WRITE_HEAD: PropertyDescriptor = Object.assign(Object.create(null) as object, {
  configurable: true,
  enumerable: true,
  get(this: PatchedResponse): unknown {
    return this[EXCHANGE].outerWriteHead ?? PATCHED_METHODS.writeHead;
  },
  set(this: PatchedResponse, method: Method): void {
    this[EXCHANGE].outerWriteHead = noting(this[EXCHANGE], method);
  },
});

/** Notes with what the outermost of the methods was called. */
function noting(interception: Interception, method: Method): Method {
  return function writeHead(this: PatchedResponse, ...args: readonly unknown[]): unknown {
    if (interception.noted !== undefined) return Reflect.apply(method, this, args);
    const [status, reason, headers] = args;
    interception.noted = headArgs(status, reason, headers);
    interception.notedOver = fieldsIn(interception.noted) === undefined ? undefined : this.getHeaders();
    try {
      return Reflect.apply(method, this, args);
    } finally {
      interception.noted = undefined;
      interception.notedOver = undefined;
    }
  };
}
