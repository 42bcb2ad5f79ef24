import { expect, test, vi } from "vitest";
import { createContract, defineCatalog } from "../index.ts";

type Copy = typeof import("./expect-contract.ts") & typeof import("./warn-once.ts");

/** What a new copy of these functions warns of on a process of this kind. */
async function warningsOn(process: object | undefined, act: (copy: Copy) => void): Promise<unknown[][]> {
  vi.resetModules();
  const copy: Copy = { ...(await import("./expect-contract.ts")), ...(await import("./warn-once.ts")) };
  const warned: unknown[][] = [];
  const warn = (...given: unknown[]) => warned.push(given);
  vi.stubGlobal("process", process && { emitWarning: warn, ...process });
  vi.stubGlobal("console", { warn });
  try {
    act(copy);
  } finally {
    vi.unstubAllGlobals();
  }
  return warned;
}

const mountTwice = (copy: Copy) => {
  for (let time = 0; time < 2; time += 1) copy.expectContract({ respond() {}, appliesTo: () => true }, "uhp");
};

test.each<readonly [what: string, process: object | undefined, expected: readonly unknown[][]]>([
  [
    "Node 18",
    { versions: { node: "18.20.8" } },
    [
      [
        "this is Node 18.20.8; the @uhp-errors packages need Node 20 or later",
        { type: "UhpErrorsWarning", code: "UHP_OLD_NODE" },
      ],
    ],
  ],
  ["Node 20", { versions: { node: "20.0.0" } }, []],
  ["Node 26", { versions: { node: "26.1.0" } }, []],
  ["a process of another runtime", {}, []],
  ["a process whose versions are of other things", { versions: {} }, []],
  ["no process at all", undefined, []],
  [
    "a process without warnings, by the console",
    { versions: { node: "18.0.0" }, emitWarning: undefined },
    [["UhpErrorsWarning [UHP_OLD_NODE]: this is Node 18.0.0; the @uhp-errors packages need Node 20 or later"]],
  ],
])("on %s, mounting warns as it should, once", async (_, process, expected) => {
  expect(await warningsOn(process, mountTwice)).toEqual(expected);
});

test("without a process, a warning goes to the console", async () => {
  const warned = await warningsOn(undefined, ({ warnOnce }) => warnOnce("UHP_NO_ROUTES", "no routes"));
  expect(warned).toEqual([["UhpErrorsWarning [UHP_NO_ROUTES]: no routes"]]);
});

test("a code is warned of once in each place", async () => {
  const warned = await warningsOn({}, ({ warnOnce }) => {
    warnOnce("UHP_NO_ROUTES", "first");
    warnOnce("UHP_NO_ROUTES", "again");
    warnOnce("UHP_NO_ROUTES", "here", "app");
    warnOnce("UHP_NO_ROUTES", "here again", "app");
    warnOnce("UHP_NOT_ATTACHED", "another");
  });
  expect(warned.map(([message]) => message)).toEqual(["first", "here", "another"]);
});

const ENDED = [
  "the sunset of UHP version 2026-09-12 has passed, and the contract still serves it; take it out of its versions, or give it a later sunset",
  { type: "UhpErrorsWarning", code: "UHP_VERSION_ENDED" },
];

test.each<readonly [what: string, now: () => number, expected: readonly unknown[][]]>([
  ["before its sunset", () => Date.UTC(2021, 0, 1) - 1, []],
  ["at its sunset", () => Date.UTC(2021, 0, 1), [ENDED]],
  ["later", () => Date.UTC(2026, 0, 1), [ENDED]],
  [
    "where the clock throws",
    () => {
      throw new Error("no clock");
    },
    [],
  ],
])("mounting warns of a served version that has ended, once: %s", async (_, now, expected) => {
  const warned = await warningsOn({}, (copy: Copy) => {
    const versions = [
      "2026-10-04",
      { version: "2026-09-12", deprecation: "2020-01-01", sunset: "2021-01-01" },
    ] as const;
    const contract = createContract(defineCatalog({ vendor: "acme" }), { versions });
    const clock = vi.spyOn(Date, "now").mockImplementation(now);
    try {
      for (let time = 0; time < 2; time += 1) copy.expectContract(contract, "uhp");
    } finally {
      clock.mockRestore();
    }
  });
  expect(warned).toEqual(expected);
});
