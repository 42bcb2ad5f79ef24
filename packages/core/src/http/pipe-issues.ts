/**
 * The field in which an exception of NestJS keeps what it was made from: the errors of class-validator, or the issues of a Standard Schema.
 * Registered, so that every copy of the packages finds the same.
 */
export const PIPE_ISSUES: unique symbol = /* @__PURE__ */ Symbol.for("@uhp-errors/core/pipeIssues") as never;
