import { describe, expect, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { ContractError } from "../errors/contract-error.ts";
import type { RequestContext } from "../http/request-context.ts";
import { authenticate, isBearerAsked, readBearer } from "./bearer.ts";

const acme = defineCatalog({ vendor: "acme" });

function context(authorization: string | undefined): RequestContext {
  return { method: "GET", path: "/", header: (name) => (name === "authorization" ? authorization : undefined) };
}

function codeOf(act: () => unknown): string {
  try {
    return `no error, ${act()}`;
  } catch (thrown) {
    return (thrown as ContractError).code;
  }
}

describe("readBearer", () => {
  test.each(["t", "mF_9.B5f-4.1JqM", "a+b/c~d==", `${"a".repeat(9_000)}=`])("reads the token %j", (token) => {
    expect(readBearer(context(`Bearer ${token}`))).toBe(token);
    expect(readBearer(context(`bEARER   ${token}`))).toBe(token);
  });

  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "bearer   ",
    "Basic dDp0",
    "Bearert",
    "Token t",
    "t",
    "DPoP t",
    'Digest realm="x, Bearer a"',
  ])("finds no token in %j", (value) => {
    expect(codeOf(() => readBearer(context(value)))).toBe("missing_credential");
  });

  test.each([
    "Bearer a b",
    "Bearer a, Bearer a",
    "Bearer =",
    "Bearer a=b",
    'Bearer "a"',
    "Bearer é",
    "Bearer a ",
    "Bearer a\n",
    "Basic dDp0, Bearer a",
    "Basic dDp0,Bearer a",
    "Basic dDp0, \tBearer  a",
    "Bearer a, Basic dDp0",
    'Digest realm="x", bearer a',
  ])("finds %j malformed", (value) => {
    expect(codeOf(() => readBearer(context(value)))).toBe("invalid_credential");
  });

  test("never repeats the token, and says the same for every malformed one", () => {
    const [one, other] = ["hunter2!", "hunter2 hunter2"].map((token) => {
      try {
        return readBearer(context(`Bearer ${token}`));
      } catch (thrown) {
        return JSON.stringify(thrown);
      }
    });
    expect(one).toBe(other);
    expect(one).not.toContain("hunter2");
  });

  test("finds no token when the function for header fields throws", () => {
    const broken = { ...context(undefined), header: () => Number.NaN.toFixed(101) };
    expect(codeOf(() => readBearer(broken))).toBe("missing_credential");
  });
});

describe("authenticate", () => {
  const request = context("Bearer t");

  test("passes the token and the request to verify, and returns the principal", async () => {
    const verify = vi.fn(async () => ({ id: 7 }));
    await expect(authenticate(request, verify)).resolves.toEqual({ id: 7 });
    expect(verify.mock.calls).toEqual([["t", request]]);
  });

  test("does not call verify without a token", async () => {
    const verify = vi.fn(() => ({ id: 7 }));
    await expect(authenticate(context(undefined), verify)).rejects.toMatchObject({ code: "missing_credential" });
    expect(verify).not.toHaveBeenCalled();
  });

  test.each([
    ["null", () => null],
    ["undefined", () => undefined],
    ["false", () => false],
    ["an empty text", () => ""],
    ["a promise of null", async () => null],
    ["its own words", () => Promise.reject(acme.error("invalid_credential", { message: "Revoked on Monday." }))],
    ["a missing credential", () => Promise.reject(acme.error("missing_credential"))],
  ])("refuses the token in the same words for %s", async (_what, verify) => {
    const thrown = (await authenticate(request, verify as () => null).catch((error: unknown) => error)) as Error;
    expect(JSON.parse(JSON.stringify(thrown))).toEqual({
      type: "authentication_error",
      code: "invalid_credential",
      message: "The bearer token is not accepted.",
      param: null,
      detail: null,
    });
  });

  test("notes that a request was asked for a token, even if it has none", async () => {
    const asked = context(undefined);
    expect(isBearerAsked(asked)).toBe(false);
    await authenticate(asked, () => null).catch(() => {});
    expect([isBearerAsked(asked), isBearerAsked(context(undefined))]).toEqual([true, false]);
  });

  test("keeps what verify threw as the cause", async () => {
    const own = acme.error("invalid_credential", { message: "Revoked on Monday." });
    await expect(authenticate(request, () => Promise.reject(own))).rejects.toMatchObject({ cause: own });
  });

  test.each([new Error("the key server is down"), acme.error("insufficient_scope"), undefined, null, "x"])(
    "rethrows %s",
    async (thrown) => {
      const failed = authenticate(request, () => Promise.reject(thrown));
      await expect(failed.catch((error: unknown) => ({ error }))).resolves.toEqual({ error: thrown });
    },
  );
});
