/**
 * A parameter in the regular expression that Express 4 makes of a path: the slash or dot before it, the group for its
 * value, and `?` if it is optional. A parameter that begins in the middle of a segment has another group inside that
 * one.
 */
const PARAMETER = /\(\?:(\\\/|\\\.)?\((?:[^()\\]|\\.|\(\?:\(\?!(?:[^()\\]|\\.)*\)\.\))+\)\)(\?)?/g;

/** What Express 4 appends to the path on which something is mounted. */
const END = "\\/?(?=\\/|$)";

/** Stands in for a parameter while the rest is checked. No expression contains it. */
const PLACE = "\u0000";

/** A literal part of an expression. Some of its characters are escaped. */
const LITERAL = /^(?:[^\\^$*+?()[\]{}|]|\\[^a-zA-Z0-9])*$/;

/**
 * Returns the path that an Express 4 layer's regular expression was made from, such as `/tenants/:id`. `undefined` if
 * the expression was not made from one plain path. The result comes only from the service, never from the client.
 */
export function mountedPath({ source }: RegExp, keys: readonly { readonly name: unknown }[]): string | undefined {
  const body = source.startsWith("^") ? source.slice(1) : source;
  const found: string[] = [];
  const fixed = (body.endsWith(END) ? body.slice(0, -END.length) : body).replace(
    PARAMETER,
    (_, before = "", after = "") => {
      found.push(`:${keys[found.length]?.name}${after}`);
      return `${before}${PLACE}`;
    },
  );
  if (found.length !== keys.length || !LITERAL.test(fixed)) return undefined;
  return fixed.replace(/\\(.)/g, "$1").replaceAll(PLACE, () => String(found.shift()));
}
