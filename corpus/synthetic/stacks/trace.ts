import type { Random } from "../../random.ts";
import { type Draft, type Frame, inJson, joined, type Piece, settled, stack, textOf } from "../draft.ts";

/** One line of what a program prints when it dies. */
interface Row {
  readonly indent: string;
  readonly line: Draft;
  /** A line of the trace, and not the message, which is no part of it. */
  readonly frame: boolean;
  /** More of the frame before it, such as its source line. */
  readonly more: boolean;
}

export type Trace = readonly Row[];
export type Tracer = (random: Random) => Trace;

/** A message line. */
export const said =
  (piece: Piece): Tracer =>
  (random) => [{ indent: "", line: settled(piece, random), frame: false, more: false }];

/** A line of the trace, after its indentation. */
export const at =
  (indent: string, piece: Piece): Tracer =>
  (random) => [{ indent, line: stack(piece)(random), frame: true, more: false }];

/** A line that belongs to the frame before it. */
export const more =
  (indent: string, piece: Piece): Tracer =>
  (random) => [{ indent, line: stack(piece)(random), frame: true, more: true }];

/** The parts of a trace in a row. */
export const trace =
  (...tracers: readonly Tracer[]): Tracer =>
  (random) =>
    tracers.flatMap((tracer) => tracer(random));

/** Some of the frames, no line twice: a repeated one would be one label only. */
export const several =
  (least: number, most: number, ...tracers: readonly Tracer[]): Tracer =>
  (random) => {
    const rows = new Map<string, Trace>();
    for (let left = random.int(least, most); left > 0; left -= 1) {
      const made = random.pick(tracers)(random);
      rows.set(made.map((row) => textOf(row.line)).join("\n"), made);
    }
    return [...rows.values()].flat();
  };

export const sometimes =
  (tracer: Tracer): Tracer =>
  (random) =>
    random.chance(0.5) ? tracer(random) : [];

const overLines = (rows: Trace): Draft =>
  rows.flatMap((row, index) => [{ text: (index === 0 ? "" : "\n") + row.indent }, ...row.line]);

/** The trace as one line; what belongs to one frame becomes one label. */
function flattened(rows: Trace): Draft {
  const lines: Draft[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (row.more && last !== undefined) {
      lines[lines.length - 1] = [{ text: `${textOf(last)} ${textOf(row.line)}`, kind: "stack" }];
    } else {
      lines.push(row.line);
    }
  }
  return joined(lines, " ");
}

const escaped = (draft: Draft): Draft => draft.map((part) => ({ ...part, text: inJson(part.text) }));

/** A text that holds the trace: over several lines, as a body's JSON string, or flattened to one line. */
export const tracing =
  (tracer: Tracer): Frame =>
  (random) => {
    const rows = tracer(random);
    const way = random.next();
    if (way < 0.6) return overLines(rows);
    if (way < 0.8) return [{ text: '{"error":"' }, ...escaped(overLines(rows)), { text: '"}' }];
    return flattened(rows);
  };
