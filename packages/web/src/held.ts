/** What a response was made of: its status, its body, and its headers in the form in which they were given. */
export type Held = readonly [status: unknown, body: unknown, headers: unknown];

/** A body that is there as a whole. */
export type Whole = string | Uint8Array<ArrayBuffer> | null;

/** A response, and its body; `undefined` if that must be read. */
export interface Opened {
  readonly response: Response;
  readonly body: Whole | undefined;
}

/** A response of srvx, the server below h3. It passes its parts to the server by this method, and forgets them. */
export interface ServedResponse {
  _toNodeResponse?(): {
    readonly status: number;
    readonly statusText: string;
    /** Names and values, alternating. */
    readonly headers: readonly string[];
    readonly body?: unknown;
  };
}

/** Whether a response must not be inspected, because reading its headers or its body would change what leaves. */
export function isServed(response: object): boolean {
  return typeof (response as ServedResponse)._toNodeResponse === "function";
}

/** The type of a string that has no other, in the spelling of servers on Node. */
export const TEXT_TYPE = "text/plain; charset=UTF-8";

/** Opens a response without reading its body. One of srvx forgets its parts then, so it is made anew. */
export function open(response: Response): Opened {
  const parts = (response as ServedResponse)._toNodeResponse?.();
  if (parts === undefined) return { response, body: wholeIn(heldBy(response)?.[1]) };
  const { status, statusText, body } = parts;
  const whole = wholeIn(body ?? null);
  const headers: string[][] = [];
  for (const [index, value] of parts.headers.entries()) {
    if (index % 2 === 1) headers.push([String(parts.headers[index - 1]), value]);
  }
  // srvx has added these at the end, and adds them again.
  if (typeof whole === "string" || whole instanceof Uint8Array) {
    if (headers.at(-1)?.[0] === "content-length") headers.pop();
    if (typeof whole === "string" && headers.at(-1)?.join() === `content-type,${TEXT_TYPE}`) headers.pop();
  }
  const init = { status, statusText, headers: headers as [string, string][] };
  return { response: new (response.constructor as typeof Response)(body as Whole, init), body: whole };
}

function wholeIn(body: unknown): Whole | undefined {
  const isWhole = body === null || typeof body === "string" || body instanceof Uint8Array;
  return isWhole ? (body as Whole) : undefined;
}

interface Symbols {
  readonly [name: symbol]: unknown;
}

/**
 * What is known about the class in `globalThis.Response`. Some servers put their own class there, as
 * `@hono/node-server` does. Its objects only hold the parts they were made of. Code that asks one for more than its
 * status and headers makes it create a real response, and the server sends that several times slower. So this module
 * reads the parts.
 */
interface Holder {
  readonly type: typeof Response;
  /** The property under which an object of that class holds its parts; `undefined` if it holds none. */
  readonly key: symbol | undefined;
}

let holder: Holder | undefined;

/**
 * Returns the parts that a response holds, so that its body does not have to be read; `undefined` for a real response.
 * Never throws.
 */
export function heldBy(response: Response): Held | undefined {
  try {
    // A server may replace the class after this module was loaded.
    if (holder?.type !== Response) holder = { type: Response, key: keyOf(Response) };
    const { type, key } = holder;
    if (key === undefined || Object.getPrototypeOf(response) !== type.prototype) return undefined;
    const held = (response as object as Symbols)[key];
    return isHeld(held) ? held : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the header fields of a response, to be read. Those of one that holds its parts are copied from its parts:
 * reading `headers` would make the server send the names in lower case.
 */
export function fieldsOf(response: Response): Headers {
  const held = heldBy(response);
  if (held === undefined) return response.headers;
  const [, body, headers] = held;
  // Reading an iterator would leave nothing for the server.
  if (typeof (headers as { readonly next?: unknown } | null | undefined)?.next === "function") return response.headers;
  const fields = new Headers((headers as ConstructorParameters<typeof Headers>[0]) ?? undefined);
  // The contract in force would make a real response of it. One that is made of a string has this type.
  if (typeof body === "string" && !fields.has("content-type")) fields.set("content-type", "text/plain;charset=UTF-8");
  return fields;
}

/** Finds the property: makes a response, and looks where its parts are. */
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
