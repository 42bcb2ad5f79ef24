import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { createContract, type ErrorReport, type RequestContext } from "@uhp-errors/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { sized } from "../support/effort.ts";
import { askedInTurn } from "../support/in-turn.ts";
import { foreign, SECRET } from "./foreign-values.ts";

const RUNS = sized(10_000);

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
  const silent =
    "type httpCode isJoi isBoom isAxiosError issues validation details errno syscall severity sqlState metadata output";
  const nameless = !LIBRARY_NAMES.test(String(Reflect.get(value, "name")));
  // An http-error has `expose` and the same status twice; with only half of that it is none.
  const half = !has("expose") || Reflect.get(value, "status") !== Reflect.get(value, "statusCode");
  return status && half && nameless && !has("code") && silent.split(" ").every((key) => !has(key));
}

const CONTEXT: RequestContext = { method: "GET", path: "/", header: () => undefined };

test(
  `none of ${RUNS} errors that look foreign sets a status, a header or a message unless its producer is recognized`,
  () => {
    const plain = createContract(acme, { onError: () => {} }).respond(null, { ...CONTEXT });
    const own = Object.keys(plain?.headers ?? {});
    expect(own).toContain("Content-Type");
    let recognized = 0;
    let certain = 0;
    const { recognizer: witness, expectSame } = askedInTurn();
    fc.assert(
      fc.property(foreign, (value) => {
        const reports: ErrorReport[] = [];
        const contract = createContract(acme, {
          correlationId: () => "id",
          onError: (report) => reports.push(report),
          recognize: [witness],
        });
        const context = { ...CONTEXT };
        const known = contract.explain(value, context).origin === "recognized";
        expectSame();
        if (mustBeUnknown(value)) {
          certain += 1;
          expect(known, inspect(value)).toBe(false);
        }
        const wire = contract.respond(value, { ...context, phase: () => "open" });
        if (wire === undefined) throw new Error("nothing was answered");
        expect(JSON.stringify(wire)).not.toContain(SECRET);
        const { error } = JSON.parse(wire.body);
        // The status is always the code's own, whatever the error says.
        expect([acme.definition(error.code)?.status].flat()).toContain(wire.status);
        const added = Object.keys(wire.headers).filter((name) => !own.includes(name));
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
  const wire = contract.respond(endless(), { ...CONTEXT });
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
