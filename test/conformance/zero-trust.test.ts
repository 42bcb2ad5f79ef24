import { runInNewContext } from "node:vm";
import { createContract, type ErrorReport, type RequestContext } from "@uhp-errors/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { sized } from "../support/effort.ts";
import { askedInTurn } from "../support/in-turn.ts";

/** The number of generated errors. */
const RUNS = sized(10_000);

const SECRET = "planted-secret-4711";

const text = fc.oneof(
  fc.constant(SECRET),
  fc.string().map((around) => `${around}${SECRET}`),
);

/** Names and codes by which libraries are known, and random ones. */
const names = fc.oneof(
  fc.constantFrom(
    ..."Error TypeError SyntaxError RangeError AggregateError HTTPError TimeoutError RequestError AbortError ReplyError".split(
      " ",
    ),
    ..."FastifyError MulterError ZodError ValiError ValidationError StructError UnauthorizedError JsonWebTokenError".split(
      " ",
    ),
    ..."JOSEError BadRequestException NotFoundException HTTPException MongoServerError PrismaClientKnownRequestError".split(
      " ",
    ),
  ),
  text,
);
const codes = fc.oneof(
  fc.constantFrom(
    ..."ECONNREFUSED ECONNRESET ETIMEDOUT ENOENT EACCES ENOTFOUND ERR_JWT_EXPIRED FST_ERR_VALIDATION LIMIT_FILE_SIZE".split(
      " ",
    ),
    ..."FST_ERR_CTP_BODY_TOO_LARGE FST_UNDER_PRESSURE FST_JWT_BAD_REQUEST UND_ERR_SOCKET HPE_INVALID Z_DATA_ERROR".split(
      " ",
    ),
    ..."ER_DUP_ENTRY 23505 57014 P2002 P1001 NR_CLOSED WRONGPASS harness_not_found file_too_large rate_limited".split(
      " ",
    ),
  ),
  fc.integer({ min: -10, max: 2_000 }),
  text,
);
const statuses = fc.oneof(fc.integer({ min: 100, max: 999 }), fc.constantFrom(200, 401, 403, 404, 413, 429, 500, 503));
const headers = fc.dictionary(
  fc.constantFrom(
    "set-cookie",
    "x-internal-host",
    "Retry-After",
    "Allow",
    "WWW-Authenticate",
    "content-length",
    "transfer-encoding",
  ),
  text,
);

const fields = fc.record(
  {
    message: text,
    name: names,
    code: codes,
    status: statuses,
    statusCode: statuses,
    expose: fc.boolean(),
    type: fc.constantFrom("entity.too.large", "entity.parse.failed", "StripeError", SECRET),
    limit: fc.integer(),
    headers,
    httpCode: statuses,
    errno: fc.integer(),
    syscall: fc.constantFrom("connect", "read", "open", "getaddrinfo"),
    isJoi: fc.boolean(),
    isBoom: fc.boolean(),
    details: fc.oneof(text, fc.array(fc.record({ message: text, path: fc.array(fc.constant("a")), type: text }))),
    issues: fc.array(fc.record({ message: text, code: text })),
    validation: fc.array(fc.record({ message: text, keyword: text })),
    body: text,
    data: text,
    detail: fc.dictionary(text, text),
    output: fc.record({ statusCode: statuses, headers, payload: fc.dictionary(text, text) }),
    response: fc.oneof(fc.constant(undefined), fc.record({ status: statuses, headers })),
    sqlState: text,
    severity: text,
    metadata: fc.dictionary(text, text),
    cause: text,
  },
  { requiredKeys: [] },
);

/** Only statuses and headers, as another service's client might put them on an error. */
const bare = fc.record(
  { message: text, status: statuses, statusCode: statuses, expose: fc.boolean(), headers },
  { requiredKeys: ["message"] },
);

/** The object that carries the fields: an error of some kind, or a plain object as parsed JSON gives. */
const thrown = fc
  .tuple(
    fc.oneof(fields, bare),
    fc.constantFrom<() => object>(
      () => new Error(),
      () => new TypeError(),
      () => new SyntaxError(),
      () => ({}),
    ),
  )
  .map(([given, make]) => {
    const value = make();
    for (const [key, own] of Object.entries(given)) Object.defineProperty(value, key, { value: own, enumerable: true });
    return value;
  });

const LIBRARY_NAMES =
  /^(?:FastifyError|MulterError|ZodError|ValiError|UnauthorizedError|JsonWebTokenError|HTTPError|TimeoutError|AbortError)$/;

/**
 * Whether a value certainly has no library's mark, by rules of this test's own. Such values are parsed JSON with a status, and an error
 * with a status but without `expose` and without any name or code that a library has.
 */
function mustBeUnknown(value: object): boolean {
  const has = (key: string) => Reflect.get(value, key) !== undefined;
  const isError = value instanceof Error;
  const status = has("status") || has("statusCode");
  if (!isError) return status;
  const silent = [
    "type",
    "httpCode",
    "isJoi",
    "isBoom",
    "issues",
    "validation",
    "errno",
    "syscall",
    "severity",
    "sqlState",
    "metadata",
    "output",
  ];
  const nameless = !LIBRARY_NAMES.test(String(Reflect.get(value, "name")));
  // An http-error has `expose` and the same status twice; with only half of that it is none.
  const half = !has("expose") || Reflect.get(value, "status") !== Reflect.get(value, "statusCode");
  return status && half && nameless && !has("code") && silent.every((key) => !has(key));
}

const OWN_HEADERS = [
  "Content-Type",
  "Content-Length",
  "Cache-Control",
  "X-Content-Type-Options",
  "UHP-Version",
  "x-request-id",
  "x-should-retry",
];

test(
  `none of ${RUNS} errors that look foreign sets a status, a header or a message unless its producer is recognized`,
  () => {
    let recognized = 0;
    let certain = 0;
    const { recognizer: witness, expectSame } = askedInTurn();
    fc.assert(
      fc.property(thrown, (value) => {
        const reports: ErrorReport[] = [];
        const contract = createContract(acme, {
          correlationId: () => "id",
          onError: (report) => reports.push(report),
          recognize: [witness],
        });
        const context: RequestContext = { method: "GET", path: "/", header: () => undefined };
        const known = contract.explain(value, context).origin === "recognized";
        expectSame();
        if (mustBeUnknown(value)) {
          certain += 1;
          expect(known, JSON.stringify(value)).toBe(false);
        }
        const wire = contract.respond(value, { ...context, phase: () => "open" });
        if (wire === undefined) throw new Error("nothing was answered");
        expect(JSON.stringify(wire)).not.toContain(SECRET);
        const { error } = JSON.parse(wire.body);
        // The status is always the code's own, whatever the error says.
        expect([acme.definition(error.code)?.status].flat()).toContain(wire.status);
        const added = Object.keys(wire.headers).filter((name) => !OWN_HEADERS.includes(name));
        if (known) {
          recognized += 1;
          expect(["Retry-After", "retry-after-ms", "Allow", "WWW-Authenticate"]).toEqual(expect.arrayContaining(added));
        } else {
          expect({ status: wire.status, ...error, added }).toEqual({
            status: 500,
            type: "server_error",
            code: "acme_internal_error",
            message: "The server failed to handle the request.",
            param: null,
            detail: { correlation_id: "id" },
            added: [],
          });
        }
      }),
      { numRuns: RUNS },
    );
    // Both branches were tried, and most of the values that only look foreign are unknown.
    expect(recognized).toBeGreaterThan(0);
    expect(recognized).toBeLessThan(RUNS / 2);
    expect(certain).toBeGreaterThan(RUNS / 50);
  },
  20_000 + RUNS * 10,
);

test("a proxy with endless prototypes is answered like any unknown value", () => {
  const endless = (): object =>
    new Proxy({}, { get: (_target, key) => (typeof key === "string" ? SECRET : undefined), getPrototypeOf: endless });
  const contract = createContract(acme, { onError: () => {} });
  const wire = contract.respond(endless(), { method: "GET", path: "/", header: () => undefined });
  expect(wire?.status).toBe(500);
  expect(wire?.body).not.toContain(SECRET);
});

test("fields of another realm's polluted prototype are ignored", () => {
  const make =
    "Object.prototype.status = Object.prototype.statusCode = 404; Object.prototype.expose = true; new Error()";
  const thrown: unknown = runInNewContext(make);
  const contract = createContract(acme, { onError: () => {} });
  expect(contract.explain(thrown)).toMatchObject({ origin: "unknown", status: 500 });
  Object.assign(thrown as Error, { status: 404, statusCode: 404, expose: true });
  expect(contract.explain(thrown)).toMatchObject({ origin: "recognized", status: 404 });
});
