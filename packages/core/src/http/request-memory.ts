let read: (context: object, owner: object) => unknown;
let write: (context: object, owner: object, value: object) => boolean;
let readAsked: (context: object) => boolean;
let writeAsked: (context: object) => boolean;

/**
 * Base class for request contexts that an adapter makes. A contract remembers each request, and finds what it remembers
 * without a search where the context extends this class. Nothing else changes, and nothing of it can be seen from outside.
 *
 * @example
 * class MyRequestContext extends RequestMemory implements RequestContext { … }
 */
export class RequestMemory {
  #owner: object | undefined = undefined;
  #value: object | undefined = undefined;
  #asksForBearer = false;

  static {
    read = (context, owner) => (#owner in context && context.#owner === owner ? context.#value : undefined);
    write = (context, owner, value) => {
      if (!(#owner in context) || context.#owner !== undefined) return false;
      context.#owner = owner;
      context.#value = value;
      return true;
    };
    readAsked = (context) => #asksForBearer in context && context.#asksForBearer;
    writeAsked = (context) => {
      if (!(#asksForBearer in context)) return false;
      context.#asksForBearer = true;
      return true;
    };
  }
}

/**
 * What values of one kind are remembered under: the object itself where it has room for one, else a map that does not keep the
 * object alive. The first owner to come gets the room.
 */
export class Memory<Value extends object> {
  readonly #others = new WeakMap<object, Value>();

  get(context: object): Value | undefined {
    return (read(context, this) as Value | undefined) ?? this.#others.get(context);
  }

  set(context: object, value: Value): void {
    if (!write(context, this, value)) this.#others.set(context, value);
  }
}

/** The contexts without room of their own whose requests were asked for a bearer token. */
const ASKED = new WeakSet<object>();

/** Remembers that a bearer token is asked for in a request. */
export function askForBearer(context: object): void {
  if (!writeAsked(context)) ASKED.add(context);
}

/** Whether a bearer token was asked for in a request. */
export function isBearerAsked(context: object): boolean {
  return readAsked(context) || ASKED.has(context);
}
