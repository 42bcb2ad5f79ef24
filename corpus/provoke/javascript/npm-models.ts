import { about, answer, closed, cred, type Loose, load, type Provocation, tcp } from "./tools.ts";

const { OpenAI } = load("openai");
const { Anthropic } = load("@anthropic-ai/sdk");

const openai = (options: object): Loose =>
  new OpenAI({ apiKey: cred("openaiKey", 401), maxRetries: 0, baseURL: "http://127.0.0.1:1", ...options });

const chat = async (port: number | Promise<number>): Promise<unknown> =>
  openai({ baseURL: `http://127.0.0.1:${await port}/v1` }).chat.completions.create({ model: "gpt-5.2", messages: [] });

const claude = async (port: number | Promise<number>, options: object = {}): Promise<unknown> =>
  new Anthropic({
    apiKey: cred("anthropicKey", 402),
    maxRetries: 0,
    baseURL: `http://127.0.0.1:${await port}`,
    ...options,
  }).messages.create({ model: "claude-opus-4-5", max_tokens: 10, messages: [] });

/** Messages of the clients of language models, whose servers are local here. */
export const provocations: Provocation[] = [
  ...about("openai", {
    "no-key": () => new OpenAI({ apiKey: undefined }),
    "wrong-key": [
      async () =>
        chat(
          answer(80, 401, {
            error: {
              message: `Incorrect API key provided: ${cred("openaiKey", 401)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
              type: "invalid_request_error",
              code: "invalid_api_key",
            },
          }),
        ),
      { as: ["message", "stack"] },
    ],
    quota: [
      async () =>
        chat(
          answer(80, 429, {
            error: {
              message: "You exceeded your current quota, please check your plan and billing details.",
              type: "insufficient_quota",
              code: "insufficient_quota",
            },
          }),
        ),
      { as: ["message", "stack"] },
    ],
    model: async () =>
      chat(
        answer(80, 404, {
          error: {
            message: "The model `gpt-5.2-turbo` does not exist or you do not have access to it.",
            type: "invalid_request_error",
            code: "model_not_found",
          },
        }),
      ),
    context: async () =>
      chat(
        answer(80, 400, {
          error: {
            message:
              "This model's maximum context length is 128000 tokens. However, your messages resulted in 131072 tokens.",
            type: "invalid_request_error",
            param: "messages",
          },
        }),
      ),
    html: async () => chat(answer(80, 502, "<html><center>502 Bad Gateway</center></html>")),
    refused: [() => chat(closed(8081)), { as: ["message", "stack"] }],
    "refused-cause": [
      () =>
        openai({ baseURL: "http://llm-gateway.ai.svc/v1" })
          .models.list()
          .then(
            () => {},
            (error: Error) => {
              throw (error.cause as Error).cause ?? error.cause;
            },
          ),
      { as: ["message", "inspect"] },
    ],
    timeout: async () => openai({ timeout: 60, baseURL: `http://127.0.0.1:${await tcp(80, () => {})}` }).models.list(),
    json: async () => chat(answer(80, 200, "{oops", { "content-type": "application/json" })),
    header: () => openai({ baseURL: "http://127.0.0.1:1", apiKey: `${cred("openaiOldKey", 408)}\nx` }).models.list(),
    "browser-path": () => openai({}).models.retrieve(""),
    url: () => openai({ baseURL: "llm.internal:8080" }).models.list(),
    file: () =>
      openai({}).files.create({
        file: load("node:fs").createReadStream("/data/training/pairs.jsonl"),
        purpose: "fine-tune",
      }),
  }),
  ...about("@anthropic-ai/sdk", {
    overloaded: [
      async () =>
        claude(
          answer(80, 529, {
            type: "error",
            error: { type: "overloaded_error", message: "Overloaded" },
            request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
          }),
        ),
      { as: ["message", "stack"] },
    ],
    invalid: async () =>
      claude(
        answer(80, 400, {
          type: "error",
          error: { type: "invalid_request_error", message: "messages: at least one message is required" },
        }),
      ),
    "rate-limit": async () =>
      claude(
        answer(80, 429, {
          type: "error",
          error: {
            type: "rate_limit_error",
            message: "This request would exceed the rate limit of 50 requests per minute.",
          },
        }),
      ),
    "wrong-key": async () =>
      claude(answer(80, 401, { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } })),
    refused: [() => claude(closed(8081)), { as: ["message", "stack"] }],
    "no-key": () =>
      new Anthropic({ apiKey: null, authToken: null, baseURL: "http://127.0.0.1:1" }).messages.create({
        max_tokens: 1,
      }),
    header: () => claude(1, { apiKey: `${cred("anthropicKey", 409)}\rx` }),
    long: () =>
      new Anthropic({ apiKey: "x", baseURL: "http://127.0.0.1:1" }).messages.create({
        model: "claude-opus-4-5",
        max_tokens: 128_000,
        messages: [],
      }),
    stream: async () =>
      new Anthropic({
        apiKey: "x",
        maxRetries: 0,
        baseURL: `http://127.0.0.1:${await answer(80, 200, 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n', { "content-type": "text/event-stream" })}`,
      }).messages
        .stream({ model: "claude-opus-4-5", max_tokens: 1, messages: [] })
        .finalText(),
  }),
];
