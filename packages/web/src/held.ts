/** What a response was made of: its status, its body, and its headers in the form in which they were given. */
export type Held = readonly [status: unknown, body: unknown, headers: unknown];

/** A body that is there as a whole. */
export type Whole = string | Uint8Array<ArrayBuffer> | null;

/** A response whose body was not read. */
export interface Opened {
  readonly response: Response;
  /** The body, if it is there as a whole. */
  readonly body: Whole | undefined;
  /** The names of the header fields, if `add` can make the response anew with more fields. */
  readonly names?: readonly string[];
  add?(fields: Readonly<Record<string, string>>): Response;
}

/** A response of srvx, the server below h3. It passes its parts to the server by this method, and forgets them. */
export interface ServedResponse {
  _toNodeResponse?(): Parts;
}

interface Parts {
  readonly status: number;
  readonly statusText: string;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body?: unknown;
}

/** Whether a response must not be inspected, because reading its headers or its body would change what leaves. */
export function isServed(response: object): boolean {
  return typeof (response as ServedResponse)._toNodeResponse === "function";
}

/** Opens a response without reading its body. One of srvx forgets its parts then, so it is made anew. */
export function open(response: Response): Opened {
  const parts = (response as ServedResponse)._toNodeResponse?.();
  if (parts !== undefined) return made(parts, response.constructor as typeof Response);
  const [status, content, given] = heldParts(response) ?? [];
  const body = wholeIn(content);
  // The original does not change, because the service may return it again.
  if (body === undefined || typeof given !== "object" || given === null) return { response, body };
  if (Object.getPrototypeOf(given) !== Object.prototype) return { response, body };
  return {
    response,
    body,
    names: Object.keys(given),
    add: (fields) => new Response(body, { status: status as number, headers: { ...given, ...fields } }),
  };
}

function made({ status, statusText, headers, body }: Parts, type: typeof Response): Opened {
  const fields: [string, string][] = [];
  const names: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = String(headers[at]);
    names.push(name);
    fields.push([name, headers[at + 1] as string]);
  }
  const make = () => new type(body as Whole, { status, statusText, headers: fields });
  // The caller that adds fields has no more use for the response without them.
  const add = (added: Readonly<Record<string, string>>) => {
    for (const name of Object.keys(added)) fields.push([name, added[name] as string]);
    return make();
  };
  return { response: make(), body: wholeIn(body ?? null), names, add };
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
export function heldParts(response: Response): Held | undefined {
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
export function readFields(response: Response): Headers {
  const held = heldParts(response);
  if (held === undefined) return response.headers;
  const [, body, headers] = held;
  // Reading an iterator would leave nothing for the server.
  if (typeof (headers as { readonly next?: unknown } | null | undefined)?.next === "function") return response.headers;
  const fields = new Headers((headers as ConstructorParameters<typeof Headers>[0]) ?? undefined);
  // A real response that is made of a string has this type.
  if (typeof body === "string" && !fields.has("content-type")) fields.set("content-type", "text/plain;charset=UTF-8");
  return fields;
}

/** Finds the property: makes a response, and looks where its parts are. */
function keyOf(type: typeof Response): symbol | undefined {
  const body = "a body";
  const headers = {};
  const probe = new type(body, { status: 299, headers }) as object as Symbols;
  return Object.getOwnPropertySymbols(probe).find((name) => {
    const held = probe[name];
    return isHeld(held) && held[0] === 299 && held[1] === body && held[2] === headers;
  });
}

function isHeld(value: unknown): value is Held {
  return Array.isArray(value) && value.length === 3;
}
