import { tryOr } from "../untrusted/attempt.ts";
import type { Paint, Part } from "./readable.ts";
import type { ErrorReport } from "./report.ts";

/** The parts of a standard stream that are used. Only a terminal has `hasColors`. */
interface Stream {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

interface Util {
  styleText?(format: readonly string[], text: string, options: { readonly validateStream: boolean }): string;
}

/** Part of Node's `process`, which Bun and Deno have too. Workers may lack all of it. */
interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdout?: Stream;
  readonly stderr?: Stream;
  getBuiltinModule?(name: string): Util | undefined;
}

function runtime(): Process {
  return (globalThis as { readonly process?: Process }).process ?? {};
}

/** Returns the default style: readable in a terminal and during development, else JSON. */
export function defaultStyle(): "json" | "readable" {
  // Deno asks for permission before it shows its environment.
  return tryOr(() => {
    const { env, stdout, stderr } = runtime();
    const mode = env?.["NODE_ENV"];
    if (mode === "production") return "json";
    return mode === "development" || stdout?.isTTY === true || stderr?.isTTY === true ? "readable" : "json";
  }, "json");
}

/** Whether output of a level goes to a terminal that supports colors, and whose user wants them (`NO_COLOR`). */
export function hasColors(level: ErrorReport["level"]): boolean {
  return tryOr(() => {
    const { stdout, stderr } = runtime();
    return (level === "error" ? stderr : stdout)?.hasColors?.() === true;
  }, false);
}

const FORMATS: Readonly<Record<Part, readonly string[]>> = {
  error: ["bold", "red"],
  info: ["bold", "yellow"],
  debug: ["bold"],
  label: ["cyan"],
  faint: ["dim"],
  fix: ["green"],
};

export const plain: Paint = (_part, text) => text;

/** Returns a function that colors parts with Node's own `styleText`; without it they stay as they are. */
export function painter(): Paint {
  const { styleText } = runtime().getBuiltinModule?.("node:util") ?? {};
  // The caller has already checked whether the output stream has colors.
  return styleText === undefined ? plain : (part, text) => styleText(FORMATS[part], text, { validateStream: false });
}
