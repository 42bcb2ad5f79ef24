import { redactText } from "../project.ts";
import type { Tool } from "./tool.ts";

/** The project's sanitizer without its length cap and without its cut after one sentence. */
export const ours: Tool = {
  name: "uhp-errors",
  mode: "sync",
  redact: (text) => redactText(text).text,
};
