import assert from "node:assert/strict";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { parseToolError } from "@uhp-errors/mcp/client";

const acme = defineCatalog({ vendor: "acme" });
assert.throws(() => install({}, createContract(acme)), TypeError);
const error = { type: "server_error", code: "acme_internal_error", message: "It failed.", param: null, detail: null };
assert.equal(parseToolError({ isError: true, structuredContent: { error } })?.code, "acme_internal_error");
