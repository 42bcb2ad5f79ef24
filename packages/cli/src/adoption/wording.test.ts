import type { AdoptionChange, AdoptionRoute, AdoptionSummary } from "@uhp-errors/core/adoption";
import { describe, expect, test } from "vitest";
import { change, EMPTY } from "../../../../test/support/adoption-summary.ts";
import { describeSource, fateIn, headline, listOmissions, listSections, listWords } from "./wording.ts";

function route(more: Partial<AdoptionRoute> = {}): AdoptionRoute {
  return { method: "GET", route: "/a", isPattern: true, count: 1, changes: [], notKept: 0, ...more };
}

describe("the first sentences", () => {
  test.each<[summary: Partial<AdoptionSummary>, says: string]>([
    [{}, "No failures were reported."],
    [
      { failures: 1, sameStatus: 1, routes: [route()] },
      "1 failure on 1 route: 1 keeps its status, 0 get another. No response had a sentence.",
    ],
    [
      { failures: 1, sentences: { kept: 1, partly: 0, lost: 0, none: 0 } },
      "1 failure on 0 routes: 0 keep their status, 1 gets another. 1 sentence: 1 kept, 0 lost.",
    ],
    [
      {
        failures: 7,
        sameStatus: 5,
        sentences: { kept: 1, partly: 2, lost: 3, none: 1 },
        notKept: { failures: 1, findings: 0 },
      },
      "7 failures on 0 routes and more: 5 keep their status, 2 get another. 6 sentences: 1 kept, 2 in part, 3 lost.",
    ],
    [
      { failures: 2, sentences: { kept: 0, partly: 1, lost: 0, none: 1 }, notKept: { failures: 0, findings: 4 } },
      "2 failures on 0 routes: 0 keep their status, 2 get another. 1 sentence: 0 kept, 1 in part, 0 lost.",
    ],
  ])("of %j", (summary, says) => expect(headline({ ...EMPTY, ...summary })).toBe(says));
});

describe("a change", () => {
  test.each<[sentence: AdoptionChange["sentence"], mediaType: string | null, text: string, says: string]>([
    ["kept", "text/plain", "x", "kept"],
    ["partly", "text/plain", "x", "kept in part"],
    ["lost", "text/html", "", "lost"],
    ["none", "text/html", "", "HTML page"],
    ["none", "text/html", "Not Found", "none"],
    ["none", "text/plain", "", "none"],
    ["none", null, "", "none"],
  ])("with the sentence %s, of the type %j and the text %j, says %s", (sentence, mediaType, text, says) => {
    expect(fateIn(change({ sentence, before: { status: 404, mediaType, text } }))).toBe(says);
  });

  test.each<[source: AdoptionChange["source"], thrown: string | null, isUnknown: boolean, says: string]>([
    ["refused", null, false, "refused"],
    ["written", "ApiError", true, "written"],
    ["thrown", "ApiError", false, "thrown ApiError"],
    ["thrown", "ApiError", true, "unknown ApiError"],
    ["thrown", null, true, "unknown"],
  ])("is said to come from there: %s %s %s", (source, thrown, isUnknown, says) => {
    expect(describeSource(change({ source, thrown, isUnknown }))).toBe(says);
  });

  test.each<[what: string, more: Partial<AdoptionChange>, words: readonly object[]]>([
    ["a sentence that is kept", { sentence: "kept" }, []],
    [
      "a sentence that is lost",
      { sentence: "lost" },
      [
        { sign: "-", text: "There is no order 7." },
        { sign: "+", text: "What the request names does not exist." },
      ],
    ],
    ["a body without a sentence", { sentence: "none" }, [{ sign: "-", text: "There is no order 7." }]],
    ["an empty body", { sentence: "none", before: { status: 404, mediaType: null, text: "" } }, []],
    [
      "a sentence that the sanitizer removed",
      { sentence: "lost", before: { status: 404, mediaType: null, text: "" } },
      [{ sign: "+", text: "What the request names does not exist." }],
    ],
  ])("shows of %s what a reader needs", (_what, more, words) => expect(listWords(change(more))).toEqual(words));
});

describe("the sections", () => {
  test("advise to throw, and where the sentences are kept, not to keep them", () => {
    const [written] = listSections({ ...EMPTY, exposesMessages: true, routes: [route({ changes: [change()] })] });
    expect(written?.advice).toBe(
      "These responses were written without a throw that the contract saw, by a handler or by an error handler of your own. The contract knows only their status and their sentence. Throw an error of the catalog there.",
    );
  });

  const coded = (code: string) => change({ after: { status: 404, code, message: "x" } });
  const was = (status: number, count: number) => change({ count, before: { status, mediaType: null, text: "" } });

  test.each<[what: string, changes: readonly AdoptionChange[], facts: string | undefined]>([
    ["several", [was(500, 2), was(404, 3), was(500, 1)], "6 failures, status 404, 500"],
    ["one beside a throw", [was(409, 1), change({ source: "thrown" })], "1 failure, status 409"],
    ["a throw", [change({ source: "thrown" })], undefined],
    ["a refusal", [change({ source: "refused" })], undefined],
    ["none", [], undefined],
    ["a router's, of a catalog", [coded("acme_route_not_found"), coded("acme_method_not_allowed")], undefined],
    ["a router's, without a prefix", [coded("route_not_found"), coded("method_not_allowed")], undefined],
    ["a code that ends so", [coded("acme_subroute_not_found")], "1 failure, status 404"],
    ["a code that begins so", [coded("acme_route_not_found_here")], "1 failure, status 404"],
  ])("list the responses that a handler wrote: %s", (_what, changes, facts) => {
    const [section] = listSections({ ...EMPTY, routes: [route({ changes })] });
    expect(section?.items).toEqual(facts === undefined ? undefined : [{ line: "GET /a", facts }]);
  });
});

describe("what is missing from the table", () => {
  test.each<[outcome: AdoptionSummary["otherReports"][number]["outcome"], says: string]>([
    ["aborted", "Not in the table: a client that left, 1 time."],
    ["late", "Not in the table: a failure after a complete response, 1 time."],
    ["cut", "Not in the table: a failure within a response, 1 time."],
    ["streamed", "Not in the table: a failure within an event stream, 1 time."],
    ["passed", "Not in the table: a response of JSON-RPC 2.0, which stays as it is, 1 time."],
    ["unanswered", "Not in the table: an error that was made and not thrown, 1 time."],
    ["answered", "Not in the table: a response of a contract without the option reportOnly, 1 time."],
    ["observed", "Not in the table: a report without what was sent, 1 time."],
    ["unreadable", "Not in the table: a value that is no report, 1 time."],
  ])("is named: %s", (outcome, says) => {
    expect(listOmissions({ ...EMPTY, otherReports: [{ outcome, count: 1 }] })).toEqual([says]);
  });

  test.each<[summary: Partial<AdoptionSummary>, says: readonly string[]]>([
    [{}, []],
    [
      { otherReports: [{ outcome: "late", count: 2 }] },
      ["Not in the table: a failure after a complete response, 2 times."],
    ],
    [{ notKept: { failures: 1, findings: 0 } }, ["1 more failure was not kept."]],
    [{ notKept: { failures: 2, findings: 0 } }, ["2 more failures were not kept."]],
    [{ notKept: { failures: 0, findings: 1 } }, ["1 more finding was not kept."]],
    [{ notKept: { failures: 0, findings: 2 } }, ["2 more findings were not kept."]],
    [{ routes: [route({ notKept: 3 }), route({ notKept: 4 })] }, ["7 more failures were not kept."]],
    [{ routes: [route({ notKept: 3 })], notKept: { failures: 1, findings: 0 } }, ["4 more failures were not kept."]],
  ])("is counted: %j", (summary, says) => expect(listOmissions({ ...EMPTY, ...summary })).toEqual(says));
});
