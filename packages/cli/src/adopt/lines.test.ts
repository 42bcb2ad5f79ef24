import { expect, test } from "vitest";
import { afterChanges } from "./lines.ts";

const BEFORE = "a\nb\nc\nd\ne\n";

test.each<readonly [what: string, after: string, line: number, expected: number]>([
  ["below an added line", "a\nnew\nb\nc\nd\ne\n", 2, 3],
  ["above an added line", "a\nnew\nb\nc\nd\ne\n", 1, 1],
  ["at the top, below an added line", "new\na\nb\nc\nd\ne\n", 1, 2],
  ["below a deleted line", "a\nc\nd\ne\n", 4, 3],
  ["that is changed", "a\nnew\nB\nc\nd\ne\n", 2, 2],
  ["in a block that is changed", "a\nB\nC\nD\ne\n", 3, 3],
  ["in a block that is shorter now", "a\nB\ne\n", 4, 2],
  ["that is deleted", "a\nb\nd\ne\n", 3, 3],
  ["below both", "new\na\nd\ne\n", 5, 4],
  ["below the end", "new\na\nb\nc\nd\ne\n", 9, 6],
])("a step %s has the line of the written file", (_what, after, line, expected) => {
  const step = { file: "a.ts", line, says: "x" };
  expect(afterChanges([step], [{ file: "a.ts", before: BEFORE, after }])).toEqual([{ ...step, line: expected }]);
});

test("a step in a file without a change keeps its line", () => {
  const step = { file: "b.ts", line: 3, says: "x" };
  expect(afterChanges([step], [{ file: "a.ts", before: BEFORE, after: "" }])).toEqual([step]);
});

test("a file without steps is not compared", () => {
  const step = { file: "a.ts", line: 1, says: "" };
  const get = () => expect.unreachable();
  const change = Object.defineProperty({ file: "b.ts", before: "", after: "" }, "before", { get });
  expect(afterChanges([step], [change])).toEqual([step]);
});
