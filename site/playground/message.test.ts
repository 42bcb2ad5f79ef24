import { sanitizeMessage } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { explainedMessage, sanitizerWith } from "./message.ts";
import { STAYING } from "./reasons.ts";

/** A text, and what is taken out of it, in order. */
const TEXTS: readonly (readonly [text: string, ...removed: (readonly [part: string, rule: string])[]])[] = [
  ["There is no such harness."],
  ["Could not reach redis:6379. Try later", ["redis:6379", "host-and-port"], [" Try later", "second-sentence"]],
  [
    "Provider said: Incorrect API key provided: sk-proj-abcdefghijklmnopqrstuvwxyz123456 by db-1.prod.internal",
    ["sk-proj-abcdefghijklmnopqrstuvwxyz123456", "sk-key"],
    ["db-1.prod.internal", "internal-name"],
  ],
  [
    "Failed at db-1.prod.internal, see /srv/app/logs/billing.log. Try again later.",
    ["db-1.prod.internal", "internal-name"],
    ["/srv/app/logs/billing.log", "posix-path"],
    [" Try again later.", "second-sentence"],
  ],
  ["Cannot read /srv/app/config/secrets.json now", ["/srv/app/config/secrets.json", "posix-path"]],
];

describe("a message's parts", () => {
  test.for(TEXTS)("of %s", ([text, ...removed]) => {
    const { parts } = explainedMessage(text);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    const taken = parts.flatMap((part) => (part.removal === undefined ? [] : [[part.text, part.removal.rule]]));
    expect(taken).toEqual(removed);
  });
});

describe("what looks private and stays", () => {
  test.each(STAYING)("$word", ({ example, word, because }) => {
    expect(sanitizeMessage(example)).toEqual({ message: example, removed: [] });
    expect(explainedMessage(example).parts).toContainEqual({ text: word, removal: undefined, stays: because });
  });
});

describe("the options that a reader types", () => {
  const text = "The host orders.acme.net asks db.internal now.";
  test.each([
    ["", "", "The host orders.acme.net asks [host] now."],
    ["db.internal, x", "", text],
    ["", "acme.net,", "The host [host] asks [host] now."],
  ])("keep %j and internalHosts %j", (keep, hosts, leaves) => {
    expect(explainedMessage(text, sanitizerWith(keep, hosts)).result.message).toBe(leaves);
  });

  test("are refused when they are wrong", () => {
    expect(() => sanitizerWith("", "not a host")).toThrow(/^internalHosts: /);
  });
});
