import { createContract, defineCatalog } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

const server = { setRequestHandler: () => {}, connect: async () => {} };

test.each<readonly [what: string, given: Parameters<typeof install>[0], uncovered: string]>([
  ["keeps its handlers elsewhere", server, "requests"],
  [
    "runs its tools in other steps",
    { ...server, server: Object.assign({ _requestHandlers: new Map() }, server) },
    "tools",
  ],
])("a release of the SDK that %s runs without the contract, and a warning says so", (_what, given, uncovered) => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const contract = createContract(defineCatalog({ vendor: "acme", codes: {} }), { onError: () => {} });
  install(given, contract);
  expect(warned.mock.calls).toEqual([
    [
      `install(server, contract) does not know this release of the MCP SDK, so the contract does not cover its ${uncovered}`,
      { type: "UhpErrorsWarning", code: "UHP_UNKNOWN_MCP_SDK" },
    ],
  ]);
});
