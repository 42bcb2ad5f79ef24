import { readFileSync, writeFileSync } from "node:fs";
import { main } from "@uhp-errors/cli";
import { ROOT } from "../.vitepress/sources.ts";

const FILE = new URL("../generated/terminals.json", import.meta.url);

/** A service that has not adopted anything. */
const SERVICE = `${ROOT}examples/typical-express/orders`;

/** The page that shows a report of that service, recorded from a run. */
const PAGE = `${ROOT}docs/adopting.md`;
const REPORT = /^```text\n(\d+ failures on .*?)^```$/ms;

/** How many lines of its output a picture shows. */
const SHOWN = 14;

/** What a terminal shows: a command, and its output. */
interface TerminalText {
  readonly command: string;
  readonly output: string;
}

/** Writes what the first two steps of adopting the library print. */
export async function writeTerminals(): Promise<void> {
  const terminals: Readonly<Record<string, TerminalText>> = {
    scan: { command: "$ npx uhp-errors scan ./orders", output: await scanned() },
    report: { command: "$ npx uhp-errors adoption adoption.json", output: reported() },
  };
  writeFileSync(FILE, JSON.stringify(terminals, null, 2));
}

async function scanned(): Promise<string> {
  const lines: string[] = [];
  const env = { NO_COLOR: "1" };
  const out = (text: string) => void lines.push(text);
  const exit = await main(["scan", SERVICE, "--vendor", "acme"], {
    out,
    err: out,
    isInteractive: false,
    showsProgress: false,
    env,
  });
  if (exit !== 0) throw new Error(`the scan ended with ${exit}: ${lines.join("")}`);
  const output = lines.join("").trim();
  return beginningOf(output, output.split("\n").at(-1));
}

/** The table of the report, without the advice below it. */
function reported(): string {
  const [, report] = REPORT.exec(readFileSync(PAGE, "utf8")) ?? [];
  const [table] = report?.split(/^Other protocols$/m) ?? [];
  if (table === undefined) throw new Error("the page about adopting shows no report");
  return beginningOf(table.trim());
}

/** The lines that a picture has room for, and the end, if that says something. */
function beginningOf(output: string, end?: string): string {
  const lines = output.split("\n");
  if (lines.length <= SHOWN) return output;
  return [...lines.slice(0, SHOWN), "…", ...(end === undefined ? [] : [end])].join("\n");
}
