import { expect, test } from "vitest";
import { withEdits } from "./edits.ts";
import { appended, prepended } from "./lists.ts";
import { parseFiles, readManifest } from "./project.ts";

function fileOf(text: string) {
  const [file] = parseFiles([{ file: "a.mjs", text }], readManifest("{}"));
  if (file === undefined) throw new Error("the file cannot be parsed");
  return file;
}

/** Adds to the first object or list of a source. */
function added(text: string, ...elements: readonly string[]): string {
  const file = fileOf(text);
  const node = file.nodes.find(({ type }) => type === "ObjectExpression" || type === "ArrayExpression");
  if (node === undefined) throw new Error("there is no object");
  const isList = node.type === "ArrayExpression";
  return withEdits(text, [isList ? prepended(node, elements.join(", "), file) : appended(node, elements, file)]);
}

test.each<readonly [what: string, before: string, after: string]>([
  ["an empty one", "a({});", "a({ x: 1, y: 2 });"],
  ["an empty one with a space", "a({ });", "a({ x: 1, y: 2 });"],
  ["an empty one of two lines", "a({\n});", "a({\n  x: 1,\n  y: 2\n});"],
  [
    "an empty one of two lines, in a block",
    "if (b) {\n    a({\n    });\n}",
    "if (b) {\n    a({\n        x: 1,\n        y: 2\n    });\n}",
  ],
  ["one on a line", "a({ b: 1 });", "a({ b: 1, x: 1, y: 2 });"],
  ["one on a line with a comma", "a({ b: 1, });", "a({ b: 1, x: 1, y: 2, });"],
  ["one before another argument", "a({ b: 1 }, c);", "a({ b: 1, x: 1, y: 2 }, c);"],
  ["one on a line of several", "a();\nb({ c: 1 });\n", "a();\nb({ c: 1, x: 1, y: 2 });\n"],
  ["one in lines that begin late", "a({\n      b: 1\n});", "a({\n      b: 1,\n      x: 1,\n      y: 2\n});"],
  ["one in lines", "a({\n    b: 1\n});", "a({\n    b: 1,\n    x: 1,\n    y: 2\n});"],
  ["one in lines with a comma", "a({\n  b: 1,\n});", "a({\n  b: 1,\n  x: 1,\n  y: 2,\n});"],
  ["one in lines with CRLF", "a({\r\n  b: 1,\r\n});", "a({\r\n  b: 1,\r\n  x: 1,\r\n  y: 2,\r\n});"],
  ["one with a comment", "a({\n  b: 1 // B\n});", "a({\n  b: 1, // B\n  x: 1,\n  y: 2\n});"],
  ["one with a comma and a comment", "a({\n  b: 1, // B\n});", "a({\n  b: 1, // B\n  x: 1,\n  y: 2,\n});"],
  ["one with spaces before its comma", "a({\n  b: 1  , // B\n});", "a({\n  b: 1, // B\n  x: 1,\n  y: 2,\n});"],
])("properties are added at the end of %s", (_what, before, after) => {
  expect(added(before, "x: 1", "y: 2")).toBe(after);
});

test.each<readonly [what: string, before: string, after: string]>([
  ["an empty one", "a([]);", "a([x]);"],
  ["one on a line", "a([b, c]);", "a([x, b, c]);"],
  ["one in lines", "a([\n    b,\n    c,\n]);", "a([\n    x,\n    b,\n    c,\n]);"],
  ["one in lines with CRLF", "a([\r\n  b,\r\n]);", "a([\r\n  x,\r\n  b,\r\n]);"],
  ["one in lines that begins on the first", "a([b,\n  c]);", "a([x, b,\n  c]);"],
])("an element is added at the beginning of %s", (_what, before, after) => {
  expect(added(before, "x")).toBe(after);
});
