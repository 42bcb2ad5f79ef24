import { type Interval, tenths, type Watched } from "./by-time.ts";

/** A column of the chart: one quantity for all servers, on one scale. */
interface Column {
  readonly title: string;
  value(interval: Interval): number;
  readonly scale: (values: readonly number[]) => Scale;
  /** What is written into each panel. */
  note(intervals: readonly Interval[]): string;
}

/** Where values are drawn, from 0 at the bottom to 1 at the top. */
interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

const PANEL = { width: 210, height: 64, left: 44, top: 16 };
const LEFT = 66;
const TOP = 24;

const change = (intervals: readonly Interval[], key: keyof Interval) => {
  const { second, last } = tenths(intervals, key);
  const percent = 100 * (last / second - 1);
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`;
};

const COLUMNS: readonly Column[] = [
  {
    title: "heap after a collection, MB",
    value: ({ heapUsed }) => heapUsed / 1e6,
    scale: linear,
    note: (intervals) => change(intervals, "heapUsed"),
  },
  { title: "active handles", value: ({ handles }) => handles, scale: linear, note: () => "" },
  { title: "99th percentile of latency, ms", value: ({ p99 }) => p99, scale: logarithmic, note: () => "" },
];

/** From 0 to a round number that no value exceeds. */
function linear(values: readonly number[]): Scale {
  const highest = Math.max(...values, 1);
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10) * power;
  return { ticks: [0, top / 2, top], at: (value) => value / top };
}

/** From one power of ten to another, with all values in between. */
function logarithmic(values: readonly number[]): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  return { ticks, at: (value) => (Math.log10(value) - low) / (high - low) };
}

/** Draws a run: a row for each server, and a panel for each quantity. It follows the theme of the page, or of the system. */
export function chart(watched: readonly Watched[], title: string): string {
  const width = LEFT + COLUMNS.length * (PANEL.left + PANEL.width) + 12;
  const height = TOP + watched.length * (PANEL.top + PANEL.height) + 42;
  const minutes = Math.max(...watched.flatMap(({ intervals }) => intervals.map(({ at }) => at)));
  const panels = COLUMNS.flatMap((column, index) => {
    const x = LEFT + index * (PANEL.left + PANEL.width) + PANEL.left;
    const known = watched.flatMap(({ intervals }) => intervals.map(column.value)).filter(Number.isFinite);
    const scale = column.scale(known);
    return [
      text(x, 14, column.title),
      ...watched.map(({ intervals }, row) => panel(column, scale, intervals, minutes, x, rowAt(row))),
      ...[0, minutes / 2, minutes].map((at) =>
        text(x + (PANEL.width * at) / minutes, rowAt(watched.length) + 2, String(at), "middle"),
      ),
    ];
  });
  const rows = watched.map(({ driver }, row) => text(4, rowAt(row) + PANEL.height / 2 + 4, driver));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>${title}</title>
  <style>
    svg { color: #1f2328; }
    @media (prefers-color-scheme: dark) { svg { color: #f0f6fc; } }
    text { font: 11px sans-serif; fill: currentColor; }
  </style>
${[...rows, ...panels, text(width / 2, height - 6, "minutes", "middle")].join("\n")}
</svg>
`;
}

function rowAt(row: number): number {
  return TOP + row * (PANEL.height + PANEL.top);
}

function panel(
  { value, note }: Column,
  scale: Scale,
  intervals: readonly Interval[],
  minutes: number,
  x: number,
  y: number,
): string {
  const height = (level: number) => y + PANEL.height * (1 - scale.at(level));
  const points = intervals
    .map((interval) => [interval.at, value(interval)] as const)
    .filter(([, level]) => Number.isFinite(level))
    .map(([at, level]) => `${(x + (PANEL.width * at) / minutes).toFixed(1)},${height(level).toFixed(1)}`);
  return [
    ...scale.ticks.flatMap((tick) => [
      `  <path d="M${x} ${height(tick)}h${PANEL.width}" stroke="currentColor" stroke-opacity="0.2" />`,
      text(x - 6, height(tick) + 4, String(tick), "end"),
    ]),
    `  <polyline points="${points.join(" ")}" fill="none" stroke="currentColor" />`,
    text(x + PANEL.width, y + PANEL.height - 4, note(intervals), "end"),
  ].join("\n");
}

function text(x: number, y: number, content: string, anchor = "start"): string {
  return `  <text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
}
