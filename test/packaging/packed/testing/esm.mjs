import assert from "node:assert/strict";
import { defineCatalog } from "@uhp-errors/core";
import { expectContractError, expectKeepsContract, mockServer } from "@uhp-errors/testing";
import { matchers } from "@uhp-errors/testing/vitest";

const acme = defineCatalog({ vendor: "acme" });
const { url, close } = await mockServer(acme);
const response = await fetch(`${url}/raise/file_too_large`);
await expectKeepsContract(response, acme);
const { detail } = await expectContractError(response, "file_too_large", { catalog: acme });
assert.equal(typeof detail.max_bytes, "number");
await assert.rejects(expectContractError(response, "session_busy"), /expected the code "session_busy"/);
assert.equal((await matchers.toBeContractError(response, "session_busy")).pass, false);
await close();
