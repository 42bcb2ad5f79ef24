import fc from "fast-check";
import { REQUEST_CODES } from "../support/expected-codes.ts";

/** What the server does with one request. */
export interface Step {
  readonly name: string;
  readonly fault?: "drop" | "reset" | "garbage" | "half";
  readonly status: number;
  readonly body: string;
  /** `$TOKEN` in a value or in the body stands for the token of the request. */
  readonly headers: (now: number) => Readonly<Record<string, string>>;
  /** Chunks that come before the rest of the body, each followed by a pause. */
  readonly chunks?: readonly { readonly text: string; readonly pauseMs: number }[];
  /** Whether the contract's table lets a client send the request again. Written down here, and not taken from the library. */
  readonly retry: "no" | "yes" | "session";
  /** The least number of milliseconds that the response asks the client to wait. */
  readonly asks?: number;
}

const json = { "content-type": "application/json", "uhp-version": "2026-10-04", "x-request-id": "req-$TOKEN" };

export const success: Step = { name: "success", status: 200, body: '{"ok":true}', headers: () => json, retry: "no" };

const AGAIN = [500, 502, 503, 504];

/** A response with an envelope. Its message, param and detail quote the token, as no server should. */
export function envelope(type: string, code: string, status: number, detail: object | null = null): Step {
  const error = { type, code, message: "It failed for $TOKEN.", param: "a.$TOKEN", detail };
  const byType = type === "server_error" && AGAIN.includes(status) ? "yes" : "no";
  const retry = code === "rate_limited" ? "yes" : code === "session_busy" ? "session" : byType;
  return { name: code, status, body: JSON.stringify({ error }), headers: () => json, retry };
}

const contractCodes = REQUEST_CODES.map(({ code, type, status, detail }) =>
  envelope(type, code, status, detail ?? null),
);

const unknownCodes: readonly Step[] = [
  envelope("invalid_request_error", "acme_environment_busy", 409, { $TOKEN: ["$TOKEN"] }),
  envelope("authentication_error", "acme_odd", 401),
  envelope("permission_error", "acme_odd", 403),
  envelope("rate_limit_error", "acme_odd", 429),
  envelope("server_error", "acme_internal_error", 500, { correlation_id: "$TOKEN" }),
  envelope("server_error", "acme_http_507", 507),
  envelope("harness_error", "acme_odd", 500),
  envelope("server_error", "__proto__", 503),
  envelope("invalid_request_error", "acme_$TOKEN", 422),
];

const limited = envelope("rate_limit_error", "rate_limited", 429);

/** Each form in which a response states how long to wait. */
export const waits: readonly Step[] = [limited, envelope("server_error", "harness_unavailable", 503)].flatMap(
  (step) => [
    { ...step, name: `${step.name}, seconds`, headers: () => ({ ...json, "retry-after": "2" }), asks: 2_000 },
    { ...step, name: `${step.name}, ms`, headers: () => ({ ...json, "retry-after-ms": "1500" }), asks: 1_500 },
    {
      ...step,
      name: `${step.name}, both`,
      headers: () => ({ ...json, "retry-after": "3", "retry-after-ms": "2500" }),
      asks: 2_500,
    },
    { ...step, name: `${step.name}, date`, headers: dateAfter(0), asks: 5_000 },
    { ...step, name: `${step.name}, clock ahead`, headers: dateAfter(86_400_000), asks: 5_000 },
    { ...step, name: `${step.name}, clock behind`, headers: dateAfter(-86_400_000), asks: 5_000 },
    { ...step, name: `${step.name}, past date`, headers: dateAfter(0, -60_000), asks: 0 },
    { ...step, name: `${step.name}, garbage`, headers: () => ({ ...json, "retry-after": "soon" }), asks: 0 },
    {
      ...step,
      name: `${step.name}, forbidden`,
      headers: () => ({ ...json, "x-should-retry": "false" }),
      retry: "no" as const,
    },
  ],
);

function dateAfter(skew: number, ms = 5_000) {
  return (now: number) => {
    const sent = Math.floor((now + skew) / 1_000) * 1_000;
    const date = new Date(sent).toUTCString();
    return { ...json, date, "retry-after": new Date(sent + ms).toUTCString() };
  };
}

const page = "<html><h1>It is $TOKEN</h1><p>Nothing here.</p></html>";
const html = () => ({ "content-type": "text/html" });

const foreign: readonly Step[] = [400, 401, 404, 409, 429, 500, 501, 502, 503, 504].map((status) => ({
  name: `html ${status}`,
  status,
  body: page,
  headers: html,
  retry: AGAIN.includes(status) ? "yes" : "no",
}));

const broken: readonly Step[] = [
  ...(["drop", "reset", "garbage"] as const).map((fault) => ({
    ...success,
    name: fault,
    fault,
    retry: "yes" as const,
  })),
  { ...success, name: "half a success", fault: "half", retry: "yes" },
  { ...envelope("invalid_request_error", "invalid_input", 400), name: "half a 400", fault: "half", retry: "no" },
  { ...envelope("server_error", "acme_internal_error", 503), name: "half a 503", fault: "half", retry: "yes" },
  { ...success, name: "garbage for JSON", body: "{oops $TOKEN", retry: "no" },
  { ...success, name: "bytes for an envelope", status: 500, body: "\u0000\uffff{]", retry: "yes" },
  {
    ...foreign[4],
    name: "html 429 with a time",
    headers: () => ({ "retry-after": "1" }),
    retry: "yes",
    asks: 1_000,
  } as Step,
];

const slow: Step = {
  ...success,
  name: "slow",
  chunks: [
    { text: " ", pauseMs: 2 },
    { text: " ", pauseMs: 2 },
  ],
};

/** Every step. */
export const STEPS: readonly Step[] = [
  success,
  slow,
  ...contractCodes,
  ...unknownCodes,
  ...waits,
  ...foreign,
  ...broken,
];

/** A request, and what the server does with its attempts. */
export interface Script {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly path: "/v1/responses" | "/v1/files";
  readonly key: "none" | "given" | "header" | "false";
  readonly body: "none" | "text" | "stream";
  readonly watched: boolean;
  readonly reads: "fetch" | "json";
  readonly maxAttempts: number;
  readonly steps: readonly Step[];
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STEPS.filter(({ retry }) => retry !== "no")) },
  { weight: 1, arbitrary: fc.constantFrom(...STEPS) },
);

export const scripts: fc.Arbitrary<Script> = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE"),
  path: fc.constantFrom("/v1/responses", "/v1/files"),
  key: fc.constantFrom("none", "none", "given", "header", "false"),
  body: fc.constantFrom("none", "text", "text", "stream"),
  watched: fc.boolean(),
  reads: fc.constantFrom("fetch", "json"),
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  steps: fc.array(step, { minLength: 6, maxLength: 6 }),
});
