import { createContract, defineCatalog } from "@uhp-errors/core";
import {
  type AssertOptions,
  assertContract,
  collectReports,
  expectContractError,
  type FetchAnswer,
  type MockServer,
  mockServer,
  sampleDetail,
} from "@uhp-errors/testing";
import { matchers } from "@uhp-errors/testing/vitest";
import { uhp } from "@uhp-errors/web";
import { expect } from "vitest";

expect.extend(matchers);

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_gpu_cold: { status: 503, message: "The accelerator is warming up." } },
});
const reports = collectReports();

export const handler = uhp(createContract(acme, { onError: reports.onError }), () => {
  throw acme.error("acme_gpu_cold", { retryAfter: 30 });
});

/** What a test file of a service said. */
export async function tests(): Promise<void> {
  const response: FetchAnswer & Response = await handler(new Request("http://127.0.0.1/v1/responses"));
  const options: AssertOptions = { method: "GET" };
  await expectContractError(response, "acme_gpu_cold", { catalog: acme, status: 503, retryAfter: 30 });
  await assertContract(response, acme, options);
  await expect(response).toBeContractError("acme_gpu_cold", { catalog: acme });
  await expect(response).toKeepContract(acme);
  const [report] = await reports.wait();
  expect(report?.code).toBe("acme_gpu_cold");
  expect(acme.error("plugin_conflict", { detail: sampleDetail(acme, "plugin_conflict") }).code).toBe("plugin_conflict");
  const mock: MockServer = await mockServer(acme);
  try {
    const raised = await fetch(`${mock.url}/raise/rate_limited?retry_after=7`);
    await expectContractError(raised, "rate_limited", { retryAfter: 7 });
  } finally {
    await mock.close();
  }
}
