import { type DetailSchema, defineCatalog } from "@uhp-errors/core";
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

const NO_OBJECT = "expected an envelope, got JSON without an object error";
const PARAM = 'expected param to be a path such as "a.0.b", got ';
const server = { type: "server_error" };
const large = { code: "file_too_large" };

test.for<readonly [what: string, status: number, body: string, ...says: string[]]>([
  ["an error", 409, envelope()],
  ["an error with its message beside it", 409, envelope({}, { detail: "It is busy." })],
  ["a success", 200, '{"a":1}'],
  ["a success in a list", 200, "[]"],
  ["a redirect", 399, ""],
  ["an envelope in a success", 200, envelope(), "expected an error to leave with a 4xx or 5xx, got 200"],
  ["the first error status", 400, "", "expected an envelope, got a body that is not JSON"],
  ["JSON that is a list", 409, "[]", NO_OBJECT],
  ["an error that is a list", 409, '{"error":[]}', NO_OBJECT],
  ["an error that is nothing", 409, '{"error":null}', NO_OBJECT],
  ["a field beside the error", 409, envelope({}, { ok: false }), 'expected nothing beside error, got ["ok"]'],
  [
    "an error that lacks fields",
    409,
    '{"error":{"type":"a","code":"b","message":"c"}}',
    "expected the five fields of an error, which lacks param, detail",
  ],
  [
    "an error with another field",
    409,
    envelope({ status: 409 }),
    'expected the five fields of an error, which also has ["status"]',
  ],
  [
    "another text beside the error",
    409,
    envelope({}, { detail: "Another." }),
    "expected the text detail beside error to be its message",
  ],
  [
    "a message with a path",
    409,
    envelope({ message: "No /srv/app/lib/store.js." }),
    "expected a message that is safe to show, got one with path",
  ],
  ["a path with dots", 409, envelope({ param: "a.0.b" })],
  ["a path that ends with a dot", 409, envelope({ param: "a." }), `${PARAM}"a."`],
  ["a path in brackets", 409, envelope({ param: "a[0]" }), `${PARAM}"a[0]"`],
  ["a path with a space", 409, envelope({ param: "a b" }), `${PARAM}"a b"`],
  ["a path with a slash", 409, envelope({ param: "/a" }), `${PARAM}"/a"`],
  ["an unknown type", 409, envelope({ type: "own_error" }), "expected an envelope, in which a field has a wrong type"],
  ["another type", 409, envelope(server), 'expected session_busy with type invalid_request_error, got "server_error"'],
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
  ["a code of the specification", 400, envelope(), ["expected session_busy with status 409, got 400"]],
  ["a task with a vendor's code", 200, failed("globex_cold"), []],
])("without a catalog, %s is judged by the specification alone", (_what, status, body, says) => {
  const all: Record<string, string> = { "content-type": "application/json", "uhp-version": "2026-10-04" };
  expect(checkAnswer({ status, header: (name) => all[name], body }, undefined, false).broken).toEqual(says);
});

test.each<readonly [type: string | undefined, says: readonly string[]]>([
  ["application/json", []],
  ["APPLICATION/JSON; charset=utf-8", []],
  ["application/json ;charset=utf-8", []],
  ["application/jsonp", ["expected the content type application/json, got application/jsonp"]],
  ["x-application/json", ["expected the content type application/json, got x-application/json"]],
  [undefined, ["expected the content type application/json, got none"]],
])("an error must be JSON: %j", (type, says) => {
  expect(broken(409, envelope(), acme, { "content-type": type })).toEqual(says);
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

test("the error of a response is returned with what is wrong", () => {
  const header = () => undefined;
  expect(checkAnswer({ status: 409, header, body: envelope() }, acme, false).error?.code).toBe("session_busy");
  expect(checkAnswer({ status: 409, header, body: envelope() }, acme, true).error).toBe(undefined);
  expect(checkAnswer({ status: 200, header, body: envelope() }, acme, false).error).toBe(undefined);
});
