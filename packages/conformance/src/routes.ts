import { CODES } from "@uhp-errors/core";

/** A request as a method and a path, such as `GET /v1/harnesses/{id}`. */
export type RouteLine = `${string} /${string}`;

/**
 * What an audit may know about a service's routes. Paths are relative to the audited URL. Each field may be left out;
 * audits that need it are then skipped. The format is that of a JSON file.
 */
export interface Routes {
  /** A request that succeeds. */
  readonly success?: RouteLine;
  /** A request that needs a token. It must do no harm. */
  readonly protected?: RouteLine;
  /** The request that reads an object, with `{id}` in its path, for each code that says the object is not found. */
  readonly objects?: Readonly<Record<string, RouteLine>>;
  /** Objects that exist, but that the token must not see. */
  readonly foreign?: readonly { readonly request: RouteLine; readonly id: string }[];
  /** A request that a token does not allow, with that token. By default, the audited token. */
  readonly forbidden?: { readonly request: RouteLine; readonly token?: string };
  /** A path that exists, with a method that it does not accept. */
  readonly wrongMethod?: RouteLine;
  /** A request that takes JSON, a body in which one field has the wrong type, and the path of that field. */
  readonly json?: { readonly request: RouteLine; readonly wrong?: unknown; readonly param?: string };
  /** An upload of a file as a form: the name of its field, and a size in bytes above the limit. */
  readonly upload?: { readonly request: RouteLine; readonly field: string; readonly bytes: number };
  /** A request with a rate limit, and how many of them exceed the limit. */
  readonly limited?: { readonly request: RouteLine; readonly requests: number };
  /** A request that responds with any code, with `{code}` in its path. */
  readonly raise?: RouteLine;
  /** A request that fails unexpectedly, and strings that its response must not contain. */
  readonly crash?: { readonly request: RouteLine; readonly hides?: readonly string[] };
  /** A request whose response is an event stream, its body, and a body that is refused. */
  readonly stream?: { readonly request: RouteLine; readonly body: unknown; readonly wrong?: unknown };
  /** An event stream without events, and how many seconds it may take to send its first comment. By default, 30. */
  readonly silentStream?: { readonly request: RouteLine; readonly body?: unknown; readonly seconds?: number };
}

/** The fields of {@link Routes}. */
export type RouteName = keyof Routes;

export const MAX_UPLOAD_BYTES = 33_554_432;

/** The maximum number of requests that are sent to reach a rate limit. */
export const MAX_LIMITED_REQUESTS = 100;

const MAX_SECONDS = 120;
const MAX_LIST = 50;

type Check = (value: unknown, at: string) => void;

const LINE = /^[A-Z]{1,20} \/[^\s\\]{0,2000}$/;

const line: Check = (value, at) => {
  if (typeof value !== "string" || !LINE.test(value)) wrong(at, 'a method and a path, such as "GET /v1/things"', value);
  // `fetch` does not send these.
  if (/^(?:CONNECT|TRACE|TRACK) /.test(value as string)) wrong(at, "a method that fetch sends", value);
};
const lineOfBody: Check = (value, at) => {
  line(value, at);
  if (/^(?:GET|HEAD) /.test(value as string)) wrong(at, 'a method that has a body, such as "POST /v1/things"', value);
};
const lineWith =
  (part: string): Check =>
  (value, at) => {
    line(value, at);
    if (!(value as string).includes(part)) wrong(at, `a path that holds ${part}`, value);
  };
const text: Check = (value, at) => {
  if (typeof value !== "string" || value === "") wrong(at, "a text", value);
};
const token: Check = (value, at) => {
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value))
    wrong(at, "printable characters without a space", typeof value);
};
const anything: Check = () => {};
const integer =
  (most: number): Check =>
  (value, at) => {
    if (!Number.isSafeInteger(value) || (value as number) < 1 || (value as number) > most) {
      wrong(at, `a whole number from 1 to ${most}`, value);
    }
  };
const list =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LIST) {
      wrong(at, `a list of 1 to ${MAX_LIST}`, value);
    }
    for (const [index, element] of (value as unknown[]).entries()) check(element, `${at}.${index}`);
  };

/** Describes an object by its fields. A `?` marks an optional one. */
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(at, "an object", value);
    const given = new Map(Object.entries(value as object));
    const known = new Map(Object.entries(fields).map(([field, check]) => [field.replace("?", ""), { field, check }]));
    const extra = [...given.keys()].find((name) => !known.has(name));
    if (extra !== undefined) {
      throw new TypeError(`${path(at, extra)}: there is no such field; known are ${[...known.keys()].join(", ")}`);
    }
    for (const [name, { field, check }] of known) {
      if (given.get(name) !== undefined) check(given.get(name), path(at, name));
      else if (name === field) throw new TypeError(`${path(at, name)}: it is missing`);
    }
  };

const objects: Check = (value, at) => {
  const codes = Object.entries(CODES).filter(([, { status }]) => status === 404);
  object(Object.fromEntries(codes.map(([code]) => [`${code}?`, lineWith("{id}")])))(value, at);
  if (Object.keys(value as object).length === 0) wrong(at, "a request for one code at least", value);
};

const routes = object({
  "success?": line,
  "protected?": line,
  "objects?": objects,
  "foreign?": list(object({ request: lineWith("{id}"), id: text })),
  "forbidden?": object({ request: line, "token?": token }),
  "wrongMethod?": line,
  "json?": object({ request: lineOfBody, "wrong?": anything, "param?": text }),
  "upload?": object({ request: lineOfBody, field: text, bytes: integer(MAX_UPLOAD_BYTES) }),
  "limited?": object({ request: line, requests: integer(MAX_LIMITED_REQUESTS) }),
  "raise?": lineWith("{code}"),
  "crash?": object({ request: line, "hides?": list(text) }),
  "stream?": object({ request: lineOfBody, body: anything, "wrong?": anything }),
  "silentStream?": object({ request: line, "body?": anything, "seconds?": integer(MAX_SECONDS) }),
});

/**
 * Checks the content of a routes file.
 *
 * @throws TypeError that names the field and its allowed values.
 * @example
 * const routes = parseRoutes(JSON.parse(await readFile("routes.json", "utf8")));
 */
export function parseRoutes(value: unknown): Routes {
  routes(value, "");
  return value as Routes;
}

export function requestOf(route: RouteLine): { readonly method: string; readonly path: string } {
  const space = route.indexOf(" ");
  return { method: route.slice(0, space), path: route.slice(space + 1) };
}

function path(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

function wrong(at: string, expected: string, value: unknown): never {
  const shown = (JSON.stringify(value) ?? typeof value).slice(0, 80);
  throw new TypeError(`${at === "" ? "routes" : at}: expected ${expected}, but got ${shown}`);
}
