import { describe, expect, test } from "vitest";
import { isCodeOfOperation } from "./operation.ts";

const { proxy: revoked, revoke } = Proxy.revocable<string[]>([], {});
revoke();

const throwing = new Proxy<string[]>([], {
  get: () => {
    throw new Error("x");
  },
});

describe("whether an operation can answer with a code", () => {
  test.each([
    ["a code that it declares", "acme_closed", true],
    ["a code that any operation can answer with", "rate_limited", true],
    ["the vendor's form of one", "acme_internal_error", true],
    ["another code", "acme_open", false],
    ["none", null, false],
  ])("%s", (_, code, expected) => {
    expect(isCodeOfOperation({ codes: ["acme_closed"] }, code)).toBe(expected);
  });

  test("never throws for codes that are none", () => {
    for (const codes of [undefined, null, revoked, throwing, 1, {}] as const) {
      expect(isCodeOfOperation({ codes: codes as string[] }, "acme_closed")).toBe(false);
      expect(isCodeOfOperation({ codes: codes as string[] }, "rate_limited")).toBe(true);
      expect(isCodeOfOperation({ codes: ["acme_closed"] }, codes as string)).toBe(false);
    }
  });
});
