import { describe, expect, test } from "vitest";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { compareSentences, excerptFrom, type SentenceFate, sentenceIn } from "./sent-text.ts";

const JSON_TYPE = "application/json";

describe("the sentence in a body", () => {
  test.each<[body: string, mediaType: string | undefined, sentence: string | undefined]>([
    ['{"message":"There is no order 7."}', JSON_TYPE, "There is no order 7."],
    ['{"error":"There is no order 7."}', JSON_TYPE, "There is no order 7."],
    ['{"error":{"code":"NO_ORDER","message":"There is no order 7."}}', JSON_TYPE, "There is no order 7."],
    ['{"status":404,"detail":"There is no order 7."}', "application/problem+json", "There is no order 7."],
    ['{"title":"There is no order 7."}', JSON_TYPE, "There is no order 7."],
    ['{"errors":[{"message":"There is no order 7."}]}', JSON_TYPE, "There is no order 7."],
    ['{"error":"invalid_grant","error_description":"The code is used."}', JSON_TYPE, "The code is used."],
    ['{"statusCode":400,"message":["name is too short","b"]}', JSON_TYPE, "name is too short"],
    ['"There is no order 7."', JSON_TYPE, "There is no order 7."],
    ["There is no order 7.", "text/plain", "There is no order 7."],
    ["There is no order 7.", undefined, "There is no order 7."],
    ['{"message":"There is no or', JSON_TYPE, "There is no or…"],
    [`The order ${"is closed ".repeat(40)}`.slice(0, 200), "text/plain", expect.stringMatching(/^The order.*…$/)],
    ['{"code":"NO_ORDER"}', JSON_TYPE, undefined],
    ['{"error":"NOT_FOUND"}', JSON_TYPE, undefined],
    ["Not Found", "text/plain", undefined],
    [".".repeat(300), "text/plain", undefined],
    ["<h1>There is no such page</h1>", "text/html", undefined],
    ["There is no such page.", "text/html", "There is no such page."],
    ["Order 7 is closed.<br>Sorry.", "text/html", undefined],
    ["There is no such page.", "application/xhtml+xml", undefined],
    ["<Error><Code>NoSuchKey</Code></Error>", "application/xml", undefined],
    ["There is no such page.", "application/vnd.acme+html", undefined],
    ["There is no such page.", "application/xml-dtd", "There is no such page."],
    ['{"message":"There is no ', JSON_TYPE, "There is no…"],
    ["\n There is no order 7. ", "text/plain", "There is no order 7."],
    [`{"pad":"${"x".repeat(1_000)}","message":"There is no order 7."}`, JSON_TYPE, undefined],
    [`{"pad":"${"x".repeat(900)}","message":"There is no order 7."}`, JSON_TYPE, "There is no order 7."],
    ["", undefined, undefined],
    ["{", JSON_TYPE, undefined],
    ['{"message":{"toString":1}}', JSON_TYPE, undefined],
    ['{"__proto__":{"message":"There is no order 7."}}', JSON_TYPE, undefined],
  ])("%s as %s", (body, mediaType, sentence) => {
    expect(sentenceIn(body, mediaType)).toEqual(sentence);
  });

  test.each<[sentence: string | undefined, message: string, fate: SentenceFate]>([
    ["There is no order 7.", "There is no order 7.", "kept"],
    ["There is no order 7. ", "There is no order 7.", "kept"],
    ["There is no or…", "There is no order 7.", "kept"],
    ["It is gone …", "It is gone.", "kept"],
    ["There are none…", "The order is closed.", "lost"],
    ["Version 1.5 is old, so update", "Version 1.5 is old.", "partly"],
    ["Only 2 are left. Take fewer.", "Only 2 are left.", "partly"],
    ["Only 2 are left, so take fewer", "Only 2 are left.", "partly"],
    ["Only two are left and more", "Only two are…", "partly"],
    ["Could not reach redis:6379. Try later", "Could not reach [host].", "partly"],
    ["There is no order 7.", "What the request names does not exist.", "lost"],
    ["…", "What the request names does not exist.", "lost"],
    ["There is no order 7.", "", "lost"],
    [undefined, "What the request names does not exist.", "none"],
  ])("%s before %s is %s", (sentence, message, fate) => {
    expect(compareSentences(sentence, message, DEFAULT_SANITIZER)).toBe(fate);
  });

  test("is lost if the service's own sanitizer fails", () => {
    const broken = {
      ...DEFAULT_SANITIZER,
      message: () => {
        throw new Error("x");
      },
    };
    expect(compareSentences("a sentence", "another one", broken)).toBe("lost");
  });
});

test.each<[body: string, excerpt: string]>([
  ['{"code":"NO_ORDER"}', '{"code":"NO_ORDER"}'],
  ["<h1>x</h1>", ""],
  [`{"code":"NO","token":"${"x".repeat(300)}`.slice(0, 200), '{"code":"NO"…'],
  ["x".repeat(200), ""],
  ["x".repeat(199), "x".repeat(199)],
  [`a=1;b=${"x".repeat(300)}`.slice(0, 200), "a=1…"],
  [`no order ${"x".repeat(300)}`.slice(0, 200), "no order…"],
  ["x=1;".repeat(1_000), `${"x=1;".repeat(250).slice(0, -1)}…`],
])("the excerpt of %s", (body, excerpt) => {
  expect(excerptFrom(body, undefined)).toBe(excerpt);
});
