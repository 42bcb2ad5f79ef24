import { guardMessage } from "../cleaning/message.ts";
import { utf8Length } from "../errors/envelope-writer.ts";
import { MAX_ENVELOPE_BYTES } from "../http/envelope-start.ts";
import { isFromUpstream } from "../http/from-upstream.ts";
import type { InterceptedResponse } from "../http/response.ts";
import { type Mapping, type OwnText, textIn } from "../recognize/index.ts";
import { MAX_ISSUES, NOT_VALID } from "../recognize/validation/issues.ts";
import type { Sanitizer } from "../sanitizer/index.ts";
import { parseJson } from "../untrusted/json.ts";
import { peek, peekList, peekString } from "../untrusted/peek.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** Codes whose own message is better than that of a framework or parser, which would quote the path. */
const SAID_BETTER: ReadonlySet<Mapping["code"]> = new Set([
  "content_too_large",
  "file_too_large",
  "method_not_allowed",
  "route_not_found",
]);

/**
 * Replaces the code's message with the service's own. A 5xx keeps the code's message, because internal and upstream failures concern only
 * operators.
 */
export function withOwnText(
  resolved: ResolvedError,
  code: Mapping["code"],
  text: OwnText | undefined,
  sanitizer: Sanitizer,
): ResolvedError {
  const { status, definition, detail } = resolved;
  if (status >= 500 || definition.correlated || SAID_BETTER.has(code)) return resolved;
  const texts = typeof text === "string" ? undefined : text;
  const first = texts === undefined ? text : texts[0];
  const params = paramsIn(detail);
  // If a detail does not have exactly one message per issue, a framework made both the detail and the message.
  if (typeof first !== "string" || (detail !== null && params?.length !== texts?.length)) return resolved;
  const { message, withheld, removed } = guardMessage(first, resolved.message, sanitizer);
  const bodies = resolved.withheld.filter(({ what }) => what === "body");
  return {
    ...resolved,
    message,
    removed,
    withheld: withheld ? [{ what: "message", text: first }, ...bodies] : bodies,
    detail: texts !== undefined && code === "invalid_input" ? { issues: issuesOf(texts, params, sanitizer) } : detail,
  };
}

/** Returns the params of the issues in a detail; `undefined` if it has no issues. */
function paramsIn(detail: ResolvedError["detail"]): readonly (string | null)[] | undefined {
  return peekList(peek(detail, "issues"), MAX_ISSUES)?.map((issue) => peekString(issue, "param") ?? null);
}

/** Makes issues from messages about a request. Most lists do not say which field each message is about. */
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

/** Returns the message of a response that a handler wrote in one piece; `undefined` if it may be another service's. Never throws. */
export function writtenText(intercepted: InterceptedResponse): OwnText | undefined {
  const { body, header } = intercepted;
  // Adapters keep only the beginning of a longer body.
  if (peek(intercepted, "isWhole") !== true || isCopied(intercepted) || utf8Length(body) >= MAX_ENVELOPE_BYTES)
    return undefined;
  const type = (header("content-type") ?? "").trim();
  const isText = TEXT.test(type);
  if (STARTS_AS_JSON.test(body)) return isText || JSON_TYPE.test(type) ? textIn(parseJson(body)) : undefined;
  return isText && !MARKUP.test(body) ? textIn(body) : undefined;
}

/** The content types that frameworks give a string, even if it contains JSON: text, HTML, or none. */
const TEXT = /^(?:$|text\/(?:plain|html)(?:$|[\s;]))/i;
const JSON_TYPE = /^application\/(?:[\w.+-]{1,100}\+)?json(?:$|[\s;])/i;
const STARTS_AS_JSON = /^\s*[{["]/;
const MARKUP = /<[a-z!/?]/i;

/** Whether the body may come from another service. A body that a handler compressed itself is skipped too. */
function isCopied({ header }: InterceptedResponse): boolean {
  const has = (name: string) => header(name) !== undefined;
  return isFromUpstream(has) || has("content-encoding");
}
