import type { Issue } from "../../codes/kinds.ts";
import { peekList } from "../../untrusted/peek.ts";
import { readThrown } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES } from "./issues.ts";
import { validation } from "./standard-schema.ts";

const MESSAGE = "[ts-rest] request validation failed";

/** The parts of a request, in the order in which it checks them. The fields of a header have no param. */
const PARTS = ["pathParams", "headers", "query", "body"] as const;

/** Recognizes the validation of ts-rest, which a service passes on: an error of zod, or null, for each part of the request. */
export const tsRest: BuiltInRecognizer = {
  name: "ts-rest",
  marks: { messages: [MESSAGE] },
  map(thrown, mappingContext) {
    if (thrown.message !== MESSAGE || !isOwnError(thrown)) return undefined;
    const issues = PARTS.flatMap((part): Issue[] => {
      const mapping = validation.map(readThrown(thrown.field(part)), mappingContext);
      const found = mapping === "aborted" ? undefined : mapping?.detail?.["issues"];
      const list = (peekList(found, MAX_ISSUES) ?? []) as Issue[];
      return part === "headers" ? list.map(({ message }) => ({ param: null, message })) : list;
    });
    return issues.length === 0 ? undefined : invalidInput(thrown, issues.slice(0, MAX_ISSUES));
  },
};
