import { afterEach, describe, expect, test, vi } from "vitest";
import type { Part } from "./readable.ts";
import type { ErrorReport } from "./report.ts";
import { defaultStyle, hasColors, painter } from "./terminal.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns a result in a runtime with this `process`. */
function inRuntime<Result>(process: unknown, act: () => Result): Result {
  vi.stubGlobal("process", process);
  const result = act();
  vi.unstubAllGlobals();
  return result;
}

const terminal = { isTTY: true };
const file = { isTTY: false };

/** A `process` that a program may not read. */
const forbidden = new Proxy(
  {},
  {
    get() {
      throw new Error("no permission");
    },
  },
);

describe("reports are by default", () => {
  test.each<readonly [style: "json" | "readable", what: string, process: unknown]>([
    ["json", "a runtime without a process", undefined],
    ["json", "a process without anything", {}],
    ["json", "a process that may not be read", forbidden],
    ["json", "production in a terminal", { env: { NODE_ENV: "production" }, stdout: terminal, stderr: terminal }],
    ["json", "another mode", { env: { NODE_ENV: "test" }, stdout: file, stderr: file }],
    ["json", "files", { stdout: file, stderr: file }],
    ["readable", "development", { env: { NODE_ENV: "development" } }],
    ["readable", "a terminal for output alone", { stdout: terminal }],
    ["readable", "a terminal for errors alone", { stderr: terminal }],
    ["readable", "another mode in a terminal", { env: { NODE_ENV: "test" }, stdout: terminal, stderr: terminal }],
  ])("%s: %s", (style, _what, process) => expect(inRuntime(process, defaultStyle)).toBe(style));
});

describe("reports have colors", () => {
  const colored = { hasColors: () => true };
  const plain = { hasColors: () => false };

  test.each<readonly [what: string, process: unknown, levels: readonly ErrorReport["level"][]]>([
    ["in a terminal", { stdout: colored, stderr: colored }, ["error", "info", "debug"]],
    ["of errors, where only errors go to a terminal", { stdout: plain, stderr: colored }, ["error"]],
    ["of the rest, where only the rest goes to a terminal", { stdout: colored, stderr: plain }, ["info", "debug"]],
    ["of errors, where there is no other stream", { stderr: colored }, ["error"]],
    ["never in files", { stdout: {}, stderr: {} }, []],
    ["never without streams", {}, []],
    ["never without a process", undefined, []],
    ["never in a process that may not be read", forbidden, []],
  ])("%s", (_what, process, levels) => {
    const all: readonly ErrorReport["level"][] = ["error", "info", "debug"];
    expect(all.filter((level) => inRuntime(process, () => hasColors(level)))).toEqual(levels);
  });
});

describe("a part", () => {
  /** Shows the arguments of Node's own function. */
  const styleText = (format: readonly string[], text: string, options: object) =>
    `<${format.join(" ")}>${text}${JSON.stringify(options)}`;

  test.each<readonly [part: Part, format: string]>([
    ["error", "bold red"],
    ["info", "bold yellow"],
    ["debug", "bold"],
    ["label", "cyan"],
    ["faint", "dim"],
    ["fix", "green"],
  ])("%s is %s, although the stream was not checked again", (part, format) => {
    const getBuiltinModule = (name: string) => (name === "node:util" ? { styleText } : undefined);
    const paint = inRuntime({ getBuiltinModule }, painter);
    expect(paint(part, "x")).toBe(`<${format}>x{"validateStream":false}`);
  });

  test.each<readonly [what: string, process: unknown]>([
    ["no process", undefined],
    ["no modules", {}],
    ["no such module", { getBuiltinModule: () => undefined }],
    ["an older module", { getBuiltinModule: () => ({}) }],
  ])("stays as it is in a runtime with %s", (_what, process) => {
    expect(inRuntime(process, painter)("error", "x")).toBe("x");
  });
});
