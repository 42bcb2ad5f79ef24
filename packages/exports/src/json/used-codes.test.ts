import { type AnyCatalog, defineCatalog, joinCatalogs } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { compare } from "../compare/compare.ts";
import { toConstants } from "../constants/constants.ts";
import { toOpenApi } from "../openapi/open-api.ts";
import { toHtml } from "../reference/html.ts";
import { toMarkdown } from "../reference/markdown.ts";
import { toJsonSchema } from "../schema/envelope-schema.ts";
import { toJson } from "./catalog-json.ts";

const shop = defineCatalog({
  vendor: "shop",
  codes: { shop_sold_out: { status: 409, message: "The article is sold out." } },
  contractCodes: ["files", "session_expired"],
});

const EXPORTS: Readonly<Record<string, (catalog: AnyCatalog) => unknown>> = {
  toJson,
  toOpenApi,
  toJsonSchema,
  toMarkdown,
  toHtml,
  "toConstants for Python": (catalog) => toConstants(catalog, "python"),
};

describe("a catalog that names the specification's codes it uses", () => {
  test.each(Object.entries(EXPORTS))("shows only those in %s", (_name, make) => {
    const text = JSON.stringify(make(shop)).toLowerCase();
    for (const code of ["file_too_large", "session_expired", "rate_limited", "shop_sold_out", "shop_internal_error"])
      expect(text).toContain(code);
    for (const code of ["plugin_", "memory_", "environment_", "harness_", "session_busy"]) {
      // The six types are in every export.
      expect(text.replaceAll("harness_error", "")).not.toContain(code);
    }
  });

  test("loses codes for its clients when it is narrowed, and gains them when it is joined", () => {
    const whole = defineCatalog({ vendor: "shop", codes: { shop_sold_out: { status: 409, message: "Sold out." } } });
    const lost = compare(toJson(whole), shop).filter(({ level }) => level === "major");
    expect(lost.map(({ code }) => code)).toContain("plugin_invalid");
    expect(compare(toJson(shop), joinCatalogs(shop, whole)).map(({ level }) => level)).not.toContain("major");
  });
});
