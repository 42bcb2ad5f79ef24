import { expect, test } from "vitest";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { guardMessage } from "./message.ts";

const FALLBACK = "The code's own text.";

test.each([undefined, null, "", 3, {}, Symbol("x")])(
  "anything but a string gives the fallback, with nothing withheld: %s",
  (text) => {
    expect(guardMessage(text, FALLBACK, DEFAULT_SANITIZER)).toEqual({
      message: FALLBACK,
      withheld: false,
      removed: [],
    });
  },
);

test("a harmless message is neither changed nor withheld", () => {
  const text = "There is no such harness.";
  expect(guardMessage(text, FALLBACK, DEFAULT_SANITIZER)).toEqual({ message: text, withheld: false, removed: [] });
});

test("the rest of a sanitized message is sent, and the operator is told", () => {
  expect(guardMessage("No answer from redis:6379", FALLBACK, DEFAULT_SANITIZER)).toEqual({
    message: "No answer from [host]",
    withheld: true,
    removed: [{ kind: "host", rule: "host-and-port", index: 15 }],
  });
});

test.each(["    at Object.handle (billing/secret.js:7:3)", "10.0.0.1", "/srv/a.ts, 10.0.0.1!", " \n ", "\u200b"])(
  "the fallback is sent if nothing meaningful is left: %j",
  (text) => {
    expect(guardMessage(text, FALLBACK, DEFAULT_SANITIZER)).toMatchObject({ message: FALLBACK, withheld: true });
  },
);

test.each([
  [
    "throws",
    () => {
      throw new Error("hunter2");
    },
  ],
  ["returns nothing", () => undefined as never],
  ["returns an object like a text", () => ({ message: Object("My hunter2"), removed: [] })],
  ["returns no text", () => ({ message: 3, removed: [] }) as never],
])("a sanitizer that %s lets nothing out", (_, message) => {
  const sanitizer = { message, detailText: (text: string) => text, logText: (text: string) => text };
  expect(guardMessage("My hunter2", FALLBACK, sanitizer)).toEqual({ message: FALLBACK, withheld: true, removed: [] });
});
