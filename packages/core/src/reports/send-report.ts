import { attempt } from "../untrusted/attempt.ts";
import { isObject } from "../untrusted/peek.ts";
import { printServerErrors } from "./print-reports.ts";
import { type ErrorReport, type OnError, sanitizerOf } from "./report.ts";
import { factsOf, stackOf, textOf } from "./thrown-facts.ts";

/** Part of Node's `node:diagnostics_channel`, which other runtimes have too. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface BuiltinModules {
  getBuiltinModule?(name: string): { channel?(name: string): Channel } | undefined;
}

/** The name of the channel on which each report is published while it has subscribers. */
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
  return onError !== printServerErrors || level === "error" || channel?.hasSubscribers === true;
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
 * What a hook throws is printed with `console.error`, as it is for a single hook. What comes of this returns a
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

function printFailure(failure: unknown, report: ErrorReport): void {
  attempt(
    () => {
      const sanitizer = sanitizerOf(report);
      const [facts] = factsOf(failure, sanitizer);
      console.error("onError failed:", stackOf(failure, facts, sanitizer) ?? textOf(facts));
      printServerErrors(report);
    },
    // The answer matters more than what cannot be printed.
    () => undefined,
  );
}
