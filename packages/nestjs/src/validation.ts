import { BadRequestException } from "@nestjs/common";
import { defineOwn, PIPE_ISSUES } from "@uhp-errors/core/internal";

/** How deep nested errors are read for the messages that Nest itself would send. */
const MAX_DEPTH = 16;

/**
 * Makes the exception that a validation pipe throws. Pass it as the option `exceptionFactory` to `ValidationPipe` and
 * `StandardSchemaValidationPipe`. Without it, Nest keeps only the messages. With it, the response names the invalid
 * fields in `detail.issues`. If the contract does not apply, the response is that of Nest's own `BadRequestException`.
 * For some failures `ParseArrayPipe` only has messages, which name no field.
 *
 * @example
 * app.useGlobalPipes(new ValidationPipe({ whitelist: true, exceptionFactory }));
 */
export function exceptionFactory(errors: string | readonly (object | string)[]): BadRequestException {
  if (typeof errors === "string" || !errors.every(isObject)) return new BadRequestException(errors);
  const exception = new BadRequestException(errors.flatMap((error) => textsOf(error, [], 0)));
  // Not enumerable, so that loggers do not print what was sent.
  defineOwn(exception, PIPE_ISSUES, errors);
  return exception;
}

function isObject(error: object | string): error is object {
  return typeof error === "object";
}

/** The parts of a class-validator error, or of a Standard Schema issue, that the message is made from. */
interface Finding {
  readonly property?: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly object[];
  readonly message?: string;
}

/** Returns the messages of an error and of its children, each prefixed with its parent's path, as Nest does. */
function textsOf(error: object, parents: readonly string[], depth: number): string[] {
  const { property, constraints = {}, children = [], message } = error as Finding;
  if (message !== undefined) return [message];
  const own = Object.values(constraints).map((text) => [...parents, text].join("."));
  const path = property === undefined ? parents : [...parents, property];
  const below = depth < MAX_DEPTH ? children.flatMap((child) => textsOf(child, path, depth + 1)) : [];
  return [...own, ...below];
}
