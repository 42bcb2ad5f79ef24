import { describe, expect, test } from "vitest";
import type { Ask } from "./answer.ts";
import { readAnswer, readMessage } from "./read.ts";

/** A body that arrives in these parts; without an end if `isOpen`. */
function readBody(parts: readonly string[], isOpen = false): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      if (!isOpen) controller.close();
    },
  });
}

function read(body: ReadableStream<Uint8Array> | null, ask: Partial<Ask> = {}, maxBytes = 10) {
  const response = new Response(body, { status: 404, headers: { a: "b" } });
  return readAnswer({ path: "/", ...ask }, response, { maxBytes, timeoutMs: 500 }, new AbortController().signal);
}

describe("a response is read", () => {
  test.each<readonly [what: string, parts: readonly string[], text: string, cut: string | undefined]>([
    ["with an empty body", [], "", undefined],
    ["in one part", ["abc"], "abc", undefined],
    ["in several parts", ["ab", "c", "de"], "abcde", undefined],
    ["as far as the bound", ["abcdefghij"], "abcdefghij", undefined],
    ["up to the bound", ["abcdefghijk"], "abcdefghij", "is longer than 10 bytes"],
    ["up to the bound, in several parts", ["abcdef", "ghijkl", "m"], "abcdefghij", "is longer than 10 bytes"],
  ])("%s", async (_what, parts, text, cut) => {
    const answer = await read(readBody(parts));
    expect([answer.status, answer.headers.get("a"), answer.text, answer.cut]).toEqual([404, "b", text, cut]);
    expect("cut" in answer).toBe(cut !== undefined);
    expect(answer.bytes).toEqual(new TextEncoder().encode(text));
  });

  test("without a body", async () => {
    expect((await read(null)).text).toBe("");
  });

  test("only in its head, if no more is asked for", async () => {
    const { text, cut } = await read(readBody(["abc"], true), { headOnly: true });
    expect([text, cut]).toEqual(["", undefined]);
  });

  test("until it breaks off", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("It is gone.")),
    });
    expect((await read(body)).cut).toBe("broke off");
  });

  test("until its time is over", async () => {
    const ended = new AbortController();
    ended.abort();
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("It is over.")) });
    const bounds = { maxBytes: 10, timeoutMs: 500 };
    const answer = await readAnswer({ path: "/" }, new Response(body), bounds, ended.signal);
    expect(answer.cut).toBe("did not end within 500 ms");
  });

  test("and then canceled", async () => {
    const canceled: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(11)),
      cancel: (reason) => void canceled.push(reason),
    });
    await read(body);
    expect(canceled).toEqual([undefined]);
  });
});

describe("a stream is read until a comment, which", () => {
  test.each<readonly [what: string, parts: readonly string[], text: string]>([
    ["is the first line", [": a\n", "b"], ": a\n"],
    ["is a later line of a part", ["a: b\n: c", "d"], "a: b\n: c"],
    ["begins a later part", ["data\n", ": c", "d"], "data\n: c"],
    ["is a later line of a later part", ["a", "b\n:", "d"], "ab\n:"],
  ])("%s", async (_what, parts, text) => {
    expect((await read(readBody(parts, true), { commentWithin: 1 }, 1_000)).text).toBe(text);
  });

  test.each<readonly [what: string, parts: readonly string[]]>([
    ["is not a colon in a line", ["data: a\n", "b"]],
    ["is not a colon that begins a part within a line", ["data", ": a\n", "b"]],
    ["is not an empty line", ["\n\n", "\n"]],
    ["is not a colon after a space", ["\n :a", "b"]],
    ["is not a carriage return and a colon", ["a\r:b", "c"]],
  ])("%s", async (_what, parts) => {
    expect((await read(readBody(parts), { commentWithin: 1 }, 1_000)).text).toBe(parts.join(""));
  });

  test("is not looked for in other responses", async () => {
    expect((await read(readBody([": a\n", "b"]))).text).toBe(": a\nb");
  });
});

describe("the bytes of a response give", () => {
  const parse = (message: string, raw = "GET / HTTP/1.1") => {
    const answer = readMessage({ path: "/", raw }, message);
    return answer === undefined ? undefined : [answer.status, Object.fromEntries(answer.headers), answer.text];
  };

  test.each<readonly [what: string, message: string, expected: unknown]>([
    [
      "its status, fields and body",
      "HTTP/1.1 404 Not Found\r\nA: b\r\nC:d: e \r\n\r\n{}\r\n",
      [404, { a: "b", c: "d: e" }, "{}\r\n"],
    ],
    ["its status alone", "HTTP/1.0 400\r\n\r\nx", [400, {}, "x"]],
    ["fields without a body", "HTTP/1.1 200 OK\r\nA: b\r\n\r\n", [200, { a: "b" }, ""]],
    ["no field without a name or a colon", "HTTP/1.1 200 OK\r\n: a\r\nb\r\nC: d\r\n\r\n", [200, { c: "d" }, ""]],
    [
      "no field that must not be sent",
      "HTTP/1.1 200 OK\r\nA b: c\r\nD: e\u0000f\r\nG: h\r\n\r\n",
      [200, { g: "h" }, ""],
    ],
    ["both fields of one name", "HTTP/1.1 200 OK\r\nA: b\r\nA: c\r\n\r\n", [200, { a: "b, c" }, ""]],
    [
      "the body of its chunks",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\nmore",
      [200, { "transfer-encoding": "Chunked" }, "abc0123456789"],
    ],
    [
      "the chunks that have arrived",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nff\r\nde",
      [200, { "transfer-encoding": "chunked" }, "abcde"],
    ],
    [
      "nothing of a body that has no chunks",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\nabc",
      [200, { "transfer-encoding": "chunked" }, ""],
    ],
    [
      "nothing of a length without an end",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3",
      [200, { "transfer-encoding": "chunked" }, ""],
    ],
    [
      "a body in another encoding as it is",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n3\r\nabc\r\n",
      [200, { "transfer-encoding": "gzip" }, "3\r\nabc\r\n"],
    ],
    ["nothing, if there are none", "", undefined],
    ["nothing, if they are another protocol", "SSH-2.0-OpenSSH\r\n", undefined],
    ["nothing, if they are another version", "HTTP/2.0 200 OK\r\n\r\n", undefined],
    ["nothing, if something is before them", " HTTP/1.1 200 OK\r\n\r\n", undefined],
    ["nothing, if the status has two digits", "HTTP/1.1 20\r\n\r\n", undefined],
    ["nothing, if the first line does not end", "HTTP/1.1 200 OK", undefined],
  ])("%s", (_what, message, expected) => {
    expect(parse(message)).toEqual(expected);
  });

  test("its bytes as they are", () => {
    const answer = readMessage({ path: "/", raw: "GET" }, "HTTP/1.1 200 OK\r\n\r\n\u00c3\u00bc\u00ff");
    expect([answer?.bytes, answer?.text]).toEqual([new Uint8Array([0xc3, 0xbc, 0xff]), "ü\ufffd"]);
  });

  test("everything after the head of a response to HEAD", () => {
    const message = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n";
    expect(parse(message, "HEAD / HTTP/1.1")?.[2]).toBe("1\r\na\r\n0\r\n\r\n");
    expect(parse(message, "HEADER / HTTP/1.1")?.[2]).toBe("a");
  });
});
