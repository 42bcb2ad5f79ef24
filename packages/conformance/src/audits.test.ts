import { describe, expect, test } from "vitest";
import { type AuditOptions, type AuditOutcome, type AuditResponse, audits } from "./index.ts";

const BODY = '{"error":{"type":"invalid_request_error","code":"acme_no","message":"No.","param":null,"detail":null}}';

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

/** Makes audits of a service that answers with these responses; with a plain error after them. */
function auditing(options: Partial<AuditOptions> = {}, answer: (asked: Asked, index: number) => Response = plain) {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const one = { url: String(input), init };
    asked.push(one);
    return answer(one, asked.length - 1);
  };
  const list = audits({ url: "http://127.0.0.1:3000/v1", fetch, ...options });
  const run = async (id: string): Promise<AuditOutcome | undefined> => list.find((one) => one.id === id)?.run();
  return { asked, list, run };
}

const plain = () => new Response(BODY, { status: 404 });

describe("an audit", () => {
  test.each<readonly [id: string, level: string, clause: string, url: string]>([
    [
      "ENV01",
      "MUST",
      "errors 1",
      "https://github.com/HarnessRouter/harnessrouter/blob/main/protocol/versions/2026-09-12/errors.md",
    ],
    ["AUT05", "SHOULD", "RFC 9110, section 11.6.1", "https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1"],
    [
      "RET01",
      "MAY",
      "errors 4",
      "https://github.com/HarnessRouter/harnessrouter/blob/main/protocol/versions/2026-09-12/errors.md",
    ],
  ])("%s has a level and a clause with a link", (id, level, name, url) => {
    const audit = auditing({ requirements: "2026-09-12" }).list.find((one) => one.id === id);
    expect([audit?.level, audit?.clause, Object.isFrozen(audit)]).toEqual([level, { name, url }, true]);
  });

  test.each<readonly [id: string, needs: readonly string[]]>([
    ["ENV01", []],
    ["AUT06", ["routes.forbidden"]],
    ["OBJ01", ["routes.objects"]],
    ["OBJ02", ["routes.foreign"]],
    ["ADR03", ["routes.wrongMethod"]],
    ["ADR04", ["routes.wrongMethod"]],
    ["BDY01", ["routes.json"]],
    ["BDY02", ["routes.json"]],
    ["BDY03", ["routes.json"]],
    ["BDY04", ["routes.json"]],
    ["BDY05", ["routes.json"]],
    ["BDY06", ["routes.json"]],
    ["LIM01", ["routes.upload"]],
    ["LIM02", ["routes.upload"]],
    ["LIM03", ["routes.limited"]],
    ["LIM04", ["routes.limited"]],
    ["COD01", ["routes.raise"]],
    ["COD02", ["routes.raise"]],
    ["COD03", ["routes.raise"]],
    ["TSK01", ["routes.raise"]],
    ["TSK02", ["routes.raise"]],
    ["ERR01", ["routes.crash"]],
    ["ERR02", ["routes.crash"]],
    ["STR01", ["routes.stream"]],
    ["STR02", ["routes.stream"]],
    ["STR03", ["routes.silentStream"]],
    ["RAW01", ["raw"]],
    ["RAW02", ["raw"]],
    ["RAW03", ["raw"]],
    ["RAW04", ["raw"]],
    ["RAW05", ["raw"]],
    ["RAW06", ["raw"]],
  ])("%s needs %j, and is skipped without", async (id, needs) => {
    const { asked, list, run } = auditing();
    expect(list.find((one) => one.id === id)?.needs).toEqual(needs);
    const [need] = needs;
    if (need === undefined) return;
    const isRaw = need === "raw";
    const reason = isRaw ? "Only a raw socket can send this." : `The routes have no "${need.slice("routes.".length)}".`;
    expect(await run(id)).toEqual({ status: "skip", reason });
    expect(asked).toEqual([]);
  });

  test("sends nothing before it runs, and a request of several audits once", async () => {
    const { asked, run } = auditing();
    expect(asked).toEqual([]);
    await run("ADR01");
    await run("VER03");
    await run("ADR01");
    expect(asked.map(({ init }) => new Headers(init.headers).get("uhp-version"))).toEqual(["2026-10-04", "1999-01-01"]);
  });

  test("sends no more requests than it may", async () => {
    const { asked, run } = auditing({ maxRequests: 1 });
    expect((await run("ADR01"))?.status).toBe("pass");
    expect(await run("VER01")).toEqual({ status: "skip", reason: "The limit of 1 requests is reached." });
    expect(asked).toHaveLength(1);
  });

  test("asks below the address, follows no redirect, and sends no body by default", async () => {
    const { asked, run } = auditing({ url: "http://127.0.0.1:3000/v1/?a=b#c" });
    await run("ADR01");
    const [{ url, init } = { url: "", init: {} }] = asked;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/v1\/uhpcheck[0-9a-f]{32}$/);
    expect([init.method, init.redirect, init.body]).toEqual(["GET", "manual", null]);
  });

  test("sends no fragment of a route", async () => {
    const { asked, run } = auditing({ routes: { wrongMethod: "PATCH /a?b=c#d" } });
    await run("ADR04");
    expect([asked[0]?.url, asked[0]?.init.method]).toEqual(["http://127.0.0.1:3000/v1/a?b=c", "PATCH"]);
  });

  test("writes an id into its route as a part of an address", async () => {
    const { asked, run } = auditing({ routes: { foreign: [{ request: "GET /a/{id}/{id}", id: "b/ü?" }] } });
    await run("OBJ02");
    expect(asked[1]?.url).toBe("http://127.0.0.1:3000/v1/a/b%2F%C3%BC%3F/b%2F%C3%BC%3F");
  });

  test("sends a file as a form", async () => {
    const { asked, run } = auditing({ routes: { upload: { request: "POST /a", field: "b", bytes: 3 } } });
    await run("LIM01");
    const form = asked[0]?.init.body as FormData;
    expect([[...form.keys()], (form.get("b") as File).size]).toEqual([["b"], 3]);
  });
});

describe("the outcome of an audit", () => {
  test("has the command that repeats the request, and the response", async () => {
    const { run } = auditing({ token: "right-token", routes: { wrongMethod: "PATCH /a?b={c}#d" } }, () => {
      return new Response("right-token\u0007\n", { status: 404, headers: { "X-A": "right-token" } });
    });
    expect(await run("ADR04")).toEqual({
      status: "fail",
      reason: "The status is 404, not 405.",
      curl: `curl -i --path-as-is --globoff -X PATCH -H 'Accept: application/json' -H 'UHP-Version: 2026-10-04' -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:3000/v1/a?b={c}'`,
      response: "HTTP 404\ncontent-type: text/plain;charset=UTF-8\nx-a: [credential]\n\n[credential]\\u{7}\n",
    });
  });

  test.each<readonly [length: number, end: string]>([
    [487, '".'],
    [488, '"…'],
    [600, "a…"],
  ])("has a reason of 500 characters at most: a type of %i letters", async (length, end) => {
    const body = BODY.replace("invalid_request_error", "a".repeat(length));
    const outcome = await auditing({}, () => new Response(body, { status: 404 })).run("FLD01");
    const reason = outcome?.status === "fail" ? outcome.reason : "";
    expect([reason.length <= 501, reason.slice(-2)]).toEqual([true, end]);
  });

  test("tells why there is no answer", async () => {
    const { run } = auditing({}, () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("No."), { code: "ECONNRESET" }) });
    });
    const outcome = await run("ENV01");
    expect(outcome).toMatchObject({
      status: "fail",
      reason: "There is no answer: ECONNRESET.",
      response: "(no answer)",
    });
  });

  test("tells that an answer did not come in time", async () => {
    const fetch: typeof globalThis.fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("It was aborted.")));
      });
    const list = audits({ url: "http://127.0.0.1", fetch, timeoutMs: 1 });
    const outcomes = new Map<string, AuditOutcome>();
    for (const audit of list) outcomes.set(audit.id, await audit.run());
    expect(outcomes.get("ENV01")).toMatchObject({
      status: "fail",
      reason: "There is no answer: none came within 1 ms.",
    });
    expect(outcomes.get("AUT02")).toEqual({ status: "skip", reason: "5 requests in a row were not answered in time." });
  });
});

describe("the observer of responses", () => {
  const seen = async (id: string, options: Partial<AuditOptions>): Promise<readonly AuditResponse[]> => {
    const responses: AuditResponse[] = [];
    const { run } = auditing({ ...options, onResponse: (response) => void responses.push(response) });
    await run(id);
    return responses.map((response) => ({ ...response, path: response.path.replace(/uhpcheck\w+/, "…") }));
  };

  test.each<readonly [what: string, id: string, options: Partial<AuditOptions>, expected: object]>([
    ["an ordinary request", "ADR01", {}, { method: "GET", path: "/…", status: 404, ordinary: true }],
    [
      "another method",
      "ADR04",
      { routes: { wrongMethod: "PATCH /a" } },
      { method: "PATCH", path: "/a", status: 404, ordinary: true },
    ],
    ["another version", "VER01", {}, { method: "GET", path: "/…", status: 404, ordinary: false }],
    ["other credentials", "AUT01", {}, { method: "GET", path: "/…", status: 404, ordinary: false }],
    [
      "a body",
      "BDY01",
      { routes: { json: { request: "POST /a" } } },
      { method: "POST", path: "/a", status: 404, ordinary: false },
    ],
    ["an address that cannot be decoded", "ADR02", {}, { method: "GET", path: "/%ff/…", status: 404, ordinary: false }],
    [
      "bytes",
      "RAW01",
      { raw: async () => "HTTP/1.1 400 No\r\n\r\n" },
      { method: "GET", path: "/…", status: 400, ordinary: false },
    ],
  ])("is told about %s", async (_what, id, options, expected) => {
    expect(await seen(id, options)).toEqual([expected]);
  });

  test("may throw", async () => {
    const { run } = auditing({
      onResponse: () => {
        throw new Error("No.");
      },
    });
    expect(await run("ADR01")).toEqual({ status: "pass" });
  });
});

test("audits of all errors ask every address that is known", async () => {
  const { asked, run } = auditing({
    token: "right-token",
    routes: {
      success: "GET /a",
      protected: "GET /b",
      wrongMethod: "PATCH /c",
      json: { request: "POST /d" },
      crash: { request: "GET /e" },
    },
  });
  await run("ENV01");
  const marker = /uhpcheck\w+/.exec(asked[0]?.url ?? "")?.[0] ?? "";
  const lines = asked.map(({ url, init }) => {
    const headers = new Headers(init.headers);
    const [path, version, token] = [new URL(url).pathname, headers.get("uhp-version"), headers.get("authorization")];
    return `${init.method} ${path} ${version} ${token} ${init.body}`.replaceAll(marker, "…");
  });
  expect(lines).toEqual([
    "GET /v1/… 2026-10-04 Bearer right-token null",
    "GET /v1/… 1999-01-01 Bearer right-token null",
    "GET /v1/… 2026-10-04 null null",
    "GET /v1/… 2026-10-04 Bearer … null",
    "GET /v1/%ff/… 2026-10-04 Bearer right-token null",
    "GET /v1/a 2026-10-04 Bearer right-token null",
    "GET /v1/b 2026-10-04 Bearer right-token null",
    "PATCH /v1/c 2026-10-04 Bearer right-token null",
    "GET /v1/e 2026-10-04 Bearer right-token null",
    'POST /v1/d 2026-10-04 Bearer right-token {"uhp": …',
  ]);
});

describe("of each code,", () => {
  const routes = { raise: "GET /raise/{code}" } as const;
  const codeIn = ({ url }: Asked) => new URL(url).pathname.slice("/v1/raise/".length);
  const reply = (body: unknown, status: number) => new Response(JSON.stringify(body), { status });
  /** A service that knows one code. */
  const knowing =
    (code: string, body: unknown, status: number) =>
    (asked: Asked): Response =>
      codeIn(asked) === code ? reply(body, status) : reply({ error: { code: "acme_no" } }, 404);
  const reasonOf = async (id: string, answer: (asked: Asked) => Response) => {
    const outcome = await auditing({ routes }, answer).run(id);
    return outcome?.status === "pass" ? "pass" : `${outcome?.status}: ${outcome?.reason}`;
  };
  const error = (more: object) => ({
    type: "harness_error",
    code: "timeout",
    message: "a",
    param: null,
    detail: null,
    ...more,
  });

  test.each<readonly [what: string, code: string, body: unknown, status: number, expected: string]>([
    ["a detail", "file_too_large", { error: { code: "file_too_large", detail: { max_bytes: 1 } } }, 413, "pass"],
    [
      "no detail",
      "file_too_large",
      { error: { code: "file_too_large", detail: null } },
      413,
      "fail: file_too_large: `detail.max_bytes` is missing or of the wrong kind.",
    ],
    [
      "no detail where it may be left out",
      "invalid_input",
      { error: { code: "invalid_input", detail: null } },
      400,
      "pass",
    ],
    [
      "another code",
      "file_too_large",
      { error: { code: "session_busy", detail: {} } },
      413,
      "skip: No code was answered as was asked for; see COD01 and TSK01.",
    ],
    [
      "a code without a detail",
      "harness_not_found",
      { error: { code: "harness_not_found" } },
      404,
      "skip: No code was answered as was asked for; see COD01 and TSK01.",
    ],
  ])("COD02 judges %s", async (_what, code, body, status, expected) => {
    expect(await reasonOf("COD02", knowing(code, body, status))).toBe(expected);
  });

  test("COD01 tells the first code that is wrong, and names the others", async () => {
    const reason = await reasonOf("COD01", knowing("none", {}, 200));
    expect(reason).toMatch(
      /^fail: unsupported_protocol_version was asked for, and the answer is 404 "acme_no"\. So are 38 others: invalid_input, harness_not_found, /,
    );
  });

  const tasks =
    (of: (code: string) => unknown, status = 200) =>
    (asked: Asked) =>
      reply(of(codeIn(asked)), status);
  const ended = (code: string) => (code === "cancelled" ? "cancelled" : "failed");

  test.each<readonly [what: string, answer: (asked: Asked) => Response, expected: string]>([
    ["how each ended", tasks((code) => ({ status: ended(code) })), "pass"],
    [
      "one that ended in another way",
      tasks((code) => ({ status: code === "timeout" ? "done" : ended(code) })),
      'fail: With timeout `status` is "done", not "failed".',
    ],
    [
      "a cancelled one that failed",
      tasks(() => ({ status: "failed" })),
      'fail: With cancelled `status` is "failed", not "cancelled".',
    ],
    [
      "no JSON",
      (asked) => (codeIn(asked) === "timeout" ? new Response("{") : reply({ status: ended(codeIn(asked)) }, 200)),
      'fail: With timeout `status` is nothing, not "failed".',
    ],
    [
      "another status",
      (asked) => reply({ status: ended(codeIn(asked)) }, codeIn(asked) === "timeout" ? 201 : 200),
      "fail: timeout ends a task, and the answer has status 201.",
    ],
  ])("TSK01 judges %s", async (_what, answer, expected) => {
    expect(await reasonOf("TSK01", answer)).toBe(expected);
  });

  const only = (code: string, more: unknown) =>
    tasks((one) => ({ error: one === code ? more : one === "cancelled" ? null : error({ code: one }) }));

  test.each<readonly [what: string, answer: (asked: Asked) => Response, expected: string]>([
    ["an error of each", tasks((code) => ({ error: error({ code }) })), "pass"],
    ["no error of one that was cancelled", only("cancelled", null), "pass"],
    ["no error of another", only("timeout", null), "fail: With timeout there is no object `error` in the response."],
    [
      "a list of one that was cancelled",
      only("cancelled", []),
      "fail: With cancelled there is no object `error` in the response.",
    ],
    [
      "an error without fields",
      only("timeout", {}),
      "fail: The error of timeout lacks type, code, message, param, detail.",
    ],
    [
      "another code",
      only("timeout", error({ code: "acme_no" })),
      'fail: timeout was asked for, and the error is "acme_no".',
    ],
    [
      "another type",
      only("timeout", error({ type: "server_error" })),
      'fail: timeout was asked for, and the error is "timeout".',
    ],
    [
      "another status",
      tasks((code) => ({ error: error({ code }) }), 500),
      "skip: No code was answered as was asked for; see COD01 and TSK01.",
    ],
  ])("TSK02 judges %s", async (_what, answer, expected) => {
    expect(await reasonOf("TSK02", answer)).toBe(expected);
  });

  test("COD03 judges codes that are newer than the version of the client", async () => {
    const versionIn = ({ init }: Asked) => new Headers(init.headers).get("uhp-version") ?? "";
    const NEWER = "environment_not_found";
    const answering = (isSent: (version: string) => boolean) => (asked: Asked) =>
      reply(
        {
          error: {
            code: codeIn(asked) === NEWER && !isSent(versionIn(asked)) ? "acme_no" : "acme_other",
            ...(isSent(versionIn(asked)) ? { code: codeIn(asked) } : {}),
          },
        },
        404,
      );
    expect(
      await reasonOf(
        "COD03",
        answering((version) => version === "2026-10-04"),
      ),
    ).toBe("pass");
    expect(
      await reasonOf(
        "COD03",
        answering(() => true),
      ),
    ).toMatch(/^fail: "\w+" is newer than 2026-08-11\.$/);
    expect(
      await reasonOf(
        "COD03",
        answering(() => false),
      ),
    ).toBe("skip: No newer code was answered to anybody; see COD01.");
    const refused = { error: { code: "unsupported_protocol_version" } };
    expect(await reasonOf("COD03", (asked) => reply(refused, versionIn(asked) === "2026-10-04" ? 404 : 400))).toBe(
      "skip: No version is served that lacks a code.",
    );
  });
});
