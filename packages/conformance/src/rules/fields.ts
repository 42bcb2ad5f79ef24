import {
  CODES,
  type CodeDefinition,
  defineCatalog,
  ERROR_TYPES,
  type ErrorType,
  sanitizeMessage,
} from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/internal";
import type { Definition } from "../audit.ts";
import { errorField, errorIn, type JudgedResponse, quoted } from "../requests/answer.ts";
import { CANNOT_TELL, type ErrorRule, errorRule, type Judgement } from "./envelope.ts";

/** Makes a rule about one field of an error, if the error has it. */
function fieldRule(
  id: string,
  name: Definition["name"],
  clause: string,
  field: string,
  judge: (value: unknown, answer: JudgedResponse) => Judgement,
): ErrorRule {
  return errorRule(id, name, clause, (answer) => {
    const error = errorIn(answer);
    return error !== undefined && Object.hasOwn(error, field) ? judge(error[field], answer) : CANNOT_TELL;
  });
}

export function findDefinition(code: unknown): CodeDefinition | undefined {
  const codes: Readonly<Record<string, CodeDefinition>> = CODES;
  return typeof code === "string" && Object.hasOwn(codes, code) ? codes[code] : undefined;
}

/** Returns the type of a vendor's code by its status: the type that lists the status, or the general one for 4xx or 5xx. */
function expectedType(status: number): ErrorType {
  const types = Object.entries<{ readonly statuses: readonly number[] }>(ERROR_TYPES);
  const listing = (wanted: number) => types.find(([, { statuses }]) => statuses.includes(wanted))?.[0];
  return (listing(status) ?? listing(status < 500 ? 400 : 500)) as ErrorType;
}

/** Whether a code begins with a prefix that cannot be part of a code of the specification. */
export function hasVendorPrefix(code: string): boolean {
  const [, vendor] = /^([a-z][a-z0-9]*)_[a-z0-9_]+$/.exec(code) ?? [];
  if (vendor === undefined) return false;
  try {
    defineCatalog({ vendor: vendor as "acme" });
    return true;
  } catch {
    return false;
  }
}

/** A path of segments without white space, brackets and slashes, none of them empty. */
const PARAM = /^[^\s.[\]/\\]+(?:\.[^\s.[\]/\\]+)*$/;

const PRIVATE = { credential: "a credential", host: "an internal host", path: "a file path", stack: "a stack trace" };

export const FIELDS: readonly ErrorRule[] = [
  fieldRule("FLD01", "MUST give an error one of the six types", "errors 2", "type", (type) =>
    typeof type === "string" && Object.hasOwn(ERROR_TYPES, type) ? undefined : `\`type\` is ${quoted(type)}.`,
  ),
  fieldRule("FLD02", "MUST send each type only with statuses of that type", "errors 2", "type", (type, answer) => {
    const code = errorField(answer, "code");
    if (typeof type !== "string" || !Object.hasOwn(ERROR_TYPES, type) || findDefinition(code)) return CANNOT_TELL;
    const expected = expectedType(answer.status);
    return type === expected ? undefined : `With status ${answer.status} the type is ${expected}, not ${quoted(type)}.`;
  }),
  fieldRule(
    "FLD03",
    "MUST use codes of the specification, or codes with a vendor's prefix",
    "errors 3",
    "code",
    (code) => {
      if (typeof code !== "string" || code === "") return `\`code\` is ${quoted(code)}, not a text.`;
      if (findDefinition(code) !== undefined || hasVendorPrefix(code)) return undefined;
      return `${quoted(code)} is no code of the specification and has no vendor's prefix.`;
    },
  ),
  fieldRule(
    "FLD04",
    "MUST send a code of the specification with its own status and type",
    "errors 3",
    "code",
    (code, answer) => {
      const definition = findDefinition(code);
      return definition === undefined ? CANNOT_TELL : misfitOf(String(code), definition, answer);
    },
  ),
  fieldRule(
    "FLD05",
    "MUST write a message of one sentence, without a stack trace",
    "errors 1",
    "message",
    (message) => {
      if (typeof message !== "string" || message.trim() === "")
        return `\`message\` is ${quoted(message)}, not a sentence.`;
      if (/[\r\n]/.test(message)) return "`message` has several lines.";
      const kinds = sanitizeMessage(message).removed.map(({ kind }) => kind);
      if (kinds.includes("stack")) return "`message` holds a stack trace.";
      return kinds.includes("rest") ? "`message` is longer than one sentence." : undefined;
    },
  ),
  fieldRule(
    "FLD06",
    "MUST keep credentials, internal hosts and file paths out of a message",
    "errors 1",
    "message",
    (message) => {
      if (typeof message !== "string") return CANNOT_TELL;
      const kinds = sanitizeMessage(message).removed.map(({ kind }) => kind);
      const found = (["credential", "host", "path"] as const).filter((kind) => kinds.includes(kind));
      return found.length === 0
        ? undefined
        : `\`message\` seems to hold ${found.map((kind) => PRIVATE[kind]).join(", ")}.`;
    },
  ),
  fieldRule("FLD07", "MUST write `param` as a dotted path or null", "errors 1", "param", (param) =>
    param === null || (typeof param === "string" && PARAM.test(param))
      ? undefined
      : `\`param\` is ${quoted(param)}, not a path such as "input.0.content".`,
  ),
  fieldRule("FLD08", "MUST send `detail` as an object or null", "errors 1", "detail", (detail) =>
    detail === null || isRecord(detail) ? undefined : `\`detail\` is ${quoted(detail)}.`,
  ),
];

export function misfitOf(
  code: string,
  { status, type }: CodeDefinition,
  answer: Omit<JudgedResponse, "headers">,
): string | undefined {
  const statuses: readonly number[] = [status].flat();
  if (!statuses.includes(answer.status)) {
    return `${code} has status ${statuses.join(" or ")}, and the answer ${answer.status}.`;
  }
  const given = errorField(answer, "type");
  return given === type ? undefined : `${code} is of type ${type}, and the answer says ${quoted(given)}.`;
}
