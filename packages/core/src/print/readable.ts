import type { ErrorReport } from "../pipeline/report.ts";
import { heldBack, removedKinds, toMend, why } from "./report-facts.ts";
import { factsOf, type ThrownFacts } from "./thrown-facts.ts";
import { visible } from "./visible.ts";

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
  const [own, ...causes] = factsOf(thrown);
  const lines = [
    heading(report, paint),
    ...line("request", request(report)),
    ...why(report).flatMap((sentence, index) => line(index === 0 ? "why" : "", sentence)),
    ...(thrown === undefined ? [] : told("thrown", own)),
    ...causes.flatMap((cause) => told("cause", cause)),
    ...line("upstream", upstream && visible(`${upstream.status} ${upstream.code} (${upstream.requestId})`, 300)),
    ...line("withheld", heldBack(report)),
    ...line("removed", removedKinds(report).join(", ")),
    ...line("mend", paintedMend()),
  ];
  return `${lines.join("\n")}\n`;

  function told(label: string, facts: ThrownFacts): readonly string[] {
    return [...line(label, errorText(facts)), ...line("", facts.at && paint("faint", `at ${facts.at}`))];
  }

  function paintedMend(): string | undefined {
    const mend = toMend(report);
    return mend === undefined ? undefined : paint("mend", mend);
  }
}

function heading(report: ErrorReport, paint: Paint): string {
  const { level, status, code, outcome, durationMs, correlationId } = report;
  const what = code === null ? "the client left" : `${status} ${visible(code, 200)}`;
  const rest = `${outcome}, ${Math.round(durationMs)} ms, id ${visible(correlationId, 200)}`;
  return `${paint(level, what)} ${paint("faint", `(${rest})`)}`;
}

function request({ method, path, route, version }: ErrorReport): string {
  const pattern = route === undefined || route === path ? "" : `, route ${visible(route, 300)}`;
  const target = method === "" ? "none" : `${visible(method, 40)} ${visible(path, 500)}`;
  return `${target}${pattern}, version ${version}`;
}

function errorText({ name, code, message }: ThrownFacts): string {
  const head = code === undefined ? name : `${name} [${code}]`;
  return message === "" ? head : `${head}: ${message}`;
}
