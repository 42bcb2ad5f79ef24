import { describe, expect, test } from "vitest";
import { fileOf, runCli } from "../../../../test/conformance-package/run-cli.ts";

const NAMED = "test/conformance-package/catalogs/named.ts";

const STATUS = "its status must be a 4xx or 5xx; for a code inside a failed response give task: true instead";

/** Runs the command on a module, which exports plain values by name. */
function check(exported: Readonly<Record<string, unknown>>): ReturnType<typeof runCli> {
  const text = Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  return runCli(["check-catalog", fileOf(text.join(""), "catalog.mjs")]);
}

test("check-catalog says that a catalog keeps all rules", async () => {
  expect(await runCli(["check-catalog", NAMED])).toEqual({ exit: 0, out: `✓ ${NAMED} keeps all rules.\n`, err: "" });
});

test("check-catalog names each message that a contract would refuse", async () => {
  const { exit, out } = await runCli(["check-catalog", "test/conformance-package/catalogs/telling.ts"]);
  const rule = "its row needs a message: one sentence of at most 500 characters without a credential, host or path";
  expect([exit, out.split("\n")]).toEqual([
    1,
    [
      expect.stringContaining(`✗ code "acme_cold": ${rule} (host at 3, rule `),
      expect.stringContaining(`✗ code "acme_lost": ${rule} (path at 8, rule `),
      "",
    ],
  ]);
});

test("check-catalog tells why a catalog was refused, and how to see more", async () => {
  expect(await runCli(["check-catalog", "test/conformance-package/catalogs/refused.ts"])).toEqual({
    exit: 1,
    out: `✗ code "acme_cold": ${STATUS}
✗ The module stopped there. Export its { vendor, codes } to see every broken rule at once.
`,
    err: "",
  });
});

test("check-catalog tells of a message that a contract in the module refused", async () => {
  const { exit, out, err } = await runCli(["check-catalog", "test/conformance-package/catalogs/contract.ts"]);
  expect([exit, out.split("\n"), err]).toEqual([
    1,
    [
      expect.stringContaining('✗ code "acme_cold": its row needs a message: '),
      "✗ The module stopped there. Export its { vendor, codes } to see every broken rule at once.",
      "",
    ],
    "",
  ]);
});

describe("check-catalog finds in a plain definition", () => {
  const fine = { status: 503, message: "It is fine." };
  const bad = { status: 200, message: "It is bad." };

  test.each<readonly [what: string, exported: Readonly<Record<string, unknown>>, faults: readonly string[]]>([
    ["nothing wrong", { definition: { vendor: "acme", codes: { acme_fine: fine } } }, []],
    [
      "a message that a contract refuses",
      {
        definition: {
          vendor: "acme",
          codes: { acme_bad: { ...fine, message: "It is bad. Very bad." }, acme_fine: fine },
        },
      },
      [
        'code "acme_bad": its row needs a message: one sentence of at most 500 characters without a credential, host or path (rest at 10, rule second-sentence)',
      ],
    ],
    ["nothing wrong if it has no codes", { definition: { vendor: "acme" } }, []],
    [
      "each code that is wrong",
      { definition: { vendor: "acme", codes: { acme_bad: bad, acme_fine: fine, globex_fine: fine } } },
      [`code "acme_bad": ${STATUS}`, 'code "globex_fine": a code of vendor "acme" must begin with "acme_"'],
    ],
    [
      "its prefix, and nothing else then",
      { definition: { vendor: "Acme!", codes: { acme_bad: bad } } },
      ['vendor "Acme!": a vendor prefix is lower-case letters and digits and begins with a letter, for example "acme"'],
    ],
    [
      "what is wrong with it as a whole, first",
      { definition: { vendor: "acme", codes: { acme_bad: bad }, other: 1 } },
      [
        "unknown other; a catalog is defined by vendor, codes, contractCodes, captureStackTraces and docsUrl",
        `code "acme_bad": ${STATUS}`,
      ],
    ],
    [
      "a list of codes",
      { definition: { vendor: "acme", codes: [] } },
      ["codes: expected an object with a row for each code"],
    ],
    [
      "what is wrong in each of several",
      {
        one: { vendor: "acme", codes: { acme_bad: bad } },
        two: { vendor: "globex", codes: { globex_bad: bad } },
        three: 3,
        four: null,
        five: { codes: {} },
        six: { vendor: "acme", codes: null },
        seven: { vendor: "acme", codes: 7 },
      },
      [`code "acme_bad": ${STATUS}`, `code "globex_bad": ${STATUS}`],
    ],
  ])("%s", async (_what, exported, faults) => {
    const { exit, out, err } = await check(exported);
    const lines = out.replace(/✓ \S+\/catalog\.mjs keeps all rules\.\n/, "");
    expect([exit, lines, err]).toEqual([
      faults.length === 0 ? 0 : 1,
      faults.map((fault) => `✗ ${fault}\n`).join(""),
      "",
    ]);
  });

  test("the same once, if it has two names", async () => {
    const text = `export const one = { vendor: "acme", codes: { acme_bad: ${JSON.stringify(bad)} } };\nexport { one as two };\n`;
    const { out } = await runCli(["check-catalog", fileOf(text, "catalog.mjs")]);
    expect(out).toBe(`✗ code "acme_bad": ${STATUS}\n`);
  });

  test("nothing, if there is a catalog too", async () => {
    const text = `export const definition = { vendor: "acme", codes: { acme_bad: ${JSON.stringify(bad)} } };
export const catalog = { vendor: "acme", codes: {}, definition: () => undefined };
`;
    const file = fileOf(text, "catalog.mjs");
    expect((await runCli(["check-catalog", file])).out).toBe(`✓ ${file} keeps all rules.\n`);
  });

  test("control characters, and does not print them", async () => {
    const { out } = await check({ definition: { vendor: "acme", codes: { "acme_\u001b": fine } } });
    expect(out).toContain("✗ ");
    expect(out).not.toContain("\u001b");
  });
});

describe("check-catalog refuses", () => {
  test.each<readonly [what: string, name: string, message: string]>([
    ["several catalogs", "several", "exports 2 catalogs (acme, globex); name one of them `catalog`"],
    ["a module without one", "none", "exports no catalog of defineCatalog or joinCatalogs; it exports answer"],
  ])("%s", async (_what, name, message) => {
    const file = `test/conformance-package/catalogs/${name}.ts`;
    expect(await runCli(["check-catalog", file])).toEqual({ exit: 2, out: "", err: `error: ${file} ${message}\n` });
  });

  test.each<readonly [what: string, thrown: string, message: string]>([
    ["a type error", 'new TypeError("No.")', "No."],
    ["another error", 'new RangeError("No.")', "No."],
    ["no error", '"No."', "No."],
    [
      "another error out of a function of this name",
      'Object.assign(new RangeError("No."), { stack: "at defineCatalog (a.js)" })',
      "No.",
    ],
    [
      "a type error out of a function with a similar name",
      'Object.assign(new TypeError("No."), { stack: "at redefineCatalogs (a.js)" })',
      "No.",
    ],
    ["a type error without a stack", 'Object.assign(new TypeError("No."), { stack: undefined })', "No."],
  ])("a module that throws %s", async (_what, thrown, message) => {
    const file = fileOf(`throw ${thrown};`, "catalog.mjs");
    const err = `error: ${file} cannot be loaded: ${message}\n`;
    expect(await runCli(["check-catalog", file])).toEqual({ exit: 2, out: "", err });
  });

  test("a catalog that joinCatalogs refuses", async () => {
    const file = fileOf(
      'throw Object.assign(new TypeError("No."), { stack: "at joinCatalogs (a.js)" });',
      "catalog.mjs",
    );
    const { exit, out } = await runCli(["check-catalog", file]);
    expect([exit, out]).toEqual([
      1,
      "✗ No.\n✗ The module stopped there. Export its { vendor, codes } to see every broken rule at once.\n",
    ]);
  });
});
