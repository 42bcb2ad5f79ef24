import { guardMessage } from "../../errors/message.ts";
import { toParam } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { isList, peek, peekList, peekString } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { hasNone, isOfUpstream, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { type Issue, invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** Names of the errors that wrap a list of issues. Their own message is a dump of all issues, values included. */
const VALIDATION_ERRORS: ReadonlySet<unknown> = new Set(["ZodError", "$ZodError", "ValiError", "SchemaError"]);

/** The one kind of issue whose text, in zod 3, quotes what was sent. */
const QUOTING = "invalid_enum_value";

/** zod and any validator with Standard Schema issues, thrown as its error, as a failure result or as the list itself. */
export const validation: BuiltInRecognizer = {
  name: "validation",
  marks: { fields: ["issues"], isList: true },
  map(thrown, { sanitizer }) {
    const found = issuesOf(thrown);
    if (found === undefined) return undefined;
    // zod's own texts speak of the schema alone and an author's are guarded; other validators quote what was sent.
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
 * Whether a value is the failure that Standard Schema gives, which is a plain object without a name. Another service's answer
 * may happen to list issues, but it has more beside them.
 */
function isFailureResult(thrown: ThrownValue, issues: readonly unknown[]): boolean {
  const isBare = !thrown.isNativeError && hasNone(thrown, "name", "status", "statusCode");
  return isBare && !isOfUpstream(thrown) && issues.some(hasMark);
}

/** zod's own mark, which text alone cannot forge: an error that was rebuilt from JSON has the name and not the mark. */
function isZodError({ field }: ThrownValue): boolean {
  try {
    return Set.prototype.has.call(peek(field("_zod"), "traits"), "$ZodError");
  } catch {
    return false;
  }
}

/** zod 3 has no such mark, but functions of its own on each error, which nothing that was rebuilt from JSON has. */
function isZod3Error({ isNativeError, name, field }: ThrownValue): boolean {
  return isNativeError && name === "ZodError" && typeof field("addIssue") === "function";
}

function areIssues(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every(isIssue);
}

function isIssue(issue: unknown): boolean {
  const path = peek(issue, "path");
  if (peekString(issue, "message") === undefined || (path !== undefined && !isList(path))) return false;
  // The errors of another service's GraphQL answer look alike, but for these.
  return peek(issue, "locations") === undefined && peek(issue, "extensions") === undefined;
}

/** Whether an issue on its own says that it is one: by a path, or by the kind that valibot gives it. */
function hasMark(issue: unknown): boolean {
  return isList(peek(issue, "path")) || typeof peek(issue, "kind") === "string";
}

function describe(issue: unknown, quotable: boolean, sanitizer: Sanitizer): Issue {
  const path = peekList(peek(issue, "path"), MAX_ISSUES) ?? [];
  const unknownKeys = peek(issue, "code") === "unrecognized_keys" ? peekList(peek(issue, "keys"), 1) : undefined;
  if (quotable && unknownKeys !== undefined) {
    return { param: toParam([...path, unknownKeys[0]]), message: NOT_KNOWN };
  }
  const message = quotable ? guardMessage(peek(issue, "message"), NOT_VALID, sanitizer).message : NOT_VALID;
  return { param: toParam(path), message };
}
