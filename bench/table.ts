/** Writes to standard output, which is where all results go. */
export function write(text: string): void {
  process.stdout.write(text);
}

function line(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    return index === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `| ${padded.join(" | ")} |\n`;
}

/** A Markdown table. Each row is written as soon as it is known. */
export class Table {
  readonly #widths: readonly number[];

  /** Writes the head. A column is as wide as its heading, or as `width` if that is more. */
  constructor(heads: readonly string[], firstWidth: number, width: number) {
    this.#widths = heads.map((head, index) => Math.max(head.length, index === 0 ? firstWidth : width));
    write(`\n${line(heads, this.#widths)}`);
    const rules = this.#widths.map((size, index) => (index === 0 ? "-".repeat(size) : `${"-".repeat(size - 1)}:`));
    write(line(rules, this.#widths));
  }

  /** Writes one row, with a cell for each heading. */
  row(cells: readonly string[]): void {
    write(line(cells, this.#widths));
  }
}

/** A number with at least three significant digits, and no more decimals than that needs. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value >= 1 ? value.toFixed(2) : value.toPrecision(3);
}

/** A share of a whole in percent; a dash if the whole is 0. */
export function percent(share: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * share) / whole).toFixed(1)} %`;
}
