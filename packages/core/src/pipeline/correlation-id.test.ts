import { afterEach, describe, expect, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { ContractOptions } from "./contract-options.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const contractWith = (options: ContractOptions = {}) =>
  createAdapterContract(defineCatalog({ vendor: "acme" }), { onError: () => {}, ...options });

const contract = contractWith();

const request = (headers: Readonly<Record<string, string>>) => ({
  method: "GET",
  path: "/",
  header: (name: string) => headers[name],
});

const idOf = (headers: Readonly<Record<string, string>>) => contract.headers(request(headers))["x-request-id"];

describe("the id of a request", () => {
  test.each<readonly [traceparent: string]>([
    [`00-${TRACE}-${PARENT}-01`],
    [`00-${TRACE}-0000000000000001-00`],
    [`01-${TRACE}-${PARENT}-01-`],
    [`01-${TRACE}-${PARENT}-01-more`],
    [`cc-${TRACE}-${PARENT}-01-${"x".repeat(400)}`],
  ])("is the trace id of %j", (traceparent) => {
    expect(idOf({ traceparent })).toBe(TRACE);
    expect(contract.traceHeaders(request({ traceparent }))).toEqual({ "x-request-id": TRACE, traceparent });
  });

  test.each<readonly [traceparent: string]>([
    [""],
    [`ff-${TRACE}-${PARENT}-01`],
    [`00-${"0".repeat(32)}-${PARENT}-01`],
    [`00-${TRACE}-${"0".repeat(16)}-01`],
    [`00-${TRACE}-${PARENT}`],
    [`00-${TRACE}-${PARENT}-01more`],
    [`x00-${TRACE}-${PARENT}-01`],
    [`cc-${TRACE}-${PARENT}-01-${"x".repeat(401)}`],
    [`00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ])("is a new one with the traceparent %j, which no other service gets", (traceparent) => {
    expect(idOf({ traceparent })).toMatch(UUID);
    const sent = contract.traceHeaders(request({ traceparent, "x-request-id": "r-1", tracestate: "a=b" }));
    expect(sent).toEqual({ "x-request-id": "r-1" });
  });

  test("is its own rather than that of its trace", () => {
    expect(idOf({ "x-request-id": "r-1", traceparent: `00-${TRACE}-${PARENT}-01` })).toBe("r-1");
    expect(idOf({ "x-request-id": "no spaces", traceparent: `00-${TRACE}-${PARENT}-01` })).toBe(TRACE);
  });

  test.each(["A.b_c:d-9", "a".repeat(128)])("may be %s", (id) => expect(idOf({ "x-request-id": id })).toBe(id));

  test.each(["a".repeat(129), "r-1\n", "a b", ""])("is a new one instead of %j", (id) => {
    expect(idOf({ "x-request-id": id })).toMatch(UUID);
  });

  test.each<readonly [what: string, option: ContractOptions["correlationId"], id: RegExp]>([
    ["what the option returns", ({ path }) => `own-${path.length}`, /^own-1$/],
    ["a new one if the option throws", () => Number.NaN.toFixed(101), UUID],
    ["a new one if the option returns nothing", () => undefined, UUID],
    ["a new one if the option returns no id", () => "a b", UUID],
    ["a new one if the option is asynchronous", (() => Promise.reject(new Error("x"))) as never, UUID],
  ])("is %s", (_what, correlationId = false, id) => {
    const headers = contractWith({ correlationId }).headers(request({ "x-request-id": "r-1" }));
    expect(headers["x-request-id"]).toMatch(id);
  });

  test("is a new one for each request without any", () => {
    const ids = [idOf({}), idOf({}), idOf({ traceparent: "" })];
    expect(ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect(new Set(ids).size).toBe(3);
  });
});

describe("a new id", () => {
  /** Makes ids in a runtime with this `crypto`. */
  async function newIdWith(crypto: unknown): Promise<() => string> {
    vi.stubGlobal("crypto", crypto);
    vi.resetModules();
    const copy: typeof import("./correlation-id.ts") = await import("./correlation-id.ts");
    return copy.newId;
  }

  test("is the runtime's UUID", async () => {
    const newId = await newIdWith({ randomUUID: () => "11111111-2222-4333-8444-555555555555" });
    expect(newId()).toBe("11111111-2222-4333-8444-555555555555");
  });

  test("is made by the runtime's own object", async () => {
    const crypto = {
      id: "r-1",
      randomUUID(this: unknown) {
        return (this as { id: string }).id;
      },
    };
    const newId = await newIdWith(crypto);
    expect([newId(), newId()]).toEqual(["r-1", "r-1"]);
  });

  const failing = () => {
    throw new Error("no entropy");
  };
  test.each<readonly [what: string, crypto: unknown]>([
    ["no crypto", undefined],
    ["a crypto without UUIDs", {}],
    ["a crypto that fails", { randomUUID: failing }],
  ])("has 32 digits in a runtime with %s", async (_what, crypto) => {
    const newId = await newIdWith(crypto);
    const ids = [newId(), newId()];
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(new Set(ids).size).toBe(2);
  });

  test.each<readonly [random: number, id: string]>([
    [0, "00000000000000000000000000000000"],
    [0.5, "80000000800000008000000080000000"],
    [0.75, "c0000000c0000000c0000000c0000000"],
  ])("has 32 digits if the random number is %d", async (random, id) => {
    const newId = await newIdWith(undefined);
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect(newId()).toBe(id);
  });
});
