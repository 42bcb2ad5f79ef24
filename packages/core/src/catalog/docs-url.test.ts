import { describe, expect, test } from "vitest";
import { createContract } from "../contract/create-contract.ts";
import { defineCatalog } from "./catalog.ts";
import { helpLink } from "./docs-url.ts";
import { joinCatalogs } from "./join.ts";

const define = (docsUrl: unknown) => defineCatalog({ vendor: "acme", docsUrl: docsUrl as string });

describe("the address of pages", () => {
  test.each<[docsUrl: string, link: string]>([
    ["https://docs.acme.example/errors/{code}", '<https://docs.acme.example/errors/acme_x>; rel="help"'],
    ["http://localhost:3000/errors#{code}", '<http://localhost:3000/errors#acme_x>; rel="help"'],
    ["https://a.example/{code}/?c={code}&b=%20,;$'", `<https://a.example/acme_x/?c=acme_x&b=%20,;$'>; rel="help"`],
    [`https://a.example/${"a".repeat(921)}{code}`, `<https://a.example/${"a".repeat(921)}acme_x>; rel="help"`],
    ["HTTPS://[::1]/{code}", '<HTTPS://[::1]/acme_x>; rel="help"'],
  ])("%s", (docsUrl, link) => {
    expect(helpLink(define(docsUrl).docsUrl, "acme_x")).toBe(link);
  });

  test.each<[docsUrl: unknown]>([
    [""],
    ["{code}"],
    ["/errors/{code}"],
    ["//docs.acme.example/{code}"],
    ["https://docs.acme.example/errors"],
    ["https://docs.acme.example/{CODE}"],
    ["https://docs.acme.example/{code}/{lang}"],
    ["https://docs.acme.example/{code}\r\nSet-Cookie: a=1"],
    ["https://docs.acme.example/\u0000{code}"],
    ['https://docs.acme.example/{code}>; rel="next", <'],
    ['https://docs.acme.example/"{code}'],
    ["https://docs.acme.example/a b/{code}"],
    ["https://docs.acme.example/f\u00fcr/{code}"],
    ["https://docs.acme.example/{code}`"],
    ["https://docs.acme.example/{code}|^"],
    ["https://docs.acme.example/{code}\n"],
    ["https://docs.acme.example/\u017f/{code}"],
    ["https://docs.acme.example/\u212a/{code}"],
    ["https://docs.acme.example\\{code}"],
    ["https://user:hunter2@docs.acme.example/{code}"],
    ["https://token@docs.acme.example/{code}"],
    ["https:///{code}"],
    ["https://{code}.acme.example/"],
    ["javascript:alert(1)//{code}"],
    ["file:///errors/{code}"],
    [`https://a.example/${"a".repeat(922)}{code}`],
    [`https://docs.acme.example/${"a".repeat(1_000)}/{code}`],
    [`https://docs.acme.example/${"{code}".repeat(20)}`],
    [new URL("https://docs.acme.example/{code}")],
    [(code: string) => `https://docs.acme.example/${code}`],
    [null],
    [7],
  ])("is not %j", (docsUrl) => {
    const rule = 'docsUrl: expected an address such as "https://docs.acme.example/errors/{code}"';
    expect(() => define(docsUrl)).toThrow(TypeError);
    expect(() => define(docsUrl)).toThrow(rule);
    // Also in a catalog that was changed by hand.
    expect(() => createContract({ ...define(undefined), docsUrl: docsUrl as string })).toThrow(rule);
  });

  test("is that of the first of two catalogs", () => {
    const [acme, globex] = ["acme", "globex"].map((vendor) =>
      defineCatalog({ vendor: vendor as "acme", docsUrl: `https://${vendor}.example/{code}` }),
    ) as [ReturnType<typeof define>, ReturnType<typeof define>];
    expect(joinCatalogs(acme, globex).docsUrl).toBe("https://acme.example/{code}");
    expect(joinCatalogs(define(undefined), globex).docsUrl).toBe(undefined);
  });
});
