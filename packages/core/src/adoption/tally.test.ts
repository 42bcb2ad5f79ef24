import { describe, expect, test } from "vitest";
import type { ErrorReport } from "../reports/report.ts";
import { Tally } from "./tally.ts";

interface Failure {
  readonly method?: string;
  readonly route?: string;
  readonly path?: string;
  readonly status?: unknown;
  readonly after?: unknown;
  readonly mediaType?: string;
  readonly start?: string;
  readonly code?: string;
  readonly thrown?: unknown;
  readonly origin?: string;
  readonly recognizer?: string;
  readonly misuse?: unknown;
}

/** Makes a report of a contract that only reports. */
function reportOf(failure: Failure = {}): ErrorReport {
  const { method = "GET", path = "/", status = 404, after = 404, mediaType = "application/json" } = failure;
  const { start = '{"message":"There is no order 7."}', code = "acme_not_found" } = failure;
  const error = { type: "invalid_request_error", code, message: "It does not exist.", param: null, detail: null };
  const reportOnly = {
    sent: { status, mediaType, start },
    wouldSend: { status: after, headers: {}, body: JSON.stringify({ error }) },
  };
  return { outcome: "observed", origin: "unknown", path, method, ...failure, reportOnly } as unknown as ErrorReport;
}

function summaryOf(failures: readonly Failure[], maxRoutes = 200) {
  const tally = new Tally(maxRoutes);
  for (const failure of failures) tally.add(reportOf(failure));
  return tally.summary();
}

/** Returns the change that one report shows. */
const changeOf = (failure: Failure) => summaryOf([failure]).routes[0]?.changes[0];

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(status?: number, code?: string) {
    super("x");
    this.status = status;
    this.code = code;
  }
}

function named(name: string, status?: number, code?: string): Error {
  const Class = class extends Error {
    readonly status = status;
    readonly code = code;
  };
  Object.defineProperty(Class, "name", { value: name });
  return new Class("x");
}

describe("what one report shows", () => {
  test.each<[failure: Failure, source: string, thrown: string | null, isUnknown: boolean]>([
    [{ thrown: new ApiError() }, "thrown", "ApiError", true],
    [{ thrown: new ApiError(), origin: "recognized" }, "thrown", "ApiError", false],
    [{ thrown: null }, "thrown", "null", true],
    [{ recognizer: "written response" }, "written", null, false],
    [{ recognizer: "written response", thrown: new ApiError() }, "thrown", "ApiError", true],
    [{ recognizer: "request body" }, "refused", null, false],
    [{}, "refused", null, false],
  ])("where it came from: %o", (failure, source, thrown, isUnknown) => {
    expect(changeOf(failure)).toMatchObject({ source, thrown, isUnknown });
  });

  test.each<[status: number, sentence: string, text: string]>([
    [0, "lost", "There is no order 7."],
    [400, "lost", "There is no order 7."],
    [500, "lost", "There is no order 7."],
    [399, "none", ""],
    [200, "none", ""],
  ])("the sentence of a response with the status %i: %s", (status, sentence, text) => {
    expect(changeOf({ status })).toMatchObject({ sentence, before: { status, mediaType: "application/json", text } });
  });

  test("a change without an envelope", () => {
    const report = reportOf();
    const tally = new Tally(1);
    tally.add({ ...report, reportOnly: { sent: { status: 404 }, wouldSend: { status: 500 } } } as never);
    expect(tally.summary().routes[0]?.changes[0]).toEqual({
      count: 1,
      source: "refused",
      thrown: null,
      isUnknown: false,
      before: { status: 404, mediaType: null, text: "" },
      after: { status: 500, code: "", message: "" },
      sentence: "none",
    });
  });

  test.each<[what: string, failure: Failure]>([
    ["the status that was sent", { status: "404" }],
    ["the status that would be sent", { after: "404" }],
  ])("nothing if %s is no number", (_what, failure) => {
    expect(summaryOf([failure])).toMatchObject({ failures: 0, otherReports: [{ outcome: "observed", count: 1 }] });
  });

  test("names of limited length", () => {
    const names = (more: number) => {
      const [thrown, mediaType] = [named("E".repeat(80 + more)), `a/${"b".repeat(58 + more)}`];
      const change = changeOf({ thrown, mediaType, code: `acme_${"c".repeat(75 + more)}` });
      return [change?.thrown, change?.before.mediaType, change?.after.code];
    };
    expect(names(0)).toEqual(["E".repeat(80), `a/${"b".repeat(58)}`, `acme_${"c".repeat(75)}`]);
    expect(names(1)).toEqual([`${"E".repeat(79)}…`, `a/${"b".repeat(57)}…`, `acme_${"c".repeat(74)}…`]);
  });
});

test.each<[what: string, other: Failure]>([
  ["status", { status: 409 }],
  ["status after", { after: 500 }],
  ["media type", { mediaType: "text/plain" }],
  ["code", { code: "acme_gone" }],
  ["source", { recognizer: "written response" }],
  ["class", { thrown: new ApiError() }],
  ["fate of the sentence", { start: '{"message":"It does not exist."}' }],
])("failures of one route with another %s are of another kind", (_what, other) => {
  const base: Failure = { route: "/a" };
  const [route] = summaryOf([base, base, { ...base, ...other }]).routes;
  expect([route?.count, route?.changes.map(({ count }) => count)]).toEqual([3, [2, 1]]);
});

test("failures with another sentence of the same fate are of one kind", () => {
  const [route] = summaryOf([
    { route: "/a", start: '{"message":"There is no order 7."}' },
    { route: "/a", start: '{"message":"There is no order 8."}' },
  ]).routes;
  expect(route?.changes).toMatchObject([{ count: 2, before: { text: "There is no order 7." } }]);
});

describe("the counts", () => {
  test("are of the failures, their statuses and their sentences", () => {
    expect(
      summaryOf([
        {},
        { after: 500 },
        { start: '{"message":"It does not exist."}' },
        { start: '{"message":"It does not exist. Try another."}' },
        { start: "{}" },
      ]),
    ).toMatchObject({
      failures: 5,
      sameStatus: 4,
      sentences: { kept: 1, partly: 1, lost: 2, none: 1 },
      notKept: { failures: 0, findings: 0 },
    });
  });

  test("are of other reports by their outcome", () => {
    const outcomes = ["aborted", "answered", "cut", "late", "observed", "passed", "streamed", "unanswered"];
    const tally = new Tally(1);
    for (const outcome of ["lost", ...outcomes.toReversed()]) tally.add({ outcome } as never);
    tally.addUnreadable();
    expect(tally.summary().otherReports).toEqual([
      { outcome: "unreadable", count: 2 },
      ...outcomes.map((outcome) => ({ outcome, count: 1 })),
    ]);
  });
});

describe("the order", () => {
  test("of routes is by count, then by name, then by method", () => {
    const { routes } = summaryOf([
      { route: "/b" },
      { route: "/a", method: "PUT" },
      { route: "/a" },
      { path: "/0" },
      { route: "/c" },
      { route: "/c" },
    ]);
    expect(routes.map(({ method, route, count }) => `${method} ${route} ${count}`)).toEqual([
      "GET /c 2",
      "GET /:id 1",
      "GET /a 1",
      "PUT /a 1",
      "GET /b 1",
    ]);
  });

  test("of changes is by count, then by the statuses, the code, the type, the class and the fate", () => {
    const base: Failure = { route: "/a" };
    const failures: readonly Failure[] = [
      { ...base, status: 409 },
      { ...base, status: 404, after: 500 },
      { ...base, code: "acme_o" },
      { ...base, mediaType: "text/plain" },
      { ...base, thrown: new ApiError() },
      { ...base, start: '{"message":"It does not exist."}' },
      base,
    ];
    const changes = (given: readonly Failure[]) =>
      summaryOf(given).routes[0]?.changes.map(({ before, after, thrown, sentence }) =>
        [before.status, after.status, after.code, before.mediaType, thrown, sentence].join(" "),
      );
    const sorted = [
      "404 404 acme_not_found application/json ApiError lost",
      "404 404 acme_not_found application/json  kept",
      "404 404 acme_not_found application/json  lost",
      "404 404 acme_not_found text/plain  lost",
      "404 404 acme_o application/json  lost",
      "404 500 acme_not_found application/json  lost",
      "409 404 acme_not_found application/json  lost",
    ];
    expect(changes(failures)).toEqual(sorted);
    expect(changes(failures.toReversed())).toEqual(sorted);
    expect(changes([...failures, { ...base, status: 409 }])?.[0]).toBe(sorted[6]);
  });

  test("of classes and mistakes is by count, then by name", () => {
    const thrown = [named("B", 404), named("A", 404), named("C", 404), named("C", 404)];
    const { unknownClasses, mistakes } = summaryOf([
      ...thrown.map((error) => ({ thrown: error })),
      ...["b is wrong", "a is wrong", "c is wrong", "c is wrong"].map((misuse) => ({ misuse })),
    ]);
    expect(unknownClasses.map(({ name, count }) => [name, count])).toEqual([
      ["C", 2],
      ["A", 1],
      ["B", 1],
    ]);
    expect(mistakes).toEqual([
      { text: "c is wrong", count: 2 },
      { text: "a is wrong", count: 1 },
      { text: "b is wrong", count: 1 },
    ]);
  });
});

const ADVICE =
  "an answer of X was replaced, which clients of that protocol cannot read; to leave such answers as they are, write the option ";

describe("the findings", () => {
  test("say which routes another protocol has, sorted, at most ten", () => {
    const { otherProtocols, mistakes } = summaryOf([
      { misuse: `${ADVICE}appliesTo: b`, route: "/b" },
      { misuse: `${ADVICE}appliesTo: b`, route: "/a" },
      { misuse: `${ADVICE}appliesTo: b`, route: "/a" },
      ...numbers(12).map((index) => ({
        misuse: `${ADVICE}appliesTo: a`,
        route: `/r${String(index).padStart(2, "0")}`,
      })),
    ]);
    expect(mistakes).toEqual([]);
    expect(otherProtocols).toEqual([
      {
        replaced: "an answer of X",
        line: "appliesTo: a",
        routes: numbers(10).map((index) => `GET /r0${index}`),
      },
      { replaced: "an answer of X", line: "appliesTo: b", routes: ["GET /a", "GET /b"] },
    ]);
  });

  test("list the statuses and codes of a class, sorted, at most ten", () => {
    const errors = numbers(12).map((index) => new ApiError(511 - index, `E_${String(30 - index)}`));
    const [found] = summaryOf([...errors, ...errors].map((thrown) => ({ thrown }))).unknownClasses;
    expect(found).toMatchObject({
      name: "ApiError",
      count: 24,
      statuses: [502, 503, 504, 505, 506, 507, 508, 509, 510, 511],
      codes: ["E_21", "E_22", "E_23", "E_24", "E_25", "E_26", "E_27", "E_28", "E_29", "E_30"],
    });
  });

  test("leave out a class that states nothing, and one that is recognized", () => {
    expect(summaryOf([{ thrown: new ApiError() }]).unknownClasses).toEqual([]);
    expect(summaryOf([{ thrown: new ApiError(404), origin: "recognized" }]).unknownClasses).toEqual([]);
    expect(summaryOf([{ thrown: new ApiError(undefined, "E_1") }]).unknownClasses).toMatchObject([
      { name: "ApiError", statuses: [], codes: ["E_1"] },
    ]);
  });

  test("leave out a code that may be a credential", () => {
    const thrown = new ApiError(404, `sk_live_${"a1B2".repeat(6)}`);
    expect(summaryOf([{ thrown }]).unknownClasses).toMatchObject([{ name: "ApiError", statuses: [404], codes: [] }]);
  });

  test("need a text", () => {
    expect(summaryOf([{ misuse: 7 }, { misuse: undefined }]).mistakes).toEqual([]);
  });

  test("are of limited length", () => {
    const words = "one two ".repeat(80);
    const { mistakes, otherProtocols, unknownClasses } = summaryOf([
      { misuse: words },
      { misuse: `${words}and more` },
      { misuse: `${ADVICE}${"x ".repeat(400)}` },
      { thrown: named("E".repeat(81), 404) },
    ]);
    expect(mistakes).toEqual([{ text: words.slice(0, 600), count: 2 }]);
    expect(otherProtocols[0]?.line).toBe("x ".repeat(400).slice(0, 600 - ADVICE.length));
    expect(unknownClasses[0]?.name).toBe(`${"E".repeat(79)}…`);
  });

  test.each<[what: string, failures: readonly Failure[], kept: readonly number[], notKept: number]>([
    ["50 mistakes", numbers(50).map((index) => ({ misuse: `mistake ${index}` })), [50, 0, 0], 0],
    ["52 mistakes", numbers(52).map((index) => ({ misuse: `mistake ${index}` })), [50, 0, 0], 2],
    ["52 protocols", numbers(52).map((index) => ({ misuse: `${ADVICE}${index}` })), [0, 50, 0], 2],
    ["52 classes", numbers(52).map((index) => ({ thrown: named(`E${index}`, 404) })), [0, 0, 50], 2],
  ])("are at most 50 of a kind, and the others are counted: %s", (_what, failures, kept, notKept) => {
    const { mistakes, otherProtocols, unknownClasses, notKept: left } = summaryOf(failures);
    expect([mistakes.length, otherProtocols.length, unknownClasses.length]).toEqual(kept);
    expect(left).toEqual({ failures: 0, findings: notKept });
  });
});
