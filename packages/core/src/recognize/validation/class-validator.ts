import { toParam } from "../../errors/param.ts";
import { peek, peekList } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { type Issue, invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** How many entries of the tree are read. */
const MAX_ENTRIES = 500;

interface Entry {
  readonly error: unknown;
  readonly path: readonly unknown[];
}

/** class-validator: a thrown list of its errors, each with the errors of the fields below it. Its texts may quote what was sent. */
export const classValidator: BuiltInRecognizer = {
  name: "class-validator",
  marks: { isList: true },
  map(thrown) {
    const errors = peekList(thrown.value, MAX_ISSUES);
    if (errors === undefined || errors.length === 0 || !errors.every(isOfClass)) return undefined;
    return invalidInput(thrown, issuesOf(errors));
  },
};

/** Known by a method of its class, which parsed JSON cannot have. Another service may well send such a list. */
function isOfClass(error: unknown): boolean {
  return (
    typeof peek(error, "toString") === "function" &&
    [peek(error, "constraints"), peek(error, "children")].some(isObject)
  );
}

function issuesOf(errors: readonly unknown[]): readonly Issue[] {
  const found: Issue[] = [];
  const open: Entry[] = errors.map((error) => ({ error, path: [peek(error, "property")] }));
  for (let seen = 0; seen < MAX_ENTRIES && found.length < MAX_ISSUES; seen += 1) {
    const entry = open.shift();
    if (entry === undefined) break;
    const { error, path } = entry;
    const constraints = peek(error, "constraints");
    if (isObject(constraints)) {
      const unknown = peek(constraints, "whitelistValidation") !== undefined;
      found.push({ param: toParam(path), message: unknown ? NOT_KNOWN : NOT_VALID });
    }
    const children = peekList(peek(error, "children"), MAX_ISSUES) ?? [];
    open.unshift(...children.map((child) => ({ error: child, path: [...path, peek(child, "property")] })));
  }
  return found;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
