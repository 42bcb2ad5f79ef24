import { H3 } from "h3";
import { expect, onTestFinished, test, vi } from "vitest";

test("h3 warns of a second contract in one application, but not of the same one or one in another application", async () => {
  // A warning comes only once in a process, and another test may have caused it already.
  vi.resetModules();
  const { createContract, defineCatalog } = await import("@uhp-errors/core");
  const { install } = await import("@uhp-errors/h3");
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  const made = () => createContract(defineCatalog({ vendor: "acme" }), { onError: () => {} });
  const app = new H3();
  const contract = made();
  install(app, contract);
  install(app, contract);
  install(new H3(), made());
  expect(warned.mock.calls).toEqual([]);
  install(app, made());
  expect(warned.mock.calls).toMatchObject([
    [expect.stringMatching(/^an application was given a second contract/), { code: "UHP_SECOND_CONTRACT" }],
  ]);
});
