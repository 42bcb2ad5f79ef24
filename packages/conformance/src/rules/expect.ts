import { faultOf } from "../outcome.ts";
import { type Answer, errorIn, own, quoted, readBody } from "../requests/answer.ts";

/** Returns the error of a response with this status and code, even if it breaks other rules. @throws Fault for another response */
export function expectError(answer: Answer, status: number, code?: string): Readonly<Record<string, unknown>> {
  const wanted = code === undefined ? `${status}` : `${status} \`${code}\``;
  if (answer.status !== status) throw faultOf(answer, `Expected ${wanted}, but the status is ${answer.status}.`);
  const error = expectAnyError(answer, wanted);
  if (code !== undefined && own(error, "code") !== code) {
    throw faultOf(answer, `Expected ${wanted}, but the code is ${quoted(own(error, "code"))}.`);
  }
  return error;
}

/** Returns the error of a response. @throws Fault if it has none */
export function expectAnyError(answer: Answer, wanted = "an error"): Readonly<Record<string, unknown>> {
  if (answer.status < 400) throw faultOf(answer, `Expected ${wanted}, but the status is ${answer.status}.`);
  const body = readBody(answer);
  if ("fault" in body) throw faultOf(answer, `Expected ${wanted} as JSON. ${body.fault}`);
  const error = errorIn(answer);
  if (error === undefined) throw faultOf(answer, `Expected ${wanted}, but the body has no object \`error\`.`);
  return error;
}

/** Returns where a response contains a string that it must not contain, also as JSON or a URL encodes it. */
export function findLeak(text: string, answer: Answer): string | undefined {
  const forms = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), text.replaceAll("/", "\\/")];
  const holds = (shown: string) => forms.some((form) => shown.includes(form));
  if (holds(answer.text)) return "the body";
  for (const [name, value] of answer.headers) if (holds(value)) return `the field \`${name}\``;
  return undefined;
}
