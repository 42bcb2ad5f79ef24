import { guardMessage } from "../../errors/message.ts";
import { toParam } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { isNativeError, peek, peekList, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";
import { type Issue, invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** Names of the errors that wrap a list of issues. Their own message is a dump of all issues, values included. */
const VALIDATION_ERRORS: ReadonlySet<string> = new Set(["ZodError", "$ZodError", "ValiError", "SchemaError"]);

/** The one kind of issue whose text, in zod 3, quotes what was sent. */
const QUOTING = "invalid_enum_value";

/** zod and any validator with Standard Schema issues, thrown as its error, as a failure result or as the list itself. */
export const validation: BuiltInRecognizer = {
  name: "validation",
  recognize(thrown, { sanitizer }) {
    const issues = issuesOf(thrown);
    if (issues === undefined) return undefined;
    // zod's own texts speak of the schema alone and an author's are guarded; other validators quote what was sent.
    const zod = isZodError(thrown) || isZod3Error(thrown);
    return invalidInput(
      thrown,
      issues.map((issue) => describe(issue, zod && peek(issue, "code") !== QUOTING, sanitizer)),
    );
  },
};

function issuesOf(thrown: unknown): unknown[] | undefined {
  const listed = peekList(thrown, MAX_ISSUES);
  if (listed !== undefined) return areIssues(listed) && listed.some(hasMark) ? listed : undefined;
  const issues = peekList(peek(thrown, "issues"), MAX_ISSUES);
  if (issues === undefined || !areIssues(issues)) return undefined;
  if (isZodError(thrown)) return issues;
  const name = peek(thrown, "name");
  // A failure result is a plain object without a name; whatever has one must be an error that a validator makes.
  if (!isNativeError(thrown)) return name === undefined && isFailureResult(thrown, issues) ? issues : undefined;
  if (isOfUpstream(thrown)) return undefined;
  return typeof name === "string" && VALIDATION_ERRORS.has(name) ? issues : undefined;
}

/** Whether an object is what Standard Schema gives, and not another service's answer that happens to list issues. */
function isFailureResult(thrown: unknown, issues: readonly unknown[]): boolean {
  const answered = ["status", "statusCode"].some((key) => peek(thrown, key) !== undefined);
  return !answered && !isOfUpstream(thrown) && issues.some(hasMark);
}

/** zod's own mark, which text alone cannot forge: an error that was rebuilt from JSON has the name and not the mark. */
function isZodError(thrown: unknown): boolean {
  try {
    return Set.prototype.has.call(peek(peek(thrown, "_zod"), "traits"), "$ZodError");
  } catch {
    return false;
  }
}

/** zod 3 has no such mark, but functions of its own on each error, which nothing that was rebuilt from JSON has. */
function isZod3Error(thrown: unknown): boolean {
  return isNativeError(thrown) && peek(thrown, "name") === "ZodError" && typeof peek(thrown, "addIssue") === "function";
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

function isList(value: unknown): boolean {
  return peekList(value, 0) !== undefined;
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
