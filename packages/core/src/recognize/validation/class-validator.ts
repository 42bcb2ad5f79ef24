import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import { tryOr } from "../../untrusted/attempt.ts";
import { isObject, peek, peekItems, peekList } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

const MAX_ENTRIES = 500;

interface Entry {
  readonly error: unknown;
  readonly path: readonly unknown[];
}

/** Recognizes class-validator: a thrown list of its errors, each with the errors of nested fields. Its messages may quote what was sent. */
export const classValidator: BuiltInRecognizer = {
  name: "class-validator",
  marks: { isList: true },
  map(thrown) {
    const errors = peekList(thrown.value, MAX_ISSUES);
    if (errors === undefined || errors.length === 0 || !errors.every(isOfClass)) return undefined;
    return invalidInput(thrown, issuesOf(errors));
  },
  ownText: (thrown) => issuesOf(peekItems(thrown.value, MAX_ISSUES), firstConstraint).map(({ message }) => message),
};

/** Checks for a method of its class, which parsed JSON cannot have. Another service may well send such a list. */
function isOfClass(error: unknown): boolean {
  return (
    typeof peek(error, "toString") === "function" &&
    [peek(error, "constraints"), peek(error, "children")].some(isObject)
  );
}

function issuesOf(errors: readonly unknown[], messageOf: (constraints: object) => string = notValid): readonly Issue[] {
  const found: Issue[] = [];
  const open: Entry[] = errors.map((error) => ({ error, path: [peek(error, "property")] }));
  for (let seen = 0; seen < MAX_ENTRIES && found.length < MAX_ISSUES; seen += 1) {
    const entry = open.shift();
    if (entry === undefined) break;
    const { error, path } = entry;
    const constraints = peek(error, "constraints");
    if (isObject(constraints)) {
      const unknown = peek(constraints, "whitelistValidation") !== undefined;
      found.push({ param: toParam(path), message: unknown ? NOT_KNOWN : messageOf(constraints) });
    }
    const children = peekItems(peek(error, "children"), MAX_ISSUES);
    open.unshift(...children.map((child) => ({ error: child, path: [...path, peek(child, "property")] })));
  }
  return found;
}

function notValid(): string {
  return NOT_VALID;
}

function firstConstraint(constraints: object): string {
  const texts = tryOr((): unknown[] => Object.values(constraints).slice(0, MAX_ISSUES), []);
  return (texts.find((text) => typeof text === "string") as string | undefined) ?? NOT_VALID;
}
