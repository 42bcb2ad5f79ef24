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

  test.each<readonly [tracestate: string | undefined, sent: string | undefined]>([
    ["a=b,c=d", "a=b,c=d"],
    ["x".repeat(512), "x".repeat(512)],
    ["x".repeat(513), undefined],
    ["", undefined],
    [undefined, undefined],
  ])("is sent on with the state of its trace: %j", (tracestate, sent) => {
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    const context = { method: "GET", path: "/", header: (name: string) => ({ traceparent, tracestate })[name] };
    const state = sent === undefined ? {} : { tracestate: sent };
    expect(contract.traceHeaders(context)).toEqual({ "x-request-id": TRACE, traceparent, ...state });
    expect(contractWith({ correlationId: false }).traceHeaders(context)).toEqual({ traceparent, ...state });
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
  /** Makes ids as the first ones of a process. */
  async function firstIds(amount: number): Promise<readonly string[]> {
    vi.resetModules();
    const copy: typeof import("./correlation-id.ts") = await import("./correlation-id.ts");
    return Array.from({ length: amount }, copy.newId);
  }

  test("is a UUID of version 7: the time, and what is unlike in other processes", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 9, 4));
    const [id = "", next = ""] = await firstIds(2);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.slice(0, 13).replace("-", ""), 16)).toBe(Date.UTC(2026, 9, 4));
    expect(next.slice(19)).toBe(id.slice(19));
    const [other = ""] = await firstIds(1);
    expect(other.slice(19)).not.toBe(id.slice(19));
  });

  test("loads no WebCrypto", async () => {
    const crypto = vi.fn();
    vi.stubGlobal("crypto", {});
    Object.defineProperty(globalThis, "crypto", { get: crypto, configurable: true });
    await firstIds(1);
    expect(crypto).not.toHaveBeenCalled();
  });

  test("tells no more than two numbers of Math.random, whatever the number of ids", async () => {
    const random = vi.spyOn(Math, "random");
    await firstIds(10_000);
    expect(random).toHaveBeenCalledTimes(2);
  });

  let ticks = 0;
  const tick = () => {
    ticks += 1;
    return ticks;
  };
  test.each<readonly [what: string, now: () => number]>([
    ["stands still", () => 1_000],
    ["goes back", () => 1_000_000 - tick()],
    ["has fractions", () => 1_000 + tick() / 3],
    ["is not a number", () => Number.NaN],
    ["is endless", () => Number.POSITIVE_INFINITY],
    ["is negative", () => -1],
    [
      "throws",
      () => {
        throw new Error("no clock");
      },
    ],
  ])("is another one each time, and comes after the last, while the clock %s", async (_what, now) => {
    vi.spyOn(Date, "now").mockImplementation(now);
    const ids = await firstIds(10_000);
    expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test("is made if Math.random fails", async () => {
    vi.spyOn(Math, "random").mockImplementation(() => {
      throw new Error("no entropy");
    });
    expect(await firstIds(2)).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
  });
});
