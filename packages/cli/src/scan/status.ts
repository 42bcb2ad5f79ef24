import { STATUS_CODES } from "node:http";
import { bare, lastName, type Node } from "./syntax.ts";

function onlyLetters(name: string): string {
  return name.replace(/[^A-Za-z]/g, "").toUpperCase();
}

/** Other names that libraries have for statuses. */
const OTHER_NAMES: Readonly<Record<number, string>> = {
  401: "NOTAUTHENTICATED",
  402: "PAYMENTERROR",
  408: "TIMEOUT",
  410: "RESOURCEGONE",
  413: "CONTENTTOOLARGE|ENTITYTOOLARGE|REQUESTTOOLONG",
  414: "REQUESTURITOOLONG",
  418: "TEAPOT",
  422: "UNPROCESSABLECONTENT|BADDATA",
  429: "RATELIMITED",
  500: "GENERALERROR|INTERNAL|INTERNALERROR|BADIMPLEMENTATION|SERVERERROR",
  503: "SERVERUNAVAILABLE|UNAVAILABLE",
};

const BY_NAME: ReadonlyMap<string, number> = new Map(
  [...Object.entries(OTHER_NAMES), ...Object.entries(STATUS_CODES)].flatMap(([status, names = ""]) =>
    names.split("|").map((name): [string, number] => [onlyLetters(name), Number(status)]),
  ),
);

/**
 * Returns the status that a name means, such as 404 for `NOT_FOUND`, `notFound`, `HTTP_STATUS_NOT_FOUND`,
 * `NotFoundException` and `HTTP_404_NOT_FOUND`.
 */
export function namedStatus(name: string): number | undefined {
  const letters = onlyLetters(name.replace(/^HTTP_?(?:STATUS_?)?(?:CODE)?/, ""));
  return BY_NAME.get(letters) ?? BY_NAME.get(letters.replace(/(?:HTTP)?(?:EXCEPTION|ERROR)$/, ""));
}

export interface Statuses {
  readonly shown: readonly number[];
  readonly isOpen: boolean;
}

/** Values by name. A name that a node has not may be looked up, too. */
export interface Lookup<Value> extends ReadonlyMap<string, Value> {
  get(name: string | undefined): Value | undefined;
  has(name: string | undefined): boolean;
}

export type Constants = Lookup<Node>;

const UNKNOWN: Statuses = { shown: [], isOpen: true };

/** How deep constants are followed, and how many expressions are read for one status. */
const MAX_DEPTH = 8;
const MAX_READ = 1_000;

export function readStatuses(node: Node | undefined, constants: Constants, depth = 0, read = { count: 0 }): Statuses {
  const expression = bare(node);
  read.count += 1;
  if (expression === undefined || depth > MAX_DEPTH || read.count > MAX_READ) return UNKNOWN;
  const next = (inner: Node) => readStatuses(inner, constants, depth + 1, read);
  if (expression.type === "NumericLiteral") return { shown: [expression.value], isOpen: false };
  if (expression.type === "StringLiteral" && /^[1-5]\d\d$/.test(expression.value)) {
    return { shown: [Number(expression.value)], isOpen: false };
  }
  if (expression.type === "LogicalExpression") return both(next(expression.left), next(expression.right));
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
  return named(lastName(expression));
}

function named(name: string | undefined): Statuses {
  const status = name === undefined ? undefined : namedStatus(name);
  return status === undefined ? UNKNOWN : { shown: [status], isOpen: false };
}

function both(one: Statuses, other: Statuses): Statuses {
  return { shown: [...one.shown, ...other.shown], isOpen: one.isOpen || other.isOpen };
}

export function firstErrorStatus({ shown }: Statuses): number | undefined {
  return shown.find(isErrorStatus);
}

/** The status of an error: `"open"` if the source shows one that may be another at run time, `undefined` if it shows none. */
export type ErrorStatus = number | "open" | undefined;

/** Returns the status of an error, as far as the source shows it. */
export function readErrorStatus(statuses: Statuses): ErrorStatus {
  const status = firstErrorStatus(statuses);
  return status !== undefined && statuses.isOpen ? "open" : status;
}

export function isErrorStatus(status: number | undefined): status is number {
  return status !== undefined && Number.isInteger(status) && status >= 400 && status <= 599;
}
