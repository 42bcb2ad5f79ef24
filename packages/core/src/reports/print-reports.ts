import { ownFields } from "../untrusted/peek.ts";
import { readable } from "./readable.ts";
import type { ErrorReport, OnError } from "./report.ts";
import { serializeReport } from "./serialize-report.ts";
import { defaultStyle, hasColors, painter, plain } from "./terminal.ts";

/** Options of {@link printReports}. */
export interface PrintOptions {
  /**
   * `"json"`: one line of JSON for each report, for a log collector. `"readable"`: a block of lines, for developers. By default JSON if
   * `NODE_ENV` is `production`, else readable in a terminal or if `NODE_ENV` is `development`.
   */
  readonly style?: "json" | "readable";
  /** Whether readable blocks have colors. By default only if the terminal supports them and `NO_COLOR` is not set. */
  readonly color?: boolean;
  /**
   * Receives the text of each report. By default `console[level]`: Node and Bun print `error` on standard error, and the rest on standard
   * output.
   */
  readonly write?: (text: string, level: ErrorReport["level"]) => void;
}

/**
 * Makes an `onError` that prints each report: the request, the code and status, the reasons (as `contract.explain` gives them), where the
 * error was thrown, its causes, and what to fix. It prints no header, no body, no credential that a rule of the sanitizer recognizes, and
 * no value of a row that a known database quotes; see {@link serializeReport}. It runs on every runtime. Each string has a limited length,
 * and no error can change the terminal.
 *
 * @returns A hook that never throws, whatever was thrown, unless your `write` does.
 * @throws TypeError if an option has a wrong value.
 * @example
 * const contract = createContract(acme, { onError: printReports() });
 */
export function printReports(options: PrintOptions = {}): OnError {
  const { style = defaultStyle(), color, write = toConsole } = checked(options);
  if (style === "json") return (report) => write(jsonLine(report), report.level);
  const paint = painter();
  return (report) => write(readable(report, (color ?? hasColors(report.level)) ? paint : plain), report.level);
}

function jsonLine(report: ErrorReport): string {
  return JSON.stringify({ time: new Date().toISOString(), level: report.level, ...serializeReport(report) });
}

/** The default hook of a contract. It prints server errors, because an error that is not shown is lost. */
export function printServerErrors(report: ErrorReport): unknown {
  return report.level === "error" ? printReports()(report) : undefined;
}

/** Returns what the console returns: one that was replaced may be asynchronous, and reject. */
function toConsole(text: string, level: ErrorReport["level"]): unknown {
  // biome-ignore lint/suspicious/noConsole: printing is its purpose.
  return console[level](text);
}

function checked(options: PrintOptions): { readonly [Name in keyof PrintOptions]-?: PrintOptions[Name] | undefined } {
  if (typeof options !== "object" || options === null) throw new TypeError("printReports: expected an object");
  const { style, color, write, ...others } = ownFields(options);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`printReports: unknown option ${unknown}; the options are style, color, write`);
  if (style !== undefined && style !== "json" && style !== "readable") {
    throw new TypeError('printReports: style: expected "json" or "readable"');
  }
  if (color !== undefined && typeof color !== "boolean") throw new TypeError("printReports: color: expected a boolean");
  if (write !== undefined && typeof write !== "function")
    throw new TypeError("printReports: write: expected a function");
  return { style, color, write };
}
