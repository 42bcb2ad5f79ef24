import { describe, expect, test } from "vitest";
import { guardMessage } from "./message.ts";

const FALLBACK = "The code's own text.";

function guarded(text: unknown): string {
  return guardMessage(text, FALLBACK).message;
}

describe("an author's text", () => {
  const kept = [
    "There is no such harness.",
    "The model gpt-5.2-mini is not offered here.",
    "Field input.0.type is missing.",
    "POST /v1/responses takes at most 3 files.",
    "Version 2026-10-04 is required.",
    "Ask for chrn_1 or resp_2f3a instead.",
    "See https://example.com/docs/limits for the limits.",
    "Es gibt keinen solchen Eintrag – prüfen Sie die Nummer 😀",
    "Write to support@example.com",
    "Between 10:30 and 11:45 it is closed.",
    "12:30:45 is not a date.",
    "Too many tokens: 9000 of 8192 allowed.",
    "The base image ubuntu:22.04 is not supported.",
    "Use node:20 instead.",
    "Basic authentication is not supported.",
    "Send a bearer credential.",
    "Field config.local is missing.",
    "spec.cluster is required.",
    "hf_model_name is required.",
    "Use e.g. GPT-5 for this.",
    "Ask No. 5 or J. Doe.",
    "POST /v1/harnesses/chrn_1/models is gone.",
  ];
  test.each(kept)("is kept: %s", (text) => {
    expect(guardMessage(text, FALLBACK)).toEqual({ message: text, withheld: false });
  });

  test.each([undefined, null, "", 3, {}, Symbol("x")])(
    "that is none gives the fallback, with nothing withheld: %s",
    (text) => {
      expect(guardMessage(text, FALLBACK)).toEqual({ message: FALLBACK, withheld: false });
    },
  );

  const cut: readonly (readonly [text: string, kept: string])[] = [
    ["One. Two.", "One."],
    ["Really? Yes.", "Really?"],
    ["a\r\nb", "a"],
    ["a\u2028b", "a"],
    ["\n\n a", "a"],
    ["a\u0000\u001bb", "a b"],
    ["a\u202eb", "a b"],
    ["Error: x\n    at f (/srv/a.js:1:2)", "Error: x"],
    ["x at f (a.js:1:2)", "x"],
    ["Failed 10:30:00 at f (a.js:1:2)", "Failed 10:30:00"],
    ["x at async Promise.all (index 0) at f (a.js:1:2)", "x at async Promise.all (index 0)"],
    ["\ud800 half", "\ufffd half"],
  ];
  test.each(cut)("%j is cut to %j, and that is told", (text, message) => {
    expect(guardMessage(text, FALLBACK)).toEqual({ message, withheld: true });
  });

  test("guarded twice changes nothing more", () => {
    for (const text of [...kept, ...cut.map(([text]) => text)]) expect(guarded(guarded(text))).toBe(guarded(text));
  });

  test("of any length gives at most 500 units, none of them half a character", () => {
    for (const length of [499, 500, 501, 2_001]) {
      const message = guarded("😀".repeat(length));
      expect(message.length).toBeLessThanOrEqual(500);
      expect(message.isWellFormed()).toBe(true);
    }
  });
});

test("a text that is but a stack frame is replaced", () => {
  expect(guarded("    at Object.handle (billing/secret.js:7:3)")).toBe(FALLBACK);
});

describe("a text with something private in it", () => {
  test.each([
    "mysql://root:pw@db/x",
    "Authorization: Bearer abcdefgh12345",
    "password=hunter2",
    '{"api_key": "abc123"}',
    "ghp_abcdefghijklmnop refused",
    "AKIAIOSFODNN7EXAMPLE",
    "-----BEGIN RSA PRIVATE KEY-----",
    "connect to 192.168.1.4 failed",
    "172.20.3.4 is down",
    "169.254.169.254",
    "fe80::1 did not answer",
    "api.svc.cluster.local",
    "localhost is down",
    "postgres-primary:5432 refused",
    "connect ECONNREFUSED",
    "open /etc/passwd",
    "in ~/notes/x",
    "C:\\Users\\x",
    "\\\\share\\x",
    "file:///tmp/x",
    "in node_modules/x/y.js",
    "/workspaces/app/x",
    "/opt2/server/config.json",
    "github_pat_11ABCDEFG0abcdefghijkl",
    "AIzaSyA1234567890abcdefg",
    "pwd=hunter2",
  ])("is replaced whole: %s", (text) => {
    expect(guardMessage(`Could not: ${text}`, FALLBACK)).toEqual({ message: FALLBACK, withheld: true });
  });
});
