import { ERROR_TYPES } from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/internal";
import type { Definition } from "../audit.ts";
import { faultOf, Unjudged } from "../outcome.ts";
import { type Answer, errorField, errorIn, type JudgedResponse, own, quoted, readBody } from "../requests/answer.ts";

/** The judgement of a rule on one response: what is wrong, nothing, or that the rule cannot be judged. */
export type Judgement = string | undefined | typeof CANNOT_TELL;

/** The response lacks the part that the rule is about. Another rule reports that. */
export const CANNOT_TELL = Symbol("cannot tell");

export interface ErrorRule extends Definition {
  readonly judge: (response: JudgedResponse) => Judgement;
}

export function errorRule(id: string, name: Definition["name"], clause: string, judge: ErrorRule["judge"]): ErrorRule {
  return { id, name, clause, judge, check: async (probe) => judgeAll(await probe.errors(), judge) };
}

/** @throws Fault for the first response that breaks the rule, Unjudged if none can be judged */
function judgeAll(answers: readonly Answer[], judge: ErrorRule["judge"]): void {
  let judged = 0;
  for (const answer of answers) {
    const judgement = judge(answer);
    if (typeof judgement === "string") throw faultOf(answer, judgement);
    if (judgement === undefined) judged += 1;
  }
  if (judged === 0) throw new Unjudged("No error had anything to judge here.");
}

const FIELD_NAMES = ["type", "code", "message", "param", "detail"];

/** Whether a body is an error. A failed task has other fields besides `error`. */
function isErrorBody(answer: Answer): boolean {
  const body = readBody(answer);
  const error = errorIn(answer);
  if ("fault" in body || error === undefined) return false;
  if (Object.hasOwn(ERROR_TYPES, String(own(error, "type")))) return true;
  const isAlone = Object.keys(body.value).every((name) => name === "error" || name === "detail");
  return isAlone && ["code", "message"].some((name) => typeof own(error, name) === "string");
}

export const ENVELOPE: readonly (ErrorRule | (Definition & { readonly judge?: undefined }))[] = [
  errorRule("ENV01", "MUST answer every error with a JSON object", "errors 1", (answer) => {
    const body = readBody(answer);
    return "fault" in body ? body.fault : undefined;
  }),
  errorRule(
    "ENV02",
    "MUST have no key but `error`, and perhaps the deprecated `detail`, in an error's body",
    "errors 1",
    (answer) => {
      const body = readBody(answer);
      if ("fault" in body) return CANNOT_TELL;
      const names = Object.keys(body.value);
      if (!names.includes("error")) return `The keys are ${quoted(names)}; \`error\` is missing.`;
      const extra = names.filter((name) => name !== "error" && name !== "detail");
      return extra.length === 0 ? undefined : `Beside \`error\` there is ${quoted(extra)}.`;
    },
  ),
  errorRule("ENV03", "MUST give every error exactly its five fields", "errors 1", (answer) => {
    const body = readBody(answer);
    if ("fault" in body || !Object.hasOwn(body.value, "error")) return CANNOT_TELL;
    const error = own(body.value, "error");
    if (!isRecord(error)) return "`error` is no object.";
    const names = Object.keys(error);
    const missing = FIELD_NAMES.filter((name) => !names.includes(name));
    if (missing.length > 0) return `\`error\` lacks ${missing.join(", ")}.`;
    const extra = names.filter((name) => !FIELD_NAMES.includes(name));
    return extra.length === 0 ? undefined : `\`error\` has fields of its own: ${quoted(extra)}.`;
  }),
  errorRule("ENV04", "SHOULD declare an error's body as application/json", "RFC 9110, section 8.3", (answer) => {
    const type = answer.headers.get("content-type");
    if (type === null) return "There is no `Content-Type`.";
    return /^application\/json\s*(?:;|$)/i.test(type) ? undefined : `\`Content-Type\` is ${quoted(type)}.`;
  }),
  {
    id: "ENV05",
    name: "MUST NOT send an error's envelope with a status below 400",
    clause: "errors 1",
    check: async (probe) => {
      for (const answer of await probe.samples()) {
        if (answer.status < 400 && isErrorBody(answer)) {
          throw faultOf(answer, `The status is ${answer.status}, and the body is an error.`);
        }
      }
    },
  },
  errorRule(
    "ENV06",
    "MUST NOT say more in the deprecated `detail` beside `error` than the message",
    "errors 1",
    (answer) => {
      const body = readBody(answer);
      if ("fault" in body) return CANNOT_TELL;
      if (!Object.hasOwn(body.value, "detail")) return undefined;
      const detail = own(body.value, "detail");
      return detail === errorField(answer, "message")
        ? undefined
        : "`detail` beside `error` is not the text of `error.message`.";
    },
  ),
];
