import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { EXCHANGE, type Exchange, type Interception, type Method, type PatchedResponse } from "../request/exchange.ts";
import { fieldsIn, headArgs } from "./head.ts";

/**
 * `writeHead` as a property that sees what middleware puts in its place. Such middleware sets the fields of a head one by one
 * before it hands on the rest, and then nobody could tell another service's fields from those that this one has set.
 */
const WATCHED: PropertyDescriptor = Object.assign(Object.create(null) as object, {
  configurable: true,
  enumerable: true,
  get(this: PatchedResponse): unknown {
    return this[EXCHANGE].outerWriteHead ?? this[EXCHANGE].patchedWriteHead;
  },
  set(this: PatchedResponse, method: Method): void {
    this[EXCHANGE].outerWriteHead = noting(this[EXCHANGE], method);
  },
});

/** Looks in a row that saw no such middleware, after which the process is taken to have none. */
const ENOUGH = 1_000;

/** Looks in a row that saw none. Below zero for good when one has seen some. */
let unwrapped = 0;

/**
 * Puts our `writeHead` on a response. The property costs a success a third of all that the contract does for it, so it is used
 * only while there may be such middleware. What that first does to a head later is made up for in {@link withAllNoted}.
 */
export function patchWriteHead(exchange: Exchange, method: Method): void {
  const { response } = exchange;
  exchange.patchedWriteHead = method;
  if (unwrapped >= ENOUGH) (response as { writeHead: unknown }).writeHead = method;
  else Object.defineProperty(response, "writeHead", WATCHED);
}

/** Whether middleware has put something in the place of our `writeHead`. What is seen decides how later responses are patched. */
export function isOverlaid(interception: Interception, response: ServerResponse): boolean {
  const isOurs = (response.writeHead as unknown) === interception.patchedWriteHead;
  unwrapped = isOurs ? unwrapped + 1 : Number.NEGATIVE_INFINITY;
  return !isOurs;
}

/** Whether a head has come through such middleware, and nobody has noted what it was called with. */
export function isUnnoted(interception: Interception, response: ServerResponse): boolean {
  if (!isOverlaid(interception, response) || interception.outerWriteHead !== undefined) return false;
  // A head that Node or the contract writes by itself brings no fields.
  return interception.noted === undefined && !interception.writing;
}

/** Writes a head as if all fields that are set had come with it: none is taken for one of the service's own. */
export function withAllNoted(
  interception: Interception,
  response: ServerResponse,
  status: unknown,
  write: () => unknown,
): unknown {
  return withNoted(interception, [status, response.getHeaders()], {}, write);
}

/** Notes with what the outermost of the methods was called. */
function noting(interception: Interception, method: Method): Method {
  return function writeHead(this: PatchedResponse, ...args: readonly unknown[]): unknown {
    if (interception.noted !== undefined) return Reflect.apply(method, this, args);
    const [status, reason, headers] = args;
    const given = headArgs(status, reason, headers);
    const over = fieldsIn(given) === undefined ? undefined : this.getHeaders();
    return withNoted(interception, given, over, () => Reflect.apply(method, this, args));
  };
}

/** Writes the head that Node writes by itself before the first bytes, through whatever other middleware has put there. */
export function writeImplicitHead(interception: Interception, response: ServerResponse): void {
  const write = () => response.writeHead(response.statusCode);
  if (interception.noted !== undefined || !isOverlaid(interception, response)) write();
  else withNoted(interception, [response.statusCode], undefined, write);
}

function withNoted(
  interception: Interception,
  args: readonly unknown[],
  over: OutgoingHttpHeaders | undefined,
  write: () => unknown,
): unknown {
  interception.noted = args;
  interception.notedOver = over;
  try {
    return write();
  } finally {
    interception.noted = undefined;
    interception.notedOver = undefined;
  }
}
