import { afterEach, describe, expect, test, vi } from "vitest";
import { saysSomething, sentenceLength, startOfMeaning, wholeUpTo, wordsUpTo } from "./sentence.ts";

const firstSentence = (text: string) => text.slice(0, sentenceLength(text));
const meaning = (text: string) => text.slice(startOfMeaning(text));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a sentence ends", () => {
  test.each<readonly [what: string, text: string, sentence: string]>([
    ["at a period", "It is down. Try again", "It is down."],
    ["at a question mark", "Is it down? Try again", "Is it down?"],
    ["at an exclamation mark", "It is down! Try again", "It is down!"],
    ["at several marks", "Is it down?! Try again", "Is it down?!"],
    ["at three periods before a capital", "It is down... Try again", "It is down..."],
    ["after a double quote", 'It is "down." Try again', 'It is "down."'],
    ["after a single quote", "It is 'down.' Try again", "It is 'down.'"],
    ["after a bracket", "(It is down.) Try again", "(It is down.)"],
    ["after a square bracket", "[It is down.] Try again", "[It is down.]"],
    ["after curly quotes", "It is “down.” Try again", "It is “down.”"],
    ["after a curly single quote", "It is ‘down.’ Try again", "It is ‘down.’"],
    ["after French quotes", "C'est «fini.» Réessayez", "C'est «fini.»"],
    ["after a quote and a bracket", '(It is "down.") Try again', '(It is "down.")'],
    ["before a letter with an accent", "C'est fini. État inconnu", "C'est fini."],
    ["before a letter without case", "It is down. 模型", "It is down."],
    ["before a title letter", "It is down. ǅ", "It is down."],
    ["before a digit", "It is down. 5 more", "It is down."],
    ["before a quotation", 'It is down. "Try"', "It is down."],
    ["before a bracket", "It is down. (Try)", "It is down."],
    ["before a square bracket", "It is down. [Try]", "It is down."],
    ["before a Spanish question", "It is down. ¿qué?", "It is down."],
    ["before a German quotation", "It is down. „fort“", "It is down."],
    ["after a number of three digits", "It has 100. Try again", "It has 100."],
    ["after several spaces as well", "It is down.   Try again", "It is down."],
    ["after a word that ends like an abbreviation", "Ask the inventor. Try again", "Ask the inventor."],
    ["after an exclamation mark behind a letter", "It is B! Try again", "It is B!"],
    ["after a word of two letters", "Let it be so. Try again", "Let it be so."],
    ["after a word of 40 letters and more", `${"x".repeat(50)}. Try again`, `${"x".repeat(50)}.`],
    ["at the first of two ends", "One is down. Two is up. Three", "One is down."],
    ["at a Chinese mark", "模型不可用。请重试。", "模型不可用。"],
    ["after the quotation mark behind a Chinese mark", "「模型不可用。」请重试。", "「模型不可用。」"],
    ["at a Hindi mark", "मॉडल बंद है। फिर करें।", "मॉडल बंद है।"],
    ["at no abbreviation before another mark", "Ask Dr. Who of 模型。请重试。", "Ask Dr. Who of 模型。"],
    ["at a period after an abbreviation, with another mark further on", "Ask Dr. Who. 请重试。", "Ask Dr. Who."],
    ["at the first mark of either kind", "It is down. 模型不可用。请", "It is down."],
    ["at the first mark of either kind, which is Chinese", "模型不可用。It is down. Try", "模型不可用。"],
  ])("%s", (_, text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });

  test.each([
    "It is down. try again",
    "It is down. – again",
    "It is down. 😀",
    "There are .. 3 more items",
    "There are ... 3 more items",
    "Version 1.5 is down",
    "Ask example.com. or else",
    "It is down.",
    "It is down. ",
    "See fig. 3 for it",
    "See FIG. 3 for it",
    "See (fig. 3) for it",
    'See "fig. 3" for it',
    "See [fig. 3] for it",
    "See 'fig. 3' for it",
    "Ask Dr. No of Acme Corp. Berlin",
    "Ask Dr. No of Acme Corp. Berlin whether the seats of the order are sold or not",
    "Ask Dr. Who。",
    'It is "down..." 5 more',
    "Ask the sales dept. Five know it",
    "It opens on Mon. 5 May",
    "It opens in Sept. 2027",
    "It opens at 5 p.m. Berlin time",
    "Rufen Sie bzw. Ihr Team an",
    "Nach Art. 5 ist es verboten",
    "Voir p.ex. Paris",
    "Ask J. Doe",
    "Ask É. Zola",
    "Ask the U.S.A. Today team",
    "Der 3. Versuch ist der letzte",
    "Der 12. Versuch ist der letzte",
    "1. First",
    "",
  ])("not before its end: %s", (text) => {
    expect(firstSentence(text)).toBe(text);
  });

  test.each([undefined, {}])("at a Chinese mark, too, in a runtime whose Intl is %j", (intl) => {
    vi.stubGlobal("Intl", intl);
    expect(firstSentence("模型不可用。请重试。")).toBe("模型不可用。");
    expect(firstSentence("It is down. 模型不可用。请")).toBe("It is down.");
  });
});

describe("the beginning of whole characters of", () => {
  test.each<readonly [what: string, text: string, length: number, beginning: string]>([
    ["a short string is all of it", "ab ", 3, "ab "],
    ["a string is its first letters", "abcd", 3, "abc"],
    ["a string with a space there has no space at its end", "ab cd", 3, "ab"],
    ["a string with a placeholder that fits has it", "ab [host] cd", 9, "ab [host]"],
    ["a string with a placeholder that nearly fits has none of it", "ab [host] cd", 8, "ab "],
    ["a string with a placeholder of which one unit fits has none of it", "ab [host] cd", 4, "ab "],
    ["a string that begins with a placeholder that does not fit is empty", "[host] cd", 5, ""],
    ["a string with a placeholder right after it", "abc[host]", 3, "abc"],
    ["a string with a placeholder further on", "abcd[host]", 3, "abc"],
    ["a string with two placeholders has the first", "[path] [host]", 12, "[path] "],
    ["a string with a character of two units that fits has it", "a😀b", 3, "a😀"],
    ["a string with a character of two units that does not fit has none of it", "a😀b", 2, "a"],
    ["a string with the first character of two units has it", "a\u{10000}b", 3, "a\u{10000}"],
    ["a string with half of the first character of two units has none of it", "a\u{10000}b", 2, "a"],
    ["a string with half of the last character of two units has none of it", "a\u{10ffff}b", 2, "a"],
  ])("%s", (_, text, length, beginning) => {
    expect(text.slice(0, wholeUpTo(text, length))).toBe(beginning);
  });
});

describe("the beginning of whole words of", () => {
  const marks = "\u0301".repeat(40);
  const words = "ab ".repeat(17);
  test.each<readonly [what: string, text: string, length: number, beginning: string]>([
    ["a string ends after a word", "ab cd ef", 5, "ab cd"],
    ["a string ends before a word that does not fit", "abcd ef gh", 6, "abcd"],
    ["a string ends in a word that takes half of the room", "abcde fghijklm", 10, "abcde fghi"],
    ["a string ends before a word that takes less", "abcdef ghijklm", 10, "abcdef"],
    ["a string ends before a word, whatever the script of another", `ab cd efg ${"ไ".repeat(40)}`, 8, "ab cd"],
    ["a string ends before the spaces before a word that does not fit", "abcd  efgh ij", 8, "abcd"],
    ["a string with spaces at the cut has none at its end", "abcd   efg", 6, "abcd"],
    ["a string ends before a placeholder", "ab [credential]", 8, "ab"],
    ["a string ends in a Chinese word", "See this 模型不可用", 11, "See this 模型"],
    ["a string ends in a Japanese word", "See this モデルがない", 11, "See this モデ"],
    ["a string ends between pictures", "See this 😀😀😀", 13, "See this 😀😀"],
    ["a string ends before a picture with a color", "模a👍🏽", 4, "模a"],
    ["a string ends before a picture with a color, in its middle", "模a👍🏽", 5, "模a"],
    ["a string ends after a picture with a color", "模a👍🏽x", 6, "模a👍🏽"],
    ["a string ends before a joined picture", "模👨\u200d👩x", 3, "模"],
    ["a string ends before a joined picture, after its joiner", "模👨\u200d👩x", 4, "模"],
    ["a string ends before a letter with a mark", "abce\u0301f", 4, "abc"],
    ["a string ends before a letter with two marks", "abce\u0301\u0302f", 5, "abc"],
    ["a string ends before a letter with a selector for it", "abक\u200dक", 3, "ab"],
    ["one picture may be cut", "👍🏽", 2, "👍"],
    ["marks alone may be cut", "\u0301".repeat(10), 5, "\u0301".repeat(5)],
    ["32 marks may be cut", `ab${marks}`, 33, `ab${"\u0301".repeat(31)}`],
    ["more than 32 marks may be cut", `ab${marks}`, 40, `ab${"\u0301".repeat(38)}`],
    ["a string ends before a word with more marks", `${words}模${marks}x`, 85, words.trim()],
  ])("%s", (_, text, length, beginning) => {
    expect(text.slice(0, wordsUpTo(text, length))).toBe(beginning);
  });
});

describe("a sentence that only repeats a status says nothing", () => {
  test.each(
    `Bad request, Bad gateway, Payment required, Not found, Not acceptable, Not implemented, Method not allowed,
    Proxy authentication required, Length required, Upgrade required, Precondition required, Request timeout,
    Request time-out, Gateway timeout, Precondition failed, Expectation failed, Failed dependency,
    Payload too large, Content too large, Request entity too large, URI too long, Request-URI too large,
    Unsupported media type, Range not satisfiable, Requested range not satisfiable, Unprocessable entity,
    Unprocessable content, Misdirected request, Too early, Too many requests, Server error, Internal server error,
    INTERNAL SERVER ERROR, Service unavailable`.split(/,\s+/),
  )("%s", (phrase) => {
    for (const end of [".", "!", "..."])
      expect(meaning(`${phrase}${end} The seats are sold.`)).toBe("The seats are sold.");
    expect(meaning(`${phrase}.\nThe seats are sold.`)).toBe("The seats are sold.");
    expect(meaning(`Error:\n${phrase}\nThe seats are sold.`)).toBe("The seats are sold.");
    expect(saysSomething(phrase)).toBe(false);
    expect(saysSomething(`${phrase}: the seats are sold.`)).toBe(true);
    expect(meaning(`${phrase}\nThe seats are sold`)).toBe("The seats are sold");
    expect(saysSomething(`The ${phrase}`)).toBe(true);
  });
});

describe("a line that only says that it failed gives way to one that says more", () => {
  test.each([
    "Something went wrong",
    "Something went terribly wrong",
    "Something went horribly wrong",
    "Something failed",
    "Oops, something went wrong",
    "Sorry, something went wrong",
    "Uh oh, something went wrong",
    "Uh-oh something failed",
    "Error occurred",
    "An error occurred",
    "An error occured",
    "A fatal error has occurred",
    "The following error occurred",
    "The following exceptions have occurred",
    "An unknown error was thrown",
    "Unexpected errors were thrown",
    "Internal error happened",
    "An unhandled exception has happened",
    "A generic exception was thrown",
  ])("%s", (failure) => {
    for (const line of ["\r", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
      expect(meaning(`${failure}${line}The seats are sold`)).toBe("The seats are sold");
      expect(meaning(`Oops!${line}The seats are sold`)).toBe("The seats are sold");
    }
    for (const end of ["", ".", "! :(", ":"]) {
      expect(meaning(`${failure}${end}\nThe seats are sold`)).toBe("The seats are sold");
      expect(meaning(`Oops!\n${failure}${end}\nError:`)).toBe(`${failure}${end}\nError:`);
      expect(meaning(`${failure}${end}`)).toBe(`${failure}${end}`);
    }
    expect(meaning(`${failure}: 5\nThe seats are sold`)).toBe(`${failure}: 5\nThe seats are sold`);
    expect(meaning(`No ${failure}\nThe seats are sold`)).toBe(`No ${failure}\nThe seats are sold`);
  });
});

test("of several lines that only say that it failed, the first counts", () => {
  expect(meaning("Something failed\nAn error occurred")).toBe("Something failed\nAn error occurred");
  expect(meaning("Oops!\nSomething failed\nAn error occurred\nError:")).toBe(
    "Something failed\nAn error occurred\nError:",
  );
});

describe("a line of source code says nothing", () => {
  test.each([
    "throw new Failure(name)",
    "const seat = order.seat",
    "let seat = order.seat",
    "var seat = order.seat",
    "return order of seat",
    "await load of seat",
    "yield order of seat",
    "function load of seat",
    "import load of seat",
    "export load of seat",
    "raise Failure of seat",
    "def load of seat",
    "class Load of seat",
    "if (order of seat",
    "for (order of seat",
    "while (order of seat",
    "seats of order;",
    "seats of order; ",
    "seats of order {",
    "seats of order }",
    "seats of order(",
  ])("under a place in a file: %s", (code) => {
    expect(meaning(`[path]\n${code}\nThe seats are sold`)).toBe("The seats are sold");
    expect(meaning(`[path]\n${code}\n${code}\nThe seats are sold`)).toBe("The seats are sold");
    expect(meaning(`Error:\n${code}\nThe seats are sold`)).toBe(`${code}\nThe seats are sold`);
    expect(meaning(`${code}\nThe seats are sold`)).toBe(`${code}\nThe seats are sold`);
  });

  test.each([
    "[path]\n  seats of order\nThe seats are sold",
    "[path]\n\tseats of order\nThe seats are sold",
    "1| seats of order\nThe seats are sold",
    "  123456 | seats of order\nThe seats are sold",
    "> 12 | seats of order\nThe seats are sold",
    ">> 12| seats of order\nThe seats are sold",
    ">12 | seats of order\nThe seats are sold",
    "> 1 | a b\n  2 | c d\n    e f\nThe seats are sold",
  ])("with its place or its number: %j", (text) => {
    expect(meaning(text)).toBe("The seats are sold");
  });

  test.each([
    "[path]\nThe classes are sold\nTry again",
    "[path]\nletters are lost\nTry again",
    "[path]\nif it is sold\nTry again",
    "[path]\nThe seats are sold\n  ",
  ])("but a sentence does: %j", (text) => {
    expect(meaning(text)).toBe(text.slice("[path]\n".length));
  });

  test.each(["1234567 | seats of order", "x 1 | seats of order", ">>> 1 | seats of order"])(
    "but not every number is one of a line: %s",
    (line) => {
      expect(meaning(`${line}\nThe seats are sold`)).toBe(`${line}\nThe seats are sold`);
    },
  );
});

test.each(["[path]\n  \nThe seats are sold", "Something failed\n  The seats are sold"])(
  "nor does white space make a line one of source code: %j",
  (text) => {
    expect(meaning(text)).toBe("The seats are sold");
  },
);

test("ten sentences are tried for one that says something", () => {
  expect(startOfMeaning(`${"Oops! ".repeat(9)}The seats are sold.`)).toBe(54);
  expect(startOfMeaning(`${"Oops! ".repeat(10)}The seats are sold.`)).toBe(0);
});

describe("says something", () => {
  test.each<readonly [text: string, says: boolean]>([
    ["The seats are sold", true],
    ["Seats sold", true],
    ["Seats: sold", true],
    ["Sold", false],
    ["Sold!", false],
    ["", false],
    ["   ", false],
    ["ERR_SEAT_SOLD", false],
    ["seat-sold", false],
    ["seat.sold", false],
    ["isn't", false],
    ["isn’t", false],
    ["42 17", false],
    ["42 seats", false],
    ["42 seats sold", true],
    ["é à", true],
    ["[host] [path]", false],
    ["[host] down", false],
    ["[host] is down", true],
    ["Oops! The seats are sold", true],
    ["Oops! Sold!", false],
    ["  The seats are sold", true],
    ["Bad Request", false],
    ["  Bad Request", false],
    ["seats[host]sold", true],
    ["模型不可用", true],
    ["请重试", true],
    ["模型", false],
    ["模", false],
    ["ไม่พบโมเดล", true],
    [`${"x".repeat(198)} yz`, true],
    [`${"x".repeat(200)} yz`, false],
    [`${" ".repeat(200)}The seats are sold`, false],
  ])("%j: %s", (text, says) => {
    expect(saysSomething(text)).toBe(says);
  });

  test.each<readonly [text: string, says: boolean]>([
    ["模型不可", true],
    ["模型不", false],
    ["The seats are sold", true],
    ["Sold", false],
  ])("without Intl.Segmenter, four letters count as two words, %j: %s", (text, says) => {
    vi.stubGlobal("Intl", {});
    expect(saysSomething(text)).toBe(says);
    vi.stubGlobal("Intl", undefined);
    expect(saysSomething(text)).toBe(says);
  });
});
