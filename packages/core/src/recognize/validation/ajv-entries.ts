import { guardMessage } from "../../cleaning/message.ts";
import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { peek, peekItems, peekList, peekString } from "../../untrusted/peek.ts";
import { MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** The param that names a field unknown to the schema, by the keyword of ajv's entry. */
const UNKNOWN_FIELD: ReadonlyMap<string, string> = new Map([
  ["additionalProperties", "additionalProperty"],
  ["unevaluatedProperties", "unevaluatedProperty"],
  ["propertyNames", "propertyName"],
]);

/** The schema path of an entry with which TypeBox rejects such a field, whatever its value. */
const UNKNOWN_FIELDS = /\/(?:additional|unevaluated)Properties$/;

/** How many UTF-16 code units of a pointer are read: more than a param can have. */
const MAX_POINTER = 2_000;

/** Returns the issues of a list in which all entries are ajv's. Their messages are used only if a sanitizer is given. */
export function entryIssues(list: unknown, sanitizer: Sanitizer | undefined): readonly Issue[] | undefined {
  const entries = peekList(list, MAX_ISSUES);
  if (entries === undefined || entries.length === 0 || !entries.every(isAjvEntry)) return undefined;
  return entries.map((entry) => describe(entry, sanitizer));
}

/**
 * Returns the issues of a list of entries. Under Fastify they may come from any validator; then neither shape nor message can be trusted.
 */
export function ajvIssues(list: unknown, sanitizer: Sanitizer): readonly Issue[] | undefined {
  return peekList(list, MAX_ISSUES)?.map((entry) =>
    isAjvEntry(entry)
      ? describe(entry, sanitizer)
      : {
          param: toParam([...fieldsOf(entry), ...peekItems(peek(entry, "path"), MAX_ISSUES)]),
          message: NOT_VALID,
        },
  );
}

/** Whether an entry of a list is ajv's: with a keyword, both paths and the keyword's parameters. */
export function isAjvEntry(entry: unknown): boolean {
  const texts = ["keyword", "schemaPath", "instancePath"].every((key) => peekString(entry, key) !== undefined);
  const params = peek(entry, "params");
  return texts && typeof params === "object" && params !== null;
}

/** ajv's messages quote the schema and not what was sent, except for a `pattern` or `format` given by `$data`. */
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

/** TypeBox lists several names in one entry. ajv makes an entry for each. */
function firstOf(params: unknown, key: string): unknown {
  return peekList(peek(params, key), 1)?.[0];
}

/** Returns the fields of a JSON pointer (RFC 6901). Escapes stay, because a name with `/` or `~` ends a param in any case. */
function fieldsOf(entry: unknown): readonly string[] {
  const pointer = peekString(entry, "instancePath") ?? peekString(entry, "path") ?? "";
  return pointer.slice(0, MAX_POINTER).split("/").slice(1);
}
