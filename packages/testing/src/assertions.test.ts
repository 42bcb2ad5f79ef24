import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { type ExpectedError, expectContractError, expectKeepsContract } from "./assertions.ts";
import { matchers } from "./matchers.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });

const ERROR = {
  type: "invalid_request_error",
  code: "file_too_large",
  message: "It is too large.",
  param: "file",
  detail: { max_bytes: 1 },
};

const HEADERS = { "Content-Type": "application/json", "UHP-Version": "2026-10-04", "Retry-After": "7" };

const given = (statusCode: number, body: string, headers: object = HEADERS) => ({ statusCode, headers, body });
const failed = (change: object = {}, status = 413) => given(status, JSON.stringify({ error: { ...ERROR, ...change } }));

/** What an assertion says before it shows the response, with the values that it compares. */
async function saidBy(checked: Promise<unknown>) {
  const thrown = await checked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Error)) return undefined;
  const { message, expected, actual } = thrown as Error & { readonly expected?: unknown; readonly actual?: unknown };
  return [message.split("\n\nHTTP")[0], expected, actual];
}

test.each<[what: string, expected: ExpectedError]>([
  ["nothing more", {}],
  ["no field that is undefined", { status: undefined, message: undefined, param: undefined, retryAfter: undefined }],
  ["every field", { status: 413, message: "It is too large.", param: "file", detail: { max_bytes: 1 }, retryAfter: 7 }],
  ["an operation that declares it", { operation: { method: "PUT", path: "/x", codes: ["file_too_large"] } }],
])("an error is as expected with %s", async (_what, expected) => {
  expect(await expectContractError(failed(), "file_too_large", expected)).toEqual(ERROR);
  const { pass, message } = await matchers.toBeContractError(failed(), "file_too_large", expected);
  expect([pass, message()]).toEqual([
    true,
    `expected no error file_too_large\n\nHTTP 413\ncontent-type: application/json\nuhp-version: 2026-10-04\nretry-after: 7\n${failed().body}`,
  ]);
});

test.each<[expected: ExpectedError, says: string, wanted: unknown, actual: unknown]>([
  [{ status: 400 }, "expected the status 400, got 413", 400, 413],
  [{ message: "It is." }, 'expected the message "It is.", got "It is too large."', "It is.", "It is too large."],
  [
    { message: "It is too large. Split it." },
    'expected the message, which is one sentence, to be "It is too large. Split it.", got "It is too large."',
    "It is too large. Split it.",
    "It is too large.",
  ],
  [{ message: /small/ }, 'expected the message /small/, got "It is too large."', /small/, "It is too large."],
  [{ param: null }, 'expected the param null, got "file"', null, "file"],
  [{ detail: null }, 'expected the detail null, got {"max_bytes":1}', null, { max_bytes: 1 }],
  [{ retryAfter: 8 }, 'expected the Retry-After "8", got "7"', "8", "7"],
  [
    { operation: { method: "GET", path: "/x", codes: [] } },
    "expected a code that GET /x declares, got file_too_large",
    undefined,
    undefined,
  ],
])("an error that is not as expected in %j fails with a sentence", async (expected, ...said) => {
  expect(await saidBy(expectContractError(failed(), "file_too_large", expected))).toEqual(said);
  const { pass, message, ...values } = await matchers.toBeContractError(failed(), "file_too_large", expected);
  expect([pass, message().split("\n\nHTTP")[0]]).toEqual([false, said[0]]);
  expect(values).toEqual(said[1] === undefined ? {} : { expected: said[1], actual: said[2] });
});

test.each<[version: string, code: string, sent: string, isMeant: boolean]>([
  ["2026-09-12", "environment_busy", "acme_environment_busy", true],
  ["2026-09-12", "acme_environment_busy", "acme_environment_busy", true],
  ["2026-10-04", "environment_busy", "acme_environment_busy", false],
])("in version %s, expecting %s of a response with %s holds: %s", async (version, code, sent, isMeant) => {
  const body = JSON.stringify({ error: { ...ERROR, code: sent, param: null, detail: null } });
  const answer = given(409, body, { ...HEADERS, "UHP-Version": version });
  const said = await saidBy(expectContractError(answer, code));
  expect(said?.[0]).toBe(isMeant ? undefined : `expected the code "${code}", got "${sent}"`);
});

test("all differences come before the broken rules", async () => {
  expect(await saidBy(expectContractError(failed({ param: "/file" }, 400), "session_busy", { status: 413 }))).toEqual([
    [
      'expected the code "session_busy", got "file_too_large"',
      "expected the status 413, got 400",
      '`param` is "/file", not a path such as "input.0.content".',
      "file_too_large has status 413, and the answer 400.",
    ].join("\n"),
    "session_busy",
    "file_too_large",
  ]);
});

test.each<[status: number, says: string, ...values: unknown[]]>([
  [399, "expected the error acme_cold, got a response that is no error", "acme_cold", "HTTP 399"],
  [400, "The body is empty.", undefined, undefined],
])("a response of status %i without a body is not the error", async (status, ...said) => {
  expect(await saidBy(expectContractError(given(status, ""), "acme_cold"))).toEqual(said);
});

test.each<[what: string, response: ReturnType<typeof given>, options: object, says: string | undefined]>([
  ["a success", given(200, "{}"), {}, undefined],
  ["an error", failed(), {}, undefined],
  ["an error without a body", given(413, ""), {}, "The body is empty."],
  ["the response to a HEAD", given(413, ""), { method: "head" }, undefined],
  ["the response to a GET", given(413, ""), { method: "GET" }, "The body is empty."],
  [
    "an error that its operation does not declare",
    failed(),
    { operation: { method: "GET", path: "/x", codes: [] } },
    "expected a code that GET /x declares, got file_too_large",
  ],
])("%s follows the specification or not", async (_what, response, options, says) => {
  const said = await saidBy(expectKeepsContract(response, acme, options));
  expect(said?.[0]).toBe(says);
  const { pass, message } = await matchers.toKeepContract(response, acme, options);
  expect([pass, message().split("\n\nHTTP")[0]]).toEqual([
    says === undefined,
    says ?? "expected a response that breaks a rule",
  ]);
});
