import type { ErrorType } from "../codes/index.ts";
import type { Upstream } from "../errors/client-error.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Removed } from "../sanitizer/engine/redact.ts";
import { isObject } from "../untrusted/peek.ts";
import type { Version } from "../versions/known.ts";
import type { Origin, Withheld } from "./resolved-error.ts";

/** What really happened, for the operator. It may hold secrets and must not reach a client. */
export interface ErrorReport {
  /** How urgent it is: `"error"` the service failed; `"info"` the client caused it; `"debug"` the client left. */
  readonly level: "error" | "info" | "debug";
  /**
   * What became of it: `"answered"`; `"streamed"`, as the last events of a stream; `"cut"`, when part of another answer had
   * left and the connection was closed so that the client sees a broken answer; `"late"`, when an answer had already left
   * whole; `"aborted"`, when the client left; `"unanswered"`, when the request made an error of the catalog, and its response was a
   * success: a `throw` may be missing; `"passed"`, when the service's own answer of JSON-RPC 2.0 left as it was written.
   * Code, type and status of the last two are those that the contract would have sent.
   */
  readonly outcome: "answered" | "streamed" | "cut" | "late" | "aborted" | "unanswered" | "passed";
  /** The value that was thrown, untouched; `undefined` when nothing was (an unknown route, a replaced response). */
  readonly thrown: unknown;
  /** Where the error came from: a catalog, something that a recognizer knows, or neither. */
  readonly origin: Origin;
  /** The name of the recognizer that knew the error, for example `"body-parser"`. */
  readonly recognizer: string | undefined;
  /**
   * The answer of another service by which the request failed, when this library's own client read it: its code, status and
   * request id. Only a code that the service relays reaches the client.
   */
  readonly upstream?: Upstream | undefined;
  /** The code as the client sees it, or would have seen it; null when the client left. */
  readonly code: string | null;
  readonly type: ErrorType | null;
  /** The status of the code, which a stream or half an answer no longer shows; null when the client left. */
  readonly status: number | null;
  /** The protocol version that the answer is written in. */
  readonly version: Version;
  /** The id in `x-request-id` and, for an internal error, in `detail.correlation_id`. */
  readonly correlationId: string;
  readonly method: string;
  /** Path as the client sent it, without its query, which may hold secrets. */
  readonly path: string;
  /** The pattern of the route that took the request, such as `"/v1/harnesses/:id"`: few values, so fit for a metric's label. */
  readonly route: string | undefined;
  /** Milliseconds since the contract first heard of the request. */
  readonly durationMs: number;
  /** The request as the contract knows it. Its `native` holds the framework's own objects. */
  readonly context: RequestContext;
  /** Texts that the client does not see: a message, or the body of a replaced answer. */
  readonly withheld: readonly Withheld[];
  /** What the sanitizer took out of the author's message: kind, rule and place, never the text. */
  readonly removed: readonly Removed[];
  /** A mistake in the service's use of the contract, and what to do about it. */
  readonly misuse: string | undefined;
}

/** A hook for reports; it may be asynchronous. */
export type OnError = (report: ErrorReport) => unknown;

/** Part of Node's `node:diagnostics_channel`, which other runtimes have too. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface BuiltinModules {
  getBuiltinModule?(name: string): { channel?(name: string): Channel } | undefined;
}

/** The name of the channel on which each report is published while somebody listens. */
const CHANNEL = "uhp-errors:report";

const channel = openChannel();

/** The channel, where the runtime has such a thing and lets it be found without an import: Node from 20.16 on. */
function openChannel(): Channel | undefined {
  try {
    const { process } = globalThis as { readonly process?: BuiltinModules };
    return process?.getBuiltinModule?.("node:diagnostics_channel")?.channel?.(CHANNEL);
  } catch {
    return undefined;
  }
}

/** Whether anybody reads reports of a level: not those that the default hook drops, unless somebody listens to the channel. */
export function isRead(onError: OnError, level: ErrorReport["level"]): boolean {
  return onError !== printReport || level === "error" || channel?.hasSubscribers === true;
}

/** Calls the hook so that nothing it does can reach the answer. Never throws. */
export function sendReport(onError: OnError, report: ErrorReport): void {
  try {
    if (channel?.hasSubscribers) channel.publish(report);
  } catch (failure) {
    printFailure(failure, report);
  }
  void callHook(onError, report);
}

/**
 * Calls one hook. What it throws, or rejects with, is printed and goes nowhere else.
 *
 * @returns A promise that is fulfilled once an asynchronous hook has ended; `undefined` for any other. Never throws.
 */
function callHook(hook: OnError, report: ErrorReport): Promise<void> | undefined {
  try {
    const returned = hook(report);
    // What is no object is no promise.
    if (!isObject(returned)) return undefined;
    return Promise.resolve(returned).then(
      () => undefined,
      (failure: unknown) => printFailure(failure, report),
    );
  } catch (failure) {
    printFailure(failure, report);
    return undefined;
  }
}

/**
 * Makes one `onError` of several hooks. Each is called with every report, in order, whatever another one throws or rejects with.
 * What a hook throws is printed with `console.error`, as it is for a hook that stands alone. What comes of this returns a
 * promise while a hook is asynchronous, which is fulfilled when all have ended; it never throws and never rejects.
 *
 * @throws TypeError when one of them is not a function.
 * @example
 * const contract = createContract(acme, { onError: combine(printReports(), countErrors) });
 */
export function combine(...hooks: readonly OnError[]): OnError {
  const odd = hooks.findIndex((hook) => typeof hook !== "function");
  if (odd >= 0) throw new TypeError(`combine: expected functions, got ${typeof hooks[odd]} as number ${odd + 1}`);
  return (report) => {
    const running = hooks.map((hook) => callHook(hook, report)).filter((promise) => promise !== undefined);
    return running.length === 0 ? undefined : Promise.all(running).then(() => undefined);
  };
}

/** The hook of a contract without one. It prints server errors, because an error that nobody sees is lost. */
export function printReport(report: ErrorReport): void {
  if (report.level !== "error") return;
  const { outcome, status, code, correlationId, misuse, thrown, withheld } = report;
  const told = [misuse, thrown, ...(thrown === undefined ? withheld : [])].filter((part) => part !== undefined);
  console.error(`${status} ${code} (${outcome}), correlation id ${correlationId}:`, ...told);
}

function printFailure(failure: unknown, report: ErrorReport): void {
  try {
    console.error("onError failed:", failure);
    if (report.level === "error") console.error("It was told of:", report.thrown);
  } catch {
    // Printing a hostile value can itself throw, and the answer matters more.
  }
}
