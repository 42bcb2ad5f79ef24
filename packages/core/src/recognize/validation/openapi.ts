import { guardMessage } from "../../cleaning/message.ts";
import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import type { Sanitizer } from "../../sanitizer/engine/sanitizer.ts";
import { peek, peekItems, peekString } from "../../untrusted/peek.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

const STATUSES: ReadonlyMap<string, number> = new Map([
  ["Bad Request", 400],
  ["Unauthorized", 401],
  ["Forbidden", 403],
  ["Not Found", 404],
  ["Method Not Allowed", 405],
  ["Not Acceptable", 406],
  ["Request Entity Too Large", 413],
  ["Unsupported Media Type", 415],
  ["Internal Server Error", 500],
]);

/** The part of the request to which a path belongs. Any other beginning means the path of the request itself. */
const PLACE = /^\/(body|query|params|headers|cookies)(?:\/|$)/;

/** How many UTF-16 code units of a path are read: more than a param can have. */
const MAX_PLACE = 2_000;

/**
 * Recognizes express-openapi-validator. Its classes have a status, a function that makes them, and a list of places. Its 500 says that the
 * service's own response, or its description, is wrong.
 */
export const openapi: BuiltInRecognizer = {
  name: "express-openapi-validator",
  marks: { names: [...STATUSES.keys()] },
  map(thrown, mappingContext) {
    const { name, field } = thrown;
    const status = typeof name === "string" ? STATUSES.get(name) : undefined;
    if (status === undefined || thrown.status !== status || !isOwnError(thrown)) return undefined;
    if (typeof peek(field("constructor"), "create") !== "function") return undefined;
    const entries = peekItems(field("errors"), MAX_ISSUES);
    if (entries.length === 0 || !entries.every(isEntry)) return undefined;
    if (status === 400) {
      const issues = entries.flatMap((entry) => describe(entry, mappingContext.sanitizer));
      return invalidInput(thrown, issues);
    }
    if (status === 413) return { code: "content_too_large" };
    return mappingOfHttpError(status, mappingContext, field("headers"));
  },
};

function isEntry(entry: unknown): boolean {
  return peekString(entry, "path") !== undefined && peekString(entry, "message") !== undefined;
}

/** Only ajv's messages are safe, because they quote only the schema. The other messages quote the request. */
function describe(entry: unknown, sanitizer: Sanitizer): readonly Issue[] {
  const path = peekString(entry, "path")?.slice(0, MAX_PLACE) ?? "";
  const place = PLACE.exec(path)?.[1];
  if (place === undefined) return [];
  const fields = path.split("/").slice(2);
  const param = place === "headers" || place === "cookies" ? null : toParam(fields);
  return [{ param, message: safeText(entry, sanitizer) }];
}

const UNKNOWN_FIELD = /^(?:additional|unevaluated)Properties\./;

function safeText(entry: unknown, sanitizer: Sanitizer): string {
  const code = peekString(entry, "errorCode");
  const text = peekString(entry, "message") ?? "";
  if (code === undefined) return text.startsWith("Unknown query parameter ") ? NOT_KNOWN : NOT_VALID;
  return UNKNOWN_FIELD.test(code) ? NOT_KNOWN : guardMessage(text, NOT_VALID, sanitizer).message;
}
