import { describe, expect, test } from "vitest";
import { codeForVersion } from "./code-name.ts";
import { negotiate, servedVersions } from "./negotiate.ts";

const untyped = servedVersions as (versions?: unknown, defaultVersion?: unknown) => ReturnType<typeof servedVersions>;

describe("the version options", () => {
  test("default to two versions and the newest", () => {
    expect(untyped()).toEqual({ versions: ["2026-10-04", "2026-09-12"], defaultVersion: "2026-10-04" });
  });
  test.each([
    [["2026-09-12", { version: "2026-09-12", sunset: "2027-06-01" }]],
    [[{ version: "2026-09-12", sunset: "2027-06-01" }, "2026-09-12"]],
  ])("may not list one with dates twice: %j", (versions) => {
    expect(() => untyped(versions)).toThrow("versions: one is listed twice");
  });
  test("may list older and newer known versions", () => {
    const versions = ["2026-08-11", "2026-09-28"] as const;
    expect(untyped(versions)).toEqual({ versions: ["2026-09-28", "2026-08-11"], defaultVersion: "2026-09-28" });
    expect(untyped(versions, "2026-08-11").defaultVersion).toBe("2026-08-11");
  });
  test("are listed once each, newest first", () => {
    expect(untyped(["2026-09-12", "2026-10-04", "2026-09-12"]).versions).toEqual(["2026-10-04", "2026-09-12"]);
    expect(untyped(["2026-10-04", "2026-08-11"]).versions).toEqual(["2026-10-04", "2026-08-11"]);
  });
  test.each([
    [[], undefined, /versions: expected a non-empty list/],
    ["2026-10-04", undefined, /versions: expected a non-empty list/],
    [
      ["2026-10-05"],
      undefined,
      /versions: "2026-10-05" is not a known protocol version; known are 2026-08-11, 2026-09-12, 2026-09-28, 2026-10-04/,
    ],
    [
      ["2026-10-04", "2026-08-11"],
      "2026-09-12",
      /defaultVersion: "2026-09-12" is not among the served versions 2026-10-04, 2026-08-11/,
    ],
    [undefined, "latest", /defaultVersion: "latest"/],
  ])("%j with default %j are refused", (versions, defaultVersion, rule) => {
    expect(() => untyped(versions, defaultVersion)).toThrow(TypeError);
    expect(() => untyped(versions, defaultVersion)).toThrow(rule);
  });
});

describe("a header value", () => {
  const served = servedVersions();
  test.each([undefined, "", " ", "\t \t"])("%j names no version", (value) => {
    expect(negotiate(value, served)).toEqual({ version: "2026-10-04", refused: false });
  });
  test.each(["2026-09-12", " 2026-09-12", "\t2026-09-12 "])("%j names a version", (value) => {
    expect(negotiate(value, served)).toEqual({ version: "2026-09-12", refused: false });
  });
  test.each([
    "2026-09-1",
    "2026-09-12,",
    "2026-09-12, 2026-09-12",
    ",",
    "\u00a02026-09-12",
    "2026-09-12\u00a0",
    '"2026-09-12"',
  ])("%j is refused", (value) => {
    expect(negotiate(value, served)).toEqual({ version: "2026-10-04", refused: true });
  });
});

test.each([
  ["2026-09-12", "acme_environment_busy"],
  ["2026-09-28", "environment_busy"],
  ["2026-10-04", "environment_busy"],
] as const)("a client of %s sees a code of 2026-09-28 as %s", (version, code) => {
  expect(codeForVersion("environment_busy", "2026-09-28", version, "acme")).toBe(code);
});
