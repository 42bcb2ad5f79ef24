import { expect, onTestFinished, test, vi } from "vitest";
import { concatenate, type Follower, passOn, readBeginning, readNext, soon, waitAtMost } from "./body.ts";

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

test.each<readonly [what: string, pieces: readonly (readonly number[])[], bytes: readonly number[]]>([
  ["none", [], []],
  ["one", [[1, 2]], [1, 2]],
  ["several", [[1], [], [2, 3]], [1, 2, 3]],
])("pieces are joined in order: %s", (_what, pieces, bytes) => {
  const given = pieces.map((piece) => new Uint8Array(piece));
  expect(concatenate(given, bytes.length)).toEqual(new Uint8Array(bytes));
});

test("a single piece is not copied", () => {
  const piece = new Uint8Array([1]);
  expect(concatenate([piece], 1)).toBe(piece);
});

const never = new Promise<string>(() => {});
const afterMicrotasks = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await undefined;
  return "x";
};
const afterTurn = () => new Promise<string>((resolve) => setTimeout(resolve, 0, "x"));

test.each<readonly [what: string, make: () => Promise<string>, isPatient: boolean, value: string | undefined]>([
  ["there already", () => Promise.resolve("x"), false, "x"],
  ["a few microtasks away", () => afterMicrotasks(8), false, "x"],
  ["many microtasks away", () => afterMicrotasks(40), false, undefined],
  ["many microtasks away, with patience", () => afterMicrotasks(40), true, "x"],
  ["a turn away", afterTurn, false, undefined],
  ["a turn away, with patience", afterTurn, true, "x"],
  ["never there", () => never, false, undefined],
  ["never there, with patience", () => never, true, undefined],
  ["a failure", () => Promise.reject(new Error("x")), false, undefined],
  [
    "a failure a turn away, with patience",
    () => afterTurn().then(() => Promise.reject(new Error("x"))),
    true,
    undefined,
  ],
])("what is there soon is known: %s", async (_what, make, isPatient, value) => {
  expect(await soon(make(), isPatient)).toBe(value);
});

test("a wait has a limit, and passes a failure on", async () => {
  expect(await waitAtMost(Promise.resolve("x"), 1_000)).toBe("x");
  expect(await waitAtMost(never, 1)).toBe(undefined);
  await expect(waitAtMost(Promise.reject(new Error("x")), 1_000)).rejects.toThrow("x");
});

test("nothing that is over leaves a timer behind", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await waitAtMost(Promise.resolve("x"), 10_000);
  await readBeginning(bodyOf([1]).getReader(), 10_000);
  expect(vi.getTimerCount()).toBe(0);
});

/** A body that continues with these pieces, and what its follower was told. */
function continuing(first: readonly string[], rest: readonly string[], failure?: Error, asked = true) {
  const left = [...rest];
  const told: unknown[] = [];
  let reason: unknown;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (failure === undefined) controller.close();
        else controller.error(failure);
      },
      cancel(given) {
        reason = given;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.getReader();
  const follower: Follower = {
    onPiece: (piece) => told.push(new TextDecoder().decode(piece)),
    onEnd: () => told.push("end"),
    onFailure: (thrown) => told.push(thrown),
  };
  const pieces = first.map((text) => new TextEncoder().encode(text));
  const body = passOn(reader, pieces, asked ? readNext(reader) : undefined, follower);
  return { body, told, left, reason: () => reason };
}

test.each([true, false])(
  "a body continues after its first pieces, whose next may have been asked for: %s",
  async (asked) => {
    const { body, told } = continuing(["a", "b"], ["c", "d"], undefined, asked);
    expect(await new Response(body).text()).toBe("abcd");
    expect(told).toEqual(["c", "d", "end"]);
  },
);

test("a body continues only as its reader asks for it", async () => {
  const { body, left } = continuing(["a"], ["b", "c", "d"]);
  const reader = body.getReader();
  await reader.read();
  expect(left).toEqual(["c", "d"]);
  await reader.read();
  expect(left).toEqual(["c", "d"]);
  await reader.read();
  expect(left).toEqual(["d"]);
});

test("only the follower learns why a body breaks off, and the reader learns it later", async () => {
  const failure = new Error("hunter2");
  const { body, told } = continuing([], ["a"], failure);
  const reader = body.getReader();
  await reader.read();
  const broken = reader.read();
  let isOver = false;
  broken.catch(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([told, isOver]).toEqual([["a", failure], false]);
  await expect(broken).rejects.toThrow("the body of the response broke off");
});

test("a body that nothing follows continues too", async () => {
  const source = bodyOf([1, 1]).getReader();
  const body = passOn(source, [], undefined, { onPiece: undefined, onEnd: undefined, onFailure: () => {} });
  expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(new Uint8Array([7, 7]));
});

test("the reason for which a reader cancels reaches the source", async () => {
  const { body, reason } = continuing(["a"], ["b"]);
  await body.cancel("left");
  expect(reason()).toBe("left");
});

test("a failure that nothing waits for is no unhandled rejection", async () => {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error("x")),
  });
  const next = readNext(source.getReader());
  await new Promise((resolve) => setTimeout(resolve, 1));
  await expect(next).rejects.toThrow("x");
});
