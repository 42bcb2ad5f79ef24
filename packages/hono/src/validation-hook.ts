/**
 * The parts of a validator's result that are used. zod and Standard Schema put the issues into `error`, Valibot into
 * `issues`.
 */
export interface ValidationResult {
  readonly success: boolean;
  readonly error?: unknown;
  readonly issues?: unknown;
  readonly target?: string;
}

/**
 * A hook for `zValidator`, `vValidator` and `sValidator`. It throws what the validator found, so that the contract's
 * response has each field's path in `detail`. Without it, these validators respond themselves, and the contract only
 * knows their status.
 *
 * @throws What the validator found, if it found anything.
 * @example
 * app.post("/notes", zValidator("json", note, validationHook), (c) => c.json(c.req.valid("json"), 201));
 */
export function validationHook({ success, error, issues, target }: ValidationResult): undefined {
  if (success) return undefined;
  const found: unknown = error ?? { issues };
  // A header is not a parameter, so its name must not become `param`.
  if (target === "header") throw Object.assign(Object(found), { validationContext: "headers" });
  throw found;
}
