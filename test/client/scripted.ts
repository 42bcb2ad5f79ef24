import { type Attempt, type ClientInit, type ClientOptions, createClient } from "@uhp-errors/client";
import { vi } from "vitest";

export const TOKEN = "tok-0123456789abcdef";

/** A client whose `fetch` returns the responses one after the other, and the calls that it got. */
export function clientWith(answers: readonly (Response | Error | "never")[], options: Partial<ClientOptions> = {}) {
  const sent: { url: string; headers: Headers; body: unknown; signal: AbortSignal | null | undefined }[] = [];
  const attempts: Attempt[] = [];
  const client = createClient({
    baseUrl: "https://api.acme.example/base",
    token: TOKEN,
    onAttempt: (attempt) => attempts.push(attempt),
    async fetch(url, { headers, body, signal }) {
      const answer = answers[sent.length];
      sent.push({ url, headers: new Headers(headers), body, signal });
      if (answer === "never") return new Promise(() => {});
      if (answer instanceof Response) return answer;
      throw answer ?? new Error("the script is over");
    },
    ...options,
  });
  return { client, sent, attempts };
}

export const ok = (value: unknown = {}) => new Response(JSON.stringify(value));

export function refused(status: number, type: string, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { type, code, message: "No.", param: null, detail: null } }, { status, headers });
}

export const unavailable = () => refused(503, "server_error", "harness_unavailable");
export const busy = () => refused(409, "invalid_request_error", "session_busy");
export const task: ClientInit = { method: "POST", body: '{"timeout_seconds":900}' };

/** Lets time pass until a promise settles. Returns its value or its rejection, and the milliseconds. */
export async function settle(promise: Promise<unknown>, step = 1_000): Promise<{ result: unknown; ms: number }> {
  let done = false;
  const settled = promise
    .catch((thrown: unknown) => thrown)
    .finally(() => {
      done = true;
    });
  const began = performance.now();
  while (!done) await vi.advanceTimersByTimeAsync(step);
  return { result: await settled, ms: performance.now() - began };
}
