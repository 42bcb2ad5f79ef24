import { describe, expectTypeOf, test } from "vitest";
import {
  type AnyCatalog,
  CODES,
  type Code,
  createContract,
  defineCatalog,
  joinCatalogs,
  type OwnCode,
} from "../index.ts";

const shop = defineCatalog({
  vendor: "shop",
  codes: { shop_sold_out: { status: 409, message: "The article is sold out." } },
  contractCodes: ["files", "session_expired"],
});

describe("a catalog that names the specification's codes it uses", () => {
  test("makes their errors, its own and the built-in ones", () => {
    shop.error("file_too_large", { detail: { max_bytes: 1 } });
    shop.error("session_expired");
    shop.error("shop_sold_out");
    shop.error("shop_internal_error");
    shop.error("rate_limited");
    shop.error("unsupported_protocol_version", { detail: { supported: [] } });
  });

  test("refuses the others", () => {
    // @ts-expect-error "plugin_not_found is not among the codes of the specification that this catalog uses; add it to contractCodes"
    shop.error("plugin_not_found");
    // @ts-expect-error of a group of which one code is used
    shop.error("session_busy");
    // @ts-expect-error of a group that is not used
    shop.taskError("timeout");
    // @ts-expect-error not listed
    shop.codes.plugin_not_found;
  });

  test("keeps their definitions", () => {
    expectTypeOf(shop.codes.file_too_large).toEqualTypeOf(CODES.file_too_large);
    expectTypeOf<OwnCode<typeof shop>>().toEqualTypeOf<"shop_sold_out">();
    expectTypeOf<Extract<Code<typeof shop>, keyof typeof CODES>>().toEqualTypeOf<
      | "unsupported_protocol_version"
      | "invalid_input"
      | "missing_credential"
      | "invalid_credential"
      | "insufficient_scope"
      | "rate_limited"
      | "quota_exhausted"
      | "file_not_found"
      | "file_too_large"
      | "preview_unavailable"
      | "preview_failed"
      | "session_expired"
    >();
  });

  test("is served, and joined with others", () => {
    expectTypeOf(shop).toExtend<AnyCatalog>();
    createContract(shop);
    const joined = joinCatalogs(shop, defineCatalog({ vendor: "depot", contractCodes: ["plugins"] }));
    joined.error("plugin_not_found");
    joined.error("file_not_found");
    joined.error("depot_internal_error");
    // @ts-expect-error in neither
    joined.error("memory_not_found");
  });

  test("has all codes by default", () => {
    const all = defineCatalog({ vendor: "shop" });
    expectTypeOf<Extract<Code<typeof all>, keyof typeof CODES>>().toEqualTypeOf<keyof typeof CODES>();
    const none = defineCatalog({ vendor: "shop", contractCodes: [] });
    none.error("rate_limited");
    // @ts-expect-error no group is used
    none.error("session_expired");
  });
});

test("a group or a code that does not exist is refused with a sentence", () => {
  // @ts-expect-error "plugin is neither a group nor a code of the specification; the groups are harnesses, sessions, …"
  defineCatalog({ vendor: "shop", contractCodes: ["plugin_"] });
  // @ts-expect-error "shop_sold_out is neither …"
  defineCatalog({ vendor: "shop", contractCodes: ["files", "shop_sold_out"] });
  // @ts-expect-error a list that the compiler does not know
  defineCatalog({ vendor: "shop", contractCodes: ["files" as string] });
});
