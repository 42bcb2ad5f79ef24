import { parseEnvelope } from "@uhp-errors/core";
import { acme } from "@uhp-errors/reference-service/catalog";
import { FRAMEWORKS, type Framework, type Running, start } from "@uhp-errors/reference-service/start";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Comparable, comparable } from "../../support/comparable.ts";
import { sized } from "../../support/effort.ts";
import { type ErrorFields, expectEnvelope as expectFields } from "../../support/envelope.ts";
import { schemaCheck } from "../../support/envelope-schema.ts";
import { parseMessage, type Received, type Sent, send, sendBytes } from "../../support/http.ts";
import { SECRET_VALUES } from "../../support/secrets.ts";

const expectToFitSchema = schemaCheck(acme);

/** Checks a response against the contract's rules and against the JSON Schema of the service's catalog. */
function expectEnvelope(received: Received): ErrorFields {
  expectToFitSchema(received);
  return expectFields(received);
}

const AUTHORIZED = { Authorization: "Bearer test-key" };
const JSON_TYPE = { "Content-Type": "application/json" };
const SECRETS = ["hunter2", "prod.internal", "/srv/harness"];
const NAMES = Object.keys(FRAMEWORKS) as Framework[];

/** How many bad requests are sent, and how many of them at once: Node lets the kernel keep 511 waiting connections. */
const CROWD = sized(1_000);
const AT_ONCE = 400;

const BOUNDARY = "b0undary";
const FORM_TYPE = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
const EMPTY_FORM = `--${BOUNDARY}--\r\n`;

/** A form with one file. */
const form = (field: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="a.txt"\r\n\r\n${content}\r\n${EMPTY_FORM}`;

describe.each(NAMES)("the reference service on %s", (name) => {
  let service: Running;
  beforeAll(async () => {
    service = await start(name, { onError: () => {} });
  });
  afterAll(() => service.close());

  const authorized = (sent: Sent): Promise<Received> =>
    send(service.url, { ...sent, headers: { ...AUTHORIZED, ...sent.headers } });

  test.each(["OPTIONS", "GET"])("answers %s with * as the target", async (method) => {
    const message = await sendBytes(service.url, `${method} * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    // There is no fetch `Request` for such a target.
    const isOfFetch = name === "web" || name === "hono";
    expect(parseMessage(message).status).toBe(isOfFetch ? 400 : 401);
    const { error } = parseEnvelope(message.slice(message.indexOf("{"), message.lastIndexOf("}") + 1)) ?? {};
    expect(error?.code).toBe(isOfFetch ? "acme_bad_request" : "missing_credential");
  });

  describe("checks", () => {
    const old = { "UHP-Version": "1999-01-01" };
    const order: readonly (readonly [what: string, sent: Sent, status: number, code: string])[] = [
      ["version before auth", { path: "/v1/harnesses", headers: old }, 400, "unsupported_protocol_version"],
      ["version on the open route", { path: "/v1/uhp", headers: old }, 400, "unsupported_protocol_version"],
      [
        "version before route",
        { path: "/nowhere", headers: { ...old, ...AUTHORIZED } },
        400,
        "unsupported_protocol_version",
      ],
      ["auth before route", { path: "/v1/nowhere" }, 401, "missing_credential"],
      [
        "auth before body",
        { method: "POST", path: "/v1/responses", headers: JSON_TYPE, body: "{" },
        401,
        "missing_credential",
      ],
      [
        "route before body",
        { method: "POST", path: "/v1/nowhere", headers: { ...JSON_TYPE, ...AUTHORIZED }, body: "{" },
        404,
        "acme_route_not_found",
      ],
    ];
    test.each(order)("%s", async (_what, sent, status, code) => {
      const received = await send(service.url, sent);
      expect(received.status).toBe(status);
      expect(expectEnvelope(received).code).toBe(code);
    });
  });

  describe("uploads", () => {
    const upload = (body: string, headers: Record<string, string> = FORM_TYPE) =>
      authorized({ method: "POST", path: "/v1/files", headers, body });

    test("a file is accepted", async () => {
      expect(await upload(form("file", "hello"))).toMatchObject({ status: 201 });
    });

    test.each([
      [
        "too large",
        form("file", "x".repeat(1_048_577)),
        FORM_TYPE,
        { code: "file_too_large", param: "file", detail: { max_bytes: 1_048_576 } },
      ],
      ["in another part", form("other", "x"), FORM_TYPE, { code: "invalid_input", param: "other" }],
      ["missing", EMPTY_FORM, FORM_TYPE, { code: "invalid_input" }],
      ["cut short", form("file", "x").slice(0, -20), FORM_TYPE, { code: "invalid_input" }],
      ["without a boundary", "x", { "Content-Type": "multipart/form-data" }, { code: "invalid_input" }],
      ["not a form", "{}", JSON_TYPE, { code: "invalid_input", param: "file" }],
    ])("a file is refused: %s", async (_what, body, headers, wanted) => {
      expect(expectEnvelope(await upload(body, headers as Record<string, string>))).toMatchObject(wanted);
    });

    test("the connection can be used again after a file was refused", async () => {
      const body = form("other", "x".repeat(500_000));
      const head = [
        "POST /v1/files HTTP/1.1",
        "Host: x",
        "Authorization: Bearer test-key",
        `Content-Type: ${FORM_TYPE["Content-Type"]}`,
        `Content-Length: ${body.length}`,
      ].join("\r\n");
      const next = "GET /v1/uhp HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      const answers = await sendBytes(service.url, `${head}\r\n\r\n${body}${next}`);
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
    });
  });

  test(`answers ${CROWD} bad requests of ten kinds, ${Math.min(CROWD, AT_ONCE)} at once, with an envelope each`, async () => {
    const kinds: readonly Sent[] = [
      { path: "/v1/harnesses" },
      { path: "/v1/nowhere", headers: AUTHORIZED },
      { path: "/v1/harnesses/%ff", headers: AUTHORIZED },
      { path: "/v1/harnesses", method: "DELETE", headers: AUTHORIZED },
      { path: "/v1/harnesses", headers: { "UHP-Version": "x" } },
      { path: "/v1/responses", method: "POST", headers: { ...JSON_TYPE, ...AUTHORIZED }, body: '{"a": hunter2' },
      { path: "/v1/responses", method: "POST", headers: { ...JSON_TYPE, ...AUTHORIZED }, body: "{}" },
      {
        path: "/v1/files",
        method: "POST",
        headers: { ...AUTHORIZED, "Content-Type": "multipart/form-data" },
        body: "x",
      },
      { path: "/v1/debug/raise/__throw__", headers: AUTHORIZED },
      { path: "/v1/debug/raise/__reject__", headers: AUTHORIZED },
    ];
    let next = 0;
    const sendInTurn = async () => {
      while (next < CROWD) {
        const received = await send(service.url, kinds[next++ % kinds.length] ?? {});
        expectEnvelope(received);
        for (const secret of [...SECRETS, ...SECRET_VALUES]) expect(received.body).not.toContain(secret);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
  });
});

describe("one request has one answer", () => {
  const post = (path: string, type: Record<string, string>, body?: string): Sent =>
    body === undefined ? { method: "POST", path } : { method: "POST", path, headers: type, body };
  const task = (context: object) =>
    post(
      "/v1/responses",
      JSON_TYPE,
      JSON.stringify({ input: "a b", metadata: { harness_id: "chrn_echo" }, ...context }),
    );
  const version = (date: string) => ({ "UHP-Version": date });
  // For an empty list, no line is sent.
  const anonymous = { Authorization: [] };

  /** The order matters, since a limit has to be reached first. */
  const requests: readonly (readonly [what: string, status: number, sent: Sent])[] = [
    ["discovery", 200, { path: "/v1/uhp", headers: anonymous }],
    ["discovery for an older client", 200, { path: "/v1/uhp", headers: version("2026-09-12") }],
    ["a list", 200, { path: "/v1/harnesses" }],
    ["the head of a list", 200, { path: "/v1/harnesses", method: "HEAD" }],
    ["one of the list", 200, { path: "/v1/harnesses/chrn_echo" }],
    ["the models", 200, { path: "/v1/models" }],
    ["the models of a harness", 200, { path: "/v1/harnesses/chrn_shout/models" }],
    ["a task", 200, task({})],
    ["a streamed task", 200, task({ stream: true })],
    ["a task in the background", 200, task({ background: true })],
    ["a failed task", 200, { path: "/v1/debug/raise/harness_error" }],
    ["an upload", 201, post("/v1/files", FORM_TYPE, form("file", "hello"))],
    ["a request within the limit", 200, { path: "/v1/debug/limited" }],
    ["one past the limit", 429, { path: "/v1/debug/limited" }],
    ["no token", 401, { path: "/v1/harnesses", headers: anonymous }],
    ["a wrong token", 401, { path: "/v1/harnesses", headers: { Authorization: "Bearer nobody" } }],
    ["no token and no route", 401, { path: "/v1/nowhere", headers: anonymous }],
    ["a version that is not served", 400, { path: "/v1/harnesses", headers: version("1999-01-01") }],
    ["an unknown harness", 404, { path: "/v1/harnesses/chrn_none" }],
    ["the head of an unknown harness", 404, { path: "/v1/harnesses/chrn_none", method: "HEAD" }],
    ["the models of an unknown harness", 404, { path: "/v1/harnesses/chrn_none/models" }],
    ["a task that continues an unknown one", 404, task({ previous_response_id: "resp_none" })],
    ["an unknown task, cancelled", 404, post("/v1/responses/resp_none/cancel", JSON_TYPE)],
    ["an unknown session, cancelled", 404, post("/v1/sessions/hsess_none/cancel", JSON_TYPE)],
    ["a wrong method of cancelling", 405, { path: "/v1/responses/resp_none/cancel" }],
    ["an unknown route", 404, { path: "/v1/nowhere" }],
    ["an unknown route and a broken body", 404, post("/v1/nowhere", JSON_TYPE, "{")],
    ["a wrong method", 405, { path: "/v1/harnesses", method: "DELETE" }],
    ["a wrong method of the open route", 405, { path: "/v1/uhp", method: "DELETE" }],
    ["a path that cannot be decoded", 400, { path: "/v1/harnesses/%ff" }],
    ["JSON that does not parse", 400, post("/v1/responses", JSON_TYPE, '{"input": hunter2')],
    ["a list for a task", 400, post("/v1/responses", JSON_TYPE, "[]")],
    ["no body", 400, post("/v1/responses", JSON_TYPE)],
    ["fields of wrong types", 400, task({ input: 42, metadata: null })],
    ["a task for an unknown harness", 404, task({ metadata: { harness_id: "chrn_none" } })],
    ["a body that is too large", 413, task({ input: "x".repeat(300_000) })],
    ["an upload that is too large", 413, post("/v1/files", FORM_TYPE, form("file", "x".repeat(1_048_577)))],
    ["an upload in another part", 400, post("/v1/files", FORM_TYPE, form("other", "hello"))],
    ["an upload that is cut short", 400, post("/v1/files", FORM_TYPE, form("file", "hello").slice(0, -20))],
    ["an upload without a file", 400, post("/v1/files", FORM_TYPE, EMPTY_FORM)],
    ["an upload that is no form", 400, post("/v1/files", JSON_TYPE, "{}")],
    ["a code of the vendor's own", 503, { path: "/v1/debug/raise/acme_gpu_cold" }],
    [
      "a newer code for an older client",
      409,
      { path: "/v1/debug/raise/environment_busy", headers: version("2026-09-12") },
    ],
    ["an error that nobody planned for", 500, { path: "/v1/debug/raise/__throw__" }],
    ["a rejection", 500, { path: "/v1/debug/raise/__reject__" }],
    ["null, thrown", 500, { path: "/v1/debug/raise/__throw_null__" }],
  ];

  const services = new Map<Framework, Running>();
  beforeAll(async () => {
    for (const name of NAMES) services.set(name, await start(name, { onError: () => {} }));
  });
  afterAll(() => Promise.all([...services.values()].map((service) => service.close())));

  test.each(requests)("%s", async (_what, status, sent) => {
    const headers = { ...AUTHORIZED, "x-request-id": "one-for-all", ...sent.headers };
    const answers = new Map<Framework, Comparable>();
    for (const [name, { url }] of services) answers.set(name, comparable(await send(url, { ...sent, headers })));
    expect([...answers.keys()]).toEqual(NAMES);
    const [first] = answers.values();
    expect(first).toMatchObject({ status, headers: { "x-request-id": "one-for-all" } });
    for (const [name, answer] of answers) expect(answer, name).toEqual(first);
  });
});
