import type { Invariant } from "./target.ts";

/** A defect that fuzzing must find. */
export interface Planted {
  readonly invariant: Invariant;
  /** The target that finds it. */
  readonly target: string;
  /** A path from the root of the repository. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

export const PLANTED: readonly Planted[] = [
  {
    invariant: "nothing private leaves",
    target: "messages",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "const inspection = inspect(text, settings.search());",
    to: "const inspection = inspect(text.slice(0, 40), settings.search());",
  },
  {
    invariant: "the event loop stays free",
    target: "redaction",
    file: "packages/core/src/redaction/finder.ts",
    from: "length = fallbacks[length] ?? 0;",
    to: "length = Math.max(1, fallbacks[length] ?? 0);",
  },
  {
    invariant: "memory returns to where it was",
    target: "messages",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "export function safeSentence(text: string, settings: Settings): SanitizedMessage {",
    to: "const kept: unknown[] = [];\nexport function safeSentence(text: string, settings: Settings): SanitizedMessage {\n  kept.push(Array(4_000).fill(0));",
  },
  {
    invariant: "a function throws only what it documents",
    target: "functions",
    file: "packages/core/src/untrusted/peek.ts",
    from: "isOfClass(value, key) ? read : undefined;\n  } catch {\n    return undefined;",
    to: "isOfClass(value, key) ? read : undefined;\n  } catch (failure) {\n    throw failure;",
  },
  {
    invariant: "a function changes nothing that it gets",
    target: "functions",
    file: "packages/client/src/parse.ts",
    from: 'const error = isRecord(given["error"]) ?',
    to: 'Reflect.set(given, "seen", true);\n    const error = isRecord(given["error"]) ?',
  },
  {
    invariant: "a message is one line",
    target: "rules",
    file: "packages/core/src/sanitizer/engine/message.ts",
    from: "if (draft.text.length <= maxLength) return;",
    to: "if (draft.text.length <= maxLength + 100) return;",
  },
  {
    invariant: "saving work changes nothing",
    target: "rules",
    file: "packages/core/src/sanitizer/engine/rule-scanner.ts",
    from: "if (!token) return true;",
    to: "if (!token) return at > 0;",
  },
  {
    invariant: "a scan finds each error",
    target: "sources",
    file: "packages/cli/src/scan/syntax.ts",
    from: "Object.values(node).flat().filter(isNode)",
    to: 'Object.entries(node).flatMap(([field, value]) => (field === "finalizer" ? [] : value)).filter(isNode)',
  },
  {
    invariant: "adoption writes sources, once",
    target: "sources",
    file: "packages/cli/src/adopt/imports.ts",
    from: "return insertion(at, inStyle(code,",
    to: "return insertion(at - 2, inStyle(code,",
  },
  {
    invariant: "each request gets one answer",
    target: "requests",
    file: "packages/node/src/server/client-error.ts",
    from: 'method === "HEAD" ? "" : error.body',
    to: "method === undefined ? error.body : error.body",
  },
  {
    invariant: "a failure is an envelope",
    target: "web",
    file: "packages/web/src/answers.ts",
    from: 'context.method === "HEAD" ? null : body',
    to: 'context.method === "HEAD" ? null : body.slice(1)',
  },
  {
    invariant: "a success keeps its bytes",
    target: "web",
    file: "packages/web/src/body.ts",
    from: "for (const piece of first) controller",
    to: "for (const piece of first.slice(1)) controller",
  },
  {
    invariant: "each failure is reported once",
    target: "requests",
    file: "packages/node/src/request/exchange.ts",
    from: "return socket?.writableEnded && (nothingLeft || !isCutOff);",
    to: "return false;",
  },
  {
    invariant: "no error is uncaught",
    target: "web",
    file: "packages/web/src/foreign-error.ts",
    from: "if (!isWhole) void reader?.cancel().catch(() => {});",
    to: "if (!isWhole) void reader?.cancel();",
  },
  {
    invariant: "memory returns to where it was",
    target: "handlers",
    file: "packages/node/src/interception/stages.ts",
    from: "if (exchange.acceptedBytes > MOST_ACCEPTED) return false;",
    to: "",
  },
  {
    invariant: "nothing private leaves",
    target: "check",
    file: "packages/conformance/src/requests/probe.ts",
    from: "return visible(this.#clean(text));",
    to: "return visible(text);",
  },
  {
    invariant: "nothing private leaves",
    target: "client",
    file: "packages/client/src/parse.ts",
    from: 'requestId: header("x-request-id"),',
    to: 'requestId: headers.get("x-request-id") ?? undefined,',
  },
  {
    invariant: "a function throws only what it documents",
    target: "client",
    file: "packages/client/src/attempt.ts",
    from: "if (signal.aborted || thrown instanceof UnexpectedResponseError) return",
    to: "if (signal.aborted || thrown instanceof Error) return",
  },
];
