import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { createContract } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/express";
import { generateText } from "ai";
import express from "express";
import OpenAI from "openai";
import { listen } from "../drivers/listen.ts";
import { acme, untypedError } from "../support/catalog.ts";

/** What an SDK made of one error: how often it sent the request, and what its own error shows. */
export interface Observed {
  readonly requests: number;
  readonly shown: readonly string[];
}

/** A client of a model API as its vendor ships it, asked to send one POST. */
export type Sdk = (baseUrl: string) => Promise<unknown>;

export const SDKS: Readonly<Record<string, Sdk>> = {
  openai: (baseURL) => new OpenAI({ apiKey: "x", baseURL }).responses.create({ model: "m", input: "hello" }),
  "@anthropic-ai/sdk": (baseURL) =>
    new Anthropic({ apiKey: "x", baseURL }).messages.create({
      model: "m",
      max_tokens: 1,
      messages: [{ role: "user", content: "hello" }],
    }),
  ai: (baseURL) => generateText({ model: createOpenAI({ apiKey: "x", baseURL })("m"), prompt: "hello" }),
};

/** The fields of the contract's error that an SDK's own error may show. */
const FIELDS = ["status", "type", "code", "param", "requestID", "statusCode", "responseBody"];

/** Sends one POST with an SDK to a service that answers with a code, with the contract's hints for SDKs or without. */
export async function observe(sdk: Sdk, code: string, retryHints: boolean): Promise<Observed> {
  let requests = 0;
  const contract = createContract(acme, { retryHints, onError: () => {} });
  const app = express();
  app.use(uhp.contract(contract));
  app.use(() => {
    requests += 1;
    throw untypedError(code, code === "rate_limited" ? { retryAfter: 1 } : {});
  });
  app.use(uhp.errors(contract));
  const server = await listen(app);
  try {
    const thrown = await sdk(`${server.url}/v1`).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { requests, shown: shownBy(thrown) };
  } finally {
    await server.close();
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
