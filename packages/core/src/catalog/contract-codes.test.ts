import { describe, expect, test } from "vitest";
import { CODES } from "../codes/index.ts";
import { createContract } from "../contract/create-contract.ts";
import { defineCatalog } from "./catalog.ts";
import { CODE_GROUPS, GROUP_NAMES } from "./contract-codes.ts";
import { joinCatalogs } from "./join.ts";
import { UNIVERSAL_CODES } from "./universal-codes.ts";

/** What a caller in plain JavaScript can hand over. */
const define = defineCatalog as unknown as (definition: unknown) => ReturnType<typeof defineCatalog>;

const shop = defineCatalog({
  vendor: "shop",
  codes: { shop_sold_out: { status: 409, message: "The article is sold out." } },
  contractCodes: ["files", "session_expired"],
});

const contractCodesOf = (catalog: { readonly codes: object }) =>
  Object.keys(catalog.codes).filter((code) => Object.hasOwn(CODES, code));

describe("the groups", () => {
  test("hold each code of the specification once, except those that any operation can answer with", () => {
    const grouped = GROUP_NAMES.flatMap((name) => Object.keys(CODE_GROUPS[name]));
    expect([...grouped, ...UNIVERSAL_CODES].sort()).toEqual(Object.keys(CODES).sort());
  });

  test("are those that are named", () => {
    expect(Object.keys(CODE_GROUPS)).toEqual([...GROUP_NAMES]);
  });
});

describe("a catalog that names the specification's codes it uses", () => {
  test("lists those, and what any operation can answer with", () => {
    const used = [...Object.keys(CODE_GROUPS.files), "session_expired", ...UNIVERSAL_CODES];
    const catalog = defineCatalog({ vendor: "shop", contractCodes: ["files", "session_expired"] });
    expect(contractCodesOf(catalog).sort()).toEqual(used.sort());
  });

  test("keeps them in the order of the specification, and its own and built-in codes", () => {
    const order = Object.keys(CODES);
    expect(contractCodesOf(shop)).toEqual(order.filter((code) => Object.hasOwn(shop.codes, code)));
    expect(Object.keys(shop.codes)).toEqual(expect.arrayContaining(["shop_sold_out", "shop_route_not_found"]));
  });

  test("lists all by default, and only those of any operation for an empty list", () => {
    expect(contractCodesOf(defineCatalog({ vendor: "shop" }))).toEqual(Object.keys(CODES));
    expect(contractCodesOf(defineCatalog({ vendor: "shop", contractCodes: [] })).sort()).toEqual(
      [...UNIVERSAL_CODES].sort(),
    );
  });

  test("still knows every code of the specification, so that no answer changes", () => {
    expect(shop.definition("plugin_invalid")).toBe(CODES.plugin_invalid);
    const detail = { path: "skills/a.md", reason: "No manifest." };
    const error = define({ vendor: "acme" }).error("plugin_invalid", { detail });
    const answers = [shop, define({ vendor: "shop" })].map((catalog) => createContract(catalog).explain(error));
    expect(answers[0]).toMatchObject({ code: "plugin_invalid", status: 422 });
    expect(answers[0]).toEqual(answers[1]);
    const untyped = shop.error as (code: string, init: object) => { readonly code: string; readonly misuse?: unknown };
    expect(untyped("plugin_invalid", { detail })).toMatchObject({ code: "plugin_invalid", misuse: undefined });
  });

  test("does not know what no catalog has", () => {
    const unknown = ["toString", "__proto__", "constructor", "", "shop_", "acme_route_not_found"];
    expect(unknown.map((code) => shop.definition(code))).toEqual(unknown.map(() => undefined));
  });

  test("relays a code that it does not list", () => {
    expect(() => shop.relayer({ as: { memory_busy: "shop_sold_out" } as object })).not.toThrow();
  });

  test("has the codes of both when it is joined", () => {
    const other = defineCatalog({ vendor: "depot", contractCodes: ["environments"] });
    const joined = joinCatalogs(shop, other);
    expect(contractCodesOf(joined)).toEqual(expect.arrayContaining(["file_not_found", "environment_busy"]));
    expect(contractCodesOf(joined)).not.toContain("memory_busy");
    expect(joined.definition("memory_busy")).toBe(CODES.memory_busy);
    expect(contractCodesOf(joinCatalogs(shop, defineCatalog({ vendor: "depot" })))).toHaveLength(
      Object.keys(CODES).length,
    );
  });

  test.each([
    ["a group that does not exist", ["plugin"], /"plugin" is neither a group nor a code of the specification/],
    ["the catalog's own code", ["shop_sold_out"], /"shop_sold_out" is neither/],
    ["a name of every object", ["toString"], /"toString" is neither/],
    ["no text", [1], /1 is neither/],
    ["a list in the list", [["session_busy"]], /\["session_busy"\] is neither/],
    ["no list", "files", /expected a list/],
    ["null", null, /expected a list/],
  ])("refuses %s, and names the choices", (_what, contractCodes, said) => {
    const refused = () => define({ vendor: "shop", contractCodes });
    expect(refused).toThrow(TypeError);
    expect(refused).toThrow(said);
    expect(refused).toThrow(/harnesses, sessions, files, plugins, environments, memories or tasks/);
  });

  test("names the option among those that exist", () => {
    expect(() => define({ vendor: "shop", contractCode: [] })).toThrow("contractCodes");
  });
});
