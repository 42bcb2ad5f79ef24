import { MAX_ENVELOPE_BYTES } from "../adapter/envelope-start.ts";
import { sourceOfFields } from "../adapter/field-source.ts";
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
  const texts = typeof text === "string" ? undefined : text;
  const first = texts === undefined ? text : texts[0];
  const params = paramsIn(detail);
  // A detail without a text for each of its issues was made by a framework, and so was its message.
  if (typeof first !== "string" || (detail !== null && params?.length !== texts?.length)) return resolved;
  const { message, withheld, removed } = guardMessage(first, resolved.message, sanitizer);
  const bodies = resolved.withheld.filter(({ what }) => what === "body");
  return {
    ...resolved,
    message,
    removed,
    withheld: withheld ? [{ what: "message", text: first }, ...bodies] : bodies,
    detail:
      texts !== undefined && code === "invalid_input" ? { issues: issuesOf(texts, params ?? [], sanitizer) } : detail,
  };
}

/** The params of the issues in a detail; `undefined` when it has no issues. */
function paramsIn(detail: ResolvedError["detail"]): readonly (string | null)[] | undefined {
  return peekList(peek(detail, "issues"), MAX_ISSUES)?.map((issue) => peekString(issue, "param") ?? null);
}

/** Texts about what is wrong with a request. Of most lists nothing says which field each is about. */
function issuesOf(
  texts: readonly string[],
  params: readonly (string | null)[],
  sanitizer: Sanitizer,
): { param: string | null; message: string }[] {
  return texts.map((text, index) => ({
    param: params[index] ?? null,
    message: guardMessage(text, NOT_VALID, sanitizer).message,
  }));
}

/** What a response says that a handler of the service wrote whole; `undefined` when it may be another service's. Never throws. */
export function writtenText(intercepted: InterceptedResponse): OwnText | undefined {
  const { body, isWhole, header } = intercepted;
  // Of a longer body, adapters keep the beginning alone.
  if (isWhole !== true || isCopied(intercepted) || utf8Length(body) >= MAX_ENVELOPE_BYTES) return undefined;
  const type = (header("content-type") ?? "").trim();
  const isText = TEXT.test(type);
  if (STARTS_AS_JSON.test(body)) return isText || JSON_TYPE.test(type) ? textInJson(body) : undefined;
  return isText && !MARKUP.test(body) ? textIn(body) : undefined;
}

function textInJson(body: string): OwnText | undefined {
  return attempt(
    () => textIn(JSON.parse(body)),
    () => undefined,
  );
}

/** Frameworks call a string text, HTML, or nothing, and also one that is JSON. */
const TEXT = /^(?:$|text\/(?:plain|html)(?:$|[\s;]))/i;
const JSON_TYPE = /^application\/(?:[\w.+-]{1,100}\+)?json(?:$|[\s;])/i;
const STARTS_AS_JSON = /^\s*[{["]/;
const MARKUP = /<[a-z!/?]/i;

/** Whether the body was made elsewhere. What a handler compresses itself is not worth a look. */
function isCopied({ header }: InterceptedResponse): boolean {
  const has = (name: string) => header(name) !== undefined;
  return sourceOfFields(has) === "head" || has("content-encoding");
}
