import { expect, test } from "vitest";
import { isNetworkError, isTimeoutError, NetworkError, TimeoutError } from "./failures.ts";

test("a network error that a program makes says nothing but when to retry", () => {
  const error = new NetworkError();
  expect({ ...error, message: error.message }).toEqual({ name: "NetworkError", message: "", retry: "backoff" });
  expect([isNetworkError(error), isTimeoutError(error)]).toEqual([true, false]);
});

test("a network error keeps what was known of its response", () => {
  const error = new NetworkError("Cut.", { retry: "never", lastSequenceNumber: 0 });
  expect({ ...error }).toEqual({ name: "NetworkError", retry: "never", lastSequenceNumber: 0 });
});

test.each([
  ["total", undefined, "No whole answer within 5 ms."],
  ["inactivity", "never", "The stream was silent for 5 ms."],
] as const)("a %s time-out says how long the client has waited", (kind, retry, message) => {
  const error = new TimeoutError(kind, 5, retry);
  expect({ ...error, message: error.message }).toEqual({ name: "TimeoutError", message, kind, timeoutMs: 5, retry });
  expect([isNetworkError(error), isTimeoutError(error)]).toEqual([false, true]);
});
