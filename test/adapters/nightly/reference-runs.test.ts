import { FRAMEWORKS, type Framework, type Running, start } from "@uhp-errors/reference-service/start";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectEnvelope } from "../../support/envelope.ts";
import { send } from "../../support/http.ts";

const HEADERS = { Authorization: "Bearer test-key", "Content-Type": "application/json" };
const NAMES = Object.keys(FRAMEWORKS) as Framework[];

/** More words than any test waits for, for the slow harness. */
const LONG = { input: "word ".repeat(1_000), metadata: { harness_id: "chrn_slow" } };

/** Only a task that hangs takes that long. */
const PATIENT = { timeout: 60_000 };

/** The fields of a response object that the tests read. */
interface Task {
  readonly id: string;
  readonly status: string;
  readonly output: readonly { readonly content: readonly { readonly text: string }[] }[];
  readonly metadata: { readonly session_id: string };
}

interface Event {
  readonly type: string;
  readonly response: Task;
}

describe.each(NAMES)("tasks and sessions on %s", { concurrent: true }, (name) => {
  let service: Running;
  beforeAll(async () => {
    service = await start(name, { onError: () => {} });
  });
  afterAll(() => service.close());

  const post = (path: string, body?: object) =>
    send(service.url, { method: "POST", path, headers: HEADERS, ...(body && { body: JSON.stringify(body) }) });
  const submit = async (body: object): Promise<Task> => JSON.parse((await post("/v1/responses", body)).body);
  const refusal = async (body: object) => expectEnvelope(await post("/v1/responses", body));
  const cancel = async (path: string) => {
    const { status, body } = await post(`${path}/cancel`);
    return { status, body: JSON.parse(body) };
  };
  const read = async (id: string): Promise<Task> =>
    JSON.parse((await send(service.url, { path: `/v1/responses/${id}`, headers: HEADERS })).body);
  const textOf = ({ output }: Task) => output[0]?.content[0]?.text;

  /** Opens the stream of a task, and reads its first event. */
  async function open(body: object) {
    const leaving = new AbortController();
    const { body: stream } = await fetch(`${service.url}/v1/responses`, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ ...body, stream: true }),
      signal: leaving.signal,
    });
    const events = eventsOf(stream as ReadableStream<Uint8Array>);
    const first = await events.next();
    return { task: (first.value as Event).response, leave: () => leaving.abort(), rest: () => all(events) };
  }

  test("a task continues the session of another, on the same harness", async () => {
    const first = await submit({ input: "a", metadata: { harness_id: "chrn_shout" } });
    const second = await submit({ input: "b", previous_response_id: first.id });
    expect(textOf(second)).toBe("B");
    expect(second).toMatchObject({ previous_response_id: first.id, metadata: first.metadata });
    const next = { input: "c", previous_response_id: second.id };
    expect(await submit({ ...next, metadata: { harness_id: "chrn_shout" } })).toMatchObject({
      metadata: first.metadata,
    });
    expect(await refusal({ ...next, metadata: { harness_id: "chrn_echo" } })).toMatchObject({
      code: "harness_mismatch",
      param: "metadata.harness_id",
    });
    expect(await refusal({ input: "d", previous_response_id: "resp_none" })).toMatchObject({
      code: "response_not_found",
      param: "previous_response_id",
    });
  });

  test("a session runs one task at a time, and goes on after a cancelled one", async () => {
    const { id, metadata } = await submit({ ...LONG, background: true });
    const next = { input: "next", previous_response_id: id, background: true };
    expect(await refusal(next)).toMatchObject({ code: "session_busy", detail: { retry_after_ms: expect.any(Number) } });
    expect(await cancel(`/v1/sessions/${metadata.session_id}`)).toEqual({
      status: 200,
      body: { id: metadata.session_id, object: "session", status: "cancelled" },
    });
    expect(await submit(next)).toMatchObject({ status: "in_progress", metadata });
  });

  test("a task in the background is read until it has ended", async ({ expect }) => {
    const accepted = await submit({ input: "a b", background: true });
    expect(accepted.status).toBe("in_progress");
    await expect.poll(() => read(accepted.id), PATIENT).toMatchObject({ status: "completed", id: accepted.id });
    expect(textOf(await read(accepted.id))).toBe("a b");
  });

  test("a cancelled task keeps what it has said, and is cancelled once", async ({ expect }) => {
    const { id } = await submit({ ...LONG, background: true });
    await expect.poll(async () => textOf(await read(id)), PATIENT).toMatch(/^word /);
    const cancelled = await cancel(`/v1/responses/${id}`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { id, status: "cancelled", error: { code: "cancelled" }, output: [{ status: "incomplete" }] },
    });
    expect(textOf(cancelled.body)).toMatch(/^word /);
    expect(await cancel(`/v1/responses/${id}`)).toEqual(cancelled);
    expect(await read(id)).toEqual(cancelled.body);
  });

  test("cancelling a task that has ended changes nothing", async () => {
    const completed = await submit({ input: "Hello" });
    expect(await cancel(`/v1/responses/${completed.id}`)).toEqual({ status: 200, body: completed });
    expect(await cancel(`/v1/sessions/${completed.metadata.session_id}`)).toMatchObject({
      body: { status: "completed" },
    });
    expect(await read(completed.id)).toEqual(completed);
  });

  test("the stream of a cancelled task closes its message, and ends with the response", async () => {
    const { task, rest } = await open(LONG);
    const { body } = await cancel(`/v1/responses/${task.id}`);
    const events = await rest();
    expect(events.slice(-2)).toMatchObject([
      { type: "response.output_item.done", item: body.output[0] },
      { type: "response.failed", response: body },
    ]);
    expect(body.status).toBe("cancelled");
  });

  test("a task goes on after the client of its stream has left", async ({ expect }) => {
    const { task, leave } = await open({ ...LONG, input: "word" });
    leave();
    await expect.poll(() => read(task.id), PATIENT).toMatchObject({ status: "completed" });
    expect(textOf(await read(task.id))).toBe("word");
  });
});

async function all(events: AsyncIterable<Event>): Promise<readonly Event[]> {
  const list: Event[] = [];
  for await (const event of events) list.push(event);
  return list;
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stream) {
    const blocks = (text + decoder.decode(piece, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) if (block.startsWith("data: ")) yield JSON.parse(block.slice("data: ".length));
  }
}
