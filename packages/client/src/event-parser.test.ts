import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { MAX_EVENT } from "./bounds.ts";
import { eventParser } from "./event-parser.ts";

const tooLong = () => {
  throw new RangeError("too long");
};

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What the parser yields for pieces, and whether they end within an event. */
function parsed(pieces: readonly Uint8Array[]) {
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
  ["\ufeffdata: 1\n\n\ufeffdata: 2\n\n", ["1"]],
  ["\ufeff\n\ufeffdata: 1\n\n", []],
  ["\ufeff\n\ndata: \ufeff1\n\n", ["\ufeff1"]],
  ["\ufeff", []],
  ["data: Grüße, 世界 👋\n\n", ["Grüße, 世界 👋"]],
  ["data: 1\n\ndata: 2\n", ["1"], true],
  ["data: 1\n\ndata: 2", ["1"], true],
  ["data: 1\n\n: keep-al", ["1"], true],
  ["data: 1\n\nevent: ping\n", ["1"]],
];

test.each(TEXTS.map(([text, data, isInside = false]) => ({ text, data, isInside })))(
  "$text gives its events, cut anywhere into two or into bytes",
  ({ text, data, isInside }) => {
    const expected = { data, isInside };
    const bytes = bytesOf(text);
    expect(parsed([bytes])).toEqual(expected);
    expect(parsed([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(parsed([bytes.subarray(0, at), new Uint8Array(), bytes.subarray(at)])).toEqual(expected);
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
  expect(() => parsed(pieces.map(bytesOf))).toThrow("too long");
});

test("events that are each short enough may be longer together", () => {
  const parser = eventParser(tooLong);
  const piece = bytesOf(`data: ${quarter}\n\n`);
  for (let index = 0; index < 6; index += 1) expect([...parser.push(piece)]).toEqual([quarter]);
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const MEBIBYTE = 2 ** 20;

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test.each([
  ["of a mebibyte of empty lines", "data:\n".repeat(2 ** 10), 2 ** 10],
  ["of a mebibyte that comes byte by byte", "x", MEBIBYTE],
  ["of short lines between long comments", `data: 0123456789abcdef\n:${"x".repeat(2 ** 16)}\n`, 2 ** 10],
])("an event %s needs no more memory than four times its data", (_, text, times) => {
  const parser = eventParser(tooLong);
  const before = heldBytes();
  // A new array each time, as from a connection.
  for (let index = 0; index < times; index += 1) for (const _data of parser.push(bytesOf(text)));
  expect(heldBytes() - before).toBeLessThan(4 * MEBIBYTE);
  expect(parser.isInside()).toBe(true);
});
