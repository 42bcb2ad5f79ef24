import { afterEach, describe, expect, test, vi } from "vitest";
import { CODES } from "../codes/index.ts";
import { makeErrorObject } from "./error-object.ts";

/** What the copies of a process register, by name. */
let registered: Record<string, symbol> = {};

afterEach(() => {
  for (const symbol of Object.values(registered)) Reflect.deleteProperty(globalThis, symbol);
  registered = {};
  vi.resetModules();
});

/** Loads a copy of the package as in a process without a contract. Another test may have made one in this process. */
async function load() {
  const registry = vi.spyOn(Symbol, "for").mockImplementation((name) => {
    registered[name] ??= Symbol(name);
    return registered[name];
  });
  vi.resetModules();
  const json: typeof import("./own-json.ts") = await import("./own-json.ts");
  const errors: typeof import("./contract-error.ts") = await import("./contract-error.ts");
  registry.mockRestore();
  const share = (value: unknown) =>
    Object.defineProperty(globalThis, registered["@uhp-errors/core/clean-json"] as symbol, {
      value,
      configurable: true,
    });
  const make = (parts: object) =>
    errors.createContractError(
      { ...errors.NO_PARTS, code: "session_busy", definition: CODES.session_busy, cause: undefined, ...parts },
      "all",
      load,
    );
  return { ...json, make, share };
}

const ERROR = makeErrorObject("server_error", "acme_x", "At 10.0.3.7.", "a", { b: 1 });
const CLOSED = makeErrorObject("server_error", "acme_x", "The shop is closed.");
const cleanAs = (message: string) => () => ({ ...CLOSED, message });

describe("the JSON of an error", () => {
  test.each<readonly [what: string, shared: unknown, message: string]>([
    ["is closed if there is no contract", undefined, "The shop is closed."],
    ["is what another copy makes of it", cleanAs("By another copy."), "By another copy."],
    ["is closed if another copy throws", () => Number.NaN.toFixed(101), "The shop is closed."],
    ["is closed if another copy makes no error", () => ({ ...ERROR, message: "" }), "The shop is closed."],
    ["is closed if another value is in its place", 7, "The shop is closed."],
  ])("%s", async (_what, shared, message) => {
    const { cleanJson, share } = await load();
    share(shared);
    expect(cleanJson(ERROR, "The shop is closed.", undefined)).toEqual({ ...CLOSED, message });
  });

  test("is what the first contract of this copy makes of it", async () => {
    const { cleanJson, provideCleanJson, share } = await load();
    share(cleanAs("By another copy."));
    provideCleanJson(cleanAs("By this copy."));
    provideCleanJson(cleanAs("By a second contract."));
    expect(cleanJson(ERROR, "The shop is closed.", undefined).message).toBe("By this copy.");
    const other = await load();
    expect(other.cleanJson(ERROR, "The shop is closed.", undefined).message).toBe("By another copy.");
  });

  test("is cleaned with what was checked only while the detail is the same", async () => {
    const { make, share } = await load();
    share((error: object, _message: string, made: unknown) => ({
      ...error,
      message: made === undefined ? "Changed." : "Same.",
    }));
    const error = make({ detail: { a: 1 } });
    expect(error.toJSON().message).toBe("Same.");
    expect(Object.assign(error, { detail: { b: 1 } }).toJSON().message).toBe("Changed.");
  });

  const acme = { code: "acme_x", definition: { ...CODES.session_busy, message: "The shop is closed." } };

  test.each<readonly [what: string, parts: object, message: string, behindProxy: string]>([
    ["of the contract", {}, CODES.session_busy.message, CODES.session_busy.message],
    ["of a vendor", acme, "The shop is closed.", "The request failed."],
  ])(
    "has only a default text while there is no contract, for a code %s",
    async (_what, parts, message, behindProxy) => {
      const { make } = await load();
      const error = make({ message: "At 10.0.3.7.", param: "a", detail: { b: 1 }, ...parts });
      const { type, code } = error;
      expect(JSON.parse(JSON.stringify(error))).toEqual(makeErrorObject(type, code, message));
      expect(JSON.parse(JSON.stringify(new Proxy(error, {})))).toEqual(makeErrorObject(type, code, behindProxy));
    },
  );
});
