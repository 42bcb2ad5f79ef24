import type { ErrorObject, HandledError } from "@uhp-errors/core";
import { peekList, peekString } from "@uhp-errors/core/internal";
import { ERROR_KEY } from "./error-key.ts";

/** As many as the contract lists. */
const MAX_ISSUES = 20;

/** The result of a tool that failed (MCP, "Tools", section "Error Handling"). */
export interface ToolErrorResult {
  readonly isError: true;
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Makes the result of a tool that failed: a text for the model, and the error for programs.
 *
 * @param hasOutputSchema Whether the tool declares what `structuredContent` is.
 */
export function toolError({ error, retry }: HandledError, hasOutputSchema: boolean): ToolErrorResult {
  const content = [{ type: "text", text: `${error.message} ${adviceFor({ error, retry })}` }] as const;
  const data = { error, retry };
  return hasOutputSchema
    ? { isError: true, content, _meta: { [ERROR_KEY]: data } }
    : { isError: true, content, structuredContent: data };
}

/** Says what a model should do. */
function adviceFor({ error, retry: { rule, automatic, waitMs } }: Pick<HandledError, "error" | "retry">): string {
  const wait = waitMs === undefined ? undefined : `${Math.ceil(waitMs / 1_000)} s`;
  if (rule === "never") return wait === undefined ? correctionFor(error) : `Do not call it again within ${wait}.`;
  if (rule === "client_judgement") return "Ask the user before you call it again.";
  const start =
    rule === "session_terminal" ? "Wait until the running task has ended, then call it again" : "Call it again";
  const when = wait === undefined ? "" : ` after ${wait}`;
  return automatic ? `${start}${when}.` : `${start}${when}, but only if a second call does no harm.`;
}

/** Says what to correct in a call that fails each time. */
function correctionFor({ param, detail }: ErrorObject): string {
  const issues = (peekList(detail?.["issues"], MAX_ISSUES) ?? []).flatMap((issue) => {
    const path = peekString(issue, "param");
    return path === undefined ? [] : [`\n- ${path}: ${peekString(issue, "message")}`];
  });
  if (issues.length > 0) return `Correct these arguments before you call it again:${issues.join("")}`;
  return param === null
    ? "Do not repeat this call: it will fail the same way."
    : `Do not call it again with the same ${param}.`;
}
