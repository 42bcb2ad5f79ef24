import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { MappingContext, Recognizer } from "../recognize/index.ts";
import { createSanitizer } from "../sanitizer/engine/create-sanitizer.ts";
import type { ContractOptions } from "./contract-options.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "Sold out.", retry: "never" },
    acme_forbidden_zone: { status: 403, message: "Not in this zone.", retry: "never" },
  },
});

function request(headers: Readonly<Record<string, string>> = {}, more: Partial<RequestContext> = {}): RequestContext {
  return { method: "POST", path: "/v1/orders", header: (name) => headers[name], ...more };
}

/** The response to a thrown value, and its report. */
function answered(thrown: unknown, options: ContractOptions = {}, context = request()) {
  const { contract, reports } = reporting(acme, options);
  const response = contract.respond(thrown, context);
  return { response, error: JSON.parse(response?.body ?? "null")?.error, report: reports[0] };
}

const settings = (options: object) => () => createAdapterContract(acme, { onError: () => {}, ...options });

describe("an option", () => {
  const sanitizer = createSanitizer();
  const recognizer: Recognizer = { name: "own", recognize: () => undefined };

  test.each<readonly [name: string, value: unknown]>([
    ["recognize", []],
    ["recognize", [recognizer, { ...recognizer, codes: ["acme_sold_out"] }]],
    ["sanitizer", sanitizer],
    ["sanitizer", { message: sanitizer.message, detailText: sanitizer.detailText }],
    ["correlationId", false],
    ["correlationId", () => "r-1"],
    ["compat", { deprecatedDetail: true, nullCancelledError: undefined }],
  ])("%s may be %o", (name, value) => expect(settings({ [name]: value })).not.toThrow());

  const LIST = "recognize: expected a list of recognizers";
  test.each<readonly [name: string, value: unknown, message: string]>([
    ["sanitizer", {}, "sanitizer: expected what createSanitizer returns"],
    ["sanitizer", { message: sanitizer.message }, "sanitizer: expected what createSanitizer returns"],
    ["sanitizer", { detailText: sanitizer.detailText }, "sanitizer: expected what createSanitizer returns"],
    ["recognize", recognizer, LIST],
    ["recognize", null, LIST],
    ["recognize", new Array(1), LIST],
    ["recognize", [recognizer, {}], LIST],
    ["recognize", [{ name: "x" }], LIST],
    ["recognize", [{ ...recognizer, name: "" }], LIST],
    ["recognize", [{ recognize: recognizer.recognize }], LIST],
    ["recognize", [{ ...recognizer, codes: "acme_sold_out" }], LIST],
    ["recognize", [{ ...recognizer, codes: ["acme_sold_out", 7] }], LIST],
    ["correlationId", true, "correlationId: expected a function, got boolean"],
    ["appliesTo", true, "appliesTo: expected a function, got boolean"],
    ["reportOnly", "yes", "reportOnly: expected a boolean, got string"],
    ["onError", {}, "onError: expected a function, got object"],
    ["compat", [], "compat: expected an object"],
    ["compat", { old: true }, "compat: unknown option old; the options are deprecatedDetail, nullCancelledError"],
    ["compat", { deprecatedDetail: 1 }, "compat: deprecatedDetail: expected a boolean, got number"],
  ])("%s may not be %o", (name, value, message) => {
    expect(settings({ [name]: value })).toThrow(TypeError);
    expect(settings({ [name]: value })).toThrow(message);
  });

  test("is one of those that exist", () => {
    expect(settings({ onEror: () => {}, verion: 1 })).toThrow(
      "unknown option onEror, verion; the options are versions, defaultVersion, correlationId,",
    );
  });
});

describe("whether a client may repeat the request by itself", () => {
  test.each<readonly [method: string, key: string | undefined, may: "true" | "false"]>([
    ["GET", undefined, "true"],
    ["POST", undefined, "false"],
    ["POST", "", "false"],
    ["POST", "k-1", "true"],
  ])("after a failure of the service: %s with the idempotency key %j: %s", (method, key, may) => {
    const context = request(key === undefined ? {} : { "idempotency-key": key }, { method });
    const { response } = answered(acme.error("harness_unavailable"), {}, context);
    expect(response?.headers["x-should-retry"]).toBe(may);
  });
});

describe("the challenge of a response", () => {
  test.each<readonly [thrown: Error, challenge: string | undefined]>([
    [acme.error("missing_credential"), "Bearer"],
    [acme.error("invalid_credential"), "Bearer"],
    [acme.error("insufficient_scope"), 'Bearer error="insufficient_scope"'],
    [acme.error("acme_forbidden_zone"), undefined],
    [acme.error("session_busy"), undefined],
    [acme.error("acme_unauthenticated"), undefined],
  ])("to %s is %s", (thrown, challenge) => {
    expect(answered(thrown).response?.headers["WWW-Authenticate"]).toBe(challenge);
  });
});

describe("a recognizer", () => {
  /** What a recognizer of the service is told about the request. */
  function told(context: RequestContext, options: ContractOptions = {}): MappingContext {
    const contexts: MappingContext[] = [];
    const recognize = [
      { name: "own", recognize: (_thrown: unknown, given: MappingContext) => void contexts.push(given) },
    ];
    answered(new Error("x"), { recognize, ...options }, context);
    return contexts[0] as MappingContext;
  }

  test("is told about the request", () => {
    const sanitizer = createSanitizer();
    const context = request(
      { accept: "text/html", authorization: "Bearer t" },
      { responseHeader: (name) => (name === "www-authenticate" ? "Bearer" : undefined), isRouted: () => true },
    );
    const given = told(context, { sanitizer });
    expect([given.header("accept"), given.header("x"), given.responseHeader("www-authenticate")]).toEqual([
      "text/html",
      undefined,
      "Bearer",
    ]);
    expect([given.bearer, given.asksForBearer(), given.isRouted()]).toEqual([true, true, true]);
    const bare = told(request());
    expect([bare.bearer, bare.asksForBearer(), bare.isRouted()]).toEqual([false, false, undefined]);
  });

  const failing = () => {
    throw new Error("x");
  };
  test.each<readonly [what: string, limit: unknown, bytes: number | undefined]>([
    ["a number", () => 7, 7],
    ["nothing", undefined, undefined],
    ["a string", () => "7", undefined],
    ["a promise", () => Promise.reject(new Error("x")), undefined],
    ["an error", failing, undefined],
  ])("is told the limit of a body, if it is given: %s", (_what, limit, bytes) => {
    expect(told(request({}, limit === undefined ? {} : { bodyLimit: limit as never })).bodyLimit()).toBe(bytes);
  });

  const mapped = (mapping: unknown, thrown: unknown = new Error("Order 7 is closed.")) =>
    answered(thrown, { recognize: [{ name: "own", recognize: () => mapping as never }] });

  test("maps an error to a code with a message, a param and a detail", () => {
    const mapping = { code: "acme_sold_out", message: "None left.", param: "order.id", detail: null, retryAfter: 3 };
    const { error, report } = mapped(mapping);
    expect(error).toMatchObject({ code: "acme_sold_out", message: "None left.", param: "order.id", detail: null });
    expect(report).toMatchObject({
      origin: "recognized",
      recognizer: "own",
      withheld: [{ what: "message", text: "Order 7 is closed." }],
    });
  });

  test("does not explain an internal failure", () => {
    const { error } = mapped({ code: "internal_error", message: "The disk is full." });
    expect(error.message).toBe(acme.definition("acme_internal_error")?.message);
  });

  test("withholds nothing that it sends", () => {
    expect(mapped({ code: "acme_sold_out", message: "Order 7 is closed." }).report?.withheld).toEqual([]);
  });

  const NO_MAPPING = 'the recognizer "own" returned no mapping with a code; it must not be asynchronous';
  test.each<readonly [what: string, recognize: () => unknown, misuse: string]>([
    ["throws", failing, 'the recognizer "own" threw while it looked at the error'],
    ["returns no code", () => ({ message: "x" }), NO_MAPPING],
    ["returns no object", () => 5, NO_MAPPING],
    ["is asynchronous", () => Promise.reject(new Error("x")), NO_MAPPING],
    [
      "names a code that does not exist",
      () => ({ code: "acme_nope" }),
      '"acme_nope" is not in this contract\'s catalog; join the catalog that defines it',
    ],
    [
      "names the code of a task",
      () => ({ code: "cancelled" }),
      '"cancelled" belongs inside the 200 response of a task; it was thrown as the answer to a request',
    ],
  ])("that %s gets an internal error", (_what, recognize, misuse) => {
    const recognizer = { name: "own", recognize: recognize as never };
    const { error, report } = answered(new Error("Order 7 is closed."), { recognize: [recognizer] });
    expect(error.code).toBe("acme_internal_error");
    expect(report).toMatchObject({ misuse, recognizer: "own", level: "error" });
    expect(JSON.stringify(report?.withheld)).toContain("Order 7 is closed.");
  });

  test.each([undefined, null, false])("that returns %s leaves the error to the next one", (nothing) => {
    expect(mapped(nothing).report?.origin).toBe("unknown");
  });

  test("that says that the client left is believed only if nothing else is known", () => {
    const recognize = [{ name: "own", recognize: () => "aborted" as const }];
    expect(answered(new Error("x"), { recognize }).report?.outcome).toBe("aborted");
    const open = request({}, { phase: () => "open" });
    expect(answered(new Error("x"), { recognize }, open).response?.status).toBe(500);
  });

  test("cannot answer for a body that the framework could not read", () => {
    const context = request({}, { isBodyError: () => true });
    const { error, report } = answered(new Error("Unexpected token"), {}, context);
    expect(error.code).toBe("invalid_input");
    expect(report).toMatchObject({
      recognizer: "request body",
      withheld: [{ what: "message", text: "Unexpected token" }],
    });
  });
});

describe("an unknown value", () => {
  test.each<readonly [thrown: unknown, withheld: readonly unknown[]]>([
    [new Error("The disk is full."), [{ what: "message", text: "The disk is full." }]],
    ["The disk is full.", [{ what: "message", text: "The disk is full." }]],
    [{ message: "The disk is full." }, [{ what: "message", text: "The disk is full." }]],
    [new Error(""), []],
    ["", []],
    [7, []],
    [{ message: 7 }, []],
    [null, []],
  ])("%o does not reach the client, but the report has its message", (thrown, withheld) => {
    const { error, report } = answered(thrown);
    expect(error.code).toBe("acme_internal_error");
    expect(report).toMatchObject({ origin: "unknown", withheld });
  });

  test("gets the status that the service has set on its response", () => {
    const context = request({}, { chosenStatus: () => 409 });
    expect(answered(new Error("x"), {}, context).error.code).toBe("acme_conflict");
    const { contract, reports } = reporting(acme);
    contract.respond(new Error("x"), { ...context, phase: () => "started" });
    expect(reports.map(({ code }) => code)).toEqual(["acme_internal_error"]);
  });
});

describe("an error of the catalog", () => {
  test("with a code of a task is an internal error", () => {
    const { error, report } = answered(acme.taskError("cancelled"));
    expect(error.code).toBe("acme_internal_error");
    expect(report?.misuse).toBe(
      '"cancelled" belongs inside the 200 response of a task; it was thrown as the answer to a request',
    );
  });
});
