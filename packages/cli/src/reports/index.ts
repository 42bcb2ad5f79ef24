import type { Summary } from "../check/result.ts";
import type { Colors } from "./colors.ts";
import { githubReport } from "./github.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import { textReport } from "./text.ts";

export const REPORTS = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  github: githubReport,
} as const satisfies Readonly<Record<string, (summary: Summary, colors: Colors) => string>>;

export type ReportName = keyof typeof REPORTS;
