import { describe, expect, test } from "vitest";
import { createSanitizer } from "./sanitizer.ts";
import { trailingStack } from "./trailing-stack.ts";

const FRAMES = [
  "    at load (/srv/app/store.js:10:3)",
  "    at async Object.<anonymous> (file:///srv/app/main.mjs:1:20)",
  "    at new Store (C:\\app\\lib\\store.ts:4:5)",
  "    at Server.listen [as start] (node:net:100:2)",
  "    at Array.map (<anonymous>)",
  "    at /srv/app/node_modules/@acme/db-2/index.js:5:6",
  "    at async node:internal/main/run:7:8",
  "        at deeper (./src/a.ts:1:1)",
];

describe("a stack trace at the end of a text", () => {
  test.each(FRAMES)("may have the frame %j", (frame) => {
    const text = `The store failed.\n    at f (/a.js:1:1)\n${frame}`;
    expect(trailingStack(text)).toBe("The store failed.".length);
  });

  test.each([
    ["no frame", "The store failed."],
    ["nothing before it", "\n    at f (/a.js:1:1)"],
    ["a line behind it", "The store failed.\n    at f (/a.js:1:1)\nNode.js v24.0.0"],
    ["a frame that is none", "The store failed.\n    at f (/a.js:1:1)\n    at noon (today)"],
    ["a time of day", "We met.\n    at 10:30:00"],
    ["a line before it that leads on to it", "From event:\n    at f (/a.js:1:1)"],
    ["the same with a word", "for call at\n    at f (/a.js:1:1)"],
    ["half a frame", "The store failed.\n    at f (/a.js:1"],
  ])("is none with %s", (_, text) => {
    expect(trailingStack(text)).toBe(-1);
  });

  test("goes with all of its frames, each of which is told of, and changes nothing else", () => {
    const text = `Cannot reach 10.0.0.1\n${FRAMES.join("\n")}`;
    const { message, removed } = createSanitizer().message(text);
    expect(message).toBe("Cannot reach [host]");
    expect(removed.filter(({ kind }) => kind === "stack").map(({ index }) => text.slice(index, index + 3))).toEqual(
      FRAMES.map(() => "at "),
    );
    expect(removed).toContainEqual({ kind: "host", rule: "private-ipv4", index: 13 });
  });

  test("is looked at by rules of one's own, and for what is kept", () => {
    const text = "It failed\n    at f (/acme/x.js:1:1)";
    const own = { id: "own", kind: "path" as const, pattern: /acme/g, redacts: ["acme"], keeps: ["x"] };
    expect(createSanitizer({ rules: [own] }).message(text).removed).toContainEqual({
      kind: "path",
      rule: "own",
      index: 21,
    });
    expect(createSanitizer({ keep: [/at f \(\/acme\/x\.js:1:1\)/] }).message(text).removed).not.toContainEqual(
      expect.objectContaining({ kind: "stack" }),
    );
  });
});
