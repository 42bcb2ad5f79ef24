import { defineCatalog } from "@uhp-errors/core";
import type { DetailSchema } from "@uhp-errors/core/codes";
import { expect, test } from "vitest";
import { checkAnswer } from "./rules.ts";

type ObjectSchema = DetailSchema & {
  readonly "~standard": { readonly types?: { readonly input: object; readonly output: object } };
};

/** A schema that refuses every detail. */
function refusing(path?: readonly string[]): ObjectSchema {
  const validate = () => ({ issues: [{ message: "No.", ...(path && { path }) }] });
  return { "~standard": { version: 1, vendor: "own", validate } } as unknown as ObjectSchema;
}

const throwing = {
  "~standard": {
    version: 1,
    vendor: "own",
    validate: () => {
      throw new Error("x");
    },
  },
} as unknown as ObjectSchema;

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_cold: { status: 503, message: "It is cold.", detail: refusing() },
    acme_cool: { status: 503, message: "It is cool.", detail: refusing(["a", "b"]) },
    acme_hot: { status: 503, message: "It is hot.", detail: throwing },
    acme_crashed: { task: true, message: "It crashed." },
  },
});

const BUSY = {
  type: "invalid_request_error",
  code: "session_busy",
  message: "It is busy.",
  param: null,
  detail: null,
};

const envelope = (error: object = {}, beside: object = {}) =>
  JSON.stringify({ error: { ...BUSY, ...error }, ...beside });

const failed = (code: string) => envelope({ type: "harness_error", code }, { status: "failed" });

/** What is wrong with a response. */
function broken(
  status: number,
  body: string,
  catalog: Parameters<typeof checkAnswer>[1] = acme,
  headers: object = {},
  isBodiless = false,
) {
  const all = { "content-type": "application/json", "uhp-version": "2026-10-04", ...headers };
  const header = (name: string) => (all as Record<string, string | undefined>)[name];
  return checkAnswer({ status, header, body }, catalog, isBodiless).broken;
}

const server = { type: "server_error" };
const large = { code: "file_too_large" };

test.for<readonly [what: string, status: number, body: string, ...says: string[]]>([
  ["an error", 409, envelope()],
  ["an error with its message beside it", 409, envelope({}, { detail: "It is busy." })],
  ["a success", 200, '{"a":1}'],
  ["a success in a list", 200, "[]"],
  ["a redirect", 399, ""],
  ["an envelope in a success", 200, envelope(), "expected an error to leave with a 4xx or 5xx, got 200"],
  ["the first error status", 400, "", "The body is empty."],
  ["a body that is not JSON", 400, "x", "The body is not JSON."],
  ["an envelope after a byte order mark", 409, `\ufeff${envelope()}`, "expected an envelope"],
  ["a field beside the error", 409, envelope({}, { ok: false }), 'Beside `error` there is ["ok"].'],
  ["an error with another field", 409, envelope({ status: 409 }), '`error` has fields of its own: ["status"].'],
  [
    "a message with a path",
    409,
    envelope({ message: "No /srv/app/lib/store.js." }),
    "`message` seems to hold a file path.",
  ],
  [
    "a message with a control character",
    409,
    envelope({ message: "It is\u0007 busy." }),
    "expected a message without control characters",
  ],
  ["a path with dots", 409, envelope({ param: "a.0.b" })],
  ["a path in brackets", 409, envelope({ param: "a[0]" }), '`param` is "a[0]", not a path such as "input.0.content".'],
  ["an unknown type", 409, envelope({ type: "own_error" }), '`type` is "own_error".'],
  ["a long type", 409, envelope({ type: "t".repeat(300) }), `\`type\` is "${"t".repeat(189)}…`],
  [
    "another type",
    409,
    envelope(server),
    'session_busy is of type invalid_request_error, and the answer says "server_error".',
  ],
  ["an unknown code", 409, envelope({ code: "globex_cold" }), 'expected a code of the catalog, got "globex_cold"'],
  [
    "a missing detail of a code that names fields",
    413,
    envelope(large),
    "expected a detail that fits file_too_large, got null: max_bytes: expected a positive integer",
  ],
  [
    "a detail that does not fit",
    503,
    envelope({ ...server, code: "acme_cold" }),
    "expected a detail that fits acme_cold, got null: No.",
  ],
  [
    "a field that does not fit",
    503,
    envelope({ ...server, code: "acme_cool", detail: { a: 1 } }),
    'expected a detail that fits acme_cool, got {"a":1}: a.b: No.',
  ],
  [
    "a detail that cannot be checked",
    503,
    envelope({ ...server, code: "acme_hot" }),
    "expected a detail that fits acme_hot, got null: its schema gave no result",
  ],
  [
    "a code of a task",
    409,
    envelope({ code: "acme_crashed" }),
    'expected a code that answers requests, got "acme_crashed" of a task',
  ],
  ["a task that failed with a code of the catalog", 200, failed("acme_crashed")],
  ["a task that failed with no code of it", 200, failed("globex_x"), 'expected a code of the catalog, got "globex_x"'],
  [
    "a task that failed with a request's code",
    200,
    failed("session_busy"),
    'expected the code of a task, got "session_busy"',
  ],
  ["a task that failed", 200, '{"status":"failed"}', "expected the error of a failed task to have the five fields"],
  ["a task that was cancelled", 200, '{"status":"cancelled"}'],
  [
    "a task that was cancelled with an error",
    200,
    '{"status":"cancelled","error":"x"}',
    "expected the error of a cancelled task to have the five fields",
  ],
  ["a task that runs", 200, '{"status":"running","error":"x"}'],
])("what is wrong with %s is said", ([_what, status, body, ...says]) => {
  expect(broken(status, body)).toEqual(says);
});

test.each<readonly [what: string, status: number, body: string, says: readonly string[]]>([
  ["a vendor's code", 409, envelope({ code: "globex_cold" }), []],
  ["a code of the specification", 400, envelope(), ["session_busy has status 409, and the answer 400."]],
  ["a task with a vendor's code", 200, failed("globex_cold"), []],
])("without a catalog, %s is judged by the specification alone", (_what, status, body, says) => {
  const all: Record<string, string> = { "content-type": "application/json", "uhp-version": "2026-10-04" };
  expect(checkAnswer({ status, header: (name) => all[name], body }, undefined, false).broken).toEqual(says);
});

test("an error must be JSON", () => {
  expect(broken(409, envelope(), acme, { "content-type": "text/html" })).toEqual(['`Content-Type` is "text/html".']);
  expect(broken(409, envelope(), acme, { "content-type": undefined })).toEqual(["There is no `Content-Type`."]);
});

const VERSIONS = "2026-08-11, 2026-09-12, 2026-09-28, 2026-10-04";

test.each<readonly [version: string | undefined, says: string]>([
  [undefined, `expected UHP-Version to be one of ${VERSIONS}, got undefined`],
  ["1", `expected UHP-Version to be one of ${VERSIONS}, got "1"`],
])("a response must name a version: %j", (version, says) => {
  const headers = { "uhp-version": version };
  expect(broken(409, envelope(), acme, headers)).toEqual([says]);
  expect(broken(200, "{}", acme, headers)).toEqual([says]);
  expect(broken(409, "", acme, headers, true)).toEqual([says]);
  expect(broken(409, "", acme, {}, true)).toEqual([]);
});

test("a code must exist in the version of the response", () => {
  expect(broken(409, envelope({ code: "environment_busy" }), acme, { "uhp-version": "2026-09-12" })).toEqual([
    "expected a code of version 2026-09-12, got environment_busy, which exists since 2026-09-28",
  ]);
});

test.each<readonly [code: string, version: string]>([
  ["environment_busy", "2026-09-28"],
  ["acme_environment_busy", "2026-09-12"],
])("the code %s exists in version %s", (code, version) => {
  expect(broken(409, envelope({ code }), acme, { "uhp-version": version })).toEqual([]);
});

test("the error of a response is returned with what is wrong", () => {
  const header = () => undefined;
  expect(checkAnswer({ status: 409, header, body: envelope() }, acme, false).error?.code).toBe("session_busy");
  expect(checkAnswer({ status: 409, header, body: envelope() }, acme, true).error).toBe(undefined);
  expect(checkAnswer({ status: 200, header, body: envelope() }, acme, false).error).toBe(undefined);
});
