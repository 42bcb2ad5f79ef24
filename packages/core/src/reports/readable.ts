import type { ErrorReport } from "./report.ts";
import { type SerializedReport, serializeReport } from "./serialize-report.ts";
import { lineOf, type ThrownFacts } from "./thrown-facts.ts";

/** The kind of a block's part, which determines its color. */
export type Part = "error" | "info" | "debug" | "label" | "faint" | "fix";

/** Colors a part of a block, or leaves it as it is. */
export type Paint = (part: Part, text: string) => string;

const LABEL = 10;

/** Formats a report as a block of lines for a human reader. */
export function readable(report: ErrorReport, paint: Paint): string {
  const facts = serializeReport(report);
  const { thrown, causes = [], upstream, removed = [], fix } = facts;
  const line = (label: string, text: string | undefined) =>
    text === undefined || text === "" ? [] : [`  ${paint("label", label.padEnd(LABEL))}${text}`];
  const error = (label: string, one: ThrownFacts) => [
    ...line(label, lineOf(one)),
    ...line("", one.at && paint("faint", `at ${one.at}`)),
    ...line("context", one.context && JSON.stringify(one.context)),
  ];
  const lines = [
    heading(report, facts, paint),
    ...line("request", request(report, facts)),
    ...facts.because.flatMap((sentence, index) => line(index === 0 ? "because" : "", sentence)),
    ...(thrown === undefined ? [] : error("thrown", thrown)),
    ...causes.flatMap((cause) => error("cause", cause)),
    ...line("sent", sent(facts)),
    ...line("upstream", upstream && `${upstream.status} ${upstream.code} (${upstream.requestId})`),
    ...line("withheld", facts.withheld),
    ...line("unsent", facts.unsent),
    ...line("removed", removed.join(", ")),
    ...line("fix", fix && paint("fix", fix)),
  ];
  return `${lines.join("\n")}\n`;
}

function heading({ level, durationMs }: ErrorReport, facts: SerializedReport, paint: Paint): string {
  const { status, code, outcome, correlationId } = facts;
  const would = facts.sent === undefined ? "" : "would be ";
  const what = code === null ? "the client left" : `${would}${status} ${code}`;
  return `${paint(level, what)} ${paint("faint", `(${outcome}, ${Math.round(durationMs)} ms, id ${correlationId})`)}`;
}

/** Returns what the service sent, for a contract that only reports. */
function sent({ sent: response }: SerializedReport): string | undefined {
  // Nothing was sent, or the server itself has answered a thrown value.
  if (response?.status === 0) return "unknown";
  return response && `${response.status} ${response.mediaType ?? ""}`.trimEnd();
}

function request({ transport, method }: ErrorReport, facts: SerializedReport): string {
  const { path, route, version } = facts;
  const pattern = route === undefined || route === path ? "" : `, route ${route}`;
  const isNone = (transport === "http" ? method : transport) === "";
  const verb = transport === "http" ? facts.method : facts.transport;
  const target = isNone ? "none" : `${verb} ${path}`.trimEnd();
  return `${target}${pattern}, version ${version}`;
}
