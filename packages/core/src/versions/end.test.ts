import { describe, expect, test } from "vitest";
import { endHeaders } from "./end.ts";
import { servedVersions } from "./negotiate.ts";

const version = "2026-09-12";
const make = (dates: object) => endHeaders({ version, ...dates } as never);

describe("the headers of a version that ends", () => {
  test.each<[dates: object, headers: object]>([
    [{}, {}],
    [{ deprecation: undefined, sunset: undefined }, {}],
    [{ deprecation: "2023-06-30" }, { Deprecation: "@1688083200" }],
    [{ deprecation: new Date(1_688_169_599_999) }, { Deprecation: "@1688169599" }],
    [{ deprecation: "1970-01-01" }, { Deprecation: "@0" }],
    [{ sunset: "2027-06-01" }, { Sunset: "Tue, 01 Jun 2027 00:00:00 GMT" }],
    [{ sunset: "2028-02-29" }, { Sunset: "Tue, 29 Feb 2028 00:00:00 GMT" }],
    [{ sunset: "9999-12-31" }, { Sunset: "Fri, 31 Dec 9999 00:00:00 GMT" }],
    [{ sunset: new Date("9999-12-31T23:59:59.999Z") }, { Sunset: "Fri, 31 Dec 9999 23:59:59 GMT" }],
    [
      { deprecation: new Date("2027-06-01T00:00:00.900Z"), sunset: new Date("2027-06-01T00:00:00.100Z") },
      { Deprecation: "@1811808000", Sunset: "Tue, 01 Jun 2027 00:00:00 GMT" },
    ],
  ])("of %j", (dates, headers) => {
    expect(make(dates)).toEqual(headers);
  });

  const RULE =
    'versions: expected { version: "2026-09-12", deprecation, sunset }: each a Date or "YYYY-MM-DD", in this order';
  test.each<[deprecation: unknown]>([
    ["2026-02-30"],
    ["2026-13-01"],
    ["2026-9-12"],
    ["2026-09-12T00:00:00Z"],
    [" 2026-09-12"],
    ["2026-09-12\r\nX: 1"],
    ["September 12, 2026"],
    [""],
    ["@1688169599"],
    [1_688_169_599],
    [null],
    [true],
    [{}],
    [new Date(Number.NaN)],
    [new Date(-1)],
    ["1969-12-31"],
    ["+010000-01-01"],
    [new Date(253_402_300_800_000)],
    [Object.create(Date.prototype)],
    [new Proxy(new Date(0), {})],
    [{ getTime: () => 0 }],
  ])("are not made of other dates (case %#)", (deprecation) => {
    for (const dates of [{ deprecation }, { sunset: deprecation }, { deprecation, sunset: "2027-06-01" }]) {
      expect(() => make(dates)).toThrow(TypeError);
      expect(() => make(dates)).toThrow(RULE);
    }
  });

  test("are not made of a sunset before the deprecation, nor of unknown fields", () => {
    expect(() => make({ deprecation: "2027-01-02", sunset: "2027-01-01" })).toThrow(RULE);
    expect(() => make({ deprecated: "2027-01-02" })).toThrow(RULE);
  });
});

test("a list of versions may mix both forms", () => {
  const served = servedVersions(["2026-10-04", { version, sunset: "2027-06-01" }]);
  expect([served.versions, served.defaultVersion]).toEqual([["2026-10-04", version], "2026-10-04"]);
  expect(served.ends?.get(version)).toEqual({ Sunset: "Tue, 01 Jun 2027 00:00:00 GMT" });
  expect(servedVersions(["2026-10-04"]).ends).toBe(undefined);
  expect(() => servedVersions([{ version: "1999-01-01" as typeof version }])).toThrow(
    "is not a known protocol version",
  );
  expect(() => servedVersions([{} as never])).toThrow("is not a known protocol version");
});
