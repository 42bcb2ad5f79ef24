import { isObject, type Json, type JsonObject } from "./json.ts";

/** What is wrong with one place of a value. */
export interface Issue {
  /** The path of the field in the detail; empty for the detail itself. */
  readonly field: string;
  readonly says: string;
}

/** The fields that a schema names, in its order. */
export function fieldsOf(schema: JsonObject | null): readonly (readonly [name: string, schema: JsonObject])[] {
  const properties = schema?.["properties"];
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, field]) => [name, isObject(field) ? field : {}]);
}

export function isRequired(schema: JsonObject | null, name: string): boolean {
  const required = schema?.["required"];
  return Array.isArray(required) && required.includes(name);
}

/** Checks a value against a JSON Schema. It knows the keywords that details use, and ignores all others. */
export function issuesOf(schema: JsonObject, value: Json | undefined, root = schema, field = ""): readonly Issue[] {
  const given = resolved(schema, root);
  const wrong = (says: string): Issue => ({ field, says });
  const types = [given["type"] ?? []].flat();
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    return [
      wrong(value === undefined ? "This field is required." : `Expected ${types.map(withArticle).join(" or ")}.`),
    ];
  }
  const values = given["enum"];
  if (Array.isArray(values) && !values.includes(value as Json)) return [wrong(`Expected one of ${values.join(", ")}.`)];
  if ("const" in given && given["const"] !== value) return [wrong(`Expected ${JSON.stringify(given["const"])}.`)];
  const any = given["anyOf"] ?? given["oneOf"];
  if (Array.isArray(any) && !any.some((one) => isObject(one) && issuesOf(one, value, root, field).length === 0)) {
    return [wrong("This value has none of the allowed forms.")];
  }
  const bounds = BOUNDS.flatMap(([keyword, fits, says]) => {
    const bound = given[keyword];
    return typeof bound === "number" && !fits(value, bound) ? [wrong(`Expected ${says} ${bound}.`)] : [];
  });
  const pattern = given["pattern"];
  const misses = typeof pattern === "string" && typeof value === "string" && !fitsPattern(pattern, value);
  return [
    ...bounds,
    ...(misses ? [wrong(expectedText(given, String(pattern)))] : []),
    ...within(given, value, root, field),
  ];
}

/** What to say about a string that does not match its pattern: the schema's description, or else the pattern. */
function expectedText({ description }: JsonObject, pattern: string): string {
  return `Expected ${typeof description === "string" ? description : `a string that matches ${pattern}`}.`;
}

function withArticle(type: Json): string {
  if (type === "null") return "null";
  return `${/^[aio]/.test(String(type)) ? "an" : "a"} ${type}`;
}

function within(schema: JsonObject, value: Json | undefined, root: JsonObject, field: string): readonly Issue[] {
  const items = schema["items"];
  if (Array.isArray(value) && isObject(items)) {
    return value.flatMap((item, index) => issuesOf(items, item, root, `${field}[${index}]`));
  }
  if (!isObject(value)) return [];
  const at = (name: string) => (field === "" ? name : `${field}.${name}`);
  const known = fieldsOf(schema);
  const found = known.flatMap(([name, one]) => {
    const isMissing = value[name] === undefined;
    return isMissing && !isRequired(schema, name) ? [] : issuesOf(one, value[name], root, at(name));
  });
  const isClosed = schema["additionalProperties"] === false;
  const extra = Object.keys(value).filter((name) => !known.some(([one]) => one === name));
  return [...found, ...(isClosed ? extra.map((name) => ({ field: at(name), says: "No such field." })) : [])];
}

type Fits = (value: Json | undefined, bound: number) => boolean;

const ofNumber =
  (fits: (value: number, bound: number) => boolean): Fits =>
  (value, bound) =>
    typeof value !== "number" || fits(value, bound);
const ofLength =
  (is: (value: Json | undefined) => boolean, fits: (value: number, bound: number) => boolean): Fits =>
  (value, bound) =>
    !is(value) || fits((value as string | readonly Json[]).length, bound);
const isText = (value: Json | undefined) => typeof value === "string";
const isList = (value: Json | undefined) => Array.isArray(value);
const least = (value: number, bound: number) => value >= bound;
const most = (value: number, bound: number) => value <= bound;

const BOUNDS: readonly (readonly [keyword: string, fits: Fits, says: string])[] = [
  ["minimum", ofNumber(least), "at least"],
  ["exclusiveMinimum", ofNumber((value, bound) => value > bound), "more than"],
  ["maximum", ofNumber(most), "at most"],
  ["exclusiveMaximum", ofNumber((value, bound) => value < bound), "less than"],
  ["minLength", ofLength(isText, least), "a length of at least"],
  ["maxLength", ofLength(isText, most), "a length of at most"],
  ["minItems", ofLength(isList, least), "a list of at least"],
  ["maxItems", ofLength(isList, most), "a list of at most"],
];

function hasType(value: Json | undefined, type: Json): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isSafeInteger(value);
  return typeof value === type && (type !== "number" || Number.isFinite(value));
}

function fitsPattern(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

/** Follows a reference within the same schema. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) return schema;
  const names = reference.slice(2).split("/");
  const target = names.reduce<Json | undefined>((at, name) => (isObject(at) ? at[name] : undefined), root);
  return isObject(target) ? target : schema;
}
