/** What is relied upon of a validator's result: zod and Standard Schema put what is wrong into `error`, Valibot into `issues`. */
export interface ValidationResult {
  readonly success: boolean;
  readonly error?: unknown;
  readonly issues?: unknown;
  readonly target?: string;
}

/**
 * A hook for `zValidator`, `vValidator` and `sValidator`: it throws what the validator found, so that the contract answers with each
 * field's path in `detail`. Without it these answer by themselves, and only the status of that is known.
 *
 * @throws What the validator found, when it found something.
 * @example
 * app.post("/notes", zValidator("json", note, validationHook), (c) => c.json(c.req.valid("json"), 201));
 */
export function validationHook({ success, error, issues, target }: ValidationResult): undefined {
  if (success) return undefined;
  const found: unknown = error ?? { issues };
  // A header is no parameter, and its name is none of a param.
  if (target === "header") throw Object.assign(Object(found), { validationContext: "headers" });
  throw found;
}
