import { createContract, type OnError } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import { collectReports, expectContractError, expectKeepsContract } from "@uhp-errors/testing";
import { matchers } from "@uhp-errors/testing/vitest";
import express from "express";
import request from "supertest";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme, expressApp } from "./service.ts";

test("reports can be kept, awaited and forgotten", async () => {
  const { onError, all, wait, clear } = collectReports();
  const app = expressApp(onError);
  const waited = wait(2, 20_000);
  await request(app).get("/large");
  expect(all.map(({ code }) => code)).toEqual(["file_too_large"]);
  await request(app).get("/nowhere");
  expect((await waited).map(({ code }) => code)).toEqual(["file_too_large", "acme_route_not_found"]);
  expect(await wait()).toEqual(all);
  clear();
  expect(all).toEqual([]);
  expect(await wait(0)).toEqual([]);
});

test("a wait that fails says which reports came", async () => {
  const reports = collectReports();
  await request(expressApp(reports.onError)).get("/large");
  await expect(reports.wait(2, 20)).rejects.toThrow("expected 2 reports within 20 ms, got 1: file_too_large");
  expect(await reports.wait(1, 20)).toHaveLength(1);
});

test("a wait that fails without a report says so", async () => {
  const { wait } = collectReports();
  await expect(wait(2, 1)).rejects.toThrow(/^expected 2 reports within 1 ms, got none$/);
  await expect(wait(1, 1)).rejects.toThrow(/^expected 1 report within 1 ms, got none$/);
});

describe("a message of two sentences", () => {
  const CUT = "Try another card.";

  /** A service whose error has two sentences. */
  function shop(onError: OnError) {
    const app = express();
    install(app, createContract(acme, { onError }));
    app.get("/:code", (request) => {
      throw acme.error(request.params.code as "session_busy", { message: `Card declined. ${CUT}` });
    });
    return app;
  }

  /** Warnings that come while a test runs. */
  function warnings(): readonly string[] {
    const found: string[] = [];
    const listen = (warning: Error & { code?: string }) => {
      if (warning.code === "UHP_MESSAGE_CUT") found.push(warning.message);
    };
    process.on("warning", listen);
    onTestFinished(() => void process.off("warning", listen));
    return found;
  }

  const CHECKS: Readonly<Record<string, readonly [code: string, check: (response: request.Test) => Promise<unknown>]>> =
    {
      expectContractError: ["environment_busy", (response) => expectContractError(response, "environment_busy")],
      expectKeepsContract: ["memory_busy", (response) => expectKeepsContract(response, acme)],
      "a matcher": ["session_busy", async (response) => matchers.toBeContractError(await response, "session_busy")],
      "the other matcher": ["harness_not_found", async (response) => matchers.toKeepContract(await response, acme)],
    };

  test.each(Object.entries(CHECKS))("has a warning from %s", async (_name, [code, check]) => {
    const found = warnings();
    await check(request(shop(collectReports().onError)).get(`/${code}`));
    await new Promise((resolve) => setImmediate(resolve));
    expect(found).toEqual([`the message of ${code} is cut to one sentence, and clients do not get: ${CUT}`]);
  });

  test("is named when an assertion fails", async () => {
    const response = request(shop(collectReports().onError)).get("/session_expired");
    await expect(expectContractError(response, "file_too_large")).rejects.toThrow(
      `A message is one sentence, so this was cut: ${CUT}`,
    );
  });

  test("cannot be expected in a response, and the failure says so, even without reports", async () => {
    const response = request(shop(() => {})).get("/session_busy");
    const message = `Card declined. ${CUT}`;
    await expect(expectContractError(response, "session_busy", { message })).rejects.toThrow(
      `expected the message, which is one sentence, to be "${message}", got "Card declined."`,
    );
  });

  test("leaves no warning behind for the next one", async () => {
    const found = warnings();
    const { onError } = collectReports();
    await expectContractError(request(expressApp(onError)).get("/large"), "file_too_large");
    await new Promise((resolve) => setImmediate(resolve));
    expect(found).toEqual([]);
  });
});
