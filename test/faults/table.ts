/** The outcome of one request. */
export interface Outcome {
  /** What the client saw. */
  readonly sees: string;
  /** The outcome and the code of each report. */
  readonly reported: string;
}

/** The results for one fault on one server. */
export class Cell {
  #tried = 0;
  readonly #differs: string[] = [];
  readonly #said: string[] = [];

  /** Records the outcome of a request, next to its outcome without the fault. */
  note(what: string, found: Outcome, usual: Outcome): void {
    this.#tried += 1;
    if (found.sees !== usual.sees) this.#differs.push(`${what}: ${found.sees}`);
    else if (found.reported !== usual.reported) this.#differs.push(`${what}: reported ${found.reported || "nothing"}`);
  }

  /** Records something other than the outcome of a request. */
  say(what: string): void {
    this.#said.push(what);
  }

  toString(): string {
    const same = this.#tried === 0 ? [] : [`${this.#tried - this.#differs.length} as ever`];
    return [...this.#said, ...same, ...this.#differs].join("; ");
  }
}

/** The table of faults and servers, which a run prints. */
export class Table {
  readonly #servers: readonly string[];
  readonly #rows = new Map<string, Map<string, Cell>>();

  constructor(servers: readonly string[]) {
    this.#servers = servers;
  }

  cell(fault: string, server: string): Cell {
    const cells = this.#rows.get(fault) ?? new Map<string, Cell>();
    this.#rows.set(fault, cells);
    const cell = new Cell();
    cells.set(server, cell);
    return cell;
  }

  /** Writes the table as Markdown. */
  toMarkdown(): string {
    const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
    const rows = [...this.#rows].map(([fault, cells]) =>
      line([fault, ...this.#servers.map((one) => String(cells.get(one) ?? ""))]),
    );
    return [line(["fault", ...this.#servers]), line(["---", ...this.#servers.map(() => "---")]), ...rows, ""].join(
      "\n",
    );
  }
}
