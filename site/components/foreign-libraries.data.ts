import { readFileSync } from "node:fs";
import { slugify } from "../.vitepress/markdown/links.ts";
import type { RecordedError } from "../playground/recorded.ts";

/** A library, and how many of its errors are recorded. */
export interface ForeignLibrary {
  readonly name: string;
  readonly anchor: string;
  readonly count: number;
}

const FILE = new URL("../data/foreign-errors.json", import.meta.url);

declare const data: readonly ForeignLibrary[];

export { data };

export default {
  /** The errors themselves are loaded when a reader asks for them. */
  load(): readonly ForeignLibrary[] {
    const rows: readonly RecordedError[] = JSON.parse(readFileSync(FILE, "utf8"));
    const names = [...new Set(rows.map(({ library }) => library))].sort();
    return names.map((name) => ({
      name,
      anchor: slugify(name),
      count: rows.filter(({ library }) => library === name).length,
    }));
  },
};
