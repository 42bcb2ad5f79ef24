/** The libraries' names in the page's code, for its type check: only this workspace has it. */
export { Elysia, InvalidCookieSignature, NotFoundError, ParseError, ValidationError } from "elysia";
export { Hono } from "hono";
export { handle } from "hono/aws-lambda";
