import type { ErrorReport, OnError } from "../pipeline/report.ts";
import { ownFields } from "../untrusted/peek.ts";
import { jsonLine } from "./json-line.ts";
import { readable } from "./readable.ts";
import { defaultStyle, hasColors, painter, plain } from "./terminal.ts";

/** How reports are printed. */
export interface PrintOptions {
  /**
   * `"json"`: one line of JSON for each report, for whatever collects a service's logs. `"readable"`: a block of lines, for whoever
   * develops it. By default JSON when `NODE_ENV` is `production`, else readable in a terminal or when `NODE_ENV` is `development`.
   */
  readonly style?: "json" | "readable";
  /** Whether readable blocks have colors. By default where the terminal has them, unless `NO_COLOR` is set. */
  readonly color?: boolean;
  /**
   * Takes the text of each report. By default `console[level]`: Node and Bun print `error` on standard error, and the rest on
   * standard output.
   */
  readonly write?: (text: string, level: ErrorReport["level"]) => void;
}

/**
 * Makes an `onError` that prints each report: the request, the code and status, why (as `contract.explain` says it), where the error
 * was thrown, its causes, and what to mend. It runs on every runtime. Each text is bounded, and escape sequences in it are written
 * out, so that no error can change the terminal. A report may hold secrets; send what is printed to nobody but operators.
 *
 * @returns A hook that never throws, whatever was thrown, unless your `write` does.
 * @throws TypeError when an option is not of its kind.
 * @example
 * const contract = createContract(acme, { onError: printReports() });
 */
export function printReports(options: PrintOptions = {}): OnError {
  const { style = defaultStyle(), color, write = toConsole } = checked(options);
  if (style === "json") return (report) => write(jsonLine(report), report.level);
  const paint = painter();
  return (report) => write(readable(report, (color ?? hasColors(report.level)) ? paint : plain), report.level);
}

function toConsole(text: string, level: ErrorReport["level"]): void {
  // biome-ignore lint/suspicious/noConsole: to print is what it was asked for.
  console[level](text);
}

/** The options, each looked at once. */
function checked(options: PrintOptions): PrintOptions {
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
  return {
    ...(style === undefined ? {} : { style }),
    ...(color === undefined ? {} : { color }),
    ...(write === undefined ? {} : { write }),
  };
}
