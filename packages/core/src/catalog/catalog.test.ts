import { describe, expect, test } from "vitest";
import { CODES } from "../codes/index.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { BUILT_IN_CODES } from "./built-in-codes.ts";
import { assertCatalog, defineCatalog } from "./catalog.ts";

/** What a caller in plain JavaScript can hand over. */
const define = defineCatalog as unknown as (definition: unknown) => ReturnType<typeof defineCatalog>;

interface Loose {
  readonly code: string;
  readonly status: number;
  readonly misuse: string | undefined;
  readonly detail: unknown;
  readonly retryAfter: unknown;
  readonly param: unknown;
  readonly cause: { readonly message: string; readonly cause: unknown };
}

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_closed: { status: 409, message: "The order is closed." },
    acme_crashed: { task: true, message: "The agent crashed." },
  },
});

/** `acme.error` and `acme.taskError` without their types. */
const error = acme.error as unknown as (code: unknown, init?: unknown) => Loose;
const taskError = acme.taskError as unknown as (code: unknown, init?: unknown) => Loose;

describe("a catalog", () => {
  test("has the contract's codes, the built-in ones and its own", () => {
    const own = Object.keys(acme.codes).filter((code) => !Object.hasOwn(CODES, code));
    const builtIn = Object.keys(BUILT_IN_CODES).map((name) => `acme_${name}`);
    expect(own).toEqual([...builtIn, "acme_closed", "acme_crashed"]);
    expect(builtIn).toHaveLength(24);
    expect(acme.codes.session_busy).toBe(CODES.session_busy);
  });

  test("cannot be changed, and has no field of every object", () => {
    expect([acme, acme.codes, define({ vendor: "acme" }).codes].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(Object.getPrototypeOf(acme.codes)).toBe(null);
    expect([acme.vendor, acme.captureStackTraces]).toEqual(["acme", "server_errors"]);
    expect(define({ vendor: "acme", captureStackTraces: "all" }).captureStackTraces).toBe("all");
  });

  test.each<[definition: unknown, rule: string]>([
    [undefined, "expected { vendor, codes }"],
    [null, "expected { vendor, codes }"],
    ["acme", "expected { vendor, codes }"],
    [
      { vendor: "acme", code: {}, stacks: "all" },
      "unknown code, stacks; a catalog is defined by vendor, codes, contractCodes, captureStackTraces and docsUrl",
    ],
    [{ vendor: "acme", codes: [] }, "codes: expected an object with a row for each code"],
    [{ vendor: "acme", codes: null }, "codes: expected an object with a row for each code"],
    [{ vendor: "acme", codes: "acme_x" }, "codes: expected an object with a row for each code"],
    [{ vendor: "acme", captureStackTraces: true }, 'captureStackTraces: expected "server_errors" or "all"'],
  ])("is not defined by %j", (definition, rule) => {
    expect(() => define(definition)).toThrow(TypeError);
    expect(() => define(definition)).toThrow(rule);
  });

  test.each<[value: unknown]>([
    [undefined],
    [null],
    [{}],
    [{ vendor: "acme", definition: true }],
    [{ vendor: "acme", codes: {}, definition: true }],
    [{ vendor: "acme", definition: () => undefined }],
    [{ ...acme, vendor: "globex" }],
  ])("is not %o", (value) => {
    expect(() => assertCatalog(value as AnyCatalog)).toThrow(
      "catalog: expected what defineCatalog or joinCatalogs returns",
    );
  });
});

describe("the prefix of a vendor", () => {
  test.each(["acme", "a", "a1", "acme2go", "uhpgo", "clients", "tasks"])("may be %s", (vendor) => {
    expect(define({ vendor }).vendor).toBe(vendor);
  });

  test.each<[vendor: unknown, shown: string]>([
    ["Acme", '"Acme"'],
    ["1acme", '"1acme"'],
    ["acme_shop", '"acme_shop"'],
    ["acme-shop", '"acme-shop"'],
    ["", '""'],
    ["acme\n", '"acme\n"'],
    ["å", '"å"'],
    [7, "number"],
    [null, "object"],
    [["acme"], "object"],
    [undefined, "undefined"],
  ])("may not be %j", (vendor, shown) => {
    expect(() => define({ vendor })).toThrow(
      `vendor ${shown}: a vendor prefix is lower-case letters and digits and begins with a letter, for example "acme"`,
    );
  });

  /** Words that name a kind of error, and first words of codes of the specification. */
  const RESERVED = `
    auth authentication authorization bad body client conflict error forbidden header http internal method network no
    not param permission protocol request route server stream task token too uhp unauthorized unexpected unknown
    upstream validation version
    session file memory memories harness plugin unsupported timeout missing invalid rate cancelled`;
  test.each(RESERVED.trim().split(/\s+/))("may not be the reserved word %s", (vendor) => {
    expect(() => define({ vendor })).toThrow(
      `vendor "${vendor}": this word begins a code of the specification or names a kind of error, so no vendor may have it; use the name of your company or product`,
    );
  });
});

describe("an error that the catalog does not have", () => {
  const UNKNOWN = "is neither a code of the contract nor of this catalog; declare it with defineCatalog";
  const OF_TASK = "belongs inside the 200 response of a task; it cannot answer a request";
  test.each<[made: () => Loose, misuse: string]>([
    [() => error("acme_nope"), `"acme_nope" ${UNKNOWN}`],
    [() => error(7), `a value of type number ${UNKNOWN}`],
    [() => error("acme_crashed"), `"acme_crashed" ${OF_TASK}`],
    [() => error("cancelled"), `"cancelled" ${OF_TASK}`],
    [() => taskError("acme_closed"), '"acme_closed" answers a request; a task cannot fail with it'],
  ])("is an internal error that says why (case %#)", (made, misuse) => {
    const { code, status, misuse: said, cause } = made();
    expect([code, status]).toEqual(["acme_internal_error", 500]);
    expect(said?.startsWith(misuse)).toBe(true);
    expect(cause.message).toBe(said);
  });

  test("keeps the cause, for the operator", () => {
    const cause = new Error("lock wait");
    expect(error("acme_nope", { cause }).cause.cause).toBe(cause);
  });
});

describe("an error of the catalog", () => {
  test("has the parts that it was given", () => {
    const cause = new Error("lock wait");
    const message = "Order 7 is closed.";
    const made = error("acme_closed", { message, param: ["order", 0], detail: { a: 1 }, retryAfter: 1.5, cause });
    expect(made).toMatchObject({
      code: "acme_closed",
      message,
      status: 409,
      param: "order.0",
      detail: { a: 1 },
      retryAfter: 1.5,
    });
    expect([made.cause, made.misuse]).toEqual([cause, undefined]);
    expect(taskError("acme_crashed")).toMatchObject({ code: "acme_crashed", status: 200, misuse: undefined });
    expect(taskError("cancelled")).toMatchObject({ code: "cancelled", misuse: undefined });
  });

  test.each([502, 503])("may have the status %i of several", (status) => {
    expect(error("memory_unavailable", { status })).toMatchObject({ status, misuse: undefined });
  });

  test.each<[code: string, status: unknown, sent: number, misuse: string | undefined]>([
    ["environment_invalid", 400, 422, '"environment_invalid" has no status 400; it is sent with 422'],
    ["environment_unavailable", 503, 502, '"environment_unavailable" has no status 503; it is sent with 502'],
    ["memory_unavailable", 500, 502, '"memory_unavailable" has no status 500; it is sent with 502'],
    ["acme_closed", 200, 409, '"acme_closed" has no status 200; it is sent with 409'],
    ["acme_closed", "409", 409, '"acme_closed" has no status of type string; it is sent with 409'],
    ["acme_closed", [409], 409, '"acme_closed" has no status of type object; it is sent with 409'],
    ["acme_closed", 409, 409, undefined],
    ["acme_closed", null, 409, undefined],
    ["memory_unavailable", undefined, 502, undefined],
    ["memory_unavailable", 503, 503, undefined],
  ])("keeps its code and its own status: %s with %j", (code, status, sent, misuse) => {
    const made = error(code, { status, param: "order" });
    expect([made.code, made.status, made.param, made.misuse]).toEqual([code, sent, "order", misuse]);
  });

  const FIELDS = "the fields are message, param, detail, retryAfter, status, cause, context";
  test.each<[init: unknown, misuse: string | undefined]>([
    [{ detial: { a: 1 } }, `"acme_closed" was made with unknown detial; ${FIELDS}`],
    [{ headers: {}, code: 7, param: "order" }, `"acme_closed" was made with unknown headers, code; ${FIELDS}`],
    [{ detial: undefined }, `"acme_closed" was made with unknown detial; ${FIELDS}`],
    [["order"], `"acme_closed" was made with unknown 0; ${FIELDS}`],
    ["None left.", `"acme_closed" was made with a value of type string; ${FIELDS}`],
    [() => {}, `"acme_closed" was made with a value of type function; ${FIELDS}`],
    [undefined, undefined],
    [null, undefined],
    [{}, undefined],
    [{ message: "a", param: "b", detail: {}, retryAfter: 1, status: 409, cause: 1 }, undefined],
    [Object.create({ detial: 1 }), undefined],
    [{ detial: 1, detail: "x", retryAfter: "x" }, `"acme_closed" was made with unknown detial; ${FIELDS}`],
  ])("says which part it does not have (case %#)", (init, misuse) => {
    const made = error("acme_closed", init);
    expect([made.code, made.status, made.misuse]).toEqual(["acme_closed", 409, misuse]);
  });

  test("says the same of a task's error", () => {
    expect(taskError("acme_crashed", { status: 500, param: "a" })).toMatchObject({
      code: "acme_crashed",
      status: 200,
      param: "a",
      misuse: '"acme_crashed" has no status 500; it is sent with 200',
    });
    expect(taskError("acme_crashed", { detial: 1 }).misuse).toBe(
      `"acme_crashed" was made with unknown detial; ${FIELDS}`,
    );
  });

  test("names few unknown parts, however many there are, and none that cannot be read", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${"x".repeat(1_000)}${index}`, 1]));
    const named = Array(5).fill("x".repeat(40)).join(", ");
    expect(error("acme_closed", many).misuse).toBe(`"acme_closed" was made with unknown ${named}; ${FIELDS}`);
    const hostile = new Proxy({}, { ownKeys: () => Number.NaN.toFixed(101) as never });
    expect(error("acme_closed", hostile)).toMatchObject({ code: "acme_closed", status: 409 });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(error("acme_closed", proxy)).toMatchObject({ code: "acme_closed", status: 409 });
  });

  test("takes another error only as its cause, since that error's text may be a secret", () => {
    const cause = Object.assign(new Error("connect db-1"), { code: "ECONNREFUSED", detail: { a: 1 }, status: 500 });
    const made = error("acme_closed", cause);
    expect(made).toMatchObject({ message: "The order is closed.", status: 409, detail: null });
    expect(error("acme_nope", cause).cause.cause).toBe(cause);
    for (const other of [cause, Object.create(cause), Object.setPrototypeOf(new Error("x"), null)]) {
      const { cause: kept, misuse } = error("acme_closed", other);
      expect([kept, misuse]).toEqual([other, '"acme_closed" was made with an error; pass it as { cause }']);
    }
  });

  test.each<[retryAfter: unknown, misuse: string | undefined]>([
    ["60", 'the retryAfter of "acme_closed" is of type string; it must be a number of seconds'],
    [true, 'the retryAfter of "acme_closed" is of type boolean; it must be a number of seconds'],
    [null, undefined],
    [undefined, undefined],
    [Number.NaN, undefined],
    [-1, undefined],
  ])("has no wait for %j", (retryAfter, misuse) => {
    const made = error("acme_closed", { retryAfter });
    expect([made.code, made.retryAfter, made.misuse]).toEqual(["acme_closed", undefined, misuse]);
  });
});
