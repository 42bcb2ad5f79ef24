import fc from "fast-check";
import type { Plan, Source, Step } from "./plan.ts";

const call = (name: string, ...args: unknown[]): Step => ({ call: name, args });
const CALLBACK = { made: "callback" } as const;

/** An envelope as a handler may write it itself. */
export const OWN_ENVELOPE =
  '{"error":{"type":"invalid_request_error","code":"harness_not_found","message":"There is no such harness.","param":null,"detail":null}}';

const successes = fc.constantFrom(200, 200, 200, 201, 202, 204, 206, 301, 304, "203");
const failures = fc.constantFrom(400, 401, 404, 404, 418, 429, 500, 503, 599, 700, "404");
const invalidStatuses = fc.constantFrom(0, 99, 1000, -1, "abc", null, undefined, Number.NaN, 200.9, 404.5);
const status = fc.oneof(
  { weight: 10, arbitrary: successes },
  { weight: 4, arbitrary: failures },
  { weight: 1, arbitrary: invalidStatuses },
);

/** Names with possible values. */
const field = fc.oneof(
  fc.tuple(fc.constantFrom("X-A", "x-a", "X-B", "x-B", "ETag"), fc.constantFrom("1", "two", 5, "")),
  fc.tuple(fc.constantFrom("X-A", "X-B", "Vary"), fc.constantFrom(["1", "2"], ["1"], [])),
  fc.tuple(fc.constantFrom("Set-Cookie", "set-cookie"), fc.constantFrom("a=1", ["a=1", "b=2"], ["c=3"])),
  fc.tuple(fc.constantFrom("Content-Type", "content-type"), fc.constantFrom("text/plain", "application/json")),
  fc.tuple(fc.constantFrom("Content-Length", "content-LENGTH"), fc.constantFrom(5, "5", 0, 3, "9")),
  fc.tuple(fc.constant("Connection"), fc.constantFrom("close", "keep-alive")),
  fc.tuple(fc.constant("Trailer"), fc.constant("X-Trailer")),
  fc.tuple(fc.constant("Transfer-Encoding"), fc.constant("chunked")),
  fc.tuple(fc.constant("Date"), fc.constant("Thu, 01 Jan 2026 00:00:00 GMT")),
  fc.tuple(fc.constantFrom("x-request-id", "X-Request-Id"), fc.constant("of-the-handler")),
  fc.tuple(fc.constantFrom("UHP-Version", "uhp-version"), fc.constant("1999-01-01")),
);
const invalidField = fc.constantFrom(
  ["X-A", undefined],
  ["X-A", "a\r\nb"],
  ["X-A", "\u0100"],
  ["", "1"],
  ["a b", "1"],
  [null, "1"],
);
const anyField = fc.oneof({ weight: 8, arbitrary: field }, { weight: 1, arbitrary: invalidField });
const name = fc.constantFrom(
  "X-A",
  "x-a",
  "X-B",
  "Set-Cookie",
  "Content-Type",
  "content-length",
  "Date",
  "x-request-id",
);

const headerStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: anyField.map(([key, value]) => call("setHeader", key, value)) },
  { weight: 2, arbitrary: anyField.map(([key, value]) => call("appendHeader", key, value)) },
  { weight: 1, arbitrary: fc.constantFrom("map", "headers").map((made) => call("setHeaders", { made })) },
  { weight: 2, arbitrary: name.map((key) => call("removeHeader", key)) },
);

const readStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom("getHeader", "hasHeader").chain((verb) => name.map((key) => call(verb, key))),
  fc.constantFrom("getHeaderNames", "getHeaders", "getRawHeaderNames").map((verb) => call(verb)),
  fc
    .constantFrom("headersSent", "headersSent", "_header", "_header", "writableEnded", "writableFinished", "statusCode")
    .map((get) => ({ get })),
  fc
    .constantFrom("statusMessage", "finished", "destroyed", "writable", "writableCorked", "socket", "errored", "closed")
    .map((get) => ({ get })),
);

const statusStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: status.map((to) => ({ set: "statusCode", to }) as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("Fine", "", "bad\r\n").map((to) => ({ set: "statusMessage", to }) as const),
  },
);

const fields = fc.array(field, { minLength: 1, maxLength: 3 });
/** Header fields in each form that `writeHead` accepts, and in some that it refuses. */
const headFields: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fields.map((pairs) => Object.fromEntries(pairs)) },
  { weight: 3, arbitrary: fields.map((pairs) => pairs.flat()) },
  { weight: 3, arbitrary: fields },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ["Set-Cookie", "a=1", "Set-Cookie", "b=2"],
      ["Set-Cookie", "a=1", "Content-Type", "text/plain", "set-cookie", "b=2"],
      [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
      ],
      ["Content-Type", "text/plain", "X-A", "1", "x-a", "2"],
      [["X-A", ["1", "2"]]],
      ["X-A"],
      {},
      [],
    ),
  },
  { weight: 1, arbitrary: invalidField.map(([key, value]) => ({ [String(key)]: value })) },
);
const headStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: status.map((code) => call("writeHead", code)) },
  { weight: 1, arbitrary: status.map((code) => call("writeHead", code, "Because")) },
  { weight: 5, arbitrary: fc.tuple(status, headFields).map(([code, given]) => call("writeHead", code, given)) },
  {
    weight: 2,
    arbitrary: fc.tuple(status, headFields).map(([code, given]) => call("writeHead", code, "Because", given)),
  },
  { weight: 1, arbitrary: fc.constant(call("_implicitHeader")) },
  { weight: 1, arbitrary: fc.constant(call("flushHeaders")) },
);

const chunk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("hello", "", "é", "{}", "68656c6c6f") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { made: "buffer", text: "hello" },
      { made: "bytes", text: "hello" },
      { made: "buffer", text: "" },
    ),
  },
  { weight: 1, arbitrary: fc.constant(OWN_ENVELOPE) },
  { weight: 1, arbitrary: fc.constantFrom({ made: "string", text: "x", times: 70_000 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(123, null, undefined, true, { made: "symbol" }, ["hello"]) },
);
// Only encodings that Node knows: Node 20 ends its process when it meets an unknown one among several chunks.
const encoding = fc.constantFrom("utf8", "latin1", "hex", "base64", "utf16le");
const sendArgs: fc.Arbitrary<unknown[]> = fc.oneof(
  { weight: 5, arbitrary: chunk.map((given) => [given]) },
  { weight: 2, arbitrary: fc.tuple(chunk, encoding) },
  { weight: 2, arbitrary: chunk.map((given) => [given, CALLBACK]) },
  { weight: 1, arbitrary: fc.tuple(chunk, encoding).map(([given, how]) => [given, how, CALLBACK]) },
);
const writeStep = sendArgs.map((args) => call("write", ...args));
const endStep = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step>(call("end"), call("end"), call("end", CALLBACK)) },
  { weight: 5, arbitrary: sendArgs.map((args) => call("end", ...args)) },
);

const otherStep: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  call("flushHeaders"),
  call("cork"),
  call("uncork"),
  call("addTrailers", { "X-Trailer": "1" }),
  call("addTrailers", [["X-Trailer", "1"]]),
  call("writeContinue"),
  call("writeContinue", CALLBACK),
  call("writeProcessing"),
  call("writeEarlyHints", { link: "</style.css>; rel=preload" }),
  call("writeEarlyHints", { link: "nonsense" }),
  call("setTimeout", 60_000, CALLBACK),
  call("listenerCount", "finish"),
  { on: "finish" },
  { on: "close" },
  { on: "drain" },
  { on: "error" },
);
const waitStep = fc.constantFrom("microtask", "tick", "immediate").map((wait) => ({ wait }) as const);
const failStep: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom("throw", "throw", "next"), fc.constantFrom("error", "error", "error", "string", "null"))
  .map(([fail, thrown]) => ({ fail, with: thrown }) as Step);
const destroyStep = fc.constantFrom<Step>(call("destroy"), call("destroy", { made: "error" }));
const source = fc.constantFrom<Source>("two chunks", "two chunks", "empty", "fails at once", "fails after a chunk");
const pipeStep: fc.Arbitrary<Step> = fc.oneof(
  source.map((pipe) => ({ pipe })),
  source.map((pipeline) => ({ pipeline })),
);
const replyStep: fc.Arbitrary<Step> = fc.record({
  reply: fc.constantFrom(200, 200, 200, 201, 204, 304, 302, 404, 500, 503),
  body: fc.constantFrom<unknown>(
    "hello",
    { a: 1 },
    { made: "buffer", text: "hello" },
    { source: "two chunks" },
    { source: "fails at once" },
    undefined,
  ),
  headers: fc.constantFrom<Record<string, string>>({}, { "X-A": "1" }, { "Content-Type": "text/plain" }),
});

const steps = (arbitrary: fc.Arbitrary<Step>, maxLength: number) => fc.array(arbitrary, { maxLength });
const middle = fc.oneof(
  { weight: 4, arbitrary: writeStep },
  { weight: 2, arbitrary: readStep },
  { weight: 2, arbitrary: waitStep },
  { weight: 1, arbitrary: headerStep },
  { weight: 1, arbitrary: otherStep },
  { weight: 1, arbitrary: headStep },
);
const before = fc.oneof(
  { weight: 4, arbitrary: headerStep },
  { weight: 3, arbitrary: readStep },
  { weight: 2, arbitrary: statusStep },
  { weight: 1, arbitrary: otherStep },
  { weight: 1, arbitrary: waitStep },
);
const finish = fc.oneof(
  { weight: 10, arbitrary: endStep },
  { weight: 2, arbitrary: failStep },
  { weight: 1, arbitrary: destroyStep },
  { weight: 2, arbitrary: pipeStep },
);
const after = fc.oneof(
  { weight: 4, arbitrary: readStep },
  { weight: 1, arbitrary: writeStep },
  { weight: 1, arbitrary: endStep },
  { weight: 1, arbitrary: headerStep },
  { weight: 1, arbitrary: waitStep },
  { weight: 1, arbitrary: failStep },
  { weight: 1, arbitrary: headStep },
);
const any = fc.oneof(before, headStep, middle, finish);

/** Steps on Node's response, mostly in a sensible order. */
const rawSteps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(steps(before, 3), steps(headStep, 1), steps(middle, 4), finish, steps(after, 2))
      .map(([first, head, then, last, more]) => [...first, ...head, ...then, last, ...more]),
  },
  { weight: 1, arbitrary: fc.tuple(steps(any, 8), endStep).map(([some, last]) => [...some, last]) },
);
/** Steps of a handler that leaves the answer to its framework. */
const frameworkSteps = fc
  .tuple(
    steps(fc.oneof(headerStep, readStep, waitStep, statusStep), 4),
    fc.oneof({ weight: 5, arbitrary: replyStep }, { weight: 1, arbitrary: failStep }),
    steps(fc.oneof({ weight: 3, arbitrary: readStep }, { weight: 1, arbitrary: failStep }), 2),
  )
  .map(([first, last, more]) => [...first, last, ...more]);

const how = {
  method: fc.constantFrom<Plan["method"]>("GET", "GET", "GET", "POST", "HEAD"),
  version: fc.constantFrom<Plan["version"]>("1.1", "1.1", "1.1", "1.1", "1.0"),
  connection: fc.constantFrom<Plan["connection"]>("keep-alive", "keep-alive", "close"),
  followed: fc.constantFrom(false, false, false, true),
  keepsStatus: fc.constantFrom(false, false, false, true),
  asynchronous: fc.boolean(),
  catches: fc.constantFrom(true, true, true, false),
};

/** Requests, and what handlers may do with their responses. */
export const plans: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...how, mode: fc.constant("raw" as const), steps: rawSteps }) },
  { weight: 1, arbitrary: fc.record({ ...how, mode: fc.constant("framework" as const), steps: frameworkSteps }) },
);
