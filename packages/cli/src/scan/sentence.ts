import type { Constants } from "./status.ts";
import { bare, callOf, type Node, pathOf, propertyOf, stringOf } from "./syntax.ts";

/** The fields of an error body that contain its sentence, the most informative first. */
const FIELDS = [
  "message",
  "msg",
  "error_description",
  "errorMessage",
  "detail",
  "description",
  "error",
  "err",
  "reason",
  "title",
  "statusMessage",
];

/** Fields that hold several errors, in a list or by the field that each is about. */
const LISTS = ["errors"];

/** How deep a body is searched. No body is nested deeper. */
const MAX_DEPTH = 5;

/** How many expressions are read for one sentence. */
const MAX_READ = 1_000;

/** Whether the value of a constant is a body. The result of a call may have nothing to do with its arguments. */
function isWrittenOut(node: Node | undefined): boolean {
  const call = callOf(node);
  if (call !== undefined) return call.name === "stringify" && pathOf(call.object)?.join() === "JSON";
  return /^(?:StringLiteral|TemplateLiteral|(?:Object|Array|Logical|Conditional)Expression)$/.test(node?.type ?? "");
}

/** Returns the sentence in a body or in an error's arguments; `undefined` if the source shows none. */
export function sentenceOf(
  node: Node | undefined,
  constants: Constants,
  depth = 0,
  read = { count: 0 },
): string | undefined {
  const value = bare(node);
  read.count += 1;
  if (value === undefined || depth > MAX_DEPTH || read.count > MAX_READ) return undefined;
  const inner = (nodes: readonly (Node | null | undefined)[]) => first(nodes, constants, depth, read);
  const text = stringOf(value);
  if (text !== undefined) return tidy(text);
  if (value.type === "ArrayExpression") return inner(value.elements);
  if (value.type === "ObjectExpression")
    return inner(FIELDS.map((name) => propertyOf(value, name))) ?? inner(listed(value));
  if (value.type === "Identifier") {
    const constant = bare(constants.get(value.name));
    return isWrittenOut(constant) ? inner([constant]) : undefined;
  }
  const call = callOf(value);
  // `JSON.stringify(body)`, `new Failure("…")`, `failure({ message })`.
  return call === undefined ? undefined : inner(call.args);
}

/** Returns the errors of a body with several. */
function listed(object: Node): readonly (Node | undefined)[] {
  return LISTS.flatMap((name) => {
    const list = propertyOf(object, name);
    return list?.type === "ObjectExpression" ? valuesOf(list) : [list];
  });
}

function valuesOf(object: Node): readonly (Node | undefined)[] {
  if (object.type !== "ObjectExpression") return [];
  return object.properties.map((field) => (field.type === "ObjectProperty" ? field.value : undefined));
}

/** Returns the sentence in an object with an error for each field. */
export function sentenceOfFields(node: Node | undefined, constants: Constants): string | undefined {
  return node === undefined ? undefined : first(valuesOf(node), constants, 0, { count: 0 });
}

function first(
  nodes: readonly (Node | null | undefined)[],
  constants: Constants,
  depth: number,
  read: { count: number },
): string | undefined {
  for (const node of nodes) {
    const sentence = sentenceOf(node ?? undefined, constants, depth + 1, read);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/**
 * Turns a string into a sentence: on one line and not too long. Returns `undefined` if its known parts contain no
 * letters.
 */
function tidy(text: string): string | undefined {
  const line = text.replace(/\s+/g, " ").trim().slice(0, 200);
  return /\p{L}{2}/u.test(line) ? line : undefined;
}
