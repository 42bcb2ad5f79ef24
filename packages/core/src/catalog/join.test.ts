import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CODES } from "../codes/index.ts";
import { type Catalog, defineCatalog } from "./catalog.ts";
import { joinCatalogs } from "./join.ts";

/** A catalog of one vendor with one code. */
function shop(row: object, more: object = {}): Catalog {
  const codes = { shop_closed: { status: 503, message: "The shop is closed.", ...row } };
  return defineCatalog({ vendor: "shop", codes, ...more } as never) as unknown as Catalog;
}

const closed = (one: Catalog, other: Catalog) => joinCatalogs(one, other).definition("shop_closed");

describe("two catalogs that are joined", () => {
  const depot = defineCatalog({
    vendor: "depot",
    codes: { depot_empty: { status: 409, message: "It is empty." } },
    captureStackTraces: "all",
  });

  test("have the codes of both, and the prefix and the stacks of the first", () => {
    const joined = joinCatalogs(shop({}), depot);
    expect([joined.definition("shop_closed")?.status, joined.definition("depot_empty")?.status]).toEqual([503, 409]);
    expect([joined.vendor, joined.captureStackTraces]).toEqual(["shop", "server_errors"]);
    expect(joinCatalogs(depot, shop({})).captureStackTraces).toBe("all");
    expect(joined.definition("shop_http_418")?.status).toBe(418);
    expect(joined.definition("depot_http_418")).toBe(undefined);
  });

  test("have the first one's definition of a code of the contract, which another release may word differently", () => {
    const definition = { ...CODES.session_busy, status: 410 };
    const other = { ...depot, codes: { ...depot.codes, session_busy: definition } } as unknown as Catalog;
    expect(joinCatalogs(shop({}), other).codes.session_busy).toBe(CODES.session_busy);
    expect(joinCatalogs(other, shop({})).codes.session_busy).toBe(definition);
  });

  test.each<[fact: string, row: object]>([
    ["where", { task: true, status: undefined }],
    ["type", { status: 409 }],
    ["status", { status: 502 }],
    ["retry", { retry: "never" }],
    ["detail", { detail: z.object({ a: z.int() }) }],
  ])("may not disagree about the %s of a code", (fact, row) => {
    const { status, ...task } = row as { status?: unknown };
    const other =
      fact === "where"
        ? (defineCatalog({
            vendor: "shop",
            codes: { shop_closed: { task: true, message: "The shop is closed." } },
          }) as unknown as Catalog)
        : shop(status === undefined ? task : row);
    const refused = () => joinCatalogs(shop({}), other);
    expect(refused).toThrow(TypeError);
    expect(refused).toThrow(
      `code "shop_closed": the two catalogs disagree about its ${fact}; declare it in one of them`,
    );
  });

  test("may not disagree about the version in which a code appeared", () => {
    const newer = shop({});
    const { shop_closed } = newer.codes as unknown as Record<string, object>;
    const codes = { ...newer.codes, shop_closed: { ...shop_closed, since: "2026-10-04" } };
    expect(() => joinCatalogs(shop({}), { ...newer, codes } as Catalog)).toThrow(
      'code "shop_closed": the two catalogs disagree about its since; declare it in one of them',
    );
  });

  test.each<[value: unknown]>([[undefined], [{}], [{ vendor: "shop" }]])("are both catalogs, unlike %j", (value) => {
    const refused = "catalog: expected what defineCatalog or joinCatalogs returns";
    expect(() => joinCatalogs(value as Catalog, shop({}))).toThrow(refused);
    expect(() => joinCatalogs(shop({}), value as Catalog)).toThrow(refused);
  });
});

describe("a code with two texts", () => {
  const STANDARD = "The server cannot take the request right now.";

  test.each<[what: string, one: object, other: object, message: string, when: string]>([
    ["keeps the first", {}, { message: "We are closed." }, "The shop is closed.", "The shop is closed."],
    ["keeps the first `when`", { when: "At night." }, { when: "On Sundays." }, "The shop is closed.", "At night."],
    [
      "keeps the first, even if its message is a built-in code's",
      { message: STANDARD, when: "At night." },
      { message: "We are closed.", when: "On Sundays." },
      STANDARD,
      "At night.",
    ],
    [
      "keeps the first, even if its `when` is a built-in code's",
      { when: "The server is overloaded or shutting down." },
      { message: "We are closed." },
      "The shop is closed.",
      "The server is overloaded or shutting down.",
    ],
  ])("%s", (_what, one, other, message, when) => {
    expect(closed(shop(one), shop(other))).toMatchObject({ message, when });
  });

  test("has the vendor's own text for a built-in code, whichever comes first", () => {
    const standard = defineCatalog({ vendor: "shop" });
    const own = defineCatalog({ vendor: "shop", codes: { shop_unavailable: { message: "We are closed." } } });
    const message = (one: Catalog, other: Catalog) => joinCatalogs(one, other).definition("shop_unavailable")?.message;
    expect(message(standard as never, own as never)).toBe("We are closed.");
    expect(message(own as never, standard as never)).toBe("We are closed.");
  });
});
