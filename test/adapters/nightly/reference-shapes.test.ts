import { FRAMEWORKS, type Framework, type Running, start } from "@uhp-errors/reference-service/start";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectEnvelope } from "../../support/envelope.ts";
import { send } from "../../support/http.ts";

const AUTHORIZED = { Authorization: "Bearer test-key" };
const NAMES = Object.keys(FRAMEWORKS) as Framework[];

const HARNESS = {
  id: expect.stringMatching(/^chrn_/),
  object: "harness",
  name: expect.any(String),
  base: expect.any(String),
  baseLabel: expect.any(String),
  defaultModel: expect.any(String),
  systemPrompt: "",
  mcpServers: [],
  skills: [],
  disabledTools: [],
  maxStep: null,
  timeoutSeconds: null,
  createdAt: expect.any(Number),
};

/** The response of a task that said something, with any ids and time. */
const responseOf = (harnessId: string, model: string, text: string, metadata = {}) => ({
  id: expect.stringMatching(/^resp_/),
  object: "response",
  created_at: expect.any(Number),
  status: "completed",
  error: null,
  incomplete_details: null,
  previous_response_id: null,
  model,
  output: [
    {
      id: expect.stringMatching(/^msg_/),
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    },
  ],
  store: true,
  usage: null,
  metadata: { session_id: expect.stringMatching(/^hsess/), harness_id: harnessId, ...metadata },
});

const items = (...texts: string[]) => [
  { role: "user", content: texts.map((text) => ({ type: "input_text", text })) },
  { role: "user", content: "again" },
];

describe.each(NAMES)("the protocol's shapes on %s", (name) => {
  let service: Running;
  beforeAll(async () => {
    service = await start(name, { onError: () => {} });
  });
  afterAll(() => service.close());

  const get = async (path: string) => {
    const { status, body } = await send(service.url, { path, headers: AUTHORIZED });
    return { status, body: JSON.parse(body) };
  };
  const post = (body: unknown) =>
    send(service.url, {
      method: "POST",
      path: "/v1/responses",
      headers: { ...AUTHORIZED, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  test("discovery names every capability, absent ones as false", async () => {
    const { body } = await get("/v1/uhp");
    expect(body).toEqual({
      object: "uhp.discovery",
      protocol: "uhp",
      versions: ["2026-10-04", "2026-09-12"],
      default_version: "2026-10-04",
      conformance_class: "core",
      capabilities: {
        streaming: true,
        sessions: true,
        cancellation: true,
        files_input: false,
        files_output: false,
        session_listing: false,
        harness_management: false,
        session_sharing: false,
        idempotency: false,
        plugins: false,
        environments: false,
        memories: false,
      },
      implementation: { name: expect.any(String), version: expect.any(String) },
    });
  });

  test("the harnesses are listed under `harnesses`, each with an address", async () => {
    const { status, body } = await get("/v1/harnesses");
    expect([status, body]).toEqual([200, { harnesses: [HARNESS, HARNESS, HARNESS] }]);
    for (const harness of body.harnesses) {
      expect(await get(`/v1/harnesses/${harness.id}`)).toEqual({ status: 200, body: harness });
    }
  });

  const echoed = (text: string, metadata = {}) => responseOf("chrn_echo", "echo-1", text, metadata);
  const tasks: readonly (readonly [what: string, sent: object, wanted: object])[] = [
    ["input alone", { input: "Hello" }, echoed("Hello")],
    ["empty metadata", { input: "Hello", metadata: {} }, echoed("Hello")],
    ["metadata of the client's own", { input: "Hello", metadata: { ticket: 7 } }, echoed("Hello")],
    [
      "a harness",
      { input: "Hello", metadata: { harness_id: "chrn_shout" } },
      responseOf("chrn_shout", "shout-1", "HELLO"),
    ],
    ["no stream", { input: "Hello", stream: false }, echoed("Hello")],
    ["input as items", { input: items("a", "b") }, echoed("a\nb\nagain")],
    ["the model of the harness", { input: "Hello", model: "echo-1" }, echoed("Hello")],
    [
      "another model, which is replaced openly",
      { input: "Hello", model: "gpt-5.6" },
      echoed("Hello", {
        requested_model: "gpt-5.6",
        model_fallback: true,
        model_fallback_reason: "The harness runs its default model only.",
      }),
    ],
    [
      "fields without effect, which are named",
      { input: "Hello", temperature: 1, tools: [], include: ["all"], toString: 1 },
      echoed("Hello", { ignored_fields: ["temperature", "tools", "include", "toString"] }),
    ],
    [
      "fields that say what happens anyway",
      { input: "Hello", background: false, previous_response_id: null },
      echoed("Hello"),
    ],
  ];
  test.each(tasks)("a task is run with %s", async (_what, sent, wanted) => {
    const { status, body } = await post(sent);
    const response = JSON.parse(body);
    expect([status, response]).toEqual([200, wanted]);
    expect(await get(`/v1/responses/${response.id}`)).toEqual({ status: 200, body: response });
  });

  test("the models are listed by what runs them, and for each harness", async () => {
    const model = { id: expect.any(String), label: expect.any(String), available: true };
    const { body } = await get("/v1/models");
    expect(body).toEqual({
      backends: {
        "slow-parrot": {
          default: "slow-1",
          models: [{ ...model, id: "slow-1", backend: "slow-parrot", default: true }],
        },
        parrot: {
          default: "echo-1",
          models: [
            { ...model, id: "echo-1", backend: "parrot", default: true },
            { ...model, id: "shout-1", backend: "parrot", default: false },
          ],
        },
      },
    });
    expect(await get("/v1/harnesses/chrn_shout/models")).toEqual({
      status: 200,
      body: {
        harness_id: "chrn_shout",
        backend: "parrot",
        default: "shout-1",
        fallback: "shout-1",
        models: [{ ...model, id: "shout-1", backend: "parrot", default: true }],
      },
    });
  });

  const refused: readonly (readonly [sent: unknown, param: string | null])[] = [
    [undefined, "input"],
    [{}, "input"],
    [{ stream: "x", metadata: 3 }, "input"],
    [{ stream: "x", metadata: 3, input: 42 }, "input"],
    [{ stream: "x", metadata: { harness_id: 3 }, input: "" }, "input"],
    [{ input: [] }, "input"],
    [{ input: null }, "input"],
    [{ input: [{ role: "user", content: [{ type: "input_text", text: 3 }] }] }, "input.0.content.0.text"],
    [{ input: [{ role: "user" }], metadata: 3 }, "input.0.content"],
    [{ stream: "x", metadata: null, input: "a" }, "metadata"],
    [{ stream: "x", metadata: [], input: "a" }, "metadata"],
    [{ stream: 1, metadata: { harness_id: 3 }, input: "a" }, "metadata.harness_id"],
    [{ model: 3, stream: "x", metadata: {}, input: "a" }, "stream"],
    [{ stream: null, input: "a" }, "stream"],
    [{ model: 3, input: "a" }, "model"],
    [{ previous_response_id: 3, input: "a" }, "previous_response_id"],
    [{ background: 1, input: "a" }, "background"],
    [[], null],
    ["Hello", null],
    [null, null],
  ];
  test.each(refused)("the first fault of %j is named: %s", async (sent, param) => {
    const received = await post(sent);
    expect([received.status, expectEnvelope(received)]).toEqual([
      400,
      expect.objectContaining({ code: "invalid_input", param }),
    ]);
  });

  test("a harness that does not exist is named by its param", async () => {
    const received = await post({ input: "Hello", metadata: { harness_id: "chrn_none" } });
    expect(expectEnvelope(received)).toMatchObject({ code: "harness_not_found", param: "metadata.harness_id" });
  });

  test("the events of a task open and close each item", async () => {
    const received = await post({ input: "a b", stream: true });
    expect(received.headers["cache-control"]).toMatch(/^no-cache\b/);
    const events: readonly Record<string, unknown>[] = received.body
      .trim()
      .split("\n\n")
      .map((event) => JSON.parse(event.replace(/^data: /, "")));
    const done = echoed("a b");
    const [message] = done.output;
    const part = { type: "output_text", text: "a b", annotations: [] };
    const item = { item_id: message?.id, output_index: 0 };
    const place = { ...item, content_index: 0 };
    const wanted = [
      { type: "response.created", response: { ...done, status: "in_progress", output: [] } },
      { type: "response.in_progress", response: { ...done, status: "in_progress", output: [] } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { ...message, status: "in_progress", content: [] },
      },
      { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
      { type: "response.output_text.delta", ...place, delta: "a " },
      { type: "response.output_text.delta", ...place, delta: "b" },
      { type: "response.output_text.done", ...place, text: "a b" },
      { type: "response.content_part.done", ...place, part },
      { type: "response.output_item.done", output_index: 0, item: message },
      { type: "response.completed", response: done },
    ].map((event, index) => ({ ...event, sequence_number: index }));
    expect(events).toEqual(wanted);
  });

  test("a file has a name and a size", async () => {
    const form = [
      "--cut",
      'Content-Disposition: form-data; name="file"; filename="notes.txt"',
      "",
      "hello",
      "--cut--",
      "",
    ].join("\r\n");
    const { status, body } = await send(service.url, {
      method: "POST",
      path: "/v1/files",
      headers: { ...AUTHORIZED, "Content-Type": "multipart/form-data; boundary=cut" },
      body: form,
    });
    expect([status, JSON.parse(body)]).toEqual([
      201,
      {
        id: expect.stringMatching(/^file_/),
        object: "file",
        filename: "notes.txt",
        bytes: 5,
        created_at: expect.any(Number),
      },
    ]);
  });
});
