import type { ErrorReport } from "@uhp-errors/core";
import { expectEnvelope } from "../../support/envelope.ts";
import { type Answer, answerIn, fieldOf, withoutAdded, withoutTime } from "./answer.ts";
import { OWN_ENVELOPE } from "./draw.ts";
import type { Observed } from "./exchange.ts";
import { bytesIn, type Plan, type Step } from "./plan.ts";
import type { Entry } from "./run.ts";

/** How many bytes of an error may be held back. */
const HELD_BYTES = 65_536;

/** A difference that is not allowed. */
export interface Finding {
  readonly what: string;
  readonly bare: unknown;
  readonly mounted: unknown;
}

/**
 * How the bare framework's run of a plan counts.
 *
 * - `success`: nothing of the response concerns the contract
 * - `error`: its status was 400 or higher, or its handler gave up before the response had ended
 * - `late`: the handler gave up after a response below 400 had ended
 */
export function kindOf({ run, bytes, broken }: Observed): "success" | "error" | "late" {
  const status = answerIn(bytes, run.plan.method)?.status ?? 0;
  // The status of a response that was never sent shows only here.
  if (status >= 400 || (status === 0 && Number(run.response?.statusCode) >= 400)) return "error";
  // A framework that cannot write the head of its own response leaves its client waiting.
  const isSilent = bytes === "" || (status >= 100 && status < 200) || /^HTTP\/1\.1 1\d\d [\s\S]*\r\n\r\n$/.test(bytes);
  const isStuck = isSilent && run.calls.some(({ step, result }) => isReply(run.plan.steps[step]) && threw(result));
  if (isStuck) return "error";
  // A stream that cannot write its first bytes destroys the response, and the handler does not notice.
  const collapsed = broken && isSilent && run.response?.errored != null && !run.response.writableEnded;
  if (run.failure === undefined) return collapsed ? "error" : "success";
  // A status that is set after a response was sent changes nothing.
  return run.failure.ended && (status || Number(run.response?.statusCode)) < 400 ? "late" : "error";
}

/** Whether a step fails with an error, and not because of what happens to the response. */
function throws(step: Step | undefined): boolean {
  return step !== undefined && "fail" in step;
}

function isReply(step: Step | undefined): boolean {
  return step !== undefined && "reply" in step;
}

function threw(result: string): boolean {
  return result.startsWith("throws");
}

/** A change of the contract's that is not allowed; `undefined` if there is none. */
export function judge(bare: Observed, mounted: Observed): Finding | undefined {
  const kind = kindOf(bare);
  if (isRefusedEnvelope(bare)) return undefined;
  if (kind !== "error" && isMisplaced(bare)) return judgeMisplaced(bare, mounted);
  if (kind === "success") return judgeSuccess(bare, mounted);
  return kind === "late" ? judgeLate(bare, mounted) : judgeError(bare, mounted);
}

/** If Node would refuse the head of an envelope, the contract corrects it before Node sees it, so the handler sees no refusal. */
function isRefusedEnvelope({ run: { plan, calls } }: Observed): boolean {
  return calls.some(
    ({ step, result }) =>
      /^throws ERR_(?:HTTP_TRAILER_INVALID|INVALID_CHAR)/.test(result) &&
      JSON.stringify(plan.steps[step]).includes("harness_not"),
  );
}

/** Whether a success is a whole envelope in one piece: an error with the wrong status, which the contract corrects. */
function isMisplaced({ run, bytes }: Observed): boolean {
  const answer = answerIn(bytes, run.plan.method);
  if (answer !== undefined && (answer.status >= 300 || answer.status === 204)) return false;
  // Node 24 may write the last of several corked chunks after the end of the body.
  const isFollowed = /^[\da-f]+\r\n/.test(answer?.rest ?? "");
  if (run.plan.method !== "HEAD" && answer?.body === OWN_ENVELOPE && !isFollowed) return true;
  // In response to HEAD, or if the stated length is too small, the client sees less than what was written.
  const [first] = run.calls
    .filter(({ result }) => !threw(result))
    .map(({ step }) => run.plan.steps[step] as Step)
    .filter((step) => "call" in step && /^(?:write|end)$/.test(step.call));
  const text = first !== undefined && "call" in first && first.call === "end" ? JSON.stringify(first) : "";
  return text.includes("harness_not") && !/base64|hex|utf-?16|ucs-?2/.test(text);
}

/** Such an envelope is corrected where that changes no success. Otherwise it is sent unchanged, and reported. */
function judgeMisplaced(bare: Observed, mounted: Observed): Finding | undefined {
  const status = answerIn(mounted.bytes, mounted.run.plan.method)?.status ?? 0;
  if (status >= 400) return judgeReplaced(bare, mounted);
  if (kindOf(bare) === "late") return judgeLate(bare, mounted);
  const { plan } = mounted.run;
  // In another encoding, the bytes that are written look different.
  const isSeen = plan.method !== "HEAD" && !mounted.open && !/"(?:base64|hex)"/.test(JSON.stringify(plan.steps));
  return judgeSame(bare, mounted) ?? (isSeen ? judgeReports(mounted, 1) : undefined) ?? judgeAdded(mounted);
}

/** A success: neither its client nor its handler may notice anything but two header lines. */
function judgeSuccess(bare: Observed, mounted: Observed): Finding | undefined {
  const { plan, reports } = mounted.run;
  // An envelope among its pieces may cause a warning, even if the client sees another length.
  const told = JSON.stringify(plan.steps).includes("harness_not") && reports.every(({ outcome }) => outcome === "late");
  return judgeSame(bare, mounted) ?? differ("reports", 0, told ? 0 : reports.length) ?? judgeAdded(mounted);
}

/** What differs between two runs that must be the same, apart from the two lines. */
function judgeSame(bare: Observed, other: Observed): Finding | undefined {
  return judgeEqual(withoutLines(bare), withoutLines(other));
}

function withoutLines(observed: Observed): Observed {
  return { ...observed, bytes: withoutAdded(observed.bytes) };
}

/** What differs between two runs that must be the same in every byte. */
export function judgeEqual(bare: Observed, other: Observed): Finding | undefined {
  return (
    differ("calls", bare.run.calls, other.run.calls) ??
    differ("bytes", withoutTime(bare.bytes), withoutTime(other.bytes)) ??
    differ("callbacks and events", bare.run.events, other.run.events) ??
    differ("left open", bare.open, other.open)
  );
}

/** A header field of Express's own error page. */
const EXPRESSS_PAGE = "Content-Security-Policy: default-src 'none'";

/** Express's error page for developers shows a stack, and frames of the contract are part of it. */
function withoutFrames(observed: Observed): Observed {
  const bytes = observed.bytes.replaceAll(/<br> &nbsp; &nbsp;at [^<]*(?=<)/g, "");
  const isPage = bytes !== observed.bytes || (observed.run.plan.method === "HEAD" && bytes.includes(EXPRESSS_PAGE));
  if (!isPage) return observed;
  const ofPage = /^content-length: \d+\r\n|^[0-9a-f]+\r\n(?=<!DOCTYPE html>)/gim;
  return { ...observed, bytes: bytes.replaceAll(ofPage, "") };
}

/**
 * With a contract that only reports, no byte may change. It reports each failure that the same contract in force replaces, along with what
 * would replace it.
 */
export function judgeObserved(bare: Observed, observed: Observed, enforced: Observed): Finding | undefined {
  return (
    judgeEqual(withoutFrames(bare), withoutFrames(observed)) ??
    (isRefusedEnvelope(bare) ? undefined : judgeReported(observed, enforced))
  );
}

function judgeReported(observed: Observed, enforced: Observed): Finding | undefined {
  const replaced = enforced.run.reports.filter(({ outcome }) => outcome === "answered");
  const reported = observed.run.reports.filter(({ outcome }) => outcome === "observed");
  const named = (reports: readonly ErrorReport[]) => reports.map(({ code, status }) => `${status} ${code}`);
  return (
    differ("failures that are replaced", named(replaced), named(reported)) ?? judgeTold(reported[0], observed, enforced)
  );
}

/**
 * Compares what a report says was sent, and would have been sent, with the bytes. What is written right before a connection is closed may
 * not arrive.
 */
function judgeTold(report: ErrorReport | undefined, observed: Observed, enforced: Observed): Finding | undefined {
  if (report?.reportOnly === undefined) return undefined;
  const { sent, wouldSend } = report.reportOnly;
  const { method, mode } = observed.run.plan;
  // On a fetch handler, the server's answer to a throw is not seen.
  const before = sent.status === 0 && mode === "framework" ? undefined : answerIn(observed.bytes, method);
  const after = answerIn(enforced.bytes, method);
  const body = method === "HEAD" ? "" : wouldSend.body;
  return (
    (before && differ("what was sent", before.status, sent.status)) ??
    (after &&
      differ("what would be sent", [after.status, withoutRun(after.body)], [wouldSend.status, withoutRun(body)]))
  );
}

/** A body without the id of the run, which is also the id of the request. */
function withoutRun(body: string): string {
  return body.replace(/run-\d+/, "run");
}

/** Checks the two lines of a success: each has to be there once, with the right value. */
function judgeAdded({ run, bytes }: Observed): Finding | undefined {
  const answer = answerIn(bytes, run.plan.method);
  if (answer === undefined) return undefined;
  // A handler may have set its own twice.
  const [, id] = answer.fields.find(([name]) => name === "x-request-id") ?? [];
  const named = (call: string) =>
    run.calls.some(({ step, result }) => {
      const what = run.plan.steps[step];
      const isCall = what !== undefined && "call" in what && what.call === call && !threw(result);
      return isCall && /x-request-id/i.test(JSON.stringify(what));
    });
  const ids = [named("writeHead") ? undefined : "of-the-handler", run.request?.headers["x-request-id"]];
  return (
    differ("value of UHP-Version", "2026-10-04", fieldOf(answer, "uhp-version")) ??
    differ("value of x-request-id", ids, ids.includes(id) && id !== undefined ? ids : id)
  );
}

/**
 * A success whose handler gave up after its end. Express then closes a connection that may still hold the response. The contract lets the
 * response be sent, so there may be more bytes than with the bare framework, but no other bytes.
 */
function judgeLate(bare: Observed, mounted: Observed): Finding | undefined {
  const [before, after] = [withoutAdded(bare.bytes), withoutAdded(mounted.bytes)];
  return (
    differ("calls", bare.run.calls, mounted.run.calls) ??
    (after.startsWith(before) ? undefined : { what: "bytes", bare: before, mounted: after }) ??
    judgeReports(mounted, JSON.stringify(mounted.run.plan.steps).includes("harness_not") ? 1 : 0)
  );
}

/**
 * An error. What may differ, and why:
 *
 * - the bytes, since the response is the contract's: an envelope, or a connection that breaks off
 * - what a call shows once the response is replaced, since it is another response from there on
 * - what a framework's own reply throws for a head that Node refuses, since the contract's response does not need that head
 * - what `write` returns: bytes that are held back fill no buffer, so it is `true`, and there is no `drain`
 * - whether bytes have left the server by some step, since they are held back on purpose
 * - when callbacks are called among events of the response, since these belong to the other response
 */
function judgeError(bare: Observed, mounted: Observed): Finding | undefined {
  return (
    differ("calls of an error", untilReplaced(bare), untilReplaced(mounted)) ??
    judgeReplaced(bare, mounted) ??
    judgeCallbacks(bare, mounted)
  );
}

function judgeReplaced(bare: Observed, mounted: Observed): Finding | undefined {
  const { failure, plan } = mounted.run;
  // A response that its handler leaves unfinished waits for a time limit, and the test would have to wait as long.
  if (mounted.open && bare.open && failure === undefined) return undefined;
  if (mounted.open) return { what: "an error is left open", bare: bare.open, mounted: mounted.bytes };
  const answer = answerIn(mounted.bytes, plan.method);
  const isError = answer !== undefined && answer.status >= 400;
  if (!isError && mustBeAnswered(bare, mounted))
    return { what: "no envelope", bare: bare.bytes, mounted: mounted.bytes };
  if (isError) return judgeEnvelope(answer, bare, mounted) ?? judgeReports(mounted, 1);
  // Without a length, a response ends with its connection, whether broken off or not.
  const hasLength = answer !== undefined && fieldOf(answer, "content-length") !== undefined;
  const isOpenEnded = answer !== undefined && (isHeadOnly(answer, plan) || (plan.version === "1.0" && !hasLength));
  // If the stated length is too small, it looks whole.
  const isLonger = answer !== undefined && answer.rest !== "" && !plan.followed;
  const cut = mounted.broken || answer === undefined || !answer.whole || isOpenEnded || isLonger;
  return cut ? judgeReports(mounted) : { what: "an error left as a success", bare: bare.bytes, mounted: mounted.bytes };
}

/** Whether a response ends with its head (RFC 9112, section 6.3). */
function isHeadOnly({ status }: { readonly status: number }, { method }: Plan): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}

/** Whether an error must be answered: no other response had begun, and the connection was open. */
function mustBeAnswered(bare: Observed, { run: { failure, plan } }: Observed): boolean {
  if (failure === undefined) return bare.bytes !== "";
  if (failure.by === "destroying") return false;
  const failing = plan.steps[failure.step] as Step;
  if (JSON.stringify(failing).includes("fails after a chunk")) return false;
  // A stream fails only after the calls that follow it.
  const isStream = JSON.stringify(failing).includes("fails at once");
  return !plan.steps.filter((step, index) => index < failure.step || (isStream && step !== failing)).some(mayHaveLeft);
}

function mayHaveLeft(step: Step): boolean {
  if ("call" in step) return /^(?:write|end|flushHeaders|destroy)$/.test(step.call);
  return "pipe" in step || "pipeline" in step || "reply" in step;
}

function judgeEnvelope(answer: Answer, bare: Observed, mounted: Observed): Finding | undefined {
  const wrong = (what: string): Finding => ({ what, bare: bare.bytes, mounted: mounted.bytes });
  const { plan } = mounted.run;
  if (!answer.whole) return wrong("an envelope is cut");
  if (answer.rest !== "" && !(plan.followed && answer.rest.startsWith("HTTP/1.1 200 OK\r\n"))) {
    return wrong("something follows an envelope");
  }
  if (fieldOf(answer, "content-length") === undefined) return wrong("an envelope without its length");
  if (plan.method === "HEAD") return fieldOf(answer, "uhp-version") ? undefined : wrong("an error without a version");
  try {
    const { code } = expectEnvelope({
      status: answer.status,
      headers: Object.fromEntries(answer.fields),
      body: answer.body,
    });
    const before = answerIn(bare.bytes, plan.method);
    // Node takes a chunk without bytes for the end of a body, and what is written then is garbage.
    const isAlone = plan.followed || before?.rest === "";
    const own = bare.run.failure === undefined && before?.body === OWN_ENVELOPE && isAlone;
    return own && code !== "harness_not_found" ? wrong("an envelope of the handler's lost its meaning") : undefined;
  } catch (error) {
    return wrong(`no right envelope: ${(error as Error).message.split("\n")[0]}`);
  }
}

/**
 * One report for each failure, including that of a stream. A handler that gives up twice, or after an error that it had ended, has failed
 * twice, and each failure may have a report. A response that is destroyed without an error may have none.
 *
 * After the handler has ended its response, the failure of a stream that was piped into it, or its destruction, may have none.
 *
 * @param written Failures in the answer itself.
 */
function judgeReports({ run }: Observed, written = 0): Finding | undefined {
  const { failure, failures, reports } = run;
  const streams = run.plan.steps.filter((step) => JSON.stringify(step).includes('"fails ')).length;
  // If Node refuses the head that a stream would write, the stream fails as well as the handler.
  const refused = reports.filter(({ thrown }) => isRefusedHead(thrown)).length > 0 && run.plan.steps.some(hasStream);
  // An envelope that was written under a success, before the handler failed, is a mistake of its own.
  const misplaced = reports.filter(({ outcome, misuse }) => outcome === "late" && misuse !== undefined).length;
  const most = misplaced + Math.max(1, failures.length + streams + (failure?.ended ? written : 0) + (refused ? 1 : 0));
  const least = failure?.by === "destroying" || (failure?.ended && !throws(run.plan.steps[failure.step])) ? 0 : 1;
  const isOnce = !refused || new Set(reports.map(({ thrown }) => thrown)).size === reports.length;
  if (reports.length >= least && reports.length <= most && isOnce) return undefined;
  return { what: "reports", bare: [least, most], mounted: reports.map(({ outcome, code }) => `${outcome} ${code}`) };
}

function isRefusedHead(thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as { readonly code?: unknown };
  return /^ERR_(?:HTTP_INVALID_STATUS_CODE|HTTP_TRAILER_INVALID|INVALID_CHAR)$/.test(String(code));
}

function hasStream(step: Step): boolean {
  return "pipe" in step || "pipeline" in step || /"source":/.test(JSON.stringify(step));
}

/** What calls returned, threw and showed before the response was replaced. */
function untilReplaced({ run }: Observed): Entry[] {
  const kept: Entry[] = [];
  let bytes = 0;
  for (const { step, result } of run.calls) {
    const what = run.plan.steps[step];
    if (what === undefined) break;
    const writes = "call" in what && what.call === "write" && !result.startsWith("throws");
    if (writes) bytes += bytesIn(what);
    const given = writes && (result === "true" || result === "false") ? "written" : result;
    const isReplaced = replaces(what, result);
    kept.push({ step, result: shown(what, given, isReplaced) });
    // A body that does not begin as an envelope is replaced at the end of the turn.
    const isOver = bytes >= HELD_BYTES || (bytes > 0 && "wait" in what);
    if (isOver || step === run.failure?.step || isReplaced) break;
  }
  return kept;
}

function shown(what: Step, result: string, isReplaced: boolean): string {
  if ("wait" in what) return "waited";
  return isReplaced && "reply" in what ? "replied" : result;
}

function replaces(what: Step, result: string): boolean {
  if ("pipe" in what || "pipeline" in what || "reply" in what || "fail" in what) return true;
  return "call" in what && what.call === "end" && !threw(result);
}

/** If the error was written, every callback is called as often as Node calls it. Otherwise it is called at most once. */
function judgeCallbacks(bare: Observed, mounted: Observed): Finding | undefined {
  const last = untilReplaced(mounted).at(-1)?.step ?? 0;
  const callbacks = ({ run }: Observed) =>
    run.events
      .map((event) => /^\d+ (?!on )\w+/.exec(event)?.[0])
      .filter((callback) => callback !== undefined && Number.parseInt(callback, 10) <= last);
  const closes = mounted.run.events.filter((event) => event.startsWith("close")).length;
  if (!mounted.open && closes !== 1) return { what: "close events of an error", bare: 1, mounted: closes };
  const called = callbacks(mounted);
  if (bare.run.failure !== undefined || bare.open || bare.broken) {
    return new Set(called).size === called.length ? undefined : { what: "a callback twice", bare: [], mounted: called };
  }
  return differ("callbacks of an error", callbacks(bare).sort(), called.sort());
}

function differ(what: string, bare: unknown, mounted: unknown): Finding | undefined {
  return JSON.stringify(bare) === JSON.stringify(mounted) ? undefined : { what, bare, mounted };
}
