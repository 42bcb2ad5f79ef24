import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { joinCatalogs } from "../catalog/join.ts";
import { createSanitizer } from "../sanitizer/index.ts";
import { createContract } from "./create-contract.ts";

const SECRET = "postgres://admin:hunter2@db.internal:5432/x";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_busy: { status: 409, message: "It is busy.", detail: z.object({ by: z.string() }) } },
});

const made = () => acme.error("acme_busy", { param: "input.id", detail: { by: "somebody" } });

const request = () => ({ method: "GET", path: "/", header: () => undefined });

/** The five fields of the answer to a thrown value, and its report. */
function answerTo(thrown: unknown) {
  const { contract, reports } = reporting(acme, { correlationId: () => "id" });
  const response = contract.respond(thrown, request());
  return { status: response?.status, ...JSON.parse(response?.body ?? "").error, headers: response?.headers, reports };
}

const define = (key: string, descriptor: PropertyDescriptor) => (error: Error) =>
  Object.defineProperty(error, key, { configurable: true, ...descriptor });

/** A getter that says at first what was checked. */
const turning = (first: unknown, then: unknown) => {
  let reads = 0;
  return () => {
    reads += 1;
    return reads === 1 ? first : then;
  };
};

const fail = (): never => {
  throw new Error(SECRET);
};

test("an unchanged error is answered as it was made", () => {
  expect(answerTo(made())).toMatchObject({
    status: 409,
    code: "acme_busy",
    message: "It is busy.",
    param: "input.id",
    detail: { by: "somebody" },
  });
});

test("a message that loses a part is in the report as it was", () => {
  const text = `It is busy with ${SECRET}.`;
  const { message, reports } = answerTo(acme.error("acme_busy", { message: text, detail: { by: "somebody" } }));
  expect(message).not.toContain(SECRET);
  expect(reports).toMatchObject([{ withheld: [{ what: "message", text }] }]);
});

test("the message of an error that cannot be answered with its code is in the report", () => {
  const globex = defineCatalog({ vendor: "globex", codes: { globex_lost: { status: 409, message: "It is lost." } } });
  const inTask = acme.taskError("timeout", { message: "It took too long." });
  for (const error of [globex.error("globex_lost"), inTask]) {
    const { code, message, reports } = answerTo(error);
    expect([code, message === error.message]).toEqual(["acme_internal_error", false]);
    expect(reports).toMatchObject([{ withheld: [{ what: "message", text: error.message }] }]);
  }
});

describe("what is later put on an error is checked again", () => {
  test.each<[what: string, change: (error: Error) => unknown, expected: object]>([
    ["a message", (error) => Object.assign(error, { message: `Lost ${SECRET}` }), { message: "Lost [host]" }],
    ["a message that is empty", (error) => Object.assign(error, { message: "" }), { message: "It is busy." }],
    ["a message by a getter", define("message", { get: () => `Lost ${SECRET}` }), { message: "Lost [host]" }],
    ["a message that turns", define("message", { get: turning("It is busy.", SECRET) }), { message: "It is busy." }],
    ["a getter that throws", define("message", { get: fail }), { message: "It is busy." }],
    ["a param", (error) => Object.assign(error, { param: `a.${SECRET}` }), { param: "a" }],
    ["a param that turns", define("param", { get: turning("input.id", SECRET) }), { param: "input.id" }],
    ["a param that is taken away", (error) => Reflect.deleteProperty(error, "param") && error, { param: null }],
    ["a detail", (error) => Object.assign(error, { detail: { by: "a", more: SECRET } }), { detail: { by: "a" } }],
    ["a detail with a credential", (error) => Object.assign(error, { detail: { by: SECRET } }), { status: 409 }],
    [
      "a detail that does not fit",
      (error) => Object.assign(error, { detail: { by: 1 } }),
      { code: "acme_busy", detail: null },
    ],
    ["a detail that turns", define("detail", { get: turning({ by: "b" }, { by: SECRET }) }), { status: 409 }],
    ["another code", (error) => Object.assign(error, { code: "acme_route_not_found" }), { status: 404 }],
    ["a code that turns", define("code", { get: turning("acme_busy", SECRET) }), { code: "acme_busy" }],
    ["a code of nobody", (error) => Object.assign(error, { code: "x" }), { code: "acme_internal_error" }],
    ["a status", (error) => Object.assign(error, { status: 200 }), { status: 409 }],
    ["a wait", (error) => Object.assign(error, { retryAfter: SECRET }), { status: 409 }],
    ["a misuse", (error) => Object.assign(error, { misuse: SECRET }), { code: "acme_busy" }],
  ])("%s", (_what, change, expected) => {
    const { reports, ...answer } = answerTo(change(made()));
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toMatch(/hunter2/);
  });
});

describe("an object derived from an error is not that error", () => {
  const UNKNOWN = { code: "acme_internal_error", detail: { correlation_id: "id" } };
  const OF_FIELDS = { code: "acme_busy", message: "It is busy.", param: null };

  test.each<[what: string, make: (error: Error) => unknown, expected: object]>([
    ["its fields", (error) => Object.assign(new Error("x"), error), UNKNOWN],
    ["its fields in JSON", (error) => JSON.parse(JSON.stringify(error)), UNKNOWN],
    ["a copy of it", (error) => structuredClone(error), UNKNOWN],
    ["another prototype", (error) => Object.setPrototypeOf(error, Error.prototype), UNKNOWN],
    ["no prototype", (error) => Object.setPrototypeOf(error, null), UNKNOWN],
    ["what inherits from it", (error) => Object.create(error, { param: { value: SECRET } }), OF_FIELDS],
    [
      "a proxy",
      (error) => new Proxy(error, { get: (of, key) => (key === "param" ? SECRET : Reflect.get(of, key)) }),
      OF_FIELDS,
    ],
    ["an error of a class of its own", (error) => new (derived(error))(), OF_FIELDS],
    [
      "what its constructor makes",
      (error) =>
        Reflect.construct(error.constructor, [{ ...error, definition: {}, param: SECRET, message: "It is busy." }]),
      OF_FIELDS,
    ],
  ])("%s", (_what, make, expected) => {
    const { reports, ...answer } = answerTo(make(made()));
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toMatch(/hunter2/);
  });

  function derived(error: Error): new () => Error {
    const Base = error.constructor as new (parts: object) => Error;
    return class extends Base {
      constructor() {
        super({ ...error, definition: acme.codes.acme_busy, message: "It is busy.", param: SECRET });
      }
    };
  }
});

test("a catalog with another definition of the code checks the detail against its own", () => {
  const other = defineCatalog({
    vendor: "acme",
    codes: { acme_busy: { status: 423, message: "Busy.", detail: z.object({ until: z.string() }) } },
  });
  const { respond } = createContract(other, { onError: () => {} });
  const response = respond(made(), request());
  expect(response?.status).toBe(423);
  expect(JSON.parse(response?.body ?? "").error).toMatchObject({ code: "acme_busy", detail: null });
});

test("a joined catalog knows the errors of its parts", () => {
  const globex = defineCatalog({ vendor: "globex" });
  const { respond } = createContract(joinCatalogs(globex, acme), { onError: () => {} });
  expect(respond(made(), request())?.status).toBe(409);
});

test("a custom sanitizer sees the message and the detail", () => {
  const rule = { id: "busy", pattern: /somebody|busy/g, redacts: ["It is busy."], keeps: ["It is idle."] };
  const sanitizer = createSanitizer({ rules: [{ ...rule, kind: "credential" }] });
  const { respond } = createContract(acme, { sanitizer, onError: () => {} });
  const response = respond(made(), request());
  expect(JSON.parse(response?.body ?? "").error).toMatchObject({
    message: "It is [credential].",
    detail: { by: "[credential]" },
  });
});

test("a change to one response shows in no other", () => {
  const { respond } = createContract(acme, { correlationId: () => "id", onError: () => {} });
  const again = () => respond(made(), request());
  const first = again();
  const before = structuredClone(first);
  for (const name of Object.keys(first?.headers ?? {})) Object.assign(first?.headers ?? {}, { [name]: SECRET });
  Object.assign(first ?? {}, { status: 200, body: SECRET });
  expect(again()).toEqual(before);
});
