/**
 * A parameter in the expression that Express 4 makes of a path: what precedes it, what it matches, and whether it may be absent.
 * The group within what it matches is there when the parameter begins in the middle of a segment.
 */
const PARAMETER = /\(\?:(\\\/|\\\.)?\((?:[^()\\]|\\.|\(\?:\(\?!(?:[^()\\]|\\.)*\)\.\))+\)\)(\?)?/g;

/** What Express 4 appends to a path on which something is mounted. */
const END = "\\/?(?=\\/|$)";

/** Stands for a parameter while the rest is looked at. No expression has it. */
const PLACE = "\u0000";

/** A literal part of an expression, in which some characters are escaped. */
const LITERAL = /^(?:[^\\^$*+?()[\]{}|]|\\[^a-zA-Z0-9])*$/;

/**
 * The path that the expression of a layer of Express 4 was made from, such as `/tenants/:id`. `undefined` for an expression that is
 * not made from one plain path. All of it is the service's own text, and none of it the client's.
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
  return fixed.replace(/\\(.)/g, "$1").replaceAll(PLACE, () => found.shift() ?? "");
}
