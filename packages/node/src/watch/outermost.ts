import { fieldsIn, headArgs } from "./head.ts";
import { WATCHED_METHODS } from "./methods.ts";
import { type Method, WATCH, type Watch, type WatchedResponse } from "./watch.ts";

/**
 * `writeHead` as a property that sees what middleware puts in its place. Such middleware sets the fields of a head one by one
 * before it hands on the rest, and then nobody could tell another service's fields from those that this one has set.
 */
export const WRITE_HEAD: PropertyDescriptor = Object.assign(Object.create(null) as object, {
  configurable: true,
  enumerable: true,
  get(this: WatchedResponse): unknown {
    return this[WATCH].outerWriteHead ?? WATCHED_METHODS.writeHead;
  },
  set(this: WatchedResponse, method: Method): void {
    this[WATCH].outerWriteHead = noting(this[WATCH], method);
  },
});

/** Notes with what the outermost of the methods was called. */
function noting(watch: Watch, method: Method): Method {
  return function writeHead(this: WatchedResponse, ...args: readonly unknown[]): unknown {
    if (watch.noted !== undefined) return Reflect.apply(method, this, args);
    const [status, reason, headers] = args;
    watch.noted = headArgs(status, reason, headers);
    watch.notedOver = fieldsIn(watch.noted) === undefined ? undefined : this.getHeaders();
    try {
      return Reflect.apply(method, this, args);
    } finally {
      watch.noted = undefined;
      watch.notedOver = undefined;
    }
  };
}
