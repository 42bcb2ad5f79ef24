import { type CustomMapping, recognizeClass } from "@uhp-errors/core";
import { InvalidCookieSignature, NotFoundError, ParseError, ValidationError } from "elysia";

function refused({ type, all }: ValidationError): CustomMapping {
  if (type === "response") return { code: "internal_error" };
  const paths = all.slice(0, 20).map(({ path }) => path.replace(/^\//, "").replaceAll("/", ".") || null);
  const issues = paths.map((param) => ({ param, message: "This field is not valid." }));
  return { code: "invalid_input", param: paths[0], detail: { issues } };
}

export const elysiaErrors = [
  recognizeClass(ValidationError, { byCode: { VALIDATION: refused } }),
  recognizeClass(NotFoundError, { byCode: { NOT_FOUND: "route_not_found" } }),
  recognizeClass(ParseError),
  recognizeClass(InvalidCookieSignature),
];
