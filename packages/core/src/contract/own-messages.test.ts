import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { parseEnvelope } from "../errors/envelope.ts";
import type { InterceptedResponse } from "../http/response.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import type { ErrorReport } from "../reports/report.ts";

const acme = defineCatalog({ vendor: "acme" });

const CONTEXT = { method: "POST", path: "/orders", header: () => undefined };

const CONFLICT = acme.definition("acme_conflict")?.message;

const JSON_BODY = '{"message":"Order 7 is closed."}';

/** A response that a handler wrote, and its header fields. */
interface Written extends Partial<Omit<InterceptedResponse, "header">> {
  readonly fields?: Readonly<Record<string, string>>;
}

/** What the contract makes of a response: the error that leaves, and the report. */
function replaced({ fields = {}, ...written }: Written, options: ContractOptions = { exposeMessages: true }) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report), ...options });
  const header = (name: string) => fields[name];
  const intercepted = { status: 409, body: JSON_BODY, isWhole: true, header, ...written };
  const error = parseEnvelope(contract.replace(intercepted, { ...CONTEXT })?.body ?? "")?.error;
  return { error, report: reports[0] };
}

const messageOf = (written: Written, options?: ContractOptions) => replaced(written, options).error?.message;

describe("a response that a handler wrote", () => {
  test.each([
    "application/json",
    "application/problem+json; charset=utf-8",
    "text/plain",
    "Text/HTML;charset=utf-8",
    "",
  ])("keeps its message: %j", (type) => {
    expect(messageOf({ fields: { "content-type": type } })).toBe("Order 7 is closed.");
  });

  test.each(["application/xml", "application/jsonp", "text/html-x", "image/png", "application/octet-stream"])(
    "keeps no message: %j",
    (type) => {
      expect(messageOf({ fields: { "content-type": type } })).toBe(CONFLICT);
      expect(messageOf({ fields: { "content-type": type }, body: "Order 7 is closed." })).toBe(CONFLICT);
    },
  );

  test.each([
    ["came in pieces", { isWhole: false }],
    ["has a Via", { fields: { via: "1.1 a" } }],
    ["has an Age", { fields: { age: "0" } }],
    ["has a Date", { fields: { date: "Mon, 23 Nov 2026 11:00:00 GMT" } }],
    ["is compressed", { fields: { "content-encoding": "gzip" } }],
    ["may be cut off", { body: `{"message":"Order 7 is closed.","rest":"${"é".repeat(32_768)}"}` }],
  ])("counts as another service's if it %s", (_why, written) => {
    expect(messageOf(written)).toBe(CONFLICT);
  });

  test("does not count as whole unless something says so", () => {
    const contract = createAdapterContract(acme, { exposeMessages: true, onError: () => {} });
    const answer = contract.replace({ status: 409, body: JSON_BODY, header: () => undefined }, { ...CONTEXT });
    expect(parseEnvelope(answer?.body ?? "")?.error.message).toBe(CONFLICT);
  });

  test("is reported with what was cut and what was taken out", () => {
    const text = "Shop db.prod.internal is closed. Ask for another.";
    const { error, report } = replaced({ body: JSON.stringify({ message: text }) });
    expect(error?.message).toBe("Shop [host] is closed.");
    expect(report?.withheld.map(({ what }) => what)).toEqual(["message", "body"]);
    expect(report?.withheld[0]?.text).toBe(text);
    expect(report?.removed.map(({ kind }) => kind)).toEqual(["host", "rest"]);
  });

  test("keeps each message of a list as an issue", () => {
    const body = JSON.stringify({ statusCode: 400, message: ["name is too short", "tags must be an array", 7] });
    expect(replaced({ status: 422, body }).error).toMatchObject({
      code: "invalid_input",
      message: "name is too short",
      detail: {
        issues: [
          { param: null, message: "name is too short" },
          { param: null, message: "tags must be an array" },
        ],
      },
    });
    expect(replaced({ body }).error).toMatchObject({ message: "name is too short", detail: null });
  });

  test("takes its message from own fields, never from inherited ones", () => {
    Object.defineProperty(Object.prototype, "message", {
      value: "Everything is polluted.",
      configurable: true,
      writable: true,
    });
    try {
      expect(messageOf({ body: "{}" })).toBe(CONFLICT);
    } finally {
      Reflect.deleteProperty(Object.prototype, "message");
    }
  });

  test("falls back to the code's message if the sanitizer fails", () => {
    const fails = () => {
      throw new Error("no");
    };
    const sanitizer = { message: fails, detailText: fails, logText: fails };
    expect(messageOf({}, { exposeMessages: true, sanitizer })).toBe(CONFLICT);
  });
});
