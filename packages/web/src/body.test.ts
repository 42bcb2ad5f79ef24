import { expect, test } from "vitest";
import { readBeginning } from "./body.ts";

/** A body of pieces with these lengths, which then ends. */
function bodyOf(lengths: readonly number[]) {
  const pieces = lengths.map((length) => new Uint8Array(length).fill(7));
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

test.each<readonly [what: string, lengths: readonly number[], isWhole: boolean]>([
  ["nothing", [], true],
  ["one piece of the limit, with what a piece counts", [65_520], true],
  ["one byte more", [65_521], false],
  ["two pieces of the limit", [1, 65_503], true],
  ["two pieces of one byte more", [1, 65_504], false],
  ["as many empty pieces as may be", Array(4_096).fill(0), true],
  ["one empty piece more", Array(4_097).fill(0), false],
])("a body of %s", async (_what, lengths, isWhole) => {
  const read = await readBeginning(bodyOf(lengths).getReader(), 10_000);
  const length = lengths.reduce((sum, one) => sum + one, 0);
  expect(read).toEqual({ bytes: new Uint8Array(length).fill(7), isWhole });
});

test("a body that breaks off, or does not end in time, is read so far", async () => {
  const failure = new Error("x");
  let turn = 0;
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      turn += 1;
      if (turn > 1) throw failure;
      controller.enqueue(new Uint8Array([1]));
    },
  });
  const bytes = new Uint8Array([1]);
  expect(await readBeginning(broken.getReader(), 10_000)).toEqual({
    bytes,
    isWhole: false,
    failure: { thrown: failure },
  });
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.enqueue(bytes) });
  expect(await readBeginning(silent.getReader(), 1)).toEqual({ bytes, isWhole: false });
});
