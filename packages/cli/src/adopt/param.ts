import { findBinding } from "../scan/bindings.ts";
import { isA, isFunction, memberPath, type Node, type Parents, readCall, walk } from "../scan/syntax.ts";
import type { File } from "./project.ts";

/** What the parts of a request are called. The names after one of these are a place in the input. */
const PARTS = /^(?:body|query|queries|params|param|input|payload|data|json|form|fields|values|args)$/;

/** Names that are no input, but ways to get or to check it: of `Number(request.query.seats.length)`, only `seats` is input. */
const NO_INPUT =
  /^(?:req|request|ctx|context|c|event|reply|res|response|this|undefined|Number|String|Boolean|Array|Object|Date|Math|JSON|length|size)$/;

const HEADERS = /^headers?$/i;

/** In backticks, or after a word that introduces it: `seats`, the field seats. */
const NAMED = /`([A-Za-z_][\w.]*)`|\b(?:field|parameter|param|property|argument)\s+["'`]?([A-Za-z_][\w.]*)/gi;

/** Words after "field" that name none. */
const NO_NAME = /^(?:is|are|was|were|must|should|has|have|may|can|cannot|in|of|for|to|with|and|or|not|name|values?)$/i;

/**
 * Returns the place in the input that the sentence of an error is about: the name that it quotes, or the one that it has
 * in common with the condition of the error. `undefined` if there is none, or more than one.
 */
export function paramIn(sentence: string, place: Node, file: File): string | undefined {
  const condition = findCondition(place, file);
  const tested = condition === undefined ? [] : pathsIn(condition, file);
  const named = [...sentence.matchAll(NAMED)].flatMap(([, quoted, introduced = ""]) => {
    if (quoted !== undefined) return [quoted];
    return NO_NAME.test(introduced) ? [] : [introduced.replace(/\.$/, "")];
  });
  const words = new Set(splitWords(sentence));
  const said = named.length > 0 ? named : tested.map(lastName).filter((name) => isAmong(name, words));
  const [only, ...others] = new Set(said);
  if (only === undefined || others.length > 0) return undefined;
  return tested.find((path) => lastName(path) === only)?.join(".") ?? only;
}

function lastName(path: readonly string[]): string {
  return path.at(-1) as string;
}

function findCondition(place: Node, { parents }: File): Node | undefined {
  const call = readCall(place);
  if (call?.name === "assert") return call.args[0];
  for (let at = parents.get(place); at !== undefined && !isFunction(at); at = parents.get(at))
    if (at.type === "IfStatement" || at.type === "ConditionalExpression") return at.test;
  return undefined;
}

/** Lists the places in the input that a condition reads. A fault of a header has none. */
function pathsIn(condition: Node, file: File): readonly (readonly string[])[] {
  const { nodes, parents } = walk(condition);
  return nodes.flatMap((node) => {
    const path = wholePath(node, parents);
    const whole = path.length === 1 ? readOrigin(path, node, file) : path;
    if (whole.some((name) => HEADERS.test(name))) return [];
    const part = whole.findLastIndex((name) => PARTS.test(name));
    const names = whole.slice(part + 1).filter((name) => !NO_INPUT.test(name));
    // `booking.seats` may be of any object, so only `seats` is sure. What comes after `body` is all of the input.
    const place = part < 0 ? names.slice(-1) : names;
    return place.length === 0 ? [] : [place];
  });
}

/**
 * Returns the path of the value that a node reads, without a method that is called on it: `body`, `tags` for `body.tags.includes`. An empty
 * one for `body.tags` within that, and for any other node.
 */
function wholePath(node: Node, parents: Parents): readonly string[] {
  const path = memberPath(node);
  const around = parents.get(node);
  if (path === undefined || isA(around, "MemberExpression", "OptionalMemberExpression")) return [];
  const isCalled = isA(around, "CallExpression", "OptionalCallExpression") && around.callee === node;
  return isCalled ? path.slice(0, -1) : path;
}

/** Returns the path that a variable was taken from: `request.body.seats` for `const { seats: count } = request.body`. */
function readOrigin(path: readonly string[], node: Node, file: File): readonly string[] {
  const binding = findBinding(lastName(path), node, file);
  if (binding === undefined) return path;
  const [value] = binding.kind === "value" ? binding.values : [];
  // `Number(request.query.seats)`
  const from = memberPath(readCall(value)?.args[0]) ?? memberPath(value) ?? [];
  const origin = [...from, ...binding.path];
  return origin.some((name) => PARTS.test(name) || HEADERS.test(name)) ? origin : path;
}

function isAmong(name: string, words: ReadonlySet<string>): boolean {
  return splitWords(name).every((part) => [part, part.replace(/s$/, ""), `${part}s`].some((one) => words.has(one)));
}

function splitWords(text: string): readonly string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return [...apart.matchAll(/[\p{L}\d]+/gu)].map(([word]) => word);
}
