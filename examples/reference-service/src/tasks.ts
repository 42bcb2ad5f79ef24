import { ensureFound, type StreamEvent } from "@uhp-errors/core";
import * as z from "zod";
import { DEFAULT_HARNESS, findHarness, type Harness } from "./harnesses.ts";
import { newId, seconds } from "./identity.ts";

/** A message of the agent. */
export interface Message {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly status: "completed";
  readonly content: readonly {
    readonly type: "output_text";
    readonly text: string;
    readonly annotations: readonly [];
  }[];
}

/** What came of a task, as the public protocol has it. */
export interface TaskResponse {
  readonly id: string;
  readonly object: "response";
  /** Seconds since 1970. */
  readonly created_at: number;
  readonly status: "completed" | "failed" | "cancelled";
  readonly error: unknown;
  readonly incomplete_details: null;
  readonly previous_response_id: null;
  /** The model that ran, whichever was asked for. */
  readonly model: string;
  readonly output: readonly Message[];
  readonly store: true;
  /** Nothing is counted here, and the protocol forbids a made-up zero. */
  readonly usage: null;
  readonly metadata: Readonly<Record<string, string | true>>;
}

const text = z.string().min(1);
const part = z.object({ type: z.literal("input_text"), text: z.string() });
const item = z.object({ role: z.string(), content: textOr(z.array(part)) });

/** What `POST /v1/responses` takes. zod names the first fault in the order of these fields. */
const taskSchema = z.object({
  input: textOr(z.array(item).min(1)),
  metadata: z.object({ harness_id: z.string().optional() }).default({}),
  stream: z.boolean().default(false),
  model: z.string().optional(),
});

/** A task as a client submits it. */
export type Task = z.output<typeof taskSchema>;

const MAX_KEPT = 1_000;
const kept = new Map<string, TaskResponse>();

/** The response of that id. @throws ContractError response_not_found */
export function findResponse(id: string): TaskResponse {
  return ensureFound(kept.get(id), "response_not_found", { param: "response_id" });
}

/** The task in a request's body, which parsers leave undefined where there is none. @throws ZodError */
export function parseTask(body: unknown = {}): Task {
  return taskSchema.parse(body);
}

/** Runs the trivial task of saying the input again. @throws ContractError harness_not_found */
export function runTask({ input, metadata, model }: Task): TaskResponse {
  const { harness_id } = metadata;
  const harness = harness_id === undefined ? DEFAULT_HARNESS : findHarness(harness_id, "metadata.harness_id");
  const said = textsOf(input).join("\n");
  const response = responseObject(harness, {
    output: [messageOf(harness.id === "chrn_shout" ? said.toUpperCase() : said)],
    metadata: { session_id: newId("hsess"), harness_id: harness.id, ...substitution(harness, model) },
  });
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(response.id, response);
  return response;
}

/** A response object; completed and without output unless told otherwise. */
export function responseObject(harness: Harness, context: Partial<TaskResponse> = {}): TaskResponse {
  return {
    id: newId("resp"),
    object: "response",
    created_at: seconds(),
    status: "completed",
    error: null,
    incomplete_details: null,
    previous_response_id: null,
    model: harness.defaultModel,
    output: [],
    store: true,
    usage: null,
    metadata: { session_id: newId("hsess"), harness_id: harness.id },
    ...context,
  };
}

/** The events of a streamed task, in order. */
export function* eventsOf(response: TaskResponse): Generator<StreamEvent> {
  const begun = { ...response, status: "in_progress", output: [] };
  yield { type: "response.created", response: begun };
  yield { type: "response.in_progress", response: begun };
  for (const [index, message] of response.output.entries()) yield* eventsOfMessage(message, index);
  yield { type: "response.completed", response };
}

function* eventsOfMessage(message: Message, output_index: number): Generator<StreamEvent> {
  const item = { ...message, status: "in_progress", content: [] };
  yield { type: "response.output_item.added", output_index, item };
  for (const [content_index, part] of message.content.entries()) {
    const place = { item_id: message.id, output_index, content_index };
    yield { type: "response.content_part.added", ...place, part: { ...part, text: "" } };
    for (const delta of part.text.split(/(?<= )/)) yield { type: "response.output_text.delta", ...place, delta };
    yield { type: "response.output_text.done", ...place, text: part.text };
    yield { type: "response.content_part.done", ...place, part };
  }
  yield { type: "response.output_item.done", output_index, item: message };
}

function messageOf(said: string): Message {
  return {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: said, annotations: [] }],
  };
}

function textsOf(input: Task["input"]): string[] {
  if (typeof input === "string") return [input];
  return input.flatMap(({ content }) => (typeof content === "string" ? content : content.map((part) => part.text)));
}

/** A model that was asked for and did not run is named, so that nobody takes the answer for its own. */
function substitution({ defaultModel }: Harness, requested = defaultModel): TaskResponse["metadata"] {
  if (requested === defaultModel) return {};
  return {
    requested_model: requested,
    model_fallback: true,
    model_fallback_reason: "The harness runs its default model only.",
  };
}

/** A text or a list. A union would not say where in the list the fault is. */
function textOr<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return z.unknown().transform((value, { issues }) => {
    const { success, data, error } = Array.isArray(value) ? list.safeParse(value) : text.safeParse(value);
    if (success) return data;
    for (const { path, message } of error.issues) issues.push({ code: "custom", path, message, input: value });
    return z.NEVER;
  });
}
