import { quietly, tryOr } from "../untrusted/attempt.ts";
import { isObject } from "../untrusted/peek.ts";
import { printServerErrors } from "./print-reports.ts";
import { type ErrorReport, type OnError, sanitizerOf } from "./report.ts";
import { factsOf, lineOf, stackOf } from "./thrown-facts.ts";

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface BuiltinModules {
  getBuiltinModule?(name: string): { channel?(name: string): Channel } | undefined;
}

/** The name of the channel to which each report is published while it has subscribers. */
const CHANNEL = "uhp-errors:report";

/** The channel, if the runtime provides it without an import: Node from 20.16 on. */
const channel = tryOr(() => {
  const { process } = globalThis as { readonly process?: BuiltinModules };
  return process?.getBuiltinModule?.("node:diagnostics_channel")?.channel?.(CHANNEL);
}, undefined);

/** Whether reports of a level are read. The default hook drops those below `"error"`, but the channel may have subscribers. */
export function isRead(onError: OnError, level: ErrorReport["level"]): boolean {
  return onError !== printServerErrors || level === "error" || channel?.hasSubscribers === true;
}

/** Calls the hook so that nothing it does can affect the response. Never throws. */
export function sendReport(onError: OnError, report: ErrorReport): void {
  try {
    if (channel?.hasSubscribers) channel.publish(report);
  } catch (failure) {
    printFailure(failure, report);
  }
  void callHook(onError, report);
}

/**
 * Calls one hook. If it throws or rejects, the failure is only printed.
 *
 * @returns A promise that is fulfilled once an asynchronous hook has ended; `undefined` for any other. Never throws.
 */
function callHook(hook: OnError, report: ErrorReport): Promise<void> | undefined {
  try {
    const returned = hook(report);
    // A value that is not an object is not a promise.
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
 * Combines several hooks into one `onError`. Each is called with every report, in order, even if another one throws or rejects. Such a
 * failure is printed with `console.error`, as for a single hook. While a hook is asynchronous, the combined hook returns a promise that is
 * fulfilled when all have ended; it never throws and never rejects.
 *
 * @throws TypeError if one of them is not a function.
 * @example
 * const contract = createContract(acme, { onError: combineHooks(printReports(), countErrors) });
 */
export function combineHooks(...hooks: readonly OnError[]): OnError {
  const odd = hooks.findIndex((hook) => typeof hook !== "function");
  if (odd >= 0) throw new TypeError(`combineHooks: expected functions, got ${typeof hooks[odd]} as number ${odd + 1}`);
  return (report) => {
    const running = hooks.map((hook) => callHook(hook, report)).filter((promise) => promise !== undefined);
    return running.length === 0 ? undefined : Promise.all(running).then(() => undefined);
  };
}

/** Prints the failure of a hook, and the report. The response matters more than either, so a failure to print is ignored. */
function printFailure(failure: unknown, report: ErrorReport): void {
  quietly(() => {
    const sanitizer = sanitizerOf(report);
    const [facts] = factsOf(failure, sanitizer);
    return console.error("onError failed:", stackOf(failure, facts, sanitizer) ?? lineOf(facts));
  });
  quietly(() => printServerErrors(report));
}
