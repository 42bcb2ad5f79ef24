import { MAX_ENVELOPE_BYTES } from "../adapter/envelope-start.ts";
import { utf8Length } from "../errors/envelope-writer.ts";
import { guardMessage } from "../errors/message.ts";
import type { InterceptedResponse } from "../http/response.ts";
import { type Mapping, type OwnText, textIn } from "../recognize/index.ts";
import { MAX_ISSUES, NOT_VALID } from "../recognize/validation/issues.ts";
import type { Sanitizer } from "../sanitizer/index.ts";
import { attempt } from "../untrusted/attempt.ts";
import { peek, peekList, peekString } from "../untrusted/peek.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** Codes whose own message says more than a framework or a parser does, which would quote the address. */
const SAID_BETTER: ReadonlySet<Mapping["code"]> = new Set([
  "content_too_large",
  "file_too_large",
  "method_not_allowed",
  "route_not_found",
]);

/**
 * An error with the service's own message in place of the code's. What happened inside, or to another service, is for operators alone: a
 * 5xx keeps the code's message.
 */
export function withOwnText(
  resolved: ResolvedError,
  code: Mapping["code"],
  text: OwnText | undefined,
  sanitizer: Sanitizer,
): ResolvedError {
  const { status, definition, detail } = resolved;
  if (text === undefined || status >= 500 || definition.correlated || SAID_BETTER.has(code)) return resolved;
  const texts = typeof text === "string" ? [text] : text;
  const [first] = texts;
  const params = peekList(peek(detail, "issues"), MAX_ISSUES)?.map((issue) => peekString(issue, "param") ?? null);
  // What else is known of the error, its own message does not say.
  if (first === undefined || (detail !== null && params?.length !== texts.length)) return resolved;
  const { message, withheld, removed } = guardMessage(first, resolved.message, sanitizer);
  const bodies = resolved.withheld.filter(({ what }) => what === "body");
  const told = { ...resolved, message, removed };
  return {
    ...told,
    withheld: withheld ? [{ what: "message", text: first }, ...bodies] : bodies,
    detail: code === "invalid_input" && texts === text ? { issues: issuesOf(texts, params, sanitizer) } : detail,
  };
}

/** Texts about what is wrong with a request. Of most lists nothing says which field each is about. */
function issuesOf(
  texts: readonly string[],
  params: readonly (string | null)[] | undefined,
  sanitizer: Sanitizer,
): { param: string | null; message: string }[] {
  return texts.map((text, index) => ({
    param: params?.[index] ?? null,
    message: guardMessage(text, NOT_VALID, sanitizer).message,
  }));
}

/** What a response says that a handler of the service wrote whole; `undefined` when it may be another service's. Never throws. */
export function writtenText(intercepted: InterceptedResponse): OwnText | undefined {
  const { body, isWhole, header } = intercepted;
  // Of a longer body, adapters keep the beginning alone.
  if (isWhole !== true || isCopied(intercepted) || utf8Length(body) >= MAX_ENVELOPE_BYTES) return undefined;
  const type = (header("content-type") ?? "").trim().toLowerCase();
  if (/^\s*[{["]/.test(body) ? !READABLE.test(type) : !TEXT.test(type)) return undefined;
  if (!/^\s*[{["]/.test(body)) return MARKUP.test(body) ? undefined : textIn(body);
  return attempt(
    () => textIn(JSON.parse(body)),
    () => undefined,
  );
}

/** Frameworks call a string HTML, or nothing. */
const TEXT = /^(?:$|text\/(?:plain|html)(?:$|[\s;]))/;
const READABLE = /^(?:$|text\/(?:plain|html)(?:$|[\s;])|application\/(?:[\w.+-]{1,100}\+)?json(?:$|[\s;]))/;
const MARKUP = /<[a-z!/?]/i;

/** Header fields that a server or a proxy adds on the way, so that only a copy of another service's answer has them set. */
const OF_TRANSIT = ["age", "date", "via"] as const;

function isCopied({ header }: InterceptedResponse): boolean {
  return OF_TRANSIT.some((name) => header(name) !== undefined) || header("content-encoding") !== undefined;
}
