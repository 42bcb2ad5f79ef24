import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { begun, isNodeStream } from "../../packages/h3/src/node-stream.ts";

const methods = { pipe() {}, on() {}, off() {}, readableEnded: false };

test.each<readonly [what: string, value: unknown, isStream: boolean]>([
  ["a readable", Readable.from([]), true],
  ["an object with its methods", methods, true],
  ["one without pipe", { ...methods, pipe: undefined }, false],
  ["one without on", { ...methods, on: undefined }, false],
  ["one without off", { ...methods, off: undefined }, false],
  ["one that cannot end", { pipe() {}, on() {}, off() {} }, false],
  ["a function", Object.assign(() => {}, methods), false],
  ["null", null, false],
  ["a text", "a", false],
])("%s is a stream of Node's: %s", (_what, value, expected) => {
  expect(isNodeStream(value)).toBe(expected);
});

const failure = new Error("broken");

const ended = async () => {
  const stream = Readable.from([]);
  for await (const _ of stream);
  return stream;
};

test.each<readonly [what: string, make: () => Readable | Promise<Readable>, outcome: unknown]>([
  ["with bytes", () => Readable.from(["a"]), "begun"],
  ["that is empty", () => Readable.from([]), "begun"],
  ["that has ended", ended, "begun"],
  [
    "that fails",
    () =>
      new Readable({
        read() {
          this.destroy(failure);
        },
      }),
    failure,
  ],
  ["that has failed", () => new Readable({ read() {} }).on("error", () => {}).destroy(failure), failure],
  [
    "that was destroyed",
    () => new Readable({ read() {} }).destroy(),
    new TypeError("the handler returned a stream that was destroyed"),
  ],
  [
    "that is closed before its first byte",
    () => {
      const stream = new Readable({ read() {} });
      setImmediate(() => stream.destroy());
      return stream;
    },
    new TypeError("the stream was closed before its first byte"),
  ],
])("waiting for a stream %s", async (_what, make, outcome) => {
  const stream = await make();
  const names = ["readable", "end", "error", "close"] as const;
  const before = names.map((name) => stream.listenerCount(name));
  expect(
    await begun(stream as never).then(
      () => "begun",
      (thrown: unknown) => thrown,
    ),
  ).toEqual(outcome);
  expect(names.map((name) => stream.listenerCount(name))).toEqual(before);
});
