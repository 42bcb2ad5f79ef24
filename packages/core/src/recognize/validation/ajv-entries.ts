import { guardMessage } from "../../errors/message.ts";
import { toParam } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { peek, peekList, peekString } from "../../untrusted/peek.ts";
import { type Issue, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** Where an entry names a field that the schema does not have. */
const UNKNOWN_FIELD: ReadonlyMap<string, string> = new Map([
  ["additionalProperties", "additionalProperty"],
  ["unevaluatedProperties", "unevaluatedProperty"],
  ["propertyNames", "propertyName"],
]);

/** Where TypeBox says of such a field that no value of it would be right. */
const UNKNOWN_FIELDS = /\/(?:additional|unevaluated)Properties$/;

/** UTF-16 code units of a pointer that are looked at: more than a param can hold. */
const MAX_POINTER = 2_000;

/** The issues in a list that holds nothing but ajv's entries; their texts are used only where there is a sanitizer. */
export function entryIssues(list: unknown, sanitizer: Sanitizer | undefined): readonly Issue[] | undefined {
  const entries = peekList(list, MAX_ISSUES);
  if (entries === undefined || entries.length === 0 || !entries.every(isEntry)) return undefined;
  return entries.map((entry) => describe(entry, sanitizer));
}

/** The issues in a list of entries. Fastify's may come from any validator: then neither shape nor text can be relied on. */
export function ajvIssues(list: unknown, sanitizer: Sanitizer): readonly Issue[] | undefined {
  return peekList(list, MAX_ISSUES)?.map((entry) =>
    isEntry(entry)
      ? describe(entry, sanitizer)
      : {
          param: toParam([...fieldsOf(entry), ...(peekList(peek(entry, "path"), MAX_ISSUES) ?? [])]),
          message: NOT_VALID,
        },
  );
}

function isEntry(entry: unknown): boolean {
  const texts = ["keyword", "schemaPath", "instancePath"].every((key) => peekString(entry, key) !== undefined);
  const params = peek(entry, "params");
  return texts && typeof params === "object" && params !== null;
}

/** ajv's texts speak of the schema, not of what was sent, but for that of a `pattern` or `format` given by `$data`. */
function describe(entry: unknown, sanitizer: Sanitizer | undefined): Issue {
  const params = peek(entry, "params");
  const path = fieldsOf(entry);
  const keyword = peekString(entry, "keyword") ?? "";
  const unknownField = UNKNOWN_FIELD.get(keyword);
  if (unknownField !== undefined) {
    return {
      param: toParam([...path, peekString(params, unknownField) ?? firstOf(params, keyword)]),
      message: NOT_KNOWN,
    };
  }
  if (keyword === "boolean" && UNKNOWN_FIELDS.test(peekString(entry, "schemaPath") ?? "")) {
    return { param: toParam(path), message: NOT_KNOWN };
  }
  const missing = peekString(params, "missingProperty") ?? firstOf(params, "requiredProperties");
  const text = sanitizer === undefined ? undefined : guardMessage(peek(entry, "message"), NOT_VALID, sanitizer).message;
  const message = text ?? NOT_VALID;
  return { param: toParam(missing === undefined ? path : [...path, missing]), message };
}

/** TypeBox lists the names that ajv has an entry each for. */
function firstOf(params: unknown, key: string): unknown {
  return peekList(peek(params, key), 1)?.[0];
}

/** The fields of a JSON pointer (RFC 6901). Its escapes stay: a name with `/` or `~` in it ends a param in any case. */
function fieldsOf(entry: unknown): readonly string[] {
  const pointer = peekString(entry, "instancePath") ?? "";
  return pointer.slice(0, MAX_POINTER).split("/").slice(1);
}
