import { expect, test } from "vitest";
import { MAX_EVENT } from "./bounds.ts";
import { eventParser } from "./event-parser.ts";

const tooLong = () => {
  throw new RangeError("too long");
};

/** What the parser yields for pieces, and whether the text ends within an event. */
function parsed(pieces: readonly string[]) {
  const parser = eventParser(tooLong);
  return { data: pieces.flatMap((piece) => [...parser.push(piece)]), isInside: parser.isInside() };
}

const TEXTS: readonly (readonly [text: string, data: readonly string[], isInside?: boolean])[] = [
  ["", []],
  ["data: 1\n\n", ["1"]],
  ["data:1\n\n", ["1"]],
  ["data:  1 \n\n", [" 1 "]],
  ["data: 1\r\ndata: 2\r\n\r\n", ["1\n2"]],
  ["data: 1\r\rdata: 2\r\r", ["1", "2"]],
  ["data: 1\r\n\ndata: 2\n\r\n", ["1", "2"]],
  ['data: {\ndata\ndata: "a":1}\n\n', ['{\n\n"a":1}']],
  [": keep-alive\n\ndata: 1\n\n:\n\n", ["1"]],
  ["event: ping\nid: 7\nretry: 5\ndata: 1\n\n", ["1"]],
  ["event: ping\n\ndata\n\ndata:\n\ndata: \n\n", []],
  ["datum: 1\n data: 2\ndata2: 3\n\n", []],
  ["data: a\u2028b\u0085c\n\n", ["a\u2028b\u0085c"]],
  ["data: a:b: c\n\n", ["a:b: c"]],
  ["data: 1\n\ndata: 2\n", ["1"], true],
  ["data: 1\n\ndata: 2", ["1"], true],
  ["data: 1\n\n: keep-al", ["1"], true],
  ["data: 1\n\nevent: ping\n", ["1"]],
];

test.each(TEXTS.map(([text, data, isInside = false]) => ({ text, data, isInside })))(
  "$text gives its events, cut anywhere into two or into characters",
  ({ text, data, isInside }) => {
    const expected = { data, isInside };
    expect(parsed([text])).toEqual(expected);
    expect(parsed([...text])).toEqual(expected);
    for (let at = 0; at <= text.length; at += 1) {
      expect(parsed([text.slice(0, at), "", text.slice(at)])).toEqual(expected);
    }
  },
);

const quarter = "x".repeat(MAX_EVENT / 4);

test.each([
  ["in one line", ["data: ", quarter, quarter, quarter, quarter]],
  ["in many lines", Array.from({ length: 5 }, () => `data: ${quarter}\n`)],
  ["in a comment", [":", quarter, quarter, quarter, quarter]],
  ["in one piece", [`data: ${quarter.repeat(4)}\n\n`]],
])("an event that is too long is refused: %s", (_, pieces) => {
  expect(() => parsed(pieces)).toThrow("too long");
});

test("events that are each short enough may be longer together", () => {
  const parser = eventParser(tooLong);
  for (let index = 0; index < 6; index += 1) expect([...parser.push(`data: ${quarter}\n\n`)]).toEqual([quarter]);
});
