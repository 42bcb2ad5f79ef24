import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ContractOptions, createContract, createSanitizer, DEFAULT_VERSIONS } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { acme } from "../support/catalog.ts";
import { ROOT } from "../support/source-files.ts";

/** The options of a table in the reference, with the default that each row states. */
function defaultsUnder(heading: string): ReadonlyMap<string, string> {
  const page = readFileSync(join(ROOT, "docs/reference.md"), "utf8");
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ", 1)[0] ?? "").matchAll(/^\| \[`(\w+)`\]\S+ +\| [^|]+\| ([^|]*?) +\|/gm);
  return new Map([...rows].map(([, name = "", stated = ""]) => [name, stated]));
}

/** A default that is a value and not a phrase. */
function parsedDefault(stated: string | undefined): unknown {
  return JSON.parse(/^`(.+)`$/.exec(stated ?? "")?.[1] ?? "") as unknown;
}

const stated = defaultsUnder("createContract");

const CONTEXT = { method: "GET", path: "/v1/harnesses", header: () => undefined };

const JSON_RPC = '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}';

/** How an option shows in a contract: in an error response, or in a property of the contract. */
const SHOWS: Readonly<Record<string, (contract: AdapterContract) => unknown>> = {
  replaceJsonRpc: (contract) =>
    contract.replace({ status: 400, header: () => undefined, body: JSON_RPC }, { ...CONTEXT }),
  exposeMessages: (contract) =>
    contract.replace({ status: 409, header: () => undefined, body: "It is closed.", isWhole: true }, { ...CONTEXT })
      ?.body,
  reportOnly: ({ reportOnly }) => reportOnly,
};

/** Another value for each default that is a value, so that the two can be told apart. */
const OTHERS: readonly (readonly [name: keyof ContractOptions, other: unknown])[] = [
  ["replaceJsonRpc", true],
  ["exposeMessages", true],
  ["reportOnly", true],
];

describe("the reference states of createContract", () => {
  test("each option, and no other", () => {
    const [, listed = ""] = /the options are (.*)$/.exec(refusalOf({ nonsense: 1 })) ?? [];
    expect([...stated.keys()].sort()).toEqual(listed.split(", ").sort());
  });

  test.each(OTHERS)("the default of %s", (name, other) => {
    const shown = (options: object) => SHOWS[name]?.(createAdapterContract(acme, options));
    const byDefault = shown({});
    expect(shown({ [name]: parsedDefault(stated.get(name)) })).toEqual(byDefault);
    expect(shown({ [name]: other })).not.toEqual(byDefault);
  });

  test("every default that is a value is among those", () => {
    const values = [...stated].filter(([, text]) => /^`(?:true|false|\d+|".*")`$/.test(text)).map(([name]) => name);
    expect(values.sort()).toEqual(OTHERS.map(([name]) => name).sort());
  });

  test("the versions", () => {
    const { versions, defaultVersion } = createContract(acme);
    expect([stated.get("versions"), stated.get("defaultVersion")]).toEqual([
      "2026-10-04 and 2026-09-12; the library also knows 2026-09-28 and 2026-08-11",
      "the newest that is served",
    ]);
    expect(versions.toSorted()).toEqual([...DEFAULT_VERSIONS]);
    expect(defaultVersion).toBe(versions.toSorted().at(-1));
  });
});

function refusalOf(options: object): string {
  try {
    createContract(acme, options);
    return "";
  } catch (thrown) {
    return String(thrown);
  }
}

test("the reference states which errors record a stack trace", () => {
  expect(parsedDefault(defaultsUnder("defineCatalog").get("captureStackTraces"))).toBe(acme.captureStackTraces);
});

test("the reference states how long a message may be", () => {
  const longest = Number(parsedDefault(defaultsUnder("createSanitizer").get("maxLength")));
  const long = "many words of a message ".repeat(200);
  const { message } = createSanitizer().message(long) ?? { message: "" };
  expect(message).toBe(createSanitizer({ maxLength: longest }).message(long)?.message);
  expect(message).not.toBe(createSanitizer({ maxLength: longest - 100 }).message(long)?.message);
});

test("the page on operating describes each field of a report, and no other", () => {
  const page = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const [, section = ""] = page.split("\n## The fields of a report\n");
  const described = [...(section.split("\n## ", 1)[0] ?? "").matchAll(/^\| `(\w+)`/gm)].map(([, name = ""]) => name);
  const reports: object[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  contract.respond(acme.error("invalid_input"), { ...CONTEXT });
  expect(described.sort()).toEqual(Object.keys(reports[0] ?? {}).sort());
});
