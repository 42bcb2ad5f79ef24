import { describe, expect, test } from "vitest";
import { acme, reportOf } from "../../../../test/support/report-of.ts";
import type { ErrorReport } from "./report.ts";
import { because, fix, heldBack, removedKinds, unsentText } from "./report-facts.ts";

const ADVICE =
  "If it is of a class of your own, add recognizeClass(TheClass) to the option `recognize`. Else throw an error of the catalog " +
  "with it as the cause, or add a recognizer to the option `recognize`.";

const ADVICE_FOR_MISTAKES =
  "It looks like a mistake in the program: begin with the stack. If it is thrown on purpose, throw an error of the catalog with it " +
  "as the cause.";

const ONLY_REPORTS =
  "The contract only reports (option `reportOnly`): it changed nothing, and the service's own response was sent.";

const REFUSED = "Nothing was thrown. The contract refused the request by itself.";

const by = (recognizer: string) => ({ origin: "recognized", recognizer }) as const;

const written = by("written response");

const UNKNOWN = [
  "No recognizer knows it, so nothing of it is trusted.",
  'No recognizer knows an error whose name is "Error".',
];
const WROTE = "The service wrote an error response.";
const OWN = 'The service\'s own recognizer "own" knows it (option `recognize`)';

/** The contract, or its server, answered without a recognizer. */
const BY_ITSELF = { origin: "recognized", recognizer: undefined } as const;

const expired = acme.error("session_expired");

/** An error whose recognizer was not asked for its fields. */
const plain = Object.create(null);

describe("why a response was sent", () => {
  test.each<readonly [what: string, thrown: unknown, change: Partial<ErrorReport>, sentences: readonly string[]]>([
    ["an error of the catalog", expired, {}, ["A catalog made it."]],
    ["an unknown error, without advice", new Error("no"), {}, UNKNOWN],
    ["an error that only was reported", expired, { outcome: "observed" }, ["A catalog made it.", ONLY_REPORTS]],
    [
      "a written response that only was reported",
      undefined,
      { ...written, outcome: "observed" },
      [WROTE, ONLY_REPORTS],
    ],
    [
      "a written response that was replaced",
      undefined,
      written,
      ["Something else wrote an error response. The contract's own was sent in its place."],
    ],
    [
      "a response that left as it was",
      undefined,
      { outcome: "passed" },
      ["The service answered in JSON-RPC 2.0, and its answer left as it was written."],
    ],
    [
      "an error that was made and not thrown",
      expired,
      { outcome: "unanswered" },
      ["The request made this error, and no error was sent. Was a throw forgotten, or was the error returned?"],
    ],
    ["a request that the contract refused", undefined, BY_ITSELF, [REFUSED]],
    ["a request that Node refused", new Error("no"), BY_ITSELF, ["Node's HTTP parser refused the request."]],
    ["a built-in recognizer", plain, by("body-parser"), ['The recognizer "body-parser" knows it.']],
    ["the service's own recognizer", plain, by("own"), [`${OWN}.`]],
    [
      "a client that left",
      plain,
      { ...by("own"), outcome: "aborted" },
      [
        `${OWN}, as the end of a client that left.`,
        "It is answered only when the request shows that the client is still there.",
      ],
    ],
  ])("is explained: %s", (_what, thrown, change, sentences) => {
    expect(because(reportOf(thrown, change))).toEqual(sentences);
  });
});

describe("what the author can do", () => {
  test.each<readonly [what: string, thrown: unknown, change: Partial<ErrorReport>, text: unknown]>([
    ["make an unknown error recognized", new Error("no"), {}, ADVICE],
    ["look for a mistake", new RangeError("no"), {}, ADVICE_FOR_MISTAKES],
    ["end a misuse", new Error("no"), { misuse: "the response was read twice" }, "the response was read twice."],
    ["nothing about an error of the catalog", expired, {}, undefined],
    ["nothing about a recognized error", new Error("no"), { origin: "recognized", recognizer: "own" }, undefined],
    ["nothing where nothing was thrown", undefined, { origin: "recognized" }, undefined],
    ["throw something where undefined was thrown", undefined, {}, expect.stringMatching(/^Throw .* `reject\(\)`/)],
    ["throw something where null was thrown", null, {}, expect.stringMatching(/^Throw /)],
    ["nothing where the client left", undefined, { outcome: "aborted", code: null }, undefined],
    [
      "throw an error that was made, or await what throws it",
      expired,
      { outcome: "unanswered" },
      expect.stringMatching(/^Throw .* await /),
    ],
  ])("is to do %s", (_what, thrown, change, text) => expect(fix(reportOf(thrown, change))).toEqual(text));
});

describe("what was held back", () => {
  const message = { what: "message", text: "The disk\nis full." } as const;
  const body = { what: "body", text: "<h1>Oops</h1>" } as const;
  const LENGTH = "a body of 13 characters, which report.withheld has";

  test.each<readonly [what: string, thrown: unknown, withheld: ErrorReport["withheld"], text: string | undefined]>([
    ["a message where nothing was thrown", undefined, [message], "The disk\\nis full."],
    ["no message that the thrown value says too", new Error("no"), [message], undefined],
    ["the length of a body", undefined, [body], LENGTH],
    ["the length of a body beside a message", new Error("no"), [message, body], LENGTH],
    ["nothing", undefined, [], undefined],
    ["at most 1,000 characters", undefined, [{ what: "message", text: "a".repeat(1_001) }], `${"a".repeat(999)}…`],
  ])("is shown: %s", (_what, thrown, withheld, text) => {
    expect(heldBack(reportOf(thrown, { withheld }))).toBe(text);
  });
});

/** The first sentence is sent, and the rest is not. */
const cutAt = (index: number, rule = "second-sentence") => ({ kind: "rest", rule, index }) as const;

describe("the part of a message that was not sent", () => {
  test.each<readonly [what: string, message: string, unsent: string | undefined]>([
    ["is on one line with single spaces", "Card declined.\n\n  Try   another\tcard.", "Try another card."],
    ["begins where the first cut was", "It is gone. Try again.\nOr ask.", "Try again. Or ask."],
    ["may come before what was sent", "Oops! The card was declined.", "Oops!"],
    ["may be on both sides", "Bad Request. It is gone. Ask your bank.", "Bad Request. … Ask your bank."],
    ["may follow without a space", "卡被拒绝。请试另一张。", "请试另一张。"],
    ["is nothing if all was sent", "The card was declined.", undefined],
    [
      "is of the first 4,000 characters of a message",
      `The card was declined. Try another card.${" Or ask your bank.".repeat(300)}`,
      `Try another card.${" Or ask your bank.".repeat(15)} Or ask your…`,
    ],
  ])("%s", (_what, message, unsent) => {
    expect(unsentText(reportOf(acme.error("invalid_input", { message })))).toBe(unsent);
  });

  const message = (text: string) => ({ what: "message", text }) as const;
  const body = { what: "body", text: "<h1>Oops</h1> No." } as const;
  const host = { kind: "host", rule: "address", index: 3 } as const;
  type Removed = ErrorReport["removed"];

  test.each<readonly [what: string, withheld: ErrorReport["withheld"], removed: Removed, text: string | undefined]>([
    ["is not that of a body", [body, message("It is gone. No.")], [cutAt(11)], "No."],
    ["is nothing if a body alone was withheld", [body], [cutAt(14)], undefined],
    ["is nothing without a message", [], [cutAt(14)], undefined],
    ["is nothing if it begins after 4,000 characters", [message("a b ".repeat(1_500))], [cutAt(5_000)], undefined],
    ["is no private part that was replaced", [message("It is gone. No.")], [host], undefined],
    [
      "begins before a credential that the cut went through",
      [message("It failed. Use Bearer abcdef.ghijkl.mnopqrs instead now.")],
      [cutAt(32, "too-long")],
      "[credential] instead now.",
    ],
    ["is not a beginning that was sent", [message("Oops! It is gone. Ask your bank.")], [cutAt(17)], "Ask your bank."],
  ])("%s", (_what, withheld, removed, text) => {
    expect(unsentText(reportOf(new Error("no"), { withheld, removed }))).toBe(text);
  });
});

test("each kind of removed data is named once, in order", () => {
  const removed = [cutAt(1), { kind: "host", rule: "address", index: 3 }, cutAt(7)] as const;
  expect(removedKinds(reportOf(new Error("no"), { removed }))).toEqual(["rest", "host"]);
  expect(removedKinds(reportOf(new Error("no"), { removed: [] }))).toEqual([]);
});
