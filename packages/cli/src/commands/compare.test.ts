import { defineCatalog } from "@uhp-errors/core";
import { toJson } from "@uhp-errors/exports";
import { describe, expect, test } from "vitest";
import { fileOf, runCli } from "../../../../test/conformance-package/run-cli.ts";

/** A module with one code of its own, `acme_cold` with status 503. */
const MODULE = "test/conformance-package/catalogs/named.ts";

/** A module with an operation that answers with `acme_cold`. */
const OPERATIONS = "test/conformance-package/catalogs/operations.ts";

const cold = { status: 503, message: "It is cold." };
const lost = { status: 409, message: "It is lost." };
const late = { status: 410, message: "It is late." };

const catalogOf = (codes: object) => defineCatalog({ vendor: "acme", codes } as never);

describe("compare prints", () => {
  const LOST = 'major  The code "acme_lost" is gone: code that throws it or checks for it breaks.';
  const LATE = 'major  The code "acme_late" is gone: code that throws it or checks for it breaks.';
  const one = { acme_cold: cold, acme_lost: lost };
  const two = { ...one, acme_late: late };

  test.each<
    readonly [what: string, codes: object, args: readonly string[], exit: number, lines: readonly string[], err: string]
  >([
    ["nothing for the same catalog", { acme_cold: cold }, [], 0, ["Nothing changed."], ""],
    [
      "one change that breaks nothing",
      {},
      [],
      0,
      [
        'minor  The code "acme_cold" is new: a client that does not know it goes by its type.',
        "1 change; nothing breaks users of the catalog.",
      ],
      "",
    ],
    ["one change that breaks users", one, [], 1, [LOST, "1 change; 1 breaks users of the catalog."], ""],
    ["two changes that break users", two, [], 1, [LOST, LATE, "2 changes; 2 break users of the catalog."], ""],
    [
      "one that is allowed",
      one,
      ["--allow", "acme_lost"],
      0,
      [`${LOST} (allowed)`, "1 change; 1 would break users and is allowed."],
      "",
    ],
    [
      "two that are allowed",
      two,
      ["--allow", "all"],
      0,
      [`${LOST} (allowed)`, `${LATE} (allowed)`, "2 changes; 2 would break users and are allowed."],
      "",
    ],
    [
      "two that are allowed by name",
      two,
      ["--allow", "acme_late", "--allow", "acme_lost"],
      0,
      [`${LOST} (allowed)`, `${LATE} (allowed)`, "2 changes; 2 would break users and are allowed."],
      "",
    ],
    [
      "one that is allowed and one that is not",
      two,
      ["--allow", "acme_late"],
      1,
      [LOST, `${LATE} (allowed)`, "2 changes; 1 breaks users of the catalog; 1 would break users and is allowed."],
      "",
    ],
    [
      "what need not be allowed",
      { acme_cold: { ...cold, message: "Cold." } },
      ["--allow", "acme_cold", "--allow", "catalog", "--allow", "all", "--allow", "a\u001b"],
      0,
      [
        'patch  The message of "acme_cold" was "Cold." and is "It is cold.": only a text is another.',
        "1 change; nothing breaks users of the catalog.",
      ],
      "warning: --allow acme_cold is not needed\nwarning: --allow catalog is not needed\nwarning: --allow a\\u{1b} is not needed\n",
    ],
  ])("%s", async (_what, codes, args, exit, lines, err) => {
    const stored = fileOf(toJson(catalogOf(codes)));
    const out = lines.map((line) => `${line}\n`).join("");
    expect(await runCli(["compare", stored, MODULE, ...args])).toEqual({ exit, out, err });
  });
});

describe("compare counts an operation that is gone as a change of the catalog, which", () => {
  const GONE = "major  The operation PUT /x is gone: clients that call it fail.";
  const NEW = "minor  The operation GET /x/{id} is new.\n";

  test.each<readonly [what: string, allow: string, exit: number, out: string, err: string]>([
    [
      "is allowed by this name",
      "catalog",
      0,
      `${GONE} (allowed)\n${NEW}2 changes; 1 would break users and is allowed.\n`,
      "",
    ],
    [
      "no code allows",
      "acme_cold",
      1,
      `${GONE}\n${NEW}2 changes; 1 breaks users of the catalog.\n`,
      "warning: --allow acme_cold is not needed\n",
    ],
  ])("%s", async (_what, allow, exit, out, err) => {
    const operations = [{ method: "PUT", path: "/x", codes: [] }] as const;
    const stored = fileOf(toJson(catalogOf({ acme_cold: cold }), { operations }));
    const ran = await runCli(["compare", stored, MODULE, "--operations", OPERATIONS, "--allow", allow]);
    expect(ran).toEqual({ exit, out, err });
  });
});

test("compare prints no control characters of what was stored", async () => {
  const stored = JSON.parse(JSON.stringify(toJson(catalogOf({ acme_cold: cold })))) as { codes: unknown };
  const text = JSON.stringify(stored).replaceAll("It is cold.", "It is \u009bcold.");
  const { out } = await runCli(["compare", fileOf(text), MODULE]);
  expect(out).not.toContain("\u009b");
});
