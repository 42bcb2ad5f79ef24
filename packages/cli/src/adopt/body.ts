import { FIELDS } from "../scan/sentence.ts";
import { namedStatus } from "../scan/status.ts";
import { bare, isA, memberPath, type Node, propertyName, readCall, stringValue } from "../scan/syntax.ts";
import { leave } from "./result.ts";

/** What a body or an argument says, in nodes of the source. */
export interface Content {
  readonly sentence?: Node | undefined;
  readonly ownCode?: string | undefined;
}

/** Fields that only repeat the status, or say that the body is an error. */
const STATUSES: ReadonlySet<string> = new Set(
  "status statusCode statusText httpStatus success ok type name".split(" "),
);

const CODES: ReadonlySet<string> = new Set(["code", "errorCode", "error_code"]);

/** Reads a body or an argument. @throws LeftToPerson unless it is a sentence, or an object with only a sentence, a code and a status */
export function readContent(node: Node | undefined): Content {
  const value = bare(node);
  if (value === undefined || value.type === "NullLiteral") return {};
  return value.type === "ObjectExpression" ? readObject(value) : { sentence: ownSentence(value) };
}

function readObject(object: Node & { readonly type: "ObjectExpression" }): Content {
  const sentences = new Map<string, Node>();
  let ownCode: string | undefined;
  for (const property of object.properties) {
    const key = property.type === "ObjectProperty" ? propertyName(property.key, property.computed) : undefined;
    if (property.type !== "ObjectProperty" || key === undefined) throw leave("its body is not a plain object");
    const value = bare(property.value) as Node;
    // One word is refused as the only sentence. Beside another one, it is a code.
    const content = FIELDS.includes(key) && isWord(value) ? { sentence: value } : readField(key, value);
    ownCode ??= content.ownCode;
    if (content.sentence !== undefined) sentences.set(key, content.sentence);
  }
  return chooseSentence(sentences, ownCode);
}

/** Returns the most informative sentence of a body. Beside one, a single word is a code. */
function chooseSentence(sentences: ReadonlyMap<string, Node>, ownCode: string | undefined): Content {
  const names = [...FIELDS, ...sentences.keys()].filter((name) => sentences.has(name));
  const sentence = sentences.get(names.find((name) => !isWord(sentences.get(name))) ?? names[0] ?? "");
  if (isWord(sentence)) throw leave(ONE_WORD);
  const word = [...sentences.values()].find(isWord);
  return { sentence, ownCode: ownCode ?? (isA(word, "StringLiteral") ? word.value : undefined) };
}

function readField(key: string, value: Node): Content {
  if (value.type === "ObjectExpression" && /^(?:error|data|errors)$/.test(key)) return readObject(value);
  if (CODES.has(key) && isA(value, "NumericLiteral", "BooleanLiteral", "StringLiteral"))
    return value.type === "StringLiteral" ? { ownCode: value.value } : {};
  if (isEmpty(value) || (STATUSES.has(key) && saysNoMore(value))) return {};
  if (!FIELDS.includes(key)) throw leave(`its body has \`${key}\`, which may be for programs`);
  return { sentence: ownSentence(value) };
}

/** Whether a value says no more than the status: a number, `HttpStatus.NOT_FOUND`, `"error"`, `"NotFoundError"`. */
function saysNoMore(value: Node): boolean {
  if (value.type !== "StringLiteral") return value.type !== "ObjectExpression" && value.type !== "ArrayExpression";
  return /^(?:errors?|fail|failed|failure|\d{3})$/i.test(value.value) || namedStatus(value.value) !== undefined;
}

function isEmpty(value: Node): boolean {
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  return value.type === "NullLiteral" || memberPath(value)?.join() === "undefined";
}

/** Names of variables that hold an error. A message that contains such a variable may repeat what a library wrote. */
const OF_ERRORS = /^(?:e|er|err|error|ex|exception|cause|reason|thrown|response|res|body|data|result)$/i;

const ONE_WORD = "its sentence is one word, which may be for programs";

function isWord(value: Node | undefined): boolean {
  const text = stringValue(value);
  return text !== undefined && /^(?=\d*[a-z_.:-])[\w.:-]+$/i.test(text) && namedStatus(text) === undefined;
}

/** Returns an expression if it certainly is the service's own sentence. @throws LeftToPerson if it may not be */
function ownSentence(value: Node): Node {
  if (isWord(value)) throw leave(ONE_WORD);
  if (value.type === "StringLiteral") return value;
  if (value.type !== "TemplateLiteral")
    throw leave(stringValue(value) === undefined ? whereabouts(value) : "its sentence is put together at run time");
  const isOfAnError = value.expressions.some((part) => {
    const path = memberPath(part as Node) ?? memberPath(readCall(part as Node)?.object);
    return path === undefined || path.some((name) => OF_ERRORS.test(name));
  });
  if (isOfAnError) throw leave("its sentence may repeat what a library wrote");
  return value;
}

/** Says where a sentence is that is not written in its place. The source may show it there, so it may well be known. */
function whereabouts(value: Node): string {
  if (value.type === "ArrayExpression") return "its sentence is in a list, which may have more of them";
  if (value.type === "Identifier") return `its sentence is in the variable \`${value.name}\``;
  const called = readCall(value)?.name;
  if (called === undefined) return "its sentence is only known at run time";
  return value.type === "NewExpression"
    ? `its sentence is in \`new ${called}(…)\`, which may carry more`
    : `its sentence is in what \`${called}\` returns, which may be more`;
}
