import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { type Running, start } from "@uhp-errors/reference-service/start";
import { generateText } from "ai";
import OpenAI from "openai";

/** What an SDK made of one error: how often it sent the request, and what its own error shows. */
export interface Observed {
  readonly requests: number;
  readonly shown: readonly string[];
}

/** How the service and the SDK are set up. */
export interface Setting {
  /** Whether the contract's hints for SDKs are sent. */
  readonly retryHints: boolean;
  /** Whether the SDK is told to send an `Idempotency-Key`. */
  readonly key: boolean;
}

/** A client of a model API as its vendor ships it, asked to send one POST. */
export type Sdk = (baseURL: string, apiKey: string, headers: Record<string, string>) => Promise<unknown>;

export const SDKS: Readonly<Record<string, Sdk>> = {
  openai: (baseURL, apiKey, defaultHeaders) =>
    new OpenAI({ apiKey, baseURL, defaultHeaders }).responses.create({ model: "m", input: "hello" }),
  "@anthropic-ai/sdk": (baseURL, authToken, defaultHeaders) =>
    new Anthropic({ apiKey: null, authToken, baseURL, defaultHeaders }).messages.create({
      model: "m",
      max_tokens: 1,
      messages: [{ role: "user", content: "hello" }],
    }),
  ai: (baseURL, apiKey, headers) =>
    generateText({ model: createOpenAI({ apiKey, baseURL, headers })("m"), prompt: "hello" }),
};

/** The fields of the contract's error that an SDK's own error may show. */
const FIELDS = ["status", "type", "code", "param", "requestID", "statusCode", "responseBody"];

/** Sends one POST with an SDK to the reference service, which answers it with a code, and every repetition too. */
export async function observe(sdk: Sdk, code: string, { retryHints, key }: Setting): Promise<Observed> {
  const reported: string[] = [];
  const service: Running = await start("express5", {
    retryHints,
    key: "test-key",
    onError: (report) => reported.push(report.code ?? ""),
  });
  try {
    const headers: Record<string, string> = key ? { "Idempotency-Key": "k1" } : {};
    const thrown = await sdk(`${service.url}/v1/debug/raise/${code}`, "test-key", headers).then(
      () => undefined,
      (error: unknown) => error,
    );
    const others = reported.filter((other) => other !== code);
    if (others.length > 0) throw new Error(`${code} was to be answered, not ${others.join(", ")}`, { cause: thrown });
    return { requests: reported.length, shown: shownBy(thrown) };
  } finally {
    await service.close();
  }
}

/** The names of the fields that an SDK's error has; that of the last attempt, where it wraps them. */
function shownBy(thrown: unknown): string[] {
  const last = Reflect.get(Object(thrown), "lastError") ?? thrown;
  return FIELDS.filter((field) => {
    const value: unknown = Reflect.get(Object(last), field);
    return value !== undefined && value !== null;
  });
}
