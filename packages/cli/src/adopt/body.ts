import { FIELDS } from "../scan/sentence.ts";
import { namedStatus } from "../scan/status.ts";
import { bare, memberPath, type Node, propertyName, readCall, stringValue } from "../scan/syntax.ts";

export type Said =
  | { readonly sentence: Node | undefined; readonly ownCode: string | undefined }
  | { readonly reason: string };

/** Fields that only repeat the status, or say that the body is an error. */
const STATUSES: ReadonlySet<string> = new Set(
  "status statusCode statusText httpStatus success ok type name".split(" "),
);

const CODES: ReadonlySet<string> = new Set(["code", "errorCode", "error_code"]);

/** Reads a body or an argument. It must be a sentence, or an object with only a sentence, a code and a status. */
export function saidBy(node: Node | undefined): Said {
  const value = bare(node);
  if (value === undefined || value.type === "NullLiteral") return NOTHING;
  if (value.type === "ObjectExpression") return saidByObject(value);
  const problem = findProblem(value);
  return problem === undefined ? { sentence: value, ownCode: undefined } : { reason: problem };
}

function saidByObject(object: Node & { readonly type: "ObjectExpression" }): Said {
  const known = new Map<string, Node>();
  let ownCode: string | undefined;
  for (const property of object.properties) {
    const key = property.type === "ObjectProperty" ? propertyName(property.key, property.computed) : undefined;
    if (property.type !== "ObjectProperty" || key === undefined) return { reason: "its body is not a plain object" };
    const value = bare(property.value) as Node;
    const said =
      FIELDS.includes(key) && isWord(value) ? { sentence: value, ownCode: undefined } : saidByField(key, value);
    if ("reason" in said) return said;
    ownCode ??= said.ownCode;
    if (said.sentence !== undefined) known.set(key, said.sentence);
  }
  return chooseSentence(known, ownCode);
}

/** Returns the most informative sentence of a body. Beside one, a single word is a code. */
function chooseSentence(known: ReadonlyMap<string, Node>, ownCode: string | undefined): Said {
  const names = [...FIELDS, ...known.keys()].filter((name) => known.has(name));
  const sentence = known.get(names.find((name) => !isWord(known.get(name))) ?? names[0] ?? "");
  if (isWord(sentence)) return { reason: ONE_WORD };
  const word = [...known.values()].find(isWord);
  return { sentence, ownCode: ownCode ?? (word?.type === "StringLiteral" ? word.value : undefined) };
}

const NOTHING: Said = { sentence: undefined, ownCode: undefined };

function saidByField(key: string, value: Node): Said {
  if (value.type === "ObjectExpression" && /^(?:error|data|errors)$/.test(key)) return saidByObject(value);
  if (CODES.has(key) && isLiteral(value)) {
    return { sentence: undefined, ownCode: value.type === "StringLiteral" ? value.value : undefined };
  }
  if (isEmpty(value) || (STATUSES.has(key) && saysNoMore(value))) return NOTHING;
  if (!FIELDS.includes(key)) return { reason: `its body has \`${key}\`, which may be for programs` };
  const problem = findProblem(value);
  return problem === undefined ? { sentence: value, ownCode: undefined } : { reason: problem };
}

/** Whether a value says no more than the status: a number, `HttpStatus.NOT_FOUND`, `"error"`, `"NotFoundError"`. */
function saysNoMore(value: Node): boolean {
  if (value.type !== "StringLiteral") return value.type !== "ObjectExpression" && value.type !== "ArrayExpression";
  return /^(?:error|errors?|fail|failed|failure|\d{3})$/i.test(value.value) || namedStatus(value.value) !== undefined;
}

function isLiteral(value: Node): boolean {
  return value.type === "NumericLiteral" || value.type === "BooleanLiteral" || value.type === "StringLiteral";
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

/** Returns why an expression may not be the service's own sentence; `undefined` if it certainly is. */
function findProblem(value: Node): string | undefined {
  if (isWord(value)) return ONE_WORD;
  const text = stringValue(value);
  if (value.type === "StringLiteral") return undefined;
  if (value.type !== "TemplateLiteral") {
    return text === undefined ? whereabouts(value) : "its sentence is put together at run time";
  }
  const isOfAnError = value.expressions.some((part) => {
    const path = memberPath(part as Node) ?? memberPath(readCall(part as Node)?.object);
    return path === undefined || path.some((name) => OF_ERRORS.test(name));
  });
  return isOfAnError ? "its sentence may repeat what a library wrote" : undefined;
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
