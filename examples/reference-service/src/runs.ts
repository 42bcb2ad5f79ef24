import { setTimeout } from "node:timers/promises";
import { type Contract, ensureFound, type RequestContext, type StreamEvent } from "@uhp-errors/core";
import { acme } from "./catalog.ts";
import { DEFAULT_HARNESS, findHarness, type Harness, wordMs } from "./harnesses.ts";
import { newId } from "./identity.ts";
import { departures, type Message, responseObject, type Task, type TaskResponse, textOf } from "./tasks.ts";

/** Tasks that follow each other on one harness. */
interface Session {
  readonly id: string;
  readonly harness: Harness;
}

/** A task that was accepted. */
export interface Run {
  readonly task: Task;
  readonly session: Session;
  /** What the harness has to say, and how many characters it has said. */
  readonly text: string;
  said: number;
  /** The message in which it says this, as it was at the start. */
  readonly message: Message;
  /** How far the task has come. */
  response: TaskResponse;
}

const MAX_KEPT = 1_000;

/** The tasks by the id of the response, oldest first. */
const kept = new Map<string, Run>();

/**
 * Accepts a task, in the session of the task that it continues or in a new session.
 *
 * @throws ContractError harness_not_found, response_not_found, harness_mismatch or session_busy
 */
export function acceptTask(task: Task): Run {
  const session = sessionOf(task);
  const { harness } = session;
  const text = harness.id === "chrn_shout" ? textOf(task).toUpperCase() : textOf(task);
  const message = beginning();
  const response = responseObject(harness, {
    status: "in_progress",
    previous_response_id: task.previous_response_id,
    output: [message],
    metadata: { session_id: session.id, harness_id: harness.id, ...departures(task, harness) },
  });
  const run: Run = { task, session, text, said: 0, message, response };
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(response.id, run);
  return run;
}

/** Runs a task without a stream. Resolves when the task has ended, or at once if it runs in the background. */
export async function outcomeOf(run: Run): Promise<TaskResponse> {
  const ended = drain(eventsOf(run));
  if (!run.task.background) await ended;
  return run.response;
}

/** Runs the trivial task of repeating the input, and yields what happens. */
export async function* eventsOf(run: Run): AsyncGenerator<StreamEvent> {
  const { message, session, text } = run;
  const place = { item_id: message.id, output_index: 0, content_index: 0 };
  const begun = { ...run.response, output: [] };
  yield { type: "response.created", response: begun };
  yield { type: "response.in_progress", response: begun };
  yield { type: "response.output_item.added", output_index: 0, item: { ...message, content: [] } };
  yield { type: "response.content_part.added", ...place, part: partOf("") };
  for (const delta of wordsIn(text)) {
    const ms = wordMs(session.harness);
    if (ms > 0) await setTimeout(ms, undefined, { ref: false });
    if (!isRunning(run)) break;
    run.said += delta.length;
    run.response = { ...run.response, output: [{ ...message, content: [partOf(text.slice(0, run.said))] }] };
    yield { type: "response.output_text.delta", ...place, delta };
  }
  if (isRunning(run)) run.response = { ...run.response, status: "completed", output: closed(run, "completed") };
  const part = partOf(text.slice(0, run.said));
  yield { type: "response.output_text.done", ...place, text: part.text };
  yield { type: "response.content_part.done", ...place, part };
  yield { type: "response.output_item.done", output_index: 0, item: run.response.output[0] };
  // A cancelled task has no event of its own. Its status says that it was cancelled.
  const type = run.response.status === "completed" ? "response.completed" : "response.failed";
  yield { type, response: run.response };
}

/** The response of that id. @throws ContractError response_not_found */
export function findResponse(id: string): TaskResponse {
  return findRun(id, "response_id").response;
}

/** Cancels a task. One that has ended stays as it is. @throws ContractError response_not_found */
export function cancelTask(id: string, contract: Contract, context: RequestContext): TaskResponse {
  return cancel(findRun(id, "response_id"), contract, context);
}

/** Cancels whatever runs in a session. @throws ContractError session_not_found */
export function cancelSession(id: string, contract: Contract, context: RequestContext) {
  const newest = ensureFound(newestOf(id), "session_not_found", { param: "session_id" });
  const { status } = cancel(newest, contract, context);
  return { id, object: "session", status };
}

function cancel(run: Run, { task }: Contract, context: RequestContext): TaskResponse {
  // The running task notices it at the next word.
  if (isRunning(run)) run.response = task.cancelled({ ...run.response, output: closed(run, "incomplete") }, context);
  return run.response;
}

function sessionOf({ metadata: { harness_id }, previous_response_id }: Task): Session {
  const named = harness_id === undefined ? undefined : findHarness(harness_id, "metadata.harness_id");
  if (previous_response_id === null) return { id: newId("hsess"), harness: named ?? DEFAULT_HARNESS };
  const { session } = findRun(previous_response_id, "previous_response_id");
  if (named !== undefined && named !== session.harness) {
    throw acme.error("harness_mismatch", { param: "metadata.harness_id" });
  }
  const newest = newestOf(session.id);
  if (newest !== undefined && isRunning(newest)) {
    const retry_after_ms = wordsIn(newest.text.slice(newest.said)).length * wordMs(session.harness);
    throw acme.error("session_busy", { detail: { retry_after_ms } });
  }
  return session;
}

function findRun(id: string, param: string): Run {
  return ensureFound(kept.get(id), "response_not_found", { param });
}

/** The newest task of a session. No other task of the session can be running. */
function newestOf(sessionId: string): Run | undefined {
  return [...kept.values()].findLast(({ session }) => session.id === sessionId);
}

function isRunning({ response }: Run): boolean {
  return response.status === "in_progress";
}

function wordsIn(text: string): string[] {
  return text.split(/(?<= )/);
}

function beginning(): Message {
  return { id: newId("msg"), type: "message", role: "assistant", status: "in_progress", content: [partOf("")] };
}

function partOf(text: string): Message["content"][number] {
  return { type: "output_text", text, annotations: [] };
}

/** The output, with its final status. */
function closed({ response }: Run, status: Message["status"]): Message[] {
  return response.output.map((message) => ({ ...message, status }));
}

async function drain(events: AsyncIterable<StreamEvent>): Promise<void> {
  for await (const _event of events);
}
