/** The library's names in the page's code, for its type check: only this workspace has it. */
export { Elysia, InvalidCookieSignature, NotFoundError, ParseError, ValidationError } from "elysia";
