import { codeGroups } from "../../.vitepress/codes.ts";

/** A page for each code, made of its definition. */
export default {
  paths: () => codeGroups().flatMap(({ rows }) => rows.map(({ code, page }) => ({ params: { code }, content: page }))),
};
