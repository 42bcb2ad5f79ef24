import { randomUUID } from "node:crypto";
import { found, type StreamEvent } from "@uhp-errors/core";
import * as z from "zod";

/** A harness as this service lists it. */
export interface Harness {
  readonly id: string;
  readonly object: "harness";
  readonly name: string;
}

/** What came of a task. */
export interface TaskResponse {
  readonly id: string;
  readonly object: "response";
  readonly status: "completed" | "failed" | "cancelled";
  readonly harness_id: string;
  readonly output: readonly { readonly type: "message"; readonly text: string }[];
  readonly error: unknown;
}

export const HARNESSES: readonly Harness[] = [
  { id: "chrn_echo", object: "harness", name: "Echo" },
  { id: "chrn_shout", object: "harness", name: "Shout" },
];

/** What `POST /v1/responses` takes. */
const taskSchema = z.object({
  input: z.string().min(1).max(10_000),
  metadata: z.object({ harness_id: z.string() }),
  stream: z.boolean().default(false),
});

/** A task as a client submits it. */
export type Task = z.output<typeof taskSchema>;

const MAX_KEPT = 1_000;
const kept = new Map<string, TaskResponse>();

/** The harness of that id. @throws ContractError harness_not_found */
export function findHarness(id: string, param = "harness_id"): Harness {
  const harness = HARNESSES.find((candidate) => candidate.id === id);
  return found(harness, "harness_not_found", { param });
}

/** The response of that id. @throws ContractError response_not_found */
export function findResponse(id: string): TaskResponse {
  return found(kept.get(id), "response_not_found", { param: "response_id" });
}

/** The task in a request's body, which parsers leave undefined where there is none. @throws ZodError */
export function parseTask(body: unknown): Task {
  return taskSchema.parse(body ?? {});
}

/** Runs the trivial task of saying the input again. @throws ContractError harness_not_found */
export function runTask({ input, metadata }: Task): TaskResponse {
  const harness = findHarness(metadata.harness_id, "metadata.harness_id");
  const text = harness.id === "chrn_shout" ? input.toUpperCase() : input;
  const response = responseObject(harness.id, { output: [{ type: "message", text }] });
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(response.id, response);
  return response;
}

/** A response object; completed and without output unless told otherwise. */
export function responseObject(harnessId: string, facts: Partial<TaskResponse> = {}): TaskResponse {
  return {
    id: `resp_${randomUUID()}`,
    object: "response",
    status: "completed",
    harness_id: harnessId,
    output: [],
    error: null,
    ...facts,
  };
}

/** The events of a streamed task, in order. */
export function* eventsOf(response: TaskResponse): Generator<StreamEvent> {
  yield { type: "response.created", response: { ...response, status: "in_progress", output: [] } };
  const words = response.output[0]?.text.split(/(?<= )/) ?? [];
  for (const delta of words) yield { type: "response.output_text.delta", delta };
  yield { type: "response.completed", response };
}
