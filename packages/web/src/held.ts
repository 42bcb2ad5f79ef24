/** What a response was made of: its status, its body, and its headers as they were given. */
export type Held = readonly [status: unknown, body: unknown, headers: unknown];

interface Symbols {
  readonly [name: symbol]: unknown;
}

/**
 * Some servers put a class of their own in place of `Response`, as `@hono/node-server` does. Its objects only hold what they were made
 * of, until code asks one for more than its status and headers: then it makes a real response, and sends that several times
 * slower. Here is read what such an object holds.
 */
interface Holder {
  readonly type: typeof Response;
  /** The property under which an object of that type holds it; `undefined` when it holds nothing. */
  readonly key: symbol | undefined;
}

let holder: Holder = { type: class extends Response {}, key: undefined };

/** What a response holds, in place of a body that had to be read; `undefined` when it is a real one. Never throws. */
export function heldBy(response: Response): Held | undefined {
  try {
    // The class is put in place when a server starts, which may be after this module was loaded.
    if (holder.type !== Response) holder = { type: Response, key: keyOf(Response) };
    const { type, key } = holder;
    if (key === undefined || Object.getPrototypeOf(response) !== type.prototype) return undefined;
    const held = (response as object as Symbols)[key];
    return isHeld(held) ? held : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the property by making a response and looking where its parts are. */
function keyOf(type: typeof Response): symbol | undefined {
  const body = "a body";
  const headers = { "x-probe": "a header" };
  const probe = new type(body, { status: 299, headers }) as object as Symbols;
  return Object.getOwnPropertySymbols(probe).find((name) => {
    const held = probe[name];
    return isHeld(held) && held[0] === 299 && held[1] === body && held[2] === headers;
  });
}

function isHeld(value: unknown): value is Held {
  return Array.isArray(value) && value.length === 3;
}
