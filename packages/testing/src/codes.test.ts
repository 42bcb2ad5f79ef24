import { defineCatalog } from "@uhp-errors/core";
import { CODES } from "@uhp-errors/core/codes";
import { expect, test } from "vitest";
import { canonicalCode, findDefinition, readVersion } from "./codes.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });

test("a code is that of the catalog, or else of the specification", () => {
  expect(findDefinition("acme_cold", acme)).toBe(acme.definition("acme_cold"));
  expect(findDefinition("session_busy", undefined)).toBe(CODES.session_busy);
  for (const code of ["acme_cold", "toString"]) expect(findDefinition(code, undefined)).toBeUndefined();
});

test.each([
  ["2026-10-04", "2026-10-04"],
  ["2020-01-01", undefined],
  [undefined, undefined],
])("the version %s is read as %s", (header, version) => {
  expect(readVersion(header)).toBe(version);
});

test.each<[code: string, ...rest: [Parameters<typeof canonicalCode>[1], string | undefined], meant: string]>([
  ["acme_environment_busy", "2026-09-12", "acme", "environment_busy"],
  ["acme_environment_busy", "2026-09-12", undefined, "environment_busy"],
  ["acme_environment_busy", "2026-09-12", "globex", "acme_environment_busy"],
  ["acme_environment_busy", "2026-09-28", "acme", "acme_environment_busy"],
  ["acme_environment_busy", undefined, "acme", "acme_environment_busy"],
  ["acme_session_busy", "2026-09-12", "acme", "acme_session_busy"],
  ["acme_cold", "2026-09-12", "acme", "acme_cold"],
  ["environment_busy", "2026-09-12", "acme", "environment_busy"],
])("%s in version %s of the vendor %s means %s", (code, version, vendor, meant) => {
  expect(canonicalCode(code, version, vendor)).toBe(meant);
});
