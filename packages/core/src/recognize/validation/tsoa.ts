import { toParam } from "../../errors/param.ts";
import { isRecord, peek, peekNames, peekString } from "../../untrusted/peek.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

const NAME = "ValidateError";

/** The end of its message about a field that the model does not have. Its other messages may quote what was sent. */
const EXCESS = " is an excess property and therefore is not allowed";

/** Recognizes the validation of tsoa: an object with the message and the value of each field. On Koa, its message lists them all. */
export const tsoa: BuiltInRecognizer = {
  name: "tsoa",
  marks: { names: [NAME] },
  map(thrown) {
    const fields = thrown.field("fields");
    if (thrown.name !== NAME || thrown.status !== 400 || !isOwnError(thrown) || !isRecord(fields)) return undefined;
    const texts = peekNames(fields, MAX_ISSUES).map((key) => [key, peekString(peek(fields, key), "message")] as const);
    if (!texts.every(([, text]) => text !== undefined)) return undefined;
    const issues = texts.map(([key, text]) => ({
      param: toParam(pathOf(key)),
      message: text?.endsWith(EXCESS) ? NOT_KNOWN : NOT_VALID,
    }));
    return invalidInput(thrown, issues);
  },
};

/** A path begins with the name of a method's argument, which clients do not know. Of a field alone, that is its name. */
function pathOf(key: string): readonly string[] {
  const [argument = "", ...below] = key.split(".");
  const path = below.length === 0 || below[0]?.startsWith("$") ? [argument, ...below] : below;
  return path.map((name) => (/^\$\d+$/.test(name) ? name.slice(1) : name));
}
