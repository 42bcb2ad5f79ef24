import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What mounting with a process of this kind warns of. */
async function warningsWith(process: object | undefined): Promise<unknown[][]> {
  const warned: unknown[][] = [];
  const emitWarning = (...given: unknown[]) => warned.push(given);
  const warn = (...given: unknown[]) => warned.push(given);
  vi.stubGlobal("process", process && { emitWarning, ...process });
  vi.stubGlobal("console", { warn });
  const copy: typeof import("./expect-contract.ts") = await import("./expect-contract.ts");
  for (let time = 0; time < 2; time += 1) copy.expectContract({ respond() {}, appliesTo: () => true }, "uhp");
  return warned;
}

test.each([
  ["Node 18", { versions: { node: "18.20.8" } }, [["UhpErrorsWarning", "UHP_OLD_NODE"]]],
  ["Node 20", { versions: { node: "20.0.0" } }, []],
  ["Node 26", { versions: { node: "26.1.0" } }, []],
  ["a process of another runtime", {}, []],
  ["no process at all", undefined, []],
])("on %s, mounting warns as it should, once", async (_, process, expected) => {
  const warned = await warningsWith(process);
  expect(warned.map(([, options]) => Object.values(options as object))).toEqual(expected);
  for (const [message] of warned)
    expect(message).toBe("this is Node 18.20.8; the @uhp-errors packages need Node 20 or later");
});

test("without process warnings, a warning goes to the console", async () => {
  const warned = await warningsWith({ versions: { node: "18.0.0" }, emitWarning: undefined });
  expect(warned).toEqual([[expect.stringMatching(/^UhpErrorsWarning \[UHP_OLD_NODE\]: this is Node 18/)]]);
});

test("a code is warned of once in each place", async () => {
  const warned: unknown[][] = [];
  vi.stubGlobal("process", { emitWarning: (...given: unknown[]) => warned.push(given) });
  const { warnOnce }: typeof import("./warn-once.ts") = await import("./warn-once.ts");
  warnOnce("UHP_NO_ROUTES", "first");
  warnOnce("UHP_NO_ROUTES", "again");
  warnOnce("UHP_NO_ROUTES", "here", "app");
  warnOnce("UHP_NO_ROUTES", "here again", "app");
  warnOnce("UHP_NOT_ATTACHED", "another");
  expect(warned.map(([message]) => message)).toEqual(["first", "here", "another"]);
});

test("mounting warns of each served version that has ended, once", async () => {
  const warned: unknown[][] = [];
  vi.stubGlobal("process", { emitWarning: (...given: unknown[]) => warned.push(given) });
  const copy: typeof import("./expect-contract.ts") = await import("./expect-contract.ts");
  const { createContract, defineCatalog }: typeof import("../index.ts") = await import("../index.ts");
  const mount = (sunset: string | Date) => {
    const versions = ["2026-10-04", { version: "2026-09-12", deprecation: "2020-01-01", sunset }] as const;
    copy.expectContract(createContract(defineCatalog({ vendor: "acme" }), { versions }), "uhp");
  };
  mount(new Date(Date.now() + 60_000));
  expect(warned).toEqual([]);
  mount("2021-01-01");
  mount("2021-01-01");
  expect(warned).toEqual([
    [
      "the sunset of UHP version 2026-09-12 has passed, and the contract still serves it; take it out of its versions, or give it a later sunset",
      { type: "UhpErrorsWarning", code: "UHP_VERSION_ENDED" },
    ],
  ]);
});
