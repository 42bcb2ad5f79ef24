import { peek } from "@uhp-errors/core/internal";

/**
 * The parts of a validator's result that are used. zod and Standard Schema put the issues into `error`, Valibot into
 * `issues`, TypeBox and arktype into `errors`.
 */
export interface ValidationResult {
  readonly success: boolean;
  readonly error?: unknown;
  readonly issues?: unknown;
  readonly errors?: readonly { readonly path: unknown; readonly message: string }[];
  readonly target?: string;
}

const MESSAGE = "The request does not fit its schema.";

/**
 * A hook for `zValidator`, `vValidator`, `sValidator`, `tbValidator` and `arktypeValidator`. It throws what the validator found, so that the contract's
 * response has each field's path in `detail`. Without it, these validators respond themselves, and the contract only
 * knows their status.
 *
 * @throws What the validator found, if it found anything.
 * @example
 * app.post("/notes", zValidator("json", note, validationHook), (c) => c.json(c.req.valid("json"), 201));
 */
export function validationHook({ success, error, issues, errors, target }: ValidationResult): undefined {
  if (success) return undefined;
  // Of a thrown value that is no error, Hono tells no middleware: a logger around the validator would write no line.
  const found: unknown =
    error instanceof Error
      ? error
      : refused(peek(error, "issues") ?? error ?? issues ?? Array.from(errors ?? [], toIssue));
  // A header is not a parameter, so its name must not become `param`.
  if (target === "header") throw Object.assign(Object(found), { validationContext: "headers" });
  throw found;
}

/** Makes an error of a list of issues, by the name that Standard Schema gives it. */
function refused(issues: unknown): Error {
  return Object.assign(new Error(MESSAGE), { name: "SchemaError", issues });
}

/** Makes an issue of an error whose path is a list, or a JSON pointer. */
function toIssue({ path, message }: { readonly path: unknown; readonly message: string }): object {
  return { message, path: typeof path === "string" ? path.split("/").slice(1) : path };
}
