import { createOpenAI } from "@ai-sdk/openai";
import { type Running, start } from "@uhp-errors/reference-service/start";
import { generateText } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observe, SDKS } from "../sdks/observe.ts";

const OBEDIENT = ["openai", "@anthropic-ai/sdk"] as const;

describe.each(OBEDIENT)("%s, as its vendor ships it,", { concurrent: true }, (name) => {
  const requests = async (code: string, key: boolean) =>
    (await observe(SDKS[name] as (typeof SDKS)[string], code, { retryHints: true, key })).requests;

  test.each(["quota_exhausted", "harness_mismatch", "invalid_input"])("sends %s once, key or not", async (code) => {
    expect([await requests(code, false), await requests(code, true)]).toEqual([1, 1]);
  });
  test.each(["rate_limited", "harness_unavailable", "session_busy"])("repeats %s with a key alone", async (code) => {
    expect([await requests(code, false), await requests(code, true)]).toEqual([1, 3]);
  });
});

describe("a task of the reference service can be run with", () => {
  let service: Running;
  let baseURL: string;
  beforeAll(async () => {
    service = await start("express5", { onError: () => {} });
    baseURL = `${service.url}/v1`;
  });
  afterAll(() => service.close());

  const apiKey = "test-key";
  const task = { model: "echo-1", input: "Hello there" };

  test("openai", async () => {
    const response = await new OpenAI({ apiKey, baseURL }).responses.create(task);
    expect(response).toMatchObject({ output_text: "Hello there", model: "echo-1" });
  });

  test("openai, streamed", async () => {
    const stream = new OpenAI({ apiKey, baseURL }).responses.stream(task);
    const deltas: string[] = [];
    for await (const event of stream) if (event.type === "response.output_text.delta") deltas.push(event.delta);
    expect(deltas).toEqual(["Hello ", "there"]);
    expect(await stream.finalResponse()).toMatchObject({ output_text: "Hello there", status: "completed" });
  });

  test("ai", async () => {
    const { text } = await generateText({ model: createOpenAI({ apiKey, baseURL })("echo-1"), prompt: "Hello there" });
    expect(text).toBe("Hello there");
  });
});
