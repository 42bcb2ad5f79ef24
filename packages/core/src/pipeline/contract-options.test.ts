import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import { printReports } from "../reports/print-reports.ts";
import { createSanitizer } from "../sanitizer/engine/create-sanitizer.ts";
import { type ContractOptions, settingsOf } from "./contract-options.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_sold_out: { status: 409, message: "Sold out." } } });

const request = (): RequestContext => ({ method: "GET", path: "/", header: () => undefined });

function contractWith(options: ContractOptions) {
  return createAdapterContract(acme, { onError: () => {}, ...options });
}

test.each<[options: unknown]>([["reportOnly"], [7], [true], [() => {}], [null]])(
  "options that are no object are refused: %o",
  (options) => {
    expect(() => createAdapterContract(acme, options as ContractOptions)).toThrow("options: expected an object");
  },
);

describe("a top-level detail", () => {
  test.each<readonly [compat: NonNullable<ContractOptions["compat"]>, detail: string | undefined]>([
    [{ deprecatedDetail: true }, "Sold out."],
    [{ deprecatedDetail: false }, undefined],
    [{ nullCancelledError: true }, undefined],
    [{}, undefined],
  ])("with compat %o is %s", (compat, detail) => {
    const response = contractWith({ compat }).respond(acme.error("acme_sold_out"), request());
    expect(JSON.parse(response?.body ?? "").detail).toBe(detail);
  });

  test("is not sent by default", () => {
    const response = contractWith({}).respond(acme.error("acme_sold_out"), request());
    expect(Object.keys(JSON.parse(response?.body ?? ""))).toEqual(["error"]);
  });
});

describe("an option that is true or false", () => {
  const OPTIONS = ["replaceJsonRpc", "exposeMessages", "reportOnly"] as const;
  const COMPAT = ["deprecatedDetail", "nullCancelledError"] as const;
  test.each([
    [{}, undefined, false],
    [{}, {}, false],
    [Object.fromEntries(OPTIONS.map((name) => [name, false])), { deprecatedDetail: false }, false],
    [
      Object.fromEntries(OPTIONS.map((name) => [name, true])),
      Object.fromEntries(COMPAT.map((name) => [name, true])),
      true,
    ],
  ])("is off unless it is set: %j, compat %j", (options, compat, on) => {
    const settings = settingsOf({ ...options, ...(compat && { compat }) });
    expect([...OPTIONS, ...COMPAT].map((name) => settings[name])).toEqual(Array(5).fill(on));
  });
});

test("a sanitizer is copied with all of its functions", () => {
  const { sanitizer } = settingsOf({ sanitizer: createSanitizer() });
  const secret = "Bearer ghp_aB3dE5fG7hJ9kL2maB3dE5fG7hJ9kL2m";
  const { message, detailText, logText } = createSanitizer();
  expect([sanitizer.message(secret), sanitizer.detailText(secret), sanitizer.logText(secret)]).toEqual([
    message(secret),
    detailText(secret),
    logText(secret),
  ]);
});

test("a written response may stay unfinished for a second", () => {
  expect(contractWith({}).bufferTimeoutMs).toBe(1_000);
});

test("a sanitizer without rules for logs uses the built-in ones", () => {
  const { message, detailText } = createSanitizer();
  const printed: string[] = [];
  const onError = printReports({ style: "json", write: (text) => printed.push(text) });
  const contract = contractWith({ sanitizer: { message, detailText } as never, onError });
  contract.respond(new Error("Cannot open postgres://admin:hunter2@db.example.com/x."), request());
  const told = JSON.parse(printed[0] ?? "").thrown.message;
  expect(told).toContain("Cannot open");
  expect(told).not.toContain("hunter2");
});
