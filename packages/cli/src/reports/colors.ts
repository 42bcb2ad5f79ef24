import picocolors from "picocolors";
import type { Terminal } from "../terminal.ts";

export type Colors = ReturnType<typeof picocolors.createColors>;

/** The colors of a terminal; none where the output goes elsewhere, or where NO_COLOR is set. */
export function colorsFor({ isInteractive, env }: Terminal): Colors {
  return picocolors.createColors(isInteractive && !env["NO_COLOR"]);
}
