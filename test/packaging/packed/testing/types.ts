import { createContract, defineCatalog } from "@uhp-errors/core";
import {
  collectReports,
  expectContractError,
  expectKeepsContract,
  mockServer,
  sampleDetail,
} from "@uhp-errors/testing";
import type { ContractMatchers } from "@uhp-errors/testing/jest";
import { z } from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int() }) } },
});
const { onError, wait } = collectReports();
createContract(acme, { onError });

const eta: number = sampleDetail(acme, "acme_cold").eta;
// Jest is not installed here; its matchers would get these types.
declare function expect(value: unknown): jest.Matchers<void>;

async function main(): Promise<string | undefined> {
  const { url, close } = await mockServer(acme, { port: eta });
  const { code } = await expectContractError(fetch(url), "acme_cold", { catalog: acme, detail: { eta } });
  await expectKeepsContract(fetch(url), acme);
  const matchers: ContractMatchers = expect(fetch(url));
  await matchers.toBeContractError("acme_cold");
  await close();
  return (await wait())[0]?.code ?? code;
}

void main();
