import { setImmediate as turn } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BufferedBody, isChunk } from "./body.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the decision on an error in pieces needs no timer of Node's own: a browser's is a number", () => {
  let decide = () => {};
  vi.stubGlobal("setTimeout", (later: () => void) => {
    decide = later;
    return 1;
  });
  const decided = vi.fn();
  new BufferedBody('{"error":').schedule(decided, 1_000, () => false);
  decide();
  expect(decided).toHaveBeenCalledOnce();
});

test("the decision at the end of a turn needs no global setImmediate, which a test that imitates a browser has taken away", async () => {
  vi.stubGlobal("setImmediate", undefined);
  await new Promise<void>((resolve) => new BufferedBody("sorry").schedule(resolve, 60_000, () => false));
});

describe("a body that is kept", () => {
  test.each<readonly [what: string, pieces: readonly (readonly [chunk: unknown, encoding?: unknown])[], text: string]>([
    ["is read as it was written", [["so"], ["rry"]], "sorry"],
    ["is read as UTF-8", [["é"], [Buffer.from("é")]], "éé"],
    [
      "is read by its encoding",
      [
        ["c29ycnk=", "base64"],
        ["e9", "hex"],
      ],
      "sorry\ufffd",
    ],
    ["is read as UTF-8 if its encoding is unknown", [["é", "klingon"]], "é"],
    ["is read as UTF-8 if its encoding is a callback", [["é", () => {}]], "é"],
    ["skips what is no chunk", [["a"], [undefined], [7], [null], [["b"]], ["c"]], "ac"],
    ["skips empty chunks", [[""], [new Uint8Array()], ["a"]], "a"],
    ["is cut at the size of the largest envelope", [["a".repeat(65_537)]], "a".repeat(65_536)],
  ])("%s", (_what, pieces, text) => {
    const body = new BufferedBody();
    for (const [chunk, encoding] of pieces) body.take(chunk, encoding);
    expect([body.text(undefined), body.text("identity")]).toEqual([text, text]);
  });

  test.each<readonly [what: string, chunk: Uint8Array, encoding: string, text: string]>([
    ["gzip", gzipSync("sorry"), "gzip", "sorry"],
    ["deflate", deflateSync("sorry"), "deflate", "sorry"],
    ["br", brotliCompressSync("sorry"), "br", "sorry"],
    ["an unknown encoding", gzipSync("sorry"), "zstd2", ""],
    ["what is not compressed", Buffer.from("sorry"), "gzip", ""],
    ["more than the largest envelope", gzipSync("a".repeat(65_537)), "gzip", ""],
    ["as much as the largest envelope", gzipSync("a".repeat(65_536)), "gzip", "a".repeat(65_536)],
  ])("of %s is decompressed, or empty", (_what, chunk, encoding, text) => {
    expect(new BufferedBody(chunk).text(encoding)).toBe(text);
  });

  test("does not change with the memory of its writer", () => {
    const chunk = Buffer.from("sorry");
    const body = new BufferedBody(chunk);
    chunk.fill("x");
    expect(body.text(undefined)).toBe("sorry");
  });

  test("counts one byte above the limit as too large", () => {
    const sizes = [65_536, 65_537].map((size) => new BufferedBody("a".repeat(size)).isTooLarge);
    expect(sizes).toEqual([false, true]);
  });

  test.each<readonly [what: string, chunk: string, isCompressed: boolean, isDecided: boolean]>([
    ["a page", "<p>sorry", false, true],
    ["a compressed page", "<p>sorry", true, false],
    ["a compressed page larger than any envelope", `<p>${"a".repeat(70_000)}`, true, true],
    ["the start of an envelope", '{"error":{', false, false],
    ["an envelope larger than any", `{"error":{"type":"${"a".repeat(70_000)}`, false, true],
    ["the start of a JSON-RPC message", '[{"jsonrpc":', false, false],
    ["nothing", "", false, false],
  ])("is decided on at the end of the turn, or later: %s", async (_what, chunk, isCompressed, isDecided) => {
    const body = new BufferedBody(chunk);
    let decisions = 0;
    const decide = () => {
      decisions += 1;
    };
    const schedule = () => body.schedule(decide, 60_000, () => isCompressed);
    schedule();
    schedule();
    await turn();
    await turn();
    clearTimeout(body.timer);
    expect(decisions).toBe(isDecided ? 1 : 0);
  });

  test("is decided on after the time limit, which keeps no process alive", async () => {
    const body = new BufferedBody('{"error":{');
    await new Promise<void>((resolve) => {
      body.schedule(resolve, 1, () => false);
      expect(body.timer?.hasRef()).toBe(false);
    });
  });
});

test.each<readonly [chunk: unknown, isChunk: boolean]>([
  ["", true],
  ["a", true],
  [new Uint8Array(), true],
  [Buffer.from("a"), true],
  [undefined, false],
  [null, false],
  [7, false],
  [new ArrayBuffer(1), false],
  [() => {}, false],
])("%j is a chunk that Node takes: %s", (chunk, takes) => expect(isChunk(chunk)).toBe(takes));
