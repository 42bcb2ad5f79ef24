// vitest has no types for CommonJS.
import { defineCatalog } from "@uhp-errors/core";
import { type ContractMatchers, matchers } from "@uhp-errors/testing/vitest";
import { expect, test } from "vitest";

expect.extend(matchers);
const acme = defineCatalog({ vendor: "acme" });

test("a response", async () => {
  const response = fetch("http://127.0.0.1:9/");
  const done: Promise<void> = expect(response).toBeContractError("file_too_large", { param: "file" });
  await done;
  await expect(response).not.toBeContractError("rate_limited");
  await expect(response).resolves.toKeepContract(acme);
  // @ts-expect-error a code is missing
  await expect(response).toBeContractError();
});

const both: ContractMatchers = expect(fetch("http://127.0.0.1:9/"));
void both;
