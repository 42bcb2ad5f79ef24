import type { SQSRecord } from "aws-lambda";
import { beforeEach, describe, expect, test } from "vitest";
import { codeWithoutImports, page } from "../support/page-code.ts";
import { failureOf } from "./client.ts";
import { reports } from "./contract.ts";
import { handler as invoked } from "./invoked.ts";
import { deadLetters } from "./service.ts";
import { handler as sqs } from "./sqs.ts";

beforeEach(() => {
  reports.splice(0);
  deadLetters.splice(0);
});

test.each(["sqs", "invoked"])("the page shows %s.ts as it is run", (name) => {
  expect(page("fetch")).toContain(codeWithoutImports(new URL(`${name}.ts`, import.meta.url)));
});

/** A record as SQS passes it to Lambda. */
const record = (messageId: string, body: string): SQSRecord => ({
  messageId,
  receiptHandle: "MessageReceiptHandle",
  body,
  attributes: {
    ApproximateReceiveCount: "1",
    SentTimestamp: "1523232000000",
    SenderId: "123456789012",
    ApproximateFirstReceiveTimestamp: "1523232000001",
  },
  messageAttributes: {},
  md5OfBody: "098f6bcd4621d373cade4e832627b4f6",
  eventSource: "aws:sqs",
  eventSourceARN: "arn:aws:sqs:us-east-1:123456789012:orders",
  awsRegion: "us-east-1",
});

const order = (item: string) => JSON.stringify({ item });

describe("a batch of SQS", () => {
  test.each([
    ["an order", order("chair"), undefined, "nowhere"],
    ["a code that may be repeated", order("down"), "acme_down", "back"],
    ["an unknown error", order("broken"), "acme_internal_error", "back"],
    ["a code that is never repeated", order("sold-out"), "acme_sold_out", "dead"],
    ["input that zod refuses", "{}", "invalid_input", "dead"],
    ["a body that is not JSON", "{hunter2", "acme_internal_error", "back"],
  ])("with %s", async (_, body, code, to) => {
    const { batchItemFailures } = await sqs({ Records: [record("m-1", body), record("m-2", order("chair"))] });
    expect(batchItemFailures).toEqual(to === "back" ? [{ itemIdentifier: "m-1" }] : []);
    expect(deadLetters).toMatchObject(to === "dead" ? [{ messageId: "m-1", body, error: { code } }] : []);
    const report = { transport: "sqs", route: "place-order", correlationId: "m-1", code };
    expect(reports).toMatchObject(code === undefined ? [] : [report]);
  });

  test("sends back each message that failed, and no other", async () => {
    const Records = ["down", "chair", "sold-out", "broken"].map((item, at) => record(`m-${at}`, order(item)));
    expect(await sqs({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: "m-0" }, { itemIdentifier: "m-3" }],
    });
    expect(deadLetters).toMatchObject([{ messageId: "m-2" }]);
    expect(reports).toHaveLength(3);
  });
});

/** Runs the handler and returns what the invoker gets, as Lambda's runtime for Node writes it. */
async function invoke(event: unknown): Promise<{ readonly FunctionError?: string; readonly payload: string }> {
  try {
    return { payload: JSON.stringify(await invoked(structuredClone(event), { awsRequestId: "r-1" })) };
  } catch (thrown) {
    const { name, message, stack = "" } = thrown as Error;
    const payload = JSON.stringify({ errorType: name, errorMessage: message, trace: stack.split("\n") });
    return { FunctionError: "Unhandled", payload };
  }
}

describe("an invocation", () => {
  test("returns what the handler returns", async () => {
    expect(await invoke({ item: "chair" })).toEqual({ payload: '{"placed":"chair"}' });
    expect(reports).toEqual([]);
  });

  test.each([
    [{ item: "sold-out" }, "acme_sold_out", { status: 409, param: "item", retry: "never" }],
    [{ item: "down" }, "acme_down", { status: 503, retryAfter: 2 }],
    [{ item: "broken" }, "acme_internal_error", { status: 500 }],
    [{ item: "uncountable" }, "acme_internal_error", { status: 500 }],
    [{}, "invalid_input", { status: 400, param: "item", retry: "never" }],
  ])("of %j fails with errorType %s", async (event, code, read) => {
    const { FunctionError, payload } = await invoke(event);
    expect(FunctionError).toBe("Unhandled");
    expect(payload).not.toMatch(/hunter2|\.ts/);
    const { errorType, errorMessage, trace } = JSON.parse(payload);
    expect([errorType, trace]).toEqual([code, [""]]);
    expect(JSON.parse(errorMessage)).toMatchObject({ error: { code }, retry: { automatic: false } });
    expect(failureOf(JSON.parse(payload))).toMatchObject({ code, ...read });
    expect(reports).toMatchObject([{ transport: "lambda", route: "place-order", correlationId: "r-1", code }]);
  });

  test("that ran out of time has no error of the service", () => {
    expect(failureOf({ errorMessage: "RequestId: r-1 Error: Task timed out after 3.00 seconds" })).toBeUndefined();
  });
});
