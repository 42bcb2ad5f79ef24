import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport } from "./report.ts";
import { because, fix, heldBack, removedKinds, unsentText } from "./report-facts.ts";

const acme = defineCatalog({ vendor: "acme" });

/** Makes the report of a thrown value, with changes. */
function reportOf(thrown: unknown, change: Partial<ErrorReport> = {}): ErrorReport {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  contract.respond(thrown, { method: "GET", path: "/v1/orders", header: () => undefined });
  expect(reports).toHaveLength(1);
  return { ...(reports[0] as ErrorReport), ...change };
}

const ADVICE =
  "If it is of a class of your own, add recognizeClass(TheClass) to the option `recognize`. Else throw an error of the catalog " +
  "with it as the cause, or add a recognizer to the option `recognize`.";

const ADVICE_FOR_MISTAKES =
  "It looks like a mistake in the program: begin with the stack. If it is thrown on purpose, throw an error of the catalog with it " +
  "as the cause.";

const ONLY_REPORTS =
  "The contract only reports (option `reportOnly`): it changed nothing, and the service's own response was sent.";

const REFUSED = "Nothing was thrown. The contract refused the request by itself.";

/** An error whose recognizer was not asked for its fields. */
const plain = Object.create(null);

describe("why a response was sent", () => {
  test.each<readonly [what: string, thrown: unknown, change: Partial<ErrorReport>, sentences: readonly string[]]>([
    ["an error of the catalog", acme.error("session_expired"), {}, ["A catalog made it."]],
    [
      "an unknown error, without advice",
      new Error("no"),
      {},
      ["No recognizer knows it, so nothing of it is trusted.", 'No recognizer knows an error whose name is "Error".'],
    ],
    [
      "an error that only was reported",
      acme.error("session_expired"),
      { outcome: "observed" },
      ["A catalog made it.", ONLY_REPORTS],
    ],
    [
      "a written response that only was reported",
      undefined,
      { outcome: "observed", origin: "recognized", recognizer: "written response" },
      ["The service wrote an error response.", ONLY_REPORTS],
    ],
    [
      "a written response that was replaced",
      undefined,
      { origin: "recognized", recognizer: "written response" },
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
      acme.error("session_expired"),
      { outcome: "unanswered" },
      ["The request made this error, and its response is a success. Was a throw forgotten, or was the error returned?"],
    ],
    ["a request that the contract refused", undefined, { origin: "recognized", recognizer: undefined }, [REFUSED]],
    [
      "a request that Node refused",
      new Error("no"),
      { origin: "recognized", recognizer: undefined },
      ["Node's HTTP parser refused the request."],
    ],
    [
      "a built-in recognizer",
      plain,
      { origin: "recognized", recognizer: "body-parser" },
      ['The recognizer "body-parser" knows it.'],
    ],
    [
      "the service's own recognizer",
      plain,
      { origin: "recognized", recognizer: "own" },
      ['The service\'s own recognizer "own" knows it (option `recognize`).'],
    ],
    [
      "a client that left",
      plain,
      { origin: "recognized", recognizer: "own", outcome: "aborted" },
      [
        'The service\'s own recognizer "own" knows it (option `recognize`), as the end of a client that left.',
        "It is answered only when the request shows that the client is still there.",
      ],
    ],
  ])("is explained: %s", (_what, thrown, change, sentences) => {
    expect(because(reportOf(thrown, change))).toEqual(sentences);
  });
});

describe("what the author can do", () => {
  test.each<readonly [what: string, thrown: unknown, change: Partial<ErrorReport>, text: string | undefined]>([
    ["make an unknown error recognized", new Error("no"), {}, ADVICE],
    ["look for a mistake", new RangeError("no"), {}, ADVICE_FOR_MISTAKES],
    ["end a misuse", new Error("no"), { misuse: "the response was read twice" }, "the response was read twice."],
    ["nothing about an error of the catalog", acme.error("session_expired"), {}, undefined],
    ["nothing about a recognized error", new Error("no"), { origin: "recognized", recognizer: "own" }, undefined],
    ["nothing where nothing was thrown", undefined, { origin: "recognized" }, undefined],
    ["nothing about an unknown response", undefined, { origin: "unknown" }, undefined],
  ])("is to do %s", (_what, thrown, change, text) => expect(fix(reportOf(thrown, change))).toBe(text));
});

describe("what was held back", () => {
  const message = { what: "message", text: "The disk\nis full." } as const;
  const body = { what: "body", text: "<h1>Oops</h1>" } as const;

  test.each<readonly [what: string, thrown: unknown, withheld: ErrorReport["withheld"], text: string | undefined]>([
    ["a message where nothing was thrown", undefined, [message], "The disk\\nis full."],
    ["no message that the thrown value says too", new Error("no"), [message], undefined],
    ["the length of a body", undefined, [body], "a body of 13 characters, which report.withheld has"],
    [
      "the length of a body beside a message",
      new Error("no"),
      [message, body],
      "a body of 13 characters, which report.withheld has",
    ],
    ["nothing", undefined, [], undefined],
    ["at most 1,000 characters", undefined, [{ what: "message", text: "a".repeat(1_001) }], `${"a".repeat(999)}…`],
  ])("is shown: %s", (_what, thrown, withheld, text) => {
    expect(heldBack(reportOf(thrown, { withheld }))).toBe(text);
  });
});

/** The first sentence is sent, and the rest is not. */
const cutAt = (index: number, rule = "second-sentence") => ({ kind: "rest", rule, index }) as const;

describe("the part of a message that was not sent", () => {
  const declined = "Card declined.";

  test.each<readonly [what: string, message: string, unsent: string | undefined]>([
    ["is on one line with single spaces", "Card declined.\n\n  Try   another\tcard.", "Try another card."],
    [
      "begins where the first cut was",
      "Card declined. Try another card.\nOr ask your bank.",
      "Try another card. Or ask your bank.",
    ],
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

  test.each<
    readonly [
      what: string,
      withheld: ErrorReport["withheld"],
      removed: ErrorReport["removed"],
      text: string | undefined,
    ]
  >([
    [
      "is not that of a body",
      [
        { what: "body", text: "<h1>Oops</h1>" },
        { what: "message", text: `${declined} No.` },
      ],
      [cutAt(14)],
      "No.",
    ],
    ["is nothing if a body alone was withheld", [{ what: "body", text: "<h1>Oops</h1> No." }], [cutAt(14)], undefined],
    ["is nothing without a message", [], [cutAt(14)], undefined],
    [
      "is nothing if it begins after 4,000 characters",
      [{ what: "message", text: "a b ".repeat(1_500) }],
      [cutAt(5_000)],
      undefined,
    ],
    [
      "is no private part that was replaced",
      [{ what: "message", text: `${declined} No.` }],
      [{ kind: "host", rule: "address", index: 3 }],
      undefined,
    ],
    [
      "begins before a credential that the cut went through",
      [{ what: "message", text: "It failed. Use Bearer abcdef.ghijkl.mnopqrs instead now." }],
      [cutAt(32, "too-long")],
      "[credential] instead now.",
    ],
    [
      "is not a beginning that was sent",
      [{ what: "message", text: "Oops! The card was declined. Ask your bank." }],
      [cutAt(28)],
      "Ask your bank.",
    ],
  ])("%s", (_what, withheld, removed, text) => {
    expect(unsentText(reportOf(new Error("no"), { withheld, removed }))).toBe(text);
  });
});

test("each kind of removed data is named once, in order", () => {
  const removed = [cutAt(1), { kind: "host", rule: "address", index: 3 }, cutAt(7)] as const;
  expect(removedKinds(reportOf(new Error("no"), { removed }))).toEqual(["rest", "host"]);
  expect(removedKinds(reportOf(new Error("no"), { removed: [] }))).toEqual([]);
});
