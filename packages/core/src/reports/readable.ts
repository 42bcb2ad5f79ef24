import { type ErrorReport, sanitizerOf } from "./report.ts";
import { because, fix, heldBack, removedKinds, unsentText } from "./report-facts.ts";
import { cleanLine, factsOf, lineOf, type ThrownFacts } from "./thrown-facts.ts";

/** The kind of a block's part, which determines its color. */
export type Part = "error" | "info" | "debug" | "label" | "faint" | "fix";

/** Colors a part of a block, or leaves it as it is. */
export type Paint = (part: Part, text: string) => string;

/** The width of the labels, in columns. */
const LABEL = 10;

/** Formats a report as a block of lines for a human reader. */
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
    ...because(report).flatMap((sentence, index) => line(index === 0 ? "because" : "", sentence)),
    ...(thrown === undefined ? [] : told("thrown", own)),
    ...causes.flatMap((cause) => told("cause", cause)),
    ...line("sent", sent(report, clean)),
    ...line("upstream", upstream && clean(`${upstream.status} ${upstream.code} (${upstream.requestId})`, 300)),
    ...line("withheld", heldBack(report)),
    ...line("unsent", unsentText(report)),
    ...line("removed", removedKinds(report).join(", ")),
    ...line("fix", paintedFix()),
  ];
  return `${lines.join("\n")}\n`;

  function told(label: string, facts: ThrownFacts): readonly string[] {
    return [...line(label, lineOf(facts)), ...line("", facts.at && paint("faint", `at ${facts.at}`))];
  }

  function paintedFix(): string | undefined {
    const text = fix(report);
    return text === undefined ? undefined : paint("fix", text);
  }
}

/** Makes a string safe to print and limits its length. */
type Clean = (text: string, limit: number) => string;

function heading(report: ErrorReport, paint: Paint, clean: Clean): string {
  const { level, status, code, outcome, durationMs, correlationId, reportOnly } = report;
  const would = reportOnly === undefined ? "" : "would be ";
  const what = code === null ? "the client left" : `${would}${status} ${clean(code, 200)}`;
  const rest = `${outcome}, ${Math.round(durationMs)} ms, id ${clean(correlationId, 200)}`;
  return `${paint(level, what)} ${paint("faint", `(${rest})`)}`;
}

/** Returns what the service sent, for a contract that only reports. */
function sent({ reportOnly }: ErrorReport, clean: Clean): string | undefined {
  if (reportOnly === undefined) return undefined;
  const { status, mediaType } = reportOnly.sent;
  // Nothing was sent, or the server itself has answered a thrown value.
  if (status === 0) return "unknown";
  return mediaType === undefined ? String(status) : `${status} ${clean(mediaType, 100)}`;
}

function request({ transport, method, path, route, version }: ErrorReport, clean: Clean): string {
  const pattern = route === undefined || route === path ? "" : `, route ${clean(route, 300)}`;
  const verb = transport === "http" ? method : transport;
  const target = verb === "" ? "none" : `${clean(verb, 40)} ${clean(path, 500)}`.trimEnd();
  return `${target}${pattern}, version ${version}`;
}
