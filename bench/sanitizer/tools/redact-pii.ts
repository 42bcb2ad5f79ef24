import { SyncRedactor } from "redact-pii";
import type { Tool } from "./tool.ts";

const redactor = new SyncRedactor();

/** redact-pii with all of its built-in redactors, as its README introduces it. */
export const redactPii: Tool = {
  name: "redact-pii",
  mode: "sync",
  redact: (text) => redactor.redact(text),
};
