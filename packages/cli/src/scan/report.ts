import { counted } from "../reports/counted.ts";
import { printable, safeJson } from "../reports/escape.ts";
import { type Finding, KINDS, type Kind, type Scan } from "./finding.ts";

const TITLES: Readonly<Record<Kind, string>> = {
  response: "Error responses written by hand",
  exception: "Exceptions with a status",
  class: "Error classes of the service",
  schema: "Schemas of error responses",
  handler: "Error handlers",
  limiter: "Rate limiters",
  proxy: "Proxies",
  protocol: "Other protocols",
};

export const SCAN_REPORTS = { table: tableReport, json: jsonReport, sarif: sarifReport } as const;

export type ScanReportName = keyof typeof SCAN_REPORTS;

function tableReport({ findings, skipped, files, tests }: Scan): string {
  const lines = KINDS.flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind);
    return own.length === 0 ? [] : [`${TITLES[kind]} (${own.length})`, ...aligned(own.map(rowCells)), ""];
  });
  const notes = skipped.map(({ file, reason }) => `${named(file)}: ${reason}`);
  const leftOut =
    tests === 0 ? "" : ` ${counted(tests, "test")} left out; --tests reads ${tests === 1 ? "it" : "them"}.`;
  const read = `${counted(files, "file")} read, ${counted(findings.length, "place")} found.${leftOut}`;
  return [...lines, ...notes, ...(notes.length === 0 ? [] : [""]), read, ""].map((line) => printable(line)).join("\n");
}

function rowCells({ file, line, status, sentence, code, library, note, kind }: Finding): readonly string[] {
  const place = `${named(file)}:${line}`;
  if (kind !== "response" && kind !== "exception") return [place, library, note ?? ""];
  return [place, String(status ?? "–"), code ?? "–", sentence ?? note ?? ""];
}

/** Returns a file's path, in which no build log finds a command: these begin a line with `::`. */
function named(file: string): string {
  return /^\s*::/.test(file) ? `./${file}` : file;
}

const WIDEST = 60;

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(WIDEST, Math.max(...rows.map((row) => (row[column] ?? "").length))),
  );
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}

/** Reports a scan as one JSON document, for programs. `--check` takes it as a baseline. */
function jsonReport({ findings, skipped, files, tests }: Scan): string {
  return safeJson({ files, tests, findings, skipped });
}

/** Reports a scan as SARIF 2.1.0, which code hosts show beside the lines of a change. */
function sarifReport({ findings, skipped }: Scan): string {
  const rules = KINDS.map((kind) => ({ id: kind, shortDescription: { text: TITLES[kind] } }));
  const results = findings.map((finding) => ({
    ruleId: finding.kind,
    level: finding.kind === "response" || finding.kind === "exception" ? "warning" : "note",
    message: { text: sentenceFor(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(finding.file) },
          region: { startLine: finding.line, startColumn: finding.column },
        },
      },
    ],
  }));
  const notes = skipped.map(({ file, reason }) => ({
    level: "warning",
    message: { text: `${file}: ${reason}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: fileUri(file) } } }],
  }));
  const run = {
    tool: { driver: { name: "uhp-errors scan", rules } },
    columnKind: "utf16CodeUnits",
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notes }],
    results,
  };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return safeJson({ $schema: schema, version: "2.1.0", runs: [run] });
}

function fileUri(file: string): string {
  return file
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}

function sentenceFor({ kind, status, sentence, code, note, library }: Finding): string {
  const has = [
    status === undefined ? undefined : `status ${status}`,
    sentence === undefined ? undefined : JSON.stringify(sentence),
  ];
  const advice = code === undefined ? undefined : `Throw \`${code}\` instead.`;
  const facts = has.filter((fact) => fact !== undefined).join(", ") || library;
  const first = `${TITLES[kind]}: ${facts}${facts.endsWith('"') ? "" : "."}`;
  return [first, advice, note].filter((part) => part !== undefined).join(" ");
}
