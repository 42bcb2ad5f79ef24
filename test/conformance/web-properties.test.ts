import { createContract, type ErrorReport } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { sized } from "../support/effort.ts";
import { expectEnvelope } from "../support/envelope.ts";

const RUNS = sized(1_000);
const timeout = 20_000 + RUNS * 20;

/** Planted in bodies, headers and failures of what a handler returns; no error may show it. */
const SECRET = "planted-secret-4711";

const ENVELOPE = JSON.stringify({
  error: { type: "invalid_request_error", code: "session_expired", message: "Over.", param: null, detail: null },
});

const NO_BODY = new Set([204, 205, 304]);

const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "{", '{"error"', ENVELOPE, ENVELOPE.slice(0, 30), ENVELOPE.slice(30), SECRET, " ", "<p>"),
);

const header = fc.constantFrom(
  ["Content-Type", "application/json"],
  ["Content-Type", "text/html; charset=utf-8"],
  ["Content-Type", "application/octet-stream"],
  ["Content-Type", "text/event-stream"],
  ["Set-Cookie", "a=1"],
  ["Set-Cookie", "b=2; Path=/"],
  ["ETag", '"x"'],
  ["Location", "/elsewhere"],
  ["X-Own", "1"],
  ["x-request-id", "own-id"],
) as fc.Arbitrary<readonly [string, string]>;

/** A response: pieces of its body, event-loop turns between them, and whether it breaks off afterward. */
const plan = fc.record({
  status: fc.oneof(
    fc.integer({ min: 200, max: 599 }),
    fc.constantFrom(200, 201, 204, 205, 206, 301, 302, 304, 404, 500),
  ),
  headers: fc.uniqueArray(header, { selector: ([name, value]) => (name === "Set-Cookie" ? value : name) }),
  pieces: fc.option(fc.array(piece, { maxLength: 4 })),
  isStream: fc.boolean(),
  waits: fc.boolean(),
  breaks: fc.boolean(),
});

const encoder = new TextEncoder();

type Plan = typeof plan extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function responseOf({ status, headers, pieces, isStream, waits, breaks }: Plan): Response {
  const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  if (pieces === null || NO_BODY.has(status)) return new Response(null, init);
  if (!isStream) return new Response(pieces.join(""), init);
  async function* source() {
    for (const text of pieces ?? []) {
      if (waits) await new Promise((resolve) => setImmediate(resolve));
      yield encoder.encode(text);
    }
    if (breaks) throw new Error(SECRET);
  }
  const given = source();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await given.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, init);
}

/** A response as a client reads it, with the part of the body that came. */
async function read(response: Response, without: readonly string[] = []) {
  const headers = [...response.headers].filter(([name]) => !without.includes(name));
  const decoder = new TextDecoder("latin1");
  let body = "";
  let broke: string | undefined;
  try {
    for await (const bytes of response.body ?? []) body += decoder.decode(bytes);
  } catch (thrown) {
    broke = String(thrown);
  }
  return { status: response.status, statusText: response.statusText, headers, body, broke };
}

type Read = Awaited<ReturnType<typeof read>>;

function expectSame(after: Read, before: Read, reports: readonly ErrorReport[]): void {
  expect({ ...after, broke: undefined }).toEqual({ ...before, broke: undefined });
  expect(after.broke === undefined).toBe(before.broke === undefined);
  if (after.broke !== undefined) expect(reports.at(-1)).toMatchObject({ outcome: "cut" });
}

function expectError({ status, headers, body }: Read, all: Headers, method: string): void {
  expect([body, JSON.stringify(headers)].join("")).not.toContain(SECRET);
  if (method === "HEAD") expect(body).toBe("");
  else expectEnvelope({ status, headers: Object.fromEntries(all), body });
}

describe("whatever a handler returns", () => {
  test("is sent unchanged if it is a success, and as an envelope if not", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom("GET", "POST", "HEAD"), async (drawn, method) => {
        const reports: ErrorReport[] = [];
        const contract = createContract(acme, { onError: (report) => reports.push(report) });
        const request = () => new Request("http://api.acme.example/x", { method });
        const own = drawn.headers.some(([name]) => name === "x-request-id");
        const added = ["uhp-version", ...(own ? [] : ["x-request-id"])];
        const before = await read(responseOf(drawn));
        const left = await uhp(contract, () => responseOf(drawn))(request());
        const after = await read(left.clone(), added);
        expect(after.broke ?? "").not.toContain(SECRET);
        if (after.status < 400) {
          expect(left.headers.get("uhp-version")).toBe("2026-10-04");
          expectSame(after, before, reports);
        } else {
          // A success turns into an error only if its body holds one, or if it broke off.
          if (drawn.status < 400) expect(before.body.includes('"error"') || before.broke !== undefined).toBe(true);
          expectError(after, left.headers, method);
          expect(reports.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
