import { describe, expect, test } from "vitest";
import { createSanitizer } from "./sanitizer.ts";
import { lastFrames } from "./trailing-stack.ts";

const HEAD = "The store failed.\n    at f (/a.js:1:1)";

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
  test.each(FRAMES)("may have the frame %j behind its first", (frame) => {
    expect(lastFrames(`${HEAD}\n${frame}`)).toBe(HEAD.length);
  });

  test.each([
    ["no frame", "The store failed."],
    ["one frame, which stays", HEAD],
    ["a line behind it", `${HEAD}\n    at g (/a.js:1:1)\nNode.js v24.0.0`],
    ["a frame that is none", `${HEAD}\n    at noon (today)`],
    ["a time of day", `${HEAD}\n    at 10:30:00`],
    ["half a frame", `${HEAD}\n    at g (/a.js:1`],
    ["a first frame without a file", "The store failed.\n    at f (node:net:1:1)\n    at g (/a.js:1:1)"],
    ["a first frame without a name", "The store failed.\n    at /a.js:1:1\n    at g (/a.js:1:1)"],
  ])("is none with %s", (_, text) => {
    expect(lastFrames(text)).toBe(-1);
  });

  test("goes with all of its frames, each of which is told of behind what else was taken out", () => {
    const text = `Cannot reach 10.0.0.1\n${FRAMES.join("\n")}`;
    const { message, removed } = createSanitizer().message(text);
    expect(message).toBe("Cannot reach [host]");
    expect(removed[0]).toEqual({ kind: "host", rule: "private-ipv4", index: 13 });
    const told = removed.slice(-7).map(({ kind, rule, index }) => [kind, rule, text.slice(index).split("\n", 1)[0]]);
    const nameless = ["at /srv/app/node_modules/@acme/db-2/index.js:5:6", "at async node:internal/main/run:7:8"];
    expect(told).toEqual(
      FRAMES.slice(1).map((line) => {
        const frame = line.trim();
        return ["stack", nameless.includes(frame) ? "v8-frame-without-name" : "v8-frame", frame];
      }),
    );
  });

  test("is left to rules of one's own, and to what is kept", () => {
    const text = "It failed\n    at f (/acme/x.js:1:1)\n    at f (/acme/x.js:1:1)";
    const own = { id: "own", kind: "path" as const, pattern: /acme/g, redacts: ["acme"], keeps: ["x"] };
    const { removed } = createSanitizer({ rules: [own] }).message(text);
    expect(removed.filter(({ rule }) => rule === "own")).toHaveLength(2);
    expect(createSanitizer({ keep: [/at f \(\/acme\/x\.js:1:1\)/] }).message(text).removed).not.toContainEqual(
      expect.objectContaining({ kind: "stack" }),
    );
  });
});
