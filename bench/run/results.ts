import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../results/", import.meta.url));

/** The results of a run. Each new result rewrites the file, so that a run that is stopped loses nothing. */
export class Results {
  readonly file: string;
  readonly #run: Record<string, unknown>;
  readonly #parts: Record<string, unknown[]> = {};

  /** @param file Where to write the results. By default, a file in `results/` that is named after the current time. */
  constructor(settings: object, file = `${FOLDER}${new Date().toISOString().replaceAll(":", "-")}.json`) {
    this.file = file;
    this.#run = { began: new Date().toISOString(), cpus: cpus().map(({ model }) => model), settings };
  }

  /** Adds one result of one part. */
  add(part: string, result: object): void {
    this.#parts[part] = [...(this.#parts[part] ?? []), result];
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, `${JSON.stringify({ ...this.#run, parts: this.#parts }, null, 2)}\n`);
  }
}
