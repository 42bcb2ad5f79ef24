/** The steps, in order, and their results. */
export class Table {
  readonly #rows: { readonly step: string; readonly result: string }[] = [];
  #failed = 0;

  get failed(): number {
    return this.#failed;
  }

  /** Runs a step. Its return value is its result. If it throws, the step has failed and `undefined` is returned. */
  async step<Result extends string>(step: string, run: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await run();
      this.#add(step, result);
      return result;
    } catch (thrown) {
      this.#failed += 1;
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      process.stderr.write(`${message}\n`);
      this.#add(step, `FAILED: ${message.split("\n")[0]}`);
      return undefined;
    }
  }

  print(): void {
    const width = Math.max(...this.#rows.map(({ step }) => step.length)) + 2;
    for (const { step, result } of this.#rows) process.stdout.write(`${step.padEnd(width)}${result}\n`);
    process.stdout.write(`\n${this.#rows.length} steps, ${this.#failed} failed\n`);
  }

  #add(step: string, result: string): void {
    process.stderr.write(`${step}: ${result}\n`);
    this.#rows.push({ step, result });
  }
}
