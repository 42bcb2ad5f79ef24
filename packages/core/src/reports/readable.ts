import { type ErrorReport, sanitizerOf } from "./report.ts";
import { cutText, heldBack, removedKinds, toMend, why } from "./report-facts.ts";
import { cleanLine, factsOf, type ThrownFacts, textOf } from "./thrown-facts.ts";

/** What a part of a block is, by which its color is chosen. */
export type Part = "error" | "info" | "debug" | "label" | "faint" | "mend";

/** Colors a part of a block, or leaves it as it is. */
export type Paint = (part: Part, text: string) => string;

/** Columns of the labels. */
const LABEL = 10;

/** A report as a block of lines for a reader. */
export function readable(report: ErrorReport, paint: Paint): string {
  const line = (label: string, text: string | undefined) =>
    text === undefined || text === "" ? [] : [`  ${paint("label", label.padEnd(LABEL))}${text}`];
  const { thrown, upstream } = report;
  const sanitizer = sanitizerOf(report);
  const clean = (text: string, limit: number) => cleanLine(text, limit, sanitizer);
  const [own, ...causes] = factsOf(thrown, sanitizer);
  const lines = [
    heading(report, paint, clean),
    ...line("request", request(report, clean)),
    ...why(report).flatMap((sentence, index) => line(index === 0 ? "why" : "", sentence)),
    ...(thrown === undefined ? [] : told("thrown", own)),
    ...causes.flatMap((cause) => told("cause", cause)),
    ...line("upstream", upstream && clean(`${upstream.status} ${upstream.code} (${upstream.requestId})`, 300)),
    ...line("withheld", heldBack(report)),
    ...line("cut", cutText(report)),
    ...line("removed", removedKinds(report).join(", ")),
    ...line("mend", paintedMend()),
  ];
  return `${lines.join("\n")}\n`;

  function told(label: string, facts: ThrownFacts): readonly string[] {
    return [...line(label, textOf(facts)), ...line("", facts.at && paint("faint", `at ${facts.at}`))];
  }

  function paintedMend(): string | undefined {
    const mend = toMend(report);
    return mend === undefined ? undefined : paint("mend", mend);
  }
}

/** Makes a text safe to print and bounds it. */
type Clean = (text: string, limit: number) => string;

function heading(report: ErrorReport, paint: Paint, clean: Clean): string {
  const { level, status, code, outcome, durationMs, correlationId } = report;
  const what = code === null ? "the client left" : `${status} ${clean(code, 200)}`;
  const rest = `${outcome}, ${Math.round(durationMs)} ms, id ${clean(correlationId, 200)}`;
  return `${paint(level, what)} ${paint("faint", `(${rest})`)}`;
}

function request({ method, path, route, version }: ErrorReport, clean: Clean): string {
  const pattern = route === undefined || route === path ? "" : `, route ${clean(route, 300)}`;
  const target = method === "" ? "none" : `${clean(method, 40)} ${clean(path, 500)}`;
  return `${target}${pattern}, version ${version}`;
}
