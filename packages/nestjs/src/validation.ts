import { BadRequestException } from "@nestjs/common";

/** The issues that the exceptions of {@link exceptionFactory} stand for. */
const ISSUES = new WeakMap<object, readonly unknown[]>();

/** How deep the errors of nested objects are read for the text that Nest itself would send. */
const MAX_DEPTH = 16;

/**
 * Makes the exception of a pipe that validates, for the option `exceptionFactory` of `ValidationPipe` and of
 * `StandardSchemaValidationPipe`. By itself Nest keeps nothing but texts. With this, the response says in `detail.issues` which
 * fields are wrong. Where the contract does not apply, it is answered like Nest's own `BadRequestException`. Texts, which are all
 * that `ParseArrayPipe` has of some failures, say nothing of fields.
 *
 * @example
 * app.useGlobalPipes(new ValidationPipe({ whitelist: true, exceptionFactory }));
 */
export function exceptionFactory(errors: string | readonly (object | string)[]): BadRequestException {
  if (typeof errors === "string" || !errors.every(isObject)) return new BadRequestException(errors);
  const exception = new BadRequestException(errors.flatMap((error) => textsOf(error, [], 0)));
  ISSUES.set(exception, errors);
  return exception;
}

function isObject(error: object | string): error is object {
  return typeof error === "object";
}

/** What a pipe found wrong, where it made its exception with {@link exceptionFactory}; else the very value. */
export function issuesOf(thrown: unknown): unknown {
  return (typeof thrown === "object" && thrown !== null && ISSUES.get(thrown)) || thrown;
}

/** The parts of an error of class-validator's, and of an issue of a Standard Schema, that the text is made of. */
interface Finding {
  readonly property?: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly object[];
  readonly message?: string;
}

/** The messages of an error and of its children, each prefixed with the path of its parent, as Nest has them. */
function textsOf(error: object, parents: readonly string[], depth: number): string[] {
  const { property, constraints = {}, children = [], message } = error as Finding;
  if (message !== undefined) return [message];
  const own = Object.values(constraints).map((text) => [...parents, text].join("."));
  const path = property === undefined ? parents : [...parents, property];
  const below = depth < MAX_DEPTH ? children.flatMap((child) => textsOf(child, path, depth + 1)) : [];
  return [...own, ...below];
}
