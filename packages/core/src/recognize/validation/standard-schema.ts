import { guardMessage } from "../../cleaning/message.ts";
import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { tryOr } from "../../untrusted/attempt.ts";
import { isList, peek, peekItems, peekList, peekString } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { hasNone, isOfUpstream, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** Names of errors that wrap a list of issues. Their message lists all issues with their values. */
const VALIDATION_ERRORS: ReadonlySet<unknown> = new Set(["ZodError", "$ZodError", "ValiError", "SchemaError"]);

/** The only kind of issue in zod 3 whose message quotes what was sent. */
const QUOTING = "invalid_enum_value";

/** Recognizes zod and any validator with Standard Schema issues: a thrown error, a thrown failure result, or a thrown list of issues. */
export const validation: BuiltInRecognizer = {
  name: "validation",
  marks: { fields: ["issues"], isList: true },
  map(thrown, { sanitizer }) {
    const found = issuesOf(thrown);
    if (found === undefined) return undefined;
    // zod's own messages quote only the schema, and an author's are sanitized. Other validators quote what was sent.
    const isZod = isZodError(thrown) || isZod3Error(thrown);
    const issues = found.map((issue) => describe(issue, isZod && peek(issue, "code") !== QUOTING, sanitizer));
    return invalidInput(thrown, issues);
  },
};

function issuesOf(thrown: ThrownValue): readonly unknown[] | undefined {
  const listed = peekList(thrown.value, MAX_ISSUES);
  if (listed !== undefined) return areIssues(listed) && listed.some(hasMark) ? listed : undefined;
  const issues = peekList(thrown.field("issues"), MAX_ISSUES);
  if (issues === undefined || !areIssues(issues)) return undefined;
  const isKnown = isZodError(thrown) || isValidationError(thrown) || isFailureResult(thrown, issues);
  return isKnown ? issues : undefined;
}

function isValidationError(thrown: ThrownValue): boolean {
  return VALIDATION_ERRORS.has(thrown.name) && isOwnError(thrown);
}

/**
 * Whether a value is a failure result of Standard Schema: a plain object without a name, and not another service's response with a list of
 * issues.
 */
function isFailureResult(thrown: ThrownValue, issues: readonly unknown[]): boolean {
  const isBare = !thrown.isNativeError && hasNone(thrown, "name", "status", "statusCode");
  return isBare && !isOfUpstream(thrown) && issues.some(hasMark);
}

/** Checks zod's own mark. An error that was rebuilt from JSON has the name, but not the mark. */
function isZodError({ field }: ThrownValue): boolean {
  return tryOr(() => Set.prototype.has.call(peek(field("_zod"), "traits"), "$ZodError"), false);
}

/** Checks for functions, which zod 3's errors have and parsed JSON cannot have. zod 3 has no mark. */
function isZod3Error({ isNativeError, name, field }: ThrownValue): boolean {
  return isNativeError && name === "ZodError" && typeof field("addIssue") === "function";
}

function areIssues(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every(isIssue);
}

function isIssue(issue: unknown): boolean {
  const path = peek(issue, "path");
  if (peekString(issue, "message") === undefined || (path !== undefined && !isList(path))) return false;
  // Errors in another service's GraphQL response look the same, except for these fields.
  return peek(issue, "locations") === undefined && peek(issue, "extensions") === undefined;
}

/** Whether a value is clearly an issue by its path or by valibot's kind. */
function hasMark(issue: unknown): boolean {
  return isList(peek(issue, "path")) || typeof peek(issue, "kind") === "string";
}

function describe(issue: unknown, quotable: boolean, sanitizer: Sanitizer): Issue {
  const path = peekItems(peek(issue, "path"), MAX_ISSUES);
  const unknownKeys = peek(issue, "code") === "unrecognized_keys" ? peekList(peek(issue, "keys"), 1) : undefined;
  if (quotable && unknownKeys !== undefined) {
    return { param: toParam([...path, unknownKeys[0]]), message: NOT_KNOWN };
  }
  const message = quotable ? guardMessage(peek(issue, "message"), NOT_VALID, sanitizer).message : NOT_VALID;
  return { param: toParam(path), message };
}
