import { describe, expect, test } from "vitest";
import { known, UNKNOWN } from "../../../../../test/recognize/known.ts";

const error = (fields: object, message = "429 hunter2") => Object.assign(new Error(message), fields);

const ANSWERED = { status: 429, headers: new Headers(), requestID: "r-1", error: {}, type: null };
const UNANSWERED = { status: undefined, headers: undefined, requestID: undefined, error: undefined, type: undefined };
const OPENAI = { code: null, param: null };

const without = (key: string) => Object.fromEntries(Object.entries(ANSWERED).filter(([name]) => name !== key));

describe("an error of a model API's SDK", () => {
  test.each<[what: string, thrown: unknown, recognizer: string, code: string]>([
    ["openai", error({ ...ANSWERED, ...OPENAI }), "openai", "acme_upstream_error"],
    ["openai, another status", error({ ...ANSWERED, ...OPENAI, status: 401 }), "openai", "acme_upstream_error"],
    [
      "openai, not connected",
      error({ ...UNANSWERED, ...OPENAI }, "Connection error."),
      "openai",
      "acme_upstream_error",
    ],
    ["openai, too late", error({ ...UNANSWERED, ...OPENAI }, "Request timed out."), "openai", "acme_upstream_timeout"],
    ["openai, aborted", error({ ...UNANSWERED, ...OPENAI }, "Request was aborted."), "openai", "acme_upstream_timeout"],
    ["Anthropic", error(ANSWERED), "@anthropic-ai/sdk", "acme_upstream_error"],
    ["Anthropic, not connected", error(UNANSWERED, "Connection error."), "@anthropic-ai/sdk", "acme_upstream_error"],
    ["Anthropic, too late", error(UNANSWERED, "Request timed out."), "@anthropic-ai/sdk", "acme_upstream_timeout"],
    ["Anthropic, aborted", error(UNANSWERED, "Request was aborted."), "@anthropic-ai/sdk", "acme_upstream_timeout"],
  ])("is recognized by its fields: %s", (_what, thrown, recognizer, code) => {
    expect(known(thrown)).toEqual([recognizer, code]);
  });

  test.each<readonly [what: string, thrown: unknown]>([
    ...["status", "headers", "requestID", "error", "type"].map((key) => [`no ${key}`, error(without(key))] as const),
    ["no code beside a param", error({ ...ANSWERED, param: null })],
    ["headers that are a plain object", error({ ...ANSWERED, headers: { "retry-after": "7" } })],
    ["no response and another message", error(UNANSWERED, "Connection error. Try later.")],
    [
      "fields that are inherited",
      Object.setPrototypeOf(new Error("x"), Object.assign(Object.create(Error.prototype), ANSWERED)),
    ],
    ["the fields on what is no error", { message: "429 hunter2", ...ANSWERED }],
  ])("is not recognized by %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});
