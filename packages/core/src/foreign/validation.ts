import type { JsonObject } from "../sanitize/detail.ts";
import { guardMessage } from "../sanitize/message.ts";
import { toParam } from "../sanitize/param.ts";
import { peek, peekList, peekString } from "../sanitize/peek.ts";
import type { Meaning, Producer } from "./recognition.ts";

const MAX_ISSUES = 20;

const NOT_VALID = "This field is not valid.";

/** Names of the errors that wrap a list of issues. Their own message is a dump of all issues, values included. */
const VALIDATION_ERRORS: ReadonlySet<string> = new Set(["ZodError", "$ZodError", "ValiError", "SchemaError"]);

/** zod and any validator with Standard Schema issues, thrown as its error, as a failure result or as the list itself. */
export const validation: Producer = {
  name: "validation",
  recognise(thrown) {
    const issues = issuesOf(thrown);
    if (issues === undefined) return undefined;
    // zod's texts speak of the schema alone; other validators' may quote what the client sent.
    const quotable = isZodError(thrown);
    const listed = issues.map((issue) => describe(issue, quotable));
    const [first] = listed;
    return { code: "invalid_input", param: first?.param ?? null, detail: { issues: listed } } satisfies Meaning;
  },
};

function issuesOf(thrown: unknown): unknown[] | undefined {
  const listed = peekList(thrown, MAX_ISSUES);
  if (listed !== undefined) return areIssues(listed) && listed.some((issue) => hasPath(issue)) ? listed : undefined;
  const issues = peekList(peek(thrown, "issues"), MAX_ISSUES);
  if (issues === undefined || !areIssues(issues)) return undefined;
  return isError(thrown) && !isZodError(thrown) && !VALIDATION_ERRORS.has(peekString(thrown, "name") ?? "")
    ? undefined
    : issues;
}

/** zod's own mark, which text alone cannot forge: an error that was rebuilt from JSON has the name and not the mark. */
function isZodError(thrown: unknown): boolean {
  try {
    return Set.prototype.has.call(peek(peek(thrown, "_zod"), "traits"), "$ZodError");
  } catch {
    return false;
  }
}

/** An error of any realm: an upstream client's error may carry `issues`, a validator's plain result has no stack. */
function isError(thrown: unknown): boolean {
  return typeof peek(thrown, "stack") === "string" || peek(thrown, "name") !== undefined;
}

function areIssues(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((issue) => peekString(issue, "message") !== undefined && pathIsSound(issue));
}

function pathIsSound(issue: unknown): boolean {
  return peek(issue, "path") === undefined || hasPath(issue);
}

function hasPath(issue: unknown): boolean {
  return peekList(peek(issue, "path"), 1) !== undefined;
}

function describe(issue: unknown, quotable: boolean): JsonObject & { readonly param: string | null } {
  const path = peekList(peek(issue, "path"), MAX_ISSUES) ?? [];
  const unknownKeys = peek(issue, "code") === "unrecognized_keys" ? peekList(peek(issue, "keys"), 1) : undefined;
  if (quotable && unknownKeys !== undefined) {
    return { param: toParam([...path, unknownKeys[0]]), message: "This field is not known." };
  }
  const message = quotable ? guardMessage(peek(issue, "message"), NOT_VALID).message : NOT_VALID;
  return { param: toParam(path), message };
}
