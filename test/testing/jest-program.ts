import { beforeAll, describe, expect, test } from "@jest/globals";
import { defineCatalog } from "@uhp-errors/core";
import { expectContractError, type MockServer, mockServer } from "@uhp-errors/testing";
import { type ContractMatchers, matchers } from "@uhp-errors/testing/jest";

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContractMatchers {}
}

expect.extend(matchers);

const acme = defineCatalog({ vendor: "acme" });

describe("a service", () => {
  let mock: MockServer;
  beforeAll(async () => {
    mock = await mockServer(acme);
  });

  test("answers with the error that is expected", async () => {
    await expect(fetch(`${mock.url}/raise/file_too_large`)).toBeContractError("file_too_large", { param: null });
    await expect(fetch(`${mock.url}/raise/file_too_large`)).not.toBeContractError("session_busy");
    await expect(fetch(mock.url)).toKeepContract(acme);
  });

  test("has a detail that a matcher of jest describes", async () => {
    const detail = { max_bytes: expect.any(Number) };
    await expect(fetch(`${mock.url}/raise/file_too_large`)).toBeContractError("file_too_large", { detail });
    await expectContractError(fetch(`${mock.url}/raise/file_too_large`), "file_too_large", {
      detail: expect.objectContaining(detail),
    });
  });

  test("answers with another error", async () => {
    await expect(fetch(`${mock.url}/raise/file_too_large`)).toBeContractError("session_busy");
  });

  test("ends", () => mock.close());
});
