import * as z from "zod";
import type { Harness } from "./harnesses.ts";
import { newId, seconds } from "./identity.ts";

/** A message of the agent. */
export interface Message {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly status: "in_progress" | "completed" | "incomplete";
  readonly content: readonly {
    readonly type: "output_text";
    readonly text: string;
    readonly annotations: readonly [];
  }[];
}

/** The state or the result of a task, as the public protocol defines it. */
export interface TaskResponse {
  readonly id: string;
  readonly object: "response";
  /** Seconds since 1970. */
  readonly created_at: number;
  readonly status: "in_progress" | "completed" | "failed" | "cancelled";
  readonly error: unknown;
  readonly incomplete_details: null;
  readonly previous_response_id: string | null;
  /** The model that ran, even if another one was asked for. */
  readonly model: string;
  readonly output: readonly Message[];
  readonly store: true;
  /** This service counts nothing, and the protocol forbids a made-up zero. */
  readonly usage: null;
  readonly metadata: Readonly<Record<string, string | true | readonly string[]>>;
}

const text = z.string().min(1);
const part = z.object({ type: z.literal("input_text"), text: z.string() });
const item = z.object({ role: z.string(), content: textOr(z.array(part)) });

/** What `POST /v1/responses` takes. zod reports faults in the order of these fields. */
const taskSchema = z.object({
  input: textOr(z.array(item).min(1)),
  metadata: z.object({ harness_id: z.string().optional() }).default({}),
  stream: z.boolean().default(false),
  model: z.string().optional(),
  previous_response_id: z.string().nullable().default(null),
  background: z.boolean().default(false),
});

/** A task as a client submits it. */
export interface Task extends z.output<typeof taskSchema> {
  /** Fields of the request that have no effect here. */
  readonly ignored: readonly string[];
}

/** The task in a request's body, which is `undefined` if the request has none. @throws ZodError */
export function parseTask(body: unknown = {}): Task {
  const task = taskSchema.parse(body);
  return { ...task, ignored: Object.keys(Object(body)).filter((name) => !Object.hasOwn(taskSchema.shape, name)) };
}

/** The texts of a task's input, one per line. */
export function textOf({ input }: Task): string {
  if (typeof input === "string") return input;
  const texts = input.flatMap(({ content }) =>
    typeof content === "string" ? content : content.map((part) => part.text),
  );
  return texts.join("\n");
}

/** A response object. By default, it is completed and has no output. */
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

/** Says what was not done as the task asks: another model ran, or fields had no effect. */
export function departures({ model, ignored }: Task, { defaultModel }: Harness): TaskResponse["metadata"] {
  const fallback = model !== undefined && model !== defaultModel;
  return {
    ...(fallback && {
      requested_model: model,
      model_fallback: true,
      model_fallback_reason: "The harness runs its default model only.",
    }),
    ...(ignored.length > 0 && { ignored_fields: ignored }),
  };
}

/** A string or a list. A union would not say where in the list the fault is. */
function textOr<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return z.unknown().transform((value, { issues }) => {
    const { success, data, error } = Array.isArray(value) ? list.safeParse(value) : text.safeParse(value);
    if (success) return data;
    for (const { path, message } of error.issues) issues.push({ code: "custom", path, message, input: value });
    return z.NEVER;
  });
}
