import { afterEach, describe, expect, test, vi } from "vitest";
import { CODES } from "../codes/index.ts";
import { makeErrorObject } from "./error-object.ts";

const CLEAN_JSON = Symbol.for("@uhp-errors/core/clean-json");

/** A copy of the package that no contract has used yet. */
async function load() {
  vi.resetModules();
  const [json, errors] = await Promise.all([import("./own-json.ts"), import("./contract-error.ts")]);
  return { ...json, ...errors };
}

const share = (value: unknown) => Object.defineProperty(globalThis, CLEAN_JSON, { value, configurable: true });

afterEach(() => {
  Reflect.deleteProperty(globalThis, CLEAN_JSON);
});

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
    const { cleanJson } = await load();
    share(shared);
    expect(cleanJson(ERROR, "The shop is closed.", undefined)).toEqual({ ...CLOSED, message });
  });

  test("is what the first contract of this copy makes of it", async () => {
    const { cleanJson, provideCleanJson } = await load();
    share(cleanAs("By another copy."));
    provideCleanJson(cleanAs("By this copy."));
    provideCleanJson(cleanAs("By a second contract."));
    expect(cleanJson(ERROR, "The shop is closed.", undefined).message).toBe("By this copy.");
    const other = await load();
    expect(other.cleanJson(ERROR, "The shop is closed.", undefined).message).toBe("By another copy.");
  });

  test("is cleaned with what was checked only while the detail is the same", async () => {
    const { NO_PARTS, createContractError } = await load();
    share((error: object, _message: string, made: unknown) => ({
      ...error,
      message: made === undefined ? "Changed." : "Same.",
    }));
    const parts = {
      ...NO_PARTS,
      code: "session_busy",
      definition: CODES.session_busy,
      detail: { a: 1 },
      cause: undefined,
    };
    const error = createContractError(parts, "all", load);
    expect(error.toJSON().message).toBe("Same.");
    expect(Object.assign(error, { detail: { b: 1 } }).toJSON().message).toBe("Changed.");
  });
});
