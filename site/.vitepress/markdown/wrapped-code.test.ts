import { expect, test } from "vitest";
import { wrappedCode } from "./wrapped-code.ts";

type Line = Parameters<typeof wrappedCode>[0];

test.each([
  ["  b();", "--indent:2"],
  ["    c();", "--indent:4"],
  [`${" ".repeat(39)}└─▶ report`, "--indent:12"],
  ["if (a) {", undefined],
  ["", undefined],
])("the line %o tells how far it is indented", (code, style) => {
  const token: Line = { type: "element", tagName: "span", properties: {}, children: [{ type: "text", value: code }] };
  const line: Line = { type: "element", tagName: "span", properties: {}, children: [token] };
  wrappedCode(line);
  expect(line.properties["style"]).toBe(style);
});
