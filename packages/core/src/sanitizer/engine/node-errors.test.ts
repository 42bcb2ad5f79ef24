import { describe, expect, test } from "vitest";
import { leftOfNodeError } from "./node-errors.ts";
import { createSanitizer } from "./sanitizer.ts";

/** A sanitizer that keeps something leaves Node's errors to the rules. */
const byRules = createSanitizer({ keep: ["nothing-of-these"] });
const sanitizer = createSanitizer();

const KNOWN: readonly (readonly [text: string, message: string])[] = [
  ["connect ECONNREFUSED 10.0.0.5:5432", "connect ECONNREFUSED [host]"],
  ["Error: connect ETIMEDOUT 93.184.216.34:443", "Error: connect ETIMEDOUT [host]"],
  ["listen EADDRINUSE: address already in use 127.0.0.1:80", "listen EADDRINUSE: address already in use [host]"],
  ["connect EHOSTUNREACH 192.168.1.1", "connect EHOSTUNREACH [host]"],
  ["ENOENT: no such file or directory, open '/srv/app/x.json'", "ENOENT: no such file or directory, open '[path]'"],
  ["Error: EACCES: permission denied, mkdir '/var/data'", "Error: EACCES: permission denied, mkdir '[path]'"],
  [
    "ENOTEMPTY: directory not empty, rename '/tmp/a/b' -> '/home/deploy/c'",
    "ENOTEMPTY: directory not empty, rename '[path]' -> '[path]'",
  ],
];

describe("what Node writes of a connection or a file", () => {
  test.each(KNOWN)("is told by its form: %s", (text, message) => {
    expect(leftOfNodeError(text)?.message).toBe(message);
    expect(sanitizer.message(text).message).toBe(message);
  });

  test.each(KNOWN)("and leaves what the rules leave: %s", (text, message) => {
    const { message: told, removed } = byRules.message(text);
    expect(told).toBe(message);
    const known = sanitizer.message(text).removed;
    expect(known).toHaveLength(message.split("[").length - 1);
    expect(removed).toEqual(expect.arrayContaining([...known]));
  });

  test("is put no more than as long as a message may be", () => {
    const short = createSanitizer({ maxLength: 60 });
    const { message } = short.message("ENOENT: no such file or directory, rename '/a/b' -> '/c/d'");
    expect(message.length).toBeLessThanOrEqual(60);
  });

  test.each([
    "connect ECONNREFUSED db:5432",
    "connect ECONNREFUSED 10.0.0.5:5432 and more",
    "ENOENT: no such thing, open '/srv/app/x.json'",
    "ENOENT: no such file or directory, open '/srv/my app/x.json'",
    "ENOENT: no such file or directory, open '/x'",
    "ENOENT: no such file or directory, open '/srv/app/x.json' token abc",
    "",
  ])("is not told of %j", (text) => {
    expect(leftOfNodeError(text)).toBeUndefined();
  });
});
