import { describe, expect, test } from "vitest";
import { ownFrame, stackFrames } from "./own-frame.ts";

const stack = (message: string, ...frames: readonly string[]) =>
  [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join("\n");

const OWN = "load (/srv/app/src/a.ts:1:2)";

describe("the frames of a stack", () => {
  test.each<readonly [what: string, stack: string, message: string, frames: readonly string[]]>([
    ["are the lines that begin with at", stack("no", OWN, "b (/b.ts:1:1)"), "no", [OWN, "b (/b.ts:1:1)"]],
    ["are found without a message", stack("", OWN), "", [OWN]],
    ["are found if the message is another", stack("no", OWN), "changed since", [OWN]],
    ["are not those in the message", stack("no\n    at home (/x.ts:1:1)", OWN), "no\n    at home (/x.ts:1:1)", [OWN]],
    ["are no other lines", `${stack("no", OWN)}\n  attached: 1\nat`, "no", [OWN]],
    ["are none in an empty stack", "", "", []],
    ["may begin the stack", "at load (/a.ts:1:1)", "", ["load (/a.ts:1:1)"]],
    ["are not those in a message that begins the stack", `at x (/x.ts:1:1)\n    at ${OWN}`, "at x (/x.ts:1:1)", [OWN]],
  ])("%s", (_what, text, message, frames) => expect(stackFrames(text, message, 8_000)).toEqual(frames));

  test("are searched up to a length, after the message", () => {
    const message = "m".repeat(50);
    const text = stack(message, "a", "b");
    expect(stackFrames(text, message, "\n    at a".length)).toEqual(["a"]);
    expect(stackFrames(text, message, "\n    at a\n    at b".length)).toEqual(["a", "b"]);
  });
});

describe("the service's own frame", () => {
  test.each([
    "parse (node:internal/json:1:1)",
    "query (/srv/app/node_modules/pg/lib/client.js:5:5)",
    "emit (internal/events.js:1:1)",
    "new Promise (<anonymous>)",
    "Array.map (native code)",
    "forEach (native)",
    "eval (eval at x (/srv/app/x.ts:1:1))",
  ])("comes after %s", (foreign) => expect(ownFrame(stack("no", foreign, OWN), "no")).toBe(OWN));

  test("is else the first one", () => {
    const foreign = "parse (node:internal/json:1:1)";
    expect(ownFrame(stack("no", foreign, "b (node:x:1:1)"), "no")).toBe(foreign);
    expect(ownFrame(stack("no"), "no")).toBe(undefined);
  });

  test("is printed as a path", () => {
    expect(ownFrame(stack("no", "load (file:///srv/app/src/a.ts:1:2)"), "no")).toBe(OWN);
  });

  test("is searched in 8,000 characters", () => {
    const foreign = `x (node:${"y".repeat(7_990)})`;
    expect(ownFrame(stack("no", foreign, OWN), "no")).not.toBe(OWN);
  });
});
