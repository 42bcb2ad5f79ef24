import { STATUS_CODES } from "node:http";
import { bare, type Node, pathOf } from "./syntax.ts";

function lettersOf(name: string): string {
  return name.replace(/[^A-Za-z]/g, "").toUpperCase();
}

/** Other names that libraries have for statuses. */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  CONTENTTOOLARGE: 413,
  ENTITYTOOLARGE: 413,
  REQUESTTOOLONG: 413,
  REQUESTURITOOLONG: 414,
  UNPROCESSABLECONTENT: 422,
  BADDATA: 422,
  RATELIMITED: 429,
  GENERALERROR: 500,
  INTERNAL: 500,
  INTERNALERROR: 500,
  BADIMPLEMENTATION: 500,
  SERVERERROR: 500,
  SERVERUNAVAILABLE: 503,
  UNAVAILABLE: 503,
  RESOURCEGONE: 410,
  PAYMENTERROR: 402,
  NOTAUTHENTICATED: 401,
  TEAPOT: 418,
  METHODNOTALLOWED: 405,
  TIMEOUT: 408,
};

const BY_NAME: ReadonlyMap<string, number> = new Map([
  ...Object.entries(OTHER_NAMES),
  ...Object.entries(STATUS_CODES).map(([status, name = ""]): [string, number] => [lettersOf(name), Number(status)]),
]);

/**
 * Returns the status that a name means, such as 404 for `NOT_FOUND`, `notFound`, `HTTP_STATUS_NOT_FOUND`,
 * `NotFoundException` and `HTTP_404_NOT_FOUND`.
 */
export function statusOfName(name: string): number | undefined {
  const letters = lettersOf(name.replace(/^HTTP_?(?:STATUS_?)?(?:CODE_?)?(?:\d{3}_?)?/, ""));
  return BY_NAME.get(letters) ?? BY_NAME.get(letters.replace(/(?:HTTP)?(?:EXCEPTION|ERROR)$/, ""));
}

export interface Statuses {
  readonly shown: readonly number[];
  readonly isOpen: boolean;
}

export type Constants = ReadonlyMap<string, Node>;

const UNKNOWN: Statuses = { shown: [], isOpen: true };

/** How deep constants are followed, and how many expressions are read for one status. */
const MAX_DEPTH = 8;
const MAX_READ = 1_000;

export function statusesOf(node: Node | undefined, constants: Constants, depth = 0, read = { count: 0 }): Statuses {
  const expression = bare(node);
  read.count += 1;
  if (expression === undefined || depth > MAX_DEPTH || read.count > MAX_READ) return UNKNOWN;
  const next = (inner: Node) => statusesOf(inner, constants, depth + 1, read);
  if (expression.type === "NumericLiteral") return { shown: [expression.value], isOpen: false };
  if (expression.type === "StringLiteral" && /^[1-5]\d\d$/.test(expression.value)) {
    return { shown: [Number(expression.value)], isOpen: false };
  }
  if (expression.type === "LogicalExpression") {
    const [left, right] = [expression.left, expression.right].map(next);
    return both(left, right);
  }
  if (expression.type === "ConditionalExpression") {
    const { consequent, alternate } = expression;
    return both(next(consequent), next(alternate));
  }
  if (expression.type === "Identifier") {
    const value = constants.get(expression.name);
    if (value !== undefined) return next(value);
    return named(/^[A-Z][A-Z_\d]+$/.test(expression.name) ? expression.name : undefined);
  }
  // `defaultTo(status, 422)`: an argument may be the result.
  if (expression.type === "CallExpression") {
    const shown = expression.arguments.flatMap((arg) => next(arg as Node).shown);
    return { shown: shown.filter(isErrorStatus), isOpen: true };
  }
  return named(pathOf(expression)?.at(-1));
}

function named(name: string | undefined): Statuses {
  const status = name === undefined ? undefined : statusOfName(name);
  return status === undefined ? UNKNOWN : { shown: [status], isOpen: false };
}

function both(one: Statuses | undefined, other: Statuses | undefined): Statuses {
  return {
    shown: [...(one?.shown ?? []), ...(other?.shown ?? [])],
    isOpen: one?.isOpen === true || other?.isOpen === true,
  };
}

export function errorStatusOf({ shown }: Statuses): number | undefined {
  return shown.find(isErrorStatus);
}

/** The status of an error: `"open"` if the source shows one that may be another at run time, `undefined` if it shows none. */
export type ShownStatus = number | "open" | undefined;

/** Returns the status of an error, as far as the source shows it. */
export function shownStatusOf(statuses: Statuses): ShownStatus {
  const status = errorStatusOf(statuses);
  return status !== undefined && statuses.isOpen ? "open" : status;
}

export function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}
