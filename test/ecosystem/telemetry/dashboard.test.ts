import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { parser } from "@prometheus-io/lezer-promql";
import { createContract } from "@uhp-errors/core";
import { recordReports } from "@uhp-errors/otel";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { acme } from "../../support/catalog.ts";

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
}

const TEXT = readFileSync(new URL("../../../packages/otel/dashboard.json", import.meta.url), "utf8");
const { panels, templating } = JSON.parse(TEXT) as Dashboard;

/** What Grafana's own types find wrong with a dashboard. */
function misfits(dashboard: string): readonly string[] {
  const file = fileURLToPath(new URL("dashboard-under-test.ts", import.meta.url));
  const text = `import type { Dashboard } from "@grafana/schema";\nexport const dashboard: Dashboard = ${dashboard};\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile.call(host, name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("the dashboard", () => {
  test("fits Grafana's own types", () => {
    expect(misfits(TEXT)).toEqual([]);
  });

  const slips: Readonly<Record<string, readonly [right: string, wrong: string, says: RegExp]>> = {
    "a field that does not exist": ['"schemaVersion"', '"schemaVersions"', /schemaVersion/],
    "a place that is a text": ['"gridPos": {\n        "x": 0', '"gridPos": {\n        "x": "0"', /string/],
    "a title that is a number": ['{\n  "title": "Errors by code"', '{\n  "title": 1', /number/],
  };
  test.each(Object.entries(slips))("would not fit with %s", (_, [right, wrong, says]) => {
    expect(TEXT).toContain(right);
    expect(misfits(TEXT.replace(right, wrong)).join("\n")).toMatch(says);
  });

  test("answers each of the operator's questions in one panel", () => {
    expect(panels.map(({ title }) => title)).toEqual([
      "Errors by code",
      "Failures of the server by route",
      "New codes",
      "Unknown errors by route",
      "Cut answers and failed streams",
      "Clients that left",
      "Errors by protocol version",
    ]);
  });
});

/** The metrics and labels that a query names. @throws Error if it is not PromQL. */
function namesIn(query: string): { readonly metrics: Set<string>; readonly labels: Set<string> } {
  const found = { metrics: new Set<string>(), labels: new Set<string>() };
  const expression = query.replaceAll("$__rate_interval", "5m");
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      if (type.name === "Identifier") found.metrics.add(expression.slice(from, to));
      if (type.name === "LabelName") found.labels.add(expression.slice(from, to));
    },
  });
  return found;
}

describe("the queries", () => {
  /** A line of the exporter: a metric with its labels. */
  let exported: { readonly metric: string; readonly labels: readonly string[] };

  beforeAll(async () => {
    const reader = new PrometheusExporter({ preventServerStart: true });
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    const contract = createContract(acme, { onError: recordReports() });
    contract.respond(acme.error("session_expired"), { method: "GET", path: "/", header: () => undefined });
    const { resourceMetrics } = await reader.collect();
    const text = new PrometheusSerializer().serialize(resourceMetrics);
    const [, metric = "", labels = ""] = /^(uhp\w+)\{(.*)\} 1\b/m.exec(text) ?? [];
    exported = { metric, labels: [...labels.matchAll(/(\w+)="/g)].map(([, name = ""]) => name) };
  });

  test("are refused if they are not PromQL", () => {
    expect(() => namesIn("sum by (x (rate(y[5m]))")).toThrow("no PromQL");
  });

  test.each(panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target }))))(
    "of $title name an exported metric and exported labels",
    ({ expr, legendFormat }) => {
      const { metrics: named, labels } = namesIn(expr);
      expect([...named]).toEqual([exported.metric]);
      expect(labels.size).toBeGreaterThan(0);
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
      expect(shown.length).toBeGreaterThan(0);
      for (const label of [...labels, ...shown]) expect(exported.labels).toContain(label);
      for (const label of shown) expect(labels).toContain(label);
    },
  );

  test("of the variable name an exported metric and label", () => {
    const query = templating.list.find(({ name }) => name === "route")?.query;
    expect(query).toBe(`label_values(${exported.metric}, http_route)`);
    expect(exported.labels).toContain("http_route");
  });
});
