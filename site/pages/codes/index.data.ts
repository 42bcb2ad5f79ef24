import { type CodeGroup, codeGroups } from "../../.vitepress/codes.ts";

declare const data: readonly CodeGroup[];

export { data };

/** The codes, by who has defined them and where they stand. */
export default {
  load: codeGroups,
};
