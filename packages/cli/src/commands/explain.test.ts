import { describe, expect, test } from "vitest";
import { fileOf, runCli } from "../../../../test/conformance-package/run-cli.ts";

describe("explain tells about", () => {
  test.each<readonly [code: string, text: string]>([
    [
      "session_busy",
      `session_busy
  A task is submitted to a session in which another task is running. \`detail.retry_after_ms\` states the wait where it can be estimated.

  status   409
  type     invalid_request_error
  since    2026-08-11
  retry    yes, once the task that runs in the session has ended
  message  A task is already running in this session.
  detail   retry_after_ms (a number that is not negative, optional)
`,
    ],
    [
      "timeout",
      `timeout
  The task exceeded its wall-clock budget.

  status   200, inside the response object of a failed task
  type     harness_error
  since    2026-08-11
  retry    the caller decides: the task has used real resources
  message  The task ran out of its time budget.
`,
    ],
    [
      "cancelled",
      `cancelled
  The client cancelled the task.

  status   200, inside the response object of a cancelled task
  type     harness_error
  since    2026-08-11
  retry    the caller decides: the task has used real resources
  message  The client cancelled the task.
`,
    ],
    [
      "file_too_large",
      `file_too_large
  An upload or body exceeds the server's limit, which \`detail.max_bytes\` states in bytes.

  status   413
  type     invalid_request_error
  since    2026-08-11
  retry    no: the same request fails the same way
  message  The upload is larger than this server accepts.
  detail   max_bytes (a positive integer)
`,
    ],
    [
      "acme_internal_error",
      `acme_internal_error
  Anything that is not recognized was thrown; its text is withheld and reported under the correlation id.

  status   500
  type     server_error
  since    2026-08-11
  retry    yes, after a delay that grows with each attempt
  message  The server failed to handle the request.
`,
    ],
    [
      "acme_http_418",
      `acme_http_418
  Something answered 418 without an error body of this library.

  status   418
  type     invalid_request_error
  since    2026-08-11
  retry    no: the same request fails the same way
  message  The request was refused.
`,
    ],
  ])("%s", async (code, text) => {
    expect(await runCli(["explain", code])).toEqual({ exit: 0, out: text, err: "" });
  });

  test.each<readonly [code: string, line: string]>([
    ["rate_limited", "  retry    yes, after the time in Retry-After"],
    ["acme_http_400", "  status   400"],
    ["acme_http_599", "  status   599"],
  ])("%s, with the line %j", async (code, line) => {
    const { out } = await runCli(["explain", code]);
    expect(out.split("\n")).toContain(line);
  });
});

/** A module that exports a catalog, without an import. */
function moduleOf(codes: Readonly<Record<string, object>>): string {
  const text = `const codes = ${JSON.stringify(codes).replaceAll('"VALIDATE"', "() => ({})")};
export const catalog = { vendor: "acme", codes, definition: (code) => Object.hasOwn(codes, code) ? codes[code] : undefined };
`;
  return fileOf(text, "catalog.mjs");
}

const COLD = {
  status: 503,
  type: "server_error",
  where: "request",
  since: "2026-09-12",
  retry: "backoff",
  message: "It is cold.",
  when: "It is\u001b cold.",
};

describe("explain reads a catalog, and tells about", () => {
  const explain = (code: string, definition: object) =>
    runCli(["explain", code, "--catalog", moduleOf({ [code]: { ...COLD, ...definition } })]);

  const head = "acme_cold\n  It is\\u{1b} cold.\n\n";
  const rest = `  type     server_error
  since    2026-09-12
  retry    yes, after a delay that grows with each attempt
  message  It is cold.
`;

  test.each<readonly [what: string, definition: object, text: string]>([
    ["a code of its own", {}, `${head}  status   503\n${rest}`],
    ["a code with two statuses", { status: [409, 410] }, `${head}  status   409 or 410\n${rest}`],
    [
      "a code with several details",
      { detail: { limit: "positive_integer", names: "string_list?" } },
      `${head}  status   503\n${rest}  detail   limit (a positive integer), names (a list of strings, optional)\n`,
    ],
    [
      "a code with a schema",
      { detail: { "~standard": { version: 1, vendor: "acme", validate: "VALIDATE" } } },
      `${head}  status   503\n${rest}  detail   an object, by a schema of the vendor's\n`,
    ],
  ])("%s", async (_what, definition, text) => {
    expect(await explain("acme_cold", definition)).toEqual({ exit: 0, out: text, err: "" });
  });

  test("a code of the specification", async () => {
    const { exit, out } = await runCli(["explain", "timeout", "--catalog", moduleOf({ acme_cold: COLD })]);
    expect([exit, out.split("\n")[1]]).toEqual([0, "  The task exceeded its wall-clock budget."]);
  });
});

test.each<readonly [code: string, origin: string]>([
  ["acme_cold", "vendor"],
  ["acme_http_418", "built_in"],
  ["acme_internal_error", "built_in"],
  ["timeout", "specification"],
])("explain says in JSON where %s is from: %s", async (code, origin) => {
  const { out } = await runCli(["explain", code, "--json", "--catalog", moduleOf({ acme_cold: COLD })]);
  expect(JSON.parse(out)).toMatchObject({ code, origin });
});

describe("explain refuses", () => {
  const HINT = " For a code of a vendor's own, add --catalog <module>.";

  test.each<readonly [code: string, guess: string]>([
    ["session_bsy", " Did you mean session_busy?"],
    ["harnes_not_foun", " Did you mean harness_not_found?"],
    ["xyz", ""],
    ["", ""],
    ["acme_cold", ""],
    ["__proto__", ""],
    ["constructor", ""],
    ["acme_http_300", ""],
    ["acme_http_600", ""],
    ["acme_http_40", ""],
    ["acme_http_4000", ""],
    ["acme_http_4x4", ""],
    ["acme_http_40x", ""],
    ["acme_xhttp_404", ""],
    ["acme_constructor", ""],
    ["internal_error", ""],
    ["_internal_error", ""],
    ["acme_shop_internal_error", ""],
    ["uhp_internal_error", ""],
    ["Acme_internal_error", ""],
  ])("%j, which is no code", async (code, guess) => {
    expect(await runCli(["explain", code])).toEqual({
      exit: 1,
      out: "",
      err: `error: There is no code "${code}".${guess}${HINT}\n`,
    });
  });

  test("a code with control characters, without printing them", async () => {
    expect((await runCli(["explain", '\u009b"'])).err).toBe(`error: There is no code "\\u{9b}\\"".${HINT}\n`);
  });

  const LONG = `acme_${"a".repeat(95)}`;

  test.each<readonly [what: string, code: string, guess: string]>([
    ["with a letter more at the end", "acme_colds", "acme_cold"],
    ["with a letter more at the start", "xacme_cold", "acme_cold"],
    ["with a letter less", "acme_cod", "acme_cold"],
    ["without the first letter", "cme_cold", "acme_cold"],
    ["with another letter", "acme_cald", "acme_cold"],
    ["with two letters in the other order", "amce_cold", "acme_cold"],
    ["in capitals", "ACME_COLD", "acme_cold"],
    ["nearer to a later one", "acme_colt", "acme_cold"],
    ["with two letters less", "acme_co", "acme_cold"],
    ["with three letters less", "acme_c", ""],
    ["with three letters less of fourteen", "acme_frozen_so", "acme_frozen_solid"],
    ["with four letters less of thirteen", "acme_frozen_s", ""],
    ["with four other letters of sixteen", "acme_frozen_abcd", "acme_frozen_solid"],
    ["that begins with a long one", `${LONG}${"b".repeat(60)}`, LONG],
    ["that is nothing like any", "globex_other_thing", ""],
  ])("a code %s", async (_what, code, guess) => {
    const catalog = moduleOf({ acme_gold: COLD, acme_cold: COLD, acme_frozen_solid: COLD, [LONG]: COLD });
    const { exit, err } = await runCli(["explain", code, "--catalog", catalog]);
    const question = guess === "" ? "" : ` Did you mean ${guess}?`;
    expect([exit, err]).toEqual([1, `error: There is no code "${code}".${question}\n`]);
  });

  test("a code of a catalog without codes", async () => {
    const { err } = await runCli(["explain", "acme_cold", "--catalog", moduleOf({})]);
    expect(err).toBe('error: There is no code "acme_cold".\n');
  });
});
