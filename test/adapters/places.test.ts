import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { DRIVER_NAMES } from "../conformance/drivers/names.ts";
import { PLACES } from "./places/servers.ts";
import { KINDS, outcomesAt, withPlaces } from "./places/table.ts";

/** A table as `biome format` lays it out, without the padding of its columns. */
const narrow = (page: string) => page.replace(/ {2,}\|/g, " |").replace(/-{3,}/g, "---");

/** Where a logger sees each throw with the status that the client gets. */
const SURE = PLACES.filter(({ where }) => /above `uhp|on\("finish"\)|morgan|onResponse|around `uhp/.test(where));

/** The addresses whose handlers throw. */
const THROWN = ["/code", "/error", "/string"];

test("each server has a place where a logger sees each throw with the status that is sent", async () => {
  expect(new Set(SURE.flatMap(({ servers }) => servers))).toEqual(new Set(DRIVER_NAMES));
  const isThrow = Object.values(KINDS).map((sent) => sent.headers === undefined && THROWN.includes(sent.path ?? ""));
  for (const place of SURE) {
    for (const server of place.servers) {
      const thrown = (await outcomesAt(place, server)).filter((_outcome, index) => isThrow[index]);
      expect(thrown.map(({ sent }) => sent)).toEqual([409, 500, 500]);
      for (const { seen, sent } of thrown) expect(seen, `${server}: ${place.where}`).toEqual([sent]);
    }
  }
});

test("the page shows what a logger sees in each place", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  expect(page).toContain("| the logger's place ");
  expect(narrow(page)).toBe(narrow(await withPlaces(page)));
});
