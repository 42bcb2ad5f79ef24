import { type ErrorReport, type ErrorResponse, parseEnvelope, type RequestContext } from "@uhp-errors/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { acme, untypedError } from "../support/catalog.ts";
import { sized } from "../support/effort.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { askedInTurn } from "../support/in-turn.ts";
import { anything, foreign, foreignFields, SECRET, text } from "./foreign-values.ts";

const RUNS = sized(2_000);
const parameters = { numRuns: RUNS };
const timeout = 20_000 + RUNS * 10;

/** An object whose reads all throw after the first few. It is made inside the property, since the generator reads what it makes. */
class Hostile {
  readonly value: unknown;
  readonly patience: number;

  constructor(value: unknown, patience: number) {
    this.value = value;
    this.patience = patience;
  }

  make(): unknown {
    let reads = 0;
    const trap = () => {
      throw new Error(SECRET);
    };
    return new Proxy(typeof this.value === "object" && this.value !== null ? this.value : {}, {
      get: (object, key) => {
        reads += 1;
        return reads > this.patience ? trap() : Reflect.get(object, key);
      },
      has: trap,
      getPrototypeOf: trap,
      ownKeys: trap,
      getOwnPropertyDescriptor: trap,
    });
  }
}

const hostile = fc
  .tuple(fc.oneof(foreignFields, anything), fc.integer({ min: 0, max: 40 }))
  .map(([value, patience]) => new Hostile(value, patience));

function made(value: unknown): unknown {
  return value instanceof Hostile ? value.make() : value;
}

const thrown = fc.oneof(anything, foreign, hostile, text);

const headerNames = ["uhp-version", "x-request-id", "traceparent", "authorization", "idempotency-key"];

function factsOf(headers: Readonly<Record<string, string>>, method = "GET"): RequestContext {
  return { method, path: "/", header: (name) => headers[name] };
}

/** Checks a response as a client would see it, with headers that Node accepts. */
function expectAnswer(wire: ErrorResponse | undefined) {
  if (wire === undefined) throw new Error("there is no answer");
  for (const [name, value] of Object.entries(wire.headers)) {
    expect(name).toMatch(/^[A-Za-z-]+$/);
    expect(value).toMatch(/^[\x20-\x7e]*$/);
  }
  const headers = Object.fromEntries(Object.entries(wire.headers).map(([name, value]) => [name.toLowerCase(), value]));
  expect(parseEnvelope(wire.body)).toBeDefined();
  return expectEnvelope({ status: wire.status, headers, body: wire.body });
}

describe("whatever is", () => {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, {
    onError: (report) => {
      reports[0] = report;
    },
  });

  test("thrown, the response is an envelope without a word of it", { timeout }, () => {
    fc.assert(
      fc.property(thrown, (generated) => {
        const value = made(generated);
        const wire = contract.respond(value, factsOf({}));
        expect(Object.is(reports[0]?.thrown, value)).toBe(true);
        if (reports[0]?.outcome === "aborted") expect(wire).toBeUndefined();
        else expectAnswer(wire);
        expect(JSON.stringify(wire) ?? "").not.toContain(SECRET);
      }),
      parameters,
    );
  });

  test("thrown, only recognizers that are asked know it", { timeout }, () => {
    const { recognizer, expectSame } = askedInTurn();
    const watched = createAdapterContract(acme, { recognize: [recognizer] });
    fc.assert(
      fc.property(fc.oneof(anything, foreign, text), (value) => {
        watched.explain(value);
        expectSame();
      }),
      parameters,
    );
  });

  test("in a header, the response is an envelope in a served version", { timeout }, () => {
    const values = fc.oneof(
      text,
      fc.constantFrom("2026-10-04", "2026-09-12", "2026-10-04, 2026-09-12", "Bearer x", ""),
    );
    const headers = fc.record(Object.fromEntries(headerNames.map((name) => [name, values])), { requiredKeys: [] });
    fc.assert(
      fc.property(headers, fc.constantFrom("GET", "POST", SECRET), (record, method) => {
        const context = factsOf(record as Record<string, string>, method);
        const wire = contract.checkVersion(context) ?? contract.respond(acme.error("environment_busy"), context);
        const { code, type } = expectAnswer(wire);
        expect(["unsupported_protocol_version", "environment_busy", "acme_environment_busy"]).toContain(code);
        expect(type).toBe("invalid_request_error");
        if (wire?.headers["UHP-Version"] === "2026-09-12") expect(code).toBe("acme_environment_busy");
        expect(wire?.body).not.toContain(SECRET);
        expect(wire?.headers).toMatchObject(contract.headers(context));
      }),
      parameters,
    );
  });

  test("a detail, a param or a message, the response is an envelope", { timeout }, () => {
    const init = fc.record(
      {
        detail: fc.oneof(anything, hostile),
        param: fc.oneof(anything, text),
        message: fc.oneof(anything, text),
        retryAfter: anything,
      },
      { requiredKeys: [] },
    );
    const codes = fc.constantFrom(
      "invalid_input",
      "file_too_large",
      "session_busy",
      "rate_limited",
      "acme_gpu_cold",
      "__proto__",
    );
    fc.assert(
      fc.property(codes, fc.oneof(init, hostile), (code, given) => {
        const error = untypedError(code, made(given));
        expectAnswer(contract.respond(error, factsOf({})));
        expect(() => JSON.stringify(error)).not.toThrow();
      }),
      parameters,
    );
  });

  test("written by others, an envelope is sent or nothing is changed", { timeout }, () => {
    const bodies = fc.oneof(
      text,
      fc.json(),
      fc
        .record({
          type: text,
          code: fc.oneof(fc.constantFrom("harness_not_found", "timeout"), text),
          message: text,
          param: fc.constant(null),
          detail: anything,
        })
        .map((error) => {
          try {
            return JSON.stringify({ error });
          } catch {
            return "{}";
          }
        }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), bodies, text, (status, body, header) => {
        const wire = contract.replace({ status, body, header: () => header }, factsOf({}));
        if (wire === undefined) expect(status).toBeLessThan(400);
        else expectAnswer(wire);
      }),
      parameters,
    );
  });
});
