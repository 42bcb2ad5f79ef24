import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { parseEnvelope } from "../errors/envelope.ts";
import type { InterceptedResponse } from "../http/response.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";

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
  const { contract, reports } = reporting(acme, options);
  const header = (name: string) => fields[name];
  const intercepted = { status: 409, body: JSON_BODY, isWhole: true, header, ...written };
  const error = parseEnvelope(contract.replace(intercepted, { ...CONTEXT })?.body ?? "")?.error;
  return { error, report: reports[0] };
}

const messageOf = (written: Written, options?: ContractOptions) => replaced(written, options).error?.message;

describe("a response that a handler wrote", () => {
  test("keeps its message only if it came in one piece", () => {
    expect([{ isWhole: true }, { isWhole: false }].map((written) => messageOf(written))).toEqual([
      "Order 7 is closed.",
      CONFLICT,
    ]);
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
