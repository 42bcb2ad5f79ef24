import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import type { ErrorReport } from "@uhp-errors/core";
import { type Running, start } from "@uhp-errors/reference-service/start";
import { generateText } from "ai";
import OpenAI from "openai";

/** What an SDK did with one error. */
export interface Observed {
  /** How often it sent the request. */
  readonly requests: number;
  /** What it threw. If it wraps the errors of its attempts, this is the last attempt's. */
  readonly thrown: unknown;
  /** The id of the last request that it sent, as in reports. */
  readonly correlationId: string;
}

/** How the service and the SDK are set up. */
export interface Setting {
  /** Whether the contract's hints for SDKs are sent. */
  readonly retryHints: boolean;
  /** Whether the SDK sends an `Idempotency-Key`. */
  readonly key: boolean;
}

/** A client of a model API, as its vendor ships it, that sends one POST. */
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

/** Sends one POST with an SDK to the reference service, which answers it and every retry with the same code. */
export async function observe(sdk: Sdk, code: string, { retryHints, key }: Setting): Promise<Observed> {
  const reports: ErrorReport[] = [];
  const service: Running = await start("express5", {
    errorHeaderFilter: retryHints ? {} : { drop: ["x-should-retry", "retry-after-ms"] },
    key: "test-key",
    onError: (report) => reports.push(report),
  });
  try {
    const headers: Record<string, string> = key ? { "Idempotency-Key": "k1" } : {};
    const thrown = await sdk(`${service.url}/v1/debug/raise/${code}`, "test-key", headers).then(
      () => undefined,
      (error: unknown) => error,
    );
    const other = reports.find((report) => report.code !== code);
    if (other !== undefined) throw new Error(`${code} was to be answered, not ${other.code}`, { cause: thrown });
    return {
      requests: reports.length,
      thrown: Reflect.get(Object(thrown), "lastError") ?? thrown,
      correlationId: reports.at(-1)?.correlationId ?? "",
    };
  } finally {
    await service.close();
  }
}
