import { describe, expect, test } from "vitest";
import { beginsAsError, EnvelopeDetector, startsAsEnvelope, startsAsError } from "./envelope-start.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Returns a detector that has seen these pieces. */
function seen(pieces: Iterable<string | Uint8Array>, beginning = startsAsEnvelope): EnvelopeDetector {
  const detector = new EnvelopeDetector(beginning);
  for (const piece of pieces) detector.add(typeof piece === "string" ? bytesOf(piece) : piece);
  return detector;
}

describe("the beginning of a body", () => {
  test.each<readonly [start: string, isEnvelope: boolean, mayBeEnvelope: boolean]>([
    ['{"error":{', true, true],
    [' \r\n\t{ "error" : {', true, true],
    ['{"detail":"x","error":{', true, true],
    ['{"detail" : "x"', true, true],
    ['{"detail":1', false, true],
    ['{"error":"x"', false, true],
    ['{"type":"server_error"', false, true],
    ["", false, true],
    [" \n", false, true],
    ["{", false, true],
    [`{${" ".repeat(62)}`, false, true],
    [`{${" ".repeat(63)}`, false, false],
    [`{${" ".repeat(54)}"error":{`, true, true],
    [`{${" ".repeat(55)}"error":{`, false, false],
    ["[", false, false],
    ["<html>", false, false],
    ['x{"error":{', false, false],
  ])("%j", (start, isEnvelope, mayBeEnvelope) => {
    for (const pieces of [[start], start]) {
      const detector = seen(pieces);
      expect([detector.isEnvelope, detector.mayBeEnvelope]).toEqual([isEnvelope, mayBeEnvelope]);
      expect([detector.isTooLarge, detector.length]).toEqual([false, start.length]);
    }
  });

  test.each<readonly [start: string, isError: boolean]>([
    ['{"error":{', true],
    ['{"detail":"', true],
    ['\n\t{"error":{', true],
    ['\t\n{"error":{', true],
    ['{\n"error":{', true],
    ['{\t"error":{', true],
    ['{"type":"server_error"', true],
    [' {\n "type" : "server_error"', true],
    ['\r{\t"type":"server_error"', true],
    ['{"type":"server_fault"', false],
    ['{"type":7', false],
    ['x{"type":"server_error"', false],
    ['{"data":"', false],
    ['{"error":1', false],
    ['{"', false],
    ["{", false],
    ["", false],
    ["[{", false],
    ['x"er', false],
    [`{${" ".repeat(54)}"error":{`, true],
    [`{${" ".repeat(55)}"error":{`, false],
  ])("%j as that of an error is %s", (start, isError) => {
    expect([beginsAsError(start), beginsAsError(bytesOf(start))]).toEqual([isError, isError]);
    expect(seen([start], startsAsError).isEnvelope).toBe(isError);
  });

  test.each<readonly [start: string, mayBeJsonRpc: boolean]>([
    ["", true],
    [" [ {", true],
    ['{"json', true],
    ['{"jsonrpc":"2.0"', true],
    ['{ "id":1', true],
    ['[{"result":', true],
    ['{"error"', true],
    ['{"error" : {', true],
    ['{"error":', true],
    ['{"error":{', true],
    ['{"error":"x"', false],
    ['{"method":', false],
    ['{"jsonrpcs', false],
    ['"jsonrpc"', false],
    ["[[", false],
    ['x{"id"', false],
  ])("%j as that of JSON-RPC is %s", (start, mayBeJsonRpc) => {
    expect(seen([start]).mayBeJsonRpc).toBe(mayBeJsonRpc);
  });
});

describe("a body", () => {
  const start = '{"error":{';
  const rest = (length: number) => new Uint8Array(length - start.length);

  test("of 65,536 bytes may be an envelope, and a larger one may not", () => {
    const [whole, more] = [seen([start, rest(65_536)]), seen([start, rest(65_537), start])];
    expect([whole.isTooLarge, whole.isEnvelope, whole.mayBeEnvelope, whole.length]).toEqual([
      false,
      true,
      true,
      65_536,
    ]);
    expect([more.isTooLarge, more.isEnvelope, more.mayBeEnvelope, more.mayBeJsonRpc]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // Nothing is kept once it is known.
    expect([more.pieces.length, more.length]).toEqual([2, 65_537]);
  });

  test("of empty pieces comes to an end", () => {
    const none = new Uint8Array(0);
    expect(seen(Array(4_096).fill(none)).isTooLarge).toBe(false);
    expect(seen(Array(4_097).fill(none)).isTooLarge).toBe(true);
  });

  test("of what is not bytes is given up", () => {
    const detector = seen([start]);
    detector.add(start as never);
    expect([detector.isTooLarge, detector.isEnvelope, detector.pieces.length]).toEqual([true, false, 1]);
  });

  test("is copied, because its memory may be reused", () => {
    const piece = bytesOf(start);
    const detector = seen([piece]);
    piece.fill(0);
    expect(detector.pieces).toEqual([bytesOf(start)]);
  });
});
