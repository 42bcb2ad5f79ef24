import { describe, expect, test } from "vitest";
import { createSanitizer, sanitizeMessage } from "./create-sanitizer.ts";

/** What a sanitizer that remembers no earlier text makes of one. */
const messageOf = (text: unknown) => createSanitizer().message(text);

/** The removed parts, each as its rule and its place. */
const removedFrom = (text: string) => messageOf(text).removed.map(({ rule, index }) => `${rule}@${index}`);

describe("the place of a removed part counts from the start of the given message", () => {
  test.each<readonly [what: string, text: string, removed: readonly string[]]>([
    ["at the start", "10.0.0.1 is down", ["private-ipv4@0"]],
    ["at the end", "No answer of 10.0.0.1", ["private-ipv4@13"]],
    ["right after an invisible character", "\u200b10.0.0.1 is down", ["invisible-characters@0", "private-ipv4@1"]],
    [
      "after two invisible characters",
      "\u200bNo \u200banswer of 10.0.0.1",
      ["invisible-characters@0", "invisible-characters@4", "private-ipv4@15"],
    ],
    ["after a character of two units", "😀 has no answer of 10.0.0.1", ["private-ipv4@20"]],
    ["the next sentence", "It is down. Try again", ["second-sentence@11"]],
    ["the next line", "It is down\nTry again", ["further-lines@10"]],
    ["the next line, right after a host", "Bad host 10.0.0.1\nTry again", ["private-ipv4@9", "further-lines@17"]],
    ["a sentence that says nothing", "Oops! It is down.", ["says-nothing@0"]],
    ["in a string with an escape, once", "No answer of 10.0.0.1 for a%20b", ["private-ipv4@13"]],
    ["in an escape", "No answer of 10%2E0%2E0%2E1 today", ["private-ipv4@13"]],
    ["the rest of a long message", "word ".repeat(101).trim(), ["too-long@499"]],
    ["what is too long to be read", "word ".repeat(1_601), ["not-looked-at@7999", "too-long@499"]],
    ["no part that is too long to be read", "word ".repeat(1_600), ["too-long@499"]],
  ])("%s", (_, text, removed) => {
    expect(removedFrom(text)).toEqual(removed);
  });
});

test.each([
  ["It is down.\n", "It is down."],
  ["It is down.\r\n\r\n", "It is down."],
  ["\n\tIt is down", "It is down"],
  ["It is down. ", "It is down."],
  ["It is  down", "It is down"],
  ["It is down ", "It is down"],
  [" It is down", "It is down"],
  ["It\tis\u00a0down", "It is down"],
  ["It is down\u2003", "It is down"],
])("white space alone is not named as removed: %j", (text, message) => {
  expect(messageOf(text)).toEqual({ message, removed: [] });
});

describe("a message ends after its first line with something in it, whatever ends the line", () => {
  test.each(["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"])("%j", (end) => {
    expect(messageOf(`It is down${end}and out`).message).toBe("It is down");
    expect(messageOf(` \n It is down${end}and out`).message).toBe("It is down");
    expect(messageOf(`${end}It is down`).message).toBe("It is down");
  });
});

describe("a message ends after its first sentence", () => {
  test.each([
    ["It is down. Try again", "It is down."],
    ["Is it down? Try again", "Is it down?"],
    ["It is down! Try again", "It is down!"],
    ['It is "down." Try again', 'It is "down."'],
    ["It is 'down.' Try again", "It is 'down.'"],
    ["(It is down.) Try again", "(It is down.)"],
    ["[It is down.] Try again", "[It is down.]"],
    ["It is “down.” Try again", "It is “down.”"],
    ["It is (down) Try again", "It is (down) Try again"],
    ["It is down.Try again", "It is down.Try again"],
  ])("%s", (text, message) => {
    expect(messageOf(text).message).toBe(message);
  });
});

describe("stack frames go with the white space and the brackets around them", () => {
  test.each([
    ["Bad name at f (a.js:1:2)", "Bad name"],
    ["Bad name (at f (a.js:1:2)) given", "Bad name given"],
    ["Bad name\n    at f (a.js:1:2)\n    at g (b.js:3:4)", "Bad name"],
    ["at f (a.js:1:2)\nBad name given", "Bad name given"],
    ["Bad  name [stack] given", "Bad name given"],
    ["Bad  name ([stack]) given", "Bad name given"],
    ["Bad  name ([stack] given", "Bad name ( given"],
    ["Bad  name [stack]) given", "Bad name) given"],
    ["Bad  name [stack] [stack] given", "Bad name given"],
    ["Bad  name [stack][stack] given", "Bad name given"],
    ["[stack] bad  name given", "bad name given"],
    ["Bad  name [stack]", "Bad name"],
    ["[stack]\n", ""],
  ])("%j leaves as %j", (text, message) => {
    expect(messageOf(text).message).toBe(message);
  });
});

describe("the end of a string for a log that is over 40,000 characters is", () => {
  const words = "word ".repeat(7_999);
  test.each<readonly [what: string, text: string, left: string]>([
    ["after a control character", `${words}ab\u0000${"c".repeat(20)}`, `${words}ab[truncated]`],
    ["after an invisible character", `${words}ab\u200b${"c".repeat(20)}`, `${words}ab[truncated]`],
    ["after a line break", `${words}ab\n${"c".repeat(20)}`, `${words}ab[truncated]`],
    ["not before it is full", `${words}abcde`, `${words}abcde`],
    ["in a word if there is only one", "ab".repeat(20_001), `${"ab".repeat(20_000)}[truncated]`],
  ])("%s", (_, text, left) => {
    expect(createSanitizer().logText(text)).toBe(left);
  });
});

test.each<readonly [text: string, left: string]>([
  ["\u043f\u200b\u0430", "\u043f\u0430"],
  ["\u200b", ""],
  ["a\tb\r\nc  d. E\u00a0f", "a\tb\r\nc  d. E\u00a0f"],
  ["a\u007fb\u0001c", "abc"],
  ["", ""],
])("a string of detail or for a log loses nothing but what is invisible: %j", (text, left) => {
  const { detailText, logText } = createSanitizer();
  expect([detailText(text), logText(text)]).toEqual([left, left]);
});

test.each([undefined, null, 3, "acme.net", true])("%j in place of options counts as none", (options) => {
  expect(sanitizeMessage("No answer of 10.0.0.1 or acme.net", options as never).message).toBe(
    "No answer of [host] or acme.net",
  );
});
