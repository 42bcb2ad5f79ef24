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

/** Where `generate/codes.ts` has written the codes: VitePress reads its configuration without the sources of the packages. */
export const CODES_FILE = new URL("../generated/codes.json", import.meta.url);

/** The codes, by their groups. */
export function codeGroups(): readonly CodeGroup[] {
  return JSON.parse(readFileSync(CODES_FILE, "utf8"));
}
