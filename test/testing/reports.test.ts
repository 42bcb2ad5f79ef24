import { collectReports } from "@uhp-errors/testing";
import request from "supertest";
import { expect, test } from "vitest";
import { expressApp } from "./service.ts";

test("reports are kept, waited for and forgotten", async () => {
  const { onError, all, wait, clear } = collectReports();
  const app = expressApp(onError);
  const waited = wait(2);
  await request(app).get("/large");
  expect(all.map(({ code }) => code)).toEqual(["file_too_large"]);
  await request(app).get("/nowhere");
  expect((await waited).map(({ code }) => code)).toEqual(["file_too_large", "acme_route_not_found"]);
  expect(await wait()).toEqual(all);
  clear();
  expect(all).toEqual([]);
  expect(await wait(0)).toEqual([]);
});

test("a wait that ends says what came", async () => {
  const reports = collectReports();
  await request(expressApp(reports.onError)).get("/large");
  await expect(reports.wait(2, 20)).rejects.toThrow("expected 2 reports within 20 ms, got 1: file_too_large");
  expect(await reports.wait(1, 20)).toHaveLength(1);
});

test("a wait that ends without a report says so", async () => {
  const { wait } = collectReports();
  await expect(wait(2, 1)).rejects.toThrow(/^expected 2 reports within 1 ms, got none$/);
  await expect(wait(1, 1)).rejects.toThrow(/^expected 1 report within 1 ms, got none$/);
});
