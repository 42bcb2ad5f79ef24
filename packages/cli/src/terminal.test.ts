import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ownTerminal } from "./terminal.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function setTty(stream: "stdout" | "stderr", isTty: boolean | undefined): void {
  const before = Object.getOwnPropertyDescriptor(process[stream], "isTTY");
  Object.defineProperty(process[stream], "isTTY", { configurable: true, writable: true, value: isTty });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(process[stream], "isTTY");
    else Object.defineProperty(process[stream], "isTTY", before);
  });
}

describe("the terminal of a process", () => {
  test.each<
    readonly [
      out: boolean | undefined,
      err: boolean | undefined,
      ci: string | undefined,
      isInteractive: boolean,
      showsProgress: boolean,
    ]
  >([
    [true, true, undefined, true, true],
    [true, true, "", true, true],
    [true, true, "false", true, true],
    [true, true, "true", false, false],
    [true, true, "1", false, false],
    [true, undefined, undefined, true, false],
    [undefined, true, undefined, false, true],
    [undefined, undefined, undefined, false, false],
    [false, false, undefined, false, false],
  ])(
    "with terminals %s and %s, and CI as %j, is interactive: %s, and shows progress: %s",
    (out, err, ci, ...expected) => {
      setTty("stdout", out);
      setTty("stderr", err);
      vi.stubEnv("CI", ci);
      const { isInteractive, showsProgress } = ownTerminal();
      expect([isInteractive, showsProgress]).toEqual(expected);
    },
  );

  test("writes results to the standard output and the rest to the standard error, and reads the environment", () => {
    const written: string[] = [];
    for (const name of ["stdout", "stderr"] as const) {
      const { write } = process[name];
      process[name].write = (text: unknown) => {
        written.push(`${name}: ${text}`);
        return true;
      };
      onTestFinished(() => {
        process[name].write = write;
      });
    }
    vi.stubEnv("UHP_TOKEN", "from-the-environment");
    const { out, err, env } = ownTerminal();
    out("a");
    err("b");
    expect([written, env["UHP_TOKEN"]]).toEqual([["stdout: a", "stderr: b"], "from-the-environment"]);
  });
});
