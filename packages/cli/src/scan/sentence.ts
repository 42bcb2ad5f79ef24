import type { Constants } from "./status.ts";
import { bare, isA, matches, memberPath, type Node, propertyValue, readCall, stringValue } from "./syntax.ts";

/** The fields of an error body that contain its sentence, the most informative first. */
export const FIELDS =
  "message msg error_description errorMessage detail description error err reason title statusMessage".split(" ");

/** How deep a body is searched. No body is nested deeper. */
const MAX_DEPTH = 5;

const MAX_READ = 1_000;

/** Whether the value of a constant is a body. The result of a call may have nothing to do with its arguments. */
function isWrittenOut(node: Node | undefined): boolean {
  const call = readCall(node);
  if (call !== undefined) return call.name === "stringify" && memberPath(call.object)?.join() === "JSON";
  if (isA(node, "StringLiteral", "TemplateLiteral", "ObjectExpression", "ArrayExpression")) return true;
  return isA(node, "LogicalExpression", "ConditionalExpression");
}

/** Returns the sentence in a body or in an error's arguments; `undefined` if the source shows none. */
export function findSentence(
  node: Node | undefined,
  constants: Constants,
  depth = 0,
  read = { count: 0 },
): string | undefined {
  const value = bare(node);
  read.count += 1;
  if (value === undefined || depth > MAX_DEPTH || read.count > MAX_READ) return undefined;
  const inner = (nodes: readonly (Node | null | undefined)[]) => first(nodes, constants, depth, read);
  const text = stringValue(value);
  if (text !== undefined) return tidy(text);
  if (value.type === "ArrayExpression") return inner(value.elements);
  if (value.type === "ObjectExpression")
    return inner(FIELDS.map((name) => propertyValue(value, name))) ?? inner(listed(value));
  if (value.type === "Identifier") {
    const constant = bare(constants.get(value.name));
    return isWrittenOut(constant) ? inner([constant]) : undefined;
  }
  const call = readCall(value);
  // `JSON.stringify(body)`, `new Failure("…")`, `failure({ message })`.
  return call === undefined ? undefined : inner(call.args);
}

/** Returns the errors of a body with several, in a list or by the field that each is about. */
function listed(object: Node): readonly (Node | undefined)[] {
  const list = propertyValue(object, "errors");
  return isA(list, "ObjectExpression") ? fieldValues(list) : [list];
}

function fieldValues(object: Node): readonly (Node | undefined)[] {
  if (object.type !== "ObjectExpression") return [];
  return object.properties.map((field) => (field.type === "ObjectProperty" ? field.value : undefined));
}

export function sentenceOfFields(node: Node | undefined, constants: Constants): string | undefined {
  return node === undefined ? undefined : first(fieldValues(node), constants, 0, { count: 0 });
}

function first(
  nodes: readonly (Node | null | undefined)[],
  constants: Constants,
  depth: number,
  read: { count: number },
): string | undefined {
  for (const node of nodes) {
    const sentence = findSentence(node ?? undefined, constants, depth + 1, read);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Words that need what follows them: without it, they are no end of a part of a sentence. */
const NEEDS_MORE =
  /^(?:of|for|to|from|with|at|on|in|by|as|than|only|just|cannot|can|not|is|are|was|were|be|has|have|had|the|an?|no|every|each|per|between|and|or|least|most)$/i;

/** Words that may follow a name, so that the sentence goes on without the name. */
const FOLLOWS_NAME =
  /^(?:is|are|was|were|has|have|had|does|do|did|can|cannot|could|may|might|must|should|will|would|not|already|still|exists?|belongs|in|of|for|on|at|by|with|from|to|and|or|but|because|as|until|\p{L}+ed|\p{L}+n['’]t)$/iu;

/** A verb that lacks its object: `Could not find`. */
const LACKS_OBJECT = /\b(?:(?:could|can|does|do|did|will) not|cannot|unable to|failed to) \p{L}+$/iu;

/** An unknown part of a sentence: the word before it, what is attached to it, and the word after that. */
interface UnknownPart {
  readonly before: string | undefined;
  readonly attached: string;
  readonly after: string | undefined;
}

/** Returns the unknown parts of a sentence. Quotation marks and colons before them are no words. */
function listUnknownParts(sentence: string): readonly UnknownPart[] {
  const known = sentence.split("{}");
  return known.slice(1).map((rest, index) => {
    // Only the end, because a search begins again at each letter.
    const end = (known[index] as string).slice(-40);
    const [, attached = "", after] = FOLLOWING.exec(rest) ?? [];
    return { before: LAST_WORD.exec(end)?.[1], attached, after };
  });
}

const LAST_WORD = /(\p{L}+)\s*[:#]?\s*["'`(<[]?$/u;
const FOLLOWING = /^(\S*)\s*(\p{L}[\p{L}'’]*)?/u;

/**
 * Returns a sentence without its unknown parts, and without what quotes or introduces them; `undefined` if the rest is no sentence:
 * `Only {} left of {}.`
 */
export function knownSentence(sentence: string): string | undefined {
  const text = sentence
    .replaceAll(/[\s:#]{0,8}["'`(<[]?\{\}[^\s{}]*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (!/\p{L}{2}/u.test(text)) return undefined;
  const parts = listUnknownParts(sentence);
  return parts.length > 0 && isFragment(sentence, text, parts) ? undefined : text;
}

function isFragment(sentence: string, text: string, parts: readonly UnknownPart[]): boolean {
  if (!text.includes(" ") || !/^[^\p{L}{]*\p{L}/u.test(sentence) || LACKS_OBJECT.test(text)) return true;
  return parts.some(({ before, attached, after }) => {
    const goesOn = after !== undefined && !/[^\p{L}\p{N}"'`)>\]]$/u.test(attached);
    return matches(NEEDS_MORE, before) || (goesOn && !FOLLOWS_NAME.test(after));
  });
}

/** Turns a string into a sentence: on one line and not too long. Returns `undefined` if its known parts contain no letters. */
function tidy(text: string): string | undefined {
  const line = text.replace(/\s+/g, " ").trim().slice(0, 200);
  return /\p{L}{2}/u.test(line) ? line : undefined;
}
