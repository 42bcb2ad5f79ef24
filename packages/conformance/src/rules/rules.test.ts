import { describe, expect, test } from "vitest";
import { type AuditOptions, audits } from "../index.ts";

/** A request as it arrives. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Serialized, unless it is a string. */
  readonly body?: unknown;
}

type Service = (sent: Sent) => Reply;

/** Returns the outcome of an audit of a service: its status, and its reason if it has one. */
async function judged(id: string, service: Service, options: Partial<AuditOptions> = {}): Promise<string> {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const body = typeof init?.body === "string" ? init.body : "";
    const sent = {
      method: init?.method ?? "",
      path: `${pathname}${search}`,
      headers: new Headers(init?.headers),
      body,
    };
    const { status = 404, headers = {}, body: given = {} } = service(sent);
    const text = typeof given === "string" ? given : JSON.stringify(given);
    return new Response(new TextEncoder().encode(text), { status, headers });
  };
  const audit = audits({ url: "http://127.0.0.1", fetch, ...options }).find((one) => one.id === id);
  const outcome = await audit?.run();
  return outcome === undefined || outcome.status === "pass"
    ? String(outcome?.status)
    : `${outcome.status}: ${outcome.reason}`;
}

/** A body with an error. */
function errorWith(more: Readonly<Record<string, unknown>> = {}) {
  const error = { type: "invalid_request_error", code: "acme_no", message: "No.", param: null, detail: null };
  return { error: { ...error, ...more } };
}

/** A service that answers everything alike. */
const always =
  (body: unknown, status = 404, headers: Readonly<Record<string, string>> = {}): Service =>
  () => ({ status, body, headers });

type Row = readonly [id: string, what: string, service: Service, expected: string];

const NOTHING = "skip: No error had anything to judge here.";

describe("of the body of an error,", () => {
  const without = (name: string) => {
    const { error } = errorWith();
    return { error: Object.fromEntries(Object.entries(error).filter(([one]) => one !== name)) };
  };
  const withStatus = (status: number) => `fail: The status is ${status}, and the body is an error.`;
  const OTHER_TEXT = "fail: `detail` beside `error` is not the text of `error.message`.";
  const typed = (type: string) => always(errorWith(), 404, { "Content-Type": type });
  const bad = (type: string) => `fail: \`Content-Type\` is ${JSON.stringify(type)}.`;

  test.each<Row>([
    ["ENV01", "an object", always({}), "pass"],
    ["ENV01", "no error", always({}, 399), "skip: No request was answered with an error."],
    ["ENV02", "its key", always(errorWith()), "pass"],
    ["ENV02", "the deprecated key", always({ ...errorWith(), detail: 1 }), "pass"],
    ["ENV02", "another key", always({ a: 1 }), 'fail: The keys are ["a"]; `error` is missing.'],
    ["ENV02", "keys beside it", always({ ...errorWith(), a: 1, b: 2 }), 'fail: Beside `error` there is ["a","b"].'],
    ["ENV02", "no JSON", always("{"), NOTHING],
    ["ENV03", "five fields", always(errorWith()), "pass"],
    ["ENV03", "no type", always(without("type")), "fail: `error` lacks type."],
    ["ENV03", "no code", always(without("code")), "fail: `error` lacks code."],
    ["ENV03", "no message", always(without("message")), "fail: `error` lacks message."],
    ["ENV03", "no param", always(without("param")), "fail: `error` lacks param."],
    ["ENV03", "no detail", always(without("detail")), "fail: `error` lacks detail."],
    ["ENV03", "no field", always({ error: {} }), "fail: `error` lacks type, code, message, param, detail."],
    ["ENV03", "more fields", always(errorWith({ a: 1 })), 'fail: `error` has fields of its own: ["a"].'],
    ["ENV03", "an error that is a text", always({ error: "No." }), "fail: `error` is no object."],
    ["ENV03", "no error", always({}), NOTHING],
    ["ENV03", "no JSON", always("{"), NOTHING],
    ["ENV04", "JSON", typed("application/json"), "pass"],
    ["ENV04", "JSON with a charset", typed("Application/JSON ; charset=utf-8"), "pass"],
    ["ENV04", "no type", always(errorWith()), "fail: There is no `Content-Type`."],
    ["ENV04", "a longer type", typed("application/jsonl"), bad("application/jsonl")],
    ["ENV04", "a type with something before it", typed("x-application/json"), bad("x-application/json")],
    ["ENV05", "an error with its status", always(errorWith()), "pass"],
    ["ENV05", "a success", always({ id: 1 }, 200), "pass"],
    ["ENV05", "a success that is no JSON", always("No.", 200), "pass"],
    ["ENV05", "an error of a known type", always({ error: { type: "server_error" }, a: 1 }, 399), withStatus(399)],
    ["ENV05", "an error with a code", always({ error: { code: "a" } }, 200), withStatus(200)],
    ["ENV05", "an error with a message", always({ error: { message: "a" }, detail: 1 }, 200), withStatus(200)],
    ["ENV05", "an error of another kind", always({ error: { code: "a", message: "b" }, id: 1 }, 200), "pass"],
    ["ENV05", "an error whose code is a number", always({ error: { code: 1 } }, 200), "pass"],
    ["ENV05", "an error of an inherited type", always({ error: { type: "constructor" } }, 200), "pass"],
    ["ENV06", "no detail", always(errorWith()), "pass"],
    ["ENV06", "the message", always({ ...errorWith(), detail: "No." }), "pass"],
    ["ENV06", "another text", always({ ...errorWith(), detail: "No" }), OTHER_TEXT],
    ["ENV06", "a text without a message", always({ detail: "No." }), OTHER_TEXT],
    ["ENV06", "no JSON", always("{"), NOTHING],
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service)).toBe(expected);
  });
});

describe("of the fields of an error,", () => {
  const withField = (more: Readonly<Record<string, unknown>>, status = 404) => always(errorWith(more), status);
  const path = (param: unknown) => `fail: \`param\` is ${JSON.stringify(param)}, not a path such as "input.0.content".`;
  const busy = (status: number, more = {}) => withField({ code: "session_busy", ...more }, status);
  const said = (message: unknown) => withField({ message });
  const holds = (what: string) => `fail: \`message\` seems to hold ${what}.`;
  const prefix = (code: string) =>
    `fail: ${JSON.stringify(code)} is no code of the specification and has no vendor's prefix.`;

  test.each<Row>([
    ["FLD01", "a known type", withField({ type: "harness_error" }), "pass"],
    ["FLD01", "an inherited type", withField({ type: "constructor" }), 'fail: `type` is "constructor".'],
    ["FLD01", "a type that is no text", withField({ type: ["server_error"] }), 'fail: `type` is ["server_error"].'],
    ["FLD01", "no type", always({ error: {} }), NOTHING],
    ["FLD02", "the general type of 4xx", withField({}, 499), "pass"],
    ["FLD02", "the general type of 5xx", withField({ type: "server_error" }, 599), "pass"],
    ["FLD02", "the general type of 500", withField({ type: "server_error" }, 500), "pass"],
    ["FLD02", "the type of 401", withField({ type: "authentication_error" }, 401), "pass"],
    ["FLD02", "the type of 403", withField({ type: "permission_error" }, 403), "pass"],
    ["FLD02", "the type of 429", withField({ type: "rate_limit_error" }, 429), "pass"],
    [
      "FLD02",
      "another type",
      withField({}, 403),
      'fail: With status 403 the type is permission_error, not "invalid_request_error".',
    ],
    ["FLD02", "an unknown type", withField({ type: "constructor" }), NOTHING],
    ["FLD02", "a type that is no text", withField({ type: ["server_error"] }), NOTHING],
    ["FLD02", "a code of the specification", busy(500), NOTHING],
    ["FLD03", "a code of the specification", withField({ code: "session_busy" }), "pass"],
    ["FLD03", "a code of a vendor", withField({ code: "acme2_not_found_2" }), "pass"],
    ["FLD03", "an inherited code", withField({ code: "constructor" }), prefix("constructor")],
    ["FLD03", "a capital in the prefix", withField({ code: "Acme_no" }), prefix("Acme_no")],
    ["FLD03", "a capital in the name", withField({ code: "acme_No" }), prefix("acme_No")],
    ["FLD03", "a digit before the prefix", withField({ code: "2acme_no" }), prefix("2acme_no")],
    ["FLD03", "no name", withField({ code: "acme_" }), prefix("acme_")],
    ["FLD03", "no prefix", withField({ code: "_no" }), prefix("_no")],
    ["FLD03", "a line break after it", withField({ code: "acme_no\n" }), prefix("acme_no\n").replace("\n", "\\n")],
    ["FLD03", "the prefix of the protocol", withField({ code: "uhp_no" }), prefix("uhp_no")],
    ["FLD03", "an empty code", withField({ code: "" }), 'fail: `code` is "", not a text.'],
    ["FLD03", "a code that is a number", withField({ code: 5 }), "fail: `code` is 5, not a text."],
    ["FLD04", "its status and type", busy(409), "pass"],
    ["FLD04", "another status", busy(400), "fail: session_busy has status 409, and the answer 400."],
    [
      "FLD04",
      "another type",
      busy(409, { type: "server_error" }),
      'fail: session_busy is of type invalid_request_error, and the answer says "server_error".',
    ],
    ["FLD04", "a code of a vendor", withField({}), NOTHING],
    ["FLD05", "a sentence", withField({}), "pass"],
    ["FLD05", "no text", withField({ message: null }), "fail: `message` is null, not a sentence."],
    ["FLD05", "a blank text", withField({ message: " " }), 'fail: `message` is " ", not a sentence.'],
    ["FLD05", "a line break", withField({ message: "No.\nNo." }), "fail: `message` has several lines."],
    ["FLD05", "a carriage return", withField({ message: "No.\rNo." }), "fail: `message` has several lines."],
    ["FLD05", "two sentences", said("It is gone. It was here before."), "fail: `message` is longer than one sentence."],
    ["FLD06", "a sentence", withField({}), "pass"],
    ["FLD06", "a file path", said("There is no /srv/app/lib/store.js."), holds("a file path")],
    ["FLD06", "a host", said("No answer from db-1.prod.internal."), holds("an internal host")],
    ["FLD06", "no text", withField({ message: 5 }), NOTHING],
    ["FLD07", "null", withField({}), "pass"],
    ["FLD07", "a path", withField({ param: "input.0.content-type" }), "pass"],
    ["FLD07", "a name", withField({ param: "a" }), "pass"],
    ["FLD07", "a number", withField({ param: 5 }), path(5)],
    ...["", ".a", "a.", "a..b", "a b", "a[0]", "a]", "a/b", "a\\b", "a.b c", "a.b/"].map(
      (param): Row => ["FLD07", JSON.stringify(param), withField({ param }), path(param)],
    ),
    ["FLD08", "null", withField({}), "pass"],
    ["FLD08", "an object", withField({ detail: {} }), "pass"],
    ["FLD08", "a list", withField({ detail: [] }), "fail: `detail` is []."],
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service)).toBe(expected);
  });
});

describe("of versions,", () => {
  const refusal = (supported: unknown) => ({
    status: 400,
    body: errorWith({ code: "unsupported_protocol_version", detail: { supported } }),
  });
  const SERVED = ["2026-10-04"];
  const STATED = { "UHP-Version": "2026-10-04" };
  /** It serves one version, and requests without one. */
  const right: Service = ({ headers }) => {
    const version = headers.get("uhp-version");
    return version === null || SERVED.includes(version) ? { body: errorWith(), headers: STATED } : refusal(SERVED);
  };
  const refusing =
    (isRefused: (version: string | null, sent: Sent) => boolean): Service =>
    (sent) =>
      isRefused(sent.headers.get("uhp-version"), sent) ? refusal(SERVED) : { body: errorWith() };
  const listing =
    (supported: unknown): Service =>
    () =>
      refusal(supported);
  const NOT_REFUSED = "fail: Expected 400 `unsupported_protocol_version`, but the status is";
  const unlisted = (got: string) => `fail: \`detail.supported\` is ${got}, not a list of versions.`;
  const CODED = errorWith({ code: "unsupported_protocol_version" });
  const OPEN = "skip: The version was not refused; see VER01.";

  test.each<Row>([
    ["VER01", "a refusal", right, "pass"],
    ["VER01", "no refusal", always(errorWith()), `${NOT_REFUSED} 404.`],
    ["VER02", "a list", right, "pass"],
    ["VER02", "a list without it", listing(["2026-09-12"]), "fail: `detail.supported` does not list 2026-10-04."],
    ["VER02", "an empty list", listing([]), unlisted("[]")],
    ["VER02", "a list with something else", listing(["2026-10-04", 5]), unlisted('["2026-10-04",5]')],
    ["VER02", "a text", listing("2026-10-04"), unlisted('"2026-10-04"')],
    ["VER02", "no detail", always(CODED, 400), unlisted("nothing")],
    ["VER02", "no refusal", always(errorWith()), OPEN],
    ["VER02", "a refusal with another status", always(CODED, 406), OPEN],
    ["VER03", "a version that is served", right, "pass"],
    ["VER03", "a version that is refused", refusing(() => true), "fail: Version 2026-10-04 is refused."],
    ["VER03", "no refusal at all", refusing(() => false), OPEN],
    ["VER05", "no version that is served", right, "pass"],
    [
      "VER05",
      "no version that is refused",
      refusing((version) => version !== "2026-10-04"),
      "fail: A request without a version is refused.",
    ],
    ["VER05", "no refusal at all", refusing(() => false), OPEN],
    ["VER06", "a version before a token", right, "pass"],
    ["VER06", "no refusal at all", refusing(() => false), OPEN],
    [
      "VER06",
      "a token before a version",
      (sent) => (sent.headers.has("authorization") ? right(sent) : { status: 401 }),
      `${NOT_REFUSED} 401.`,
    ],
    ["VER07", "a list of versions that is refused", right, "pass"],
    ["VER07", "a list that is served", refusing((version) => version === "1999-01-01"), `${NOT_REFUSED} 404.`],
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service, { token: "right-token" })).toBe(expected);
  });

  test.each<readonly [what: string, service: Service, expected: string]>([
    ["that is stated", always(errorWith(), 404, STATED), "pass"],
    ["that is missing", always(errorWith()), "fail: There is no `UHP-Version`."],
    ["that is empty", always(errorWith(), 404, { "UHP-Version": "" }), "fail: There is no `UHP-Version`."],
    [
      "that was not asked for",
      always(errorWith(), 404, { "UHP-Version": "2026-09-12" }),
      'fail: `UHP-Version` is "2026-09-12", and 2026-10-04 was asked for.',
    ],
    [
      "of a refusal, which may be another",
      ({ headers }) => ({
        body: errorWith(),
        headers: { "UHP-Version": headers.get("uhp-version") === "1999-01-01" ? "2026-09-12" : "2026-10-04" },
      }),
      "pass",
    ],
  ])("VER04 judges the version of an answer %s", async (_what, service, expected) => {
    expect(await judged("VER04", service)).toBe(expected);
  });

  test("VER06 asks the guarded route", async () => {
    const paths: string[] = [];
    const service: Service = (sent) => {
      if (!sent.headers.has("authorization")) paths.push(sent.path);
      return right(sent);
    };
    await judged("VER06", service, { token: "right-token", routes: { protected: "GET /guarded" } });
    expect(paths).toEqual(["/guarded"]);
  });
});

describe("of access,", () => {
  const unauthorized = (code: string, headers: Readonly<Record<string, string>> = {}) => ({
    status: 401,
    body: errorWith({ type: "authentication_error", code }),
    headers,
  });
  const CHALLENGE = { "WWW-Authenticate": "Bearer" };
  const right: Service = ({ headers }) => {
    const given = headers.get("authorization") ?? "";
    if (!given.startsWith("Bearer ")) return unauthorized("missing_credential", CHALLENGE);
    return given === "Bearer right-token" ? { body: errorWith() } : unauthorized("invalid_credential", CHALLENGE);
  };
  const NO_TOKEN = 'skip: An unknown address asks for no token, and the routes have no "protected".';
  const MISSING = "Expected 401 `missing_credential`, but the code is";
  const INVALID = "Expected 401 `invalid_credential`, but the code is";

  test.each<Row>([
    ["AUT01", "the right code", right, "pass"],
    ["AUT01", "another code", () => unauthorized("invalid_credential"), `fail: ${MISSING} "invalid_credential".`],
    ["AUT01", "an address without a token", always(errorWith()), NO_TOKEN],
    ["AUT02", "the right code", right, "pass"],
    ["AUT02", "another code", () => unauthorized("missing_credential"), `fail: ${INVALID} "missing_credential".`],
    ["AUT03", "the right code", right, "pass"],
    ["AUT03", "another code", () => unauthorized("missing_credential"), `fail: ${INVALID} "missing_credential".`],
    ["AUT04", "the right code", right, "pass"],
    ["AUT04", "another code", () => unauthorized("invalid_credential"), `fail: ${MISSING} "invalid_credential".`],
    ["AUT05", "a challenge", right, "pass"],
    ["AUT05", "no challenge", () => unauthorized("missing_credential"), "fail: There is no `WWW-Authenticate`."],
    [
      "AUT05",
      "no challenge to a wrong token",
      ({ headers }) =>
        headers.has("authorization")
          ? unauthorized("invalid_credential")
          : unauthorized("missing_credential", CHALLENGE),
      "fail: There is no `WWW-Authenticate`.",
    ],
    ["AUT05", "an address without a token", always(errorWith()), NO_TOKEN],
    ["AUT06", "no route", right, 'skip: The routes have no "forbidden".'],
    ["OBJ01", "no route", right, 'skip: The routes have no "objects".'],
    ["RAW01", "no socket", right, "skip: Only a raw socket can send this."],
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service, { token: "right-token" })).toBe(expected);
  });

  test.each<readonly [id: string, expected: string]>([
    ["AUT01", "fail: Expected 401 `missing_credential`, but the status is 200."],
    ["AUT05", "skip: A request without a token was not refused; see AUT01."],
  ])("%s judges a guarded route that is open", async (id, expected) => {
    const options = { token: "right-token", routes: { protected: "GET /guarded" } } as const;
    expect(await judged(id, always({}, 200), options)).toBe(expected);
  });

  const forbidding: Service = ({ path, headers }) => ({
    status: path === "/admin" && headers.get("authorization") === "Bearer narrow" ? 403 : 404,
    body: errorWith({ type: "permission_error", code: "insufficient_scope" }),
  });

  test.each<readonly [what: string, token: string | undefined, expected: string]>([
    ["the token of the route", "narrow", "pass"],
    ["the audited token", undefined, "fail: Expected 403 `insufficient_scope`, but the status is 404."],
  ])("AUT06 asks with %s", async (_what, token, expected) => {
    const forbidden = { request: "GET /admin", ...(token === undefined ? {} : { token }) } as const;
    expect(await judged("AUT06", forbidding, { token: "wide", routes: { forbidden } })).toBe(expected);
  });

  const foreign = [{ request: "GET /things/{id}", id: "theirs" }] as const;
  const absent = (more: Readonly<Record<string, unknown>> = {}) => errorWith({ code: "harness_not_found", ...more });
  /** It answers for an object of others in another way. */
  const telling =
    (reply: Reply, other: Reply = { body: absent() }): Service =>
    ({ path }) =>
      path === "/things/theirs" ? reply : other;

  const differs = (field: string, theirs: string, other: string) =>
    `fail: \`${field}\` is ${theirs}, and ${other} where nothing exists.`;
  const answered = (status: number) => `fail: An id that was made up is answered with ${status}.`;

  test.each<readonly [what: string, service: Service, expected: string]>([
    ["the same answer", telling({ body: absent() }), "pass"],
    ["messages with the ids", ({ path }) => ({ body: absent({ message: `No ${path.slice(8)}.` }) }), "pass"],
    [
      "another status",
      telling({ status: 403, body: absent() }),
      "fail: The status is 403, and 404 where nothing exists.",
    ],
    [
      "another type",
      telling({ body: absent({ type: "permission_error" }) }),
      differs("type", '"permission_error"', '"invalid_request_error"'),
    ],
    [
      "another code",
      telling({ body: absent({ code: "acme_no" }) }),
      differs("code", '"acme_no"', '"harness_not_found"'),
    ],
    ["another param", telling({ body: absent({ param: "id" }) }), differs("param", '"id"', "null")],
    [
      "another message",
      telling({ body: absent({ message: "Not yours." }) }),
      differs("message", '"Not yours."', '"No."'),
    ],
    ["no error", telling({ body: {} }), differs("type", "nothing", '"invalid_request_error"')],
    ["success for each id", always({}, 200), answered(200)],
    ["success for one that was made up", telling({ body: absent() }, { status: 399 }), answered(399)],
    ["400 for each id", always(absent(), 400), "skip: An id that was made up is answered with 400, not 404."],
    [
      "400 for one that was made up",
      telling({ body: absent() }, { status: 400, body: absent() }),
      "fail: The status is 404, and 400 where nothing exists.",
    ],
  ])("OBJ02 judges %s", async (_what, service, expected) => {
    expect(await judged("OBJ02", service, { routes: { foreign } })).toBe(expected);
  });

  test("OBJ01 judges each object", async () => {
    const service: Service = ({ path }) => ({
      body: errorWith({ code: path.startsWith("/a/") ? "harness_not_found" : "acme_no" }),
    });
    const routes = { objects: { harness_not_found: "GET /a/{id}", session_not_found: "GET /b/{id}" } } as const;
    expect(await judged("OBJ01", service, { routes })).toBe(
      'fail: Expected 404 `session_not_found`, but the code is "acme_no".',
    );
  });
});

describe("of addresses and bodies,", () => {
  const routes = {
    wrongMethod: "PATCH /things",
    json: { request: "POST /things", wrong: { name: 42 }, param: "name" },
    crash: { request: "GET /crash", hides: ["hunter2", 'a/b"c'] },
    stream: { request: "POST /stream", body: { a: 1 }, wrong: { a: "b" } },
  } as const;
  const fault = (status: number) => `fail: The status is ${status}, though the client is at fault.`;
  const OTHER_CODE = 'fail: Expected 400 `invalid_input`, but the code is "acme_no".';
  const ECHO = "fail: A part of the body that was sent is in";
  const advising = (advice: string) => always(errorWith(), 404, { "x-should-retry": advice });
  const NO_STREAM = "fail: The answer is no text/event-stream.";
  const ofType = (type: string, status = 200) => always("", status, { "Content-Type": type });
  /** It answers 400 to requests with this field, and 404 to others. */
  const refusing =
    (name: string, value: string): Service =>
    ({ headers }) => ({ status: headers.get(name) === value ? 400 : 404, body: input() });
  const input = (more: Readonly<Record<string, unknown>> = {}) => errorWith({ code: "invalid_input", ...more });
  const crash = (more: Readonly<Record<string, unknown>> = {}) => errorWith({ type: "server_error", ...more });

  test.each<Row>([
    ["ADR01", "a code of its own", always(errorWith()), "pass"],
    [
      "ADR01",
      "a code of the specification",
      always(errorWith({ code: "session_not_found" })),
      'fail: "session_not_found" is the code of an object, not of an address.',
    ],
    ["ADR01", "another status", always(errorWith(), 401), "skip: An unknown address is answered with 401, not 404."],
    ["ADR02", "an error", always(errorWith(), 400), "pass"],
    ["ADR02", "a success", always("", 399), "pass"],
    ["ADR02", "an error without a body", always("", 400), "fail: Expected an error as JSON. The body is empty."],
    ["ADR02", "an error of the server", always(errorWith(), 500), fault(500)],
    ["ADR02", "the last error of a client", always(errorWith(), 499), "pass"],
    ["ADR03", "an error", always(errorWith(), 499), "pass"],
    ["ADR03", "an error of the server", always(errorWith(), 500), fault(500)],
    ["ADR03", "a success", always({}, 399), "fail: Expected an error, but the status is 399."],
    [
      "ADR03",
      "an error that is no object",
      always({ error: "No." }),
      "fail: Expected an error, but the body has no object `error`.",
    ],
    ["ADR04", "405 and Allow", always(errorWith(), 405, { Allow: "" }), "pass"],
    ["ADR04", "another status", always(errorWith(), 404, { Allow: "GET" }), "fail: The status is 404, not 405."],
    ["ADR04", "no Allow", always(errorWith(), 405), "fail: There is no `Allow`."],
    ["BDY01", "the right code", always(input(), 400), "pass"],
    ["BDY01", "another code", always(errorWith(), 400), OTHER_CODE],
    ["BDY02", "an error", always(input(), 400), "pass"],
    ["BDY02", "no error", always({}, 399), "skip: The body was not refused; see BDY01."],
    ["BDY02", "the body again", ({ body }) => ({ status: 399, body }), `${ECHO} the body.`],
    ["BDY02", "ten letters of the body again", ({ body }) => ({ body: body.slice(8, 18) }), `${ECHO} the body.`],
    ["BDY02", "nine letters of the body again", ({ body }) => ({ body: body.slice(8, 17) }), "pass"],
    ["BDY02", "the body in a field", ({ body }) => ({ headers: { "X-Echo": body } }), `${ECHO} the field \`x-echo\`.`],
    ["BDY03", "the right code", always(input(), 400), "pass"],
    ["BDY04", "the right field", always(input({ param: "name" }), 400), "pass"],
    ["BDY04", "another field", always(input({ param: "age" }), 400), 'fail: `param` is "age", not "name".'],
    ["BDY04", "another code", always(errorWith({ param: "name" }), 400), OTHER_CODE],
    ["BDY05", "the right code", refusing("content-type", "application/json; charset=x-unknown"), "pass"],
    ["BDY06", "the right code", refusing("content-encoding", "gzip"), "pass"],
    ["ERR01", "an error of the server", always(crash(), 500), "pass"],
    ["ERR01", "an error of a client", always(crash(), 499), 'fail: It is 499 "server_error".'],
    ["ERR01", "another type", always(errorWith(), 500), 'fail: It is 500 "invalid_request_error".'],
    ["ERR01", "no prefix", always(crash({ code: "broken" }), 500), 'fail: "broken" has no vendor\'s prefix.'],
    ["ERR01", "a success", always({}, 200), "fail: Expected a server_error, but the status is 200."],
    ["ERR02", "nothing of the error", always(crash(), 500), "pass"],
    ["ERR02", "a secret", always(crash({ message: "It is hunter2." }), 200), 'fail: The answer holds "hunter2".'],
    ["ERR02", "a secret as JSON", always(crash({ detail: 'a/b"c' }), 500), 'fail: The answer holds "a/b\\"c".'],
    ["ERR02", "a secret as a part of an address", always("a%2Fb%22c", 500), 'fail: The answer holds "a/b\\"c".'],
    ["ERR02", "a secret with escaped slashes", always('a\\/b"c', 500), 'fail: The answer holds "a/b\\"c".'],
    ["ERR02", "a secret in a field", always("", 500, { "X-A": "hunter2" }), 'fail: The answer holds "hunter2".'],
    [
      "ERR02",
      "a stack",
      always("Error: No.\n    at run (/srv/store.js:4:1)\n    at main (/srv/app.js:9:3)", 500),
      "fail: The answer holds a stack trace.",
    ],
    ["ERR02", "no failure", always({}, 499), "skip: The status is 499: nothing failed; see ERR01."],
    ["RET01", "advice to try again", advising("true"), "pass"],
    ["RET01", "advice not to try again", advising("false"), "pass"],
    ["RET01", "other advice", advising("maybe"), 'fail: `x-should-retry` is "maybe".'],
    ["STR01", "a stream", ofType("text/event-stream"), "pass"],
    ["STR01", "a stream with a charset", ofType("Text/Event-Stream ; charset=utf-8"), "pass"],
    ["STR01", "another status", ofType("text/event-stream", 202), "fail: The status is 202, not 200."],
    ["STR01", "a longer type", ofType("text/event-streams"), NO_STREAM],
    ["STR01", "a type with something before it", ofType("x-text/event-stream"), NO_STREAM],
    ["STR01", "no type", always("", 200), NO_STREAM],
    ["STR02", "an error", ({ body }) => ({ status: body === '{"a":"b"}' ? 400 : 200, body: errorWith() }), "pass"],
    ["STR02", "a stream", ofType("text/event-stream"), "fail: Expected an error, but the status is 200."],
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service, { routes })).toBe(expected);
  });

  test.each<readonly [id: string, options: Partial<AuditOptions>, expected: string]>([
    ["BDY03", { routes: { json: { request: "POST /a" } } }, 'skip: The routes have no "json.wrong".'],
    ["BDY04", { routes: { json: { request: "POST /a", wrong: 1 } } }, 'skip: The routes have no "json.param".'],
    ["STR02", { routes: { stream: { request: "POST /a", body: 1 } } }, 'skip: The routes have no "stream.wrong".'],
    [
      "LIM03",
      { routes: { limited: { request: "GET /a", requests: 2 } } },
      "skip: None of 2 requests was answered with 429.",
    ],
  ])("%s is skipped for the options %j", async (id, options, expected) => {
    expect(await judged(id, always(errorWith()), options)).toBe(expected);
  });

  test.each<readonly [what: string, service: Service, expected: string]>([
    ["in the body", (sent) => ({ body: sent.headers.get("x-uhp-check") }), "field that was sent is in the body."],
    [
      "of a cookie in a field",
      (sent) => ({ headers: { "X-A": sent.headers.get("cookie") ?? "" } }),
      "field that was sent is in the field `x-a`.",
    ],
    [
      "that is the version",
      (sent) => ({ body: sent.headers.get("uhp-version") }),
      "version that was sent is in the body.",
    ],
    ["nowhere", always(errorWith()), "pass"],
  ])("LEK02 finds a value that was sent %s", async (_what, service, expected) => {
    expect(await judged("LEK02", service)).toBe(expected === "pass" ? expected : `fail: The ${expected}`);
  });

  test.each<readonly [what: string, service: Service, expected: string]>([
    ["nowhere", always(errorWith()), "pass"],
    [
      "in the body, if it was made up",
      ({ headers }) => ({ body: (headers.get("authorization") ?? "").replace("Bearer right", "") }),
      "fail: A token that was made up is in the body.",
    ],
    [
      "in a field, if it is the right one",
      ({ headers }) =>
        headers.get("authorization") === "Bearer right-token" ? { headers: { "X-A": "a right-token" } } : {},
      "fail: The token is in the field `x-a`.",
    ],
    ["in no error", always({}, 200), "skip: No request was answered with an error."],
  ])("LEK01 finds a token %s", async (_what, service, expected) => {
    expect(await judged("LEK01", service, { token: "right-token" })).toBe(expected);
  });
});

describe("of limits,", () => {
  const routes = {
    upload: { request: "POST /files", field: "file", bytes: 5_000 },
    limited: { request: "GET /limited", requests: 3 },
  } as const;
  const large = (limit: unknown) => always(errorWith({ code: "file_too_large", detail: { max_bytes: limit } }), 413);
  const unfit = (limit: string) => `fail: \`detail.max_bytes\` is ${limit}, and a file of 5000 bytes was refused.`;
  const limited = (headers: Readonly<Record<string, string>>) =>
    always(errorWith({ type: "rate_limit_error", code: "rate_limited" }), 429, headers);
  /** It answers 429 to one request alone. */
  const limiting =
    (request: string): Service =>
    ({ headers }) => ({
      status: headers.get("x-uhp-check") === request ? 429 : 404,
      body: errorWith({ code: "rate_limited" }),
    });
  const after = (value: string) => limited({ "Retry-After": value });
  const bad = (value: string) => `fail: \`Retry-After\` is "${value}", neither seconds nor a date.`;

  test.each<Row>([
    ["LIM01", "the right code", large(1), "pass"],
    ["LIM02", "a limit", large(4_999), "pass"],
    ["LIM02", "a limit of a byte", large(1), "pass"],
    ["LIM02", "a limit that was kept", large(5_000), unfit("5000")],
    ["LIM02", "a limit of nothing", large(0), unfit("0")],
    ["LIM02", "a limit in parts of a byte", large(1.5), unfit("1.5")],
    ["LIM02", "no detail", always(errorWith({ code: "file_too_large" }), 413), unfit("nothing")],
    ["LIM02", "another status", always(errorWith(), 400), "fail: Expected 413, but the status is 400."],
    ["LIM03", "a limit of the rate", limited({}), "pass"],
    ["LIM03", "a limit of the quota", always(errorWith({ code: "quota_exhausted" }), 429), "pass"],
    [
      "LIM03",
      "another code",
      always(errorWith(), 429),
      'fail: The code is "acme_no", not rate_limited or quota_exhausted.',
    ],
    ["LIM03", "the third request", limiting("3"), "pass"],
    ["LIM03", "the fourth request", limiting("4"), "skip: None of 3 requests was answered with 429."],
    ["LIM04", "seconds", after("30"), "pass"],
    ["LIM04", "ten digits", after("1234567890"), "pass"],
    ["LIM04", "a date", after("Wed, 21 Oct 2026 07:28:00 GMT"), "pass"],
    ["LIM04", "nothing", limited({}), "fail: There is no `Retry-After`."],
    ...[
      "12345678901",
      "1.5",
      "-1",
      "1 s",
      "s 1",
      "",
      "wed, 21 Oct 2026 07:28:00 GMT",
      "Wed 21 Oct 2026 07:28:00 GMT",
      "Wed, 21 Oct 2026 07:28:00",
      "Wed, 21 Oct 2026 07:28:00 GMT+1",
      "x Wed, 21 Oct 2026 07:28:00 GMT",
      "Wed, 99 Oct 2026 07:28:00 GMT",
      "Wed, 21 Oct 2026 07:28 GMT",
    ].map((value): Row => ["LIM04", JSON.stringify(value), after(value), bad(value)]),
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service, { routes })).toBe(expected);
  });
});

describe("of silent streams,", () => {
  const STREAM = { "Content-Type": "text/event-stream" };
  test.each<readonly [what: string, body: string, seconds: number | undefined, expected: string]>([
    ["a comment", ": a\n\n", undefined, "pass"],
    ["a later comment", "data: a\n\n:\n\n", undefined, "pass"],
    ["no comment", "data: a\n\n", undefined, "fail: No comment came within 30 s."],
    ["no comment in the given time", "a:\n", 2, "fail: No comment came within 2 s."],
  ])("STR03 judges %s", async (_what, body, seconds, expected) => {
    const silentStream = { request: "GET /silent", ...(seconds === undefined ? {} : { seconds }) } as const;
    expect(await judged("STR03", always(body, 200, STREAM), { routes: { silentStream } })).toBe(expected);
  });
});

describe("of a socket,", () => {
  const HEAD = "HTTP/1.1 400 Bad Request\r\n\r\n";
  const ERROR = `${HEAD}${JSON.stringify(errorWith())}`;
  const EMPTY = "fail: Expected an error as JSON. The body is empty.";

  test.each<readonly [id: string, what: string, answer: string, expected: string]>([
    ...["RAW01", "RAW02", "RAW03"].flatMap((id): [string, string, string, string][] => [
      [id, "an error", ERROR, "pass"],
      [id, "a closed connection", "", "pass"],
      [id, "an error without a body", HEAD, EMPTY],
      [id, "a success", "HTTP/1.1 200 OK\r\n\r\n", "fail: Expected an error, but the status is 200."],
      [id, "another protocol", "SSH-2.0\r\n", "fail: The answer is no HTTP."],
    ]),
    ["RAW04", "an error", ERROR, "pass"],
    ["RAW04", "a success", "HTTP/1.1 399 OK\r\n\r\n", "pass"],
    ["RAW04", "an error without a body", HEAD, EMPTY],
    ["RAW04", "a closed connection", "", "fail: The connection was closed without an answer."],
    ["RAW05", "another code", ERROR, 'fail: Expected 400 `unsupported_protocol_version`, but the code is "acme_no".'],
    ["RAW06", "no body", HEAD, "pass"],
    ["RAW06", "a body", `${HEAD}a`, "fail: A body of 1 bytes follows the head."],
  ])("%s judges %s", async (id, _what, answer, expected) => {
    expect(await judged(id, always({}), { raw: async () => answer })).toBe(expected);
  });

  test.each<readonly [id: string, line: string, more: string]>([
    ["RAW01", "GET /a b c d", ""],
    ["RAW02", "GET /v1/… HTTP/1.1", `X-Uhp-Check: ${"x".repeat(100_000)}\r\n`],
    ["RAW03", "GET /v1/… HTTP/1.1", "Content-Length: many\r\n"],
    ["RAW04", "GET /v1/… HTTP/1.1", "Expect: 999-miracle\r\n"],
    ["RAW05", "GET /v1/… HTTP/1.1", "UHP-Version: 2026-10-04\r\nUHP-Version: 2026-10-04\r\n"],
    ["RAW06", "HEAD /v1/… HTTP/1.1", ""],
  ])("%s sends its bytes", async (id, line, more) => {
    const sent: string[] = [];
    const raw = async (bytes: string) => {
      sent.push(bytes.replace(/uhpcheck[0-9a-f]{32}/, "…"));
      return ERROR;
    };
    await judged(id, always({}), { url: "http://127.0.0.1:3000/v1/", raw });
    expect(sent).toEqual([`${line}\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n${more}\r\n`]);
  });

  test("a failure to connect is told", async () => {
    const raw = async () => {
      throw Object.assign(new Error("No."), { code: "ECONNREFUSED" });
    };
    expect(await judged("RAW01", always({}), { raw })).toBe("fail: There is no answer: ECONNREFUSED.");
  });
});

describe("of a version that ends,", () => {
  /** A service whose responses carry these dates, and those to unknown tokens others. */
  const dated =
    (dates: Readonly<Record<string, string>>, others = dates): Service =>
    ({ headers }) => ({
      body: errorWith(),
      headers: { "UHP-Version": "2026-10-04", ...(headers.has("authorization") ? others : dates) },
    });
  const [since, end] = [{ Deprecation: "@1796083200" }, { Sunset: "Tue, 01 Jun 2027 00:00:00 GMT" }];
  const NO_DATE = "fail: `Deprecation` is";
  const FORM = "not `@` and seconds since 1970.";

  test.each<Row>([
    ["VER08", "both dates", dated({ ...since, ...end }), "pass"],
    ["VER08", "no date", dated({}), "pass"],
    ["VER08", "another version", () => ({ headers: { "UHP-Version": "2026-09-12", Deprecation: "x" } }), "pass"],
    ["VER08", "a date of an old draft", dated({ Deprecation: "true" }), `${NO_DATE} "true", ${FORM}`],
    ["VER08", "a decimal", dated({ Deprecation: "@1.5" }), `${NO_DATE} "@1.5", ${FORM}`],
    ["VER08", "an HTTP-date", dated({ Deprecation: end.Sunset }), `${NO_DATE} "${end.Sunset}", ${FORM}`],
    [
      "VER08",
      "a sunset in another form",
      dated({ Sunset: "2027-06-01" }),
      'fail: `Sunset` is "2027-06-01", not a date such as `Tue, 01 Jun 2027 00:00:00 GMT`.',
    ],
    [
      "VER08",
      "a sunset on a wrong day of the week",
      dated({ Sunset: "Mon, 01 Jun 2027 00:00:00 GMT" }),
      'fail: `Sunset` is "Mon, 01 Jun 2027 00:00:00 GMT", not a date such as `Tue, 01 Jun 2027 00:00:00 GMT`.',
    ],
    [
      "VER08",
      "a sunset before the deprecation",
      dated({ Deprecation: "@1811808001", ...end }),
      "fail: `Sunset` is before `Deprecation`.",
    ],
    ["VER08", "both at once", dated({ Deprecation: "@1811808000", ...end }), "pass"],
    ["VER09", "the same everywhere", dated({ ...since, ...end }), "pass"],
    [
      "VER09",
      "dates on some",
      dated({}, since),
      'fail: `Deprecation` is null and `Sunset` is null, elsewhere "@1796083200" and null.',
    ],
    ["VER10", "no date", dated({}), "pass"],
    ["VER10", "one date", dated(end), "fail: Version 2026-10-04 ends on 2027-06-01."],
    [
      "VER10",
      "both dates",
      dated({ ...since, ...end }),
      "fail: Version 2026-10-04 is deprecated as of 2026-12-01 and ends on 2027-06-01.",
    ],
    ["VER10", "none that is well-formed", dated({ Deprecation: "true" }), "pass"],
  ])("%s judges %s", async (id, _what, service, expected) => {
    expect(await judged(id, service, { token: "right-token" })).toBe(expected);
  });
});
