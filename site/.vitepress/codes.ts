import { readFileSync } from "node:fs";

/** Codes that belong together. */
export interface CodeGroup {
  readonly title: string;
  readonly rows: readonly {
    readonly code: string;
    readonly status: string;
    readonly when: string;
    readonly message: string;
  }[];
}

/** The codes that `generate/codes.ts` wrote. The configuration of VitePress cannot import the packages' sources. */
export const CODES_FILE = new URL("../generated/codes.json", import.meta.url);

export function codeGroups(): readonly CodeGroup[] {
  return JSON.parse(readFileSync(CODES_FILE, "utf8"));
}
